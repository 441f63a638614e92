import { text, withItems } from '../../../src/document/build.ts'
import type { Mapping, Node } from '../../../src/document/node.ts'
import { textOf } from '../../../src/document/read.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { declinedType, goneType, renamedType } from '../../../src/heat/deprecations.ts'
import {
  inProperties,
  mapDefinitions,
  typeOf,
  type Use,
  useOf,
} from '../../../src/heat/nested-definitions.ts'
import { impliesRelease } from '../../../src/heat/releases.ts'
import { withRoot } from '../../../src/heat/template.ts'
import { mapRead } from '../../../src/heat/values.ts'

export const modernizeTypes: Transform = {
  id: 'hot/modernize-types',
  title: 'Write resource types under the names that Heat has now',
  description:
    'Renames resource types that mean the same under a newer name, and reports types that are gone, with the release that removed them and what came instead.',
  references: [
    'etc/heat/environment.d/default.yaml: resource_registry',
    'heat/engine/support.py: SupportStatus',
  ],
  safety: 'exact',
  appliesTo: (kind) => kind === 'hot',
  run(template, context) {
    const root = mapDefinitions(template.root, (definition, use) => {
      const isChain = typeOf(definition) === 'OS::Heat::ResourceChain'
      const inner = isChain
        ? inProperties(definition, use, (map, inside) => chained(map, inside, context))
        : definition
      return mapRead(inner, 'type', (value) => renamed(value, use, context))
    })
    return withRoot(template, root)
  },
}

/** The members of an `OS::Heat::ResourceChain` are listed by their types. */
function chained(properties: Mapping, use: Use, context: TransformContext): Mapping {
  return mapRead(properties, 'resources', (value) => {
    if (value.kind !== 'seq') return value
    const inside = useOf(value, use)
    const items = value.items.map((item) => renamed(item, inside, context))
    return inside === 'shared' ? value : withItems(value, items)
  })
}

function renamed(node: Node, around: Use, context: TransformContext): Node {
  const type = node.kind === 'scalar' ? textOf(node) : undefined
  if (type === undefined || node.kind !== 'scalar') return node
  const name = renamedType(type)
  const isOlder = name === undefined || !impliesRelease(context.target, name.since)
  reportFate(isOlder ? type : name.to, node, context)
  if (isOlder) return node
  if (useOf(node, around) === 'shared') {
    const message = `${type} is ${name.to} since ${name.since}. It stays: an anchor stands around it`
    context.report('declined-name', node, message)
    return node
  }
  context.change(node, `Name the type ${name.to}`)
  return text(name.to, { for: node, ...(node.style === undefined ? {} : { style: node.style }) })
}

/** Gateways of routers are the concern of `hot/modernize-router-gateways`. */
function reportFate(type: string, node: Node, context: TransformContext): void {
  const fate = goneType(type)
  if (fate !== undefined) context.report('gone-resource-type', node, `${type} ${fate}`)
  const reason = type === 'OS::Neutron::RouterGateway' ? undefined : declinedType(type)
  if (reason !== undefined) context.report('declined-name', node, `${type} ${reason}`)
}
