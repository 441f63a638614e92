/** From an offset to what stands there. */
import { childEnd, childStart, type Entry, type Mapping, type Node } from '../../text/document/node.ts'
import { nameOf } from '../../text/document/read.ts'

/** A key or an index on the way from the root. */
export type Step =
  | { readonly kind: 'entry'; readonly name: string; readonly entry: Entry; readonly of: Mapping }
  | { readonly kind: 'item'; readonly index: number }

/** What stands at an offset, with the way to it. */
export interface Found {
  readonly steps: readonly Step[]
  /** The key or value in which the offset stands. */
  readonly node: Node
  readonly isKey: boolean
}

/** The innermost key or value that holds an offset; its end counts as within. */
export function findAt(root: Node, offset: number): Found {
  const steps: Step[] = []
  let node = root
  for (;;) {
    if (node.kind !== 'map' && node.kind !== 'seq') return { steps, node, isKey: false }
    const children: readonly (Entry | Node)[] = node.kind === 'map' ? node.entries : node.items
    const index = children.findIndex((child) => childStart(child) <= offset && offset <= childEnd(child))
    const child = children[index]
    if (child === undefined) return { steps, node, isKey: false }
    if ('key' in child) {
      steps.push({ kind: 'entry', name: nameOf(child) ?? '', entry: child, of: node as Mapping })
      if (offset <= (child.key.end ?? 0)) return { steps, node: child.key, isKey: true }
      node = child.value
    } else {
      steps.push({ kind: 'item', index })
      node = child
    }
  }
}

/** The names and indexes of a way. */
export function pathOf(steps: readonly Step[]): readonly (string | number)[] {
  return steps.map((step) => (step.kind === 'entry' ? step.name : step.index))
}
