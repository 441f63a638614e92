/** How much of other files an answer may take into account. */

const MB = 1024 * 1024

/** How many bytes of other files an answer may read. */
export interface ReadLimits {
  /** Of one file. */
  readonly each: number
  /** Of all files together. */
  readonly all: number
}

/** Counts what one answer reads of other files: what exceeds the limits is left out, and it knows what that was. */
export class ReadBudget {
  readonly #limits: ReadLimits
  readonly #taken = new Set<string>()
  readonly #leftOut = new Map<string, string>()
  #bytes = 0

  constructor(limits: ReadLimits) {
    this.#limits = limits
  }

  /** Why the files that were left out were, by their paths: `larger than 1 MB`. */
  get leftOut(): ReadonlyMap<string, string> {
    return this.#leftOut
  }

  /**
   * Why a file is left out, undefined for one that is read; each counts once.
   * @param work what is done with it, where each of several counts
   */
  refusal(path: string, size: number, work = ''): string | undefined {
    const key = `${path}\0${work}`
    if (this.#taken.has(key)) return undefined
    const { each, all } = this.#limits
    const why =
      size > each
        ? `larger than ${sizeText(each)}`
        : this.#bytes + size > all
          ? `beyond the first ${sizeText(all)} of other files`
          : undefined
    if (why === undefined) {
      this.#taken.add(key)
      this.#bytes += size
    } else this.#leftOut.set(path, why)
    return why
  }
}

function sizeText(bytes: number): string {
  return bytes < MB ? `${bytes / 1024} kB` : `${bytes / MB} MB`
}
