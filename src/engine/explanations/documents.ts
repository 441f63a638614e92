/** Findings about text that is not YAML or JSON as Heat reads it. */
import type { Explanations } from './explanation.ts'

export const documents = {
  'json-syntax': {
    why: 'The file can be read neither as JSON nor as YAML. Nothing else in it was checked.',
    example: {
      command: 'check server.json',
      before: `{
  "heat_template_version": "2018-08-31",
  "resources": {"server": {"type": "OS::Nova::Server"]}
}
`,
      after: `{
  "heat_template_version": "2018-08-31",
  "resources": {"server": {"type": "OS::Heat::None"}}
}
`,
    },
  },
  'json-raw-control': {
    why: 'JSON strings cannot contain line breaks or other control characters as they are. This happens when a script is pasted into a string.',
    example: {
      command: 'check server.json',
      before: `{
  "heat_template_version": "2018-08-31",
  "description": "first line
second line",
  "resources": {"a": {"type": "OS::Heat::None"}
}}}
`,
      after: `{
  "heat_template_version": "2018-08-31",
  "description": "first line\\nsecond line",
  "resources": {"a": {"type": "OS::Heat::None"}}
}
`,
    },
  },
  'lone-surrogate': {
    why: 'Characters beyond U+FFFF are written as two escapes in JSON. One half alone is not a character and cannot be saved as UTF-8.',
    example: {
      command: 'check server.json',
      before: `{"heat_template_version": "2018-08-31", "description": "\\ud83d"}
`,
      after: `{
  "heat_template_version": "2018-08-31",
  "description": "\\ud83d\\ude00",
  "resources": {"a": {"type": "OS::Heat::None"}}
}
`,
    },
  },
  'yaml-syntax': {
    why: 'Heat cannot read the file. Nothing else in it was checked.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
description: Ports: 80 and 443
`,
      after: `heat_template_version: 2018-08-31
description: 'Ports: 80 and 443'
resources: {a: {type: OS::Heat::None}}
`,
    },
  },
  'yaml-indentation': {
    why: 'YAML takes its structure from the indentation. Heat cannot read the file.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Heat::None
   metadata: {role: web}
`,
      after: `heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Heat::None
    metadata: {role: web}
`,
    },
  },
  'yaml-tab': {
    why: 'YAML does not allow tabs in the indentation. Heat cannot read the file.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
\tserver: {type: OS::Heat::None}
`,
      after: `heat_template_version: 2018-08-31
resources:
  server: {type: OS::Heat::None}
`,
    },
  },
  'yaml-several-documents': {
    why: 'Heat reads one YAML document per file and refuses a file with more.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources: {a: {type: OS::Heat::None}}
---
heat_template_version: 2018-08-31
resources: {b: {type: OS::Heat::None}}
`,
      after: `heat_template_version: 2018-08-31
resources: {a: {type: OS::Heat::None}}
`,
    },
  },
  'yaml-directive': {
    why: 'Lines that begin with % are directives of YAML. Heat’s reader knows %YAML and %TAG only.',
    example: {
      command: 'check server.yaml',
      before: `%YAML 2.0
---
heat_template_version: 2018-08-31
resources: {a: {type: OS::Heat::None}}
`,
      after: `heat_template_version: 2018-08-31
resources: {a: {type: OS::Heat::None}}
`,
    },
  },
  'yaml-anchor': {
    why: 'An alias (*name) stands for the value with the anchor &name, which must come first in the file.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Heat::Value
    properties: {value: *size}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  disk: {type: number, default: &size 10}
resources:
  server:
    type: OS::Heat::Value
    properties: {value: *size}
`,
    },
  },
  'yaml-tag': {
    why: 'Heat’s reader refuses tags that it does not know, and tags such as !!int change what a value is.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Heat::Value
    properties: {value: !secret password}
`,
      after: `heat_template_version: 2018-08-31
parameters: {password: {type: string, hidden: true}}
resources:
  server:
    type: OS::Heat::Value
    properties: {value: {get_param: password}}
`,
    },
  },
  'yaml-escape': {
    why: 'In double quotes a backslash begins an escape. Heat’s reader refuses escapes that YAML does not have.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
description: "C:\\Windows"
`,
      after: `heat_template_version: 2018-08-31
description: 'C:\\Windows'
resources: {a: {type: OS::Heat::None}}
`,
    },
  },
  'yaml-block-header': {
    why: 'After | or > YAML allows one digit for the indentation, and - or + for the line breaks at the end.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
description: |x
  A web server.
`,
      after: `heat_template_version: 2018-08-31
description: |
  A web server.
resources: {a: {type: OS::Heat::None}}
`,
    },
  },
  'yaml-value': {
    why: 'PyYAML, the reader of Heat, resolves the value as another type, such as a number or a merge key, and cannot convert it.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources: {a: {type: OS::Heat::Value, properties: {value: =}}}
`,
      after: `heat_template_version: 2018-08-31
resources: {a: {type: OS::Heat::Value, properties: {value: '='}}}
`,
    },
  },
  'yaml-key': {
    why: 'A key must be a plain value. An unquoted {{ name }} of a template language reads as a mapping inside a key.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Heat::Value
    properties: {value: {[a, b]: c}}
`,
      after: `heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Heat::Value
    properties: {value: {'[a, b]': c}}
`,
    },
  },
  'odd-character': {
    why: 'Readers of YAML disagree about control characters, unusual spaces and line separators. Heat may refuse the file or read another value than your editor shows.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
description: ring the bell \u0007
`,
      after: `heat_template_version: 2018-08-31
description: "ring the bell \\a"
resources: {a: {type: OS::Heat::None}}
`,
    },
  },
  'nesting-too-deep': {
    why: 'The file has more than 256 levels. This is a limit of hotshift, so that hostile files cannot exhaust its memory.',
    example: {
      command: 'check server.yaml',
      setup:
        'node -e \'fs.writeFileSync("server.yaml", "heat_template_version: 2018-08-31\\na: " + "[".repeat(300) + "]".repeat(300) + "\\n")\'',
      before: {},
    },
  },
  'invalid-utf8': {
    why: 'Heat reads templates as UTF-8. Another encoding, often Latin-1, gives wrong characters or an error.',
    example: {
      command: 'check server.yaml',
      setup: "printf 'heat_template_version: 2018-08-31\\ndescription: Caf\\351\\n' > server.yaml",
      before: {},
      after: `heat_template_version: 2018-08-31
description: Café
resources: {a: {type: OS::Heat::None}}
`,
    },
  },
} as const satisfies Explanations

export const reading = {
  'aws-reading': {
    why: 'Heat refuses this template, for example because of AWS::Partition. hotshift reads it as AWS does, so the proof compares the result with what AWS would make of the source.',
    page: 'docs/guide.md',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Outputs:
  Partition: {Value: {Ref: 'AWS::Partition'}}
`,
    },
  },
  'readings-differ': {
    why: 'Heat loads the template but does not know this function and passes it on as data, while AWS evaluates it. Both are valid, so you must decide.',
    page: 'docs/guide.md',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Name: {Type: String}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {'Fn::Sub': 'name-\${Name}'}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Name: {Type: String}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {'Fn::Join': ['-', [name, {Ref: Name}]]}
`,
    },
  },
  'duplicate-key': {
    why: 'Heat uses the last entry with a key and ignores the others without a message. Somebody may edit the one that has no effect.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Heat::Value
    properties:
      value: old
      value: new
`,
      after: `heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Heat::Value
    properties:
      value: new
`,
    },
  },
  'shadowed-edit': {
    why: 'The entry has no effect because a later one has the same key. An edit there would have no effect in Heat, so hotshift leaves the file unchanged.',
    example: {
      command: 'run -t cfn/parameters server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Count:
    Type: Number
    Default: 1
    Default: 2
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Count:
    Type: Number
    Default: 2
`,
    },
  },
  'anchor-edit': {
    why: 'The value is used in several locations by an anchor and its aliases. The edit is right for one of them only.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Base: &base
    Type: String
    MinLength: 1
  More:
    <<: *base
    MaxLength: 8
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Base:
    Type: String
    MinLength: 1
  More:
    Type: String
    MinLength: 1
    MaxLength: 8
`,
    },
  },
  'not-a-mapping': {
    why: 'Sections such as parameters and resources must be mappings from names to definitions. Heat refuses the template.',
    partial: true,
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Mappings: [Sizes]
Resources: {}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Resources: {}
`,
    },
  },
} as const satisfies Explanations
