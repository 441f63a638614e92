/** What stands beside a pool of Octavia: its monitor, and its members, which are properties of a target group. */

import {
  callOf,
  type Entry,
  entry,
  freeName,
  list,
  mapping,
  type Node,
  scalarOf,
  string,
  stringOf,
  valueOf,
} from '../../../src/engine/authoring/authoring.ts'
import {
  addressAttributes,
  checkType,
  checkTypes,
  monitorProperties,
} from '../../../src/heat/load-balancing.ts'
import { referenceOf } from '../../../src/heat/reads.ts'
import { fromData } from '../../../src/text/document/from-data.ts'
import type { NativeFamily } from '../family.ts'
import { hasLinks, propertiesOf, type Resource, referenceTo, resourceBeside } from '../resources.ts'

/** The resources beside a pool; or why there are none that do the same. */
export function besidePool(pool: Resource, family: NativeFamily): readonly Entry[] | string {
  const monitor = monitorOf(pool)
  if (typeof monitor === 'string') return monitor
  const members = membersOf(pool, family)
  if (typeof members === 'string') return members
  const named = (name: string, type: string, properties: readonly Entry[]) =>
    entry(
      freeName(family.scope.root, `${pool.name}_${name}`, []),
      resourceBeside(pool.definition, type, [entry('pool', referenceTo(pool.name)), ...properties]),
    )
  return [
    ...(monitor.length === 0 ? [] : [named('monitor', 'OS::Octavia::HealthMonitor', monitor)]),
    ...members.map((one, index) =>
      named(members.length === 1 ? 'member' : `member_${index + 1}`, 'OS::Octavia::PoolMember', one),
    ),
  ]
}

/** The properties of the monitor; none where the target group is not checked. */
function monitorOf({ definition }: Resource): readonly Entry[] | string {
  const properties = propertiesOf(definition)
  const enabled = valueOf(properties, 'HealthCheckEnabled')
  if (String(scalarOf(enabled)?.value).toLowerCase() === 'false') return []
  const given = valueOf(properties, 'HealthCheckProtocol')
  const type = given === undefined ? checkType(stringOf(valueOf(properties, 'Protocol'))) : stringOf(given)
  if (type === undefined || !checkTypes.includes(type))
    return `HealthCheckProtocol is not one of ${checkTypes.join(', ')}`
  const values = monitorProperties(type).map(({ from, to, default: usual }) => {
    const node = from.reduce<Node | undefined>((at, name) => valueOf(at, name), properties)
    return entry(to, node ?? fromData(usual))
  })
  return [entry('type', string(type)), ...values]
}

/** The properties of each member. */
function membersOf(
  { definition }: Resource,
  { resources }: NativeFamily,
): readonly (readonly Entry[])[] | string {
  const properties = propertiesOf(definition)
  const targets = valueOf(properties, 'Targets')
  if (targets === undefined) return []
  if (targets.kind !== 'seq' || hasLinks(targets)) return 'Targets is not a literal list'
  const isAddress = stringOf(valueOf(properties, 'TargetType')) === 'ip'
  const members: (readonly Entry[])[] = []
  for (const item of targets.items) {
    const id = item.kind === 'map' && callOf(item)?.name !== 'if' ? valueOf(item, 'Id') : undefined
    const port = valueOf(item, 'Port') ?? valueOf(properties, 'Port')
    const address = id === undefined || isAddress ? id : addressOf(id, resources)
    if (address === undefined) return 'a target is neither an address nor a server of the template'
    if (port === undefined) return 'neither a target nor the target group has a Port'
    members.push([entry('address', address), entry('protocol_port', port)])
  }
  return members
}

function addressOf(id: Node, resources: NativeFamily['resources']): Node | undefined {
  const name = referenceOf(id)
  const attribute = addressAttributes.get(resources.get(name ?? '')?.type ?? '')
  if (name === undefined || attribute === undefined) return undefined
  return mapping([entry('get_attr', list([string(name), string(attribute)], { style: 'flow' }))], {
    style: 'flow',
  })
}
