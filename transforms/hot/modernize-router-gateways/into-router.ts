/** A gateway in its router, and what would wait for what then. */

import {
  entry,
  list,
  type Mapping,
  mapOf,
  mapParts,
  mapping,
  mapSection,
  nameOf,
  section,
  string,
  valueOf,
  withEntries,
  withReplaced,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { namesIn, withDependenciesInstead } from '../../../src/heat/reads.ts'
import { hasCircle } from '../../../src/rules/heat/circular-dependency.ts'
import { sameData } from '../../../src/text/document/data.ts'
import { typeOf } from '../definitions.ts'
import type { Gateway } from './gateways.ts'

/** The template with the gateway in its router, and what waited for the gateway waiting for the router. */
export function withoutGateway(root: Mapping, gateway: Gateway): Mapping {
  return mapSection(root, 'resources', (one) => {
    const name = nameOf(one)
    if (name === gateway.name) return undefined
    if (one.value.kind !== 'map') return one
    const waiting = withDependenciesInstead(one.value, new Map([[gateway.name, [gateway.router]]]))
    return withValue(one, name === gateway.router ? withGateway(waiting, gateway) : waiting)
  })
}

function withGateway(router: Mapping, { entry: old, network }: Gateway): Mapping {
  const info = entry('external_gateway_info', mapping([entry('network', network)], { style: 'flow' }), {
    for: old,
  })
  const properties = router.entries.find((one) => nameOf(one) === 'properties')
  if (properties === undefined || properties.value.kind !== 'map')
    return withEntries(router, [...router.entries, entry('properties', mapping([info], { style: 'block' }))])
  const changed = withEntries(properties.value, [...properties.value.entries, info])
  return withReplaced(router, properties, withValue(properties, changed))
}

/**
 * Whether a router with its gateway would wait for itself: for what the network of the gateway refers to,
 * and for every subnet of that network (`Router.add_dependencies`).
 * @param root with the gateway in its router
 */
export function waitsForItself(root: Mapping, gateway: Gateway): boolean {
  const subnets = subnetsOf(root, gateway)
  return hasCircle(
    mapParts(root, 'resources', (definition, one) =>
      nameOf(one) === gateway.router ? waitingFor(definition, subnets) : definition,
    ),
  )
}

function subnetsOf(root: Mapping, { network }: Gateway): readonly string[] {
  return (section(root, 'resources')?.entries ?? []).flatMap((one) => {
    const definition = mapOf(one.value)
    if (definition === undefined || typeOf(definition) !== 'OS::Neutron::Subnet') return []
    const own = valueOf(valueOf(definition, 'properties'), 'network', 'network_id')
    return own !== undefined && sameData(own, network) ? [nameOf(one) ?? ''] : []
  })
}

/** The definition with more names in `depends_on`. */
function waitingFor(definition: Mapping, names: readonly string[]): Mapping {
  const known = namesIn(valueOf(definition, 'depends_on')).map(({ at }) => at)
  const all = list([...known, ...names.map((name) => string(name))])
  const others = definition.entries.filter((one) => nameOf(one) !== 'depends_on')
  return withEntries(definition, [...others, entry('depends_on', all)])
}
