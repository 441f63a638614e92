/** What an environment of the run registers is another resource than the one that Heat's facts speak of. */
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const nested = 'heat_template_version: 2016-10-14\n'

function registering(...types: readonly string[]): string {
  return `resource_registry:\n${types.map((type) => `  "${type}": mine.yaml\n`).join('')}`
}

/** What a command makes of a template beside an environment, and what it says of it. */
async function ran(command: readonly string[], template: string, environment: string) {
  const { root, read } = temporaryTree({
    'stack.yaml': template,
    'mine.yaml': nested,
    'any.env': environment,
  })
  const { stdout } = await inProcess([...command, '.', '--write', '--format', 'json'], root)
  const { files } = JSON.parse(stdout)
  const { findings } = files.find((one: { path: string }) => one.path === 'stack.yaml')
  return { text: read('stack.yaml'), said: findings.map((one: { message: string }) => one.message) }
}

const old = `heat_template_version: 2016-10-14
resources:
  wire: {type: OS::Quantum::Port, properties: {network_id: a, value_specs: {}}}
  alarm: {type: OS::Ceilometer::Alarm, properties: {meter_name: cpu, threshold: 1}}
outputs:
  link: {value: {get_attr: [wire, show]}}
`
const modernize = ['upgrade', '--to', '2018-08-31', '--modernize']

describe('--modernize', () => {
  it('leaves types, their properties and attributes that an environment registers', async () => {
    const { text, said } = await ran(modernize, old, registering('OS::Quantum::Port'))
    expect(text).toContain('wire: {type: OS::Quantum::Port, properties: {network_id: a, value_specs: {}}}')
    expect(text).toContain('alarm: {type: OS::Aodh::Alarm,')
    expect(said).toContain(
      'OS::Quantum::Port is OS::Neutron::Port since 2013.2. It is not converted: an environment registers OS::Quantum::Port',
    )
  })

  it.each(['OS::Neutron::Port', 'OS::Quantum::*', 'OS::*'])(
    'leaves them where it registers %s',
    async (type) => {
      expect((await ran(modernize, old, registering(type))).text).toContain('type: OS::Quantum::Port')
    },
  )

  it('leaves a type that an environment registers for one resource', async () => {
    const single = 'resource_registry: {resources: {wire: {"OS::Quantum::Port": mine.yaml}}}\n'
    expect((await ran(modernize, old, single)).text).toContain('type: OS::Quantum::Port')
  })

  it('renames what no environment registers', async () => {
    const { text } = await ran(modernize, old, registering('OS::Quantum::PortOfMine'))
    expect(text).toContain('wire: {type: OS::Neutron::Port, properties: {network: a, value_specs: {}}}')
  })

  it('leaves the gateways of routers whose type an environment registers', async () => {
    const gateway = `heat_template_version: 2016-10-14
resources:
  router: {type: OS::Neutron::Router}
  gateway: {type: OS::Neutron::RouterGateway, properties: {router_id: {get_resource: router}, network: out}}
`
    const moving = [...modernize, '--accept', 'router-gateway']
    expect((await ran(moving, gateway, registering('OS::Neutron::Router'))).text).toContain('RouterGateway')
    expect((await ran(moving, gateway, registering('OS::Nova::Server'))).text).not.toContain('RouterGateway')
  })

  it.each([
    ['anywhere in the run', 'environments/any.env', ['.']],
    ['beside a file that is given', 'templates/any.yaml', ['templates/stack.yaml']],
  ])('leaves what an environment registers %s', async (_, environment, paths) => {
    // What a URL names is no file, so that no package holds both.
    const registry = 'resource_registry: {"OS::Quantum::Port": "http://example.com/mine.yaml"}\n'
    const { root, read, write } = temporaryTree({ 'templates/stack.yaml': old, [environment]: registry })
    const type = /type: (OS::\w+::Port)/
    await inProcess([...modernize, ...paths, '--write'], root)
    expect(type.exec(read('templates/stack.yaml'))?.[1]).toBe('OS::Quantum::Port')
    write(environment, 'resource_registry: {}\n')
    await inProcess([...modernize, ...paths, '--write'], root)
    expect(type.exec(read('templates/stack.yaml'))?.[1]).toBe('OS::Neutron::Port')
  })

  it('holds when a transform of it is run by itself', async () => {
    const run = ['run', '-t', 'hot/modernize-types', '--to', '2018-08-31']
    expect((await ran(run, old, registering('OS::Quantum::Port'))).text).toContain('type: OS::Quantum::Port')
    expect((await ran(run, old, registering('OS::Other'))).text).toContain('type: OS::Neutron::Port')
  })
})

describe('nativize', () => {
  const aws = `heat_template_version: 2016-10-14
resources:
  disk: {type: AWS::EC2::Volume, properties: {AvailabilityZone: nova, Size: 1}}
  net: {type: AWS::EC2::VPC, properties: {CidrBlock: 10.0.0.0/16}}
  sub: {type: AWS::EC2::Subnet, properties: {VpcId: {get_resource: net}, CidrBlock: 10.0.0.0/24}}
`

  it('leaves types that an environment registers, and what belongs together with them', async () => {
    const { text, said } = await ran(['nativize'], aws, registering('AWS::EC2::Volume', 'AWS::EC2::Subnet'))
    expect(text).toBe(aws)
    expect(said).toContain('AWS::EC2::Volume is not converted: an environment registers AWS::EC2::Volume')
    expect(said).toContain(
      'AWS::EC2::VPC is not converted: "sub" is not converted, and both must change together',
    )
  })

  it('leaves those whose native type an environment registers', async () => {
    const { text } = await ran(['nativize'], aws, registering('OS::Cinder::Volume'))
    expect(text).toContain('type: AWS::EC2::Volume')
    expect(text).toContain('type: OS::Neutron::Net')
  })
})
