/** What `--accept` would do about files that are blocked, and what it costs. */
import { grow } from '../document/multimap.ts'
import type { ReportedOutcome } from '../engine/outcome.ts'
import { quantity } from './counts.ts'
import type { LookUpCode } from './reporter.ts'

export interface Acceptance {
  /** Sorted, each once. */
  readonly codes: readonly string[]
  /** For each code what is given up, and how often: `2 imports become parameters`. */
  readonly costs: readonly string[]
}

/**
 * The codes that a user can accept where these are all that blocks a file; undefined for other files. What stands
 * behind a location that blocks may only be found once that is accepted.
 */
export function acceptanceOf(outcome: ReportedOutcome, lookUp: LookUpCode): Acceptance | undefined {
  if (outcome.status !== 'blocked') return undefined
  const counts = new Map<string, number>()
  for (const { code, severity } of outcome.findings) {
    if (severity !== 'error') continue
    if (lookUp(code)?.accept === undefined) return undefined
    grow(counts, code)
  }
  const codes = [...counts.keys()].sort()
  const costs = codes.map((code) => {
    const count = counts.get(code) ?? 0
    const cost = lookUp(code)?.cost
    return cost === undefined
      ? `${code} at ${quantity(count, 'location')}`
      : `${count} ${count === 1 ? cost.one : cost.several}`
  })
  return codes.length === 0 ? undefined : { codes, costs }
}

/** So many sets of codes stand in a line. */
const STEPS = 4

/** Counts, over a run, which sets of codes would do for how many files. */
export class AcceptanceCount {
  /** Blocked files by their codes, which commas separate. */
  readonly #files = new Map<string, number>()

  add(acceptance: Acceptance | undefined): void {
    if (acceptance !== undefined) grow(this.#files, acceptance.codes.join(','))
  }

  /**
   * Sets that grow, each with the files that nothing else blocks: first the codes that free most files, then those that
   * free most of the rest.
   */
  steps(): readonly { readonly codes: readonly string[]; readonly files: number }[] {
    const steps: { readonly codes: readonly string[]; readonly files: number }[] = []
    const sets = [...this.#files.keys()].map((key) => key.split(','))
    let accepted = new Set<string>()
    let left = sets
    while (left.length > 0) {
      const counted = left.map((codes) => {
        const wider = new Set([...accepted, ...codes])
        return { wider, added: wider.size - accepted.size, files: this.#filesWithin(wider) }
      })
      const before = this.#filesWithin(accepted)
      const value = ({ files, added }: { readonly files: number; readonly added: number }) =>
        (files - before) / added
      const best = counted.reduce((one, other) => (value(other) > value(one) ? other : one))
      accepted = best.wider
      steps.push({ codes: [...accepted].sort(), files: best.files })
      left = left.filter((codes) => !codes.every((code) => accepted.has(code)))
    }
    // Of many steps the first ones, and the last, which leaves nothing.
    return steps.length <= STEPS ? steps : [...steps.slice(0, STEPS - 1), ...steps.slice(-1)]
  }

  #filesWithin(codes: ReadonlySet<string>): number {
    return [...this.#files].reduce(
      (sum, [key, files]) => (key.split(',').every((code) => codes.has(code)) ? sum + files : sum),
      0,
    )
  }
}
