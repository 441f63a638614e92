import { UnreadableText } from './problem.ts'
import type { Scan } from './scanner.ts'
import { Token, type TokenList, type TokenType } from './tokens.ts'

/** The tokens of one text, read from first to last. */
export class TokenStream {
  readonly text: string
  readonly #tokens: TokenList
  readonly #failure: UnreadableText | undefined
  #index = 0

  constructor(text: string, scan: Scan) {
    this.text = text
    this.#tokens = scan.tokens
    this.#failure = scan.failure
  }

  get type(): TokenType {
    return this.#tokens.types[this.#index] as TokenType
  }

  is(type: TokenType): boolean {
    return this.#tokens.types[this.#index] === type
  }

  get start(): number {
    return this.#tokens.starts[this.#index] as number
  }

  get end(): number {
    return this.#tokens.ends[this.#index] as number
  }

  /** Goes on to the next token and returns where the one before it ends. */
  advance(): number {
    const { end } = this
    this.#index += 1
    return end
  }

  /** The current token for a message. */
  get found(): string {
    const { type, start, end } = this
    if (type === Token.end) return 'the end of the file'
    // Tokens that only mark structure have no text; what begins there has.
    const text = this.text.slice(start, end > start ? Math.min(end, start + 30) : start + 30)
    return JSON.stringify(text.split(/\r?\n/, 1)[0])
  }

  /** Refuses the text at the current token; where the scanner gave up there, for its reason. */
  fail(code: string, message: string): never {
    if (this.type === Token.fault && this.#failure !== undefined) throw this.#failure
    throw new UnreadableText(
      code,
      message,
      this.start,
      Math.max(this.end, Math.min(this.start + 1, this.text.length)),
    )
  }
}
