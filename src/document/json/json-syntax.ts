import { LineIndex } from '../../yaml/position.ts'
import { UnreadableText } from '../../yaml/problem.ts'
import type { JsonTokens } from './json-tokens.ts'
import { JsonToken } from './json-tokens.ts'

/** A collection that is not closed yet, as far as messages go. */
export interface OpenedAt {
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
 * The error for a token that cannot stand where it does.
 *
 * @param expected what could have stood there, for example `expected a value`
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
