/**
 * What the functions of HOT read: `get_param` a parameter, `get_resource` and `get_attr` a resource; and what a
 * resource waits for beside that.
 */

import { list, mapEntries, string, withItems, withValue } from '../text/document/build.ts'
import type { Mapping, Node } from '../text/document/node.ts'
import { itemsOf, listOf, nameOf, oneOrAll, stringOf } from '../text/document/read.ts'
import { callRead } from './calls.ts'
import { readValue } from './merge-keys.ts'

/** One `get_param`. */
export interface ParameterRead {
  readonly name: string
  /** The function. */
  readonly call: Mapping
  /** What selects a part of the value; empty when all of it is read. */
  readonly path: readonly Node[]
}

/** The `get_param` that a node is, be it by an alias; undefined for anything else, and when the name is computed. */
export function parameterRead(node: Node | undefined): ParameterRead | undefined {
  const call = callRead(node)
  if (call?.name !== 'get_param') return undefined
  const [first, ...path] = listOf(call.argument)?.items ?? [call.argument]
  const name = stringOf(first)
  return name === undefined ? undefined : { name, call: call.node, path }
}

/** The part of an argument of `get_param`, `get_resource` or `get_attr` that names what is read. */
export function nameArgument(argument: Node): Node | undefined {
  return argument.kind === 'seq' ? argument.items[0] : argument
}

/** One `get_resource` or `get_attr`. */
interface ResourceRead {
  readonly by: 'get_resource' | 'get_attr'
  /** The resource; undefined where its name is computed. */
  readonly name: string | undefined
  /** The node that names it. */
  readonly at: Node
  /** Of `get_attr`: the attribute, and what selects a part of it. */
  readonly path: readonly Node[]
}

/** The function that a node is which names a resource, be it by an alias; undefined for anything else. */
export function resourceRead(node: Node | undefined): ResourceRead | undefined {
  const call = callRead(node)
  if (call?.name === 'get_resource')
    return { by: call.name, name: stringOf(call.argument), at: call.argument, path: [] }
  if (call?.name !== 'get_attr') return undefined
  const [at, ...path] = itemsOf(call.argument)
  return { by: call.name, name: stringOf(at), at: at ?? call.argument, path }
}

/** The resource whose reference (`get_resource`) a node is. */
export function referenceOf(node: Node | undefined): string | undefined {
  const read = resourceRead(node)
  return read?.by === 'get_resource' ? read.name : undefined
}

// What a resource waits for beside what its functions refer to: `DependsOn` in CloudFormation, `depends_on`
// in HOT.

/** The name of a resource, with its location. */
interface Dependency {
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
    const name = stringOf(at)
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
    if (!items.some((item) => instead.has(stringOf(item) ?? ''))) return one
    const others = new Set(items.map(stringOf).filter((name) => !instead.has(name ?? '')))
    const names = items.flatMap((item): readonly Node[] => {
      const replaced = instead.get(stringOf(item) ?? '')
      if (replaced === undefined) return [item]
      const added = replaced.filter((name) => !others.has(name))
      for (const name of added) others.add(name)
      return added.map((name, index) => (index === 0 ? inStyleOf(item, name) : string(name)))
    })
    const [first] = names
    if (first === undefined) return undefined
    if (one.value.kind === 'seq') return withValue(one, withItems(one.value, names))
    return withValue(one, names.length === 1 ? first : list(names, { style: 'flow' }))
  })
}

function inStyleOf(item: Node, name: string): Node {
  return string(name, {
    for: item,
    ...(item.kind === 'scalar' && item.style !== undefined ? { style: item.style } : {}),
  })
}
