/** What a term is made of: the terms in it, and the parameters that it reads. */
import type { Term } from '../terms/term.ts'

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

/** The names of the parameters that are read in a term, once for each time. */
export function parametersIn(term: Term): readonly string[] {
  if (term.tag === 'input') return term.of === 'parameter' ? [term.name] : []
  return innerTerms(term).flatMap(parametersIn)
}
