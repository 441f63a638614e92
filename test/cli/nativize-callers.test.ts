/** What callers ask of resources inside of nested templates follows these when they become native, or keeps them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { commandLine } from './command-line.ts'

afterEach(removeTemporaryTrees)

const hot = (sections: string) => `heat_template_version: 2018-08-31\n${sections}`
const server = '{type: AWS::EC2::Instance, properties: {ImageId: fedora, InstanceType: m1.small}}'
/** It has the parameter already that the address needs natively, so that callers need not pass it. */
const child = hot(
  `parameters: {external_network: {type: string, description: Name or ID of the external network}}
resources:
  web: ${server}
  ip: {type: AWS::EC2::EIP}
  disk: {type: AWS::EC2::Volume, properties: {AvailabilityZone: nova, Size: 1}}
  pool:
    type: OS::Heat::ResourceGroup
    properties: {count: 2, resource_def: ${server}}
outputs: {address: {value: {get_attr: [web, PublicIp]}}}
`,
)
const accept = '--accept login-user,external-network --write --allow-dirty'

/** Makes all of some files native, or those that are named. */
async function nativized(files: Readonly<Record<string, string>>, paths = '.', options = '') {
  const { root } = temporaryTree({ 'child.yaml': child, ...files })
  const run = await commandLine(root, `nativize ${paths} ${accept}${options}`)
  const left = readFileSync(join(root, 'child.yaml'), 'utf8').match(/\w+: \{type: AWS::[\w:]+/g) ?? []
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  return { ...run, read, left: left.map((one) => one.replace(/:.*/, '')) }
}

const stack = 'resources:\n  stack: {type: child.yaml}\n'
const grouped =
  'resources:\n  group: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: child.yaml}}}\n'
const address = hot('resources:\n  ip: {type: AWS::EC2::EIP}\n')
const networkParameter =
  '  external_network:\n    type: string\n    description: Name or ID of the external network\n'
const scaled =
  'resources:\n  scaled: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 2, resource: {type: child.yaml}}}\n'
const asking = (resources: string, value: string) => hot(`${resources}outputs: {o: {value: ${value}}}\n`)

describe('nativize, and callers of nested templates', () => {
  it.each([
    [
      stack,
      '{get_attr: [stack, resource.web, PublicIp]}',
      '{get_attr: [stack, resource.web, first_address]}',
    ],
    [
      stack,
      '{get_attr: [stack, "resource.web.PrivateIp"]}',
      '{get_attr: [stack, "resource.web.first_address"]}',
    ],
    [
      stack,
      '{get_attr: [stack, resource.web.AvailabilityZone]}',
      '{get_attr: [stack, resource.web.show, OS-EXT-AZ:availability_zone]}',
    ],
    [stack, '{get_attr: [stack, resource.ip]}', '{get_attr: [stack, resource.ip, floating_ip_address]}'],
    [stack, '{get_attr: [stack, resource.ip, AllocationId]}', '{get_attr: [stack, resource.ip]}'],
    [stack, '{get_attr: [stack, resource.ip.AllocationId]}', '{get_attr: [stack, resource.ip]}'],
    [
      grouped,
      '{get_attr: [group, resource.0.resource.web.PublicIp]}',
      '{get_attr: [group, resource.0.resource.web.first_address]}',
    ],
    [
      grouped,
      '{get_attr: [group, attributes, resource.web, PublicIp]}',
      '{get_attr: [group, attributes, resource.web, first_address]}',
    ],
    [
      scaled,
      '{get_attr: [scaled, outputs_list, resource.ip.AllocationId]}',
      '{get_attr: [scaled, outputs_list, resource.ip]}',
    ],
    [
      stack,
      '{get_attr: [stack, resource.pool, resource.1, PublicIp]}',
      '{get_attr: [stack, resource.pool, resource.1, first_address]}',
    ],
    [
      stack,
      '{get_attr: [stack, resource.pool, PublicIp]}',
      '{get_attr: [stack, resource.pool, first_address]}',
    ],
    [stack, '{get_attr: [stack, resource.disk]}', '{get_attr: [stack, resource.disk]}'],
    [stack, '{get_attr: [stack, address]}', '{get_attr: [stack, address]}'],
  ])('%s%s follows', async (resources, before, after) => {
    const { left, read, err, code } = await nativized({ 'stack.yaml': asking(resources, before) })
    expect([code, left, err.includes('differ')]).toEqual([0, [], false])
    expect(read('stack.yaml')).toBe(asking(resources, after))
  })

  it('follows through several stacks, with its comments, and counts as corresponding', async () => {
    const top = hot(
      `resources:
  middle: {type: stack.yaml}
  label:
    type: OS::Heat::Value
    properties:
      value:
        list_join:
          - ' '
          # where it is
          - - {get_attr: [middle, 'resource.stack', "resource.web", PublicIp]} # its address
            - {get_attr: [middle, resource.stack.resource.ip]}
`,
    )
    const { left, read, err } = await nativized({ 'top.yaml': top, 'stack.yaml': hot(stack) })
    expect(left).toEqual([])
    expect(err).toContain('2 corresponding')
    expect(read('top.yaml')).toBe(
      top.replace('PublicIp]', 'first_address]').replace('resource.ip]', 'resource.ip, floating_ip_address]'),
    )
  })

  it('follows names that an environment gives', async () => {
    const { left, read } = await nativized({
      'env.yaml': 'resource_registry: {"My::Shop": child.yaml}\n',
      'stack.yaml': asking(
        'resources:\n  stack: {type: "My::Shop"}\n',
        '{get_attr: [stack, resource.web, PublicIp]}',
      ),
    })
    expect(left).toEqual([])
    expect(read('stack.yaml')).toContain('{get_attr: [stack, resource.web, first_address]}')
  })

  it.each([
    ['{get_attr: [stack, {get_param: "OS::stack_name"}]}', ['web', 'ip', 'resource_def']],
    // What a function in short form names is no step, not even where it is one that HOT does not have.
    ['{get_attr: [stack, !Ref address]}', ['web', 'ip', 'resource_def']],
    ['{get_attr: [stack, resource.web, {get_param: "OS::stack_name"}]}', ['web']],
    ['{get_attr: [stack, resource.web, Strange]}', ['web']],
    ['{get_attr: [stack, resource.ip, AllocationId, 0]}', ['ip']],
  ])('keeps what %s may ask for', async (value, kept) => {
    const { left, err } = await nativized({ 'stack.yaml': asking(stack, value) })
    expect(left).toEqual(kept)
    expect(err).toContain('is not converted: stack.yaml asks')
  })

  it.each([
    [
      'is CloudFormation',
      'HeatTemplateFormatVersion: 2012-12-12\nResources:\n  stack: {Type: child.yaml}\nOutputs: {o: {Value: {Fn::GetAtt: [stack, resource.web.PublicIp]}}}\n',
    ],
    [
      'is filled in first',
      `${asking(stack, '{get_attr: [stack, resource.web.PublicIp]}')}# {{ tag }}\n{% if a %}\n`,
    ],
  ])('keeps what a caller asks for that %s', async (_, caller) => {
    const { left, read } = await nativized({ 'stack.yaml': caller })
    expect(left[0]).toBe('web')
    expect(read('stack.yaml')).toBe(caller)
  })

  it('says whom to name where the caller is no part of the run', async () => {
    const caller = asking(stack, '{get_attr: [stack, resource.web, PublicIp]}')
    const { left, read, err } = await nativized({ 'stack.yaml': caller }, 'child.yaml')
    expect(left).toEqual(['web'])
    expect(err).toContain('stack.yaml asks for its attribute PublicIp, and is not part of this run')
    expect(err).toContain('Name stack.yaml beside child.yaml')
    expect(read('stack.yaml')).toBe(caller)
    const outside = asking(stack, '{get_attr: [stack, address]}')
    expect((await nativized({ 'stack.yaml': outside }, 'child.yaml')).left).toEqual([])
  })

  it('keeps a family of which a caller refers to what would go', async () => {
    const group = hot(
      'resources:\n' +
        '  l: {type: AWS::AutoScaling::LaunchConfiguration, properties: {ImageId: i, InstanceType: f}}\n' +
        '  g: {type: AWS::AutoScaling::AutoScalingGroup, properties: {AvailabilityZones: [n], LaunchConfigurationName: {get_resource: l}, MinSize: 1, MaxSize: 1}}\n',
    )
    const of = async (value: string) =>
      nativized({ 'child.yaml': group, 'stack.yaml': asking(stack, value) }, '.', ' --accept group-members')
    expect((await of('{get_attr: [stack, x]}')).left).toEqual([])
    const { left, err } = await of('{get_attr: [stack, resource.l]}')
    expect(left).toEqual(['l', 'g'])
    expect(err).toContain('stack.yaml refers to it as resource.l')
  })

  const cloud = '  v: {type: AWS::EC2::VPC, properties: {CidrBlock: 10.0.0.0/16}}\n'
  const part = (vpc: string) =>
    `  s: {type: AWS::EC2::Subnet, properties: {VpcId: ${vpc}, CidrBlock: 10.0.1.0/24}}\n`
  const partChild = hot(`parameters: {vpc: {type: string}}\nresources:\n${part('{get_param: vpc}')}`)
  const passing = (type: string) => hot(`resources:\n${cloud}  inner: ${type}\n`)
  const passed = 'properties: {vpc: {get_resource: v}}'
  it.each([
    ['a parameter', passing(`{type: child.yaml, ${passed}}`), partChild],
    [
      'a member of a group',
      passing(`{type: OS::Heat::ResourceGroup, properties: {resource_def: {type: child.yaml, ${passed}}}}`),
      partChild,
    ],
    [
      'a stack of its own',
      passing(
        '{type: AWS::CloudFormation::Stack, properties: {TemplateURL: child.yaml, Parameters: {vpc: {get_resource: v}}}}',
      ),
      partChild,
    ],
    [
      'an output',
      hot(`resources:\n  inner: {type: child.yaml}\n${part('{get_attr: [inner, vpc]}')}`),
      hot(`resources:\n${cloud}outputs: {vpc: {value: {get_resource: v}}}\n`),
    ],
    [
      'CloudFormation',
      passing(`{type: child.yaml, ${passed}}`),
      'HeatTemplateFormatVersion: 2012-12-12\nParameters: {vpc: {Type: String}}\nResources:\n  s: {Type: AWS::EC2::Subnet, Properties: {VpcId: {Ref: vpc}, CidrBlock: 10.0.1.0/24}}\n',
    ],
  ])('keeps a VPC whose subnet gets it by %s', async (_what, caller, callee) => {
    const { read, err } = await nativized({ 'child.yaml': callee, 'stack.yaml': caller })
    expect(err).toMatch(
      /AWS::EC2::VPC is not converted: (child|stack)\.yaml may get it, where AWS::EC2::Subnet stays/,
    )
    expect(read('child.yaml')).toBe(callee)
    expect(read('stack.yaml').match(/AWS::EC2::\w+/g)).toEqual(caller.match(/AWS::EC2::\w+/g))
  })

  it('names the nested template that gets a VPC and is not part of the run', async () => {
    const caller = passing(`{type: child.yaml, ${passed}}`)
    const { read, err } = await nativized({ 'child.yaml': partChild, 'stack.yaml': caller }, 'stack.yaml')
    expect(err).toContain(
      'AWS::EC2::VPC is not converted: it is passed to child.yaml, which is not part of this run',
    )
    expect(err).toContain('Name child.yaml, too')
    expect(read('stack.yaml')).toBe(caller)
  })

  it.each([
    ['under a registered name', { 'stack.yaml': passing(`{type: My::Part, ${passed}}`) }, 'it is'],
    [
      'through another template',
      {
        'stack.yaml': passing(`{type: middle.yaml, ${passed}}`),
        'middle.yaml': hot(
          'parameters: {vpc: {type: string}}\nresources:\n  in: {type: My::Part, properties: {vpc: {get_param: vpc}}}\n',
        ),
      },
      'it is',
    ],
    [
      'by a caller',
      {
        'stack.yaml': hot(`resources:\n${cloud}outputs: {vpc: {value: {get_resource: v}}}\n`),
        'top.yaml': hot(
          'resources:\n  a: {type: stack.yaml}\n  b: {type: My::Part, properties: {vpc: {get_attr: [a, vpc]}}}\n',
        ),
      },
      'callers may',
    ],
  ])('names the nested template that gets a VPC %s and is not part of the run', async (_, files, how) => {
    const environment = 'resource_registry: {"My::Part": lib/child.yaml}\n'
    const { read, err } = await nativized({ ...files, 'env.yaml': environment })
    expect(err).toMatch(
      new RegExp(`VPC is not converted: ${how} pass(ed)?( it)? to lib/child.yaml, which is not part`),
    )
    expect(read('stack.yaml')).toBe(files['stack.yaml'])
  })

  it('makes a VPC native of which a nested template that is not part of the run gets nothing', async () => {
    const caller = passing('{type: net.yaml, properties: {net: {get_resource: v}}}')
    const other = '  other: {type: lib/missing.yaml, properties: {text: "see net.yaml, lib/missing.yaml"}}\n'
    const net = hot('parameters: {net: {type: string}}\nresources: {}\n')
    const { read } = await nativized({ 'stack.yaml': `${caller}${other}`, 'net.yaml': net })
    expect(read('stack.yaml')).not.toContain('AWS::')
  })

  it('makes VPCs native that only their own template knows, or that others take as any network', async () => {
    const alone = hot(`resources:\n${cloud}${part('{get_resource: v}')}  inner: {type: child.yaml}\n`)
    const network = passing('{type: net.yaml, properties: {net: {get_resource: v}}}')
    const { read } = await nativized({
      'child.yaml': partChild,
      'alone.yaml': alone,
      'stack.yaml': network,
      'net.yaml': hot(
        'parameters: {net: {type: string}}\nresources: {p: {type: OS::Neutron::Port, properties: {network: {get_param: net}}}}\n',
      ),
    })
    expect(read('alone.yaml')).not.toContain('AWS::')
    expect(read('stack.yaml')).not.toContain('AWS::')
  })

  it('keeps an autoscaling group whose policy stands in a nested template', async () => {
    const policy =
      'parameters: {group: {type: string}}\nresources:\n  p: {type: AWS::AutoScaling::ScalingPolicy, properties: {AutoScalingGroupName: {get_param: group}, AdjustmentType: ChangeInCapacity, ScalingAdjustment: 1}}\n'
    const group = hot(
      'resources:\n' +
        '  l: {type: AWS::AutoScaling::LaunchConfiguration, properties: {ImageId: i, InstanceType: f}}\n' +
        '  g: {type: AWS::AutoScaling::AutoScalingGroup, properties: {AvailabilityZones: [n], LaunchConfigurationName: {get_resource: l}, MinSize: 1, MaxSize: 1}}\n' +
        '  inner: {type: child.yaml, properties: {group: {get_resource: g}}}\n',
    )
    const files = { 'child.yaml': hot(policy), 'stack.yaml': group }
    const { read, err } = await nativized(files, '.', ' --accept group-members --verbose')
    expect(read('stack.yaml')).toBe(group)
    expect(err).toContain('child.yaml may get it, where AWS::AutoScaling::ScalingPolicy stays')
  })

  it('lets callers pass the name of the external network, from parameters of their own', async () => {
    const middle = hot(
      `parameters:
  external_network: {type: string, default: dmz} # of the shop
resources:
  one: {type: child.yaml}
  pair:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: My::Shop # by its name
`,
    )
    const top = hot(
      'resources:\n  middle: {type: middle.yaml, properties: {external_network: front}}\n  ip: {type: AWS::EC2::EIP}\n',
    )
    const annex = hot(
      'resources:\n  s: {type: AWS::CloudFormation::Stack, properties: {TemplateURL: child.yaml}}\n',
    )
    const { left, read, err, code } = await nativized({
      'child.yaml': address,
      'middle.yaml': middle,
      'top.yaml': top,
      'annex.yaml': annex,
      'env.yaml': 'resource_registry: {"My::Shop": child.yaml}\n',
    })
    expect([code, left, err.includes('cannot pass')]).toEqual([0, [], false])
    expect(err).toContain('4 corresponding')
    const declared = (name: string) => networkParameter.replace('external_network', name)
    const passed = '{external_network: {get_param: external_network}}'
    expect(read('middle.yaml')).toBe(
      middle
        .replace('resources:\n', `${declared('external_network_2')}resources:\n`)
        .replace('{type: child.yaml}', `{type: child.yaml, properties: ${passed.replace('k}', 'k_2}')}}`)
        .replace(
          '# by its name\n',
          '# by its name\n        properties:\n          external_network: {get_param: external_network_2}\n',
        ),
    )
    expect(read('top.yaml')).toBe(
      `${hot(`parameters:\n${declared('external_network')}resources:\n`)}  middle: {type: middle.yaml, properties: {external_network: front, external_network_2: {get_param: external_network}}}
  ip: {type: OS::Neutron::FloatingIP, properties: {floating_network: {get_param: external_network}}}
`,
    )
    expect(read('annex.yaml')).toBe(
      hot(
        `parameters:\n${declared('external_network')}resources:\n  s: {type: child.yaml, properties: ${passed}}\n`,
      ),
    )
  })

  it.each([
    ['an alias', '  a: {type: child.yaml, properties: &a {}}\n  b: {type: child.yaml, properties: *a}\n'],
    [
      'a merge key',
      '  a: {type: OS::Heat::Value, properties: &a {value: x}}\n  b: {type: child.yaml, properties: {<<: *a}}\n',
    ],
    ['a function', '  a: {type: child.yaml, properties: {get_file: a}}\n'],
    ['a type that environments lead to different templates', '  a: {type: "My::Shop", properties: {}}\n'],
    [
      'types that get the same',
      '  a: {type: OS::Heat::ResourceChain, properties: {resources: [child.yaml, OS::Heat::None]}}\n',
    ],
  ])('names a caller that cannot pass it because of %s', async (_what, resources) => {
    const caller = hot(`resources:\n${resources}`)
    const shops = {
      'shop.yaml': 'resource_registry: {"My::Shop": child.yaml}\n',
      'other.yaml': hot('resources: {}\n'),
      'none.yaml': 'resource_registry: {"My::Shop": other.yaml}\n',
    }
    const { left, read, err, code } = await nativized({
      'child.yaml': address,
      'stack.yaml': caller,
      ...shops,
    })
    expect([code, left, read('stack.yaml')]).toEqual([0, [], caller])
    expect(err).toContain('; stack.yaml cannot pass the parameter')
  })

  it('passes it once to a chain of templates', async () => {
    const chain = (passed: string) =>
      hot(
        `parameters:\n  n: {type: string}\n${passed === '' ? '' : networkParameter}resources:\n  a: {type: OS::Heat::ResourceChain, properties: {resources: [child.yaml, child.yaml], resource_properties: {${passed}}}}\n`,
      )
    const { read, err } = await nativized({ 'child.yaml': address, 'stack.yaml': chain('') })
    expect(err).toContain('2 corresponding')
    expect(read('stack.yaml')).toBe(chain('external_network: {get_param: external_network}'))
  })

  it('names callers outside of the run, which cannot pass it', async () => {
    const { err } = await nativized({ 'child.yaml': address, 'stack.yaml': hot(stack) }, 'child.yaml')
    expect(err).toContain('; stack.yaml cannot pass the parameter')
  })

  it('takes the parameter that an earlier run made', async () => {
    const { root } = temporaryTree({ 'a.yaml': hot('resources: {ip: {type: AWS::EC2::EIP}}\n') })
    const path = join(root, 'a.yaml')
    await commandLine(root, `nativize . ${accept}`)
    const made = readFileSync(path, 'utf8')
    writeFileSync(path, `${made.replace(/\}\n$/, ', more: {type: AWS::EC2::EIP}}\n')}`)
    expect((await commandLine(root, `nativize . ${accept}`)).code).toBe(0)
    const network =
      '{type: OS::Neutron::FloatingIP, properties: {floating_network: {get_param: external_network}}}'
    expect(readFileSync(path, 'utf8')).toBe(made.replace(/\}\n$/, `, more: ${network}}\n`))
  })
})

describe('migrate --native, and callers of nested templates', () => {
  const cfnChild =
    'HeatTemplateFormatVersion: 2012-12-12\nResources:\n  web: {Type: AWS::EC2::Instance, Properties: {ImageId: fedora, InstanceType: m1.small}}\n'
  const cfnStack = (name: string) =>
    `HeatTemplateFormatVersion: 2012-12-12\nResources:\n  stack: {Type: child.yaml}\nOutputs: {o: {Value: {"${name}": [stack, resource.web.PublicIp]}}}\n`

  it('takes both to HOT, and what one asks of the other along', async () => {
    const { root } = temporaryTree({ 'child.yaml': cfnChild, 'stack.yaml': cfnStack('Fn::GetAtt') })
    const { code } = await commandLine(root, 'migrate --native --accept login-user --write --allow-dirty')
    expect(code).toBe(0)
    expect(readFileSync(join(root, 'child.yaml'), 'utf8')).toContain('OS::Nova::Server')
    expect(readFileSync(join(root, 'stack.yaml'), 'utf8')).toContain(
      'get_attr: [stack, resource.web.first_address]',
    )
  })

  it('does not make the one native when the other is blocked', async () => {
    const { root } = temporaryTree({
      'child.yaml': cfnChild,
      'stack.yaml': `${cfnStack('Fn::GetAtt')}Mappings: {}\nTransform: AWS::Serverless-2016-10-31\n`,
      'alone.yaml': cfnChild,
      'broken.yaml': 'AWSTemplateFormatVersion: 2010-09-09\nResources: {a\n',
    })
    const { err } = await commandLine(root, 'migrate --native --accept login-user --write --allow-dirty')
    expect(readFileSync(join(root, 'alone.yaml'), 'utf8')).toContain('OS::Nova::Server')
    const callee = readFileSync(join(root, 'child.yaml'), 'utf8')
    const caller = readFileSync(join(root, 'stack.yaml'), 'utf8')
    expect(callee.includes('OS::Nova::Server')).toBe(caller.includes('first_address'))
    expect(err).toMatch(/blocked +broken\.yaml/)
  })
})
