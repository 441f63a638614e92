/** Laws of functions that join strings and split them. */

import { byCodePoints } from '../../heat/values/python-text.ts'
import { Failure, type Key } from '../../heat/values/value.ts'
import { typeError, valueError } from '../functions/arguments.ts'
import type { ArgumentPart } from '../functions/parts.ts'
import type { Lowering } from '../snippet.ts'
import { isFalse, lists } from './lists.ts'
import { kinds, type MapTerm, mayBeOmitted, type Term, type Terms } from './term.ts'

/** Strings with a delimiter between them; a list that is not written out is joined by an uninterpreted function. */
export function joined(terms: Terms, delimiter: Term, list: Term): Term {
  if (list.tag === 'choice') return terms.each(list, (one) => joined(terms, delimiter, one))
  if (list.tag === 'refused') return list
  if (list.tag === 'list')
    return terms.present(list.items, (items) =>
      terms.concat(
        delimiter === terms.empty
          ? items
          : items.flatMap((item, index) => (index === 0 ? [item] : [delimiter, item])),
      ),
    )
  const whole = splitBy(delimiter, list)
  if (whole !== undefined) return terms.concat([whole])
  const parts = list.tag === 'apply' && list.name === 'list_concat' ? list.args : [list]
  if (parts.length > 1 && (delimiter === terms.empty || parts.every(hasItems)))
    return terms.concat(
      parts.flatMap((part, index) => [...(index === 0 ? [] : [delimiter]), joined(terms, delimiter, part)]),
    )
  return terms.apply('join', [delimiter, list], kinds.str)
}

/** Whether there is certainly something in a list: what is split has a part. */
function hasItems(list: Term): boolean {
  if (list.tag === 'list') return list.items.some((one) => !mayBeOmitted(one))
  return list.tag === 'apply' && list.name === 'split' && list.kinds === kinds.list
}

/** The string of which a list is the parts: put together with the same delimiter they are that again. */
function splitBy(delimiter: Term, list: Term): Term | undefined {
  if (list.tag !== 'apply' || list.name !== 'split') return undefined
  const [by, text] = list.args
  return by === delimiter && text !== undefined && (text.kinds & ~(kinds.str | kinds.null)) === 0
    ? text
    : undefined
}

/** What `Join` and its variants take. */
interface JoinParts {
  readonly delimiter: ArgumentPart
  readonly lists: ArgumentPart
  readonly items: ArgumentPart
}

/** @param name the function as the template calls it */
export function lowerJoin(
  lowering: Lowering,
  delimiter: Term,
  given: readonly Term[],
  name: string,
  parts: JoinParts,
): Term {
  const { terms } = lowering
  const refused = [delimiter, ...given].find(({ tag }) => tag === 'refused')
  if (refused !== undefined) return refused
  const between = parts.delimiter.require(lowering, delimiter, name)
  const listed = given.map((one) => {
    const { acceptsFalse } = parts.lists
    const list = terms.each(one, (each) => (acceptsFalse && isFalse(each) ? terms.null : each))
    return withItems(lowering, parts.lists.require(lowering, list, name), name, parts.items)
  })
  const together = (at: number, before: readonly Term[]): Term => {
    const next = listed[at]
    if (next === undefined)
      return between.tag === 'refused' ? between : joined(terms, between, lists(terms, before))
    return terms.each(next, (one) => (one.tag === 'refused' ? one : together(at + 1, [...before, one])))
  }
  return together(0, [])
}

/** The list, its items being what a join takes. */
function withItems(lowering: Lowering, list: Term, name: string, part: ArgumentPart): Term {
  const { terms } = lowering
  if (list.tag === 'list') {
    const items = list.items.map((item) =>
      item === terms.omitted ? item : part.require(lowering, item, name),
    )
    return items.find(({ tag }) => tag === 'refused') ?? terms.list(items)
  }
  if (list.tag === 'apply' && list.name === 'list_concat') {
    const parts = list.args.map((one) => withItems(lowering, one, name, part))
    return parts.find(({ tag }) => tag === 'refused') ?? lists(terms, parts)
  }
  if (list.tag === 'choice') return lowering.eachUnder(list, (one) => withItems(lowering, one, name, part))
  lowering.requireItems(list, part.kinds, () => part.failure(name))
  return list
}

/** The parts of a string between literal delimiters; null remains null. */
export function split(terms: Terms, delimiter: Term, whole: Term): Term {
  return terms.each(whole, (one) => {
    if (one.tag === 'refused' || one === terms.null) return one
    const by = delimiter.tag === 'constant' ? delimiter.value : undefined
    if (typeof by === 'string' && by !== '') {
      if (one.tag === 'constant' && typeof one.value === 'string') return terms.data(one.value.split(by))
      // A longer delimiter may begin in one part and end in the next.
      if (one.tag === 'concat' && [...by].length === 1) return splitParts(terms, delimiter, by, one.parts)
    }
    return terms.apply('split', [delimiter, one], kinds.list | (one.kinds & kinds.null))
  })
}

/** A concatenation is split at the delimiters that are written out in it, whatever the other parts are. */
function splitParts(terms: Terms, delimiter: Term, by: string, parts: readonly Term[]): Term {
  const pieces: Term[][] = [[]]
  for (const part of parts) {
    const texts = part.tag === 'constant' && typeof part.value === 'string' ? part.value.split(by) : undefined
    if (texts === undefined) pieces.at(-1)?.push(part)
    else
      for (const [index, text] of texts.entries()) {
        if (index > 0) pieces.push([])
        pieces.at(-1)?.push(terms.constant(text))
      }
  }
  return lists(
    terms,
    pieces.map((piece) => {
      const whole = terms.concat(piece)
      return piece.every((part) => holdsNo(part, by))
        ? terms.list([whole])
        : terms.apply('split', [delimiter, whole], kinds.list | (whole.kinds & kinds.null))
    }),
  )
}

/** Whether a part of a string cannot contain a character: numbers and booleans are written with few. */
function holdsNo(part: Term, character: string): boolean {
  if (part.tag === 'constant' && typeof part.value === 'string') return !part.value.includes(character)
  return (part.kinds & ~(kinds.number | kinds.bool)) === 0 && !/^[-+.0-9a-z]$/i.test(character)
}

/** What `Replace` and its variants take, and which placeholders they require. */
export interface ReplaceVariant {
  readonly template: ArgumentPart
  readonly params: ArgumentPart
  readonly values: ArgumentPart
  readonly strict: boolean
  /** Null and empty values are welcome. */
  readonly empty: boolean
}

interface Replacing extends ReplaceVariant {
  readonly name: string
  /** The literal parts of a string and the placeholders between them, in the order of the string. */
  readonly pieces: (text: string, keys: readonly string[]) => readonly (string | { readonly key: string })[]
}

export function lowerReplace(lowering: Lowering, template: Term, params: Term, variant: Replacing): Term {
  const { terms } = lowering
  const { name } = variant
  const string = variant.template.require(lowering, template, name)
  const map = variant.params.require(lowering, params, name)
  return terms.each(string, (text) =>
    terms.each(map, (values) => {
      if (text.tag === 'refused') return text
      if (values.tag !== 'map')
        return values.tag === 'refused' ? values : unexplained(lowering, text, values, variant)
      return withPresent(terms, values, (present) => replaced(lowering, text, present, variant))
    }),
  )
}

/** The result for each way in which entries of a map are there or not. */
function withPresent(terms: Terms, map: MapTerm, make: (map: MapTerm) => Term): Term {
  const keys = [...map.entries.keys()]
  // A list of pairs has no item that is left out; the value alone may be.
  const rest = (index: number, entries: readonly (readonly [(typeof keys)[number], Term])[]): Term => {
    const key = keys[index]
    if (key === undefined) return make(terms.map(new Map(entries)) as MapTerm)
    return terms.present([map.entries.get(key) as Term], ([value]) =>
      rest(index + 1, value === undefined ? entries : [...entries, [key, value]]),
    )
  }
  const someMayGo = [...map.entries.values()].some((value) => value.tag === 'choice')
  return someMayGo ? rest(0, []) : make(map)
}

function replaced(lowering: Lowering, template: Term, params: MapTerm, variant: Replacing): Term {
  const { terms } = lowering
  const { name } = variant
  const keys: string[] = []
  const texts = new Map<string, Term>()
  for (const [key, given] of params.entries) {
    if (typeof key !== 'string')
      return lowering.refuse(typeError(`"${name}" param placeholders must be strings`))
    if (key === '') return lowering.refuse(valueError('empty separator'))
    const value = variant.values.require(lowering, given, name)
    if (value.tag === 'refused') return value
    if (!variant.empty)
      requireFilled(lowering, value, `${name} has an undefined or empty value for param ${key}`)
    keys.push(key)
    texts.set(key, value)
  }
  if (template.tag !== 'constant' || typeof template.value !== 'string')
    return keys.length === 0 ? terms.concat([template]) : unexplained(lowering, template, params, variant)
  const pieces = variant.pieces(template.value, keys)
  if (variant.strict) {
    const found = new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.key])))
    if (keys.some((key) => !found.has(key)))
      return lowering.refuse(valueError('some params were not found in the template'))
  }
  return terms.concat(
    pieces.map((piece) =>
      typeof piece === 'string' ? terms.constant(piece) : (texts.get(piece.key) as Term),
    ),
  )
}

function requireFilled(lowering: Lowering, value: Term, why: string): Term {
  if (value.tag === 'choice') return lowering.eachUnder(value, (one) => requireFilled(lowering, one, why))
  const isEmpty =
    (value.tag === 'constant' && (value.value === null || value.value === '')) ||
    (value.tag === 'list' && value.items.length === 0) ||
    (value.tag === 'map' && value.entries.size === 0)
  if (isEmpty) lowering.refuse(valueError(why))
  else lowering.requireThat('not empty', value, () => valueError(why))
  return value
}

/** A string from elsewhere may hold any placeholder, also inside of the inserted values. */
function unexplained(lowering: Lowering, template: Term, params: Term, variant: Replacing): Term {
  const { terms } = lowering
  const term = terms.apply('str_replace', [template, byName(terms, params)], kinds.str)
  if (variant.strict) {
    const failure = new Failure('ValueError', `${variant.name} wants every placeholder to be found`)
    lowering.requireThat('taken', terms.apply('all found', [term]), failure)
  }
  return term
}

/** Placeholders are replaced by their lengths and names, whatever their order is (`Replace.result`). */
function byName(terms: Terms, params: Term): Term {
  if (params.tag !== 'map') return params
  const text = (key: Key) => String(key)
  return terms.map(
    new Map([...params.entries].sort(([one], [other]) => byCodePoints(text(one), text(other)))),
  )
}

/** Where AWS converted a value to the string: true and false are written so. Its attributes are strings or lists. */
export function awsText(terms: Terms, term: Term): Term {
  return terms.each(term, (one) => {
    if (one.tag === 'constant' && typeof one.value === 'boolean') return terms.constant(String(one.value))
    const isText = (one.kinds & kinds.bool) === 0 || (one.tag === 'input' && one.of === 'attribute')
    return isText ? terms.concat([one]) : terms.apply('text', [one], kinds.str)
  })
}
