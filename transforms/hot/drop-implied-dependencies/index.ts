import {
  declarations,
  mapOf,
  mapParts,
  type Node,
  nameOf,
  readValue,
  rewriteTemplate,
} from '../../../src/engine/authoring/authoring.ts'
import { callRead } from '../../../src/heat/calls.ts'
import { dependenciesOf, resourceRead, withDependenciesInstead } from '../../../src/heat/reads.ts'

export const dropImpliedDependencies = rewriteTemplate(
  {
    title: 'Drop depends_on that a reference implies',
    description:
      'Removes a resource from `depends_on` that the properties of the resource refer to, whatever the values are.',
    references: ['heat/engine/resource.py: add_dependencies', 'heat/engine/function.py: dependencies'],
    safety: 'exact',
    keeps: 'meaning',
    kinds: 'hot',
    mentions: 'depends_on',
    unrefused: true,
  },
  ({ root, change }) => {
    const { resources } = declarations(root)
    return mapParts(root, 'resources', (definition, entry) => {
      const named = dependenciesOf(definition).map(({ name }) => name)
      if (named.length === 0) return definition
      const referred = referredIn(readValue(definition, 'properties'))
      const implied = named.filter((name) => referred.has(name) && resources.has(name))
      if (implied.length === 0 || mapOf(entry.value) !== definition) return definition
      const made = withDependenciesInstead(definition, new Map(implied.map((name) => [name, []])))
      if (made !== definition) change(entry, `Drop what ${nameOf(entry)} depends on anyway`)
      return made
    })
  },
)

/** The resources that functions name whichever conditions hold. */
function referredIn(properties: Node | undefined): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (node: Node): void => {
    const call = callRead(node)
    if (call?.name === 'if') return
    const { name } = resourceRead(node) ?? {}
    if (name !== undefined) found.add(name)
    if (node.kind === 'seq') node.items.forEach(visit)
    if (node.kind === 'map') for (const one of node.entries) visit(one.value)
  }
  if (properties !== undefined) visit(properties)
  return found
}
