import { hasCircle } from '../../../src/check/dependencies.ts'
import { entry, list, text, withEntries, withValue } from '../../../src/document/build.ts'
import { sameData } from '../../../src/document/data.ts'
import type { Mapping } from '../../../src/document/node.ts'
import { mapOf, nameOf, seqOf, valueOf } from '../../../src/document/read.ts'
import { typeOf } from '../../../src/heat/nested-definitions.ts'
import { section } from '../../../src/heat/sections.ts'
import { mapEntries, mapSections } from '../../../src/heat/values.ts'
import type { Gateway } from './gateways.ts'

/**
 * Whether a router with its gateway would wait for itself: for what the network of the gateway refers to,
 * and for every subnet of that network (`Router.add_dependencies`).
 * @param root with the gateway in its router
 */
export function waitsForItself(root: Mapping, gateway: Gateway): boolean {
  const subnets = subnetsOf(root, gateway)
  return hasCircle(
    mapSections(root, (name, map) => {
      if (name !== 'resources') return map
      return mapEntries(map, (one) =>
        nameOf(one) === gateway.router && one.value.kind === 'map'
          ? withValue(one, waitingFor(one.value, subnets))
          : one,
      )
    }),
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
