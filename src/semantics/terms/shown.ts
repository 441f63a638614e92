/** Terms for people: what a difference or a doubt is about. */

import { jsonText } from '../json-text.ts'
import { pythonStr } from '../python-text.ts'
import type { Term } from './term.ts'

const longest = 160

/** A term in one line, clipped. */
export function shown(term: Term): string {
  const text = written(term, 6)
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

function written(term: Term, depth: number): string {
  if (depth === 0) return '…'
  const inside = (one: Term) => written(one, depth - 1)
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
      return term.parts.map(inside).join(' + ')
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
