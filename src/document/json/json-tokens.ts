import type { JSONScanner } from 'jsonc-parser'
import { createScanner } from 'jsonc-parser'
import type { Comment } from '../../yaml/comment.ts'
import { UnreadableText } from '../../yaml/problem.ts'

/** The numbers of jsonc-parser's `SyntaxKind`; that is a `const enum`, which single-file compilation cannot use. */
export const JsonToken = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  unknown: 16,
  end: 17,
} as const

/** `ScanError.UnexpectedEndOfComment` of jsonc-parser. */
const unclosedComment = 1

/** The tokens of a JSON text one by one, without blanks; comments are set aside on the way. */
export class JsonTokens {
  readonly comments: Comment[] = []
  /** Where the current token begins and ends. */
  start = 0
  end: number
  /** One of `JsonToken`. */
  kind: number = JsonToken.unknown
  readonly #text: string
  readonly #scanner: JSONScanner

  /** @param from where to begin: after a byte order mark */
  constructor(text: string, from: number) {
    this.#text = text
    this.end = from
    this.#scanner = createScanner(text)
    this.#scanner.setPosition(from)
  }

  /** The content of a string, or the text of another token. */
  get value(): string {
    return this.#scanner.getTokenValue()
  }

  /** Whether the scanner found a fault inside the token. */
  get faulty(): boolean {
    return this.#scanner.getTokenError() !== 0
  }

  /** @throws UnreadableText (`json-syntax`) for a block comment without end */
  next(): number {
    do {
      this.#skipBlanks()
      this.kind = this.#scanner.scan()
      this.end = this.#scanner.getPosition()
    } while (this.#isComment())
    return this.kind
  }

  /** Blanks are most of many files; the scanner would build a text of each run of them. */
  #skipBlanks(): void {
    const text = this.#text
    let position = this.end
    let code = text.charCodeAt(position)
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      position += 1
      code = text.charCodeAt(position)
    }
    if (position !== this.end) this.#scanner.setPosition(position)
    this.start = position
  }

  #isComment(): boolean {
    if (this.kind !== JsonToken.lineComment && this.kind !== JsonToken.blockComment) return false
    const block = this.kind === JsonToken.blockComment
    if (block && this.#scanner.getTokenError() === unclosedComment) {
      throw new UnreadableText(
        'json-syntax',
        'this comment has no end: */ is missing',
        this.start,
        this.start + 2,
      )
    }
    const inner = this.#text.slice(this.start + 2, block ? this.end - 2 : this.end)
    this.comments.push({
      start: this.start,
      end: this.end,
      text: inner.startsWith(' ') ? inner.slice(1) : inner,
      ownLine: this.#startsLine(),
    })
    return true
  }

  #startsLine(): boolean {
    let position = this.start - 1
    while (position >= 0 && ' \t\ufeff'.includes(this.#text.charAt(position))) position -= 1
    return position < 0 || '\r\n'.includes(this.#text.charAt(position))
  }
}
