import { hasCircle } from '../../../src/check/dependencies.ts'
import { sameData } from '../../../src/document/data.ts'
import {
  entry,
  list,
  type Mapping,
  mapOf,
  mapParts,
  nameOf,
  section,
  seqOf,
  text,
  valueOf,
  withEntries,
} from '../../../src/engine/authoring.ts'
import { typeOf } from '../definitions.ts'
import type { Gateway } from './gateways.ts'

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
    const own = valueOf(mapOf(valueOf(definition, 'properties')), 'network', 'network_id')
    return own !== undefined && sameData(own, network) ? [nameOf(one) ?? ''] : []
  })
}

/** The definition with more names in `depends_on`. */
function waitingFor(definition: Mapping, names: readonly string[]): Mapping {
  const old = valueOf(definition, 'depends_on')
  const known = old === undefined ? [] : (seqOf(old)?.items ?? [old])
  const all = list([...known, ...names.map((name) => text(name))])
  const others = definition.entries.filter((one) => nameOf(one) !== 'depends_on')
  return withEntries(definition, [...others, entry('depends_on', all)])
}
