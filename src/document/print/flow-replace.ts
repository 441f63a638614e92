import type { Node } from '../node.ts'
import {
  type End,
  hoist,
  type Place,
  type PrintContext,
  type Sink,
  takeOpen,
  takeOrphans,
} from './context.ts'
import { flowText } from './render-flow.ts'

/** Puts a new value where an old one stands inside brackets. */
export function replaceInFlow(context: PrintContext, sink: Sink, old: Node, next: Node, place: Place): End {
  const start = old.propsStart ?? 0
  const end = old.range?.end ?? start
  // What stands around the old value stays there.
  takeOpen(context, context.comments.leading(place.start))
  takeOpen(context, context.comments.leading(start))
  const behind = context.comments.trailing(end)
  if (behind !== undefined) takeOpen(context, [behind])
  const text = flowText(context, next, (comments, from) => hoist(from, sink, place.owner, comments))
  hoist(context, sink, place.owner, takeOrphans(context, start, end))
  if (place.lead !== undefined)
    sink.edits.push({ start: place.after, end: place.after, text: `${place.lead} ${text}` })
  else {
    const before = context.text.charAt(start - 1)
    const gap = before === ':' || before === ',' ? ' ' : ''
    sink.edits.push({ start, end, text: gap + text })
  }
  return 'inline'
}
