/** Methods of YAQL; yaql/standard_library: queries.py, collections.py, strings.py. */

import type { Key } from '../../heat/values/value.ts'
import { filtered, lists, unique } from '../terms/lists.ts'
import { ownVariable, repeated } from '../terms/loops.ts'
import { joined, split } from '../terms/strings.ts'
import {
  itemKinds,
  type Kinds,
  kinds,
  type MapTerm,
  mayBeOmitted,
  type Term,
  type Terms,
} from '../terms/term.ts'
import type { YaqlExpression } from './yaql-expression.ts'
import {
  constantIn,
  constantOf,
  hasStrings,
  isFound,
  itemsOf,
  made,
  orderOf,
  plain,
  type YaqlEvaluator,
  type YaqlValue,
} from './yaql-values.ts'

/** A method with its receiver and arguments; those that are about items are evaluated for each. */
interface MethodCall {
  readonly of: YaqlValue
  readonly name: string
  readonly args: readonly YaqlExpression[]
  readonly root: Term
}

export function calledMethod(
  evaluation: YaqlEvaluator,
  of: YaqlValue,
  name: string,
  args: readonly YaqlExpression[],
  root: Term,
): YaqlValue | undefined {
  const call = { of, name, args, root }
  if (args.length === 0) return withoutArguments(evaluation, call)
  return aboutItems.has(name) ? onItems(evaluation, call) : withValues(evaluation, call)
}

const aboutItems: ReadonlySet<string> = new Set(['where', 'select', 'any', 'all', 'toDict', 'orderBy'])

function onItems(evaluation: YaqlEvaluator, { of, name, args }: MethodCall): YaqlValue | undefined {
  const [first, second] = args
  const wanted = name === 'toDict' ? 2 : 1
  if (first === undefined || args.length > wanted) return undefined
  switch (name) {
    case 'where':
      return where(evaluation, of, first)
    case 'select':
      return selected(evaluation, of, first)
    case 'any':
    case 'all':
      return some(evaluation, of, first, name)
    case 'toDict':
      return dictionary(evaluation, of, first, second)
    default:
      return ordered(evaluation, of, first)
  }
}

function withoutArguments(evaluation: YaqlEvaluator, { of, name }: MethodCall): YaqlValue | undefined {
  const { terms } = evaluation
  const { term } = of
  if (term.tag === 'map') {
    const { entries } = term
    if ([...entries.values()].some(mayBeOmitted)) return undefined
    if (name === 'len') return constantOf(terms, entries.size)
    if (name === 'values') return { ...made(terms.list([...entries.values()])), isView: true }
    return name === 'keys'
      ? { term: terms.list([...entries.keys()].map((key) => terms.constant(key))), isMade: true, isSet: true }
      : undefined
  }
  const text = constantIn(term)
  if (typeof text === 'string') return ofText(terms, name, text)
  return name === 'flatten' || name === 'distinct'
    ? rearranged(evaluation, of, name)
    : ofItems(evaluation, of, name)
}

/** Letters beyond those of ASCII change in ways of their own. */
function ofText(terms: Terms, name: string, text: string): YaqlValue | undefined {
  if (name === 'len') return constantOf(terms, [...text].length)
  if (/[^ -~]/.test(text)) return undefined
  if (name === 'toUpper') return plain(terms.constant(text.toUpperCase()))
  return name === 'toLower' ? plain(terms.constant(text.toLowerCase())) : undefined
}

function ofItems(evaluation: YaqlEvaluator, of: YaqlValue, name: string): YaqlValue | undefined {
  const { terms } = evaluation
  const items = itemsOf(of)
  if (items === undefined)
    return name === 'first' || name === 'last' ? anItem(evaluation, of, name) : undefined
  switch (name) {
    case 'len':
      return of.isView === true ? undefined : constantOf(terms, items.length)
    case 'count':
      return constantOf(terms, items.length)
    case 'first':
      return items[0] && plain(items[0])
    case 'last':
      return items.at(-1) && plain(items.at(-1) as Term)
    case 'sum':
      return folded(terms, items, (one, other) => one + other)
    case 'max':
      return folded(terms, items, Math.max)
    case 'min':
      return folded(terms, items, Math.min)
    case 'any':
      return plain(terms.constant(items.length > 0))
    case 'reverse':
      return made(terms.list(items.toReversed()))
    default:
      return undefined
  }
}

/** Of a list that is not written out the first item or the last, which has to be there. */
function anItem(
  evaluation: YaqlEvaluator,
  of: YaqlValue,
  name: 'first' | 'last',
  otherwise?: Term,
): YaqlValue | undefined {
  const { terms } = evaluation
  const list = evaluation.unknownList(of)
  if (list === undefined) return undefined
  const at = terms.constant(name === 'first' ? 0 : -1)
  if (otherwise === terms.null) return plain(terms.step(list, at, null))
  if (otherwise === terms.empty) return plain(terms.step(list, at, ''))
  const item = otherwise === undefined ? evaluation.require(terms.step(list, at, '')) : undefined
  return item && plain(item)
}

function folded(
  terms: Terms,
  items: readonly Term[],
  make: (one: number, other: number) => number,
): YaqlValue | undefined {
  const numbers = items.flatMap((item) => {
    const value = constantIn(item)
    return typeof value === 'number' ? [value] : []
  })
  if (numbers.length === 0 || numbers.length < items.length) return undefined
  const found = numbers.reduce((one, other) => make(one, other))
  return Number.isSafeInteger(found) ? constantOf(terms, found) : undefined
}

const scalars: Kinds = kinds.str | kinds.number | kinds.bool | kinds.null

/** Lists of lists as one, and lists without what is repeated. */
function rearranged(
  evaluation: YaqlEvaluator,
  of: YaqlValue,
  name: 'flatten' | 'distinct',
): YaqlValue | undefined {
  const { terms } = evaluation
  const items = itemsOf(of)
  if (items === undefined) {
    const list = evaluation.unknownList(of)
    if (list === undefined || !hasStrings(list)) return undefined
    return made(name === 'flatten' ? list : unique(terms, list))
  }
  if (name === 'distinct') return items.every(isText) ? made(unique(terms, terms.list(items))) : undefined
  const parts = items.map((item): Term | undefined => {
    if ((item.kinds & ~(scalars | kinds.map)) === 0) return terms.list([item])
    if (item.tag === 'list') return rearranged(evaluation, plain(item), name)?.term
    const list = evaluation.unknownList(plain(item))
    return list !== undefined && hasStrings(list) ? list : undefined
  })
  return parts.every(isFound) ? made(lists(terms, parts)) : undefined
}

function isText(term: Term): boolean {
  return term.kinds === kinds.str
}

function withValues(evaluation: YaqlEvaluator, { of, name, args, root }: MethodCall): YaqlValue | undefined {
  const { terms } = evaluation
  const values = args.map((one) => evaluation.whole(one, root))
  const [first, second] = values
  if (first === undefined || values.length > 2 || !values.every(isFound)) return undefined
  if (second !== undefined) return withTwo(terms, of, name, first, second)
  switch (name) {
    case 'join':
      return joinedBy(evaluation, of, first)
    case 'get':
      return entryOr(terms, of, first, terms.null)
    case 'containsKey':
      return typeof constantIn(first) === 'string' &&
        of.term.tag === 'map' &&
        !mayLack(of.term, constantIn(first) as Key)
        ? plain(terms.constant(of.term.entries.has(constantIn(first) as Key)))
        : undefined
    case 'contains':
      return evaluation.isIn(plain(first), of)
    case 'first':
    case 'last': {
      const items = itemsOf(of)
      if (items === undefined) return anItem(evaluation, of, name, first)
      return plain((name === 'first' ? items[0] : items.at(-1)) ?? first)
    }
    case 'skip':
    case 'limit':
      return sliced(terms, of, name, constantIn(first))
    case 'split':
      return splitBy(evaluation, of, first)
    default:
      return undefined
  }
}

function withTwo(terms: Terms, of: YaqlValue, name: string, one: Term, other: Term): YaqlValue | undefined {
  if (name === 'get') return entryOr(terms, of, one, other)
  const texts = [of.term, one, other].map(constantIn)
  if (name !== 'replace' || !texts.every((text) => typeof text === 'string') || texts[1] === '')
    return undefined
  const [text, from, to] = texts as [string, string, string]
  return plain(terms.constant(text.split(from).join(to)))
}

function mayLack(map: Term, key: Key): boolean {
  const found = map.tag === 'map' ? map.entries.get(key) : undefined
  return found !== undefined && mayBeOmitted(found)
}

function entryOr(terms: Terms, of: YaqlValue, key: Term, otherwise: Term): YaqlValue | undefined {
  const name = constantIn(key)
  if (of.term.tag !== 'map') return undefined
  if (typeof name !== 'string') return entryByKey(terms, of.term, key, otherwise)
  return plain(
    terms.each(of.term.entries.get(name) ?? otherwise, (one) => (one === terms.omitted ? otherwise : one)),
  )
}

/** At most this many keys are compared with one that is not known. */
const mostKeys = 16

/** An entry of a map that is written out, by a string that is not known. */
function entryByKey(terms: Terms, { entries }: MapTerm, key: Term, otherwise: Term): YaqlValue | undefined {
  const isKnown = [...entries].every(([own, value]) => typeof own === 'string' && !mayBeOmitted(value))
  if (!isKnown || !isText(key) || entries.size > mostKeys) return undefined
  let found = otherwise
  for (const [own, value] of entries)
    found = terms.choice(terms.equals(key, terms.constant(own)), value, found)
  return plain(found)
}

/** What is no string YAQL writes in a way of its own. */
function joinedBy(evaluation: YaqlEvaluator, of: YaqlValue, separator: Term): YaqlValue | undefined {
  const items = itemsOf(of)
  if (items !== undefined) return evaluation.joined(items, separator)
  const list = evaluation.unknownList(of)
  return list === undefined || !hasStrings(list) || !isText(separator)
    ? undefined
    : plain(joined(evaluation.terms, separator, list))
}

function sliced(
  terms: Terms,
  of: YaqlValue,
  name: 'skip' | 'limit',
  count: Key | undefined,
): YaqlValue | undefined {
  const items = itemsOf(of)
  if (items === undefined || typeof count !== 'number' || count < 0) return undefined
  return made(terms.list(name === 'skip' ? items.slice(count) : items.slice(0, count)))
}

function splitBy(evaluation: YaqlEvaluator, { term }: YaqlValue, separator: Term): YaqlValue | undefined {
  const by = constantIn(separator)
  if (!isText(term) || typeof by !== 'string' || by === '') return undefined
  return plain(split(evaluation.terms, separator, term))
}

function where(evaluation: YaqlEvaluator, of: YaqlValue, condition: YaqlExpression): YaqlValue | undefined {
  const { terms } = evaluation
  const items = itemsOf(of)
  if (items === undefined) return whereUnknown(evaluation, of, condition)
  const kept = items.map((item) => {
    const answer = evaluation.lazily(() => evaluation.whole(condition, item))
    return answer?.kinds === kinds.bool
      ? terms.choice(terms.condition(answer), item, terms.omitted)
      : undefined
  })
  return kept.every(isFound) ? made(terms.list(kept)) : undefined
}

/** Any item of a list that is not written out. */
function anyItem(terms: Terms, list: Term): Term {
  return terms.input('index', 'an item for yaql', itemKinds(list), String(itemKinds(list)))
}

/** All items but those that are equal to some constants, as `filter` keeps them. */
function whereUnknown(
  evaluation: YaqlEvaluator,
  of: YaqlValue,
  condition: YaqlExpression,
): YaqlValue | undefined {
  const { terms } = evaluation
  const list = evaluation.unknownList(of)
  if (list === undefined) return undefined
  const item = anyItem(terms, list)
  const answer = evaluation.lazily(() => evaluation.whole(condition, item))
  if (answer === terms.true) return made(list)
  if (answer === terms.false) return made(terms.list([]))
  const unwanted: Term[] = []
  let at = answer
  while (at?.tag === 'choice' && at.then === terms.false) {
    const { atom } = at
    const other =
      atom.tag === 'apply' && atom.name === 'equals' ? atom.args.find((one) => one !== item) : undefined
    if (other?.tag !== 'constant' || atom.tag !== 'apply' || !atom.args.includes(item)) return undefined
    unwanted.push(other)
    at = at.otherwise
  }
  return at === terms.true ? made(filtered(terms, terms.list(unwanted), list)) : undefined
}

function selected(evaluation: YaqlEvaluator, of: YaqlValue, selector: YaqlExpression): YaqlValue | undefined {
  const { terms } = evaluation
  if (itemsOf(of) !== undefined) return evaluation.each(of, (item) => evaluation.whole(selector, item))
  const list = evaluation.unknownList(of)
  if (list === undefined) return undefined
  const item = anyItem(terms, list)
  const found = evaluation.lazily(() => evaluation.whole(selector, item))
  if (found === item) return made(list)
  if (found === undefined || !hasStrings(list)) return undefined
  const body = bodyOf(terms, found, item)
  const loops = terms.map(new Map([[ownVariable, list]]))
  return body && made(repeated(terms, body, loops, terms.true))
}

/** The body of a `repeat` that makes the same of each item; undefined where the item is more than put into strings. */
function bodyOf(terms: Terms, found: Term, item: Term): Term | undefined {
  if (found === item) return terms.constant(ownVariable)
  switch (found.tag) {
    case 'constant':
      return typeof found.value === 'string' && found.value.includes(ownVariable) ? undefined : found
    case 'concat': {
      const parts = found.parts.map((part) => bodyOf(terms, part, item))
      return parts.every(isFound) ? terms.concat(parts) : undefined
    }
    case 'list': {
      const items = found.items.map((one) => bodyOf(terms, one, item))
      return items.every(isFound) ? terms.list(items) : undefined
    }
    case 'map': {
      const entries = [...found.entries].map(([key, one]) => [key, bodyOf(terms, one, item)] as const)
      const isPlain = entries.every(([key, one]) => one !== undefined && !String(key).includes(ownVariable))
      return isPlain ? terms.map(new Map(entries as [Key, Term][])) : undefined
    }
    default:
      return undefined
  }
}

function some(
  evaluation: YaqlEvaluator,
  of: YaqlValue,
  condition: YaqlExpression,
  name: 'any' | 'all',
): YaqlValue | undefined {
  const { terms } = evaluation
  const answers = itemsOf(of)?.map((item) => evaluation.lazily(() => evaluation.whole(condition, item)))
  if (answers?.every((one) => one?.kinds === kinds.bool) !== true) return undefined
  const found = (answers as readonly Term[]).map((one) => terms.condition(one))
  return plain(
    name === 'any'
      ? found.reduce((all, one) => terms.or(all, one), terms.false)
      : found.reduce((all, one) => terms.and(all, one), terms.true),
  )
}

function dictionary(
  evaluation: YaqlEvaluator,
  of: YaqlValue,
  key: YaqlExpression,
  value: YaqlExpression | undefined,
): YaqlValue | undefined {
  const { terms } = evaluation
  const entries = new Map<Key, Term>()
  for (const item of itemsOf(of) ?? [undefined]) {
    const [own, made] =
      item === undefined
        ? []
        : evaluation.lazily(() => [
            evaluation.whole(key, item),
            value === undefined ? item : evaluation.whole(value, item),
          ])
    const name = constantIn(own)
    if (typeof name !== 'string' || made === undefined) return undefined
    entries.set(name, made)
  }
  return plain(terms.map(entries))
}

function ordered(evaluation: YaqlEvaluator, of: YaqlValue, selector: YaqlExpression): YaqlValue | undefined {
  const found = itemsOf(of)?.map((item) => ({
    item,
    by: constantIn(evaluation.lazily(() => evaluation.whole(selector, item))),
  }))
  if (found === undefined || found.some(({ by }) => orderOf(by, found[0]?.by) === undefined)) return undefined
  const sorted = found.toSorted((one, other) => orderOf(one.by, other.by) ?? 0)
  return { ...made(evaluation.terms.list(sorted.map(({ item }) => item))), isView: true }
}
