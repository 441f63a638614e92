/** Why no stack can be made of a result. */
import type { ReportedOutcome } from '../engine/outcome.ts'

/** So many names stand in a line before the rest is counted. */
const NAMES_SHOWN = 3

type Result = Pick<ReportedOutcome, 'missingTypes' | 'undeployable'>

/** `not deployable: Heat has no AWS::S3::Bucket; 2 properties`; empty where Heat takes the result. */
export function undeployableText({ missingTypes = [], undeployable }: Result): string {
  const reasons = [
    ...(missingTypes.length === 0 ? [] : [`Heat has no ${listed(missingTypes)}`]),
    ...(undeployable === undefined ? [] : [undeployable.why]),
  ]
  return reasons.length === 0 ? '' : `not deployable: ${reasons.join('; ')}`
}

/** `A, B, C and 4 more`. */
function listed(names: readonly string[]): string {
  const more = names.length - NAMES_SHOWN
  return `${names.slice(0, NAMES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
