/** Aliases whose anchors were in a part that was removed. */
import { inPlaceOf, withAnchor, withEntries, withItems, withValue } from './build.ts'
import type { Mapping, Node } from './node.ts'

/**
 * The tree with the value in place of the first alias of each anchor that is in no part of it any longer; where there
 * are more aliases of it, the value carries the anchor. The very same object when there are none.
 */
export function withLostAnchors(root: Mapping): Mapping {
  const names = new Names()
  names.add(root)
  return names.areLost ? (new Writing(names).written(root) as Mapping) : root
}

/** The anchors of a tree, and how often each name has an alias. */
class Names {
  readonly anchors = new Set<string>()
  readonly aliases = new Map<string, number>()

  get areLost(): boolean {
    return [...this.aliases.keys()].some((name) => !this.anchors.has(name))
  }

  add(node: Node): void {
    if (node.anchor !== undefined) this.anchors.add(node.anchor)
    if (node.kind === 'alias') this.aliases.set(node.name, (this.aliases.get(node.name) ?? 0) + 1)
    if (node.kind === 'seq') for (const item of node.items) this.add(item)
    if (node.kind === 'map')
      for (const { key, value } of node.entries) {
        this.add(key)
        this.add(value)
      }
  }
}

class Writing {
  readonly #names: Names

  constructor(names: Names) {
    this.#names = names
  }

  written(node: Node): Node {
    switch (node.kind) {
      case 'scalar':
        return node
      case 'alias':
        return this.#names.anchors.has(node.name)
          ? node
          : inPlaceOf(this.#instead(node.target, node.name), node)
      case 'seq':
        return withItems(
          node,
          node.items.map((item) => this.written(item)),
        )
      case 'map':
        return withEntries(
          node,
          node.entries.map((one) => withValue(one, this.written(one.value))),
        )
    }
  }

  /** The value of an anchor; what is inside of it goes along. */
  #instead(target: Node, name: string): Node {
    this.#names.add(target)
    const isNeeded = (this.#names.aliases.get(name) ?? 0) > 1
    if (isNeeded) this.#names.anchors.add(name)
    else this.#names.anchors.delete(name)
    const own = this.written(target)
    return isNeeded ? own : withAnchor(own, undefined)
  }
}
