/** Values that are not shown because of the name under which they stand; a change of them is. */
import { hiddenValue } from '../../heat/parameters.ts'
import type { Key } from '../../heat/values/value.ts'
import type { Term, Terms } from '../terms/term.ts'
import facts from './facts/secret-properties.json' with { type: 'json' }

const names: ReadonlySet<string> = new Set(facts.names.map((one) => one.toLowerCase()))

/** Whether what stands under a name is a secret. */
export function isSecretName(name: string): boolean {
  const lower = name.toLowerCase()
  return names.has(lower) || facts.endings.some((ending) => lower.endsWith(ending))
}

/** A value as it is shown: literals that are secrets, or stand under a name of one, are hidden. @param path of the value */
export function shownTerm(terms: Terms, term: Term, path: string): Term {
  const isSecret = path.split(/[.[\]]/).some(isSecretName)
  return isSecret ? hidden(terms, term) : withoutSecrets(terms, term)
}

function hidden(terms: Terms, term: Term): Term {
  switch (term.tag) {
    case 'constant':
      // Whether there is a key, or a password is made, says nothing of it.
      return term === terms.null || typeof term.value === 'boolean' ? term : terms.constant(hiddenValue)
    case 'list':
      return terms.list(term.items.map((one) => hidden(terms, one)))
    case 'map':
      return terms.map(new Map<Key, Term>([...term.entries].map(([key, one]) => [key, hidden(terms, one)])))
    case 'choice':
      return terms.each(term, (one) => hidden(terms, one))
    case 'input':
    case 'omitted':
      return term
    default:
      return terms.constant(hiddenValue)
  }
}

function withoutSecrets(terms: Terms, term: Term): Term {
  switch (term.tag) {
    case 'list':
      return terms.list(term.items.map((one) => withoutSecrets(terms, one)))
    case 'map': {
      // What Heat fills in says nothing to a reader.
      const entries = [...term.entries].filter(([, one]) => one !== terms.null)
      return terms.map(
        new Map<Key, Term>(
          entries.map(([key, one]) => [
            key,
            typeof key === 'string' && isSecretName(key) ? hidden(terms, one) : withoutSecrets(terms, one),
          ]),
        ),
      )
    }
    case 'choice':
      return terms.each(term, (one) => withoutSecrets(terms, one))
    default:
      return term
  }
}
