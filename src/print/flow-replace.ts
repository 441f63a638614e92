import type { Node } from '../document/node.ts'
import { type End, hoist, keep, type Place, type PrintContext, type Sink, takeOrphans } from './context.ts'
import { flowText } from './render-flow.ts'

/** Puts a new value where an old one stands inside brackets. */
export function replaceInFlow(context: PrintContext, sink: Sink, old: Node, next: Node, place: Place): End {
  const start = old.propsStart ?? 0
  const end = old.range?.end ?? start
  // What stands around the old value stays there.
  keep(context, sink, context.comments.leading(place.start))
  keep(context, sink, context.comments.leading(start))
  const behind = context.comments.trailing(end)
  if (behind !== undefined) keep(context, sink, [behind])
  const text = flowText(context, next, (comments, from) => hoist(from, sink, place.owner, comments))
  hoist(context, sink, place.owner, takeOrphans(context, start, end, old))
  if (place.lead !== undefined)
    sink.edits.push({ start: place.after, end: place.after, text: `${place.lead} ${text}` })
  else {
    const before = context.text.charAt(start - 1)
    const gap = before === ':' || before === ',' ? ' ' : ''
    sink.edits.push({ start, end, text: gap + text })
  }
  return 'inline'
}
