/** Outcomes of a run that are chosen from when it is over. */
import type { FileOutcome } from '../../engine/outcome.ts'
import { Store } from '../spill.ts'
import { factsOf, type OutcomeFacts, Outcomes } from './outcomes.ts'

/** Takes outcomes, and gives them back as often as they are asked for. */
export class OutcomeStore {
  readonly #facts: OutcomeFacts[] = []
  readonly #store: Store<FileOutcome>

  /** @param limit for tests */
  constructor(limit?: number) {
    this.#store = new Store(limit)
  }

  add(outcome: FileOutcome): void {
    const { before = '', after = '', steps = [] } = outcome
    const texts = [before, after, ...steps.map((step) => step.after)]
    const characters = texts.reduce((sum, text) => sum + text.length, 0)
    this.#facts.push(factsOf(outcome))
    this.#store.put(outcome, characters)
  }

  outcomes(): Outcomes {
    return new Outcomes(this.#facts, (index) => this.#store.get(index))
  }

  /** Gives the disk back what it holds. */
  discard(): void {
    this.#store.discard()
  }
}
