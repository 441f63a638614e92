import { hasCircle } from '../../../src/check/dependencies.ts'
import { sameData } from '../../../src/document/data.ts'
import {
  acceptedHelp,
  entry,
  list,
  type Mapping,
  mapEntries,
  mapOf,
  mapParts,
  mapping,
  mapSection,
  nameOf,
  offeredHelp,
  rewriteTemplate,
  section,
  text,
  valueOf,
  withEntries,
  withValue,
} from '../../../src/engine/authoring.ts'
import { namesIn, withDependenciesInstead } from '../../../src/heat/depends-on.ts'
import { typeOf } from '../definitions.ts'
import { findGateways, type Gateway } from './gateways.ts'

export const modernizeRouterGateways = rewriteTemplate(
  {
    title: 'Move gateways into their routers',
    description:
      'Writes `OS::Neutron::RouterGateway` as `external_gateway_info` of its router, on request, if the template has the router and nothing else refers to the gateway.',
    references: ['heat/engine/resources/openstack/neutron/router.py: RouterGateway, Router.EXTERNAL_GATEWAY'],
    safety: 'lossy',
    kinds: 'hot',
    mentions: 'RouterGateway',
  },
  ({ root: before, isAccepted, report, change, registers }) => {
    if (ofGateways.some(registers)) return before
    let root = before
    for (const found of findGateways(root)) {
      const next = 'why' in found ? undefined : withoutGateway(root, found)
      const problem = 'why' in found ? found.why : problemOf(next ?? root, found)
      const what = `the gateway "${found.name}" is in its own resource`
      const isMoved = isAccepted('router-gateway') && problem === undefined
      const help = isMoved ? acceptedHelp('router-gateway') : undefined
      const offer = problem === undefined ? offeredHelp('router-gateway') : undefined
      report(
        'router-gateway',
        found.entry,
        isMoved ? `accepted: ${what}` : remark(what, problem),
        help ?? offer,
      )
      if (!isMoved || next === undefined) continue
      change(found.entry, `Move the gateway "${found.name}" into its router`)
      root = next
    }
    return root
  },
)

const ofGateways = ['OS::Neutron::RouterGateway', 'OS::Neutron::Router']

/** What the gateway waited for may itself wait for the router. */
function problemOf(root: Mapping, gateway: Gateway): string | undefined {
  return waitsForItself(root, gateway) ? 'the router would wait for itself' : undefined
}

function remark(what: string, problem: string | undefined): string {
  return problem === undefined ? what : `${what}, and stays there: ${problem}`
}

/** The template with the gateway in its router, and what waited for the gateway waiting for the router. */
function withoutGateway(root: Mapping, gateway: Gateway): Mapping {
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
  return mapEntries(router, (one) => (one === properties ? withValue(one, changed) : one))
}

/**
 * Whether a router with its gateway would wait for itself: for what the network of the gateway refers to,
 * and for every subnet of that network (`Router.add_dependencies`).
 * @param root with the gateway in its router
 */
function waitsForItself(root: Mapping, gateway: Gateway): boolean {
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
  const known = namesIn(valueOf(definition, 'depends_on')).map(({ at }) => at)
  const all = list([...known, ...names.map((name) => text(name))])
  const others = definition.entries.filter((one) => nameOf(one) !== 'depends_on')
  return withEntries(definition, [...others, entry('depends_on', all)])
}
