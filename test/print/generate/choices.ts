import fc from 'fast-check'

/**
 * Decisions drawn from bytes. When the bytes run out every decision is the simplest one, so that a
 * shorter or smaller run of bytes makes a simpler document and fast-check can shrink a failure.
 */
export class Choices {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** A number from 0 to `count - 1`; 0 when the bytes have run out. */
  below(count: number): number {
    const byte = this.#bytes[this.#at] ?? 0
    this.#at += 1
    if (count <= 256) return byte % count
    const more = this.#bytes[this.#at] ?? 0
    this.#at += 1
    return (byte * 256 + more) % count
  }

  /** True once in `times`; false when the bytes have run out. */
  once(times: number): boolean {
    return this.below(times) === times - 1
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }
}

/** Bytes for one document or one run of edits. */
export function choiceBytes(maxLength: number): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: Math.floor(maxLength / 8), maxLength, size: 'max' })
}
