/** Where the comments that a part of the new tree owns are written, relative to it. */

import {
  type Comment,
  childStart,
  type Entry,
  type Node,
  parsedEntry,
  replacedNode,
} from '../document/node.ts'
import { type CommentedText, memberStart } from './attachment.ts'
import type { CommentOwner } from './comment-owners.ts'
import { keyLine } from './stand-ins.ts'

/** The comments of a part of the new tree. */
export interface Attached {
  /** Of an entry of JSON: between the one above it and those directly above it. */
  readonly loose: readonly Comment[]
  /** Above it, and around its value in no part of it. */
  readonly above: readonly Comment[]
  /** After its key, where the value is on the lines below. */
  readonly beside: Comment | undefined
  /** After it. */
  readonly behind: Comment | undefined
  /** In the source of a node, and in none of its parts. */
  readonly inside: readonly Comment[]
}

export const nothingAttached: Attached = {
  loose: [],
  above: [],
  beside: undefined,
  behind: undefined,
  inside: [],
}

/** Those around a part, in source order. */
export function aroundOf({ above, beside, behind }: Attached): readonly Comment[] {
  const more = [beside, behind].filter((comment) => comment !== undefined)
  return more.length === 0 ? above : [...above, ...more].sort((a, b) => a.start - b.start)
}

/** The comments of a source by the parts of the new tree that own them. */
export function attachedBy(
  text: CommentedText,
  owned: readonly { readonly owner: CommentOwner; readonly comment: Comment }[],
): ReadonlyMap<Entry | Node, Attached> {
  const all = new Map<Entry | Node, Attaching>()
  for (const { owner, comment } of owned) {
    const { part } = owner.location
    let known = all.get(part)
    if (known === undefined) {
      known = { loose: [], above: [], beside: undefined, behind: undefined, inside: [] }
      all.set(part, known)
    }
    attach(known, slotOf(text, owner, comment), comment)
  }
  return all
}

interface Attaching extends Attached {
  readonly loose: Comment[]
  readonly above: Comment[]
  beside: Comment | undefined
  behind: Comment | undefined
  readonly inside: Comment[]
}

function attach(to: Attaching, slot: keyof Attached, comment: Comment): void {
  if (slot === 'behind') to.behind = comment
  else if (slot !== 'beside') to[slot].push(comment)
  else {
    // A line has one comment: that of the inner key remains beside it.
    if (to.beside !== undefined) to.above.push(to.beside)
    to.beside = comment
  }
}

function slotOf(text: CommentedText, { location, of }: CommentOwner, comment: Comment): keyof Attached {
  const holder = location.part
  if (of === 'content' || of === 'whole') return 'inside'
  if (of === 'loose') return 'loose'
  if ('key' in holder && isBesideKey(text, holder, comment)) return 'beside'
  const old = oldPart(text, holder)
  return old !== undefined && comment === text.comments.trailing(old.value.end ?? old.start)
    ? 'behind'
    : 'above'
}

/**
 * Whether a comment is after the colon of the key that an entry had, of the key of an entry that it replaces, or after a
 * value that is its key now: of `id: web`, where `web:` is written.
 */
function isBesideKey(text: CommentedText, entry: Entry, comment: Comment): boolean {
  if (text.syntax === 'json') return false
  const parsed = sourceEntry(text, entry)
  if (parsed !== undefined && text.comments.behindColon(parsed) === comment) return true
  const outer = entry.replaces?.at(-1)
  if (outer !== undefined) return text.comments.behindColon(outer) === comment
  const key = keyLine(text, entry, parsedEntry(entry))
  return key !== undefined && text.comments.trailing(key.end) === comment
}

function sourceEntry({ root }: CommentedText, entry: Entry): Entry | undefined {
  const { transplanted } = entry
  return parsedEntry(entry) ?? (transplanted?.source.root === root ? transplanted?.entry : undefined)
}

/** What a part was in a source: of a new entry its value, or the item with its dash. */
export function oldPart(
  text: CommentedText,
  member: Entry | Node,
): { readonly start: number; readonly value: Node } | undefined {
  const parsed = 'key' in member ? sourceEntry(text, member) : undefined
  if (parsed !== undefined) return { start: childStart(parsed), value: parsed.value }
  const node = 'key' in member ? member.value : member
  const { transplanted } = node
  const value = transplanted?.source.root === text.root ? transplanted?.node : replacedNode(node)
  return value?.start === undefined ? undefined : { start: memberStart(text, value), value }
}
