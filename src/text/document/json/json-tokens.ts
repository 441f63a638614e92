import { createScanner, type JSONScanner } from 'jsonc-parser'
import { LineIndex, UnreadableText } from '../../yaml/position.ts'
import { decimalInteger } from '../../yaml/scalar-value.ts'
import type { Comment, Scalar } from '../node.ts'

/** The numbers of jsonc-parser's `SyntaxKind`; that is a `const enum`, which single-file compilation cannot use. */
export const JsonToken = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  unknown: 16,
  end: 17,
} as const

/** `ScanError.UnexpectedEndOfComment` of jsonc-parser. */
const unclosedComment = 1

/** The tokens of a JSON source one by one, without blanks; comments are collected on the way. */
export class JsonTokens {
  readonly comments: Comment[] = []
  /** Where the current token begins and ends. */
  start = 0
  end: number
  /** One of `JsonToken`. */
  kind: number = JsonToken.unknown
  readonly #text: string
  readonly #scanner: JSONScanner

  /** @param from where to begin: after a byte order mark */
  constructor(text: string, from: number) {
    this.#text = text
    this.end = from
    this.#scanner = createScanner(text)
    this.#scanner.setPosition(from)
  }

  /** The content of a string, or the characters of another token. */
  get value(): string {
    return this.#scanner.getTokenValue()
  }

  /** Whether the scanner found a fault inside the token. */
  get faulty(): boolean {
    return this.#scanner.getTokenError() !== 0
  }

  /** @throws UnreadableText (`json-syntax`) for a block comment without end */
  next(): number {
    do {
      this.#skipBlanks()
      this.kind = this.#scanner.scan()
      this.end = this.#scanner.getPosition()
    } while (this.#isComment())
    return this.kind
  }

  /** Blanks are most of many files; the scanner would build a string of each run of them. */
  #skipBlanks(): void {
    const text = this.#text
    let position = this.end
    let code = text.charCodeAt(position)
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      position += 1
      code = text.charCodeAt(position)
    }
    if (position !== this.end) this.#scanner.setPosition(position)
    this.start = position
  }

  #isComment(): boolean {
    if (this.kind !== JsonToken.lineComment && this.kind !== JsonToken.blockComment) return false
    const block = this.kind === JsonToken.blockComment
    if (block && this.#scanner.getTokenError() === unclosedComment) {
      throw new UnreadableText(
        'json-syntax',
        'this comment has no end: */ is missing',
        this.start,
        this.start + 2,
      )
    }
    const inner = this.#text.slice(this.start + 2, block ? this.end - 2 : this.end)
    this.comments.push({
      start: this.start,
      end: this.end,
      text: inner.startsWith(' ') ? inner.slice(1) : inner,
      ownLine: this.#startsLine(),
    })
    return true
  }

  #startsLine(): boolean {
    let position = this.start - 1
    while (position >= 0 && ' \t\ufeff'.includes(this.#text.charAt(position))) position -= 1
    return position < 0 || '\r\n'.includes(this.#text.charAt(position))
  }
}

type NumberValue = Pick<Scalar, 'type' | 'value'>

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

const simpleEscapes = '"\\/bfnrt'

/** The length of the escape at `position` (its backslash); 0 when JSON has no such escape. RFC 8259 section 7. */
function escapeLength(text: string, position: number): number {
  const mark = text.charAt(position + 1)
  if (mark === 'u') return /^[0-9a-fA-F]{4}$/.test(text.slice(position + 2, position + 6)) ? 6 : 0
  return mark !== '' && simpleEscapes.includes(mark) ? 2 : 0
}

function rawControl(code: number, position: number): UnreadableText {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const message =
    code === 0x0a || code === 0x0d
      ? 'a line break inside a string: JSON requires \\n there, or the closing quote is missing'
      : `the control character ${name} inside a string: JSON requires an escape there`
  return new UnreadableText('json-raw-control', message, position)
}

/**
 * What is wrong with a string that the scanner found faulty.
 *
 * @param start offset of the opening quote
 * @returns `json-raw-control` for a control character (JSON refuses it, YAML may not), else `json-syntax`
 */
export function stringFault(text: string, start: number): UnreadableText {
  let position = start + 1
  while (position < text.length) {
    const code = text.charCodeAt(position)
    if (code < 0x20) return rawControl(code, position)
    if (code === 0x22) break
    if (code === 0x5c) {
      const length = escapeLength(text, position)
      if (length === 0 && position + 1 < text.length) {
        const source = text.slice(position, position + 2)
        const message =
          source === '\\u' ? '\\u needs four hexadecimal digits' : `JSON has no escape ${source}`
        return new UnreadableText('json-syntax', message, position, position + 2)
      }
      position += Math.max(length, 1)
    } else position += 1
  }
  return new UnreadableText('json-syntax', 'this string has no closing quote', start)
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** The code unit at `position` of a valid string's source, and how many characters of the source denote it. */
function unitAt(text: string, position: number): { readonly code: number; readonly length: number } {
  if (text.charCodeAt(position) !== 0x5c) return { code: text.charCodeAt(position), length: 1 }
  const length = escapeLength(text, position)
  return { code: length === 6 ? Number.parseInt(text.slice(position + 2, position + 6), 16) : 0, length }
}

/** Where, between two offsets inside the quotes, the first half of a surrogate pair lacks its other half. */
export function loneSurrogateOffset(text: string, start: number, end: number): number {
  let position = start
  while (position < end) {
    const unit = unitAt(text, position)
    const next = position + unit.length
    if (isLow(unit.code)) return position
    if (isHigh(unit.code)) {
      const other = next < end ? unitAt(text, next) : undefined
      if (other === undefined || !isLow(other.code)) return position
      position = next + other.length
    } else position = next
  }
  return start
}

/** A collection that is not closed yet, as far as messages go. */
interface OpenedAt {
  readonly kind: 'map' | 'seq'
  readonly start: number
}

const longestExcerpt = 30

function excerpt(text: string, start: number, end: number): string {
  const token = text.slice(start, end)
  const short = token.length > longestExcerpt ? `${token.slice(0, longestExcerpt)}…` : token
  return short.startsWith('"') ? short : `'${short}'`
}

/** What people write who think that JSON has it. */
function hint(text: string, start: number): string {
  if (text.charAt(start) === "'") return '; strings need double quotes'
  if (text.charAt(start) === '#') return '; JSON has no comments that begin with #'
  return /[0-9]/.test(text.charAt(start)) && /0/.test(text.charAt(start - 1))
    ? '; numbers have no leading 0'
    : ''
}

/**
 * The error for a token that is not allowed at its location.
 *
 * @param expected what would have been allowed there, for example `expected a value`
 * @param open the innermost open collection
 */
export function unexpected(
  text: string,
  tokens: JsonTokens,
  expected: string,
  open: OpenedAt | undefined,
): UnreadableText {
  if (tokens.kind === JsonToken.end) {
    if (open === undefined)
      return new UnreadableText('json-syntax', 'the file holds no value', text.length, text.length)
    const line = new LineIndex(text).position(open.start).line
    const what = open.kind === 'map' ? 'the object' : 'the array'
    const message = `the file ends inside ${what} opened at line ${line}`
    return new UnreadableText('json-syntax', message, text.length, text.length)
  }
  const found = excerpt(text, tokens.start, tokens.end)
  const message = `${expected}, found ${found}${hint(text, tokens.start)}`
  return new UnreadableText('json-syntax', message, tokens.start, tokens.end)
}
