/** Findings about files as a whole, the result of a run, and files that belong together. */
import type { Explanations } from './explanation.ts'

export const files = {
  'target-exists': {
    why: 'JSON becomes YAML in a file with another ending. A file with that name exists, and hotshift does not overwrite what it did not read.',
    example: {
      command: 'migrate server.json',
      before: {
        'server.json': `{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"Note": {"Type": "OS::Heat::None"}}}
`,
        'server.yaml': `an older result
`,
      },
      after: `{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"Note": {"Type": "OS::Heat::None"}}}
`,
    },
  },
  'reference-not-followed': {
    why: 'This file gets another name, and a file that refers to it is blocked. Renaming one without the other would break the reference.',
    example: {
      command: 'migrate .',
      before: {
        'disk.json': `{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"Disk": {"Type": "OS::Heat::None"}}}
`,
        'server.yaml': `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Disk: {Type: disk.json}
  Broken: {Type: OS::Heat::Value, Properties: {value: {'Fn::FindInMap': [None, a, b]}}}
`,
      },
      after: {
        'disk.json': `{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"Disk": {"Type": "OS::Heat::None"}}}
`,
        'server.yaml': `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Disk: {Type: disk.json}
`,
      },
    },
  },
  'not-a-template': {
    why: 'The command needs a template here, and this file is something else or empty.',
    example: {
      command: 'verify server.yaml other.yaml',
      before: {
        'server.yaml': `heat_template_version: 2018-08-31
resources: {note: {type: OS::Heat::None}}
`,
        'other.yaml': `colours: [red, green]
`,
      },
      after: {
        'server.yaml': `heat_template_version: 2018-08-31
resources: {note: {type: OS::Heat::None}}
`,
        'other.yaml': `heat_template_version: 2016-10-14
resources: {note: {type: OS::Heat::None}}
`,
      },
    },
  },
  'template-version': {
    why: 'The version decides how Heat reads the template. Heat refuses a version that it does not know.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2011-01-01'
Resources: {Note: {Type: OS::Heat::None}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Resources: {Note: {Type: OS::Heat::None}}
`,
    },
  },
  'json-not-edited': {
    why: 'hotshift never edits JSON in place; it converts JSON to YAML. This transform was run alone on a JSON file.',
    example: {
      command: 'run -t cfn/ref-to-get server.json',
      before: `{
  "AWSTemplateFormatVersion": "2010-09-09",
  "Parameters": {"Size": {"Type": "String"}},
  "Outputs": {"Size": {"Value": {"Ref": "Size"}}}
}
`,
    },
  },
  'json-comment': {
    why: 'JSON has no comments. hotshift reads them when it converts a template; Heat refuses the file.',
    example: {
      command: 'check server.json',
      before: `{
  // a web server
  "heat_template_version": "2018-08-31",
  "resources": {"note": {"type": "OS::Heat::None"}}
}
`,
      after: `{
  "heat_template_version": "2018-08-31",
  "resources": {"note": {"type": "OS::Heat::None"}}
}
`,
    },
  },
  'json-number': {
    why: 'Python refuses integers of more than 4300 digits.',
    example: {
      command: 'check server.json',
      setup:
        'node -e \'fs.writeFileSync("server.json", "{\\"heat_template_version\\": " + "9".repeat(5000) + "}")\'',
      before: {},
    },
  },
  'template-language': {
    why: 'The file contains tags of another program, such as Jinja, and is not YAML before that program has run.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
{% for name in names %}
  {{ name }}: {Type: OS::Heat::None}
{% endfor %}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Web: {Type: OS::Heat::None}
`,
    },
  },
  'templated-file': {
    why: 'The file contains tags of another program, such as Jinja. Nobody can prove what the result of that program means, so hotshift leaves the file alone.',
    page: 'docs/upgrading.md',
    example: {
      command: 'upgrade server.yaml --to 2018-08-31',
      before: `heat_template_version: 2016-10-14
resources:
{% for name in names %}
  {{ name }}: {type: OS::Heat::None}
{% endfor %}
`,
      after: `heat_template_version: 2016-10-14
resources:
  web: {type: OS::Heat::None}
`,
    },
  },
  'version-only': {
    why: 'The line with the version is changed and the rest of the file is not read. Functions that the new version does not have may be in it.',
    page: 'docs/upgrading.md',
    example: {
      command: 'upgrade server.yaml --to 2018-08-31 --templated',
      before: `heat_template_version: 2016-10-14
resources:
{% for name in names %}
  {{ name }}: {type: OS::Heat::None}
{% endfor %}
`,
      after: `heat_template_version: 2016-10-14
resources:
  web: {type: OS::Heat::None}
`,
    },
  },
  'meaning-differs': {
    why: 'hotshift compares what both templates mean for all values of parameters and attributes. Here it found values for which they differ, and shows them.',
    page: 'docs/proof.md',
    example: {
      command: 'run -t ./shorter.mjs server.yaml',
      before: {
        'shorter.mjs': `import { templateTransform, withEntries, withRoot } from 'hotshift'

export default templateTransform({
  title: 'Remove the outputs',
  run: (template) =>
    withRoot(
      template,
      withEntries(
        template.root,
        template.root.entries.filter(({ key }) => key.value !== 'outputs'),
      ),
    ),
})
`,
        'server.yaml': `heat_template_version: 2018-08-31
resources: {note: {type: OS::Heat::None}}
outputs: {name: {value: a}}
`,
      },
    },
  },
  'meaning-unproved': {
    why: 'hotshift found no values for which the templates differ, and could not prove that there are none. In the example, nobody can say how a number that the function never evaluated would be written.',
    page: 'docs/proof.md',
    example: {
      command: 'upgrade server.yaml --to 2018-08-31 --accept foreign-function',
      before: `heat_template_version: 2016-10-14
parameters: {size: {type: number}}
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {'Fn::Sub': 'size-\${size}'}
`,
      after: `heat_template_version: 2016-10-14
parameters: {size: {type: string}}
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {'Fn::Sub': 'size-\${size}'}
`,
    },
  },
  'proof-over-budget': {
    why: 'The proof has a limit for time and memory, so that a hostile or very large template cannot stop a run.',
    page: 'docs/proof.md',
  },
  'refused-before': {
    why: 'Heat refuses the source, so there is no stack to preserve. The rewrite makes the template valid.',
    page: 'docs/proof.md',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {'Fn::Join': [':', [localhost, 80]]}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {'Fn::Join': [':', [localhost, '80']]}
`,
    },
  },
  'meaning-accepted': {
    why: 'You accepted a change of meaning, such as a new parameter. Everything else is proved to be equal.',
    page: 'docs/proof.md',
    example: {
      command: 'migrate server.yaml --accept rules-section',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Rules:
  Small: {Assertions: [{Assert: {'Fn::Equals': [a, a]}}]}
Resources: {Note: {Type: OS::Heat::None}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Resources: {Note: {Type: OS::Heat::None}}
`,
    },
  },
  'meaning-corresponds': {
    why: 'An AWS resource and a native one are different resources, so they cannot be equal. hotshift compares them property by property, with facts about both types.',
    page: 'docs/native.md',
    example: {
      command: 'nativize server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  disk: {type: AWS::EC2::Volume, properties: {Size: 1, AvailabilityZone: nova}}
`,
      after: `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1, availability_zone: nova}}
`,
    },
  },
  'output-differs': {
    why: 'hotshift reads its own result again before it writes it. Here the result did not read as the intended template, so it was thrown away.',
  },
  'internal-error': {
    why: 'A programming error in hotshift. The other files of the run are not affected.',
  },
} as const satisfies Explanations

const disk = (parameter: string, call: string) => ({
  'disk.yaml': `heat_template_version: 2018-08-31
parameters:
  size: ${parameter}
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
`,
  'server.yaml': call,
})

export const environments = {
  'default-dropped': {
    why: 'The environment beside the template overrides the default in every stack, so that removing the default changes nothing.',
    page: 'docs/environments.md',
    example: {
      command: 'extract-defaults .',
      before: {
        'disk.yaml': `heat_template_version: 2018-08-31
parameters: {size: {type: number, default: 1}}
resources: {disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}}
`,
        'disk.env': `parameters: {size: 2}
`,
      },
      after: {
        'disk.yaml': `heat_template_version: 2018-08-31
parameters: {size: {type: number}}
resources: {disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}}
`,
        'disk.env': `parameters: {size: 2}
`,
      },
    },
  },
  'manifest-wrong': {
    why: 'ONAP refuses a package whose MANIFEST.json lists a file that does not exist or is of another type.',
    page: 'docs/onap.md',
    example: {
      command: 'check --profile onap .',
      before: {
        'base_web.yaml': `heat_template_version: 2018-08-31
description: A web server
parameters: {}
resources: {web_0_disk: {type: OS::Heat::None}}
`,
        'base_web.env': `parameters: {}
`,
        'MANIFEST.json': `{
  "name": "web",
  "data": [{"file": "base_shop.yaml", "type": "HEAT", "isBase": "true"}]
}
`,
      },
      after: {
        'base_web.yaml': `heat_template_version: 2018-08-31
description: A web server
parameters: {}
resources: {web_0_disk: {type: OS::Heat::None}}
`,
        'base_web.env': `parameters: {}
`,
        'MANIFEST.json': `{
  "name": "web",
  "data": [
    {
      "file": "base_web.yaml",
      "type": "HEAT",
      "isBase": "true",
      "data": [{"file": "base_web.env", "type": "HEAT_ENV"}]
    }
  ]
}
`,
      },
    },
  },
  'manifest-incomplete': {
    why: 'ONAP takes what MANIFEST.json lists. A file that is not listed is treated as an artifact, not as a template.',
    page: 'docs/onap.md',
    example: {
      command: 'check --profile onap .',
      before: {
        'base_web.yaml': `heat_template_version: 2018-08-31
description: A web server
parameters: {}
resources: {web_0_disk: {type: OS::Heat::None}}
`,
        'base_web.env': `parameters: {}
`,
        'MANIFEST.json': `{"name": "web", "data": [{"file": "base_web.yaml", "type": "HEAT", "isBase": "true"}]}
`,
      },
      after: {
        'base_web.yaml': `heat_template_version: 2018-08-31
description: A web server
parameters: {}
resources: {web_0_disk: {type: OS::Heat::None}}
`,
        'base_web.env': `parameters: {}
`,
        'MANIFEST.json': `{
  "name": "web",
  "data": [
    {
      "file": "base_web.yaml",
      "type": "HEAT",
      "isBase": "true",
      "data": [{"file": "base_web.env", "type": "HEAT_ENV"}]
    }
  ]
}
`,
      },
    },
  },
  'package-too-large': {
    why: 'Each repair is tried on the whole package. Above 3000 repairs that would take too long in one run. A package that does not meet requirements at 20000 locations is not repaired, and only the first ones found are listed.',
    page: 'docs/onap.md',
  },
  'not-renamed': {
    why: 'The new name is taken, or it is not valid there. A rename changes all locations of a name or none.',
    example: {
      command: 'rename server.yaml --rename size=colour',
      before: `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1}
  colour: {type: string, default: red}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
    },
  },
  'resource-renamed': {
    why: 'Heat identifies resources by name. An update of a live stack deletes the old resource and creates a new one.',
    example: {
      command: 'rename server.yaml --rename note=message',
      before: `heat_template_version: 2018-08-31
resources: {note: {type: OS::Heat::Value, properties: {value: a}}}
`,
    },
  },
  'default-kept': {
    why: 'Moving this default would change what some stack gets, or cannot be written in the environment.',
    page: 'docs/environments.md',
    example: {
      command: 'extract-defaults .',
      before: {
        'web.yaml': `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1, default: 2}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
      },
      after: {
        'web.yaml': `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 2}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
      },
    },
  },
  'default-assigned': {
    why: 'ONAP assigns this value when it deploys the VNF, so it may be neither in an environment nor a default that people rely on.',
    page: 'docs/onap.md',
  },
  'placeholder-text': {
    why: 'ONAP requires a description. hotshift cannot know what to say, and writes a string for you to replace.',
    page: 'docs/onap.md',
    example: {
      command: 'remediate --profile onap .',
      before: {
        'base_web.yaml': `heat_template_version: 2018-08-31
description: A web server
parameters:
  size: {type: number}
resources:
  web_0_disk: {type: OS::Heat::Value, properties: {value: {get_param: size}}}
`,
        'base_web.env': `parameters: {size: 1}
`,
      },
      after: {
        'base_web.yaml': `heat_template_version: 2018-08-31
description: A web server
parameters:
  size: {type: number, description: gigabytes}
resources:
  web_0_disk: {type: OS::Heat::Value, properties: {value: {get_param: size}}}
`,
        'base_web.env': `parameters: {size: 1}
`,
      },
    },
  },
  'default-shared': {
    why: 'Both parameters have the same name and value today, so the caller now passes its own. Changing one value changes both from now on.',
    page: 'docs/environments.md',
    example: {
      command: 'extract-defaults .',
      before: {
        ...disk(
          '{type: number, default: 1}',
          `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1}
resources:
  disk: {type: disk.yaml}
  note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}
`,
        ),
      },
      after: {
        ...disk(
          '{type: number}',
          `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1}
resources:
  disk: {type: disk.yaml, properties: {size: {get_param: size}}}
`,
        ),
      },
    },
  },
  'other-environment': {
    why: 'The defaults moved to another environment. Stacks that use only this one have lost them.',
    page: 'docs/environments.md',
    example: {
      command: 'extract-defaults .',
      before: {
        'web.yaml': `heat_template_version: 2018-08-31
parameters: {size: {type: number, default: 1}}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
        'all.env': `parameters: {colour: red}
`,
      },
    },
  },
} as const satisfies Explanations
