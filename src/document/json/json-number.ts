import type { Scalar } from '../../yaml/node.ts'
import { UnreadableText } from '../../yaml/problem.ts'
import { decimalInteger } from '../../yaml/scalar-value/numbers.ts'

export type NumberValue = Pick<Scalar, 'type' | 'value'>

/**
 * A JSON number as Python's decoder reads it: an int without point and exponent (-0 is 0, beyond 2^53 a
 * bigint), else a float. Source: CPython Lib/json/scanner.py.
 *
 * @throws UnreadableText (`json-number`) for an integer of more digits than Python takes
 */
export function jsonNumber(text: string, start: number): NumberValue {
  if (/[.eE]/.test(text)) return { type: 'float', value: Number(text) }
  const value = decimalInteger(text)
  if (value !== undefined) return { type: 'int', value }
  const message = 'an integer of more than 4300 digits, which Python does not read'
  throw new UnreadableText('json-number', message, start, start + text.length)
}

/** The words that Python's decoder takes for floats, though JSON does not have them. */
export const namedNumbers: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])
