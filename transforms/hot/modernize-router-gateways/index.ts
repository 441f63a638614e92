import { hasCircle } from '../../../src/check/dependencies.ts'
import { sameData } from '../../../src/document/data.ts'
import {
  acceptedHelp,
  type Entry,
  entriesRead,
  entry,
  isMerge,
  list,
  type Mapping,
  mapOf,
  mapParts,
  mapping,
  mapSection,
  type Node,
  nameOf,
  offeredHelp,
  resolved,
  rewriteTemplate,
  section,
  string,
  valueOf,
  withEntries,
  withReplaced,
  withValue,
} from '../../../src/engine/authoring.ts'
import {
  dependenciesOf,
  namesIn,
  referenceOf,
  resourceRead,
  withDependenciesInstead,
} from '../../../src/heat/reads.ts'
import { hasLinks } from '../../os/resources.ts'
import { typeOf } from '../definitions.ts'

export const modernizeRouterGateways = rewriteTemplate(
  {
    title: 'Move gateways into their routers',
    description:
      'Writes `OS::Neutron::RouterGateway` as `external_gateway_info` of its router, on request, if the template has the router and nothing else refers to the gateway.',
    references: ['heat/engine/resources/openstack/neutron/router.py: RouterGateway, Router.EXTERNAL_GATEWAY'],
    safety: 'lossy',
    keeps: 'what Heat translates',
    preset: 'modernize',
    readsRegistry: true,
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
  return withReplaced(router, properties, withValue(properties, changed))
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

interface Gateway {
  readonly name: string
  readonly entry: Entry
  /** The name of its router. */
  readonly router: string
  readonly network: Node
}

/** A gateway that has to stay where it is. */
interface Kept {
  readonly name: string
  readonly entry: Entry
  readonly why: string
}

/** Every `OS::Neutron::RouterGateway` of a template. */
function findGateways(root: Mapping): readonly (Gateway | Kept)[] {
  const resources = entriesRead(section(root, 'resources'))
  const types = new Map(resources.map((one) => [nameOf(one), typeOf(mapOf(one.value))]))
  const routers = new Map(resources.map((one) => [nameOf(one), one.value]))
  const taken = new Set<string>()
  return resources.flatMap((one): (Gateway | Kept)[] => {
    const name = nameOf(one)
    if (name === undefined || types.get(name) !== 'OS::Neutron::RouterGateway') return []
    const parts = partsOf(one, types)
    const why =
      typeof parts === 'string'
        ? parts
        : (referenceProblem(name, root) ?? routerProblem(routers.get(parts.router), parts.router, taken))
    if (typeof parts === 'string' || why !== undefined) return [{ name, entry: one, why: String(why) }]
    taken.add(parts.router)
    return [{ name, entry: one, ...parts }]
  })
}

type Types = ReadonlyMap<string | undefined, string | undefined>

/** The router and the network of a gateway, or why they cannot be told. */
function partsOf({ value }: Entry, types: Types): Pick<Gateway, 'router' | 'network'> | string {
  if (value.kind !== 'map' || hasLinks(value)) return 'it contains an anchor or an alias'
  const strange = value.entries.find(
    (one) => !['type', 'properties', 'depends_on'].includes(nameOf(one) ?? ''),
  )
  if (strange !== undefined) return `it has its own ${nameOf(strange)}`
  const properties = valueOf(value, 'properties')
  const router = referenceOf(valueOf(properties, 'router', 'router_id'))
  const network = valueOf(properties, 'network', 'network_id')
  if (properties?.kind !== 'map' || properties.entries.length !== 2 || network === undefined)
    return 'it has other properties than a router and a network'
  if (router === undefined || types.get(router) !== 'OS::Neutron::Router')
    return 'its router is not in this template'
  const waits = dependenciesOf(value).filter(({ name }) => name !== router)
  return waits.length > 0 ? `it waits for ${waits.map(({ name }) => name).join(', ')}` : { router, network }
}

/** Calls that refer to the gateway; depends_on can name the router instead. */
function referenceProblem(name: string, root: Mapping): string | undefined {
  const refers = (node: Node): boolean => {
    const target = resolved(node)
    if (resourceRead(target)?.name === name) return true
    if (target.kind === 'seq') return target.items.some(refers)
    return target.kind === 'map' && target.entries.some((one) => refers(one.value))
  }
  return root.entries.some((one) => refers(one.value)) ? 'something refers to it' : undefined
}

function routerProblem(
  router: Node | undefined,
  name: string,
  taken: ReadonlySet<string>,
): string | undefined {
  if (taken.has(name)) return `the router "${name}" has another one`
  if (router?.kind !== 'map' || router.anchor !== undefined || router.entries.some(isMerge))
    return `the router "${name}" is an alias, or an alias repeats it`
  const properties = valueOf(router, 'properties')
  if (properties === undefined) return undefined
  if (properties.kind !== 'map' || properties.anchor !== undefined || properties.entries.some(isMerge))
    return `the properties of "${name}" are an alias, or an alias repeats them`
  const has = valueOf(properties, 'external_gateway_info') !== undefined
  return has ? `the router "${name}" has an external_gateway_info` : undefined
}
