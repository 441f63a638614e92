/** Finds where scalars end, as LibYAML does (scanner.c); their content is `scalar-content.ts`'s concern. */

import { END, endsWord, isBlank, isBreak } from './characters.ts'
import { ColonWithoutBlank } from './position.ts'
import type { Cursor } from './scan-state.ts'

/** `,` `[` `]` `{` `}`: what ends a plain scalar inside brackets. */
function isFlowMark(code: number): boolean {
  return code === 0x2c || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d
}

/**
 * Skips a plain scalar and the blanks after it.
 * @param indent column of the innermost block collection, -1 outside of all
 * @returns where its content ends
 */
export function scanPlain(cursor: Cursor, indent: number, inFlow: boolean): number {
  const { text } = cursor
  let end = cursor.at
  for (;;) {
    if (cursor.at === cursor.lineStart && (cursor.atDocumentMark('---') || cursor.atDocumentMark('...')))
      return end
    if (text.charCodeAt(cursor.at) === 0x23) return end
    const from = cursor.at
    passPlainWords(cursor, inFlow)
    if (cursor.at > from) end = cursor.at
    if (cursor.at >= text.length || !endsWord(text.charCodeAt(cursor.at))) return end
    passPlainGap(cursor, indent)
    if (cursor.at >= text.length || (!inFlow && cursor.column <= indent)) return end
  }
}

/** Up to the next blank or line break, or to what ends the scalar. */
function passPlainWords(cursor: Cursor, inFlow: boolean): void {
  const { text } = cursor
  const { length } = text
  let at = cursor.at
  for (; at < length; at += 1) {
    const code = text.charCodeAt(at)
    // Small letters and digits, which most characters are, end nothing.
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)) continue
    if (code === 0x3a) {
      const next = at + 1 < length ? text.charCodeAt(at + 1) : END
      if (endsWord(next) || (inFlow && endsKey(cursor, next, at))) break
    } else if (code <= 0x20 ? code === 0x20 || endsWord(code) : inFlow && endsInFlow(cursor, code)) break
  }
  cursor.at = at
}

/** PyYAML's scanner.py, `scan_plain`: for the loader in Python a question mark ends a plain scalar too. */
function endsInFlow(cursor: Cursor, code: number): boolean {
  return isFlowMark(code) || (code === 0x3f && cursor.loader === 'python')
}

/** Whether a colon at `at` ends a plain scalar inside brackets with the character after it. */
function endsKey(cursor: Cursor, next: number, at: number): boolean {
  if (cursor.loader === 'python') return isFlowMark(next)
  if (!isFlowMark(next) && next !== 0x3f) return false
  throw new ColonWithoutBlank(
    'yaml-syntax',
    'a ":" directly before a bracket, comma or question mark: Heat rejects that; put a blank between',
    at,
  )
}

/** Blanks and line breaks inside or after a plain scalar. */
function passPlainGap(cursor: Cursor, indent: number): void {
  const line = cursor.lineStart
  for (;;) {
    const code = cursor.code()
    if (code === 0x09 && cursor.lineStart !== line && cursor.column <= indent) {
      cursor.fail('yaml-tab', 'a tab in the indentation, where YAML allows only spaces')
    }
    if (isBlank(code)) cursor.at += 1
    else if (!cursor.passBreak()) return
  }
}

/** Skips a quoted scalar; the cursor is on its opening quote. */
export function scanQuoted(cursor: Cursor, quote: 0x22 | 0x27): void {
  const start = cursor.at
  const { text } = cursor
  cursor.at += 1
  for (;;) {
    const code = cursor.at < text.length ? text.charCodeAt(cursor.at) : END
    if (code === quote) {
      cursor.at += 1
      if (quote === 0x22 || cursor.code() !== quote) return
      cursor.at += 1
    } else if (code === 0x5c && quote === 0x22) {
      cursor.at += 1
      if (!passQuotedBreak(cursor)) cursor.at += 1
    } else if (code === END) {
      cursor.fail('yaml-syntax', 'this quoted string has no end', start)
    } else if (code > 0x0d || !passQuotedBreak(cursor)) cursor.at += 1
  }
}

function passQuotedBreak(cursor: Cursor): boolean {
  if (!cursor.passBreak()) return false
  if (cursor.atDocumentMark('---') || cursor.atDocumentMark('...')) {
    cursor.fail(
      'yaml-syntax',
      `a "${cursor.text.slice(cursor.at, cursor.at + 3)}" line inside a quoted string`,
    )
  }
  return true
}

interface BlockScalarLocation {
  /** Offset after its content, without the last line break; with `+` after the last empty line. */
  readonly end: number
  /** Column at which its content begins. */
  readonly column: number
}

/**
 * Skips a block scalar and the empty lines after it; the cursor is on its `|` or `>`.
 * @param parentIndent column of the innermost block collection, -1 outside of all
 * @param passComment reads the comment at the cursor, up to the end of the line
 */
export function scanBlockScalar(
  cursor: Cursor,
  parentIndent: number,
  passComment: () => void,
): BlockScalarLocation {
  const header = passBlockHeader(cursor)
  const headerEnd = passHeaderLine(cursor, passComment)
  const indicated = header.indicator === 0 ? 0 : Math.max(parentIndent, 0) + header.indicator
  const minimum = Math.max(parentIndent + 1, 1)
  let column = indicated
  let lastText = -1
  let lastBreak = passEmptyLines(cursor, column)
  if (column === 0) column = Math.max(lastBreak.widest, minimum)
  while (cursor.column === column && cursor.at < cursor.text.length) {
    cursor.passLine()
    lastText = cursor.at
    if (!cursor.passBreak()) break
    const breaks = passEmptyLines(cursor, column)
    lastBreak = { ...breaks, offset: breaks.offset === -1 ? lastText : breaks.offset }
  }
  const end = header.keeps && lastBreak.offset > lastText ? lastBreak.offset : lastText
  return { end: end === -1 ? headerEnd : end, column }
}

/** `|`, `>` and what may directly follow: chomping and indentation in either order. */
function passBlockHeader(cursor: Cursor): { indicator: number; keeps: boolean } {
  const match = /[|>](?:([1-9])([+-])?|([+-])([1-9])?)?/y
  match.lastIndex = cursor.at
  const [text = '', digit, sign, firstSign, secondDigit] = match.exec(cursor.text) ?? []
  cursor.at += text.length
  return { indicator: Number(digit ?? secondDigit ?? 0), keeps: (sign ?? firstSign) === '+' }
}

/** The rest of the header's line; returns where it ends, blanks excluded. */
function passHeaderLine(cursor: Cursor, passComment: () => void): number {
  const { text } = cursor
  let end = cursor.at
  cursor.passBlanks()
  if (cursor.code() === 0x23) {
    passComment()
    end = cursor.at
  } else if (!isBreak(cursor.code())) {
    const found = text.slice(end - 1, cursor.at + 1)
    cursor.fail('yaml-block-header', `"${found}" is not a block scalar header`, end - 1, cursor.at + 1)
  }
  cursor.passBreak()
  return end
}

/**
 * Skips blank lines, and the indentation of the next line up to `column` (0: not known yet).
 * @returns the widest of these, and the offset of the last line break, -1 for none
 */
function passEmptyLines(cursor: Cursor, column: number): { offset: number; widest: number } {
  let offset = -1
  let widest = 0
  for (;;) {
    while (cursor.code() === 0x20 && (column === 0 || cursor.column < column)) cursor.at += 1
    widest = Math.max(widest, cursor.column)
    if (cursor.code() === 0x09 && (column === 0 || cursor.column < column)) {
      cursor.fail('yaml-tab', 'a tab in the indentation, where YAML allows only spaces')
    }
    const at = cursor.at
    if (!cursor.passBreak()) return { offset, widest }
    offset = at
  }
}
