/**
 * What Heat's loader makes of a scalar: PyYAML with LibYAML (YAML 1.1 types), dates and times kept
 * as text. The patterns are those of PyYAML's `yaml/resolver.py`; `test/document/fixtures/scalars.json`
 * holds recorded results.
 */
import type { ScalarStyle } from './node.ts'
import { constructFloat, constructInt } from './scalar-value/numbers.ts'
import type { ResolvedScalar } from './scalar-value/resolved.ts'
import { booleanWords, resolvedNull } from './scalar-value/resolved.ts'

export { pythonText } from './scalar-value/python-text.ts'
export type { ResolvedScalar } from './scalar-value/resolved.ts'

/** Words that are not text, in the three capitalisations that PyYAML knows. */
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

/** The value of a text of up to 15 characters, all digits and the first not 0; -1 for any other. */
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

/** Whether the last character of a text can end a number: digit, hex digit, `_`, `.`, `f` of inf, `n` of nan. */
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
 * What PyYAML makes of a plain scalar.
 *
 * @param text the content of the scalar, lines already folded
 * @returns type and value, or a `problem` for what PyYAML refuses as a value (`=`, `<<`, `0b_`);
 * a `<<` that is a key is a merge key and not asked for here
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
      return text === '=' ? { problem: 'PyYAML refuses a plain = as a value; quote it' } : str(text)
    case 0x3c: // <
      return text === '<<' ? { problem: 'PyYAML refuses a plain << as a value; quote it' } : str(text)
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
  return { problem: 'a tag ! on a text that ends in a line break' }
}

/**
 * What PyYAML makes of a scalar with a tag, whatever its style.
 *
 * @param tag as written (`!!int`, `!<tag:yaml.org,2002:int>`, `!`) with the handle of a `%TAG`
 * directive already resolved
 * @param text the content, folded and unescaped
 * @param _style without influence: in PyYAML even `! "5"` is the int 5
 * @returns a `problem` for tags and contents that PyYAML refuses, and for `!!binary`: Heat's client sends
 * templates as JSON, which has no bytes
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
      return booleanWords.get(text.toLowerCase()) ?? { problem: `"${text}" is no boolean for PyYAML` }
    case 'null':
      return resolvedNull
    case 'binary':
      return { problem: 'binary data, which Heat cannot carry in a template' }
    default:
      return { problem: `Heat knows no tag ${tag}` }
  }
}

/** Whether a text that is written plain comes back as this very text. */
export function isPlainText(text: string): boolean {
  const resolved = resolvePlain(text)
  return 'type' in resolved && resolved.type === 'str'
}
