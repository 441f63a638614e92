/** Scripts that a join puts together. */
import { type Node, text } from '../../../src/engine/authoring.ts'
import type { JoinItem } from './join.ts'

/** Several lines with a text of their own: what a person would write as one block. */
export function isScript(items: readonly JoinItem[]): boolean {
  const whole = items.map((item) => ('text' in item ? item.text : 'x')).join('')
  const first = whole.indexOf('\n')
  const isLonger = first !== -1 && /[^\n]/.test(whole.slice(first))
  return isLonger && items.some((item) => 'text' in item && item.delimiter !== true && /\S/.test(item.text))
}

/** The text of a join of literals, in the place of the join. */
export function literalText(items: readonly JoinItem[], location: Node): Node {
  const whole = items.map((item) => ('text' in item ? item.text : '')).join('')
  return text(whole, { for: location, ...(whole.includes('\n') ? { style: 'literal' } : {}) })
}
