/**
 * From source to tokens, by the rules of LibYAML's scanner (scanner.c of 0.2.5, which Heat's loader uses): what ends a
 * scalar, which columns open and close collections, where a key is allowed. The lexer of npm `yaml` decides several of
 * these otherwise; see docs/decisions.
 */

import { causeBefore } from './cause.ts'
import { END, endsWord } from './characters.ts'
import { UnreadableText } from './position.ts'
import { scanBlockScalar, scanPlain, scanQuoted } from './scan-scalars.ts'
import { type Cursor, type Loader, ScanState } from './scan-state.ts'
import { type Scan, Token, type TokenType } from './tokens.ts'

/** Cuts a source into tokens, from its beginning or from where a line begins. Linear in its length. */
export function scan(text: string, loader: Loader, from = 0): Scan {
  return new Scanner(text, loader, from).run()
}

class Scanner {
  readonly #text: string
  readonly #state: ScanState
  readonly #bodyColumns = new Map<number, number>()

  constructor(text: string, loader: Loader, from: number) {
    this.#text = text
    this.#state = new ScanState(text, loader, from)
  }

  run(): Scan {
    const { tokens, comments } = this.#state
    const bodyColumns = this.#bodyColumns
    try {
      while (this.#next());
      return { tokens, comments, bodyColumns, failure: undefined }
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error
      this.#state.tokens.push(Token.fault, error.problem.start, error.problem.end)
      return { tokens, comments, bodyColumns, failure: error }
    }
  }

  /** Adds at least one token; false at the end of the source. */
  #next(): boolean {
    const cursor = this.#state.cursor
    this.#state.passToToken()
    const { at } = cursor
    if (this.#state.indent > at - cursor.lineStart) this.#state.closeBlocks(at - cursor.lineStart)
    const code = at < this.#text.length ? this.#text.charCodeAt(at) : END
    if (code === END) return this.#end()
    if (cursor.at === cursor.lineStart && this.#documentLine(code)) return true
    if (!this.#indicator(code)) this.#plain(code)
    return true
  }

  #end(): false {
    this.#state.closeBlocks(-1)
    this.#state.dropKey()
    const { length } = this.#text
    this.#state.tokens.push(Token.end, length, length)
    return false
  }

  #documentLine(code: number): boolean {
    const cursor = this.#state.cursor
    const start = cursor.at
    const isDirective = code === 0x25
    if (isDirective) scanDirective(cursor)
    else if (cursor.atDocumentMark('---') || cursor.atDocumentMark('...')) cursor.at += 3
    else return false
    this.#state.closeBlocks(-1)
    this.#state.dropKey()
    this.#state.keyAllowed = false
    const mark = code === 0x2d ? Token.documentStart : Token.documentEnd
    this.#state.tokens.push(isDirective ? Token.directive : mark, start, cursor.at)
    return true
  }

  /** Reads what begins with an indicator; false when a plain scalar begins here. */
  #indicator(code: number): boolean {
    const { cursor } = this.#state
    switch (code) {
      case 0x5b: // [
        return this.#openFlow(Token.sequenceStart)
      case 0x7b: // {
        return this.#openFlow(Token.mappingStart)
      case 0x5d: // ]
        return this.#closeFlow(Token.sequenceEnd)
      case 0x7d: // }
        return this.#closeFlow(Token.mappingEnd)
      case 0x2c: // ,
        return this.#mark(Token.comma, true)
      case 0x2d: // -
        return endsWord(cursor.code(1)) && this.#dash()
      case 0x3f: // ?
        return (this.#state.inFlow || endsWord(cursor.code(1))) && this.#explicitKey()
      case 0x3a: // :
        return (this.#state.inFlow || endsWord(cursor.code(1))) && this.#colon()
      case 0x2a: // *
        return this.#named(Token.alias)
      case 0x26: // &
        return this.#named(Token.anchor)
      case 0x21: // !
        return this.#named(Token.tag)
      case 0x22: // "
        return this.#quoted(Token.doubleQuoted, 0x22)
      case 0x27: // '
        return this.#quoted(Token.singleQuoted, 0x27)
      case 0x7c: // |
      case 0x3e: // >
        return !this.#state.inFlow && this.#blockScalar()
      default:
        return false
    }
  }

  #mark(type: TokenType, keyAllowed: boolean): true {
    this.#state.dropKey()
    this.#state.keyAllowed = keyAllowed
    const start = this.#state.cursor.at
    this.#state.cursor.at += 1
    this.#state.tokens.push(type, start, start + 1)
    return true
  }

  #openFlow(type: TokenType): true {
    this.#state.noteKey()
    this.#state.enterFlow()
    const start = this.#state.cursor.at
    this.#state.cursor.at += 1
    this.#state.tokens.push(type, start, start + 1)
    return true
  }

  #closeFlow(type: TokenType): true {
    this.#state.dropKey()
    this.#state.leaveFlow()
    const start = this.#state.cursor.at
    this.#state.cursor.at += 1
    this.#state.tokens.push(type, start, start + 1)
    return true
  }

  #dash(): true {
    const cursor = this.#state.cursor
    if (!this.#state.inFlow && !this.#state.keyAllowed)
      cursor.fail('yaml-syntax', 'a list item cannot begin here; it needs its own line')
    this.#state.openBlock(Token.blockSequenceStart, cursor.column, cursor.at)
    return this.#mark(Token.dash, true)
  }

  #explicitKey(): true {
    const cursor = this.#state.cursor
    if (!this.#state.inFlow && !this.#state.keyAllowed)
      cursor.fail('yaml-syntax', 'a key cannot begin here; it needs its own line')
    this.#state.openBlock(Token.blockMappingStart, cursor.column, cursor.at)
    return this.#mark(Token.key, !this.#state.inFlow)
  }

  #colon(): true {
    const cursor = this.#state.cursor
    const { token, start, lineStart } = this.#state.key
    if (this.#state.keyIsNear()) {
      this.#state.key.token = -1
      this.#state.tokens.insert(token, Token.key, start, start)
      this.#state.openBlock(Token.blockMappingStart, start - lineStart, start, token)
      return this.#mark(Token.colon, false)
    }
    this.#state.dropKey()
    if (!this.#state.inFlow && !this.#state.keyAllowed) {
      cursor.fail(
        'yaml-syntax',
        causeBefore(cursor.text, cursor.at) ??
          'a ":" that no key can belong to; quote the value if it is part of the string',
      )
    }
    this.#state.openBlock(Token.blockMappingStart, cursor.column, cursor.at)
    return this.#mark(Token.colon, !this.#state.inFlow)
  }

  #named(type: typeof Token.alias | typeof Token.anchor | typeof Token.tag): true {
    this.#state.noteKey()
    this.#state.keyAllowed = false
    const start = this.#state.cursor.at
    if (type === Token.tag) scanTag(this.#state.cursor, this.#state.inFlow)
    else scanAnchor(this.#state.cursor)
    this.#state.tokens.push(type, start, this.#state.cursor.at)
    return true
  }

  #quoted(type: TokenType, quote: 0x22 | 0x27): true {
    this.#state.noteKey()
    this.#state.keyAllowed = false
    const start = this.#state.cursor.at
    scanQuoted(this.#state.cursor, quote)
    this.#state.tokens.push(type, start, this.#state.cursor.at)
    return true
  }

  #blockScalar(): true {
    this.#state.dropKey()
    this.#state.keyAllowed = true
    const cursor = this.#state.cursor
    const start = cursor.at
    const { end, column } = scanBlockScalar(cursor, this.#state.indent, () => this.#state.comment())
    this.#bodyColumns.set(start, column)
    this.#state.tokens.push(Token.blockScalar, start, end)
    return true
  }

  #plain(code: number): void {
    if (code === 0x09)
      this.#state.cursor.fail('yaml-tab', 'a tab in the indentation, where YAML allows only spaces')
    if (code === 0x25 || code === 0x40 || code === 0x60 || code === 0x7c || code === 0x3e) {
      this.#state.cursor.fail(
        'yaml-syntax',
        `"${String.fromCharCode(code)}" cannot begin a string without quotes`,
      )
    }
    if (code === 0xfeff && this.#state.cursor.column === 0) {
      this.#state.cursor.fail('odd-character', 'a byte order mark inside the file, which Heat ignores')
    }
    this.#state.noteKey()
    this.#state.keyAllowed = false
    const start = this.#state.cursor.at
    const end = scanPlain(this.#state.cursor, this.#state.indent, this.#state.inFlow)
    if (this.#state.cursor.lineStart > end) this.#state.keyAllowed = true
    this.#state.tokens.push(Token.plain, start, end)
  }
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2d
  )
}

/** Skips `&name` or `*name`. */
function scanAnchor(cursor: Cursor): void {
  const start = cursor.at
  cursor.at += 1
  while (isNameCharacter(cursor.code())) cursor.at += 1
  const next = cursor.text.charAt(cursor.at)
  if (cursor.at > start + 1 && (endsWord(cursor.code()) || '?:,]}%@`'.includes(next))) return
  while (!endsWord(cursor.code())) cursor.at += 1
  const name = cursor.text.slice(start + 1, cursor.at)
  cursor.fail('yaml-anchor', `"${name}" is not an anchor name that Heat can read`, start, cursor.at)
}

// In tags, `%` begins an escaped character; no template has one there.
const verbatimTag = /!<[\w\-;/?:@&=+$.!~*'(),[\]]+>/y
const shorthandTag = /!(?:[\w-]*!)?[\w\-;/?:@&=+$.!~*'()]*/y

/** Skips a tag. */
function scanTag(cursor: Cursor, inFlow: boolean): void {
  const start = cursor.at
  const pattern = cursor.code(1) === 0x3c ? verbatimTag : shorthandTag
  pattern.lastIndex = start
  const length = pattern.exec(cursor.text)?.[0].length ?? 1
  cursor.at += length
  if (endsWord(cursor.code()) || (inFlow && cursor.code() === 0x2c)) return
  while (!endsWord(cursor.code())) cursor.at += 1
  cursor.fail(
    'yaml-tag',
    `"${cursor.text.slice(start, cursor.at)}" is not a tag that Heat can read`,
    start,
    cursor.at,
  )
}

/** Skips a `%YAML 1.1` line. Heat knows no other directive that a template could need. */
function scanDirective(cursor: Cursor): void {
  const start = cursor.at
  cursor.passLine()
  const line = cursor.text.slice(start, cursor.at)
  if (/^%YAML[ \t]+1\.[12][ \t]*(?:$|#)/.test(line)) return
  cursor.fail(
    'yaml-directive',
    `Heat's loader does not know the directive "${line.trimEnd()}"`,
    start,
    cursor.at,
  )
}
