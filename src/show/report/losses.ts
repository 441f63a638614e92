/** What a run gave up because somebody accepted it, by code. */

import type { ReportedOutcome } from '../../engine/outcome.ts'
import { compareTexts } from '../../text/document/sorted.ts'
import type { LookUpCode } from './reporter.ts'

interface Loss {
  readonly code: string
  readonly files: number
  readonly locations: number
}

export class LossTally {
  readonly #losses = new Map<string, Loss>()

  add({ status, findings }: ReportedOutcome): void {
    if (status !== 'changed') return
    const seen = new Set<string>()
    for (const { code, accepted } of findings) {
      if (accepted !== true) continue
      const { files, locations } = this.#losses.get(code) ?? { files: 0, locations: 0 }
      this.#losses.set(code, { code, files: files + (seen.has(code) ? 0 : 1), locations: locations + 1 })
      seen.add(code)
    }
  }

  /** The most frequent first. */
  all(): readonly Loss[] {
    return [...this.#losses.values()].sort(
      (a, b) => b.locations - a.locations || compareTexts(a.code, b.code),
    )
  }

  /** A table with a head, of what was accepted and how often; empty for nothing. */
  rows(lookUp: LookUpCode): readonly (readonly string[])[] {
    const rows = this.all().map(({ code, files, locations }) => [
      code,
      lookUp(code)?.accept ?? '',
      `${files}`,
      `${locations}`,
    ])
    return rows.length === 0 ? [] : [['accepted', 'what is lost', 'files', 'locations'], ...rows]
  }
}
