/** One measure of work for everything that a comparison does: steps taken, and bytes made. */
import { TooLarge } from '../world.ts'

const fewestSteps = 250_000
const fewestBytes = 64_000_000

export class Budget {
  #steps: number
  #bytes: number

  /** @param size characters of all that is compared: long templates may take long */
  constructor(size: number) {
    this.#steps = fewestSteps + 2 * size
    this.#bytes = fewestBytes + 16 * size
  }

  /** @throws TooLarge where a template takes more than any real one does */
  spend(steps: number, bytes: number): void {
    this.#steps -= steps
    this.#bytes -= bytes
    if (this.#steps < 0 || this.#bytes < 0) throw new TooLarge()
  }
}
