/** Outcomes of a run that are chosen from when it is over: what exceeds some megabytes stands in a temporary file until then. */
import fs from 'node:fs'
import type { FileOutcome } from '../engine/outcome.ts'
import { openNameless } from '../report/spill.ts'
import { factsOf, type OutcomeFacts, Outcomes } from './outcomes.ts'

/** Characters of texts that stay in memory. */
const IN_MEMORY = 1 << 23

/** Where an outcome stands in the file. */
interface Extent {
  readonly start: number
  readonly bytes: number
}

/** Takes outcomes, and gives them back as often as they are asked for. */
export class OutcomeStore {
  readonly #limit: number
  readonly #facts: OutcomeFacts[] = []
  readonly #stored: (FileOutcome | Extent)[] = []
  #characters = 0
  #fd: number | undefined
  #bytes = 0

  /** @param limit for tests */
  constructor(limit = IN_MEMORY) {
    this.#limit = limit
  }

  add(outcome: FileOutcome): void {
    const { before = '', after = '', steps = [] } = outcome
    this.#characters += before.length + after.length
    for (const step of steps) this.#characters += step.after.length
    this.#facts.push(factsOf(outcome))
    this.#stored.push(this.#characters <= this.#limit ? outcome : this.#written(outcome))
  }

  outcomes(): Outcomes {
    return new Outcomes(this.#facts, (index) => {
      const stored = this.#stored[index] as FileOutcome | Extent
      return 'path' in stored ? stored : this.#read(stored)
    })
  }

  /** Gives the disk back what it holds. */
  discard(): void {
    if (this.#fd !== undefined) fs.closeSync(this.#fd)
    this.#fd = undefined
  }

  /** Where there is no room on the disk for temporary files, memory has to do. */
  #written(outcome: FileOutcome): FileOutcome | Extent {
    try {
      this.#fd ??= openNameless()
      const bytes = Buffer.from(JSON.stringify(outcome))
      if (fs.writeSync(this.#fd, bytes, 0, bytes.length, this.#bytes) !== bytes.length) return outcome
      const start = this.#bytes
      this.#bytes += bytes.length
      return { start, bytes: bytes.length }
    } catch {
      return outcome
    }
  }

  #read({ start, bytes }: Extent): FileOutcome {
    const into = Buffer.alloc(bytes)
    if (fs.readSync(this.#fd ?? -1, into, 0, bytes, start) !== bytes)
      throw new Error('a temporary file of hotshift was cut short')
    return JSON.parse(into.toString('utf8')) as FileOutcome
  }
}
