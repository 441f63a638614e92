/** How a JSON source is laid out, for what is new in it. */

import {
  childrenOf,
  childStart,
  childValue,
  type Mapping,
  type Node,
  type Sequence,
  type SourceText,
} from '../document/node.ts'

type Collection = Mapping | Sequence

/** The layout of the collections in a JSON source: on one line, or each member on its own. */
export class JsonLayout {
  readonly #document: SourceText
  #broken: ReadonlyMap<string, number> | undefined

  constructor(document: SourceText) {
    this.#document = document
  }

  /** Whether most collections like one take lines; those of its kind where there is none like it. */
  breaks(node: Collection): boolean {
    this.#broken ??= this.#tally()
    return (this.#broken.get(shapeOf(node)) ?? this.#broken.get(node.kind) ?? 0) > 0
  }

  /** The blanks or tabs of one level. */
  get step(): string {
    return /\n([ \t]+)\S/.exec(this.#document.text)?.[1] ?? '  '
  }

  #tally(): ReadonlyMap<string, number> {
    const { text, root } = this.#document
    const broken = new Map<string, number>()
    const open = root === undefined ? [] : [root]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (!isCollection(node)) continue
      const isBroken = breaksLines(text, node)
      if (isBroken !== undefined)
        for (const key of [shapeOf(node), node.kind])
          broken.set(key, (broken.get(key) ?? 0) + (isBroken ? 1 : -1))
      for (const one of childrenOf(node)) open.push(childValue(one))
    }
    return broken
  }
}

export function isCollection(node: Node): node is Collection {
  return node.kind === 'map' || node.kind === 'seq'
}

/** Collections that hold others are laid out differently from those that hold none, such as functions. */
export function shapeOf(node: Collection): string {
  return childrenOf(node).some((one) => isCollection(childValue(one)))
    ? `${node.kind} of collections`
    : `${node.kind} of scalars`
}

/** Whether the first member of a collection is on a line of its own; undefined without members. */
export function breaksLines(text: string, node: Node): boolean | undefined {
  if (!isCollection(node) || node.start === undefined) return undefined
  const [first] = childrenOf(node)
  return first === undefined ? undefined : /^\s*\n/.test(text.slice(node.start + 1, childStart(first)))
}
