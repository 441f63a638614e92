/** The members of a collection: the entries of a mapping, the items of a list. */

import { childValue, type Mapping, type Sequence } from '../document/node.ts'
import type { Alignment, Member } from './alignment.ts'
import type { PrintContext, ValueLocation } from './context.ts'
import type { EditBuffer } from './edit-buffer.ts'
import { type End, endOfParsed, lastPart } from './ends.ts'

/**
 * Where the members of one collection are in the source, and how they are inserted and removed: one for each syntax.
 */
export interface MemberSyntax {
  /** Whether the change can be made by edits; otherwise the collection is written anew. */
  allows(plan: Alignment): boolean
  /** Handles comments before the remaining members are processed. */
  prepare(plan: Alignment): void
  /** The surroundings of the value of a remaining member; gives the member its new key first. */
  location(old: Member, next: Member, index: number): ValueLocation
  /**
   * Adds the edits that remove and insert members.
   * @param ends how the values of the remaining members end
   * @returns how the collection ends
   */
  change(plan: Alignment, ends: ReadonlyMap<number, End>): End
}

/**
 * What adds the edits that turn the members of a collection into those of another and returns how the result ends;
 * undefined where the collection has to be written anew.
 */
export function editOfMembers(
  context: PrintContext,
  buffer: EditBuffer,
  old: Mapping | Sequence,
  next: Mapping | Sequence,
  syntax: MemberSyntax,
): (() => End) | undefined {
  const plan = context.continuation.alignments.of(old, next)
  if (plan.kept.length === 0 || !syntax.allows(plan)) return undefined
  return () => edited(context, buffer, plan, syntax)
}

function edited(context: PrintContext, buffer: EditBuffer, plan: Alignment, syntax: MemberSyntax): End {
  syntax.prepare(plan)
  const ends = new Map<number, End>()
  for (const { old: before, next: after, index } of plan.kept) {
    const location = before === after ? undefined : syntax.location(before, after, index)
    const value = childValue(before)
    const changed = childValue(after)
    const isSame = location === undefined || value === changed
    ends.set(
      index,
      isSame
        ? endOfParsed(context, lastPart(before))
        : context.steps.compare(context, buffer, value, changed, location),
    )
  }
  return syntax.change(plan, ends)
}
