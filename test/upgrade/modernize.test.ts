import { hotshift } from '../cli/hotshift.ts'
import { removeTemporaryTrees, temporaryTree } from '../runner/temporary-tree.ts'

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
  it('is the only way to newer names', () => {
    const tree = temporaryTree({ 'shop.yaml': shop })
    expect(hotshift(['upgrade', '--to', '2018-08-31', '--write'], tree.root).status).toBe(0)
    expect(tree.read('shop.yaml')).toBe(shop.replace('2014-10-16', '2018-08-31'))
  })

  it('writes them, is proved, and has nothing left to do', () => {
    const tree = temporaryTree({ 'shop.yaml': shop })
    const upgrade = ['upgrade', '--modernize', '--to', '2018-08-31', '--accept', 'router-gateway']
    const first = hotshift([...upgrade, '--write'], tree.root)
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
    const second = hotshift([...upgrade, '--check'], tree.root)
    expect({ status: second.status, stdout: second.stdout }).toEqual({ status: 0, stdout: '' })
  })

  it('leaves names that the oldest cloud of the target does not know', () => {
    const tree = temporaryTree({ 'shop.yaml': shop })
    hotshift(['upgrade', '--modernize', '--to', '2014-10-16', '--write'], tree.root)
    expect(tree.read('shop.yaml')).toBe(
      shop.replace('Quantum', 'Neutron').replaceAll(' network_id:', ' network:'),
    )
  })

  it('is understood by verify', () => {
    const after = shop
      .replace('Quantum', 'Neutron')
      .replace(' network_id: {', ' network: {')
      .replace('router_id: {get_resource: router}, port_id', 'router: {get_resource: router}, port')
    const tree = temporaryTree({
      'a.yaml': shop,
      'b.yaml': after,
      'c.yaml': after.replace('{get_param: net}', 'net'),
    })
    expect(hotshift(['verify', 'a.yaml', 'b.yaml'], tree.root).status).toBe(0)
    expect(hotshift(['verify', 'a.yaml', 'c.yaml'], tree.root).status).toBe(1)
  })
})

describe('hotshift run -t hot/modernize-properties', () => {
  it('renames and nothing else', () => {
    const tree = temporaryTree({ 'shop.yaml': shop })
    expect(hotshift(['run', '-t', 'hot/modernize-properties', '--write'], tree.root).status).toBe(0)
    expect(tree.read('shop.yaml')).toBe(
      shop
        .replaceAll(' network_id:', ' network:')
        .replace('router_id: {get_resource: router}, port_id', 'router: {get_resource: router}, port'),
    )
  })
})
