/**
 * The string that LibYAML reads from the source of a plain or quoted scalar: folding and escapes. YAML 1.1 section 9.1,
 * as implemented by LibYAML's scanner.
 */

import { isBlank } from './characters.ts'
import { enlarged, type ReadScalar, readScalarNode, type ScalarStyle } from './node.ts'
import { isCoreTag, type Properties, withProperties } from './parse-state.ts'
import { UnreadableText } from './position.ts'
import { type ResolvedScalar, resolvePlain, resolveTagged } from './scalar-value.ts'
import { Token, type TokenStream } from './tokens.ts'

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
  while (at < line.length && isBlank(line.charCodeAt(at))) at += 1
  return at
}

/** Where the content of a line ends, its trailing blanks excluded. */
function textEnd(line: string): number {
  let at = line.length
  while (at > 0 && isBlank(line.charCodeAt(at - 1))) at -= 1
  return at
}

function plainContent(source: string): string {
  return source.includes('\n') ? foldLines(source) : source
}

function singleQuotedContent(source: string): string {
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

/** One escape at `position` (just after the backslash): its string and its length in the source. */
function escapeAt(source: string, position: number, offset: number): { text: string; length: number } {
  const mark = source.charAt(position)
  const simple = simpleEscapes[mark]
  if (simple !== undefined) return { text: simple, length: 1 }
  const digits = hexLengths[mark]
  const at = offset + position
  if (digits === undefined) {
    throw new UnreadableText(
      'yaml-escape',
      `unknown escape \\${mark} in a double-quoted string`,
      at - 1,
      at + 1,
    )
  }
  const hex = source.slice(position + 1, position + 1 + digits)
  const point = /^[0-9a-fA-F]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : -1
  if (point < 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
    const message = `\\${mark}${hex} is not a character that Heat can read; write the character itself`
    throw new UnreadableText('yaml-escape', message, at - 1, at + 1 + digits)
  }
  return { text: String.fromCodePoint(point), length: 1 + digits }
}

/** @param offset where `source` begins in the document, for error positions */
function doubleQuotedContent(source: string, offset: number): string {
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

/**
 * The string of a block scalar: indentation, folding and chomping of YAML 1.1 section 9.2 and 9.3, as LibYAML does
 * them.
 */

interface BlockContent {
  readonly content: string
  /** Whether the end of the file cuts it off: it has content, and no line break after it. */
  readonly cutOff: boolean
}

/**
 * @param start offset of the header
 * @param end after the last line of the scalar, its line break excluded
 * @param column where the content begins in its lines
 */
function blockContent(text: string, start: number, end: number, column: number): BlockContent {
  const headerEnd = text.indexOf('\n', start)
  const header = text.slice(start, start + 3)
  if (headerEnd === -1 || end <= headerEnd) return { content: '', cutOff: false }
  const cutOff = end === text.length
  const lines = text
    .slice(headerEnd + 1, end)
    .split(/\r?\n/)
    .map((line) => line.slice(column))
  let trailing = 0
  while (trailing < lines.length && lines[lines.length - 1 - trailing] === '') trailing += 1
  const said = lines.slice(0, lines.length - trailing)
  const body = header.charAt(0) === '>' ? fold(said) : said.join('\n')
  return { content: body + finalBreaks(header, said.length > 0, trailing, cutOff), cutOff }
}

function finalBreaks(header: string, hasText: boolean, trailing: number, cutOff: boolean): string {
  const sign = /^.[1-9]?([-+])/.exec(header)?.[1]
  if (sign === '-') return ''
  // A missing line break cannot be preserved by chomping: LibYAML's value then ends without one.
  const breaks = trailing + (hasText ? 1 : 0) - (cutOff ? 1 : 0)
  if (sign === '+') return '\n'.repeat(breaks)
  return hasText && breaks > 0 ? '\n' : ''
}

const startsBlank = (line: string): boolean => line.startsWith(' ') || line.startsWith('\t')

/** PyYAML `scan_block_scalar`: breaks fold only between two lines that do not start with a blank. */
function fold(lines: readonly string[]): string {
  const pieces: string[] = []
  let index = 0
  while (index < lines.length && lines[index] === '') {
    pieces.push('\n')
    index += 1
  }
  while (index < lines.length) {
    const line = lines[index] as string
    pieces.push(line)
    let next = index + 1
    while (next < lines.length && lines[next] === '') next += 1
    if (next >= lines.length) break
    const breaks = next - index - 1
    const folds = !startsBlank(line) && !startsBlank(lines[next] as string)
    if (!folds) pieces.push('\n')
    else if (breaks === 0) pieces.push(' ')
    pieces.push('\n'.repeat(breaks))
    index = next
  }
  return pieces.join('')
}

function resolve(content: string, style: ScalarStyle, tag: string | undefined): ResolvedScalar {
  if (tag !== undefined && isCoreTag(tag)) return resolveTagged(tag, content, style)
  return style === 'plain' && tag === undefined ? resolvePlain(content) : { type: 'str', value: content }
}

function scalar(
  content: string,
  style: ScalarStyle,
  start: number,
  end: number,
  properties: Properties | undefined,
): ReadScalar {
  const resolved = resolve(content, style, properties?.tag)
  if ('problem' in resolved)
    throw new UnreadableText('yaml-value', resolved.problem, start, Math.max(end, start + 1))
  const node = readScalarNode(resolved.type, resolved.value, style, start, end)
  return properties === undefined ? node : withProperties(node, properties)
}

/** A missing node: null after a colon, or an empty value of its tag. */
export function emptyScalar(at: number, properties: Properties | undefined): ReadScalar {
  const tag = properties?.tag
  if (tag === undefined || tag === '!') {
    const node =
      tag === undefined
        ? readScalarNode('null', null, 'plain', at, at)
        : readScalarNode('str', '', 'plain', at, at)
    return withProperties(node, properties)
  }
  return scalar('', 'plain', at, at, properties)
}

/** The scalar at the current token. A plain `<<` or `=` as a key is not the problem that it is as a value. */
export function readScalar(
  stream: TokenStream,
  properties: Properties | undefined,
  as: 'key' | 'value',
): ReadScalar {
  const { text, type, start, end, strings } = stream
  const source = text.slice(start, end)
  stream.advance()
  if (type === Token.singleQuoted)
    return scalar(strings.one(singleQuotedContent(source)), 'single', start, end, properties)
  if (type === Token.doubleQuoted)
    return scalar(strings.one(doubleQuotedContent(source, start)), 'double', start, end, properties)
  const content = strings.one(plainContent(source))
  if (as === 'key' && (content === '<<' || content === '=') && properties?.tag === undefined)
    return withProperties(readScalarNode('str', content, 'plain', start, end), properties)
  return scalar(content, 'plain', start, end, properties)
}

/** @param bodyColumn column at which the content of the scalar begins */
export function readBlockScalar(
  stream: TokenStream,
  properties: Properties | undefined,
  bodyColumn: number,
): ReadScalar {
  const { text, start, end } = stream
  stream.advance()
  const { content, cutOff } = blockContent(text, start, end, bodyColumn)
  const style = text.charAt(start) === '>' ? 'folded' : 'literal'
  const node = enlarged(scalar(content, style, start, end, properties), bodyColumn)
  if (cutOff) node.unterminated = true
  return node
}
