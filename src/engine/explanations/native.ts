/** Findings about native resources and names of a cloud. */
import type { Explanations } from './explanation.ts'

const page = 'docs/native.md'
const command = 'nativize server.yaml'

const server = `heat_template_version: 2018-08-31
resources:
  web:
    type: AWS::EC2::Instance
    properties: {ImageId: fedora, InstanceType: m1.small}
`

const nativeServer = `heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Nova::Server
    properties: {image: fedora, flavor: m1.small, networks: [{network: private}]}
`

const attachment = `heat_template_version: 2018-08-31
resources:
  attached:
    type: AWS::EC2::VolumeAttachment
    properties: {InstanceId: 7d3c0a5e, VolumeId: 11b2, Device: /dev/vdc}
`

const vpc = `heat_template_version: 2018-08-31
resources:
  net:
    type: AWS::EC2::VPC
    properties: {CidrBlock: 10.0.0.0/16, Tags: [{Key: a, Value: b}]}
`

const plainVpc = `heat_template_version: 2018-08-31
resources:
  net:
    type: AWS::EC2::VPC
    properties: {CidrBlock: 10.0.0.0/16}
`

const clashing = (names: string) => ({
  'server.yaml': `heat_template_version: 2018-08-31
parameters:
  size: {type: string, default: t2.micro}
  arch:
    type: json
    default:
      t2.micro: 64
      t2.small: 32
resources:
  web:
    type: OS::Nova::Server
    properties:
      image: {get_param: [arch, {get_param: size}]}
      flavor: {get_param: size}
`,
  'cloud.yaml': names,
})

const zoned = (script: string) => ({
  'server.yaml': `heat_template_version: 2018-08-31
parameters:
  size: {type: string, default: t2.micro}
resources:
  web:
    type: OS::Nova::Server
    properties:
      image: fedora
      flavor: {get_param: size}
${script}`,
  'cloud.yaml': `flavors: {t2.micro: m1.small}
`,
})

export const native = {
  'native-type': {
    why: 'OpenStack’s own types have more properties and are maintained. On a live stack the other type is another resource: Heat deletes the old one and creates a new one.',
    page,
    example: { command, before: attachment },
  },
  'native-note': {
    why: 'The native type does the same with a small difference, for example in a generated name.',
    page,
    example: { command, before: plainVpc },
  },
  'native-behaviour': {
    why: 'The native type differs in something you may rely on, for example a default or the content of an attribute.',
    page,
    example: { command, before: attachment },
  },
  'native-kept': {
    why: 'A value is known only when the stack is created, and the native type needs to know more before. The AWS type keeps working.',
    page,
    example: {
      command,
      before: `heat_template_version: 2018-08-31
parameters: {subnet: {type: string}}
resources:
  plug:
    type: AWS::EC2::NetworkInterface
    properties: {SubnetId: {get_param: subnet}}
`,
      after: `heat_template_version: 2018-08-31
parameters: {subnet: {type: string}, network: {type: string}}
resources:
  plug:
    type: OS::Neutron::Port
    properties: {network: {get_param: network}, fixed_ips: [{subnet: {get_param: subnet}}]}
`,
    },
  },
  'native-manual': {
    why: 'OpenStack solves the task in another way, which takes a decision, for example about how a server signals that it is ready.',
    page,
    example: {
      command,
      before: `heat_template_version: 2018-08-31
resources:
  opened: {type: AWS::CloudFormation::WaitConditionHandle}
`,
      after: `heat_template_version: 2018-08-31
resources:
  opened: {type: OS::Heat::WaitConditionHandle}
`,
    },
  },
  'no-native-type': {
    why: 'Heat never had this type. The template works only where an environment maps the type to a template.',
    page,
    example: {
      command,
      before: `heat_template_version: 2018-08-31
resources:
  orders: {type: AWS::DynamoDB::Table}
`,
      after: `heat_template_version: 2018-08-31
resources:
  orders: {type: OS::Trove::Instance, properties: {flavor: m1.small, datastore_type: redis}}
`,
    },
  },
  'aws-name': {
    why: 'Flavors, images, networks and zones have other names in every cloud. A stack with this name fails.',
    page,
    example: {
      command: 'nativize server.yaml --accept login-user --map cloud.yaml',
      before: {
        'server.yaml': server.replace('m1.small', 't2.micro'),
        'cloud.yaml': `flavors: {t2.large: m1.large}
`,
      },
      after: {
        'server.yaml': server.replace('m1.small', 't2.micro'),
        'cloud.yaml': `flavors: {t2.micro: m1.small}
`,
      },
    },
  },
  'name-not-mapped': {
    why: 'The parameter goes into a script as well. Its new value would change what the script does.',
    page,
    example: {
      command: 'nativize server.yaml --map cloud.yaml',
      before: zoned(`      user_data: {str_replace: {template: size SIZE, params: {SIZE: {get_param: size}}}}
`),
      after: zoned(''),
    },
  },
  'names-clash': {
    why: 'The file of --map gives two names of AWS the same name in this cloud, and both are keys of one mapping.',
    page,
    example: {
      command: 'nativize server.yaml --map cloud.yaml',
      before: clashing(`flavors: {t2.micro: m1.small, t2.small: m1.small}
`),
      after: clashing(`flavors: {t2.micro: m1.small, t2.small: m1.medium}
`),
    },
  },
  'unimplemented-property': {
    why: 'Heat has the property in its schema and refuses every template that uses it, so that no live stack has it.',
    page,
    example: { command, before: vpc, after: plainVpc },
  },
  'login-user': {
    why: 'AWS::EC2::Instance makes cloud-init create the user ec2-user. OS::Nova::Server leaves the user to the image, for example fedora or ubuntu. Scripts that log in need the other name.',
    page,
    example: { command, before: server, after: nativeServer },
  },
  'group-members': {
    why: 'Members of AWS::AutoScaling::AutoScalingGroup have metadata by which alarms find them, and a rolling update that native groups do not have.',
    page,
    example: {
      command: 'nativize server.yaml --accept login-user',
      before: `heat_template_version: 2018-08-31
resources:
  launch:
    type: AWS::AutoScaling::LaunchConfiguration
    properties: {ImageId: fedora, InstanceType: m1.small}
  group:
    type: AWS::AutoScaling::AutoScalingGroup
    properties:
      AvailabilityZones: [nova]
      LaunchConfigurationName: {get_resource: launch}
      MinSize: '1'
      MaxSize: '3'
`,
      after: `heat_template_version: 2018-08-31
resources:
  group:
    type: OS::Heat::AutoScalingGroup
    properties:
      min_size: 1
      max_size: 3
      resource:
        type: OS::Nova::Server
        properties: {image: fedora, flavor: m1.small, networks: [{network: private}]}
`,
    },
  },
  'owner-acl': {
    why: 'Heat gives the creator of an AWS::S3::Bucket access by name. A native container has the access that Swift’s roles give.',
    page,
    example: {
      command,
      before: `heat_template_version: 2018-08-31
resources:
  pictures: {type: AWS::S3::Bucket}
`,
      after: `heat_template_version: 2018-08-31
resources:
  pictures: {type: OS::Swift::Container}
`,
    },
  },
  'external-network': {
    why: 'Heat looks for the only external network of the cloud when it creates an AWS::EC2::EIP. A native floating IP names its network.',
    page,
    example: {
      command,
      before: `heat_template_version: 2018-08-31
resources:
  door: {type: AWS::EC2::EIP}
`,
      after: `heat_template_version: 2018-08-31
resources:
  door: {type: OS::Neutron::FloatingIP, properties: {floating_network: public}}
`,
    },
  },
} as const satisfies Explanations
