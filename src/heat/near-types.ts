/** Which of Heat's resource types an unknown name means. */

import { nearNames } from './near-names.ts'
import { resourceTypeNames } from './resource-types.ts'

/** A type that Heat does not know (Contrail's, say) often occurs many times, and Heat knows hundreds. */
const near = new Map<string, string | undefined>()

/** The type of Heat that is so near to a name that it was meant; undefined for a type from elsewhere. */
export function nearType(type: string): string | undefined {
  if (!near.has(type))
    near.set(
      type,
      nearNames(type, resourceTypeNames()).find((one) => isNear(type, one)),
    )
  return near.get(type)
}

/**
 * Each part of the name is as near as a slip of the pen: AWS::IAM::Role is a type of its own, no other than
 * AWS::IAM::User.
 */
function isNear(type: string, known: string): boolean {
  const [parts, others] = [type.split('::'), known.split('::')]
  if (parts.length !== others.length) return false
  return parts.every((part, at) => nearNames(part, [others[at] ?? ''], 1).length > 0)
}
