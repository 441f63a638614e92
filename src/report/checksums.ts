import { createHash } from 'node:crypto'
import type { FileOutcome } from '../engine/outcome.ts'

/** SHA-256 of files as they were read, for reports that say what they are about. */
export class Checksums {
  readonly #byPath = new Map<string, string>()

  /** A file that was not read as text has none. */
  add({ path, before }: FileOutcome): void {
    if (before !== undefined)
      this.#byPath.set(path, createHash('sha256').update(before, 'utf8').digest('hex'))
  }

  /** In hexadecimal digits. */
  of(path: string): string | undefined {
    return this.#byPath.get(path)
  }
}
