import { text, withItems, withValue } from '../../../src/document/build.ts'
import type { Mapping, Node } from '../../../src/document/node.ts'
import { nameOf, textOf, valueOf } from '../../../src/document/read.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { goneType, renamedType } from '../../../src/heat/deprecations.ts'
import { inProperties, mapDefinitions } from '../../../src/heat/nested-definitions.ts'
import { impliesRelease } from '../../../src/heat/releases.ts'
import { withRoot } from '../../../src/heat/template.ts'
import { mapEntries } from '../../../src/heat/values.ts'

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
    const root = mapDefinitions(template.root, (definition) => {
      const isChain = textOf(valueOf(definition, 'type')) === 'OS::Heat::ResourceChain'
      const inner = isChain ? inProperties(definition, (map) => chained(map, context)) : definition
      return mapEntries(inner, (one) =>
        nameOf(one) === 'type' ? withValue(one, renamed(one.value, context)) : one,
      )
    })
    return withRoot(template, root)
  },
}

/** The members of an `OS::Heat::ResourceChain` are listed by their types. */
function chained(properties: Mapping, context: TransformContext): Mapping {
  return mapEntries(properties, (one) => {
    if (nameOf(one) !== 'resources' || one.value.kind !== 'seq') return one
    const items = one.value.items.map((item) => renamed(item, context))
    return withValue(one, withItems(one.value, items))
  })
}

function renamed(node: Node, context: TransformContext): Node {
  const type = node.kind === 'scalar' ? textOf(node) : undefined
  if (type === undefined || node.kind !== 'scalar' || node.anchor !== undefined) return node
  const name = renamedType(type)
  if (name === undefined || !impliesRelease(context.target, name.since)) {
    const fate = goneType(type)
    if (fate !== undefined) context.report('gone-resource-type', node, `${type} ${fate}`)
    return node
  }
  const fate = goneType(name.to)
  if (fate !== undefined) context.report('gone-resource-type', node, `${name.to} ${fate}`)
  context.change(node, `Name the type ${name.to}`)
  return text(name.to, { for: node, ...(node.style === undefined ? {} : { style: node.style }) })
}
