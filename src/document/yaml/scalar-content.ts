/**
 * The text that LibYAML reads out of a scalar's source: folding, escapes, chomping.
 * YAML 1.1 sections 9.1 to 9.3, as implemented by PyYAML's scanner.
 */
import { UnreadableText } from '../problem.ts'

const lineBreak = /\r?\n/

/** Folds the lines of a plain or quoted scalar: one break is a blank, n + 1 breaks are n line breaks. */
function foldLines(source: string, trimFirst: boolean, trimLast: boolean): string {
  const lines = source.split(lineBreak)
  const last = lines.length - 1
  let result = ''
  let pendingBreaks = 0
  lines.forEach((line, index) => {
    let content = line
    if (index > 0 || trimFirst) content = content.replace(/^[ \t]+/, '')
    if (index < last || trimLast) content = content.replace(/[ \t]+$/, '')
    if (index > 0) {
      pendingBreaks += 1
      if (content === '' && index < last) return
      result += pendingBreaks === 1 ? ' ' : '\n'.repeat(pendingBreaks - 1)
      pendingBreaks = 0
    }
    result += content
  })
  return result
}

export function plainContent(source: string): string {
  return source.includes('\n') ? foldLines(source, true, true) : source
}

export function singleQuotedContent(source: string): string {
  const inner = source.slice(1, -1)
  const folded = inner.includes('\n') ? foldLines(inner, false, false) : inner
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
    throw new UnreadableText('yaml-escape', `unknown escape \\${mark} in a double-quoted text`, at - 1, at + 1)
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

export interface BlockHeader {
  readonly folded: boolean
  /** `strip` for `-`, `keep` for `+`. */
  readonly chomping: 'clip' | 'strip' | 'keep'
  /** The indentation indicator, 1 to 9, when there is one. */
  readonly indicator: number | undefined
}

export function blockHeader(source: string, offset: number): BlockHeader {
  const match = /^([|>])(?:([1-9])([+-])?|([+-])([1-9])?)?$/.exec(source)
  if (!match) {
    throw new UnreadableText('yaml-block-header', `"${source}" is no block scalar header`, offset, offset + source.length)
  }
  const sign = match[3] ?? match[4]
  const digit = match[2] ?? match[5]
  return {
    folded: match[1] === '>',
    chomping: sign === '-' ? 'strip' : sign === '+' ? 'keep' : 'clip',
    indicator: digit === undefined ? undefined : Number(digit),
  }
}

/** The lines of a block scalar's body and the indentation that does not belong to the text. */
export interface BlockBody {
  readonly lines: readonly string[]
  readonly indent: number
  /** False for a body that stops at the end of the file without a line break. */
  readonly endsWithBreak: boolean
}

/**
 * @param parentIndent column of the collection that holds the scalar, -1 at the top
 * @param offset where `source` begins in the document
 */
export function blockBody(source: string, header: BlockHeader, parentIndent: number, offset: number): BlockBody {
  const lines = source.split(lineBreak)
  const endsWithBreak = lines.at(-1) === ''
  if (endsWithBreak) lines.pop()
  let indent = 0
  if (header.indicator !== undefined) indent = Math.max(parentIndent, 0) + header.indicator
  else {
    let leading = Math.max(parentIndent + 1, 1)
    for (const line of lines) {
      const blanks = line.length - line.trimStart().length
      const spaces = /^ */.exec(line)?.[0].length ?? 0
      leading = Math.max(leading, Math.min(spaces, blanks))
      if (spaces < line.length) break
    }
    indent = leading
  }
  let position = offset
  for (const line of lines) {
    const spaces = /^ */.exec(line)?.[0].length ?? 0
    if (spaces < indent && spaces < line.length) {
      const message = 'this line of a block scalar is indented less than its first line'
      throw new UnreadableText('yaml-indentation', message, position, position + line.length)
    }
    position += line.length + 1
  }
  return { lines, indent, endsWithBreak }
}

/** The text of a block scalar. */
export function blockContent(header: BlockHeader, body: BlockBody): string {
  const lines = body.lines.map((line) => line.slice(body.indent))
  let trailing = 0
  while (trailing < lines.length && lines[lines.length - 1 - trailing] === '') trailing += 1
  const content = lines.slice(0, lines.length - trailing)
  const text = header.folded ? foldBlock(content) : content.join('\n')
  // A line break that is not there cannot be kept: LibYAML's value then ends without one.
  const finalBreak = content.length > 0 && (trailing > 0 || body.endsWithBreak) ? '\n' : ''
  if (header.chomping === 'strip') return text
  if (header.chomping === 'clip') return text + finalBreak
  const kept = Math.max(0, trailing - (body.endsWithBreak ? 0 : 1))
  return text + finalBreak + '\n'.repeat(kept)
}

const startsBlank = (line: string): boolean => line.startsWith(' ') || line.startsWith('\t')

/** PyYAML `scan_block_scalar`: breaks fold only between two lines that do not start with a blank. */
function foldBlock(lines: readonly string[]): string {
  let result = ''
  let index = 0
  while (index < lines.length && lines[index] === '') {
    result += '\n'
    index += 1
  }
  while (index < lines.length) {
    const line = lines[index] ?? ''
    result += line
    let next = index + 1
    while (next < lines.length && lines[next] === '') next += 1
    if (next >= lines.length) break
    const breaks = next - index - 1
    const folds = !startsBlank(line) && !startsBlank(lines[next] ?? '')
    if (!folds) result += '\n'
    else if (breaks === 0) result += ' '
    result += '\n'.repeat(breaks)
    index = next
  }
  return result
}
