/** Gateways in resources of their own: which of them could be in their routers, and why others could not. */

import {
  type Entry,
  entriesRead,
  isMerge,
  type Mapping,
  mapOf,
  type Node,
  nameOf,
  resolved,
  section,
  valueOf,
} from '../../../src/engine/authoring/authoring.ts'
import { dependenciesOf, referenceOf, resourceRead } from '../../../src/heat/reads.ts'
import { whyNotInside } from '../../os/resources.ts'
import { typeOf } from '../definitions.ts'

/** A gateway that can be in its router. */
export interface Gateway {
  readonly name: string
  readonly entry: Entry
  /** The name of its router. */
  readonly router: string
  readonly network: Node
}

/** A gateway that has to be left where it is. */
interface StuckGateway {
  readonly name: string
  readonly entry: Entry
  readonly why: string
}

/** Every `OS::Neutron::RouterGateway` of a template. */
export function findGateways(root: Mapping): readonly (Gateway | StuckGateway)[] {
  const resources = entriesRead(section(root, 'resources'))
  const types = new Map(resources.map((one) => [nameOf(one), typeOf(mapOf(one.value))]))
  const routers = new Map(resources.map((one) => [nameOf(one), one.value]))
  const taken = new Set<string>()
  return resources.flatMap((one): (Gateway | StuckGateway)[] => {
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

/** The router and the network of a gateway, or why they are not known. */
function partsOf({ value }: Entry, types: Types): Pick<Gateway, 'router' | 'network'> | string {
  if (value.kind !== 'map') return 'it contains an anchor or an alias'
  const why = whyNotInside(value, ['type', 'properties', 'depends_on'])
  if (why !== undefined) return why
  const properties = valueOf(value, 'properties')
  const router = referenceOf(valueOf(properties, 'router', 'router_id'))
  const network = valueOf(properties, 'network', 'network_id')
  if (properties?.kind !== 'map' || properties.entries.length !== 2 || network === undefined)
    return 'it has properties other than a router and a network'
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
  if (taken.has(name)) return `the router "${name}" already has one`
  if (router?.kind !== 'map' || router.anchor !== undefined || router.entries.some(isMerge))
    return `the router "${name}" is an alias, or an alias repeats it`
  const properties = valueOf(router, 'properties')
  if (properties === undefined) return undefined
  if (properties.kind !== 'map' || properties.anchor !== undefined || properties.entries.some(isMerge))
    return `the properties of "${name}" are an alias, or an alias repeats them`
  const has = valueOf(properties, 'external_gateway_info') !== undefined
  return has ? `the router "${name}" has an external_gateway_info` : undefined
}
