/** Changes `[ ]` and `{ }` in place. */

import {
  childEnd,
  childStart,
  type Entry,
  type Mapping,
  type Node,
  parsedEntry,
  placeOf,
  type Sequence,
} from '../document/node.ts'
import { fitsSimpleKey } from '../yaml/scalar-text.ts'
import { alignChildren } from './align.ts'
import { type End, hoist, type Place, type PrintContext, type Sink, takeOrphans } from './context.ts'
import { FlowParts } from './flow-parts.ts'
import { keyText } from './key-text.ts'
import { flowEntry, flowItem, type Hoist } from './render-flow.ts'

export interface Surroundings {
  /** Whether the collection stands in another one in brackets: block style is no way out then. */
  readonly inFlow: boolean
  /** Offset of a line above which comments can go. */
  readonly owner: number
}

/** How the text ends after the edits; undefined, and no edit made, where the mapping has to be written anew. */
export function editFlowMapping(
  context: PrintContext,
  sink: Sink,
  old: Mapping,
  next: Mapping,
  { inFlow, owner }: Surroundings,
): End | undefined {
  const plan = alignChildren(old.entries, next.entries, parsedEntry)
  if (plan.kept.length === 0 || old.pair !== next.pair) return undefined
  // New parts may not fit on the line; where block style can stand, the renderer chooses.
  const grows = plan.inserted.length > 0 || plan.kept.some(({ next: after }) => isNewCollection(after.value))
  if (!inFlow && grows && next.staysFlow !== true) return undefined
  if (old.pair === true && plan.changed) return undefined
  for (const { old: before, next: after } of plan.kept) {
    if (before.key !== after.key) renameKey(context, sink, before, after, owner)
    if (before.value !== after.value) {
      context.steps.compare(context, sink, before.value, after.value, placeOfValue(context, before, owner))
    }
  }
  const lift: Hoist = (comments, from) => hoist(from, sink, owner, comments)
  const parts = new FlowParts(context, sink, old.entries, next.staying)
  parts.change(plan, (entries) => entries.map((one) => flowEntry(context, one, lift)).join(', '))
  return 'inline'
}

/** As `editFlowMapping`, for lists. */
export function editFlowSequence(
  context: PrintContext,
  sink: Sink,
  old: Sequence,
  next: Sequence,
  { owner }: Surroundings,
): End | undefined {
  const plan = alignChildren(old.items, next.items, placeOf)
  if (plan.kept.length === 0) return undefined
  for (const { old: before, next: after } of plan.kept) {
    const place: Place = {
      kind: 'flow',
      indent: 0,
      after: childStart(before),
      start: childStart(before),
      owner,
    }
    if (before !== after) context.steps.compare(context, sink, before, after, place)
  }
  const lift: Hoist = (comments, from) => hoist(from, sink, owner, comments)
  const parts = new FlowParts(context, sink, old.items)
  parts.change(plan, (items) => items.map((one) => flowItem(context, one, lift)).join(', '))
  return 'inline'
}

function isNewCollection(node: Node): boolean {
  return (
    (node.kind === 'map' || node.kind === 'seq') &&
    node.range === undefined &&
    node.origin?.kind !== node.kind
  )
}

/** Offset of the colon of an entry in brackets; undefined for `{a}`. */
function colonOf(context: PrintContext, entry: Entry): number | undefined {
  if (entry.explicit !== undefined) return entry.explicit.colon
  let at = entry.key.range?.end ?? 0
  while (/[ \t]/.test(context.text.charAt(at))) at += 1
  return context.text.charAt(at) === ':' ? at : undefined
}

function placeOfValue(context: PrintContext, entry: Entry, owner: number): Place {
  const colon = colonOf(context, entry)
  const shared = { kind: 'flow', indent: 0, start: childStart(entry), owner } as const
  if (colon !== undefined) return { ...shared, after: colon + 1 }
  return { ...shared, after: childEnd(entry), lead: entry.explicit === undefined ? ':' : ' :' }
}

function renameKey(context: PrintContext, sink: Sink, before: Entry, after: Entry, owner: number): void {
  const { key, explicit } = before
  const start = key.propsStart ?? 0
  const end = key.range?.end ?? start
  const colon = colonOf(context, before)
  // `{"a":1}`: without its quotes the key would go on behind the colon.
  const isTight = colon !== undefined && !/[\s]/.test(context.text.charAt(colon + 1))
  const text = keyText(context, after.key, 'flow', { tight: isTight })
  const isMissing = explicit !== undefined && start === end
  const joins = isTight && after.key.kind === 'scalar' && after.key.type !== 'str'
  const wrapped = explicit === undefined && !fitsSimpleKey(text) ? `? ${text} ` : text
  sink.edits.push({ start, end, text: isMissing || joins ? ` ${wrapped} ` : wrapped })
  if (joins && colon !== undefined) sink.edits.push({ start: colon + 1, end: colon + 1, text: ' ' })
  hoist(context, sink, owner, takeOrphans(context, start, end))
}
