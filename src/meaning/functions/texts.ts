/** Functions that join strings and split them; heat/engine/hot/functions.py, heat/engine/cfn/functions.py. */

import { jsonText } from '../../heat/values/json-text.ts'
import { toInt } from '../../heat/values/python-text.ts'
import { Failure, isList, isMap, type Value, type ValueList } from '../../heat/values/value.ts'
import { orFailure } from '../failing.ts'
import { entriesOf, itemsOf, type Lowering, type Snippet, unpacked, valueIn } from '../snippet.ts'
import { lowerJoin, split as splitTerm } from '../terms/strings.ts'
import { kinds, type Step, type Term } from '../terms/term.ts'
import type { TemplateWorld } from '../world.ts'
import { itemAt, typeError, valueError } from './arguments.ts'
import type { FunctionClass } from './class.ts'
import { type ArgumentPart, partsOf } from './parts.ts'

const joinParts = partsOf('hot.functions.Join')

/** `hot.functions.Join`, also `cfn.functions.Join` */
export const join: FunctionClass = (argument, { name }) => {
  if (itemsOf(argument) === undefined) throw typeError(`Incorrect arguments to "${name}"`)
  const [delimiter, list] = unpacked(argument, 2) as [Snippet, Snippet]
  return {
    lower(lowering) {
      return lowerJoin(lowering, lowering.value(delimiter), [lowering.value(list)], name, joinParts)
    },
    run(world) {
      const items = valueIn(list, world)
      joinParts.lists.check(items, name)
      const between = delimiterIn(delimiter, world, name)
      return joined((items ?? []) as ValueList, between, name, joinParts.items)
    },
  }
}

function delimiterIn(delimiter: Snippet, world: TemplateWorld, name: string): string {
  const between = valueIn(delimiter, world)
  joinParts.delimiter.check(between, name)
  return between as string
}

/** Null is nothing, and lists and maps become JSON where they are accepted. */
function joined(items: ValueList, between: string, name: string, part: ArgumentPart): string {
  return items
    .map((item) => {
      part.check(item, name)
      return isList(item) || isMap(item) ? jsonText(item, 'sorted') : ((item ?? '') as string)
    })
    .join(between)
}

const multipleParts = partsOf('hot.functions.JoinMultiple')

/** `hot.functions.JoinMultiple`: several lists; maps and lists in them become JSON. */
export const joinMultiple: FunctionClass = (argument, { name }) => {
  const [delimiter, ...lists] = itemsOf(argument) ?? []
  if (itemsOf(argument) === undefined) throw typeError(`Incorrect arguments to "${name}"`)
  if (delimiter === undefined || lists.length === 0) throw valueError(`Incorrect arguments to "${name}"`)
  return {
    lower(lowering) {
      const given = lists.map((one) => lowering.value(one))
      return lowerJoin(lowering, lowering.value(delimiter), given, name, multipleParts)
    },
    run(world) {
      const items: Value[] = []
      for (const list of lists.map((one) => valueIn(one, world))) {
        multipleParts.lists.check(list, name)
        if (isList(list)) for (const item of list) items.push(item)
      }
      return joined(items, delimiterIn(delimiter, world, name), name, multipleParts.items)
    },
  }
}

const splitParts = partsOf('cfn.functions.Split')

/** `cfn.functions.Split`: the delimiter is not resolved. */
export const split: FunctionClass = (argument, { name }) => {
  if (typeof argument === 'string' || entriesOf(argument) !== undefined)
    throw typeError(`Incorrect arguments to "${name}"`)
  const [delimiter, text] = unpacked(argument, 2) as [Snippet, Snippet]
  return {
    lower(lowering) {
      const whole = lowering.value(text)
      if (typeof delimiter !== 'string' || delimiter === '')
        return lowering.refuse(splitParts.delimiter.failure(name))
      const taken = splitParts.whole.require(lowering, whole, name)
      return splitTerm(lowering.terms, lowering.terms.constant(delimiter), taken)
    },
    run(world) {
      const whole = valueIn(text, world)
      if (typeof delimiter !== 'string') throw splitParts.delimiter.failure(name)
      splitParts.whole.check(whole, name)
      return splitText(whole as string, delimiter)
    },
  }
}

/** Python's `text.split(delimiter)`; null splits at any run of white space. */
function splitText(text: string, delimiter: Value): readonly string[] {
  if (delimiter === null) return text.trim() === '' ? [] : text.trim().split(/\s+/)
  if (typeof delimiter !== 'string') throw typeError('must be str or None')
  if (delimiter === '') throw valueError('empty separator')
  return text.split(delimiter)
}

const strSplitParts = partsOf('hot.functions.StrSplit')

/** `hot.functions.StrSplit` */
export const strSplit: FunctionClass = (argument, { name }) => {
  if (typeof argument === 'string' || entriesOf(argument) !== undefined)
    throw typeError(`Incorrect arguments to "${name}"`)
  return {
    lower(lowering) {
      const args = lowering.value(argument)
      if (args.tag !== 'list') return lowering.applied('str_split', [args])
      return lowering.terms.present(args.items, (items) => partOf(lowering, items, name))
    },
    run(world) {
      const args = valueIn(argument, world)
      if (isMap(args)) throw new Failure('KeyError', '0')
      if (!isList(args) || args.length < 2) throw valueError(`Incorrect arguments to "${name}"`)
      const [delimiter, text, index] = args as readonly [Value, Value, Value?]
      strSplitParts.whole.check(text, name)
      if (text === null) return null
      const parts = splitText(text as string, delimiter)
      return index === undefined ? parts : part(parts, index, name)
    },
  }
}

function partOf(lowering: Lowering, items: readonly Term[], name: string): Term {
  const [delimiter, text, index] = items
  const { terms } = lowering
  const decided = [delimiter, index].find((one) => one?.tag === 'choice')
  if (decided !== undefined)
    return lowering.eachUnder(decided, (one) =>
      partOf(lowering, items.with(items.indexOf(decided), one), name),
    )
  const failure = valueError(`Incorrect arguments to "${name}"`)
  if (delimiter === undefined || text === undefined) return lowering.refuse(failure)
  const refused = items.find(({ tag }) => tag === 'refused')
  if (refused !== undefined) return refused
  const isPlain =
    delimiter.tag === 'constant' && typeof delimiter.value === 'string' && delimiter.value !== ''
  if (!isPlain) return lowering.applied('str_split', items)
  const parts = splitTerm(terms, delimiter, strSplitParts.whole.require(lowering, text, name))
  if (index === undefined) return parts
  if (index.tag !== 'constant') return lowering.applied('str_split', items)
  return terms.each(parts, (one) => {
    if (one.tag === 'refused' || one === terms.null) return one
    const at = orFailure(() => toInt(index.value))
    if (at instanceof Failure) return lowering.refuse(at)
    const found = terms.step(one, terms.constant(at), null)
    const beyond = valueError(`Incorrect index to "${name}"`)
    if (one.tag === 'list' && found === terms.null) return lowering.refuse(beyond)
    if (found.tag === 'step' && at !== 0 && at !== -1 && !isEndOfSplit(found))
      lowering.requireThat('found', found, beyond)
    return found
  })
}

/** What is split has a first part and a last one. */
function isEndOfSplit({ of, key }: Step): boolean {
  const isEnd = key.tag === 'constant' && (key.value === 0 || key.value === -1)
  return isEnd && of.tag === 'apply' && of.name === 'split' && (of.kinds & kinds.null) === 0
}

function part(parts: readonly string[], index: Value, name: string): Value {
  const at = toInt(index)
  try {
    return itemAt(parts, at)
  } catch {
    throw valueError(`Incorrect index to "${name}" should be between 0 and ${parts.length - 1}`)
  }
}

const base64Parts = partsOf('cfn.functions.Base64')

/** `cfn.functions.Base64`: the string itself. */
export const base64: FunctionClass = (argument, { name }) => ({
  lower: (lowering) => base64Parts.whole.require(lowering, lowering.value(argument), name),
  run(world) {
    const whole = valueIn(argument, world)
    base64Parts.whole.check(whole, name)
    return whole
  },
})
