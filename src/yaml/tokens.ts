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
  /** Before a key; it has no text of its own unless the key is written with `?`. */
  key: 13,
  colon: 14,
  alias: 15,
  anchor: 16,
  tag: 17,
  plain: 18,
  singleQuoted: 19,
  doubleQuoted: 20,
  blockScalar: 21,
  /** Stands where the scanner gave up; `Scan.failure` says why. */
  fault: 22,
} as const

export type TokenType = (typeof Token)[keyof typeof Token]

/** Tokens as parallel arrays: a 10 MB file has millions, and objects would cost half a gigabyte. */
export class TokenList {
  count = 0
  types: Uint8Array
  /** UTF-16 offsets of the first character and of the one behind the last. */
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
    for (const array of [this.types, this.starts, this.ends])
      array.copyWithin(index + 1, index, this.count - 1)
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
