/** Findings about functions and versions of templates. */
import type { Explanations } from './explanation.ts'

export const functions = {
  'unknown-function': {
    why: 'Neither CloudFormation in Heat nor HOT has a function of this name, so nobody can say what it gives.',
    partial: true,
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {'Fn::Reverse': [a, b]}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: [b, a]
`,
    },
  },
  'no-equivalent': {
    why: 'HOT has no construct with this effect in any version, so hotshift leaves the location for you.',
    page: 'docs/guide.md',
    partial: true,
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Fn::ForEach::Notes:
    - Name
    - [a, b]
    - Note\${Name}: {Type: 'OS::Heat::Value', Properties: {value: '1'}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Notea: {Type: 'OS::Heat::Value', Properties: {value: '1'}}
  Noteb: {Type: 'OS::Heat::Value', Properties: {value: '1'}}
`,
    },
  },
  'bad-arguments': {
    why: 'Heat refuses a function whose arguments have the wrong number or type. No stack can be created.',
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
  'two-item-if': {
    why: 'HOT 2021-04-16 allows "if" without an else, but Heat 19 fails with a TypeError when the condition is false.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2021-04-16
parameters: {log: {type: boolean, default: false}}
conditions: {logs: {get_param: log}}
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: [web, {if: [logs, syslog]}]
`,
      after: `heat_template_version: 2021-04-16
parameters: {log: {type: boolean, default: false}}
conditions: {logs: {get_param: log}}
resources:
  note:
    type: OS::Heat::Value
    properties:
      value:
        list_concat: [[web], {if: [logs, [syslog], []]}]
`,
    },
  },
  'unresolved-call': {
    why: 'The declared version does not have this function. Heat reports nothing and passes the mapping on as data, so the property gets a mapping instead of the value.',
    example: {
      command: 'check server.yaml',
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
  'unknown-reference': {
    why: 'Heat refuses a template that refers to a parameter, resource or condition that it does not declare.',
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
  'not-resolved-here': {
    why: 'Heat evaluates functions in properties, metadata, policies, conditions and output values only. Elsewhere it refuses them or keeps them as data.',
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
  'data-becomes-call': {
    why: 'The source version treats this mapping as data, the target version as a function. The value would change silently.',
    page: 'docs/upgrading.md',
    partial: true,
    example: {
      command: 'upgrade server.yaml --to 2016-04-08',
      before: `heat_template_version: 2013-05-23
resources:
  settings:
    type: OS::Heat::StructuredConfig
    properties:
      config: {digest: 'sha256:0123'}
`,
      after: `heat_template_version: 2013-05-23
parameters:
  config: {type: json, default: {digest: 'sha256:0123'}}
resources:
  settings:
    type: OS::Heat::StructuredConfig
    properties:
      config: {get_param: config}
`,
    },
  },
  'newer-function': {
    why: 'The template uses a function that its declared version does not have, so Heat passes it on as data today. After the upgrade Heat evaluates it.',
    page: 'docs/upgrading.md',
    partial: true,
    example: {
      command: 'upgrade server.yaml --to 2018-08-31',
      before: `heat_template_version: 2015-10-15
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {filter: [[a], [a, b]]}
`,
      after: `heat_template_version: 2015-10-15
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: [b]
`,
    },
  },
  'group-attribute-path': {
    why: 'In 2013-05-23 a group applies the path to the list of its members’ values; from 2014-10-16 on it applies the path within each member. The output would change.',
    page: 'docs/upgrading.md',
    partial: true,
    example: {
      command: 'upgrade server.yaml --to 2018-08-31',
      before: `heat_template_version: 2013-05-23
resources:
  web:
    type: OS::Heat::ResourceGroup
    properties:
      count: 3
      resource_def: {type: OS::Nova::Server, properties: {image: a, flavor: b}}
outputs:
  first: {value: {get_attr: [web, first_address, 0]}}
`,
      after: `heat_template_version: 2013-05-23
resources:
  web:
    type: OS::Heat::ResourceGroup
    properties:
      count: 3
      resource_def: {type: OS::Nova::Server, properties: {image: a, flavor: b}}
outputs:
  first: {value: {get_attr: [web, resource.0.first_address]}}
`,
    },
  },
  'select-by-yaql': {
    why: 'The target version reads the path within each member of the group. The item of the list can be selected by yaql, which has limits that get_attr does not have.',
    page: 'docs/upgrading.md',
    partial: true,
    example: {
      command: 'upgrade server.yaml --to 2018-08-31',
      before: `heat_template_version: 2013-05-23
resources:
  web:
    type: OS::Heat::ResourceGroup
    properties:
      count: 3
      resource_def: {type: OS::Nova::Server, properties: {image: a, flavor: b}}
outputs:
  removed: {value: {get_attr: [web, removed_rsrc_list, 0]}}
`,
      after: `heat_template_version: 2013-05-23
resources:
  web:
    type: OS::Heat::ResourceGroup
    properties:
      count: 3
      resource_def: {type: OS::Nova::Server, properties: {image: a, flavor: b}}
outputs:
  removed: {value: {get_attr: [web, removed_rsrc_list]}}
`,
    },
  },
  'foreign-function': {
    why: 'The HOT template uses a CloudFormation function that its version does not have. Heat passes the mapping on as data, so the property gets a mapping instead of the value.',
    page: 'docs/upgrading.md',
    example: {
      command: 'upgrade server.yaml --to 2018-08-31',
      before: `heat_template_version: 2016-10-14
parameters: {size: {type: string, default: small}}
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {'Fn::Sub': 'size-\${size}'}
`,
      after: `heat_template_version: 2018-08-31
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {str_replace: {template: size-S, params: {S: {get_param: size}}}}
`,
    },
  },
  'refused-template': {
    why: 'Heat refuses the source, so no stack was ever created from it and there is no behaviour to preserve. hotshift reads it as a function, as the author probably intended.',
    page: 'docs/upgrading.md',
    example: {
      command: 'upgrade server.yaml --to 2018-08-31',
      before: `heat_template_version: 2015-10-15
conditions: {live: true}
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {filter: [[a], [a, b]]}
`,
    },
  },
  'newer-already': {
    why: 'The file already declares a version that is newer than the target. upgrade never lowers a version.',
    page: 'docs/upgrading.md',
    example: {
      command: 'upgrade server.yaml --to 2017-09-01',
      before: `heat_template_version: 2018-03-02
resources: {note: {type: OS::Heat::None}}
`,
    },
  },
  'other-kind': {
    why: 'The command rewrites another kind of file, so this one stays as it is.',
    example: {
      command: 'upgrade server.yaml --to 2018-08-31',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Resources: {Note: {Type: OS::Heat::None}}
`,
    },
  },
  'no-such-version': {
    why: 'The version decides which functions a template has. Without a valid one Heat refuses the template, and hotshift cannot know how to read it.',
    page: 'docs/upgrading.md',
    example: {
      command: 'upgrade server.yaml --to 2018-08-31',
      before: `heat_template_version: 2018-02-01
resources: {note: {type: OS::Heat::None}}
`,
      after: `heat_template_version: 2018-03-02
resources: {note: {type: OS::Heat::None}}
`,
    },
  },
  'other-version': {
    why: 'The usual target 2018-08-31 cannot express everything in this template, so hotshift chose the nearest version that can.',
    page: 'docs/guide.md',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Outputs:
  Zones: {Value: {'Fn::GetAZs': ''}}
`,
    },
  },
  'version-too-old': {
    why: 'The target version does not have the function or section that this needs.',
    to: '2018-08-31',
    partial: true,
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
  'version-too-new': {
    why: 'Only old versions of HOT have this function, and it has no replacement. upgrade replaces most of these functions; replace the others by hand.',
    example: {
      command: 'run -t hot/target-version server.yaml --to 2015-04-30',
      before: `heat_template_version: 2013-05-23
parameters:
  street: {type: string}
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {str_replace: {template: {'Fn::Base64': a}, params: {a: {get_param: street}}}}
`,
      after: `heat_template_version: 2013-05-23
parameters:
  street: {type: string}
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {str_replace: {template: a, params: {a: {get_param: street}}}}
`,
    },
  },
  'join-refuses': {
    why: 'In CloudFormation templates Heat refuses to join numbers, lists and mappings. The rewritten template accepts numbers.',
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
  'always-fails': {
    why: 'No value of any parameter lets this succeed, so a stack fails as soon as Heat evaluates it.',
    partial: true,
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Mappings:
  Sizes: {small: {flavor: m1.small}}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {'Fn::FindInMap': [Sizes, large, flavor]}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Mappings:
  Sizes: {small: {flavor: m1.small}, large: {flavor: m1.large}}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {'Fn::FindInMap': [Sizes, large, flavor]}
`,
    },
  },
  'select-null': {
    why: 'Fn::Select gives an empty string when the attribute has no such item; HOT gives null. Most properties treat both as "no value", a joined string does not.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Server:
    Type: OS::Nova::Server
    Properties: {flavor: m1.small, image: fedora}
Outputs:
  Name: {Value: {'Fn::Select': [name, {'Fn::GetAtt': [Server, show]}]}}
`,
    },
  },
  'split-index': {
    why: 'When the string has fewer parts than the index, Fn::Select gives an empty string, and the rewritten template fails.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Address: {Type: String, Default: a.b.c}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {'Fn::Select': ['1', {'Fn::Split': ['.', {Ref: Address}]}]}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Second: {Type: String, Default: b}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {Ref: Second}
`,
    },
  },
  'select-json-text': {
    why: 'In a CloudFormation template Heat decodes a string parameter that contains JSON. HOT has no function for that.',
    to: '2015-04-30',
    partial: true,
    example: {
      command: 'migrate server.yaml --to 2018-08-31',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Tree: {Type: String, Default: '{"oak": "hard"}'}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {'Fn::Select': [oak, {Ref: Tree}]}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Oak: {Type: String, Default: hard}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {Ref: Oak}
`,
    },
  },
  'select-text': {
    why: 'Fn::Select decodes JSON when the value turns out to be a string. hotshift cannot know what the attribute holds, and HOT decodes nothing.',
    to: '2015-04-30',
    partial: true,
    example: {
      command: 'migrate server.yaml --to 2018-08-31',
      before: {
        'server.yaml': `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Nested: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: tree.yaml}}
Outputs:
  First: {Value: {'Fn::Select': ['0', {'Fn::GetAtt': [Nested, Outputs.Zones]}]}}
`,
      },
      after: {
        'server.yaml': `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Nested: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: tree.yaml}}
Outputs:
  First: {Value: {'Fn::GetAtt': [Nested, Outputs.FirstZone]}}
`,
      },
    },
  },
  'import-value': {
    why: 'AWS reads the value from the exports of another stack. Heat has no exports: the value must be passed in.',
    page: 'docs/guide.md',
    partial: true,
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {'Fn::ImportValue': network-id}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  NetworkId: {Type: String}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {Ref: NetworkId}
`,
    },
  },
  'no-value-null': {
    why: 'AWS::NoValue removes a property. HOT can only set it to null, which Heat reads as an empty value where the property has no default.',
    page: 'docs/guide.md',
    partial: true,
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Live: {Type: String, Default: 'yes'}
Conditions:
  IsLive: {'Fn::Equals': [{Ref: Live}, 'yes']}
Resources:
  Server:
    Type: OS::Nova::Server
    Properties:
      image: fedora
      flavor: m1.small
      key_name: {'Fn::If': [IsLive, ops, {Ref: 'AWS::NoValue'}]}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Live: {Type: String, Default: 'yes'}
Conditions:
  IsLive: {'Fn::Equals': [{Ref: Live}, 'yes']}
Resources:
  Server:
    Type: OS::Nova::Server
    Properties:
      image: fedora
      flavor: m1.small
      key_name: {'Fn::If': [IsLive, ops, test]}
`,
    },
  },
  'null-is-default': {
    why: 'AWS::NoValue removes the property, and so it gets its default. Null gives it the default, too.',
    page: 'docs/guide.md',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Live: {Type: String, Default: 'yes'}
Conditions:
  IsLive: {'Fn::Equals': [{Ref: Live}, 'yes']}
Resources:
  Secret:
    Type: OS::Heat::RandomString
    Properties:
      length: {'Fn::If': [IsLive, 64, {Ref: 'AWS::NoValue'}]}
`,
    },
  },
  'null-for-absent': {
    why: 'Heat does not know this property, so hotshift cannot know what null means to whatever you register for the type.',
    page: 'docs/guide.md',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Live: {Type: String, Default: 'yes'}
Conditions:
  IsLive: {'Fn::Equals': [{Ref: Live}, 'yes']}
Resources:
  Bucket:
    Type: AWS::S3::Bucket
    Properties:
      LoggingConfiguration: {'Fn::If': [IsLive, {a: b}, {Ref: 'AWS::NoValue'}]}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Bucket:
    Type: AWS::S3::Bucket
`,
    },
  },
  'availability-zones': {
    why: 'Fn::GetAZs asks the cloud for its zones. Of HOT, only 2013-05-23 has it.',
    page: 'docs/guide.md',
    to: '2013-05-23',
    partial: true,
    example: {
      command: 'migrate server.yaml --to 2018-08-31',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Outputs:
  Zones: {Value: {'Fn::GetAZs': ''}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Zones: {Type: CommaDelimitedList, Default: nova}
Outputs:
  Zones: {Value: {Ref: Zones}}
`,
    },
  },
  'stack-id': {
    why: 'AWS::StackId is an ARN in CloudFormation templates, and OS::stack_id is the id alone. hotshift builds the ARN, so that the value stays the same.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Outputs:
  Stack: {Value: {Ref: 'AWS::StackId'}}
`,
    },
  },
  'new-parameter': {
    why: 'The value has no source in HOT, so the template gets a parameter for it. Stacks need a value there.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Outputs:
  Partition: {Value: {Ref: 'AWS::Partition'}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Outputs:
  Partition: {Value: aws}
`,
    },
  },
  'region-constant': {
    why: 'Heat always gives ap-southeast-1 for AWS::Region in CloudFormation templates, whatever the region of the cloud. hotshift writes that value and points it out.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Outputs:
  Region: {Value: {Ref: 'AWS::Region'}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Region: {Type: String, Default: RegionOne}
Outputs:
  Region: {Value: {Ref: Region}}
`,
    },
  },
  'account-is-project': {
    why: 'OpenStack has projects instead of accounts. A project id is 32 hexadecimal digits, an account id 12 decimal ones.',
    example: {
      command: 'migrate server.yaml --from aws',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Outputs:
  Account: {Value: {Ref: 'AWS::AccountId'}}
`,
    },
  },
  'dynamic-reference': {
    why: 'AWS replaces {{resolve:…}} when it creates a stack. Heat passes the string on, so that a password would literally be "{{resolve:…}}".',
    page: 'docs/guide.md',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: '{{resolve:ssm-secure:/db/user:3}}'
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  User: {Type: String, NoEcho: 'true'}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {Ref: User}
`,
    },
  },
  'unknown-mapping': {
    why: 'The template has no mapping of this name. Heat fails when it evaluates the function.',
    partial: true,
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Mappings:
  Sizes: {small: {flavor: m1.small}}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {'Fn::FindInMap': [Size, small, flavor]}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Mappings:
  Sizes: {small: {flavor: m1.small}}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {'Fn::FindInMap': [Sizes, small, flavor]}
`,
    },
  },
  'mapping-parameter': {
    why: 'HOT has no mappings. A mapping with a computed key becomes the default of a json parameter, which users of the template can see and override.',
    page: 'docs/guide.md',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Size: {Type: String, Default: small, AllowedValues: [small]}
Mappings:
  Sizes: {small: {flavor: m1.small}}
Outputs:
  Flavor: {Value: {'Fn::FindInMap': [Sizes, {Ref: Size}, flavor]}}
`,
    },
  },
  'unused-mapping': {
    why: 'HOT has no mappings, and nothing in this template uses this one.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Mappings:
  Sizes: {small: {flavor: m1.small}}
Resources:
  Note: {Type: OS::Heat::Value, Properties: {value: a}}
`,
    },
  },
} as const satisfies Explanations
