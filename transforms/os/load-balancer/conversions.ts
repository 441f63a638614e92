/** How properties of load balancers of AWS become those of Octavia. */
import {
  callOf,
  declarations,
  type Entry,
  entry,
  inPlaceOf,
  integer,
  list,
  type Mapping,
  mapOf,
  mapping,
  type Node,
  nameOf,
  scalarOf,
  string,
  stringOf,
  valueOf,
  withKey,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { balancedProtocols } from '../../../src/heat/load-balancing.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { parameterRead } from '../../../src/heat/reads.ts'
import type { PropertyConversion } from '../conversions.ts'
import { hasLinks } from '../resources.ts'

export const balancedConversions: ReadonlyMap<string, PropertyConversion> = new Map<
  string,
  PropertyConversion
>([
  ['balanced-protocol', (one, to) => only(one, balancedProtocols) ?? [withKey(one, to)]],
  ['balancer-type', (one) => only(one, ['application', 'network']) ?? []],
  ['target-type', (one) => only(one, ['instance', 'ip']) ?? []],
  ['traffic-port', (one) => only(one, ['traffic-port']) ?? []],
  ['first-subnet', firstSubnet],
  ['forward', forward],
])

/** Why a value is not converted: it is none of the known ones, written out. */
function only(one: Entry, known: readonly string[]): string | undefined {
  return known.includes(String(scalarOf(one.value)?.value))
    ? undefined
    : `${nameOf(one)} is none of ${known.join(', ')}`
}

function firstSubnet(
  one: Entry,
  to: string,
  { root }: Parameters<PropertyConversion>[2],
): readonly Entry[] | string {
  const { value } = one
  if (hasLinks(value)) return 'Subnets contains an anchor or an alias'
  if (value.kind === 'seq') {
    const [first] = value.items
    return first === undefined ? 'Subnets is empty' : [withKey(withValue(one, inPlaceOf(first, value)), to)]
  }
  const read = parameterRead(value)
  const isList = declaredType(declarations(root).parameters.get(read?.name ?? '')) === 'comma_delimited_list'
  if (read === undefined || read.path.length > 0 || !isList)
    return 'Subnets is neither a literal list nor a list parameter'
  const first = mapping([entry('get_param', list([string(read.name), integer(0)], { style: 'flow' }))], {
    style: 'flow',
  })
  return [withKey(withValue(one, inPlaceOf(first, value)), to)]
}

/** The pool of the only action, which forwards. */
function forward(one: Entry, to: string): readonly Entry[] | string {
  const pool = forwardedTo(one.value)
  return pool === undefined
    ? 'its DefaultActions is not one action that forwards to one target group'
    : [withKey(withValue(one, inPlaceOf(pool, one.value)), to)]
}

/** The target group that a list of actions forwards to. */
export function forwardedTo(actions: Node | undefined): Node | undefined {
  const action = onlyItem(actions)
  if (action === undefined || stringOf(valueOf(action, 'Type')) !== 'forward') return undefined
  const direct = valueOf(action, 'TargetGroupArn')
  const configured = onlyItem(valueOf(mapOf(valueOf(action, 'ForwardConfig')), 'TargetGroups'))
  return direct ?? valueOf(configured, 'TargetGroupArn')
}

function onlyItem(node: Node | undefined): Mapping | undefined {
  const items = node?.kind === 'seq' && !hasLinks(node) ? node.items : []
  const [item] = items
  return items.length === 1 && item?.kind === 'map' && callOf(item)?.name !== 'if' ? item : undefined
}
