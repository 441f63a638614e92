/** Values that are looked up in tables which are written out, as mappings are: they part where the tables do. */
import { kinds, type MapTerm, type Term, type Terms } from '../terms/term.ts'

/** A value before and after, and the condition under which it is the one that is looked up. */
interface Lookup {
  readonly condition: Term
  readonly before: Term
  readonly after: Term
}

/** At most so many differing entries of two tables are listed one by one. */
const mostEntries = 24

/**
 * The entries in which two tables differ that are looked up with the same keys.
 * @returns undefined where that is not what two values are, where it is too much, and where one table lacks an entry
 */
export function lookupsBetween(terms: Terms, before: Term, after: Term): readonly Lookup[] | undefined {
  const [one, other] = [tableOf(before), tableOf(after)]
  if (one === undefined || other === undefined || one.keys.length !== other.keys.length) return undefined
  if (one.keys.some((key, index) => key !== other.keys[index])) return undefined
  const found: Lookup[] = []
  return collect(terms, one.table, other.table, one.keys, terms.true, found) ? found : undefined
}

/** The table of a lookup, and its keys from the outer to the inner one. */
export function tableOf(term: Term): { readonly table: MapTerm; readonly keys: readonly Term[] } | undefined {
  const keys: Term[] = []
  let inner = term
  while (inner.tag === 'step') {
    keys.unshift(inner.key)
    inner = inner.of
  }
  return keys.length > 0 && inner.tag === 'map' && inner.isData ? { table: inner, keys } : undefined
}

/** @returns whether all differences could be found */
function collect(
  terms: Terms,
  before: Term,
  after: Term,
  keys: readonly Term[],
  condition: Term,
  found: Lookup[],
): boolean {
  if (before === after || condition === terms.false) return true
  const [key, ...rest] = keys
  if (key === undefined) {
    found.push({ condition, before, after })
    return found.length <= mostEntries
  }
  if (before.tag !== 'map' || after.tag !== 'map') return false
  // Another thing than a string may find an entry without being its name.
  if ((key.kinds & ~kinds.str) !== 0) return false
  const names = new Set([...before.entries.keys(), ...after.entries.keys()])
  return [...names].every((name) => {
    const [one, other] = [before.entries.get(name), after.entries.get(name)]
    if (one === other) return true
    if (one === undefined || other === undefined || typeof name !== 'string') return false
    const isAsked = terms.condition(terms.equals(key, terms.constant(name)))
    return collect(terms, one, other, rest, terms.and(condition, isAsked), found)
  })
}
