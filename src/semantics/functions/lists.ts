/** Functions on lists; heat/engine/hot/functions.py, and `Select` of heat/engine/cfn/functions.py. */
import { parseJson } from '../json-text.ts'
import { toInt } from '../python-text.ts'
import { itemsOf, type Snippet, unpacked, valueIn } from '../snippet.ts'
import { Failure, isInteger, isList, isMap, pythonEquals, type Value, type ValueList } from '../value.ts'
import { isTrue, isTrueSnippet, itemAt, typeError, valueError } from './arguments.ts'
import type { FunctionClass } from './class.ts'

function listConcatClass(unique: boolean): FunctionClass {
  return (argument, { name }) => ({
    run(world) {
      const lists = valueIn(argument, world)
      if (!isList(lists)) throw typeError(`Incorrect arguments to "${name}"`)
      const all = lists.flatMap((list) => {
        if (list === null) return []
        if (!isList(list)) throw typeError('Incorrect arguments: Items to concat must be lists.')
        return list
      })
      return unique ? withoutRepeats(all) : all
    },
  })
}

function withoutRepeats(items: ValueList): ValueList {
  const unique: Value[] = []
  for (const item of items) if (!holds(unique, item)) unique.push(item)
  return unique
}

function holds(list: ValueList, item: Value): boolean {
  return list.some((one) => pythonEquals(one, item))
}

/** `hot.functions.ListConcat` */
export const listConcat = listConcatClass(false)
/** `hot.functions.ListConcatUnique` */
export const listConcatUnique = listConcatClass(true)

/** `hot.functions.Filter` */
export const filter: FunctionClass = (argument, { name }) => {
  const items = itemsOf(argument)
  if (items === undefined) throw typeError(`Argument to "${name}" must be a list`)
  const [unwanted, list] = items as readonly [Snippet, Snippet]
  if (items.length !== 2) throw valueError(`"${name}" expected 2 arguments of the form [values, sequence]`)
  return {
    run(world) {
      const sequence = valueIn(list, world)
      if (!isTrue(sequence)) return sequence
      if (!isList(sequence)) throw typeError(`"${name}" only works with lists`)
      const values = valueIn(unwanted, world)
      if (!isTrue(values)) return sequence
      if (!isList(values)) throw typeError(`"${name}" filters a list of values`)
      return sequence.filter((item) => !holds(values, item))
    },
  }
}

/** `hot.functions.Contains` */
export const contains: FunctionClass = (argument, { name }) => {
  if (!isTrueSnippet(argument) || itemsOf(argument) === undefined)
    throw typeError(`Incorrect arguments to "${name}"`)
  const [value, sequence] = unpacked(argument, 2) as [Snippet, Snippet]
  return {
    run(world) {
      const wanted = valueIn(value, world)
      const found = valueIn(sequence, world)
      if (isList(found)) return holds(found, wanted)
      if (typeof found !== 'string') throw typeError(`Second argument to "${name}" should be a sequence.`)
      if (typeof wanted !== 'string') throw typeError("'in <string>' requires string as left operand")
      return found.includes(wanted)
    },
  }
}

function selectClass(outside: (error: unknown) => Value): FunctionClass {
  return (argument) => {
    const [index, collection] = unpacked(argument, 2) as [Snippet, Snippet]
    return {
      run(world) {
        const at = valueIn(index, world)
        const strings = valueIn(collection, world)
        if (strings === '') return ''
        return selected(at, typeof strings === 'string' ? parseJson(strings) : strings, outside)
      },
    }
  }
}

/** `cfn.functions.Select` */
export const select = selectClass(() => '')
/** AWS refuses an index beyond the list. */
export const awsSelect = selectClass((error) => {
  throw error
})

function selected(index: Value, strings: Value, outside: (error: unknown) => Value): Value {
  if (isMap(strings)) {
    if (typeof index !== 'string') throw typeError('Index to Fn::Select must be a string')
    return strings.get(index) ?? (strings.has(index) ? null : '')
  }
  const at = intOrSame(index)
  if (isList(strings)) {
    if (!isInteger(at)) throw typeError('Index to Fn::Select must be an integer')
    try {
      return itemAt(strings, at)
    } catch (error) {
      return outside(error)
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
