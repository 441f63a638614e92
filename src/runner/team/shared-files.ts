import type { FoundFile } from '../walk.ts'

/** The files of a run where all of its threads can read them. */
export interface SharedFilesMemory {
  /** The paths, one after the other, in UTF-8. */
  readonly text: SharedArrayBuffer
  /** Where each path ends: of each file that of the report, and the real one. */
  readonly ends: SharedArrayBuffer
}

/** A list of files that threads share: a copy for each of them would take 200 bytes of each file. */
export class SharedFiles {
  readonly memory: SharedFilesMemory
  readonly #text: Buffer
  readonly #ends: Uint32Array

  constructor(memory: SharedFilesMemory) {
    this.memory = memory
    this.#text = Buffer.from(memory.text)
    this.#ends = new Uint32Array(memory.ends)
  }

  static of(files: readonly FoundFile[]): SharedFiles {
    const ends = new SharedArrayBuffer(2 * files.length * Uint32Array.BYTES_PER_ELEMENT)
    const marks = new Uint32Array(ends)
    let end = 0
    for (const [index, { path, realPath }] of files.entries()) {
      end += Buffer.byteLength(path)
      marks[2 * index] = end
      end += Buffer.byteLength(realPath)
      marks[2 * index + 1] = end
    }
    const text = new SharedArrayBuffer(end)
    const bytes = Buffer.from(text)
    let start = 0
    for (const { path, realPath } of files) start += bytes.write(path + realPath, start)
    return new SharedFiles({ text, ends })
  }

  /** Undefined behind the last file. */
  at(index: number): FoundFile | undefined {
    if (2 * index >= this.#ends.length) return undefined
    return { path: this.#slice(2 * index), realPath: this.#slice(2 * index + 1) }
  }

  #slice(number: number): string {
    const start = number === 0 ? 0 : this.#ends[number - 1]
    return this.#text.toString('utf8', start, this.#ends[number])
  }
}
