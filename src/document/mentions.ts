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
