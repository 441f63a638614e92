/** Values that are in no report: each stands for itself alone. */
import { kinds, type Term, type Terms } from '../terms/term.ts'

/** A value that is not shown, and that is known to be another one than any other of its kind. */
const secretMark = 'secret'

/** A value that is not to be shown: equal to itself alone. */
export function hiddenTerm(terms: Terms, shown: string): Term {
  return terms.input('pseudo', shown, kinds.any, secretMark)
}

export function isSecret(term: Term): boolean {
  return term.tag === 'input' && term.detail === secretMark
}
