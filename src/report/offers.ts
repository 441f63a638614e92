/** What repairs are offered for locations where requirements are not met, and what they give up. */
import { compareTexts } from '../document/sorted.ts'
import type { Loss } from '../engine/finding.ts'
import { quantity } from './counts.ts'

/** What there are repairs for among the locations that are left. */
export interface Offers {
  readonly safe: number
  readonly lossy: number
  /** The lossy ones by what they give up. */
  readonly losses: ReadonlyMap<Loss, number>
}

/** `: 12 new names, 3 deleted values`, the most frequent first; nothing where nobody knows. */
export function lossesText(losses: Offers['losses']): string {
  if (losses.size === 0) return ''
  const all = [...losses].sort(([one, a], [other, b]) => b - a || compareTexts(one, other))
  return `: ${all.map(([loss, count]) => quantity(count, loss)).join(', ')}`
}
