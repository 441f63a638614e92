/** Functions that ask for deprecated attributes, and what gives their values now. */

import {
  call,
  callRead,
  declarations,
  integer,
  type Mapping,
  mapEntries,
  mapOf,
  type Node,
  readValue,
  type Sequence,
  string,
  stringOf,
  withItems,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { referenceOf } from '../../../src/heat/reads.ts'
import { typeOf } from '../definitions.ts'

/** A `get_attr` of a resource of the template. */
interface AskedAttribute {
  /** The arguments as they stand there. */
  readonly list: Sequence
  readonly resource: Node
  readonly name: Node
  readonly definition: Mapping
  readonly type: string
  readonly attribute: string
  /** The path behind the attribute. */
  readonly path: readonly Node[]
}

/** What a `get_attr` asks for by its arguments; undefined for one of no resource of the template. */
export function askedIn(list: Node, root: Mapping): AskedAttribute | undefined {
  const [resource, name, ...path] = list.kind === 'seq' ? list.items : []
  const definition = mapOf(declarations(root).resources.get(stringOf(resource) ?? ''))
  const attribute = stringOf(name)
  if (list.kind !== 'seq' || resource === undefined || name === undefined) return undefined
  if (definition === undefined || attribute === undefined) return undefined
  return { list, resource, name, definition, type: typeOf(definition), attribute, path }
}

/** Attributes that give, or were meant to give, the first address of a server. */
const addresses: ReadonlySet<string> = new Set(['first_address', 'accessIPv4'])

/** What came instead; undefined where nothing gives it, or where that cannot be decided. */
export function insteadOf(asked: AskedAttribute, node: Mapping, root: Mapping): Node | undefined {
  const { list, resource, name, attribute, type } = asked
  if (asked.path.length > 0 || list.anchor !== undefined) return undefined
  if (type === 'OS::Zaqar::Queue' && attribute === 'queue_id') return call('get_resource', resource, node)
  if (type !== 'OS::Nova::Server' || !addresses.has(attribute)) return undefined
  const network = onlyNetwork(asked.definition, root)
  if (network === undefined) return undefined
  const path = [resource, string('networks', { for: name }), network, integer(0)]
  return mapEntries(node, (one) => withValue(one, withItems(list, path)))
}

/** The only network of a server, by what its property or that of its port says. */
function onlyNetwork(server: Mapping, root: Mapping): Node | undefined {
  const networks = readValue(propertiesRead(server), 'networks')
  const [only, ...others] = networks?.kind === 'seq' ? networks.items : []
  if (only?.kind !== 'map' || others.length > 0) return undefined
  const port = readValue(only, 'port')
  if (callRead(port) === undefined) return plain(readValue(only, 'network', 'uuid'))
  const definition = mapOf(declarations(root).resources.get(referenceOf(port) ?? ''))
  if (definition === undefined || typeOf(definition) !== 'OS::Neutron::Port') return undefined
  return plain(readValue(propertiesRead(definition), 'network', 'network_id'))
}

function propertiesRead(definition: Mapping): Mapping | undefined {
  return mapOf(readValue(definition, 'properties'))
}

/** A name that stands there, or a function that gives one; not what an anchor shares, or a condition chooses. */
function plain(node: Node | undefined): Node | undefined {
  if (node === undefined || node.anchor !== undefined) return undefined
  const name = callRead(node)?.name
  const isName = node.kind === 'scalar' && node.type === 'str' && node.value !== ''
  return isName || name === 'get_resource' || name === 'get_param' ? node : undefined
}
