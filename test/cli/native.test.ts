import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const aws = `{
  "AWSTemplateFormatVersion": "2010-09-09",
  "Parameters": {
    "Size": {"Type": "String", "Default": "t2.micro", "AllowedValues": ["t2.micro", "t2.large"]},
    "Key": {"Type": "String"}
  },
  "Mappings": {"Images": {"eu": {"id": "ami-0123456789abcdef0"}}},
  "Resources": {
    "Till": {
      "Type": "AWS::EC2::Instance",
      "Properties": {
        "ImageId": {"Fn::FindInMap": ["Images", "eu", "id"]},
        "InstanceType": {"Ref": "Size"},
        "KeyName": {"Ref": "Key"},
        "AvailabilityZone": "eu-west-1a"
      }
    }
  },
  "Outputs": {"Address": {"Value": {"Fn::GetAtt": ["Till", "PublicIp"]}}}
}
`

const map = `flavors: {t2.micro: m1.small, t2.large: m1.large}
images:
  ami-0123456789abcdef0: till-4
zones: {eu-west-1a: nova}
`

describe('nativize of a CloudFormation template', () => {
  it('names the command that is for it', async () => {
    const { root } = temporaryTree({ 'till.json': aws })
    const { status, stdout } = await inProcess(['nativize', '--format', 'json'], root)
    const [file] = JSON.parse(stdout).files
    expect([status, file.status, file.findings[0].code, file.findings[0].message]).toEqual([
      0,
      'unchanged',
      'other-kind',
      'a CloudFormation template; hotshift migrate --native converts it',
    ])
  })
})

describe('the login user of a server', () => {
  const hot = `heat_template_version: 2018-08-31
resources:
  web: {type: AWS::EC2::Instance, properties: {ImageId: fedora, InstanceType: m1.small}}
`
  it('is a warning, with its reason, and no block', async () => {
    const tree = temporaryTree({ 'web.yaml': hot, 'till.json': aws })
    for (const args of [
      ['migrate', '--native', 'till.json'],
      ['nativize', 'web.yaml'],
    ]) {
      const { status, stderr } = await inProcess([...args, '--write'], tree.root)
      expect(status).toBe(0)
      expect(stderr).toMatch(
        / warning +login-user +accepted: the AWS plugin makes cloud-init use the login user ec2-user/,
      )
    }
    expect(tree.read('web.yaml')).toContain('type: OS::Nova::Server')
    expect(tree.read('till.yaml')).toContain('type: OS::Nova::Server')
  })

  it('keeps the server where strictness is asked for, on the command line or in a configuration', async () => {
    const tree = temporaryTree({ 'web.yaml': hot, 'till.json': aws })
    for (const args of [
      ['migrate', '--native=strict', 'till.json'],
      ['nativize', '--strict', 'web.yaml'],
    ])
      expect((await inProcess(args, tree.root)).stderr).toMatch(
        / warning +login-user +AWS::EC2::Instance is not converted: /,
      )
    tree.write('hotshift.config.yaml', 'native: strict\nnativeStrict: true\n')
    for (const args of [
      ['migrate', 'till.json'],
      ['nativize', 'web.yaml'],
    ])
      expect((await inProcess(args, tree.root)).stderr).toMatch(
        / warning +login-user +AWS::EC2::Instance is not converted: /,
      )
    tree.write('hotshift.config.yaml', 'native: sometimes\n')
    expect((await inProcess(['migrate', 'till.json'], tree.root)).stderr).toContain(
      'native is true, false or strict',
    )
    expect((await inProcess(['migrate', '--native=lax', 'till.json'], tree.root)).stderr).toContain(
      '--native=lax: no such way',
    )
  })
})

describe('nativize', () => {
  it('says what becomes of resources that nothing native stands for by itself', async () => {
    const template = `heat_template_version: 2018-08-31
resources:
  shop: {type: AWS::EC2::VPC, properties: {CidrBlock: 10.0.0.0/16}}
  street: {type: AWS::EC2::InternetGateway}
  door:
    type: AWS::EC2::VPCGatewayAttachment
    properties: {VpcId: {get_resource: shop}, InternetGatewayId: {get_resource: street}}
  clerk:
    type: AWS::AutoScaling::LaunchConfiguration
    properties: {ImageId: clerk-2, InstanceType: m1.small}
`
    const { root } = temporaryTree({ 'shop.yaml': template })
    const { stdout } = await inProcess(['nativize', '--accept', 'external-network', '--format', 'json'], root)
    const [file] = JSON.parse(stdout).files
    const said = file.findings.filter(({ code }: { code: string }) => code.startsWith('native-'))
    const messages = said.map(({ message }: { message: string }) => message)
    expect(messages).toEqual(
      expect.arrayContaining([
        'AWS::EC2::VPC becomes OS::Neutron::Net',
        'AWS::EC2::InternetGateway is removed, because Heat creates nothing from it',
        'AWS::EC2::VPCGatewayAttachment becomes part of other resources (OS::Neutron::Router)',
        'AWS::AutoScaling::LaunchConfiguration is not converted: no group of the template uses it',
      ]),
    )
  })
})

async function native(files: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const { root, read } = temporaryTree({ 'till.json': aws, ...files })
  return {
    ...(await inProcess(['migrate', '--native', '--accept', 'login-user', ...options, 'till.json'], root)),
    read,
  }
}

describe('names of a cloud', () => {
  it('stand in defaults, allowed values, mappings and properties, and are checked by Heat', async () => {
    const { status, stderr, read } = await native(
      { 'cloud.yaml': map },
      '--map',
      'cloud.yaml',
      '--constraints',
      '--write',
    )
    expect([status, stderr]).toEqual([0, expect.stringContaining('1 corresponding')])
    expect(read('till.yaml')).toBe(`heat_template_version: 2018-08-31
parameters:
  Size:
    type: string
    default: m1.small
    constraints:
      - allowed_values: [m1.small, m1.large]
      - custom_constraint: nova.flavor
  Key: {type: string}
resources:
  Till:
    type: OS::Nova::Server
    properties:
      image: till-4
      flavor: {get_param: Size}
      key_name: {get_param: Key}
      availability_zone: nova
      image_update_policy: REPLACE
      user_data_format: HEAT_CFNTOOLS
outputs:
  Address: {value: {get_attr: [Till, first_address]}}
`)
  })

  it('may come from JSON', async () => {
    const json = '{"images": {"ami-0123456789abcdef0": "till-5"}}'
    const { status, stdout } = await native({ 'cloud.json': json }, '--map', 'cloud.json')
    expect([status, stdout]).toEqual([0, expect.stringContaining('till-5')])
  })

  it('are asked for where only AWS has them', async () => {
    const { stderr } = await native({}, '--verbose')
    expect(stderr).toContain(
      '"t2.micro" is an AWS name; map it to one of your cloud under "flavors" in the --map file',
    )
    expect(stderr).toContain('"ami-0123456789abcdef0" is an AWS name')
    expect(stderr).toContain('"eu-west-1a" is an AWS name')
  })

  it('show what the map has for others', async () => {
    const map = 'flavors: {m1.tiny: oak, m1.huge: elm, m3.tiny: oak}\n'
    const { stderr } = await native({ 'cloud.yaml': map }, '--map', 'cloud.yaml', '--verbose')
    expect(stderr).toContain(
      '"t2.micro" is an AWS name; map it to one of your cloud under "flavors" in the --map file, such as oak, elm',
    )
  })
})

describe('a map that cannot be used', () => {
  it.each([
    ['flavours: {a: b}\n', 'cloud.yaml:1:1: flavours is none of flavors, images, networks, zones'],
    ['flavors:\n  - a\n', 'cloud.yaml:2:3: flavors is not a mapping of names'],
    ['flavors:\n  a: 1\n', 'cloud.yaml:2:6: the name for a is a string, and not empty'],
    ['flavors:\n  1: a\n', 'cloud.yaml:2:3: a name is a string; put it into quotes'],
    ['flavors: {a: b, a: c}\n', 'cloud.yaml:1:17: a is given twice'],
    ['- a\n', 'cloud.yaml: a mapping of flavors, images, networks, zones belongs here'],
    ['flavors: {a: b\n', 'cloud.yaml:1:10: this "{" is never closed'],
  ])('%j is an error of usage', async (text, message) => {
    const { status, stderr, stdout } = await native({ 'cloud.yaml': text }, '--map', 'cloud.yaml')
    expect([status, stdout, stderr]).toEqual([64, '', expect.stringContaining(`--map ${message}`)])
  })

  it('is not there', async () => {
    const { status, stderr } = await native({}, '--map', 'cloud.yaml')
    expect([status, stderr]).toEqual([64, expect.stringMatching(/--map cloud\.yaml: .*no such file/i)])
  })

  it.each(['--map=cloud.yaml', '--constraints'])('%s needs --native', async (option) => {
    const { root } = temporaryTree({ 'till.json': aws, 'cloud.yaml': map })
    const { status, stderr } = await inProcess(['migrate', option, 'till.json'], root)
    expect([status, stderr]).toEqual([64, expect.stringContaining('needs --native')])
  })
})
