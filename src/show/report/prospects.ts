/** What of a migration can be deployed: the counts that a run begins with, and that its other reports repeat. */

import type { ReportedOutcome } from '../../engine/outcome.ts'
import { type Prospect, prospectOf } from '../../run/prospect.ts'
import { grow } from '../../text/document/multimap.ts'
import { compareTexts } from '../../text/document/sorted.ts'
import { quantity } from './counts.ts'

/** The counts for programs. */
export interface ProspectEntry {
  readonly templates: number
  readonly ready: number
  readonly native: number
  readonly design: number
  readonly edit: number
  /** In how many files each type stands that needs design, the most frequent first. */
  readonly types: Readonly<Record<string, number>>
}

/** So many types stand in the line. */
const TYPES_SHOWN = 5

export class ProspectTally {
  readonly #counts: Record<Prospect, number> = { ready: 0, native: 0, design: 0, edit: 0 }
  readonly #types = new Map<string, number>()

  add(outcome: ReportedOutcome): void {
    const prospect = prospectOf(outcome)
    if (prospect === undefined) return
    this.#counts[prospect]++
    for (const type of outcome.unreplacedTypes ?? []) grow(this.#types, type)
  }

  /**
   * Undefined for a run without CloudFormation.
   * @param runs what `--native` did not do needs an edit
   */
  entry(runs: 'natively' | 'as it is'): ProspectEntry | undefined {
    const { ready, design } = this.#counts
    const native = runs === 'natively' ? 0 : this.#counts.native
    const edit = this.#counts.edit + this.#counts.native - native
    const templates = Object.values(this.#counts).reduce((sum, count) => sum + count, 0)
    const types = [...this.#types].sort((a, b) => b[1] - a[1] || compareTexts(a[0], b[0]))
    return templates === 0
      ? undefined
      : { templates, ready, native, design, edit, types: Object.fromEntries(types) }
  }
}

/** The counts in one line. */
export function prospectLine({ templates, ready, native, design, edit, types }: ProspectEntry): string {
  const named = Object.entries(types).map(([type, files]) => `${type} in ${files}`)
  const more = named.length > TYPES_SHOWN ? [`${named.length - TYPES_SHOWN} more`] : []
  const parts = [
    `${ready} can be created as they come out`,
    ...(native === 0 ? [] : [`${native} more with --native`]),
    ...(design === 0
      ? []
      : [`${design} need design (Heat lacks ${[...named.slice(0, TYPES_SHOWN), ...more].join(', ')})`]),
    ...(edit === 0 ? [] : [`${edit} need an edit or --accept`]),
  ]
  return `of ${quantity(templates, 'CloudFormation template')}: ${parts.join('; ')}`
}
