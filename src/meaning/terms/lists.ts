/** Laws of functions on lists; heat/engine/hot/functions.py, from `Filter` to `Contains`. */
import { isTrue } from '../../heat/values/value.ts'
import {
  alternatives,
  type Choice,
  itemKinds,
  type Kinds,
  kinds,
  mayBeNaN,
  mayBeOmitted,
  mayEqual,
  type Term,
  type Terms,
  valueOf,
} from './term.ts'

/**
 * Lists one after the other as one list: nested ones flatten, neighbouring literals merge. Null is an empty list
 * (`ListConcat` of heat/engine/hot/functions.py).
 */
export function lists(terms: Terms, parts: readonly Term[]): Term {
  const flat: Term[] = []
  let literal: Term[] = []
  const close = (): void => {
    if (literal.length > 0) flat.push(terms.list(literal))
    literal = []
  }
  const put = (part: Term): void => {
    if (part.tag === 'apply' && part.name === 'list_concat') for (const one of part.args) put(one)
    else if (part.tag === 'list') literal.push(...part.items)
    else if (part !== terms.null) {
      close()
      flat.push(part)
    }
  }
  const decided = parts.map((part) => decidedWithin(terms, part))
  const choice = decided.findIndex(({ tag }) => tag === 'choice')
  if (choice >= 0 && isFew(decided))
    return terms.each(decided[choice] as Term, (one) => lists(terms, decided.with(choice, one)))
  for (const part of decided) put(part)
  close()
  const [first, second] = flat
  if (first === undefined) return terms.list([])
  // Each is required to be a list, so that this one is one; null would become a list.
  if (second === undefined && (first.kinds & kinds.null) === 0) return first
  return terms.apply('list_concat', flat, kinds.list)
}

/** `c ? [a] : []` as `[c ? a : (left out)]`: what is there is decided for each item. */
function decidedWithin(terms: Terms, part: Term, done = new Map<Term, Term>()): Term {
  if (part.tag !== 'choice') return part
  const known = done.get(part)
  if (known !== undefined) return known
  const made = oneList(
    terms,
    part,
    decidedWithin(terms, part.then, done),
    decidedWithin(terms, part.otherwise, done),
  )
  done.set(part, made)
  return made
}

function oneList(terms: Terms, part: Choice, then: Term, otherwise: Term): Term {
  if (then.tag !== 'list' || otherwise.tag !== 'list') return part
  const longer = then.items.length < otherwise.items.length ? otherwise : then
  return terms.list(
    longer.items.map((_, index) =>
      terms.choice(
        terms.condition(part.atom),
        then.items[index] ?? terms.omitted,
        otherwise.items[index] ?? terms.omitted,
      ),
    ),
  )
}

/** At most this many alternatives are written out, of all parts together. */
const mostAlternatives = 16

/** Whether the decisions at the tops of some terms lead to few combinations. */
export function isFew(parts: readonly Term[]): boolean {
  let count = 1
  for (const part of parts) {
    if (part.tag !== 'choice') continue
    if (part.depth > 4) return false
    count *= alternatives(part).size
  }
  return count <= mostAlternatives
}

/** At most this many pairs of items are compared one by one. */
const mostCompared = 256

/**
 * A list without repeated items. What is repeated in a part that is unique by itself is dropped again, and an item that
 * certainly was there before leads to nothing.
 */
export function unique(terms: Terms, list: Term): Term {
  if (list.tag === 'choice') return terms.each(list, (one) => unique(terms, one))
  if (list.tag === 'refused') return list
  const parts = list.tag === 'apply' && list.name === 'list_concat' ? list.args : [list]
  const bare = parts.map((one) =>
    one.tag === 'apply' && one.name === 'unique' && one.args[0] !== undefined ? one.args[0] : one,
  )
  if (bare.some((one, index) => one !== parts[index])) return unique(terms, lists(terms, bare))
  const seen = new Set<Term>()
  const seenParts = new Set<Term>()
  const left = parts.flatMap((part): readonly Term[] => {
    if (part.tag === 'list') return [terms.list(part.items.filter((item) => isFirst(terms, item, seen)))]
    if (seenParts.has(part) && !mayHoldNaN(part)) return []
    seenParts.add(part)
    return [part]
  })
  const all = lists(terms, left)
  const items = all.tag === 'list' ? firstsOnly(terms, all.items) : undefined
  return items ?? terms.apply('unique', [all], kinds.list)
}

/** Whether an item is not certainly equal to an earlier one; collects those that are certainly there. */
function isFirst(terms: Terms, item: Term, seen: Set<Term>): boolean {
  if (mayBeNaN(item) || mayBeOmitted(item)) return true
  const alike = terms.alike(item)
  if (seen.has(alike)) return false
  seen.add(alike)
  return true
}

/** Of items that are written out those that are equal to none before; undefined where there are too many. */
function firstsOnly(terms: Terms, items: readonly Term[]): Term | undefined {
  if (items.length < 2 || items.every(isPlainData)) return terms.list(items)
  if (items.length ** 2 > mostCompared || items.some(mayBeOmitted) || items.some(isUncertain))
    return undefined
  return terms.list(
    items.map((item, index) => {
      const isRepeated = items
        .slice(0, index)
        .reduce((any, one) => terms.or(any, terms.equals(one, item)), terms.false)
      return terms.choice(isRepeated, terms.omitted, item)
    }),
  )
}

function isPlainData(item: Term): boolean {
  return item.isData && !mayBeNaN(item)
}

/** Python finds an item that is the same object, be it not equal to itself. */
function isUncertain(item: Term): boolean {
  return !item.isData && mayBeNaN(item)
}

function mayHoldNaN(list: Term): boolean {
  return (itemKinds(list) & (kinds.float | kinds.collection)) !== 0
}

/** Whether data is false for Python. */
export function isFalse(term: Term): boolean {
  return term.isData && !isTrue(valueOf(term))
}

/** The items of a list that are equal to none of some values; what is false for Python comes out as it is. */
export function filtered(terms: Terms, values: Term, list: Term): Term {
  if (list.tag === 'choice') return terms.each(list, (one) => filtered(terms, values, one))
  if (values.tag === 'choice') return terms.each(values, (one) => filtered(terms, one, list))
  const refused = [values, list].find(({ tag }) => tag === 'refused')
  if (refused !== undefined) return refused
  if (isFalse(values) || isFalse(list)) return list
  if (list.tag === 'apply' && list.name === 'list_concat')
    return lists(
      terms,
      list.args.map((part) => filtered(terms, values, part)),
    )
  const [first, second] = list.tag === 'apply' ? list.args : []
  if (list.tag === 'apply' && list.name === 'unique' && first !== undefined)
    return unique(terms, filtered(terms, values, first))
  const unwanted = values.tag === 'list' && !values.items.some(mayBeOmitted) ? values.items : undefined
  if (unwanted === undefined) return uninterpretedFilter(terms, values, list)
  if (list.tag === 'apply' && list.name === 'filter' && first?.tag === 'list' && second !== undefined)
    return filtered(terms, terms.list([...unwanted, ...first.items]), second)
  const items = list.tag === 'list' ? withoutAll(terms, list.items, unwanted) : undefined
  if (items !== undefined) return terms.list(items)
  const apart = distinct(terms, unwanted, itemKinds(list))
  return apart.length === 0 ? list : uninterpretedFilter(terms, terms.list(apart), list)
}

function uninterpretedFilter(terms: Terms, values: Term, list: Term): Term {
  return terms.apply('filter', [values, list], kinds.list | (list.kinds & ~kinds.list))
}

/** Items, each left out where it is equal to one of some values; undefined where there are too many to compare. */
function withoutAll(
  terms: Terms,
  items: readonly Term[],
  unwanted: readonly Term[],
): readonly Term[] | undefined {
  const known = new Set(unwanted.filter(isPlainData).map((value) => terms.alike(value)))
  const unknown = unwanted.filter((value) => !isPlainData(value))
  const compared = items.reduce((all, item) => all + (isPlainData(item) ? unknown : unwanted).length, 0)
  if (compared > mostCompared) return undefined
  return items.map((item) => {
    if (isPlainData(item) && known.has(terms.alike(item))) return terms.omitted
    return without(terms, item, isPlainData(item) ? unknown : unwanted)
  })
}

/** An item, left out where it is equal to one of some values. */
function without(terms: Terms, item: Term, unwanted: readonly Term[]): Term {
  return terms.each(item, (one) => {
    if (one === terms.omitted) return one
    const isUnwanted = unwanted.reduce((any, value) => terms.or(any, terms.equals(one, value)), terms.false)
    return terms.choice(isUnwanted, terms.omitted, one)
  })
}

/** Values that may be among items of some types, each once, in an order of their own. */
function distinct(terms: Terms, values: readonly Term[], items: Kinds): readonly Term[] {
  const found = new Set<Term>()
  for (const value of values) if (mayEqual(value.kinds, items)) found.add(terms.alike(value))
  return [...found].sort((one, other) => one.id - other.id)
}

/** Whether a list holds a value, or a string another one, as a condition. */
export function contained(terms: Terms, value: Term, list: Term): Term {
  if (list.tag === 'choice') return terms.each(list, (one) => contained(terms, value, one))
  const refused = [value, list].find(({ tag }) => tag === 'refused')
  if (refused !== undefined) return refused
  if (value.tag === 'choice' && isFew([value])) return terms.each(value, (one) => contained(terms, one, list))
  if (list === terms.null) return terms.false
  if (list.tag === 'list' && [value, ...list.items].every(isPlainData))
    return terms.constant(list.items.some((item) => terms.alike(item) === terms.alike(value)))
  if (list.tag === 'list' && list.items.length <= mostCompared)
    return list.items.reduce(
      (any, item) =>
        terms.or(
          any,
          terms.each(item, (one) => (one === terms.omitted ? terms.false : terms.equals(one, value))),
        ),
      terms.false,
    )
  if (list.kinds === kinds.str) return inString(terms, value, list)
  const certain = (list.kinds & ~(kinds.list | kinds.null)) === 0
  if (certain && !mayEqual(value.kinds, itemKinds(list))) return terms.false
  return containedInCall(terms, value, list) ?? uninterpretedContains(terms, value, list)
}

function containedInCall(terms: Terms, value: Term, list: Term): Term | undefined {
  if (list.tag !== 'apply') return undefined
  const [first, second] = list.args
  if (list.name === 'list_concat')
    return list.args.reduce((any, part) => terms.or(any, contained(terms, value, part)), terms.false)
  if (list.name === 'unique' && first !== undefined) return contained(terms, value, first)
  if (list.name !== 'filter' || first?.tag !== 'list' || second?.kinds !== kinds.list) return undefined
  return terms.and(contained(terms, value, second), terms.not(contained(terms, value, first)))
}

function inString(terms: Terms, value: Term, text: Term): Term {
  if (value === terms.empty || (value === text && value.kinds === kinds.str)) return terms.true
  if (value.tag === 'constant' && typeof value.value === 'string' && text.tag === 'constant')
    return terms.constant(String(text.value).includes(value.value))
  return uninterpretedContains(terms, value, text)
}

function uninterpretedContains(terms: Terms, value: Term, list: Term): Term {
  return terms.condition(terms.apply('contains', [terms.alike(value), list], kinds.bool))
}
