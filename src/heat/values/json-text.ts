/** JSON as Python's `json` module writes and reads it. */
import { readJson } from '../../text/document/json/json-reader.ts'
import { dataOf } from './data.ts'
import { jsonFloat, keyText, pythonRepr, sortedKeys } from './python-text.ts'
import { Failure, Float, isList, isMap, type Value } from './value.ts'

/** `json.dumps(value, default=None, sort_keys=True)`, or in the order of the map without `sorted`. */
export function jsonText(value: Value, order: 'sorted' | 'as it is'): string {
  if (typeof value === 'string') return asciiText(value)
  if (value === null) return 'null'
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (value instanceof Float) return jsonFloat(value.value)
  if (isList(value)) return `[${value.map((item) => jsonText(item, order)).join(', ')}]`
  if (isMap(value)) {
    const keys = order === 'sorted' ? sortedKeys(value.keys()) : [...value.keys()]
    return `{${keys.map((key) => `${asciiText(keyText(key))}: ${jsonText(value.get(key) as Value, order)}`).join(', ')}}`
  }
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  throw new Failure('TypeError', `${pythonRepr(value)} is not JSON serializable`)
}

/** A string in quotes with everything beyond ASCII escaped (`ensure_ascii`). */
function asciiText(text: string): string {
  // JSON.stringify escapes control characters just as Python does, but leaves DEL and everything above it.
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** `json.loads(text)`; throws a ValueError where Python does. */
export function parseJson(text: string): Value {
  const { root, strict, problems } = readJson(text)
  if (root === undefined || (!strict && !onlySurrogates(problems))) {
    throw new Failure('ValueError', problems[0]?.message ?? 'not the JSON that Python reads')
  }
  return dataOf(root)
}

/** Python takes a lone surrogate; the reader has that as a problem, with a tree nevertheless. */
function onlySurrogates(problems: readonly { readonly code: string }[]): boolean {
  return problems.length > 0 && problems.every(({ code }) => code === 'lone-surrogate')
}
