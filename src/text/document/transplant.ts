/** Takes data out of one document for use in another, with its source and comments. */

import { memoized } from './attached.ts'
import { string } from './build.ts'
import { type Entry, type Node, parsedEntry, type SourceText } from './node.ts'

/**
 * A node of one document as a new node for another. How to move a value to another file:
 *
 *     const value = transplanted(entry.value, template.document)
 *     const parameters = withEntries(env, [...env.entries, entry('key_name', value)])
 *
 * or, when the comments of the entry should go along too,
 *
 *     withEntries(env, [...env.entries, transplantedEntry(one, template.document, 'key_name')])
 *
 * The printer writes the node with its source in `from`: quotes, numbers such as `0644`, tags, flow and block style and
 * the comments inside and after it are preserved; lines move as one piece to their new column and get the line breaks
 * of the target document. A change inside (`withEntries`, `withItems`) preserves the source of the parts that do not
 * change.
 *
 * Anchors are not carried over, and aliases become copies of what they name: a node with aliases inside is written
 * anew. The copy has no `range`, so that nobody takes its offsets for those of its new document.
 * @param node a node of `from`, parsed or changed
 */
export function transplanted(node: Node, from: SourceText): Node {
  return new Transplant(from).copy(node).node
}

/**
 * An entry of one document as a new entry for another, with the comments above, beside and inside it.
 * @param name the new key; without it the key is carried over too
 */
export function transplantedEntry(one: Entry, from: SourceText, name?: string): Entry {
  const { entry } = new Transplant(from).entry(one)
  return name === undefined ? entry : { ...entry, key: string(name) }
}

/** A node that carries over its source from another document. */
export type Transplanted = Node & { readonly transplanted: NonNullable<Node['transplanted']> }

export function isTransplanted(node: Node): node is Transplanted {
  return node.transplanted !== undefined
}

/**
 * The node in its own document, with the anchor and tag that it has now; the same one each time, since it has the
 * comments.
 */
export const inSource = memoized((node: Transplanted): Node => {
  const { node: parsed } = node.transplanted
  if (parsed.anchor === node.anchor && parsed.tag === node.tag) return parsed
  return { ...parsed, anchor: node.anchor, tag: node.tag }
})

interface Copy {
  readonly node: Node
  /** Whether the source of the node means the same elsewhere: no anchor, no alias, nothing new in it. */
  readonly isWhole: boolean
}

class Transplant {
  readonly #source: SourceText
  /** What several aliases name is copied once. */
  readonly #copies = new Map<Node, Copy>()

  constructor(source: SourceText) {
    this.#source = source
  }

  copy(node: Node): Copy {
    if (node.kind === 'alias') return { ...this.copy(node.target), isWhole: false }
    let copy = this.#copies.get(node)
    if (copy === undefined) {
      copy = this.#made(node)
      this.#copies.set(node, copy)
    }
    return copy
  }

  entry(one: Entry): { readonly entry: Entry; readonly isWhole: boolean } {
    const [key, value] = [this.copy(one.key), this.copy(one.value)]
    const parsed = parsedEntry(one)
    const transplanted =
      one.transplanted ?? (parsed === undefined ? undefined : { source: this.#source, entry: parsed })
    const entry = {
      key: key.node,
      value: value.node,
      ...(one.comment === undefined ? {} : { comment: one.comment }),
      ...(transplanted === undefined ? {} : { transplanted }),
    }
    return { entry, isWhole: key.isWhole && value.isWhole && one.key.start !== undefined }
  }

  #made(node: Exclude<Node, { kind: 'alias' }>): Copy {
    const { node: bare, isWhole } = this.#bare(node)
    // `! ''` is null to Heat: that tag is never written, so the scalar without it would be another value.
    const isForced = node.tag === '!'
    const tag = node.tag === undefined || isForced ? {} : { tag: node.tag }
    const transplanted =
      node.start !== undefined && isWhole && !isForced ? { source: this.#source, node } : node.transplanted
    const copied = Object.assign(bare, tag, transplanted === undefined ? {} : { transplanted })
    return { node: copied, isWhole: transplanted !== undefined && node.anchor === undefined && !isForced }
  }

  /** The data of a node alone; whether all parts are whole. */
  #bare(node: Exclude<Node, { kind: 'alias' }>): Copy {
    if (node.kind === 'scalar') {
      const { kind, type, value, style } = node
      return { node: { kind, type, value, ...(style === undefined ? {} : { style }) }, isWhole: true }
    }
    if (node.kind === 'seq') {
      const items = node.items.map((item) => this.copy(item))
      const copied: Node = { kind: 'seq', items: items.map((item) => item.node), style: node.style }
      return { node: copied, isWhole: items.every((item) => item.isWhole) }
    }
    const entries = node.entries.map((one) => this.entry(one))
    const copied: Node = { kind: 'map', entries: entries.map(({ entry }) => entry), style: node.style }
    return { node: copied, isWhole: entries.every((one) => one.isWhole) }
  }
}
