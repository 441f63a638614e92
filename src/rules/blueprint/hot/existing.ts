/** What fulfils a requirement and exists already: a resource with `external_id`, which Heat refers to and never changes. */

import { hasFeature } from '../../../heat/versions.ts'
import type { Data } from '../../../text/document/from-data.ts'
import type { Fulfillment, Requirement } from '../model.ts'
import type { Existing, LoweringScope } from './scope.ts'

/** By the collection of an OpenStack API that lists it, as in `/v2/lbaas/loadbalancers/{id}` (the API reference). */
const collections: ReadonlyMap<string, string> = new Map([
  ['software_configs', 'OS::Heat::SoftwareConfig'],
  ['loadbalancers', 'OS::Octavia::LoadBalancer'],
  ['pools', 'OS::Octavia::Pool'],
  ['instances', 'OS::Trove::Instance'],
  ['servers', 'OS::Nova::Server'],
  ['networks', 'OS::Neutron::Net'],
  ['subnets', 'OS::Neutron::Subnet'],
  ['ports', 'OS::Neutron::Port'],
  ['routers', 'OS::Neutron::Router'],
  ['security-groups', 'OS::Neutron::SecurityGroup'],
  ['volumes', 'OS::Cinder::Volume'],
])

export type ByUrl = Extract<Fulfillment, { readonly kind: 'url' }>

/**
 * The resource for what a URL names, added where it is first asked for; undefined, and reported, where the URL does not
 * say what it names, where that is none of the types that will do, or where the version has no `external_id`.
 * @param types that will do; by default any
 */
export function existing(
  { url, at }: ByUrl,
  by: Requirement,
  scope: LoweringScope,
  types?: readonly string[],
): Existing | undefined {
  const { outermost, making } = scope
  const found = inCollection(url)
  const lose = (why: string): undefined => void scope.lose(at, why)
  if (found === undefined) return lose(`HOT has no reference to "${url}", which exists already`)
  const { type, id, what } = found
  if (types?.includes(type) === false)
    return lose(`"${url}" is of type ${type}; ${by.type} takes ${types.join(' or ')}`)
  if (!hasFeature(making.version, 'externalId'))
    return lose(`HOT ${making.versionText} has no external_id for "${url}", which exists already`)
  const known = outermost.existing.get(url)
  if (known !== undefined) return known
  const made: Existing = { name: outermost.name(what, id), type, id }
  outermost.existing.set(url, made)
  outermost.addExisting(made, by.at)
  return made
}

interface Found {
  readonly type: string
  readonly id: string
  /** One of the collection: `loadbalancer`. */
  readonly what: string
}

/** The last two parts of the path: a collection, and the id of one thing in it. */
function inCollection(url: string): Found | undefined {
  const path = url.slice(url.indexOf('://') + 3).split(/[?#]/, 1)[0] ?? ''
  const [, ...parts] = path.split('/').filter((part) => part !== '')
  const [collection = '', id = ''] = parts.slice(-2)
  const type = collections.get(collection)
  if (type === undefined || !/^[A-Za-z0-9._-]+$/.test(id)) return undefined
  return { type, id, what: collection.slice(0, -1).replaceAll('-', '_') }
}

/** A reference to it: by a parameter in a nested template. */
export function existingReference({ name, type, id }: Existing, scope: LoweringScope): Data {
  return scope.reference(name, `The ${type} ${id}`)
}

/** Whether a URL says what of OpenStack it names. */
export function isOfOpenStack(url: string): boolean {
  return inCollection(url) !== undefined
}
