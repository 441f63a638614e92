/** What came of the violations of a run. */
import type { Violation } from './rule.ts'

export type Fate =
  /** A clause without subject says what was done. */
  | { readonly kind: 'repaired'; readonly does: string; readonly safety: 'exact' | 'lossy' }
  /** It takes a repair that loses something, and none was asked for. */
  | { readonly kind: 'offered'; readonly does: string }
  /** It was tried and could not be done; a sentence. `by` is the ID of the repair. */
  | { readonly kind: 'left'; readonly why: string; readonly by?: string }

/** What repairs say of violations, by their identity; of several the last, for earlier reasons may be gone. */
export class Ledger {
  readonly #fates = new Map<string, Fate>()

  /** @param id of a violation, or of a default that violations end with */
  note(id: string, fate: Fate): void {
    this.#fates.set(id, fate)
  }

  /** Lets go of all, once what they are about has been reported: a run has many packages. */
  clear(): void {
    this.#fates.clear()
  }

  of({ id, defaultId }: Pick<Violation, 'id' | 'defaultId'>): Fate | undefined {
    return this.#fates.get(id) ?? (defaultId === undefined ? undefined : this.#fates.get(defaultId))
  }
}
