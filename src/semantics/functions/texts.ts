/** Functions that join strings and split them; heat/engine/hot/functions.py, heat/engine/cfn/functions.py. */
import { orFailure } from '../failing.ts'
import { jsonText } from '../json-text.ts'
import { toInt } from '../python-text.ts'
import { entriesOf, itemsOf, type Lowering, type Snippet, unpacked, valueIn } from '../snippet.ts'
import { lowerJoin, lowerSplit } from '../terms/strings.ts'
import { kinds, type Term } from '../terms/term.ts'
import { Failure, isList, isMap, type Value } from '../value.ts'
import type { World } from '../world.ts'
import { isTrue, itemAt, typeError, valueError } from './arguments.ts'
import type { FunctionClass } from './class.ts'

/** `hot.functions.Join`, also `cfn.functions.Join` */
export const join: FunctionClass = (argument, { name }) => {
  if (itemsOf(argument) === undefined) throw typeError(`Incorrect arguments to "${name}"`)
  const [delimiter, list] = unpacked(argument, 2) as [Snippet, Snippet]
  return {
    lower(lowering) {
      const variant = { name, items: kinds.str | kinds.null, anyEmpty: false }
      return lowerJoin(lowering, lowering.value(delimiter), [lowering.value(list)], variant)
    },
    run(world) {
      const items = valueIn(list, world) ?? []
      if (!isList(items)) throw typeError(`"${name}" must operate on a list`)
      const between = delimiterIn(delimiter, world, name)
      return items.map(textItem).join(between)
    },
  }
}

function delimiterIn(delimiter: Snippet, world: World, name: string): string {
  const between = valueIn(delimiter, world)
  if (typeof between !== 'string') throw typeError(`"${name}" delimiter must be a string`)
  return between
}

function textItem(item: Value): string {
  if (item === null) return ''
  if (typeof item !== 'string') throw typeError('Items to join must be strings')
  return item
}

/** `hot.functions.JoinMultiple`: several lists; maps and lists in them become JSON. */
export const joinMultiple: FunctionClass = (argument, { name }) => {
  const [delimiter, ...lists] = itemsOf(argument) ?? []
  if (itemsOf(argument) === undefined) throw typeError(`Incorrect arguments to "${name}"`)
  if (delimiter === undefined || lists.length === 0) throw valueError(`Incorrect arguments to "${name}"`)
  return {
    lower(lowering) {
      const variant = { name, items: kinds.str | kinds.null | kinds.collection, anyEmpty: true }
      const given = lists.map((one) => lowering.value(one))
      return lowerJoin(lowering, lowering.value(delimiter), given, variant)
    },
    run(world) {
      const texts: Value[] = []
      for (const list of lists.map((one) => valueIn(one, world))) {
        if (!isTrue(list)) continue
        if (!isList(list)) throw typeError(`"${name}" must operate on a list`)
        for (const item of list) texts.push(item)
      }
      const between = delimiterIn(delimiter, world, name)
      return texts
        .map((item) => (isList(item) || isMap(item) ? jsonText(item, 'sorted') : textItem(item)))
        .join(between)
    },
  }
}

/** `cfn.functions.Split`: the delimiter is not resolved. */
export const split: FunctionClass = (argument, { name }) => {
  if (typeof argument === 'string' || entriesOf(argument) !== undefined)
    throw typeError(`Incorrect arguments to "${name}"`)
  const [delimiter, text] = unpacked(argument, 2) as [Snippet, Snippet]
  return {
    lower(lowering) {
      const whole = lowering.value(text)
      if (typeof delimiter !== 'string' || delimiter === '')
        return lowering.refuse(typeError(`Delimiter for ${name} must be string`))
      return lowerSplit(lowering, lowering.terms.constant(delimiter), whole, kinds.str)
    },
    run(world) {
      const whole = valueIn(text, world)
      if (typeof delimiter !== 'string') throw typeError(`Delimiter for ${name} must be string`)
      if (typeof whole !== 'string') throw typeError('String to split must be string')
      return splitText(whole, delimiter)
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
      if (text === null) return null
      if (typeof text !== 'string') throw new Failure('AttributeError', "object has no attribute 'split'")
      const parts = splitText(text, delimiter)
      return index === undefined ? parts : part(parts, index, name)
    },
  }
}

function partOf(lowering: Lowering, items: readonly Term[], name: string): Term {
  const [delimiter, text, index] = items
  const { terms } = lowering
  const failure = valueError(`Incorrect arguments to "${name}"`)
  if (delimiter === undefined || text === undefined) return lowering.refuse(failure)
  const refused = items.find(({ tag }) => tag === 'refused')
  if (refused !== undefined) return refused
  const isPlain =
    delimiter.tag === 'constant' && typeof delimiter.value === 'string' && delimiter.value !== ''
  if (!isPlain) return lowering.applied('str_split', items)
  const parts = lowerSplit(lowering, delimiter, text, kinds.str | kinds.null)
  if (index === undefined) return parts
  if (index.tag !== 'constant') return lowering.applied('str_split', items)
  return terms.each(parts, (one) => {
    if (one.tag === 'refused' || one === terms.null) return one
    const at = orFailure(() => toInt(index.value))
    if (at instanceof Failure) return lowering.refuse(at)
    const found = terms.step(one, terms.constant(at), null)
    const beyond = valueError(`Incorrect index to "${name}"`)
    if (one.tag === 'list' && found === terms.null) return lowering.refuse(beyond)
    lowering.requireThat('found', found, beyond)
    return found
  })
}

function part(parts: readonly string[], index: Value, name: string): Value {
  const at = toInt(index)
  try {
    return itemAt(parts, at)
  } catch {
    throw valueError(`Incorrect index to "${name}" should be between 0 and ${parts.length - 1}`)
  }
}

/** `cfn.functions.Base64`: the string itself. */
export const base64: FunctionClass = (argument, { name }) => ({
  lower(lowering) {
    return lowering.require(
      lowering.value(argument),
      kinds.str,
      typeError(`"${name}" argument must be a string`),
    )
  },
  run(world) {
    const text = valueIn(argument, world)
    if (typeof text !== 'string') throw typeError(`"${name}" argument must be a string`)
    return text
  },
})
