/** New names at many locations of a tree at once. */

import {
  type Entry,
  entry,
  type Mapping,
  type Node,
  nameOf,
  type Scalar,
  type Sequence,
  withEntries,
  withItems,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { withDangling } from '../../../src/text/document/build.ts'
import type { Document } from '../../../src/text/document/document.ts'
import { type Comment, rangeOf } from '../../../src/text/document/node.ts'
import { stringFor } from '../resources.ts'

/** The first key that would be there twice in its mapping. */
export function clashIn(node: Node, changes: ReadonlyMap<Node, string>): Scalar | undefined {
  if (node.kind === 'seq') return firstOf(node.items, (item) => clashIn(item, changes))
  if (node.kind !== 'map') return undefined
  const names = node.entries.map((one) => changes.get(one.key) ?? nameOf(one))
  const twice = node.entries.find(
    (one, index) => changes.has(one.key) && names.indexOf(names[index]) !== names.lastIndexOf(names[index]),
  )
  if (twice?.key.kind === 'scalar') return twice.key
  return firstOf(node.entries, (one) => clashIn(one.value, changes))
}

function firstOf<Thing, Found>(
  things: readonly Thing[],
  find: (one: Thing) => Found | undefined,
): Found | undefined {
  for (const one of things) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** Gives names to the locations of a tree. */
export class NodeRenaming {
  readonly #changes: ReadonlyMap<Node, string>
  readonly #document: Document

  constructor(changes: ReadonlyMap<Node, string>, document: Document) {
    this.#changes = changes
    this.#document = document
  }

  map(map: Mapping): Mapping {
    const entries = map.entries.map((one) => this.#entry(one))
    return entries.every((one, index) => one === map.entries[index]) ? map : withEntries(map, entries)
  }

  #node(node: Node): Node {
    if (node.kind === 'scalar') return this.#scalar(node)
    if (node.kind === 'map') return this.map(node)
    if (node.kind !== 'seq') return node
    const items = node.items.map((item) => this.#node(item))
    return items.every((item, index) => item === node.items[index]) ? node : withItems(node, items)
  }

  #scalar(node: Scalar): Scalar {
    const name = this.#changes.get(node)
    return name === undefined ? node : stringFor(node, name, this.#document)
  }

  #entry(one: Entry): Entry {
    const value = nameOf(one) === 'allowed_values' ? this.#onceEach(one) : this.#node(one.value)
    const key = one.key.kind === 'scalar' ? this.#scalar(one.key) : one.key
    if (key !== one.key) return entry(key as Scalar, value, { for: one })
    return value === one.value ? one : withValue(one, value)
  }

  /** Of allowed values that get the same name one is left, with the comments of all. */
  #onceEach({ key, value: values }: Entry): Node {
    const changed = this.#node(values)
    if (changed === values || changed.kind !== 'seq' || values.kind !== 'seq') return changed
    const names = changed.items.map((item) => (item.kind === 'scalar' ? item.value : item))
    const comments = names.map((_, index) => commentsOfItem(key, values, index, this.#document))
    const seen = new Set<unknown>()
    const removed = new Set<number>()
    for (let start = 0, end = 1; start < names.length; start = end, end += 1) {
      while (end < names.length && names[end] === names[start]) end += 1
      // Comments of one that goes stand above the next then: of neighbours the last is the one that they explain.
      const left = comments.slice(start, end).some((own) => own.length > 0) ? end - 1 : start
      for (let index = start; index < end; index += 1)
        if (index !== left || seen.has(names[index])) removed.add(index)
      seen.add(names[start])
    }
    const dangling = [...removed].flatMap((index) => comments[index] ?? [])
    if (removed.size === 0 || (dangling.length > 0 && values.style === 'flow')) return changed
    const preserved = changed.items.filter((_, index) => !removed.has(index))
    return withDangling(withItems(changed, preserved), dangling)
  }
}

/** The comments above an item of a list, and the one behind it. */
function commentsOfItem(
  key: Node,
  { items }: Sequence,
  index: number,
  { comments, text }: Document,
): readonly Comment[] {
  const [above, item, below] = [items[index - 1] ?? key, items[index], items[index + 1]].map((one) =>
    one === undefined ? undefined : rangeOf(one),
  )
  if (item === undefined || above === undefined) return []
  return comments.filter((one) =>
    one.ownLine
      ? one.start >= above.end && one.end <= item.start
      : one.start >= item.end &&
        one.start < (below?.start ?? text.length) &&
        !text.slice(item.end, one.start).includes('\n'),
  )
}
