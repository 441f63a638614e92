/** Types that belong together change in a stack all of them or none, and what keeps them is named. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const balancer = `heat_template_version: 2016-10-14
resources:
  lb:
    type: OS::Neutron::LBaaS::LoadBalancer
    properties: {vip_subnet: private}
  listener:
    type: OS::Neutron::LBaaS::Listener
    properties: {loadbalancer: {get_resource: lb}, protocol: HTTP, protocol_port: 80}
  pool:
    type: OS::Neutron::LBaaS::Pool
    properties: {listener: {get_resource: listener}, protocol: HTTP, lb_algorithm: ROUND_ROBIN}
  member:
    type: member.yaml
    properties: {pool: {get_resource: pool}}
`
const member = `heat_template_version: 2016-10-14
parameters:
  pool: {type: string}
resources:
  member:
    type: OS::Neutron::LBaaS::PoolMember
    properties: {pool: {get_param: pool}, address: 10.0.0.1, protocol_port: 80, subnet: private}
outputs:
  member: {value: {get_attr: [member, show]}}
`
const alone = balancer.slice(0, balancer.indexOf('  member:'))

async function upgraded(files: Readonly<Record<string, string>>, accept: string) {
  const tree = temporaryTree(files)
  const args = ['upgrade', '--to', '2021-04-16', '--modernize', '--accept', accept, '--verbose', '--write']
  return { tree, ...(await inProcess(args, tree.root)) }
}

const newer = (text: string) => text.replace('2016-10-14', '2021-04-16')

describe('a family of types', () => {
  it('stays in all templates of a stack where one of it stays, and is said to stay because of that one', async () => {
    const { tree, status, stderr } = await upgraded(
      { 'main.yaml': balancer, 'member.yaml': member, 'other.yaml': alone },
      'neutron-lbaas',
    )
    expect(status).toBe(0)
    expect(tree.read('main.yaml')).toBe(newer(balancer))
    expect(tree.read('member.yaml')).toBe(newer(member))
    // Another stack.
    expect(tree.read('other.yaml')).toBe(newer(alone).replaceAll('OS::Neutron::LBaaS::', 'OS::Octavia::'))
    for (const [line, type] of [
      [4, 'LoadBalancer'],
      [7, 'Listener'],
      [10, 'Pool'],
    ])
      expect(stderr).toMatch(
        new RegExp(
          `  ${line}:11 +warning +removed-resource-type +OS::Neutron::LBaaS::${type} .* It is not converted: "member" in member.yaml \\(OS::Neutron::LBaaS::PoolMember\\) is not converted \\(its attribute show has no native equivalent\\), and both must change together\n`,
        ),
      )
    const about = stderr.slice(
      stderr.indexOf('changed    main.yaml'),
      stderr.indexOf('changed    member.yaml'),
    )
    expect(about).not.toContain('native-type')
    expect(about).not.toContain('neutron-lbaas  accepted')
  })

  it('changes in all of them where nothing keeps it', async () => {
    const files = { 'main.yaml': balancer, 'member.yaml': member.slice(0, member.indexOf('outputs:')) }
    const { tree, stderr } = await upgraded(files, 'neutron-lbaas')
    for (const [path, text] of Object.entries(files))
      expect(tree.read(path)).toBe(newer(text).replaceAll('OS::Neutron::LBaaS::', 'OS::Octavia::'))
    expect(stderr).not.toContain('removed-resource-type')
  })

  it('stays whole within one template, too: a floating IP with its association', async () => {
    const text = `heat_template_version: 2016-10-14
resources:
  server: {type: OS::Nova::Server, properties: {image: a, flavor: b, networks: [{network: c}]}}
  ip: {type: OS::Nova::FloatingIP, properties: {pool: public}}
  assoc:
    type: OS::Nova::FloatingIPAssociation
    properties: {server_id: {get_resource: server}, floating_ip: {get_resource: ip}}
outputs:
  ip: {value: {get_attr: [ip, ip]}}
`
    const { tree, stderr } = await upgraded({ 'ip.yaml': text }, 'nova-floating-ip')
    expect(tree.read('ip.yaml')).toBe(newer(text))
    expect(stderr).toContain(
      '  4:14  warning  native-kept  OS::Nova::FloatingIP is not converted: "assoc" (OS::Nova::FloatingIPAssociation) is not converted (the first port of the server is not a resource of the template), and both must change together\n',
    )
    expect(stderr).toContain(
      '  6:11  warning  native-kept  OS::Nova::FloatingIPAssociation is not converted: the first port of the server is not a resource of the template\n',
    )
    const ported = text.replace(
      'networks: [{network: c}]}}',
      'networks: [{port: {get_resource: port}}]}}\n  port: {type: OS::Neutron::Port, properties: {network: c}}',
    )
    const other = await upgraded({ 'ip.yaml': ported }, 'nova-floating-ip')
    expect(other.tree.read('ip.yaml')).not.toContain('OS::Nova::FloatingIP')
  })
})
