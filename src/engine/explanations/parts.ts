/** Findings about sections, parameters, resources and their types. */
import type { Explanations } from './explanation.ts'

export const parts = {
  'unknown-section': {
    why: 'Heat refuses templates with sections that it does not know.',
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
  'template-metadata': {
    why: 'HOT has no section for metadata of the template itself. Design tools and linters keep notes there.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Metadata:
  AWS::CloudFormation::Designer: {a: {size: 1}}
Resources: {Note: {Type: OS::Heat::None}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Resources: {Note: {Type: OS::Heat::None}}
`,
    },
  },
  'rules-section': {
    why: 'Rules compare several parameters with one another. Heat checks each parameter alone.',
    page: 'docs/guide.md',
    partial: true,
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Size: {Type: String, Default: small}}
Rules:
  Small: {Assertions: [{Assert: {'Fn::Equals': [{Ref: Size}, small]}}]}
Resources: {Note: {Type: OS::Heat::None}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Size: {Type: String, Default: small, AllowedValues: [small]}}
Resources: {Note: {Type: OS::Heat::None}}
`,
    },
  },
  'template-transform': {
    why: 'AWS runs a macro over the template before it reads it. Heat has no macros, and hotshift cannot know what this one does.',
    page: 'docs/guide.md',
    partial: true,
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Transform: OurOwnMacro
Resources: {Note: {Type: OS::Heat::None}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Resources: {Note: {Type: OS::Heat::None}}
`,
    },
  },
  'unused-transform': {
    why: 'The template names a macro of AWS and uses nothing of it, so that leaving it out changes nothing.',
    page: 'docs/guide.md',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Transform: AWS::Serverless-2016-10-31
Resources: {Note: {Type: OS::Heat::None}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Resources: {Note: {Type: OS::Heat::None}}
`,
    },
  },
  'ssm-parameter': {
    why: 'The parameter holds a name, and AWS looks the value up under it. Heat would use the name itself as the value.',
    page: 'docs/guide.md',
    partial: true,
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Image: {Type: 'AWS::SSM::Parameter::Value<String>', Default: /images/web}
Resources:
  Note: {Type: OS::Heat::Value, Properties: {value: {Ref: Image}}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Image: {Type: String, Default: fedora-40}
Resources:
  Note: {Type: OS::Heat::Value, Properties: {value: {Ref: Image}}}
`,
    },
  },
  'unknown-parameter-type': {
    why: 'Heat refuses a template with a parameter of a type that it does not have.',
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
  'parameter-type': {
    why: 'The types of AWS also check that the value exists in the account. The types of Heat check the form, or look the value up in OpenStack by a custom constraint.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Net: {Type: 'AWS::EC2::VPC::Id'}}
Resources: {Note: {Type: OS::Heat::Value, Properties: {value: {Ref: Net}}}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Net: {Type: String}}
Resources: {Note: {Type: OS::Heat::Value, Properties: {value: {Ref: Net}}}}
`,
    },
  },
  'missing-key': {
    why: 'Heat refuses definitions that lack a required key.',
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
  'unknown-key': {
    why: 'Heat refuses definitions with keys that it does not know. Most are misspelt.',
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
  'ignored-key': {
    why: 'Heat ignores this key in CloudFormation templates and refuses it in HOT, so it is left out.',
    example: {
      command: 'migrate server.yaml',
      before: `HeatTemplateFormatVersion: '2012-12-12'
Outputs:
  Name:
    Condition: Loud
    Value: a
`,
      after: `HeatTemplateFormatVersion: '2012-12-12'
Outputs:
  Name:
    Value: a
`,
    },
  },
  'aws-only-key': {
    why: 'AWS waits for signals, or updates instances in batches. Heat ignores the key in CloudFormation templates and has no such key in HOT.',
    page: 'docs/guide.md',
    partial: true,
    example: {
      command: 'migrate server.yaml --from aws',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Server:
    Type: AWS::EC2::Instance
    CreationPolicy: {ResourceSignal: {Count: 1}}
    Properties: {ImageId: fedora, InstanceType: m1.small}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Server:
    Type: AWS::EC2::Instance
    Properties: {ImageId: fedora, InstanceType: m1.small}
`,
    },
  },
  'not-hidden': {
    why: 'Heat hides the value only for the string "true". With any other value, such as yes, the parameter is visible to everybody who can show the stack.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Password: {Type: String, NoEcho: 'yes'}}
Resources: {Note: {Type: OS::Heat::Value, Properties: {value: {Ref: Password}}}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Password: {Type: String, NoEcho: 'true'}}
Resources: {Note: {Type: OS::Heat::Value, Properties: {value: {Ref: Password}}}}
`,
    },
  },
  'unused-constraint-description': {
    why: 'In HOT a description belongs to a constraint, and this parameter has none.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Name: {Type: String, ConstraintDescription: not empty}}
Resources: {Note: {Type: OS::Heat::Value, Properties: {value: {Ref: Name}}}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Name: {Type: String, MinLength: 1, ConstraintDescription: not empty}}
Resources: {Note: {Type: OS::Heat::Value, Properties: {value: {Ref: Name}}}}
`,
    },
  },
  'missing-file': {
    why: 'The client sends the files that a template names together with the template. It fails when one is missing.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources: {note: {type: OS::Heat::Value, properties: {value: {get_file: setup.sh}}}}
`,
      after: {
        'server.yaml': `heat_template_version: 2018-08-31
resources: {note: {type: OS::Heat::Value, properties: {value: {get_file: setup.sh}}}}
`,
        'setup.sh': `#!/bin/sh
systemctl start web
`,
      },
    },
  },
  'undeclared-parameter': {
    why: 'Heat refuses to create a stack from the template with an environment that gives a value to a parameter the template does not declare.',
    example: {
      command: 'check server.yaml server.env',
      before: {
        'server.yaml': `heat_template_version: 2018-08-31
parameters: {size: {type: number}}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
        'server.env': `parameters: {size: 1, colour: red}
`,
      },
      after: {
        'server.yaml': `heat_template_version: 2018-08-31
parameters: {size: {type: number}}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
        'server.env': `parameters: {size: 1}
`,
      },
    },
  },
  'unknown-resource-type': {
    why: 'Heat refuses the template, unless the cloud has a plug-in for the type or an environment maps it to a template.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources: {server: {type: OS::Nova::Sever}}
`,
      after: `heat_template_version: 2018-08-31
resources: {server: {type: OS::Nova::Server, properties: {image: fedora, flavor: m1.small, networks: [{network: private}]}}}
`,
    },
  },
  'deprecated-resource-type': {
    why: 'Heat still creates such resources for old stacks. It hides the type from lists and may remove it in a later release.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  router: {type: OS::Neutron::Router}
  gateway:
    type: OS::Neutron::RouterGateway
    properties: {router_id: {get_resource: router}, network: public}
`,
      after: `heat_template_version: 2018-08-31
resources:
  router:
    type: OS::Neutron::Router
    properties: {external_gateway_info: {network: public}}
`,
    },
  },
  'unknown-property': {
    why: 'Heat refuses properties that the type does not have. Most are misspelt.',
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
  'missing-property': {
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
  'bad-combination': {
    why: 'Each property is valid, but the class of the resource in Heat refuses them together, or one without the other.',
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
  'nested-error': {
    why: 'Heat reads the nested template with the one that uses it, and refuses both for an error in it.',
    example: {
      command: 'check server.yaml',
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
        'server.yaml': `heat_template_version: 2018-08-31
resources:
  disk: {type: disk.yaml}
`,
        'disk.yaml': `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
`,
      },
    },
  },
  'nested-parameter': {
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
        'disk.yaml': `heat_template_version: 2018-08-31
parameters: {size: {type: number}}
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
`,
      },
    },
  },
  'unknown-attribute': {
    why: 'Heat refuses get_attr of an attribute that the type does not have.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
outputs:
  state: {value: {get_attr: [disk, state]}}
`,
      after: `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
outputs:
  state: {value: {get_attr: [disk, status]}}
`,
    },
  },
  'removed-resource-type': {
    why: 'The service behind the type is no longer part of OpenStack. Heat has removed the type or keeps an empty placeholder for old stacks.',
    page: 'docs/upgrading.md',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  cluster:
    type: OS::Sahara::Cluster
    properties: {plugin_name: vanilla, hadoop_version: '2', cluster_template_id: a, default_image_id: b}
`,
      after: `heat_template_version: 2018-08-31
resources:
  cluster:
    type: OS::Magnum::Cluster
    properties: {cluster_template: hadoop}
`,
    },
  },
  'deprecated-name': {
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
  'deprecated-attribute': {
    why: 'A later version of Heat may drop the attribute, and its successor gives another value while the resource does not exist.',
    page: 'docs/upgrading.md',
    example: {
      command: 'upgrade server.yaml --to 2018-08-31 --modernize',
      before: `heat_template_version: 2018-08-31
resources:
  orders:
    type: OS::Zaqar::Queue
outputs:
  queue:
    value: {get_attr: [orders, queue_id]}
`,
      after: `heat_template_version: 2018-08-31
resources:
  orders:
    type: OS::Zaqar::Queue
outputs:
  queue:
    value: {get_resource: orders}
`,
    },
  },
  'neutron-lbaas': {
    why: 'Clouds no longer have Neutron LBaaS: Heat takes the resource and makes nothing of it.',
    page: 'docs/upgrading.md',
    example: {
      command: 'upgrade server.yaml --to 2018-08-31 --modernize',
      before: `heat_template_version: 2018-08-31
resources:
  counter:
    type: OS::Neutron::LBaaS::LoadBalancer
    properties: {vip_subnet: street}
`,
      after: `heat_template_version: 2018-08-31
resources:
  counter:
    type: OS::Octavia::LoadBalancer
    properties: {vip_subnet: street}
`,
    },
  },
  'nova-floating-ip': {
    why: 'Heat hides the type since Rocky, and can drop it at any time.',
    page: 'docs/upgrading.md',
    example: {
      command: 'upgrade server.yaml --to 2018-08-31 --modernize',
      before: `heat_template_version: 2018-08-31
resources:
  number:
    type: OS::Nova::FloatingIP
    properties: {pool: street}
`,
      after: `heat_template_version: 2018-08-31
resources:
  number:
    type: OS::Neutron::FloatingIP
    properties: {floating_network: street}
`,
    },
  },
  'router-gateway': {
    why: 'OS::Neutron::RouterGateway is deprecated. The gateway belongs into the router, but moving it on a live stack interrupts the connection.',
    page: 'docs/upgrading.md',
    example: {
      command: 'upgrade server.yaml --to 2018-08-31 --modernize',
      before: `heat_template_version: 2018-08-31
resources:
  router:
    type: OS::Neutron::Router
  gateway:
    type: OS::Neutron::RouterGateway
    properties: {router_id: {get_resource: router}, network: public}
`,
      after: `heat_template_version: 2018-08-31
resources:
  router:
    type: OS::Neutron::Router
    properties: {external_gateway_info: {network: public}}
`,
    },
  },
  'bad-constraint': {
    why: 'Heat refuses a template whose constraint has the wrong form or does not fit the type of the parameter.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1, constraints: [{length: {max: 3}}]}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1, constraints: [{range: {max: 999}}]}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
    },
  },
  'unknown-constraint': {
    why: 'Custom constraints are plug-ins of Heat. A cloud without this one refuses every value of the parameter.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters:
  image: {type: string, constraints: [{custom_constraint: glance.images}]}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: image}}}}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  image: {type: string, constraints: [{custom_constraint: glance.image}]}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: image}}}}
`,
    },
  },
  'several-constraints': {
    why: 'Heat reads one constraint of each entry and ignores the others, so that values pass which you meant to refuse.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters:
  name:
    type: string
    constraints:
      - length: {max: 8}
        allowed_pattern: '[a-z]+'
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: name}}}}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  name:
    type: string
    constraints:
      - length: {max: 8}
      - allowed_pattern: '[a-z]+'
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: name}}}}
`,
    },
  },
  'bad-value': {
    why: 'Heat refuses the value: its type is wrong, it does not satisfy a constraint, or a name is not a string.',
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
  'unread-key': {
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
  'circular-dependency': {
    why: 'Each waits for the other, so that Heat cannot create either. It refuses the template.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  a: {type: OS::Heat::None, depends_on: b}
  b: {type: OS::Heat::None, depends_on: a}
`,
      after: `heat_template_version: 2018-08-31
resources:
  a: {type: OS::Heat::None}
  b: {type: OS::Heat::None, depends_on: a}
`,
    },
  },
  'name-collision': {
    why: 'Heat refuses two things with one name: a parameter and a resource, or a property and its deprecated name.',
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
} as const satisfies Explanations
