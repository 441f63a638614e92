/**
 * The value that Heat's loader gives a scalar: PyYAML with LibYAML (YAML 1.1 types), dates and times left as strings.
 * The patterns are those of PyYAML's `yaml/resolver.py`; `test/yaml/fixtures/scalars.json` holds recorded results.
 */

import type { ScalarStyle, ScalarType, ScalarValue } from './node.ts'

/** The value that Heat's loader gives a scalar, or why it refuses the scalar (and with it the whole file). */
export type ResolvedScalar =
  | { readonly type: ScalarType; readonly value: ScalarValue }
  | { readonly problem: string }

const resolvedNull: ResolvedScalar = Object.freeze({ type: 'null', value: null })
const resolvedTrue: ResolvedScalar = Object.freeze({ type: 'bool', value: true })
const resolvedFalse: ResolvedScalar = Object.freeze({ type: 'bool', value: false })

/** PyYAML's `bool_values`, keyed by the lower-case word. */
const booleanWords: ReadonlyMap<string, ResolvedScalar> = new Map([
  ['yes', resolvedTrue],
  ['no', resolvedFalse],
  ['true', resolvedTrue],
  ['false', resolvedFalse],
  ['on', resolvedTrue],
  ['off', resolvedFalse],
])

/** Words that are not strings, in the three capitalisations that PyYAML knows. */
const words: ReadonlyMap<string, ResolvedScalar> = new Map(
  [...booleanWords, ['null', resolvedNull] as const].flatMap(([word, resolved]) =>
    [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()].map(
      (spelling): [string, ResolvedScalar] => [spelling, resolved],
    ),
  ),
)
const longestWord = 5

const intPattern = /^[-+]?(?:0|[1-9][0-9_]*(?::[0-5]?[0-9])*|0b[01_]+|0[0-7_]+|0x[0-9a-fA-F_]+)$/
const floatPattern =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/

const str = (text: string): ResolvedScalar => ({ type: 'str', value: text })

/** The value of up to 15 characters, all digits and the first not 0; -1 for any other string. */
function shortDecimal(text: string): number {
  const length = text.length
  if (length > 15) return -1
  let value = 0
  for (let index = 0; index < length; index += 1) {
    const digit = text.charCodeAt(index) - 0x30
    if (digit < 0 || digit > 9 || (index === 0 && digit === 0)) return -1
    value = value * 10 + digit
  }
  return value
}

/** Whether the last character of a string can end a number: digit, hex digit, `_`, `.`, `f` of inf, `n` of nan. */
function canEndNumber(text: string): boolean {
  const code = text.charCodeAt(text.length - 1)
  if (code <= 0x39) return code >= 0x30 || code === 0x2e
  const lower = code | 0x20
  return (lower >= 0x61 && lower <= 0x66) || lower === 0x6e || code === 0x5f
}

function resolveNumber(text: string): ResolvedScalar {
  const short = shortDecimal(text)
  if (short >= 0) return { type: 'int', value: short }
  if (!canEndNumber(text)) return str(text)
  if (intPattern.test(text)) return constructInt(text)
  if (floatPattern.test(text)) return constructFloat(text)
  return str(text)
}

/**
 * The value that PyYAML gives a plain scalar.
 *
 * @param text the content of the scalar, lines already folded
 * @returns type and value, or a `problem` for what PyYAML refuses as a value (`=`, `<<`, `0b_`); a `<<` that is a key
 * is a merge key and never passed here
 */
export function resolvePlain(text: string): ResolvedScalar {
  if (text === '') return resolvedNull
  switch (text.charCodeAt(0)) {
    case 0x2b: // +
    case 0x2d: // -
    case 0x2e: // .
    case 0x30: // 0 to 9
    case 0x31:
    case 0x32:
    case 0x33:
    case 0x34:
    case 0x35:
    case 0x36:
    case 0x37:
    case 0x38:
    case 0x39:
      return resolveNumber(text)
    case 0x46: // F
    case 0x4e: // N
    case 0x4f: // O
    case 0x54: // T
    case 0x59: // Y
    case 0x66: // f
    case 0x6e: // n
    case 0x6f: // o
    case 0x74: // t
    case 0x79: // y
      return (text.length <= longestWord ? words.get(text) : undefined) ?? str(text)
    case 0x7e: // ~
      return text === '~' ? resolvedNull : str(text)
    case 0x3d: // =
      return text === '=' ? { problem: 'PyYAML rejects a plain = as a value; quote it' } : str(text)
    case 0x3c: // <
      return text === '<<' ? { problem: 'PyYAML rejects a plain << as a value; quote it' } : str(text)
    default:
      return str(text)
  }
}

const coreTags = 'tag:yaml.org,2002:'

/** `int` for `!!int`, `!<tag:yaml.org,2002:int>` and `tag:yaml.org,2002:int`; undefined for other tags. */
function coreTagName(tag: string): string | undefined {
  if (tag.startsWith('!!')) return tag.slice(2)
  const uri = tag.startsWith('!<') && tag.endsWith('>') ? tag.slice(2, -1) : tag
  return uri.startsWith(coreTags) ? uri.slice(coreTags.length) : undefined
}

/** Python's `$` also matches before a final line break; what PyYAML then does differs by type and mostly fails. */
function resolveNonSpecific(text: string): ResolvedScalar {
  if (!text.endsWith('\n')) return resolvePlain(text)
  const resolved = resolvePlain(text.slice(0, -1))
  if ('type' in resolved && resolved.type === 'str') return str(text)
  return { problem: 'a tag ! on a string that ends in a line break' }
}

/**
 * The value that PyYAML gives a scalar with a tag, whatever its style.
 *
 * @param tag as written (`!!int`, `!<tag:yaml.org,2002:int>`, `!`) with the handle of a `%TAG` directive already
 * resolved
 * @param text the content, folded and unescaped
 * @param _style without influence: in PyYAML even `! "5"` is the int 5
 * @returns a `problem` for tags and contents that PyYAML refuses, and for `!!binary`: Heat's client sends templates as
 * JSON, which has no bytes
 */
export function resolveTagged(tag: string, text: string, _style?: ScalarStyle): ResolvedScalar {
  if (tag === '!') return resolveNonSpecific(text)
  switch (coreTagName(tag)) {
    case 'str':
    case 'timestamp':
      return str(text)
    case 'int':
      return constructInt(text)
    case 'float':
      return constructFloat(text)
    case 'bool':
      return booleanWords.get(text.toLowerCase()) ?? { problem: `"${text}" is not a boolean for PyYAML` }
    case 'null':
      return resolvedNull
    case 'binary':
      return { problem: 'binary data, which Heat cannot carry in a template' }
    default:
      return { problem: `Heat knows no tag ${tag}` }
  }
}

/** Whether a string that is written plain reads back as the same string. */
export function isPlainText(text: string): boolean {
  const resolved = resolvePlain(text)
  return 'type' in resolved && resolved.type === 'str'
}

/*
 * PyYAML's `construct_yaml_int` and `construct_yaml_float` (yaml/constructor.py): underscores
 * go, `0b`, `0x` and a leading `0` choose the base, colons join parts to the base of 60.
 */

/**
 * Python refuses to convert decimal strings with more digits into an int, and such an int into a string
 * (`sys.int_info`).
 */
const maxDecimalDigits = 4300
/** 60 to the power of this has more than `maxDecimalDigits` digits; Python could hold it but not write it. */
const maxSexagesimalParts = 2400

const tooLong: ResolvedScalar = { problem: `an integer of more than ${maxDecimalDigits} digits` }

/** A whole number as `number` where that is exact, as `bigint` beyond 2^53; -0 does not exist among ints. */
function exactInteger(value: bigint): number | bigint {
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
 * The int that PyYAML constructs from a scalar that resolved to `!!int` or is tagged so. Strings that only Python's
 * lenient `int()` accepts (`--5`, `0o7`, other scripts' digits) are a problem here.
 */
function constructInt(text: string): ResolvedScalar {
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
  if (value === undefined) return { problem: `"${text}" is not an integer for PyYAML` }
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

/** The float that PyYAML constructs from a scalar that resolved to `!!float` or is tagged so. */
function constructFloat(text: string): ResolvedScalar {
  const bare = text.replaceAll('_', '').trim().toLowerCase()
  const negative = bare.startsWith('-')
  const unsigned = negative || bare.startsWith('+') ? bare.slice(1) : bare
  let value = namedFloats.get(unsigned)
  if (value === undefined && unsigned.includes(':')) value = sexagesimalFloat(unsigned.split(':'))
  else if (value === undefined && decimalFloat.test(unsigned)) value = Number(unsigned)
  if (value === undefined) return { problem: `"${text}" is not a floating point number for PyYAML` }
  return { type: 'float', value: negative ? -value : value }
}

/**
 * Python's `repr` of a float: the shortest digits that read back, like JavaScript's, but with an
 * exponent from 1e16 and below 1e-4, at least two exponent digits, and `.0` on whole numbers.
 * Source: CPython `float_repr_style` 'short', Python/pystrtod.c.
 */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const size = Math.abs(value)
  if (size >= 1e16 || size < 1e-4) {
    return value.toExponential().replace(/e([-+])(\d)$/, 'e$10$2')
  }
  // JavaScript leaves the exponent out between 1e-6 and 1e21.
  const plain = String(value)
  return plain.includes('.') ? plain : `${plain}.0`
}

/**
 * What Python's `str()` gives for a loaded value (`True`, `None`, `1.5`, `1e+16`): the way in which Heat converts
 * values to strings, for example in `list_join` or for parameters of type string.
 */
export function pythonText(type: ScalarType, value: ScalarValue): string {
  switch (type) {
    case 'null':
      return 'None'
    case 'bool':
      return value === true ? 'True' : 'False'
    case 'float':
      return pythonFloat(Number(value))
    case 'int':
    case 'str':
      return String(value)
  }
}
