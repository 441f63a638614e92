/** The members of a collection: the entries of a mapping, the items of a list. */

import { childValue, type Mapping, type Sequence } from '../document/node.ts'
import type { Alignment, Member } from './alignment.ts'
import type { PrintContext, ValueLocation } from './context.ts'
import type { EditBuffer } from './edit-buffer.ts'
import { type End, endOfParsed, lastPart } from './ends.ts'

/** How the members of one collection stand in the old text, and how they come and go there: one for each syntax. */
export interface MemberSyntax {
  /** Whether the change can be made in the text; otherwise the collection is written anew. */
  allows(plan: Alignment): boolean
  /** Sees to comments before the members that stay are looked at. */
  prepare(plan: Alignment): void
  /** Where the value of a member that stays stands; gives it its new key first. */
  location(old: Member, next: Member, index: number): ValueLocation
  /**
   * Adds the edits that take members out and put members in.
   * @param ends how the texts of those that stay end
   * @returns how the text of the collection ends
   */
  change(plan: Alignment, ends: ReadonlyMap<number, End>): End
}

/**
 * What adds the edits that turn the members of a collection into those of another, in their text, and says how the
 * text ends then; undefined where the collection has to be written anew.
 */
export function editOfMembers(
  context: PrintContext,
  buffer: EditBuffer,
  old: Mapping | Sequence,
  next: Mapping | Sequence,
  syntax: MemberSyntax,
): (() => End) | undefined {
  const plan = context.alignments.of(old, next)
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
