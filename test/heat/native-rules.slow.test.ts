/**
 * Types of AWS that Heat does not have, so that no plug-in of theirs can be compared: Heat accepts what `--native` makes of
 * them, and its plug-ins ask Neutron and Octavia for what the AWS CloudFormation User Guide says of the properties.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { hasHeatFor, python } from './installed.ts'

afterAll(removeTemporaryTrees)

const withHeat = hasHeatFor('asking Neutron and Octavia') ? describe : describe.skip

type Properties = Readonly<Record<string, unknown>>
type Calls = Readonly<
  Record<string, readonly (readonly [what: string, given: readonly unknown[], named: Properties])[]>
>

function answered<Answer>(script: string, path: string): Answer {
  const run = spawnSync(python, [join(import.meta.dirname, script), path], { encoding: 'utf8' })
  expect([run.status, run.stderr]).toEqual([0, ''])
  return JSON.parse(run.stdout) as Answer
}

/** What Heat asks for when it creates what `migrate --native` makes of resources, after it has accepted it. */
async function callsFor(resources: Properties, accept: string): Promise<Calls> {
  const template = { AWSTemplateFormatVersion: '2010-09-09', Resources: resources }
  const tree = temporaryTree({ 'a.template': JSON.stringify(template) })
  const { status } = await inProcess(
    ['migrate', '--native', 'a.template', '--accept', accept, '--write', '--allow-dirty'],
    tree.root,
  )
  expect(status).toBe(0)
  expect(tree.read('a.yaml')).not.toContain('AWS::')
  const path = join(tree.root, 'a.yaml')
  expect(answered<Readonly<Record<string, unknown>>>('native_validate.py', path)).toEqual({ [path]: [] })
  return answered<Calls>('native_calls.py', path)
}

const group = { Type: 'AWS::EC2::SecurityGroup', Properties: { GroupDescription: 'd' } }
const source = '192.0.2.0/24'

/** What each rule admits on AWS, in Neutron's words; ports are those of Neutron, or type and code of ICMP. */
const rules: readonly (readonly [kind: 'Ingress' | 'Egress', rule: Properties, neutron: Properties])[] = [
  [
    'Ingress',
    { IpProtocol: 'tcp', FromPort: 80, ToPort: 81, CidrIp: source },
    { protocol: 'tcp', port_range_min: '80', port_range_max: '81' },
  ],
  [
    'Ingress',
    { IpProtocol: '6', FromPort: 22, ToPort: 22, CidrIp: source },
    { protocol: '6', port_range_min: '22', port_range_max: '22' },
  ],
  [
    'Ingress',
    { IpProtocol: 'udp', FromPort: 53, ToPort: 53, SourceSecurityGroupId: { Ref: 'h' } },
    { protocol: 'udp', port_range_min: '53', port_range_max: '53', remote_group_id: 'h' },
  ],
  [
    'Ingress',
    { IpProtocol: 'tcp', FromPort: 22, ToPort: 22, CidrIpv6: '2001:db8::/32' },
    {
      protocol: 'tcp',
      port_range_min: '22',
      port_range_max: '22',
      ethertype: 'IPv6',
      remote_ip_prefix: '2001:db8::/32',
    },
  ],
  // Every protocol is 0 to Neutron; AWS ignores the ports.
  ['Ingress', { IpProtocol: '-1', CidrIp: source }, { protocol: '0' }],
  ['Ingress', { IpProtocol: '-1', FromPort: 1, ToPort: 2, CidrIp: source }, { protocol: '0' }],
  [
    'Ingress',
    { IpProtocol: 'icmp', FromPort: 8, ToPort: -1, CidrIp: source },
    { protocol: 'icmp', port_range_min: '8' },
  ],
  ['Ingress', { IpProtocol: 'icmp', FromPort: -1, ToPort: -1, CidrIp: source }, { protocol: 'icmp' }],
  ['Ingress', { IpProtocol: '50', CidrIp: source }, { protocol: '50' }],
  [
    'Egress',
    { IpProtocol: 'tcp', FromPort: 443, ToPort: 443, CidrIp: source },
    { protocol: 'tcp', port_range_min: '443', port_range_max: '443' },
  ],
  [
    'Egress',
    { IpProtocol: 'tcp', FromPort: 5432, ToPort: 5432, DestinationSecurityGroupId: { Ref: 'h' } },
    { protocol: 'tcp', port_range_min: '5432', port_range_max: '5432', remote_group_id: 'h' },
  ],
]

withHeat('rules of security groups', () => {
  it('admit in Neutron what they admit on AWS', async () => {
    const own = rules.map(([kind, rule], index) => [
      `r${index}`,
      { Type: `AWS::EC2::SecurityGroup${kind}`, Properties: { GroupId: { Ref: 'g' }, ...rule } },
    ])
    const calls = await callsFor({ g: group, h: group, ...Object.fromEntries(own) }, 'open-to-any-source')
    const expected = rules.map(([kind, rule, neutron]) => {
      const remote = 'CidrIp' in rule ? { remote_ip_prefix: source } : {}
      const common = { direction: kind.toLowerCase(), ethertype: 'IPv4', security_group_id: 'g' }
      return [
        ['create_security_group_rule', [{ security_group_rule: { ...common, ...remote, ...neutron } }], {}],
      ]
    })
    expect(rules.map((_, index) => calls[`r${index}`])).toEqual(expected)
  })
})

withHeat('load balancers', () => {
  it('listen, forward and check in Octavia as on AWS', async () => {
    const calls = await callsFor(
      {
        door: {
          Type: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
          Properties: { Name: 'front', Scheme: 'internal', Subnets: ['left', 'right'] },
        },
        shops: {
          Type: 'AWS::ElasticLoadBalancingV2::TargetGroup',
          Properties: {
            Port: 8080,
            Protocol: 'HTTP',
            TargetType: 'ip',
            HealthCheckPath: '/health',
            HealthCheckIntervalSeconds: 15,
            HealthCheckTimeoutSeconds: 4,
            HealthyThresholdCount: 3,
            Matcher: { HttpCode: '200-299' },
            Targets: [{ Id: '192.0.2.1' }, { Id: '192.0.2.2', Port: 8081 }],
          },
        },
        names: {
          Type: 'AWS::ElasticLoadBalancingV2::TargetGroup',
          Properties: { Port: 53, Protocol: 'TCP', TargetType: 'ip', Targets: [{ Id: '192.0.2.3' }] },
        },
        web: listener('HTTP', 80, 'shops'),
        dns: listener('TCP', 53, 'names'),
      },
      'open-to-any-source,elastic-load-balancer',
    )
    const created = Object.fromEntries(
      Object.entries(calls).map(([name, all]) => [
        name,
        all.map(([, given, named]) => given.at(-1) ?? named),
      ]),
    )
    expect(created).toMatchObject({
      door: [{ json: { loadbalancer: { name: 'front', vip_subnet_id: 'left' } } }],
      web: [{ loadbalancer_id: 'door', protocol: 'HTTP', protocol_port: 80, default_pool_id: 'shops' }],
      dns: [{ loadbalancer_id: 'door', protocol: 'TCP', protocol_port: 53, default_pool_id: 'names' }],
      shops: [{ loadbalancer_id: 'door', protocol: 'HTTP', lb_algorithm: 'ROUND_ROBIN' }],
      shops_monitor: [
        {
          pool_id: 'shops',
          type: 'HTTP',
          url_path: '/health',
          expected_codes: '200-299',
          delay: 15,
          timeout: 4,
          max_retries: 3,
        },
      ],
      shops_member_1: [{ address: '192.0.2.1', protocol_port: 8080 }],
      shops_member_2: [{ address: '192.0.2.2', protocol_port: 8081 }],
      names: [{ loadbalancer_id: 'door', protocol: 'TCP' }],
      // AWS checks a target group of TCP by a connection, every 30 seconds, and takes five answers for health.
      names_monitor: [{ pool_id: 'names', type: 'TCP', delay: 30, max_retries: 5 }],
    })
    expect(calls.shops_member_2?.[0]?.[1][0]).toBe('shops')
  })
})

function listener(protocol: string, port: number, target: string): Properties {
  const actions = [{ Type: 'forward', TargetGroupArn: { Ref: target } }]
  const own = { LoadBalancerArn: { Ref: 'door' }, Port: port, Protocol: protocol, DefaultActions: actions }
  return { Type: 'AWS::ElasticLoadBalancingV2::Listener', Properties: own }
}
