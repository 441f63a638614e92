/** Outcomes of a run that are chosen from when it is over: what exceeds some megabytes stands in a temporary file until then. */
import type { FileOutcome } from '../engine/outcome.ts'
import { type Piece, Shelf } from '../report/spill.ts'
import { factsOf, type OutcomeFacts, Outcomes } from './outcomes.ts'

/** Characters of texts that stay in memory. */
const IN_MEMORY = 1 << 23

/** Takes outcomes, and gives them back as often as they are asked for. */
export class OutcomeStore {
  readonly #limit: number
  readonly #facts: OutcomeFacts[] = []
  readonly #stored: (FileOutcome | Piece)[] = []
  readonly #shelf = new Shelf()
  #characters = 0

  /** @param limit for tests */
  constructor(limit = IN_MEMORY) {
    this.#limit = limit
  }

  add(outcome: FileOutcome): void {
    const { before = '', after = '', steps = [] } = outcome
    this.#characters += before.length + after.length
    for (const step of steps) this.#characters += step.after.length
    this.#facts.push(factsOf(outcome))
    this.#stored.push(this.#characters <= this.#limit ? outcome : this.#shelf.put(JSON.stringify(outcome)))
  }

  outcomes(): Outcomes {
    return new Outcomes(this.#facts, (index) => {
      const stored = this.#stored[index] as FileOutcome | Piece
      const isHeld = typeof stored === 'object' && 'path' in stored
      return isHeld ? stored : (JSON.parse(this.#shelf.get(stored)) as FileOutcome)
    })
  }

  /** Gives the disk back what it holds. */
  discard(): void {
    this.#shelf.discard()
  }
}
