/** Which members of a changed collection stay where they stood. */

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

/** The old member behind a new one, if any. */
export function parsedMember(member: Member): Member | undefined {
  return 'key' in member ? parsedEntry(member) : replacedNode(member)
}

/** How the members of a changed collection relate to those that were read. */
export interface Alignment {
  /** Members that stay where they are, in order; `index` counts in the old collection. */
  readonly kept: readonly { readonly old: Member; readonly next: Member; readonly index: number }[]
  /** Indices of old members that are gone or have moved. */
  readonly removed: readonly number[]
  /** Runs of new or moved members and the old index they follow, -1 for the front. */
  readonly inserted: readonly { readonly after: number; readonly members: readonly Member[] }[]
  /** Whether anything was removed or inserted. */
  readonly changed: boolean
}

/** The alignments of the collections of one new tree: its text and its comments are made by the same ones. */
export class Alignments {
  readonly #known = new Map<Node, { readonly old: Node; readonly alignment: Alignment }>()

  of(old: Mapping | Sequence, next: Mapping | Sequence): Alignment {
    const known = this.#known.get(next)
    if (known?.old === old) return known.alignment
    const alignment = alignMembers(childrenOf(old), childrenOf(next))
    this.#known.set(next, { old, alignment })
    return alignment
  }
}

/**
 * Finds the members that keep their place: the longest run in the old order. What is left
 * of the old ones is removed, what is left of the new ones inserted.
 */
export function alignMembers(old: readonly Member[], next: readonly Member[]): Alignment {
  if (old.length === next.length && next.every((member, index) => parsedMember(member) === old[index])) {
    const kept = next.map((member, index) => ({ old: old[index] as Member, next: member, index }))
    return { kept, removed: [], inserted: [], changed: false }
  }
  const indexOf = new Map<Member, number>(old.map((member, index) => [member, index]))
  const positions = next.map((member) => {
    const origin = parsedMember(member)
    return origin === undefined ? -1 : (indexOf.get(origin) ?? -1)
  })
  const placed = [...positions.keys()].filter((index) => (positions[index] as number) >= 0)
  const rise = longestRise(placed.map((index) => positions[index] as number))
  const inOrder = new Set(rise.map((index) => placed[index]))
  const kept: { old: Member; next: Member; index: number }[] = []
  const inserted: { after: number; members: Member[] }[] = []
  let after = -1
  next.forEach((member, position) => {
    if (inOrder.has(position)) {
      after = positions[position] as number
      kept.push({ old: old[after] as Member, next: member, index: after })
    } else {
      const group = inserted.at(-1)
      if (group !== undefined && group.after === after) group.members.push(member)
      else inserted.push({ after, members: [member] })
    }
  })
  const keptIndices = new Set(kept.map((member) => member.index))
  const removed = old.map((_, index) => index).filter((index) => !keptIndices.has(index))
  return { kept, removed, inserted, changed: removed.length > 0 || inserted.length > 0 }
}
