/** Which members of a changed collection remain where they were. */

import {
  childrenOf,
  type Entry,
  type Mapping,
  type Node,
  parsedEntry,
  replacedNode,
  type Sequence,
} from '../document/node.ts'
import { longestRise } from '../document/sorted.ts'

/** An entry of a mapping, or an item of a list. */
export type Member = Entry | Node

/** The old member that a new one continues, if any. */
export function parsedMember(member: Member): Member | undefined {
  return 'key' in member ? parsedEntry(member) : replacedNode(member)
}

/** Whether an entry of the source has comments that belong to none of its parts. */
type IsCommented = (entry: Entry) => boolean

/** The old members that those of a collection continue, except for entries that carry over the comments of others. */
function parsedMembers(node: Mapping | Sequence, isCommented: IsCommented): readonly (Member | undefined)[] {
  if (node.kind === 'seq') return node.items.map(replacedNode)
  return node.entries.map((entry) =>
    entry.replaces?.some(isCommented) === true ? undefined : parsedEntry(entry),
  )
}

/** How the members of a changed collection relate to those that were read. */
export interface Alignment {
  /** Members that remain where they are, in order; `index` counts in the old collection. */
  readonly kept: readonly { readonly old: Member; readonly next: Member; readonly index: number }[]
  /** Indices of old members that were removed or have moved. */
  readonly removed: readonly number[]
  /** Runs of new or moved members and the old index they follow, -1 for the front. */
  readonly inserted: readonly { readonly after: number; readonly members: readonly Member[] }[]
  /** Whether anything was removed or inserted. */
  readonly changed: boolean
}

/** The alignments of the collections of one new tree: its output and its comments are made by the same ones. */
export class Alignments {
  readonly #known = new Map<Node, { readonly old: Node; readonly alignment: Alignment }>()
  readonly #isCommented: IsCommented

  constructor(isCommented: IsCommented) {
    this.#isCommented = isCommented
  }

  of(old: Mapping | Sequence, next: Mapping | Sequence): Alignment {
    const known = this.#known.get(next)
    if (known?.old === old) return known.alignment
    const alignment = alignMembers(old, next, this.#isCommented)
    this.#known.set(next, { old, alignment })
    return alignment
  }
}

/**
 * Finds the members that remain where they are: the longest run in the old order. The other old members are removed,
 * the other new ones inserted.
 */
export function alignMembers(
  before: Mapping | Sequence,
  after: Mapping | Sequence,
  isCommented: IsCommented,
): Alignment {
  const old: readonly Member[] = childrenOf(before)
  const next: readonly Member[] = childrenOf(after)
  const origins = parsedMembers(after, isCommented)
  if (old.length === next.length && origins.every((origin, index) => origin === old[index])) {
    const kept = next.map((member, index) => ({ old: old[index] as Member, next: member, index }))
    return { kept, removed: [], inserted: [], changed: false }
  }
  const indexOf = new Map<Member, number>(old.map((member, index) => [member, index]))
  const positions = origins.map((origin) => (origin === undefined ? -1 : (indexOf.get(origin) ?? -1)))
  const placed = [...positions.keys()].filter((index) => (positions[index] as number) >= 0)
  const rise = longestRise(placed.map((index) => positions[index] as number))
  const inOrder = new Set(rise.map((index) => placed[index]))
  const kept: { old: Member; next: Member; index: number }[] = []
  const inserted: { after: number; members: Member[] }[] = []
  let last = -1
  next.forEach((member, position) => {
    if (inOrder.has(position)) {
      last = positions[position] as number
      kept.push({ old: old[last] as Member, next: member, index: last })
    } else {
      const group = inserted.at(-1)
      if (group !== undefined && group.after === last) group.members.push(member)
      else inserted.push({ after: last, members: [member] })
    }
  })
  const keptIndices = new Set(kept.map((member) => member.index))
  const removed = old.map((_, index) => index).filter((index) => !keptIndices.has(index))
  return { kept, removed, inserted, changed: removed.length > 0 || inserted.length > 0 }
}
