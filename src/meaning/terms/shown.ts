/** Terms for people: what a difference or a doubt is about. */

import { jsonText } from '../../heat/values/json-text.ts'
import { pythonStr } from '../../heat/values/python-text.ts'
import type { Term } from './term.ts'

const longest = 160

/** Describes some terms in other words: by a string, or by a term that is described instead. */
type OtherWords = (term: Term) => string | Term | undefined

/** A term in one line, clipped. */
export function shown(term: Term): string {
  return clipped(written(term))
}

/** As much of a line as is shown. */
export function clipped(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

/** A term in one line, however long. */
export function written(term: Term, instead: OtherWords = () => undefined, depth = 6): string {
  if (depth === 0) return '…'
  const other = instead(term)
  if (typeof other === 'string') return other
  if (other !== undefined) return written(other, instead, depth)
  const inside = (one: Term) => written(one, instead, depth - 1)
  switch (term.tag) {
    case 'constant':
      return typeof term.value === 'string' ? jsonText(term.value, 'as it is') : pythonStr(term.value)
    case 'list':
      return `[${term.items.slice(0, 8).map(inside).join(', ')}${term.items.length > 8 ? ', …' : ''}]`
    case 'map':
      return `{${[...term.entries]
        .slice(0, 8)
        .map(([key, one]) => `${pythonStr(key)}: ${inside(one)}`)
        .join(', ')}}`
    case 'input':
      return `«${[term.of, term.name, ...(term.of === 'attribute' ? [term.detail] : [])].filter((one) => one !== '').join(' ')}»`
    case 'concat':
      return term.parts.length === 1
        ? `string(${inside(term.parts[0] as Term)})`
        : term.parts.map(inside).join(' + ')
    case 'step':
      return `${inside(term.of)}[${inside(term.key)}]`
    case 'choice':
      return `(${inside(term.atom)} ? ${inside(term.then)} : ${inside(term.otherwise)})`
    case 'apply':
      return `${term.name}(${term.args.map(inside).join(', ')})`
    case 'refused':
      return `refused: ${term.failure.message}`
    case 'omitted':
      return '(left out)'
  }
}
