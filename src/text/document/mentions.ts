import { memoized } from './attached.ts'
import type { Document } from './document.ts'

/**
 * Escapes that can represent a letter: `\x41` and `\u0041`, and in YAML a line break after a backslash, which joins
 * lines.
 */
const escape = /\\[xuU]|"[^"\n]*\\\r?\n/

const isEscaped = memoized(({ text }: Document) => escape.test(text))

/**
 * Whether a word may occur in the strings of a document: it is searched for in the source, and where strings are
 * written with escapes, every word may.
 */
export function mayMention(document: Document, word: string): boolean {
  return document.text.includes(word) || isEscaped(document)
}

/**
 * A source in which names are searched for although it cannot be read: with the letters that escapes stand for, and without the NUL
 * characters of UTF-16 and UTF-32.
 */
export function spelledOut(text: string): string {
  const plain = text.includes('\0') ? text.replaceAll('\0', '') : text
  return plain.includes('\\') ? plain.replaceAll(spelled, lettersOf) : plain
}

const spelled = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|\r?\n[ \t]{0,1000})/g

function lettersOf(escaped: string, x?: string, u?: string, long?: string): string {
  const code = x ?? u ?? long
  if (code === undefined) return ''
  const point = Number.parseInt(code, 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : escaped
}

/** Whether some key of a source is written with escapes. In linear time, for any source. */
export function hasEscapedKey(text: string): boolean {
  let end = -1
  for (const { index } of text.matchAll(/\\[xuU]/g)) {
    if (index < end) continue
    end = text.indexOf('"', index)
    if (end < 0) return false
    colonBehind.lastIndex = end + 1
    if (colonBehind.test(text)) return true
  }
  return false
}

const colonBehind = /[ \t\r\n]{0,100}:/y
