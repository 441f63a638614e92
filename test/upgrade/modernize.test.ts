import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const shop = `heat_template_version: 2014-10-16
parameters:
  net: {type: string}
resources:
  alarm:
    type: OS::Quantum::Port
    properties:
      network_id: {get_param: net}  # inside
  side:
    type: OS::Neutron::RouterInterface
    properties: {router_id: {get_resource: router}, port_id: {get_resource: alarm}}
  router:
    type: OS::Neutron::Router
  gateway:
    type: OS::Neutron::RouterGateway
    properties: {router_id: {get_resource: router}, network_id: public}
`

describe('hotshift upgrade --modernize', () => {
  it('is the only way to newer names', async () => {
    const tree = temporaryTree({ 'shop.yaml': shop })
    expect((await inProcess(['upgrade', '--to', '2018-08-31', '--write'], tree.root)).status).toBe(0)
    expect(tree.read('shop.yaml')).toBe(shop.replace('2014-10-16', '2018-08-31'))
  })

  it('writes them, is proved, and has nothing left to do', async () => {
    const tree = temporaryTree({ 'shop.yaml': shop })
    const upgrade = ['upgrade', '--modernize', '--to', '2018-08-31', '--accept', 'router-gateway']
    const first = await inProcess([...upgrade, '--write'], tree.root)
    expect(first.status).toBe(0)
    expect(first.stderr).toContain('1 proved equal')
    expect(tree.read('shop.yaml')).toBe(`heat_template_version: 2018-08-31
parameters:
  net: {type: string}
resources:
  alarm:
    type: OS::Neutron::Port
    properties:
      network: {get_param: net}  # inside
  side:
    type: OS::Neutron::RouterInterface
    properties: {router: {get_resource: router}, port: {get_resource: alarm}}
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: public}
`)
    const second = await inProcess([...upgrade, '--check'], tree.root)
    expect({ status: second.status, stdout: second.stdout }).toEqual({ status: 0, stdout: '' })
  })

  it('leaves names that the oldest cloud of the target does not know', async () => {
    const tree = temporaryTree({ 'shop.yaml': shop })
    await inProcess(['upgrade', '--modernize', '--to', '2014-10-16', '--write'], tree.root)
    expect(tree.read('shop.yaml')).toBe(
      shop.replace('Quantum', 'Neutron').replaceAll(' network_id:', ' network:'),
    )
  })

  it('is understood by verify', async () => {
    const after = shop
      .replace('Quantum', 'Neutron')
      .replace(' network_id: {', ' network: {')
      .replace('router_id: {get_resource: router}, port_id', 'router: {get_resource: router}, port')
    const tree = temporaryTree({
      'a.yaml': shop,
      'b.yaml': after,
      'c.yaml': after.replace('{get_param: net}', 'net'),
    })
    expect((await inProcess(['verify', 'a.yaml', 'b.yaml'], tree.root)).status).toBe(0)
    expect((await inProcess(['verify', 'a.yaml', 'c.yaml'], tree.root)).status).toBe(1)
  })
})

describe('hotshift run -t hot/modernize-properties', () => {
  it('renames and nothing else', async () => {
    const tree = temporaryTree({ 'shop.yaml': shop })
    expect((await inProcess(['run', '-t', 'hot/modernize-properties', '--write'], tree.root)).status).toBe(0)
    expect(tree.read('shop.yaml')).toBe(
      shop
        .replaceAll(' network_id:', ' network:')
        .replace('router_id: {get_resource: router}, port_id', 'router: {get_resource: router}, port'),
    )
  })
})

describe('the cloud decides which names there are', () => {
  const old = (type: string, property: string) =>
    `heat_template_version: 2013-05-23\nresources:\n  port: {type: ${type}, properties: {${property}: a}}\n`
  const given = old('OS::Quantum::Port', 'network_id')

  it('says what stays where the version alone does not tell', async () => {
    const tree = temporaryTree({ 'a.yaml': given })
    const { stderr } = await inProcess(['upgrade', '--modernize', '--to', '2013-05-23', '--write'], tree.root)
    expect(tree.read('a.yaml')).toBe(old('OS::Neutron::Port', 'network_id'))
    expect(stderr).toContain(
      'deprecated-name  "network_id" of OS::Neutron::Port was renamed to "network" in 2014.2. It is not converted: a cloud with 2013-05-23 may be older; pass its release with --cloud\n',
    )
  })

  it.each([
    ['queens', 'network'],
    ['icehouse', 'network_id'],
  ])('writes the names that the Heat of %s has, whatever version is declared', async (cloud, property) => {
    const tree = temporaryTree({ 'a.yaml': given })
    const args = ['upgrade', '--modernize', '--to', '2013-05-23', '--write']
    const { status, stderr } = await inProcess([...args, '--cloud', cloud], tree.root)
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('deprecated-name')])
    expect(tree.read('a.yaml')).toBe(old('OS::Neutron::Port', property))
    // The configuration says the same.
    tree.write('a.yaml', given)
    tree.write('hotshift.config.yaml', `cloud: {release: ${cloud}}\n`)
    expect((await inProcess(args, tree.root)).status).toBe(0)
    expect(tree.read('a.yaml')).toBe(old('OS::Neutron::Port', property))
  })

  it('says the version, too, where none is asked for', async () => {
    const tree = temporaryTree({ 'a.yaml': given })
    expect((await inProcess(['upgrade', '--cloud', 'queens', '--write'], tree.root)).status).toBe(0)
    expect(tree.read('a.yaml')).toBe(given.replace('2013-05-23', '2018-03-02'))
  })
})

describe('hotshift migrate --modernize', () => {
  const cfn = `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  net: {Type: OS::Quantum::Net}
  port: {Type: OS::Quantum::Port, Properties: {network_id: {Ref: net}}}
`
  const hot = (type: string, property: string) => `heat_template_version: 2018-08-31
resources:
  net: {type: OS::${type}::Net}
  port: {type: OS::${type}::Port, properties: {${property}: {get_resource: net}}}
`
  it('writes the names that upgrade writes, on request', async () => {
    const tree = temporaryTree({ 'a.yaml': cfn, 'b.yaml': cfn })
    expect((await inProcess(['migrate', 'b.yaml', '--write'], tree.root)).status).toBe(0)
    expect(tree.read('b.yaml')).toBe(hot('Quantum', 'network_id'))
    const { status, stderr } = await inProcess(['migrate', 'a.yaml', '--modernize', '--write'], tree.root)
    expect([status, stderr]).toEqual([0, expect.stringContaining('1 proved equal')])
    expect(tree.read('a.yaml')).toBe(hot('Neutron', 'network'))
    await inProcess(['upgrade', '--modernize', '--to', '2018-08-31', 'b.yaml', '--write'], tree.root)
    expect(tree.read('b.yaml')).toBe(tree.read('a.yaml'))
  })
})
