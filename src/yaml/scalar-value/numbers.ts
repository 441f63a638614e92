/**
 * PyYAML's `construct_yaml_int` and `construct_yaml_float` (yaml/constructor.py): underscores
 * go, `0b`, `0x` and a leading `0` choose the base, colons join parts to the base of 60.
 */
import type { ResolvedScalar } from './resolved.ts'

/** Python refuses to turn decimal text of more digits into an int, and an int into text (`sys.int_info`). */
const maxDecimalDigits = 4300
/** 60 to the power of this has more than `maxDecimalDigits` digits; Python could hold it but not write it. */
const maxSexagesimalParts = 2400

const tooLong: ResolvedScalar = { problem: `an integer of more than ${maxDecimalDigits} digits` }

/** A whole number as `number` where that is exact, as `bigint` beyond 2^53; -0 does not exist among ints. */
export function exactInteger(value: bigint): number | bigint {
  const near = Number(value)
  return Number.isSafeInteger(near) ? near : value
}

/**
 * @param digits decimal digits with an optional `-` before them
 * @returns undefined when there are more digits than Python takes
 */
export function decimalInteger(digits: string): number | bigint | undefined {
  // Up to 15 digits every integer is exact as a number; `+ 0` turns -0 into 0.
  if (digits.length <= 15) return Number(digits) + 0
  const count = digits.startsWith('-') ? digits.length - 1 : digits.length
  return count > maxDecimalDigits ? undefined : exactInteger(BigInt(digits))
}

function sexagesimalInteger(parts: readonly string[]): bigint | undefined {
  if (parts.length > maxSexagesimalParts) return undefined
  if (parts.some((part) => part.length > maxDecimalDigits)) return undefined
  return parts.reduce((sum, part) => sum * 60n + BigInt(part), 0n)
}

const radixDigits = { '0b': /^[01]+$/, '0x': /^[0-9a-fA-F]+$/, '0': /^[0-7]+$/ } as const

function unsignedInteger(text: string): bigint | undefined {
  if (text.startsWith('0b')) return radixDigits['0b'].test(text.slice(2)) ? BigInt(text) : undefined
  if (text.startsWith('0x')) return radixDigits['0x'].test(text.slice(2)) ? BigInt(text) : undefined
  if (text.startsWith('0')) return radixDigits['0'].test(text) ? BigInt(`0o${text}`) : undefined
  return /^\d+$/.test(text) ? BigInt(text) : undefined
}

/**
 * The int that PyYAML builds from a text that resolved to `!!int` or is tagged so. Texts that only
 * Python's lenient `int()` takes (`--5`, `0o7`, other scripts' digits) are a problem here.
 */
export function constructInt(text: string): ResolvedScalar {
  const bare = text.replaceAll('_', '').trim()
  const negative = bare.startsWith('-')
  const unsigned = negative || bare.startsWith('+') ? bare.slice(1) : bare
  let value: bigint | undefined
  if (/^[1-9]\d*$/.test(unsigned)) {
    const decimal = decimalInteger(negative ? `-${unsigned}` : unsigned)
    return decimal === undefined ? tooLong : { type: 'int', value: decimal }
  }
  if (/^[1-9]\d*(?::\d+)+$/.test(unsigned)) {
    value = sexagesimalInteger(unsigned.split(':'))
    if (value === undefined) return tooLong
  } else value = unsignedInteger(unsigned)
  if (value === undefined) return { problem: `"${text}" is no integer for PyYAML` }
  return { type: 'int', value: exactInteger(negative ? -value : value) }
}

const decimalFloat = /^(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/
const namedFloats: ReadonlyMap<string, number> = new Map([
  ['.inf', Number.POSITIVE_INFINITY],
  ['.nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
  ['infinity', Number.POSITIVE_INFINITY],
  ['nan', Number.NaN],
])

/** Sums like PyYAML does, from the last part to the first: each product and sum rounds the same way. */
function sexagesimalFloat(parts: readonly string[]): number | undefined {
  let sum = 0
  let base = 1n
  for (const part of parts.toReversed()) {
    const factor = Number(base)
    // Python: "int too large to convert to float".
    if (!Number.isFinite(factor) || !decimalFloat.test(part)) return undefined
    sum += Number(part) * factor
    base *= 60n
  }
  return sum
}

/** The float that PyYAML builds from a text that resolved to `!!float` or is tagged so. */
export function constructFloat(text: string): ResolvedScalar {
  const bare = text.replaceAll('_', '').trim().toLowerCase()
  const negative = bare.startsWith('-')
  const unsigned = negative || bare.startsWith('+') ? bare.slice(1) : bare
  let value = namedFloats.get(unsigned)
  if (value === undefined && unsigned.includes(':')) value = sexagesimalFloat(unsigned.split(':'))
  else if (value === undefined && decimalFloat.test(unsigned)) value = Number(unsigned)
  if (value === undefined) return { problem: `"${text}" is no floating point number for PyYAML` }
  return { type: 'float', value: negative ? -value : value }
}
