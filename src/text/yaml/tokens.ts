import { EqualStrings } from './equal-strings.ts'
import type { Comment } from './node.ts'
import type { SyntaxCode } from './position.ts'
import { UnreadableText } from './position.ts'

/** The tokens of LibYAML's scanner (yaml.h, `yaml_token_type_t`), as far as templates have them. */
export const Token = {
  end: 0,
  directive: 1,
  documentStart: 2,
  documentEnd: 3,
  blockSequenceStart: 4,
  blockMappingStart: 5,
  blockEnd: 6,
  sequenceStart: 7,
  sequenceEnd: 8,
  mappingStart: 9,
  mappingEnd: 10,
  dash: 11,
  comma: 12,
  /** Before a key; it has no characters of its own unless the key is written with `?`. */
  key: 13,
  colon: 14,
  alias: 15,
  anchor: 16,
  tag: 17,
  plain: 18,
  singleQuoted: 19,
  doubleQuoted: 20,
  blockScalar: 21,
  /** The token where the scanner gave up; `Scan.failure` says why. */
  fault: 22,
} as const

export type TokenType = (typeof Token)[keyof typeof Token]

/** Tokens as parallel arrays: a 10 MB file has millions, and objects would cost half a gigabyte. */
export class TokenList {
  count = 0
  types: Uint8Array
  /** UTF-16 offsets of the first character and past the last. */
  starts: Int32Array
  ends: Int32Array

  constructor(capacity: number) {
    this.types = new Uint8Array(capacity)
    this.starts = new Int32Array(capacity)
    this.ends = new Int32Array(capacity)
  }

  push(type: TokenType, start: number, end: number): void {
    if (this.count === this.types.length) this.#grow()
    this.types[this.count] = type
    this.starts[this.count] = start
    this.ends[this.count] = end
    this.count += 1
  }

  /** Puts a token before others: only before those of the last key, which is at most 1,024 characters long. */
  insert(index: number, type: TokenType, start: number, end: number): void {
    this.push(type, start, end)
    // Mostly two or three tokens: `copyWithin` would cost more than it moves.
    for (let at = this.count - 1; at > index; at -= 1) {
      this.types[at] = this.types[at - 1] as number
      this.starts[at] = this.starts[at - 1] as number
      this.ends[at] = this.ends[at - 1] as number
    }
    this.types[index] = type
    this.starts[index] = start
    this.ends[index] = end
  }

  #grow(): void {
    const capacity = this.types.length * 2
    const types = new Uint8Array(capacity)
    types.set(this.types)
    this.types = types
    for (const name of ['starts', 'ends'] as const) {
      const array = new Int32Array(capacity)
      array.set(this[name])
      this[name] = array
    }
  }
}

/** The result of scanning a source. */
export interface Scan {
  /** Ends with an `end` token, or with a `fault` where the source cannot be scanned. */
  readonly tokens: TokenList
  readonly comments: readonly Comment[]
  /** Column of the content of each block scalar, by the offset of its header. */
  readonly bodyColumns: ReadonlyMap<number, number>
  readonly failure: UnreadableText | undefined
}

/** The tokens of one source, read from first to last. */
export class TokenStream {
  readonly text: string
  readonly strings: EqualStrings
  readonly #tokens: TokenList
  readonly #failure: UnreadableText | undefined
  #index = 0
  /** Of the current token; fields, because a reader asks for them several times at each. */
  type: TokenType
  start: number
  end: number

  constructor(text: string, scan: Scan) {
    this.text = text
    this.strings = new EqualStrings(text.length)
    this.#tokens = scan.tokens
    this.#failure = scan.failure
    this.type = scan.tokens.types[0] as TokenType
    this.start = scan.tokens.starts[0] as number
    this.end = scan.tokens.ends[0] as number
  }

  is(type: TokenType): boolean {
    return this.type === type
  }

  /** Goes on to the next token and returns where the one before it ends. */
  advance(): number {
    const { end } = this
    this.#index += 1
    this.type = this.#tokens.types[this.#index] as TokenType
    this.start = this.#tokens.starts[this.#index] as number
    this.end = this.#tokens.ends[this.#index] as number
    return end
  }

  /** The current token for a message. */
  get found(): string {
    const { type, start, end } = this
    if (type === Token.end) return 'the end of the file'
    // Tokens that only mark structure have no characters; the node that begins there has.
    const text = this.text.slice(start, end > start ? Math.min(end, start + 30) : start + 30)
    return JSON.stringify(text.split(/\r?\n/, 1)[0])
  }

  /** Refuses the source at the current token; where the scanner gave up there, for its reason. */
  fail(code: SyntaxCode, message: string): never {
    if (this.type === Token.fault && this.#failure !== undefined) throw this.#failure
    throw new UnreadableText(
      code,
      message,
      this.start,
      Math.max(this.end, Math.min(this.start + 1, this.text.length)),
    )
  }
}
