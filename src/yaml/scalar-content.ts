/**
 * The text that LibYAML reads out of the source of a plain or quoted scalar: folding and escapes.
 * YAML 1.1 section 9.1, as implemented by LibYAML's scanner.
 */

import { isBlank } from './cursor.ts'
import { UnreadableText } from './problem.ts'

/** Folds the lines of a plain or single-quoted scalar: one break is a blank, n + 1 breaks are n line breaks. */
function foldLines(source: string): string {
  const lines = source.split(/\r?\n/)
  const last = lines.length - 1
  const pieces: string[] = []
  let breaks = 0
  lines.forEach((line, index) => {
    const content = line.slice(index > 0 ? blanksAtStart(line) : 0, index < last ? textEnd(line) : undefined)
    if (index > 0) {
      breaks += 1
      if (content === '' && index < last) return
      pieces.push(breaks === 1 ? ' ' : '\n'.repeat(breaks - 1))
      breaks = 0
    }
    pieces.push(content)
  })
  return pieces.join('')
}

function blanksAtStart(line: string): number {
  let at = 0
  while (isBlank(line.charCodeAt(at))) at += 1
  return at
}

/** Where the text of a line ends, the blanks behind it left aside. */
function textEnd(line: string): number {
  let at = line.length
  while (at > 0 && isBlank(line.charCodeAt(at - 1))) at -= 1
  return at
}

export function plainContent(source: string): string {
  return source.includes('\n') ? foldLines(source) : source
}

export function singleQuotedContent(source: string): string {
  const inner = source.slice(1, -1)
  const folded = inner.includes('\n') ? foldLines(inner) : inner
  return folded.includes("''") ? folded.replaceAll("''", "'") : folded
}

const simpleEscapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
}
const hexLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

/** One escape at `position` (just after the backslash): its text and its length in the source. */
function escapeAt(source: string, position: number, offset: number): { text: string; length: number } {
  const mark = source.charAt(position)
  const simple = simpleEscapes[mark]
  if (simple !== undefined) return { text: simple, length: 1 }
  const digits = hexLengths[mark]
  const at = offset + position
  if (digits === undefined) {
    throw new UnreadableText(
      'yaml-escape',
      `unknown escape \\${mark} in a double-quoted text`,
      at - 1,
      at + 1,
    )
  }
  const hex = source.slice(position + 1, position + 1 + digits)
  const point = /^[0-9a-fA-F]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : -1
  if (point < 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
    const message = `\\${mark}${hex} is no character that Heat can read; write the character itself`
    throw new UnreadableText('yaml-escape', message, at - 1, at + 1 + digits)
  }
  return { text: String.fromCodePoint(point), length: 1 + digits }
}

/** @param offset where `source` begins in the document, for error positions */
export function doubleQuotedContent(source: string, offset: number): string {
  const end = source.length - 1
  if (!source.includes('\\') && !source.includes('\n')) return source.slice(1, end)
  let result = ''
  let position = 1
  while (position < end) {
    const char = source.charAt(position)
    if (char === '\\') {
      const escapedBreak = /^\\\r?\n[ \t]*/.exec(source.slice(position, position + 3))
      if (escapedBreak) {
        const skipped = skipBreaks(source, position + 1, end)
        result += '\n'.repeat(skipped.breaks - 1)
        position = skipped.position
        continue
      }
      const escape = escapeAt(source, position + 1, offset)
      result += escape.text
      position += 1 + escape.length
    } else if (char === ' ' || char === '\t' || char === '\n' || char === '\r') {
      const blanks = /^[ \t]*/.exec(source.slice(position, end))?.[0] ?? ''
      const next = source.charAt(position + blanks.length)
      if (next === '\n' || (next === '\r' && source.charAt(position + blanks.length + 1) === '\n')) {
        const skipped = skipBreaks(source, position + blanks.length, end)
        result += skipped.breaks === 1 ? ' ' : '\n'.repeat(skipped.breaks - 1)
        position = skipped.position
      } else {
        result += blanks === '' ? char : blanks
        position += Math.max(1, blanks.length)
      }
    } else {
      let stop = position + 1
      while (stop < end && !isSpecial(source.charCodeAt(stop))) stop += 1
      result += source.slice(position, stop)
      position = stop
    }
  }
  return result
}

function isSpecial(code: number): boolean {
  return code === 0x5c || code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
}

/** Line breaks and the blanks around them, from a break on. */
function skipBreaks(source: string, from: number, end: number): { breaks: number; position: number } {
  let breaks = 0
  let position = from
  while (position < end) {
    const char = source.charAt(position)
    if (char === '\n') breaks += 1
    else if (char !== ' ' && char !== '\t' && char !== '\r') break
    position += 1
  }
  return { breaks, position }
}
