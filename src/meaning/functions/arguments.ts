/** Looking at arguments as Heat's function classes do. */
import { byCodePoints, pythonLength } from '../../heat/values/python-text.ts'
import {
  entryOf,
  Failure,
  isInteger,
  isList,
  isMap,
  isTrue,
  type Key,
  type Value,
} from '../../heat/values/value.ts'
import { Dynamic, type Snippet } from '../snippet.ts'

export function typeError(reason: string): Failure {
  return new Failure('TypeError', reason)
}

export function valueError(reason: string): Failure {
  return new Failure('ValueError', reason)
}

/** The truth of a parsed part: a function is true, whatever it will give. */
export function isTrueSnippet(snippet: Snippet): boolean {
  return snippet instanceof Dynamic || isTrue(snippet)
}

/** Whether Python could use the value as a key. */
export function isKey(value: Value): value is Key {
  return !isList(value) && !isMap(value)
}

export function unhashable(): Failure {
  return typeError("unhashable type: 'list' or 'dict'")
}

/**
 * Python's `collection[key]` for lists, maps and strings.
 * @throws KeyError, IndexError or TypeError as Python does
 */
export function itemAt(collection: Value, key: Value): Value {
  if (isMap(collection)) {
    if (!isKey(key)) throw unhashable()
    const found = entryOf(collection, key)
    if (found === undefined) throw new Failure('KeyError', String(key))
    return found
  }
  const items = typeof collection === 'string' ? [...collection] : collection
  if (!isList(items)) throw typeError('object is not subscriptable')
  if (!isInteger(key)) throw typeError('indices must be integers or slices')
  const index = Number(key)
  const found = items[index < 0 ? items.length + index : index]
  if (found === undefined) throw new Failure('IndexError', 'index out of range')
  return found
}

/** Placeholders in the order in which Heat replaces them: longest first, equal lengths in ascending order. */
export function longestFirst(keys: readonly string[]): string[] {
  return keys.toSorted((a, b) => pythonLength(b) - pythonLength(a) || byCodePoints(a, b))
}
