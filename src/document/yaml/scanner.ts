/**
 * From text to tokens, by the rules of LibYAML's scanner (scanner.c of 0.2.5, which Heat's loader
 * uses): what ends a scalar, which columns open and close collections, where a key may stand. The
 * lexer of npm `yaml` decides several of these otherwise; see docs/decisions.
 */
import type { Comment } from '../comment.ts'
import { UnreadableText } from '../problem.ts'
import { Cursor, endsWord, isBlank, isBreak } from './cursor.ts'
import { scanAnchor, scanDirective, scanTag } from './scan-marks.ts'
import { scanBlockScalar, scanPlain, scanQuoted } from './scan-scalars.ts'
import { Token, TokenList, type TokenType } from './tokens.ts'

export interface Scan {
  /** Ends with an `end` token, or with a `fault` where the text cannot be scanned. */
  readonly tokens: TokenList
  readonly comments: readonly Comment[]
  /** Column of the text of each block scalar, by the offset of its header. */
  readonly bodyColumns: ReadonlyMap<number, number>
  readonly failure: UnreadableText | undefined
}

/** Cuts a text into tokens. Linear in its length. */
export function scan(text: string): Scan {
  return new Scanner(text).run()
}

/** A token that turns out to be a key when a colon follows it on its line. */
interface SimpleKey {
  /** Index of its first token, -1 for none. */
  token: number
  start: number
  lineStart: number
  /** Nothing but a key can stand here. */
  required: boolean
}

/** LibYAML looks no further than this for the colon, counted in characters. */
const maxKeyLength = 1024

class Scanner {
  readonly #text: string
  readonly #cursor: Cursor
  readonly #tokens: TokenList
  readonly #comments: Comment[] = []
  readonly #bodyColumns = new Map<number, number>()
  /** Columns of the open block collections around the innermost one, whose column is `#indent`. */
  readonly #outerIndents: number[] = []
  #indent = -1
  /** The possible key of each open flow collection; the first is that of block context. */
  readonly #keys: SimpleKey[] = [noKey()]
  #key = this.#keys[0] as SimpleKey
  #keyAllowed = true

  constructor(text: string) {
    this.#text = text
    this.#cursor = new Cursor(text)
    this.#tokens = new TokenList(Math.max(64, text.length >> 3))
  }

  run(): Scan {
    const shared = { tokens: this.#tokens, comments: this.#comments, bodyColumns: this.#bodyColumns }
    try {
      while (this.#next());
      return { ...shared, failure: undefined }
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error
      this.#tokens.push(Token.fault, error.problem.start, error.problem.end)
      return { ...shared, failure: error }
    }
  }

  get #inFlow(): boolean {
    return this.#keys.length > 1
  }

  /** Adds at least one token; false at the end of the text. */
  #next(): boolean {
    const cursor = this.#cursor
    this.#passToToken()
    this.#closeBlocks(cursor.column)
    const code = cursor.code()
    if (Number.isNaN(code)) return this.#end()
    if (cursor.at === cursor.lineStart && this.#documentLine(code)) return true
    if (!this.#indicator(code)) this.#plain(code)
    return true
  }

  #end(): false {
    this.#closeBlocks(-1)
    this.#dropKey()
    const { length } = this.#text
    this.#tokens.push(Token.end, length, length)
    return false
  }

  #documentLine(code: number): boolean {
    const cursor = this.#cursor
    const start = cursor.at
    const isDirective = code === 0x25
    if (isDirective) scanDirective(cursor)
    else if (cursor.atDocumentMark('---') || cursor.atDocumentMark('...')) cursor.at += 3
    else return false
    this.#closeBlocks(-1)
    this.#dropKey()
    this.#keyAllowed = false
    const mark = code === 0x2d ? Token.documentStart : Token.documentEnd
    this.#tokens.push(isDirective ? Token.directive : mark, start, cursor.at)
    return true
  }

  /** Reads what begins with an indicator; false when a plain scalar begins here. */
  #indicator(code: number): boolean {
    const next = this.#cursor.code(1)
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
        return endsWord(next) && this.#dash()
      case 0x3f: // ?
        return (this.#inFlow || endsWord(next)) && this.#explicitKey()
      case 0x3a: // :
        return (this.#inFlow || endsWord(next)) && this.#colon()
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
        return !this.#inFlow && this.#blockScalar()
      default:
        return false
    }
  }

  // --- between tokens

  #passToToken(): void {
    const cursor = this.#cursor
    for (;;) {
      const code = cursor.code()
      if (code === 0x20 || (code === 0x09 && (this.#inFlow || !this.#keyAllowed))) cursor.at += 1
      else if (code === 0x23) this.#comment()
      else if (cursor.passBreak()) {
        if (!this.#inFlow) this.#keyAllowed = true
      } else return
    }
  }

  #comment(): void {
    const cursor = this.#cursor
    const text = this.#text
    const start = cursor.at
    while (!isBreak(cursor.code())) cursor.at += 1
    const said = text.slice(start + 1, cursor.at)
    let before = start
    while (before > cursor.lineStart && isBlank(text.charCodeAt(before - 1))) before -= 1
    this.#comments.push({
      start,
      end: cursor.at,
      text: said.startsWith(' ') ? said.slice(1) : said,
      ownLine: before === cursor.lineStart,
    })
  }

  // --- indentation

  #closeBlocks(column: number): void {
    if (this.#inFlow) return
    while (this.#indent > column) {
      this.#tokens.push(Token.blockEnd, this.#cursor.at, this.#cursor.at)
      this.#indent = this.#outerIndents.pop() as number
    }
  }

  /** Opens a block collection when `column` is further right than that of the innermost one. */
  #openBlock(type: TokenType, column: number, start: number, index?: number): void {
    if (this.#inFlow || this.#indent >= column) return
    this.#outerIndents.push(this.#indent)
    this.#indent = column
    if (index === undefined) this.#tokens.push(type, start, start)
    else this.#tokens.insert(index, type, start, start)
  }

  // --- keys

  #noteKey(): void {
    if (!this.#keyAllowed) return
    this.#dropKey()
    const { at, lineStart, column } = this.#cursor
    this.#key.token = this.#tokens.count
    this.#key.start = at
    this.#key.lineStart = lineStart
    this.#key.required = !this.#inFlow && this.#indent === column
  }

  #dropKey(): void {
    const { token, required, start } = this.#key
    this.#key.token = -1
    if (token === -1 || !required) return
    const shown = this.#text.slice(start, start + 30).split(/\r?\n/, 1)[0] ?? ''
    this.#cursor.fail('yaml-syntax', `could not find the ":" of a key after ${JSON.stringify(shown)}`, start)
  }

  /** Whether the possible key is on the line of the cursor and not too long. */
  #keyIsNear(): boolean {
    const { token, start, lineStart } = this.#key
    if (token === -1 || lineStart !== this.#cursor.lineStart) return false
    const { at } = this.#cursor
    return (
      at - start <= maxKeyLength ||
      [...this.#text.slice(start, Math.min(at, start + 2 * maxKeyLength + 2))].length <= maxKeyLength
    )
  }

  // --- tokens

  #mark(type: TokenType, keyAllowed: boolean): true {
    this.#dropKey()
    this.#keyAllowed = keyAllowed
    const start = this.#cursor.at
    this.#cursor.at += 1
    this.#tokens.push(type, start, start + 1)
    return true
  }

  #openFlow(type: TokenType): true {
    this.#noteKey()
    this.#key = noKey()
    this.#keys.push(this.#key)
    this.#keyAllowed = true
    const start = this.#cursor.at
    this.#cursor.at += 1
    this.#tokens.push(type, start, start + 1)
    return true
  }

  #closeFlow(type: TokenType): true {
    this.#dropKey()
    if (this.#inFlow) this.#keys.pop()
    this.#key = this.#keys.at(-1) as SimpleKey
    this.#keyAllowed = false
    const start = this.#cursor.at
    this.#cursor.at += 1
    this.#tokens.push(type, start, start + 1)
    return true
  }

  #dash(): true {
    const cursor = this.#cursor
    if (!this.#inFlow && !this.#keyAllowed)
      cursor.fail('yaml-syntax', 'a list item cannot begin here; it needs a line of its own')
    this.#openBlock(Token.blockSequenceStart, cursor.column, cursor.at)
    return this.#mark(Token.dash, true)
  }

  #explicitKey(): true {
    const cursor = this.#cursor
    if (!this.#inFlow && !this.#keyAllowed)
      cursor.fail('yaml-syntax', 'a key cannot begin here; it needs a line of its own')
    this.#openBlock(Token.blockMappingStart, cursor.column, cursor.at)
    return this.#mark(Token.key, !this.#inFlow)
  }

  #colon(): true {
    const cursor = this.#cursor
    const { token, start, lineStart } = this.#key
    if (this.#keyIsNear()) {
      this.#key.token = -1
      this.#tokens.insert(token, Token.key, start, start)
      this.#openBlock(Token.blockMappingStart, start - lineStart, start, token)
      return this.#mark(Token.colon, false)
    }
    this.#dropKey()
    if (!this.#inFlow && !this.#keyAllowed) {
      cursor.fail('yaml-syntax', 'a ":" that no key can belong to; quote the value if it is part of the text')
    }
    this.#openBlock(Token.blockMappingStart, cursor.column, cursor.at)
    return this.#mark(Token.colon, !this.#inFlow)
  }

  #named(type: typeof Token.alias | typeof Token.anchor | typeof Token.tag): true {
    this.#noteKey()
    this.#keyAllowed = false
    const start = this.#cursor.at
    if (type === Token.tag) scanTag(this.#cursor, this.#inFlow)
    else scanAnchor(this.#cursor)
    this.#tokens.push(type, start, this.#cursor.at)
    return true
  }

  #quoted(type: TokenType, quote: 0x22 | 0x27): true {
    this.#noteKey()
    this.#keyAllowed = false
    const start = this.#cursor.at
    scanQuoted(this.#cursor, quote)
    this.#tokens.push(type, start, this.#cursor.at)
    return true
  }

  #blockScalar(): true {
    this.#dropKey()
    this.#keyAllowed = true
    const cursor = this.#cursor
    const start = cursor.at
    const { end, column } = scanBlockScalar(cursor, this.#indent, () => this.#comment())
    this.#bodyColumns.set(start, column)
    this.#tokens.push(Token.blockScalar, start, end)
    return true
  }

  #plain(code: number): void {
    if (code === 0x09) this.#cursor.fail('yaml-tab', 'a tab stands where only blanks may indent')
    if (code === 0x25 || code === 0x40 || code === 0x60 || code === 0x7c || code === 0x3e) {
      this.#cursor.fail('yaml-syntax', `"${String.fromCharCode(code)}" cannot begin a text without quotes`)
    }
    if (code === 0xfeff && this.#cursor.column === 0) {
      this.#cursor.fail('odd-character', 'a byte order mark inside the text, which Heat leaves out')
    }
    this.#noteKey()
    this.#keyAllowed = false
    const start = this.#cursor.at
    const end = scanPlain(this.#cursor, this.#indent, this.#inFlow)
    if (this.#cursor.lineStart > end) this.#keyAllowed = true
    this.#tokens.push(Token.plain, start, end)
  }
}

function noKey(): SimpleKey {
  return { token: -1, start: 0, lineStart: 0, required: false }
}
