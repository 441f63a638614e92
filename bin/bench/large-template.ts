// Templates of any size, of what real ones are made of: servers with user data that is
// joined from pieces, security groups, volumes, references among them.

type Value = string | number | readonly Value[] | { readonly [key: string]: Value }
interface Values {
  readonly [key: string]: Value
}

const ref = (name: string): Values => ({ Ref: name })

function server(index: number): Values {
  return {
    Type: 'AWS::EC2::Instance',
    Metadata: { role: index % 3 === 0 ? 'database' : 'web', rack: `rack-${index % 40}` },
    Properties: {
      ImageId: { 'Fn::FindInMap': ['Images', 'small', 'name'] },
      InstanceType: ref('Flavor'),
      KeyName: ref('KeyName'),
      SecurityGroups: [ref(`Group${index}`)],
      Tags: [{ Key: 'Name', Value: { 'Fn::Join': ['-', [ref('AWS::StackName'), `server-${index}`]] } }],
      UserData: { 'Fn::Base64': { 'Fn::Join': ['', userData(index)] } },
    },
  }
}

function userData(index: number): readonly Value[] {
  return [
    '#!/bin/bash -v\n',
    'yum -y install httpd "mariadb-server"\n',
    '# wait for the volume\n',
    'while [ ! -e /dev/vdb ]; do sleep 1; done\n',
    `mkfs -t ext4 /dev/vdb && mount /dev/vdb /srv/data-${index}\n`,
    'echo "database: ',
    ref('DatabaseName'),
    ' on ',
    { 'Fn::GetAtt': [`Server${Math.max(0, index - 1)}`, 'PrivateIp'] },
    '" > /etc/motd\n',
    '/opt/aws/bin/cfn-signal -e 0 ',
    ref('AWS::Region'),
    '\n',
  ]
}

function group(index: number): Values {
  return {
    Type: 'AWS::EC2::SecurityGroup',
    Properties: {
      GroupDescription: `Ports of server ${index}: ssh, http`,
      SecurityGroupIngress: [22, 80].map((port) => ({
        IpProtocol: 'tcp',
        FromPort: String(port),
        ToPort: String(port),
        CidrIp: '0.0.0.0/0',
      })),
    },
  }
}

function volume(index: number): Values {
  return {
    Type: 'AWS::EC2::Volume',
    DeletionPolicy: 'Snapshot',
    Properties: { Size: 10 + (index % 90), AvailabilityZone: ref('Zone') },
  }
}

function template(servers: number): Values {
  const text = (description: string) => ({ Type: 'String', Description: description })
  const resources: Record<string, Value> = {}
  for (let index = 0; index < servers; index += 1) {
    resources[`Server${index}`] = server(index)
    resources[`Group${index}`] = group(index)
    resources[`Volume${index}`] = volume(index)
  }
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: 'A great many servers',
    Parameters: {
      Flavor: {
        ...text('Size of the servers'),
        Default: 'm1.small',
        AllowedValues: ['m1.small', 'm1.large'],
      },
      KeyName: text('Name of a key pair'),
      DatabaseName: { ...text('Name of the database'), Default: 'shop' },
      Zone: text('Where the volumes are'),
    },
    Mappings: { Images: { small: { name: 'fedora-40' } } },
    Resources: resources,
    Outputs: { First: { Value: { 'Fn::GetAtt': ['Server0', 'PublicIp'] } } },
  }
}

/** A CloudFormation template in JSON of about `bytes` bytes. */
export function largeJson(bytes: number): string {
  const print = (servers: number) => JSON.stringify(template(servers), null, 2)
  const perServer = (print(200).length - print(100).length) / 100
  return print(Math.round(bytes / perServer))
}
