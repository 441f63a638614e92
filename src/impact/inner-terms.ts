/** The terms that a term is made of. */
import type { Term } from '../semantics/terms/term.ts'

/** The terms that a term is made of. */
export function innerTerms(term: Term): readonly Term[] {
  switch (term.tag) {
    case 'list':
      return term.items
    case 'map':
      return [...term.entries.values()]
    case 'concat':
      return term.parts
    case 'step':
      return [term.of, term.key]
    case 'choice':
      return [term.atom, term.then, term.otherwise]
    case 'apply':
      return term.args
    default:
      return []
  }
}
