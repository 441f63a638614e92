/** Laws of `repeat`; heat/engine/hot/functions.py: Repeat, RepeatWithMap, RepeatWithNestedLoop. */
import type { Key } from '../../heat/values/value.ts'
import { isFew, lists } from './lists.ts'
import { alternatives, itemKinds, kinds, type MapTerm, mayBeOmitted, type Term, type Terms } from './term.ts'

/** The variable of a loop with one, which no author could write: its name is not part of the result. */
export const ownVariable = '\u0003'

/** At most this many rounds are written out. */
const mostRounds = 64

/**
 * One body for each item of a list, or for each combination of items of several. A value replaces its variable in every
 * string of the body, then those of the next variables are looked for, in what was put in, too.
 * @param loops the lists by their variables
 * @param isNested true, unless the lists are walked side by side
 */
export function repeated(terms: Terms, body: Term, loops: Term, isNested: Term): Term {
  const refused = [body, loops].find(({ tag }) => tag === 'refused')
  if (refused !== undefined) return refused
  for (const [index, one] of [body, loops].entries())
    if (one.tag === 'choice' && isFew([one]))
      return terms.each(one, (each) =>
        index === 0 ? repeated(terms, each, loops, isNested) : repeated(terms, body, each, isNested),
      )
  const uninterpreted = () => terms.apply('repeat', [body, loops, isNested], kinds.list)
  const variables = loops.tag === 'map' ? variablesOf(terms, loops) : undefined
  if (variables === undefined) return uninterpreted()
  const lists = variables.map(({ list }) => list)
  if (lists.some(isEmpty)) return terms.list([])
  const decided = lists.findIndex(({ tag }) => tag === 'choice')
  if (decided >= 0 && isFew(lists))
    return terms.each(lists[decided] as Term, (one) =>
      repeated(terms, body, withList(terms, variables, decided, one), isNested),
    )
  const [only, ...more] = variables
  const made =
    only === undefined
      ? undefined
      : more.length === 0
        ? loop(terms, body, only)
        : isNested === terms.true
          ? nested(terms, body, variables)
          : sideBySide(terms, body, variables)
  return made ?? uninterpreted()
}

interface Variable {
  readonly name: string
  /** A map stands for its keys. */
  readonly list: Term
}

/** Undefined where a name is none that can be replaced, or a list may be left out. */
function variablesOf(terms: Terms, loops: MapTerm): readonly Variable[] | undefined {
  const found: Variable[] = []
  for (const [name, list] of loops.entries) {
    if (typeof name !== 'string' || name === '' || mayBeOmitted(list)) return undefined
    found.push({ name, list: keysOf(terms, list) ?? list })
  }
  return found
}

/** The keys of a map that is written out. */
function keysOf(terms: Terms, list: Term): Term | undefined {
  if (list.tag !== 'map' || [...list.entries.values()].some(mayBeOmitted)) return undefined
  return terms.list([...list.entries.keys()].map((key) => terms.constant(key)))
}

function isEmpty(list: Term): boolean {
  return (list.tag === 'list' && list.items.length === 0) || (list.tag === 'constant' && list.value === null)
}

function withList(terms: Terms, variables: readonly Variable[], at: number, list: Term): Term {
  return terms.map(new Map(variables.map((one, index) => [one.name, index === at ? list : one.list])))
}

/** A loop with one variable; undefined where what is in the body is not known. */
function loop(terms: Terms, body: Term, { name, list }: Variable): Term | undefined {
  if (name === ownVariable) return ownLoop(terms, body, list)
  const own = hasText(body, ownVariable)
    ? undefined
    : filledIn(terms, body, name, terms.constant(ownVariable))
  return own === undefined ? undefined : ownLoop(terms, own, list)
}

function ownLoop(terms: Terms, body: Term, list: Term): Term {
  if (list.tag === 'list') {
    const rounds = list.items.length > mostRounds ? undefined : rounded(terms, body, list.items)
    if (rounds !== undefined) return rounds
  }
  if (list.tag === 'choice' && isFew([list])) return terms.each(list, (one) => ownLoop(terms, body, one))
  if (list.tag === 'apply' && list.name === 'list_concat')
    return lists(
      terms,
      list.args.map((part) => (part === terms.null ? part : ownLoop(terms, body, part))),
    )
  // The items are required to be strings, and null is an empty list.
  if (
    body.tag === 'constant' &&
    body.value === ownVariable &&
    (list.kinds & ~(kinds.list | kinds.null)) === 0
  )
    return lists(terms, [list])
  const composed =
    list.tag === 'apply' && list.name === 'repeat' ? loopOfLoop(terms, body, list.args) : undefined
  if (composed !== undefined) return composed
  const loops = terms.map(new Map([[ownVariable, list]]))
  return terms.apply('repeat', [body, loops, terms.true], kinds.list)
}

/** The items of a list, each put into the body; undefined where one of them is not known to be a string. */
function rounded(terms: Terms, body: Term, items: readonly Term[]): Term | undefined {
  const made = items.map((item) => onEach(terms, item, (one) => filledIn(terms, body, ownVariable, one)))
  return made.every(isFound) ? terms.list(made) : undefined
}

/** A loop over the strings that another loop makes: its body is put into that of the other one. */
function loopOfLoop(terms: Terms, body: Term, [inner, loops]: readonly Term[]): Term | undefined {
  const list = loops?.tag === 'map' && loops.entries.size === 1 ? loops.entries.get(ownVariable) : undefined
  if (list === undefined || inner?.tag !== 'constant' || typeof inner.value !== 'string') return undefined
  const filled = filledIn(terms, body, ownVariable, inner)
  return filled === undefined ? undefined : ownLoop(terms, filled, list)
}

/** The items of the first list are known strings: a loop over the other lists for each of them. */
function nested(terms: Terms, body: Term, [first, ...others]: readonly Variable[]): Term | undefined {
  if (first?.list.tag !== 'list' || roundsOf([first, ...others]) > mostRounds) return undefined
  const rest = terms.map(new Map(others.map(({ name, list }) => [name, list])))
  const loops = first.list.items.map((item) =>
    item.tag === 'constant' ? filledIn(terms, body, first.name, item) : undefined,
  )
  if (!loops.every(isFound)) return undefined
  return lists(
    terms,
    loops.map((one) => repeated(terms, one, rest, terms.true)),
  )
}

/** How many rounds lists that are written out lead to; any other list counts as one. */
function roundsOf(variables: readonly Variable[]): number {
  return variables.reduce((all, { list }) => all * (list.tag === 'list' ? list.items.length : 1), 1)
}

/** Lists of one length, of which only the last may hold strings that are not known. */
function sideBySide(terms: Terms, body: Term, variables: readonly Variable[]): Term | undefined {
  const columns = variables.flatMap(({ list }) => (list.tag === 'list' ? [list.items] : []))
  const length = columns[0]?.length ?? 0
  const isEven = columns.length === variables.length && columns.every((one) => one.length === length)
  if (!isEven || length > mostRounds || columns.flat().some(mayBeOmitted)) return undefined
  const rounds = Array.from({ length }, (_, round) =>
    variables.reduce<Term | undefined>((filled, { name }, index) => {
      const item = columns[index]?.[round]
      const isKnown = item?.tag === 'constant' || index === variables.length - 1
      return filled === undefined || item === undefined || !isKnown
        ? undefined
        : filledIn(terms, filled, name, item)
    }, body),
  )
  return rounds.every(isFound) ? terms.list(rounds) : undefined
}

/**
 * The body with a string instead of a variable; undefined where a string in the body or a key would not be known,
 * and for a value that is no string.
 */
function filledIn(terms: Terms, body: Term, name: string, value: Term): Term | undefined {
  const inside = (one: Term) => filledIn(terms, one, name, value)
  if (value === terms.omitted || body === terms.omitted) return terms.omitted
  if (value.kinds !== kinds.str) return undefined
  switch (body.tag) {
    case 'constant':
      return typeof body.value === 'string' ? replacedIn(terms, body.value, name, value) : body
    case 'list': {
      const items = body.items.map(inside)
      return items.every(isFound) ? terms.list(items) : undefined
    }
    case 'map':
      return filledMap(terms, body, inside)
    case 'choice':
      return onEach(terms, body, inside)
    case 'refused':
      return undefined
    default:
      return (body.kinds & (kinds.str | kinds.collection)) === 0 ? body : undefined
  }
}

function replacedIn(terms: Terms, text: string, name: string, value: Term): Term {
  return terms.concat(
    text
      .split(name)
      .flatMap((part, index) => (index === 0 ? [terms.constant(part)] : [value, terms.constant(part)])),
  )
}

function filledMap(terms: Terms, body: MapTerm, inside: (one: Term) => Term | undefined): Term | undefined {
  const entries = new Map<Key, Term>()
  for (const [key, value] of body.entries) {
    const [own, made] = [inside(terms.constant(key)), inside(value)]
    if (own?.tag !== 'constant' || made === undefined || entries.has(own.value)) return undefined
    entries.set(own.value, made)
  }
  return terms.map(entries)
}

/** The result for each alternative; undefined where there is none for one of them. */
function onEach(terms: Terms, term: Term, make: (one: Term) => Term | undefined): Term | undefined {
  let isKnown = true
  const made = terms.each(term, (one) => {
    const result = make(one)
    if (result === undefined) isKnown = false
    return result ?? terms.null
  })
  return isKnown ? made : undefined
}

function isFound(term: Term | undefined): term is Term {
  return term !== undefined
}

/** Whether a string that is written out, in the term, has another one in it. */
function hasText(term: Term, text: string): boolean {
  switch (term.tag) {
    case 'constant':
      return typeof term.value === 'string' && term.value.includes(text)
    case 'list':
      return term.items.some((one) => hasText(one, text))
    case 'map':
      return [...term.entries].some(([key, one]) => String(key).includes(text) || hasText(one, text))
    case 'choice':
      return hasText(term.then, text) || hasText(term.otherwise, text)
    default:
      return false
  }
}

/** Whether a value is put into some string of a body: only then what is not a string is refused. */
export function hasString(body: Term): 'yes' | 'no' | 'maybe' {
  switch (body.tag) {
    case 'constant':
      return typeof body.value === 'string' ? 'yes' : 'no'
    case 'concat':
      return 'yes'
    case 'list':
      return someOf(body.items)
    case 'map':
      return someOf(
        body.entries.values(),
        [...body.entries.values()].some((one) => !mayBeOmitted(one)),
      )
    case 'choice': {
      const all = [...alternatives(body)].map((one) => hasString(one))
      return all.every((one) => one === all[0]) ? (all[0] ?? 'no') : 'maybe'
    }
    case 'omitted':
    case 'refused':
      return 'no'
    default:
      return body.kinds === kinds.str
        ? 'yes'
        : (body.kinds & (kinds.str | kinds.collection)) === 0
          ? 'no'
          : 'maybe'
  }
}

function someOf(bodies: Iterable<Term>, isKnown = false): 'yes' | 'no' | 'maybe' {
  const all = [...bodies].map((one) => hasString(one))
  if (isKnown || all.includes('yes')) return 'yes'
  return all.includes('maybe') ? 'maybe' : 'no'
}

/** Whether the items of a list are certainly strings. */
export function hasStringItems(list: Term): boolean {
  return (itemKinds(list) & ~kinds.str) === 0
}
