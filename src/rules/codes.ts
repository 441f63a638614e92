/** The codes that several rules report, or what rules share, with all that is said of them. */
import type { RuleCode } from '../heat/code-facts.ts'

export const checkCodes = {
  'bad-arguments': {
    title: 'Invalid arguments of a function',
    severity: 'error',
    behaves: ['on evaluation', 'refused everywhere', 'of values', 'hides misreadings'],
    help: 'Write the arguments that the message names; `hotshift explain FUNCTION` shows an example.',
    why: 'Heat rejects a function whose arguments have the wrong number or type. No stack can be created.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {list_join: [a, b]}
`,
      after: `heat_template_version: 2018-08-31
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {list_join: ['', [a, b]]}
`,
    },
  },
  'bad-combination': {
    title: 'Properties that exclude or require one another',
    severity: 'error',
    concerns: 'property',
    behaves: ['of combinations', 'of values'],
    help: 'Add the property that is required, or remove one of those that exclude each other.',
    why: 'Each property is valid, but the class of the resource in Heat rejects them together, or one without the other.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {name: data}}
`,
      after: `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {name: data, size: 1}}
`,
    },
  },
  'bad-value': {
    title: 'An invalid value',
    severity: 'error',
    concerns: 'value',
    behaves: ['hides combinations', 'of values', 'hides misreadings'],
    help: 'Write a value of the type and range that the message names.',
    why: 'Heat rejects the value: its type is wrong, it does not satisfy a constraint, or a name is not a string.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: big}}
`,
      after: `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 10}}
`,
    },
  },
  'deprecated-name': {
    title: 'A deprecated name',
    severity: 'info',
    behaves: ['accepted by Heat'],
    help: 'Run `hotshift upgrade --modernize`, which replaces types and properties where nothing else changes; replace attributes by hand.',
    why: 'Heat accepts the old name and logs a warning. It may remove the name in a later release.',
    page: 'docs/upgrading.md',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  port: {type: OS::Neutron::Port, properties: {network_id: private}}
`,
      after: `heat_template_version: 2018-08-31
resources:
  port: {type: OS::Neutron::Port, properties: {network: private}}
`,
    },
  },
  'misread-address': {
    title: 'A MAC address that Heat reads as another one',
    severity: 'error',
    behaves: ['accepted by Heat', 'hides misreadings'],
    help: 'Quote it; YAML reads digits with colons as a base-60 number.',
    why: 'Six groups of digits below 60 are one number to base 60 in YAML. Heat accepts the digits of that number as another MAC address.',
    example: {
      command: 'check port.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  port: {type: OS::Neutron::Port, properties: {network: inner, mac_address: 52:54:00:12:34:56}}
`,
      after: `heat_template_version: 2018-08-31
resources:
  port: {type: OS::Neutron::Port, properties: {network: inner, mac_address: '52:54:00:12:34:56'}}
`,
    },
  },
  'misread-placeholder': {
    title: 'A placeholder that is not replaced as it looks',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Write the whole placeholder as the key in params.',
    why: 'str_replace replaces keys of params as they are written, so that ${NAME} leaves ${…} around the value of NAME. A group puts the number of a member in after functions are computed, so that it finds nothing for %index% as a step of a path.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  disk:
    type: OS::Cinder::Volume
    properties:
      size: 1
      description: {str_replace: {template: 'for \${OWNER}', params: {OWNER: us}}}
`,
      after: `heat_template_version: 2018-08-31
resources:
  disk:
    type: OS::Cinder::Volume
    properties:
      size: 1
      description: {str_replace: {template: 'for \${OWNER}', params: {'\${OWNER}': us}}}
`,
    },
  },
  'misread-value': {
    title: 'A value that Heat reads otherwise than it looks',
    severity: 'warning',
    behaves: ['said of results', 'accepted by Heat'],
    help: 'Quote the value, or write it in the form that Heat reads.',
    why: 'YAML and Heat make another value of it: 22:30 is a number to base 60, 0644 an octal number, yes is true, and a string parameter makes "True" of that. Every string but the empty one counts as true for hidden. Heat says nothing.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters:
  start: {type: string, default: 22:30}
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1, description: {get_param: start}}}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  start: {type: string, default: '22:30'}
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1, description: {get_param: start}}}
`,
    },
  },
  'missing-file': {
    title: 'A file that does not exist',
    severity: 'error',
    behaves: ['open in calls', 'of the surroundings'],
    help: 'Add the file, or write the path relative to this template.',
    why: 'The client sends the files that a template names together with the template. It fails when one is missing.',
    example: {
      command: 'check server.yaml',
      at: 'server.yaml:2',
      before: `heat_template_version: 2018-08-31
resources: {note: {type: OS::Heat::Value, properties: {value: {get_file: setup.sh}}}}
`,
      after: {
        'setup.sh': `#!/bin/sh
systemctl start web
`,
      },
    },
  },
  'missing-key': {
    title: 'A required key is missing or empty',
    severity: 'error',
    behaves: ['refused everywhere'],
    help: 'Add the key with a value.',
    why: 'Heat rejects definitions that lack a required key.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters: {size: {default: 1}}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
      after: `heat_template_version: 2018-08-31
parameters: {size: {type: number, default: 1}}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
    },
  },
  'missing-property': {
    title: 'A required property is missing',
    severity: 'error',
    concerns: 'property',
    behaves: ['of created resources', 'hides combinations', 'of values'],
    help: 'Add the property with a value.',
    why: 'The type requires this property. Heat fails when it validates the resource.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  note: {type: OS::Heat::Value}
`,
      after: `heat_template_version: 2018-08-31
resources:
  note: {type: OS::Heat::Value, properties: {value: a}}
`,
    },
  },
  'missing-value': {
    title: 'A parameter without a value',
    severity: 'error',
    behaves: ['of the surroundings'],
    concerns: 'value',
    help: 'Add a value to an environment, or a default to the parameter.',
    why: 'Heat rejects a stack while a parameter without default has no value. It is reported where the environments are named with `-e`, so that nothing else gives one.',
    example: {
      command: 'check server.yaml -e server.env',
      at: 'server.yaml:2',
      before: {
        'server.yaml': `heat_template_version: 2018-08-31
parameters: {size: {type: number}, name: {type: string, default: a}}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
        'server.env': `parameters: {name: b}
`,
      },
      after: {
        'server.env': `parameters: {name: b, size: 1}
`,
      },
    },
  },
  'name-collision': {
    title: 'A name that is already taken',
    severity: 'error',
    help: 'Rename one of the two.',
    why: 'Heat rejects two things with one name: a parameter and a resource, or a property and its deprecated name.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters: {disk: {type: number, default: 1}}
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: {get_param: disk}}}
`,
      after: `heat_template_version: 2018-08-31
parameters: {size: {type: number, default: 1}}
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
`,
    },
  },
  'nested-error': {
    title: 'A nested template has errors',
    severity: 'error',
    behaves: ['of the surroundings', 'of created resources'],
    concerns: 'nested template',
    help: 'Fix the nested template first.',
    why: 'Heat reads the nested template with the one that uses it, and rejects both for an error in it.',
    example: {
      command: 'check server.yaml',
      at: 'server.yaml:3',
      before: {
        'server.yaml': `heat_template_version: 2018-08-31
resources:
  disk: {type: disk.yaml}
`,
        'disk.yaml': `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {sise: 1}}
`,
      },
      after: {
        'disk.yaml': `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
`,
      },
    },
  },
  'nested-parameter': {
    title: 'A parameter of a nested template has no value',
    severity: 'warning',
    behaves: ['open in calls'],
    help: 'Pass it as a property, or set it in parameter_defaults of an environment (-e FILE).',
    why: 'The nested template needs a value for the parameter, and this resource does not pass one.',
    example: {
      command: 'check server.yaml',
      before: {
        'server.yaml': `heat_template_version: 2018-08-31
resources:
  disk: {type: disk.yaml}
`,
        'disk.yaml': `heat_template_version: 2018-08-31
parameters: {size: {type: number}}
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
`,
      },
      after: {
        'server.yaml': `heat_template_version: 2018-08-31
resources:
  disk: {type: disk.yaml, properties: {size: 1}}
`,
      },
    },
  },
  'not-a-mapping': {
    title: 'A section that must be a mapping is not one',
    severity: 'error',
    behaves: ['made by macros', 'refused everywhere'],
    help: 'Write a mapping: one `key: value` per line.',
    why: 'Sections such as parameters and resources must be mappings from names to definitions. Heat rejects the template.',
    partial: true,
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Size: 1}
Resources: {}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Size: {Type: Number, Default: 1}}
Resources: {}
`,
    },
  },
  'not-in-cloud': {
    title: 'Something that the cloud does not have',
    severity: 'error',
    help: 'Use what the cloud has; `hotshift explain TYPE` names replacements of a type.',
    why: 'The Heat of the release that `--cloud` or the configuration names has not got it yet or has dropped it, or the configuration does not list the name. Creating the stack fails there.',
    page: 'docs/checking.md#which-cloud',
    example: {
      command: 'check lb.yaml --cloud pike',
      before: `heat_template_version: 2017-09-01
resources:
  lb:
    type: OS::Octavia::LoadBalancer
    properties: {vip_subnet: front}
`,
      after: `heat_template_version: 2017-09-01
resources:
  lb:
    type: OS::Neutron::LBaaS::LoadBalancer
    properties: {vip_subnet: front}
`,
    },
  },
  'not-resolved-here': {
    title: 'A function where Heat does not evaluate functions',
    severity: 'error',
    help: 'Move it: Heat evaluates functions only in properties, metadata, policies, conditions and output values.',
    why: 'Heat evaluates functions in properties, metadata, policies, conditions and output values only. Elsewhere it rejects them or keeps them as data.',
    partial: true,
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Text: {Type: String, Default: a}
Outputs:
  Name:
    Description: {Ref: Text}
    Value: a
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Outputs:
  Name:
    Description: The name
    Value: a
`,
    },
  },
  'removed-type-member': {
    title: 'A mistake in a resource whose type Heat has removed',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Correct it, or replace the type; --cloud RELEASE checks for one release.',
    why: 'Releases of Heat without the type accept any property and create nothing. Those that have the type reject this.',
    page: 'docs/checking.md',
    example: {
      command: 'check cluster.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  cluster: {type: OS::Senlin::Cluster, properties: {profil: small}}
`,
      after: `heat_template_version: 2018-08-31
resources:
  cluster: {type: OS::Senlin::Cluster, properties: {profile: small}}
`,
    },
  },
  'unknown-key': {
    title: 'An unknown key',
    severity: 'error',
    help: 'Remove it, or write a name that Heat has here.',
    why: 'Heat rejects definitions with keys that it does not know. Most are misspelt.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters: {size: {type: number, defualt: 1}}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
      after: `heat_template_version: 2018-08-31
parameters: {size: {type: number, default: 1}}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
    },
  },
  'unknown-parameter-type': {
    title: 'An unknown parameter type',
    severity: 'error',
    concerns: 'parameter type',
    help: 'Use string, number, boolean, json or comma_delimited_list; in CloudFormation String, Number, Boolean, Json or CommaDelimitedList.',
    why: 'Heat rejects a template with a parameter of a type that it does not have.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters: {size: {type: integer}}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
      after: `heat_template_version: 2018-08-31
parameters: {size: {type: number}}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
    },
  },
  'unknown-property': {
    title: 'An unknown property or policy',
    severity: 'error',
    concerns: 'property',
    behaves: ['of created resources', 'of a property name', 'hides combinations'],
    help: 'Remove it, or write a name that Heat has here.',
    why: 'Heat rejects properties that the type does not have. Most are misspelt.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {sise: 1}}
`,
      after: `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
`,
    },
  },
  'unknown-reference': {
    title: 'A reference to an undeclared name',
    severity: 'error',
    concerns: 'reference',
    behaves: ['made by macros', 'refused everywhere'],
    help: 'Declare the parameter or resource, or use one that the template has.',
    why: 'Heat rejects a template that refers to a parameter, resource or condition that it does not declare.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1}
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {get_param: sise}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1}
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {get_param: size}
`,
    },
  },
  'unknown-section': {
    title: 'An unknown section',
    severity: 'error',
    concerns: 'section',
    help: 'Remove the section, or expand the template first.',
    why: 'Heat rejects templates with sections that it does not know.',
    partial: true,
    example: {
      command: 'migrate server.yaml',
      before: `HeatTemplateFormatVersion: '2012-12-12'
Conditions: {}
Resources: {Note: {Type: OS::Heat::None}}
`,
      after: `HeatTemplateFormatVersion: '2012-12-12'
Resources: {Note: {Type: OS::Heat::None}}
`,
    },
  },
  'unread-key': {
    title: 'A key that Heat ignores',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Remove the key, or write one that Heat reads here.',
    why: 'Heat ignores this key without a message, so that what it says never happens.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources: {disk: {type: OS::Cinder::Volume, properties: {size: 1}}}
outputs:
  id: {value: {get_resource: disk}, note: for humans}
`,
      after: `heat_template_version: 2018-08-31
resources: {disk: {type: OS::Cinder::Volume, properties: {size: 1}}}
outputs:
  id: {value: {get_resource: disk}, description: for humans}
`,
    },
  },
  'unresolved-call': {
    title: 'Looks like a function, but Heat treats it as data',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'If you mean the function, declare a version that has it; quote the key if it is data.',
    why: 'The declared version does not have this function. Heat reports nothing and passes the mapping on as data, so the property gets a mapping instead of the value.',
    example: {
      command: 'check server.yaml',
      at: 'server.yaml:6',
      before: `heat_template_version: 2013-05-23
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {str_split: [',', 'a,b']}
`,
      after: `heat_template_version: 2015-10-15
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {str_split: [',', 'a,b']}
`,
    },
  },
  'value-not-checked': {
    title: 'A value that is not checked',
    severity: 'info',
    behaves: ['accepted by Heat'],
    help: 'Let Heat itself validate the stack, or write a large value without aliases of aliases.',
    why: 'Aliases of aliases, or functions of functions, can make a value of millions of parts from a few lines. hotshift stops there and checks everything but what depends on that value, so that Heat may reject what `check` does not report. It is said once in a file. The same holds for a function of a new version of Heat that hotshift does not know yet.',
    example: {
      command: 'check notes.yaml',
      before: `heat_template_version: 2018-08-31
parameters:
  notes:
    type: json
    default:
      ten: &ten [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
      more: &more [*ten, *ten, *ten, *ten, *ten, *ten, *ten, *ten, *ten, *ten]
      many: &many [*more, *more, *more, *more, *more, *more, *more, *more, *more, *more]
      most: &most [*many, *many, *many, *many, *many, *many, *many, *many, *many, *many]
      all: &all [*most, *most, *most, *most, *most, *most, *most, *most, *most, *most]
      end: [*all, *all, *all, *all, *all, *all, *all, *all, *all, *all]
resources: {disk: {type: OS::Cinder::Volume, properties: {size: 1, metadata: {get_param: notes}}}}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  notes: {type: json, default: {ten: '10'}}
resources: {disk: {type: OS::Cinder::Volume, properties: {size: 1, metadata: {get_param: notes}}}}
`,
    },
  },
  'version-too-old': {
    title: 'The target version is too old',
    severity: 'error',
    behaves: ['of a version'],
    help: 'Declare a newer version, or replace it with something that this version has.',
    why: 'The target version does not have the function or section that this needs.',
    partial: true,
    to: '2018-08-31',
    example: {
      command: 'migrate server.yaml --to 2016-04-08',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Conditions:
  Live: {'Fn::Equals': [a, b]}
Resources:
  Note: {Type: OS::Heat::Value, Properties: {value: a}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Note: {Type: OS::Heat::Value, Properties: {value: a}}
`,
    },
  },
} as const satisfies Record<string, RuleCode>

export type CheckCode = keyof typeof checkCodes
