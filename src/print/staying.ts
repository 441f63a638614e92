import type { Comment } from '../document/node.ts'
import { commentLines, type PrintContext } from './context.ts'

/**
 * The comments of a stretch of text that goes which stay behind, as whole lines; marked as carried. Those
 * that stand on lines of their own keep their bytes.
 */
export function stayingLines(
  context: PrintContext,
  staying: readonly Comment[],
  start: number,
  end: number,
  pad: string,
): string {
  if (staying.length === 0) return ''
  const { eol } = context.layout
  return context.comments
    .within(start, end)
    .filter((comment) => staying.includes(comment) && !context.carried.has(comment))
    .map((comment) => {
      context.carried.add(comment)
      return commentLines(context, comment)
        .map((line) => pad + line + eol)
        .join('')
    })
    .join('')
}
