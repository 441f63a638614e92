/** What the scanner knows between two tokens: open collections, the possible key, comments so far. */

import { END, endsWord, isBlank } from './characters.ts'
import type { Comment } from './node.ts'
import type { SyntaxCode } from './position.ts'
import { UnreadableText } from './position.ts'
import { Token, TokenList, type TokenType } from './tokens.ts'

/** A token that turns out to be a key when a colon follows it on its line. */
interface SimpleKey {
  /** Index of its first token, -1 for none. */
  token: number
  start: number
  lineStart: number
  /** Only a key is allowed here. */
  required: boolean
}

/** LibYAML looks no further than this for the colon, counted in characters. */
const maxKeyLength = 1024

export class ScanState {
  readonly cursor: Cursor
  readonly tokens: TokenList
  readonly comments: Comment[] = []
  readonly #text: string
  /** Columns of the open block collections around the innermost one, whose column is `indent`. */
  readonly #outerIndents: number[] = []
  indent = -1
  /** The possible key of each open flow collection; the first is that of block context. */
  readonly #keys: SimpleKey[] = [noKey()]
  key = this.#keys[0] as SimpleKey
  keyAllowed = true
  /** Inside of brackets. */
  inFlow = false

  constructor(text: string, loader: Loader, from: number) {
    this.#text = text
    this.cursor = new Cursor(text, loader, from)
    this.tokens = new TokenList(Math.max(64, (text.length - from) >> 3))
  }

  enterFlow(): void {
    this.key = noKey()
    this.#keys.push(this.key)
    this.inFlow = true
    this.keyAllowed = true
  }

  leaveFlow(): void {
    if (this.inFlow) this.#keys.pop()
    this.inFlow = this.#keys.length > 1
    this.key = this.#keys.at(-1) as SimpleKey
    this.keyAllowed = false
  }

  /** Skips blanks, comments and line breaks. */
  passToToken(): void {
    const cursor = this.cursor
    const text = this.#text
    while (cursor.at < text.length) {
      const code = text.charCodeAt(cursor.at)
      if (code === 0x20 || (code === 0x09 && (this.inFlow || !this.keyAllowed))) cursor.at += 1
      else if (code === 0x23) this.comment()
      else if (code === 0x0a || code === 0x0d) {
        cursor.passBreak()
        if (!this.inFlow) this.keyAllowed = true
      } else return
    }
  }

  /** Skips the comment at the cursor. */
  comment(): void {
    const cursor = this.cursor
    const text = this.#text
    const start = cursor.at
    cursor.passLine()
    const said = text.slice(start + 1, cursor.at)
    let before = start
    while (before > cursor.lineStart && isBlank(text.charCodeAt(before - 1))) before -= 1
    this.comments.push({
      start,
      end: cursor.at,
      text: said.startsWith(' ') ? said.slice(1) : said,
      ownLine: before === cursor.lineStart,
    })
  }

  /** Closes the block collections right of `column`. */
  closeBlocks(column: number): void {
    if (this.inFlow) return
    while (this.indent > column) {
      this.tokens.push(Token.blockEnd, this.cursor.at, this.cursor.at)
      this.indent = this.#outerIndents.pop() as number
    }
  }

  /** Opens a block collection when `column` is further right than that of the innermost one. */
  openBlock(type: TokenType, column: number, start: number, index?: number): void {
    if (this.inFlow || this.indent >= column) return
    this.#outerIndents.push(this.indent)
    this.indent = column
    if (index === undefined) this.tokens.push(type, start, start)
    else this.tokens.insert(index, type, start, start)
  }

  /** Notes that the token that follows may be a key. */
  noteKey(): void {
    if (!this.keyAllowed) return
    if (this.key.token !== -1) this.dropKey()
    const { at, lineStart } = this.cursor
    this.key.token = this.tokens.count
    this.key.start = at
    this.key.lineStart = lineStart
    this.key.required = !this.inFlow && this.indent === at - lineStart
  }

  /** Gives up the possible key. */
  dropKey(): void {
    const { token, required } = this.key
    this.key.token = -1
    if (token !== -1 && required) this.#failWithoutColon()
  }

  #failWithoutColon(): never {
    const { start } = this.key
    const shown = this.#text.slice(start, start + 30).split(/\r?\n/, 1)[0] ?? ''
    this.cursor.fail('yaml-syntax', `could not find the ":" of a key after ${JSON.stringify(shown)}`, start)
  }

  /** Whether the possible key is on the line of the cursor and not too long. */
  keyIsNear(): boolean {
    const { token, start, lineStart } = this.key
    if (token === -1 || lineStart !== this.cursor.lineStart) return false
    const { at } = this.cursor
    return (
      at - start <= maxKeyLength ||
      [...this.#text.slice(start, Math.min(at, start + 2 * maxKeyLength + 2))].length <= maxKeyLength
    )
  }
}

function noKey(): SimpleKey {
  return { token: -1, start: 0, lineStart: 0, required: false }
}

/**
 * Whose rules a source is read by. Heat tries the loader in Python for what LibYAML refuses
 * (heat/common/template_format.py, `simple_parse`); the two differ in where a plain scalar inside brackets ends.
 */
export type Loader = 'libyaml' | 'python'

/** A position in a source that moves forward, and knows its line. */
export class Cursor {
  readonly text: string
  readonly loader: Loader
  at: number
  /** Offset of the first character of the line; a byte order mark counts to no line. */
  lineStart: number

  constructor(text: string, loader: Loader, from: number) {
    this.text = text
    this.loader = loader
    this.at = from === 0 && text.startsWith('\ufeff') ? 1 : from
    this.lineStart = this.at
  }

  get column(): number {
    return this.at - this.lineStart
  }

  /** The code unit `ahead` of the cursor, `END` past the end. */
  code(ahead = 0): number {
    const at = this.at + ahead
    return at < this.text.length ? this.text.charCodeAt(at) : END
  }

  /** To the end of the line, in front of its break. */
  passLine(): void {
    const { text } = this
    const end = text.indexOf('\n', this.at)
    if (end === -1) this.at = text.length
    else this.at = end > this.at && text.charCodeAt(end - 1) === 0x0d ? end - 1 : end
  }

  /** Skips the line break at the cursor (`\n` or `\r\n`), if there is one. */
  passBreak(): boolean {
    const code = this.code()
    if (code === 0x0d) this.at += 2
    else if (code === 0x0a) this.at += 1
    else return false
    this.lineStart = this.at
    return true
  }

  passBlanks(): void {
    const { text } = this
    while (this.at < text.length && isBlank(text.charCodeAt(this.at))) this.at += 1
  }

  /** `---` or `...` with nothing after it, at the start of a line. */
  atDocumentMark(mark: '---' | '...'): boolean {
    return this.at === this.lineStart && this.text.startsWith(mark, this.at) && endsWord(this.code(3))
  }

  fail(code: SyntaxCode, message: string, start = this.at, end = start + 1): never {
    throw new UnreadableText(code, message, start, Math.min(Math.max(end, start), this.text.length))
  }
}
