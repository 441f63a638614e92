/** What Octavia needs for a load balancer of AWS, in terms: the counterpart of the transform `os/load-balancer`. */
import { addressAttributes, checkType, checkTypes, monitorProperties } from '../../heat/load-balancing.ts'
import type { Key } from '../../heat/values/value.ts'
import type { ResourcePlan } from '../parts.ts'
import { entriesOf, type Snippet } from '../snippet.ts'
import { joinedLowered, type Lowered } from '../terms/lowering.ts'
import type { Term } from '../terms/term.ts'
import type { Expected, ExpectedResource, OriginalSide } from './expected-form.ts'
import { forwardedTo } from './properties.ts'

const listener = 'AWS::ElasticLoadBalancingV2::Listener'

/** A pool belongs to the load balancer of the listener that forwards to it, and has a monitor and members beside it. */
export function withMonitorAndMembers(
  made: Expected,
  plan: ResourcePlan,
  by: OriginalSide,
  enabled: Term,
): Expected | string {
  const balancer = by.referring(listener, 'LoadBalancerArn').find(([one]) => isForwarding(one, plan.name, by))
  if (balancer === undefined) return 'no listener forwards to it'
  const lowered: Lowered[] = []
  const lower = (snippet: Snippet): Term => {
    const one = by.lower(snippet, enabled)
    lowered.push(one.lowered)
    return one.made
  }
  const own = entriesOf(plan.properties) ?? new Map<Key, Snippet>()
  const monitor = monitorOf(own, lower, by)
  const members = membersOf(own, lower, by)
  if (typeof members === 'string') return members
  const pool = by.reference(plan.name)
  const beside = [...monitor, ...members].map(
    ({ type, properties }): ExpectedResource => ({
      type,
      properties: new Map([['pool' as Key, pool] as const, ...properties]),
      lowered: joinedLowered(by.terms, lowered),
    }),
  )
  const properties = new Map([
    ...made.properties,
    ['loadbalancer' as Key, by.reference(balancer[1])] as const,
  ])
  const waits: Lowered = { obligations: [], needs: new Map([[balancer[1], enabled]]) }
  return { ...made, properties, beside, lowered: joinedLowered(by.terms, [made.lowered, waits]) }
}

function isForwarding({ properties }: ResourcePlan, pool: string, by: OriginalSide): boolean {
  const actions = entriesOf(properties)?.get('DefaultActions')
  const to = actions === undefined ? undefined : forwardedTo(by.lower(actions).made)
  return to?.tag === 'input' && to.of === 'reference' && to.name === pool
}

type Own = ReadonlyMap<Key, Snippet>
type Lower = (snippet: Snippet) => Term
type Made = Pick<ExpectedResource, 'type' | 'properties'>

function monitorOf(own: Own, lower: Lower, { terms }: OriginalSide): readonly Made[] {
  const constant = (name: string): unknown => {
    const snippet = own.get(name)
    const term = snippet === undefined ? undefined : lower(snippet)
    return term?.tag === 'constant' ? term.value : undefined
  }
  if (String(constant('HealthCheckEnabled')).toLowerCase() === 'false') return []
  const type = String(constant('HealthCheckProtocol') ?? checkType(String(constant('Protocol'))))
  if (!checkTypes.includes(type)) return []
  const properties = new Map<Key, Term>([['type', terms.constant(type)]])
  for (const { from, to, default: usual } of monitorProperties(type)) {
    const snippet = from.reduce<Snippet | undefined>(
      (at, name, index) => (index === 0 ? own : entriesOf(at ?? null))?.get(name),
      null,
    )
    properties.set(to, snippet === undefined ? terms.constant(usual) : lower(snippet))
  }
  return [{ type: 'OS::Octavia::HealthMonitor', properties }]
}

function membersOf(own: Own, lower: Lower, by: OriginalSide): readonly Made[] | string {
  const targets = own.get('Targets')
  if (targets === undefined) return []
  const listed = lower(targets)
  if (listed.tag !== 'list') return 'its targets are not a literal list'
  const [port, kind] = ['Port', 'TargetType'].map((name) => own.get(name))
  const type = kind === undefined ? undefined : lower(kind)
  const isAddress = type?.tag === 'constant' && type.value === 'ip'
  const members: Made[] = []
  for (const item of listed.items) {
    const id = item.tag === 'map' ? item.entries.get('Id') : undefined
    const address = id === undefined || isAddress ? id : addressOf(id, by)
    const at =
      (item.tag === 'map' ? item.entries.get('Port') : undefined) ??
      (port === undefined ? undefined : lower(port))
    if (address === undefined || at === undefined) return 'a target has no address or no port'
    members.push({
      type: 'OS::Octavia::PoolMember',
      properties: new Map([
        ['address', address],
        ['protocol_port', at],
      ]),
    })
  }
  return members
}

function addressOf(id: Term, by: OriginalSide): Term | undefined {
  const name = id.tag === 'input' && id.of === 'reference' ? id.name : ''
  const attribute = addressAttributes.get(by.typeOf(name) ?? '')
  return attribute === undefined ? undefined : by.attribute(name, attribute)
}
