/**
 * Writing scalars that did not exist before, so that Heat's loader (PyYAML with LibYAML) and YAML 1.2 readers read
 * exactly that string.
 */

import type { ScalarContent } from './node.ts'
import type { SyntaxCode } from './position.ts'
import { isPlainText, pythonText } from './scalar-value.ts'

/**
 * Characters that a YAML source cannot hold unescaped: LibYAML's reader refuses control characters, DEL, C1 and
 * U+FFFE/U+FFFF, reads CR, NEL, LS and PS as line breaks, and drops a byte order mark. The tab is not among them.
 */
const unwritable = /[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/

/** As `unwritable`, but for strings whose `\n` remains a line break. */
const unwritableInLines = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/

/** Half of a surrogate pair: no character, and LibYAML refuses its escape. */
export const loneSurrogate = /\p{Surrogate}/u

/** Thrown for a value that YAML cannot hold at all; the caller turns it into a finding. */
export class UnwritableScalar extends RangeError {
  readonly code: SyntaxCode

  constructor(code: SyntaxCode, message: string) {
    super(message)
    this.name = 'UnwritableScalar'
    this.code = code
  }
}

/** @throws UnwritableScalar (`lone-surrogate`) */
function refuseLoneSurrogate(text: string): void {
  const match = loneSurrogate.exec(text)
  if (match === null) return
  const code = match[0].charCodeAt(0).toString(16).toUpperCase()
  throw new UnwritableScalar('lone-surrogate', `U+${code} is half of a character, which YAML cannot contain`)
}

export type Quote = 'single' | 'double'

export interface ScalarTextOptions {
  /** Whether the scalar is inside `[ ]` or `{ }`. */
  readonly in: 'block' | 'flow'
  /** Keys and values get the same quotes; the length of a key is `fitsSimpleKey`'s concern. */
  readonly as: 'key' | 'value'
  /** The quotes to use when some are needed. */
  readonly quote: Quote
  /** Quotes a string that needs no quotes, for example because its siblings are quoted. */
  readonly force?: boolean
}

/** Like Python's `str()` of a float, but with the point that YAML 1.1 asks for. */
function floatText(value: number): string {
  if (Number.isNaN(value)) return '.nan'
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf'
  const text = pythonText('float', value)
  return text.includes('.') ? text : text.replace('e', '.0e')
}

/**
 * A scalar on one line. A string has no quotes when, and only when, PyYAML then reads exactly this string and a YAML
 * 1.2 reader finds its end at the same offset (that one may read `1e3` as a number; Heat does not). Numbers, booleans
 * and null are written so that PyYAML reads the same type and value.
 *
 * @throws UnwritableScalar for a string with half of a surrogate pair (`lone-surrogate`)
 */
export function scalarText(
  scalar: Pick<ScalarContent, 'type' | 'value'>,
  options: ScalarTextOptions,
): string {
  switch (scalar.type) {
    case 'null':
      return 'null'
    case 'bool':
      return scalar.value === true ? 'true' : 'false'
    case 'int':
      return integerText(scalar.value)
    case 'float':
      return floatText(Number(scalar.value))
    case 'str':
      return textOf(String(scalar.value), options)
  }
}

function integerText(value: ScalarContent['value']): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && Number.isInteger(value)) return String(BigInt(value))
  throw new RangeError(`${String(value)} is not an integer`)
}

function textOf(text: string, options: ScalarTextOptions): string {
  if (options.force !== true && isOfWords(text) && isPlainText(text)) return text
  refuseLoneSurrogate(text)
  if (options.force !== true && staysPlain(text, options.in)) return text
  return quoted(text, options.quote)
}

/** LibYAML and npm `yaml` search at most this far for the colon that makes a scalar a key. */
const simpleKeyLength = 1024

/**
 * Whether a written key (quotes, anchor and tag included) can precede its colon as it is; a longer one, or one with a
 * line break, needs the `? ` form. YAML 1.1 section 9.1.3 (simple keys).
 */
export function fitsSimpleKey(text: string): boolean {
  return text.length <= simpleKeyLength && !text.includes('\n')
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** Only escapes that JSON has too, so that the scalar is also valid in a JSON document. */
function escapeCharacter(character: string): string {
  return escapes.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function doubleQuoted(text: string): string {
  return `"${text.replace(/["\\\0-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, escapeCharacter)}"`
}

/**
 * A string in quotes, on one line. `double` is used in any case (the scalar may be part of a JSON document); `single`
 * gives way where only double quotes can express the string, and where the string has an apostrophe and nothing that
 * double quotes would have to escape.
 */
function quoted(text: string, quote: Quote): string {
  if (quote === 'double' || unwritable.test(text)) return doubleQuoted(text)
  if (!text.includes("'")) return `'${text}'`
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : doubleQuoted(text)
}

/**
 * What ends or turns a plain scalar on one line into something else, for LibYAML's
 * `yaml_parser_fetch_next_token` and `yaml_parser_scan_plain_scalar` or for a YAML 1.2 reader: an indicator
 * at its start, blanks at its ends, a colon before a blank, `#` after one, a document mark.
 */
const breaksBlock =
  /^[,[\]{}#&*!|>'"%@`]|^[-?:](?:[ \t]|$)|^[ \t]|[ \t]$|:(?:[ \t]|$)|[ \t]#|^(?:---|\.\.\.)(?:[ \t]|$)/

/** Inside `[ ]` and `{ }` also their own indicators anywhere, `?` and `:` at the start, and `:?`. */
const breaksFlow = /^[?:]|[,[\]{}]|:\?/

/**
 * The characters that mean nothing in YAML anywhere after a first letter; a blank at the very end is another matter.
 */
const harmless = new Uint8Array(128)
for (const character of ' ./-_$()+=~^;<') harmless[character.charCodeAt(0)] = 1
for (let code = 0; code < harmless.length; code += 1)
  if (/\w/.test(String.fromCharCode(code))) harmless[code] = 1

/**
 * Whether a string consists of words without any indicator of YAML, as most strings do: the answer of the expressions
 * below is known then, in block style and in brackets.
 */
function isOfWords(text: string): boolean {
  if (text === '') return false
  const first = text.charCodeAt(0) | 0x20
  if (!(first >= 0x61 && first <= 0x7a) || text.endsWith(' ')) return false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // `AWS::Region`: a colon with another character after it.
    if (code === 0x3a ? at + 1 === text.length || !isHarmless(text.charCodeAt(at + 1)) : harmless[code] !== 1)
      return false
  }
  return true
}

function isHarmless(code: number): boolean {
  return code === 0x3a || (code !== 0x20 && harmless[code] === 1)
}

/** Whether a string that is written without quotes reads back as exactly this string. */
function staysPlain(text: string, position: 'block' | 'flow'): boolean {
  if (breaksBlock.test(text) || (position === 'flow' && breaksFlow.test(text))) return false
  return isPlainText(text) && !unwritable.test(text)
}

/**
 * A string in double quotes, each of its lines on one of its own, for what no block can be: a backslash hides the line
 * break behind it from readers, and another one shows where a line begins with blanks (YAML 1.1 section 5.7).
 * @returns the written lines, without the indentation that the caller gives all but the first
 * @throws UnwritableScalar for a string with half of a surrogate pair (`lone-surrogate`)
 */
export function quotedLines(text: string): readonly string[] {
  refuseLoneSurrogate(text)
  const lines = text.split(/(?<=\n)/)
  return lines.map((line, index) => {
    const escaped = doubleQuoted(line).slice(1, -1)
    const begun = index === 0 ? `"${escaped}` : escaped.replace(/^ /, '\\ ')
    return index === lines.length - 1 ? `${begun}"` : `${begun}\\`
  })
}

/** A literal block scalar: its header, and its lines without the indentation that the caller gives them. */
interface BlockLiteral {
  /** `|` with an indentation indicator (1 to 9) and a chomping indicator where they are needed. */
  readonly header: string
  /** An empty line is the empty string and gets no indentation. */
  readonly lines: readonly string[]
}

/** No line breaks at the end: `|-`; one: `|`; more: `|+`, which keeps all. */
function chomping(text: string): '' | '-' | '+' {
  if (!text.endsWith('\n')) return '-'
  return text.endsWith('\n\n') ? '+' : ''
}

/**
 * A string as a literal block scalar.
 *
 * @param step columns by which the caller indents the lines more than the parent collection (YAML 1.1 section 9.2.1);
 * it becomes the indicator where the string starts with a blank, possibly after line breaks
 * @returns undefined when the block would not be exactly this string in PyYAML and npm `yaml`: with only empty lines,
 * with characters that need an escape, with a line of only spaces at its end (which npm `yaml` chomps), or with a
 * leading blank and a step outside 1 to 9
 */
export function blockLiteral(text: string, step: number): BlockLiteral | undefined {
  if (unwritableInLines.test(text) || loneSurrogate.test(text)) return undefined
  const lines = text.split('\n')
  const chomp = chomping(text)
  if (chomp !== '-') lines.pop()
  const first = lines.find((line) => line !== '')
  const last = lines.findLast((line) => line !== '')
  if (first === undefined || last === undefined || /^ +$/.test(last)) return undefined
  if (!first.startsWith(' ') && !first.startsWith('\t')) return { header: `|${chomp}`, lines }
  if (!Number.isInteger(step) || step < 1 || step > 9) return undefined
  return { header: `|${step}${chomp}`, lines }
}
