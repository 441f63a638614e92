import {
  acceptedHelp,
  type Call,
  call,
  callRead,
  declarations,
  integer,
  type Mapping,
  mapEntries,
  mapOf,
  type Node,
  offeredHelp,
  type Refusal,
  readValue,
  rewriteTemplate,
  type Sequence,
  string,
  stringOf,
  type TemplateScope,
  withItems,
  withValue,
} from '../../../src/engine/authoring.ts'
import { declinedAttribute, declinedAttributesOf } from '../../../src/heat/deprecations.ts'
import { referenceOf } from '../../../src/heat/reads.ts'
import { isRegistered, mentionsOld, typeOf } from '../definitions.ts'

export const modernizeAttributes = rewriteTemplate(
  {
    title: 'Replace deprecated attributes',
    description:
      'Replaces `get_attr` of deprecated attributes, on request, because the value differs while the resource does not exist; reports those without replacement.',
    references: [
      'heat/engine/resources/openstack: attributes_schema',
      'heat/engine/support.py: SupportStatus',
    ],
    safety: 'review',
    keeps: 'nothing',
    preset: 'modernize',
    readsRegistry: true,
    kinds: 'hot',
    calls: ['get_attr'],
    concerns: (template) => mentionsOld(template, declinedAttributesOf),
  },
  (scope) => scope.mapCalls((call) => modern(call, scope)),
)

/** What stands in place of a function that asks for a deprecated attribute; reported either way. */
function modern({ node, argument }: Call, scope: TemplateScope): Node | Refusal | undefined {
  const asked = askedIn(argument, scope.root)
  const isFree = asked !== undefined && !isRegistered(asked.definition, scope)
  const fate = isFree ? declinedAttribute(asked.type, asked.attribute) : undefined
  if (asked === undefined || fate === undefined) return undefined
  const what = `${asked.attribute} of ${asked.type} ${fate}`
  const instead = node.anchor === undefined ? insteadOf(asked, node, scope.root) : undefined
  if (instead === undefined) return scope.refuse('deprecated-name', what, { at: node })
  if (!scope.isAccepted('deprecated-attribute'))
    return scope.refuse('deprecated-attribute', what, { at: node, help: offeredHelp('deprecated-attribute') })
  scope.report('deprecated-attribute', node, `accepted: ${what}`, acceptedHelp('deprecated-attribute'))
  scope.change(node, `Replace ${asked.attribute}`)
  return instead
}

/** A `get_attr` of a resource of the template. */
interface Asked {
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

function askedIn(list: Node, root: Mapping): Asked | undefined {
  const [resource, name, ...path] = list.kind === 'seq' ? list.items : []
  const definition = mapOf(declarations(root).resources.get(stringOf(resource) ?? ''))
  const attribute = stringOf(name)
  if (list.kind !== 'seq' || resource === undefined || name === undefined) return undefined
  if (definition === undefined || attribute === undefined) return undefined
  return { list, resource, name, definition, type: typeOf(definition), attribute, path }
}

/** Attributes that give, or were meant to give, the first address of a server. */
const addresses: ReadonlySet<string> = new Set(['first_address', 'accessIPv4'])

/** What came instead; undefined where nothing gives it, or where that cannot be told. */
function insteadOf(asked: Asked, node: Mapping, root: Mapping): Node | undefined {
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
