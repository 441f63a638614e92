/** Numbers as Python reads them out of scalars and texts: `Schema.str_to_num` in heat/engine/constraints.py. */

import type { Node } from '../document/node.ts'
import { scalarOf } from '../document/read.ts'

export interface PythonNumber {
  readonly value: number
  /** `int` and `bool` are, `float` is not, whatever its value. */
  readonly isInteger: boolean
}

const integer = /^\s*[-+]?\d+(?:_\d+)*\s*$/
const float =
  /^\s*[-+]?(?:(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[-+]?\d+)?|inf(?:inity)?|nan)\s*$/i

/** Undefined where Python raises an error: for null, lists, mappings, and texts that hold no number. */
export function pythonNumber(node: Node): PythonNumber | undefined {
  const scalar = scalarOf(node)
  if (scalar === undefined || scalar.type === 'null') return undefined
  if (scalar.type !== 'str') return { value: Number(scalar.value), isInteger: scalar.type !== 'float' }
  const text = String(scalar.value)
  const plain = text.replaceAll('_', '').trim()
  if (integer.test(text)) return { value: Number(plain), isInteger: true }
  if (!float.test(text)) return undefined
  const value = /nan/i.test(plain) ? Number.NaN : /inf/i.test(plain) ? infinity(plain) : Number(plain)
  return { value, isInteger: false }
}

function infinity(text: string): number {
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}
