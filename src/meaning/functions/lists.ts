/** Functions on lists; heat/engine/hot/functions.py, and `Select` of heat/engine/cfn/functions.py. */

import { parseJson } from '../../heat/values/json-text.ts'
import { toInt } from '../../heat/values/python-text.ts'
import {
  Failure,
  isInteger,
  isList,
  isMap,
  pythonEquals,
  type Value,
  type ValueList,
} from '../../heat/values/value.ts'
import { orFailure } from '../failing.ts'
import { itemsOf, type Lowering, type Snippet, unpacked, valueIn } from '../snippet.ts'
import { contained, filtered, isFalse, lists, unique } from '../terms/lists.ts'
import {
  type Constant,
  dataFound,
  kinds,
  mayBeOmitted,
  type Term,
  type Terms,
  valueOf,
  withMissing,
} from '../terms/term.ts'
import { isTrueSnippet, itemAt, typeError, valueError } from './arguments.ts'
import type { FunctionClass } from './class.ts'
import { partsOf } from './parts.ts'

function listConcatClass(isUnique: boolean): FunctionClass {
  const parts = partsOf(isUnique ? 'hot.functions.ListConcatUnique' : 'hot.functions.ListConcat')
  return (argument, { name }) => ({
    lower(lowering) {
      const given = lowering.value(argument)
      if (given.tag !== 'list') return lowering.applied(name, [given], kinds.list)
      return lowering.terms.present(given.items, (items) => {
        const taken = items.map((item) => parts.lists.require(lowering, item, name))
        const all = taken.find(({ tag }) => tag === 'refused') ?? lists(lowering.terms, taken)
        return isUnique ? unique(lowering.terms, all) : all
      })
    },
    run(world) {
      const lists = valueIn(argument, world)
      if (!isList(lists)) throw typeError(`Incorrect arguments to "${name}"`)
      const all = lists.flatMap((list) => {
        parts.lists.check(list, name)
        return (list ?? []) as ValueList
      })
      return isUnique ? withoutRepeats(all) : all
    },
  })
}

function withoutRepeats(items: ValueList): ValueList {
  const strings = new Set<Value>()
  const others: Value[] = []
  return items.filter((item) => {
    const isString = typeof item === 'string'
    const isKnown = isString ? strings.has(item) : holds(others, item)
    if (isKnown) return false
    if (isString) strings.add(item)
    else others.push(item)
    return true
  })
}

function holds(list: ValueList, item: Value): boolean {
  return list.some((one) => pythonEquals(one, item))
}

/** `hot.functions.ListConcat` */
export const listConcat = listConcatClass(false)
/** `hot.functions.ListConcatUnique` */
export const listConcatUnique = listConcatClass(true)

const filterParts = partsOf('hot.functions.Filter')

/** `hot.functions.Filter` */
export const filter: FunctionClass = (argument, { name }) => {
  const items = itemsOf(argument)
  if (items === undefined) throw typeError(`Argument to "${name}" must be a list`)
  const [unwanted, list] = items as readonly [Snippet, Snippet]
  if (items.length !== 2) throw valueError(`"${name}" expected 2 arguments of the form [values, sequence]`)
  return {
    lower(lowering) {
      const [values, sequence] = [lowering.value(unwanted), lowering.value(list)]
      if (values.tag === 'refused') return values
      const from = filterParts.list.require(lowering, sequence, name)
      requireUnwanted(lowering, values, from, name)
      return filtered(lowering.terms, values, from)
    },
    run(world) {
      const sequence = valueIn(list, world)
      filterParts.list.check(sequence, name)
      if (!isList(sequence)) return sequence
      const values = valueIn(unwanted, world)
      filterParts.unwanted.check(values, name)
      if (!isList(values)) return sequence
      const strings = new Set(values.filter((value) => typeof value === 'string'))
      return sequence.filter((item) => !(typeof item === 'string' ? strings.has(item) : holds(values, item)))
    },
  }
}

/** What is unwanted is looked at only where there is something to filter. */
function requireUnwanted(lowering: Lowering, values: Term, from: Term, name: string): void {
  if (from.tag === 'choice') {
    lowering.eachUnder(from, (one) => {
      requireUnwanted(lowering, values, one, name)
      return one
    })
    return
  }
  const isNeverLooked = isFalse(from) || from.tag === 'refused'
  if (isNeverLooked || (values.kinds & ~filterParts.unwanted.kinds) === 0) return
  if (from.tag === 'list' && from.items.some((item) => !mayBeOmitted(item)))
    filterParts.unwanted.require(lowering, values, name)
  else
    lowering.requireThat(
      'taken',
      lowering.terms.apply('filter by', [values, from]),
      filterParts.unwanted.failure(name),
    )
}

const containsParts = partsOf('hot.functions.Contains')

/** `hot.functions.Contains` */
export const contains: FunctionClass = (argument, { name }) => {
  if (!isTrueSnippet(argument) || itemsOf(argument) === undefined)
    throw typeError(`Incorrect arguments to "${name}"`)
  const [value, sequence] = unpacked(argument, 2) as [Snippet, Snippet]
  return {
    lower(lowering) {
      const [wanted, found] = [lowering.value(value), lowering.value(sequence)]
      if (wanted.tag === 'refused') return wanted
      const from = containsParts.list.require(lowering, found, name)
      requireStringFor(lowering, wanted, from)
      return contained(lowering.terms, wanted, from)
    },
    run(world) {
      const wanted = valueIn(value, world)
      const found = valueIn(sequence, world)
      containsParts.list.check(found, name)
      if (isList(found)) return holds(found, wanted)
      if (typeof wanted !== 'string') throw typeError("'in <string>' requires string as left operand")
      return (found as string).includes(wanted)
    },
  }
}

/** In a string only a string may be looked for. */
function requireStringFor(lowering: Lowering, wanted: Term, from: Term): void {
  const why = () => typeError("'in <string>' requires string as left operand")
  if (from.tag === 'choice') {
    lowering.eachUnder(from, (one) => {
      requireStringFor(lowering, wanted, one)
      return one
    })
    return
  }
  if ((from.kinds & kinds.str) === 0 || (wanted.kinds & ~kinds.str) === 0) return
  if (from.kinds === kinds.str) lowering.require(wanted, kinds.str, why)
  else lowering.requireThat('taken', lowering.terms.apply('contains', [wanted, from], kinds.bool), why)
}

function selectClass(reading: 'heat' | 'aws'): FunctionClass {
  return (argument) => {
    const [index, collection] = unpacked(argument, 2) as [Snippet, Snippet]
    return {
      lower: (lowering) => selectedTerm(lowering, lowering.value(index), lowering.value(collection), reading),
      run(world) {
        const at = valueIn(index, world)
        const strings = valueIn(collection, world)
        if (reading === 'aws') return itemOfList(at, strings)
        if (strings === '') return ''
        return selected(at, typeof strings === 'string' ? parseJson(strings) : strings)
      },
    }
  }
}

/** `cfn.functions.Select` */
export const select = selectClass('heat')
/** AWS selects from lists only, and refuses an index past the end. */
export const awsSelect = selectClass('aws')

function itemOfList(index: Value, list: Value): Value {
  const at = intOrSame(index)
  if (!isList(list) || !isInteger(at)) throw typeError('Fn::Select takes an index and a list')
  return itemAt(list, at)
}

/** An item of a list or map. Heat decodes JSON in strings, which AWS does not. */
function selectedTerm(lowering: Lowering, index: Term, collection: Term, reading: 'heat' | 'aws'): Term {
  const { terms } = lowering
  return terms.each(collection, (from) =>
    terms.each(index, (at) => {
      if (from.tag === 'refused' || at.tag === 'refused') return from.tag === 'refused' ? from : at
      const key = at.tag === 'constant' ? orFailure(() => intOrSame(at.value)) : undefined
      if (key instanceof Failure) return lowering.refuse(key)
      const isIndex =
        key !== undefined || lowering.assume('whole-number-index', at, kinds.str | kinds.int | kinds.bool)
      if (!isIndex) return lowering.applied('select', [at, from])
      return (reading === 'aws' ? awsSelected : heatSelected)(lowering, at, key, from)
    }),
  )
}

/** @param key of a constant index: a whole number, or what is not read as one */
function awsSelected(lowering: Lowering, at: Term, key: Value | undefined, from: Term): Term {
  const { terms } = lowering
  const list = lowering.require(from, kinds.list, unresolved)
  if (list.tag === 'refused') return list
  if (key !== undefined && !isInteger(key)) return lowering.refuse(unresolved())
  const item = terms.step(list, listKey(at, terms), '')
  const isBeyond = list.tag === 'list' && terms.step(list, listKey(at, terms), null) === terms.null
  return isBeyond && item === terms.empty
    ? lowering.refuse(new Failure('IndexError', 'no such item'))
    : found(lowering, item)
}

function heatSelected(lowering: Lowering, at: Term, key: Value | undefined, from: Term): Term {
  const { terms } = lowering
  const isDecoded = (soughtIn(terms, from).kinds & kinds.str) !== 0 && from !== terms.empty
  const isIndex = key !== undefined && isInteger(key)
  const known = isDecoded ? withoutJson(lowering, from) : from
  const isAssumed =
    known === undefined && key !== undefined && lowering.assumeDeclared(from, isIndex ? 'list' : 'map')
  if (known === undefined && !isAssumed) return selectedData(lowering, at, from)
  const decoded = known ?? from
  // Digits are the index of a list, where the caller takes what is selected from for a list or a map.
  const isTakenForList = isDecoded && isIndex && (isAssumed || isTakenForGranted(lowering, from))
  const isList = isTakenForList || ((decoded.kinds & kinds.map) === 0 && (decoded.kinds & kinds.list) !== 0)
  if (isList && key !== undefined && !isIndex) return lowering.refuse(unresolved())
  if (
    !isDecoded &&
    lowering.require(from, kinds.collection | kinds.null | kinds.str, unresolved).tag === 'refused'
  )
    return terms.refused(unresolved())
  if (from.tag === 'map' && key !== undefined && typeof (at as Constant).value !== 'string')
    return lowering.refuse(typeError('Index to Fn::Select must be a string'))
  return found(lowering, terms.step(decoded, isList ? listKey(at, terms) : at, ''))
}

const unresolved = () => typeError('Arguments to Fn::Select not fully resolved')

/** The collection of a selection, where it was found: an empty string for a missing value holds no JSON. */
function soughtIn(terms: Terms, from: Term): Term {
  return from.tag === 'step' && from.missing === '' ? withMissing(terms, from, null) : from
}

function found(lowering: Lowering, step: Term): Term {
  lowering.assumeFound(step)
  return step
}

function listKey(at: Term, terms: Terms): Term {
  const key = at.tag === 'constant' ? intOrSame(at.value) : undefined
  return key !== undefined && isInteger(key) ? terms.constant(Number(key)) : at
}

/** The collection where the caller assumes that it is not JSON in a string; else undefined. */
function withoutJson(lowering: Lowering, from: Term): Term | undefined {
  const found = dataFound(from)
  if (found?.every((one) => (one.kinds & kinds.str) === 0 || one === lowering.terms.empty) === true)
    return from
  if (from.tag === 'input' && from.of === 'parameter' && from.detail === 'string')
    return lowering.jsonParameter(from)
  if (isInsideParameter(from)) {
    return lowering.assume('no-json-inside', from, kinds.collection | kinds.null) ? from : undefined
  }
  return lowering.facts.selectsNoJson === true ? from : undefined
}

/** Whether only the caller declares that something is not JSON in a string. */
function isTakenForGranted({ facts }: Lowering, from: Term): boolean {
  const isParameter = from.tag === 'input' && from.of === 'parameter'
  return facts.selectsNoJson === true && !isParameter && !isInsideParameter(from)
}

function isInsideParameter(term: Term): boolean {
  if (term.tag === 'step') return isInsideParameter(term.of)
  return term.tag === 'input' && term.of === 'parameter' && term.detail === 'json'
}

function selectedData(lowering: Lowering, index: Term, collection: Term): Term {
  const { terms } = lowering
  if (!index.isData || !collection.isData) return lowering.applied('select', [index, collection])
  const value = orFailure(() => {
    const from = valueOf(collection)
    return selected(valueOf(index), typeof from === 'string' ? parseJson(from) : from)
  })
  return value instanceof Failure ? lowering.refuse(value) : terms.data(value)
}

function selected(index: Value, strings: Value): Value {
  if (isMap(strings)) {
    if (typeof index !== 'string') throw typeError('Index to Fn::Select must be a string')
    return strings.get(index) ?? (strings.has(index) ? null : '')
  }
  const at = intOrSame(index)
  if (isList(strings)) {
    if (!isInteger(at)) throw typeError('Index to Fn::Select must be an integer')
    try {
      return itemAt(strings, at)
    } catch {
      return ''
    }
  }
  if (strings === null) return ''
  throw typeError('Arguments to Fn::Select not fully resolved')
}

function intOrSame(index: Value): Value {
  try {
    return toInt(index)
  } catch (error) {
    if (error instanceof Failure && (error.error === 'ValueError' || error.error === 'TypeError'))
      return index
    throw error
  }
}
