/** Why no stack can be made of a result. */
import { listed } from '../document/listed.ts'
import type { ReportedOutcome } from '../engine/outcome.ts'

/** So many names stand in a line before the rest is counted. */
const NAMES_SHOWN = 3

type DeployableOutcome = Pick<ReportedOutcome, 'missingTypes' | 'undeployable'>

/** `not deployable: Heat has no AWS::S3::Bucket; 2 properties`; empty where Heat takes the result. */
export function undeployableText({ missingTypes = [], undeployable }: DeployableOutcome): string {
  const reasons = [
    ...(missingTypes.length === 0 ? [] : [`Heat has no ${listed(missingTypes, ', ', NAMES_SHOWN)}`]),
    ...(undeployable === undefined ? [] : [undeployable.why]),
  ]
  return reasons.length === 0 ? '' : `not deployable: ${reasons.join('; ')}`
}
