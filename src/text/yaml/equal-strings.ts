/** From this many characters on, a source repeats enough strings for a table of them to pay off. */
const LARGE_TEXT = 1024 * 1024
/** Longer strings are seldom equal. */
const LONGEST = 64
/** A power of two. */
const SLOTS = 4096

/**
 * Gives equal strings of one large source as one string, most of the time: names of types and keys occur in it
 * thousands of times, and each copy costs some 40 bytes. A slot holds the last string with its index, so nothing is
 * hashed and no string is retained for long.
 */
export class EqualStrings {
  readonly #slots: string[]

  /** @param length of the source that is read, in UTF-16 code units */
  constructor(length: number) {
    this.#slots = length < LARGE_TEXT ? [] : new Array<string>(SLOTS).fill('')
  }

  one(value: string): string {
    const slots = this.#slots
    const { length } = value
    if (slots.length === 0 || length > LONGEST || length === 0) return value
    const slot = slotOf(value, length)
    const known = slots[slot]
    if (known === value) return known
    slots[slot] = value
    return value
  }
}

function slotOf(value: string, length: number): number {
  const ends = value.charCodeAt(0) * 31 + value.charCodeAt(length - 1)
  const middle = value.charCodeAt(length >> 1) * 31 + value.charCodeAt(length >> 2)
  return ((ends * 131 + middle) * 31 + length) & (SLOTS - 1)
}
