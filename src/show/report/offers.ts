/** What repairs are offered for locations where requirements are not met, and what they give up. */

import type { Loss, Repair } from '../../engine/findings/finding.ts'
import type { Invocation } from '../../run/run-report.ts'
import { compareTexts } from '../../text/document/sorted.ts'
import { quantity } from './counts.ts'

/** What there are repairs for among the locations that are left. */
export interface Offers {
  readonly safe: number
  /** Those that leave a value to ONAP. */
  readonly supplied: number
  readonly lossy: number
  /** The lossy ones by what they give up. */
  readonly losses: ReadonlyMap<Loss, number>
}

/** Whether hotshift makes a repair of the class, asked or not. */
export function isOffered(repair: Repair): repair is 'safe' | 'supplied' | 'lossy' {
  return repair === 'safe' || repair === 'supplied' || repair === 'lossy'
}

/** `: 12 new names, 3 deleted values`, the most frequent first; nothing where nobody knows. */
function lossesText(losses: Offers['losses']): string {
  if (losses.size === 0) return ''
  const all = [...losses].sort(([one, a], [other, b]) => b - a || compareTexts(one, other))
  return `: ${all.map(([loss, count]) => quantity(count, loss)).join(', ')}`
}

/** What the options for more repairs would do about locations that are left, one sentence each without its full stop. */
export function moreRepairs({ supplied, lossy, losses }: Offers): readonly string[] {
  const more = (count: number) => `repairs up to ${quantity(count, 'more location')}`
  return [
    ...(supplied === 0 ? [] : [`--supplied ${more(supplied)}, for which ONAP supplies the value`]),
    ...(lossy === 0 ? [] : [`--lossy ${more(lossy)}, each of which loses something${lossesText(losses)}`]),
  ]
}

/**
 * Which requirements a run with --lossy would repair as well: none where it had that, and none that it leaves out on request.
 */
export function offeredAfter(invocation: Invocation | undefined): (requirement: string) => boolean {
  const { lossy, only, except } = invocation?.options ?? {}
  if (lossy === true) return () => false
  const [wanted, unwanted] = [requirementsIn(only), requirementsIn(except)]
  return (one) => (wanted.length === 0 || wanted.includes(one)) && !unwanted.includes(one)
}

/** Values of an option may also select files, and be several. */
function requirementsIn(values: Invocation['options'][string] = []): readonly string[] {
  if (values === true) return []
  return values
    .flatMap((value) => value.split(',').map((one) => one.trim()))
    .filter((one) => /^R-\d+$/.test(one))
}
