/** What a resource waits for beside what its functions refer to: `DependsOn` in CloudFormation, `depends_on` in HOT. */
import { list, mapEntries, text, withItems, withValue } from '../document/build.ts'
import type { Mapping, Node } from '../document/node.ts'
import { nameOf, oneOrAll, textOf } from '../document/read.ts'
import { readValue } from './merge-keys.ts'

/** The name of a resource, and where it stands. */
export interface Dependency {
  readonly name: string
  readonly at: Node
}

/** What `depends_on` of a definition names, be it one or a list; what is no string is left out. */
export function dependenciesOf(definition: Mapping | undefined): readonly Dependency[] {
  return namesIn(readValue(definition, 'DependsOn', 'depends_on'))
}

/** The names in the value of a `depends_on`. */
export function namesIn(value: Node | undefined): readonly Dependency[] {
  return oneOrAll(value).flatMap((at) => {
    const name = textOf(at)
    return name === undefined ? [] : [{ name, at }]
  })
}

/** The definition with other names instead of some in `depends_on`, each of them once; an empty one goes. */
export function withDependenciesInstead(
  definition: Mapping,
  instead: ReadonlyMap<string, readonly string[]>,
): Mapping {
  return mapEntries(definition, (one) => {
    if (nameOf(one) !== 'depends_on') return one
    const items = one.value.kind === 'seq' ? one.value.items : [one.value]
    if (!items.some((item) => instead.has(textOf(item) ?? ''))) return one
    const others = new Set(items.map(textOf).filter((name) => !instead.has(name ?? '')))
    const names = items.flatMap((item): readonly Node[] => {
      const replaced = instead.get(textOf(item) ?? '')
      if (replaced === undefined) return [item]
      const added = replaced.filter((name) => !others.has(name))
      for (const name of added) others.add(name)
      return added.map((name, index) => (index === 0 ? inStyleOf(item, name) : text(name)))
    })
    const [first] = names
    if (first === undefined) return undefined
    if (one.value.kind === 'seq') return withValue(one, withItems(one.value, names))
    return withValue(one, names.length === 1 ? first : list(names, { style: 'flow' }))
  })
}

function inStyleOf(item: Node, name: string): Node {
  return text(name, {
    for: item,
    ...(item.kind === 'scalar' && item.style !== undefined ? { style: item.style } : {}),
  })
}
