/** One measure of work for everything that is computed of templates: steps taken, and bytes made. */

/** Thrown when a template takes more than any real one does; aliases of aliases can multiply without end. */
export class TooLarge extends Error {}

const fewest = { steps: 250_000, bytes: 64_000_000 }

const ofExpression = { steps: 10_000, bytes: 1_000_000 }

/** A sample is not made of terms: it is counted in functions that are resolved, and strings that they make. */
const ofSamples = { steps: 2_000_000, bytes: 256_000_000 }

export class Budget {
  #steps: number
  #bytes: number

  private constructor({ steps, bytes }: typeof fewest, size: number) {
    this.#steps = steps + 2 * size
    this.#bytes = bytes + 16 * size
  }

  /** For the terms of all that is compared. @param size characters of all of it: long templates may take long */
  static ofTerms(size: number): Budget {
    return new Budget(fewest, size)
  }

  /** For one expression of yaql over values that are known. */
  static ofExpression(): Budget {
    return new Budget(ofExpression, 0)
  }

  /** For all samples in which templates are resolved, together. */
  static ofSamples(size: number): Budget {
    return new Budget(ofSamples, 8 * size)
  }

  /** @throws TooLarge where a template takes more than any real one does */
  spend(steps: number, bytes: number): void {
    this.#steps -= steps
    this.#bytes -= bytes
    if (this.isSpent) throw new TooLarge()
  }

  get isSpent(): boolean {
    return this.#steps < 0 || this.#bytes < 0
  }
}
