/**
 * What to write instead of a resource type that can no longer be created, or is not to be used any more: what `check`,
 * `upgrade`, `nativize` and `explain` say of it, from `facts/instead.json` and the support status in Heat.
 */

import { type Cloud, isBefore } from './cloud.ts'
import { nameInHeat, renamedType } from './deprecations.ts'
import { type InsteadOfType, insteadOfTypes } from './facts/facts.ts'
import { resourceTypeFacts } from './resource-types.ts'

/** What is known of a type under any of its names; undefined for one that nothing is to be said of. */
export function insteadOfType(type: string): InsteadOfType | undefined {
  const name = nameInHeat(type)
  return Object.hasOwn(insteadOfTypes, name) ? insteadOfTypes[name] : undefined
}

/**
 * Why no resource of a type can be created, and what to write instead, as the predicate of a sentence; undefined for a
 * type that works, and for one that only has another name now.
 *
 * @param cloud where its release is known, types that can still be created there work
 */
export function deadType(type: string, cloud: Cloud = {}): string | undefined {
  const ended = cloud.release === undefined ? undefined : deadSince(type)
  if (cloud.release !== undefined && ended !== undefined && isBefore(cloud.release, ended)) return undefined
  const row = insteadOfType(type)
  const why = row === undefined ? undefined : whyDead(row)
  if (row === undefined || why === undefined) return undefined
  if (row.removedIn !== undefined && renamedType(type) !== undefined) return undefined
  return `${why}${writeInstead(row)}`
}

/** The first release that cannot create a type: `Queens`, `Rocky 11.0.0`; undefined for a type that works. */
export function deadSince(type: string): string | undefined {
  const row = insteadOfType(type)
  if (row?.removedIn !== undefined && renamedType(type) !== undefined) return undefined
  return row?.removedIn ?? row?.failsSince
}

/** The first release that declares a type deprecated, as far as that is known. */
export function deprecatedSince(type: string): string | undefined {
  return resourceTypeFacts(type)?.since ?? insteadOfType(type)?.deprecatedSince
}

function whyDead({ removedIn, failsSince, emptySince, why }: InsteadOfType): string | undefined {
  if (removedIn !== undefined) return `was removed in ${removedIn}`
  if (failsSince === undefined) return undefined
  const because = why === undefined ? '' : `: ${why}`
  // Where Heat accepts it from the same release on, no error ever occurs.
  return emptySince?.startsWith(`${failsSince} `) === true
    ? `is an empty placeholder in Heat as of ${emptySince}${because}`
    : `cannot be created as of ${failsSince}${because}`
}

/** That a type works, but is deprecated, and what to write instead, as the predicate of a sentence. */
export function deprecatedType(type: string): string | undefined {
  if (whyDead(insteadOfType(type) ?? { exact: 'no' }) !== undefined || renamedType(type) !== undefined)
    return undefined
  const facts = resourceTypeFacts(type)
  if (facts === undefined || facts.status === 'supported') return undefined
  const since = facts.since === undefined ? '' : ` since ${facts.since}`
  const message = facts.schema.support?.message
  const row = insteadOfType(type)
  // What to write instead says more than Heat does.
  const says = message === undefined || row !== undefined ? '' : ` (${message.replace(/\.$/, '')})`
  return `is ${facts.status} in Heat${since}${says}${row === undefined ? '' : writeInstead(row)}`
}

/** Why Heat never had a type that templates use, and what to write instead, as the end of a sentence. */
export function neverType(type: string): string | undefined {
  const row = insteadOfType(type)
  return row?.absentBecause === undefined ? undefined : `: ${row.absentBecause}${writeInstead(row)}`
}

/** What to write instead, and which command does it, as the end of a sentence. */
function writeInstead(row: InsteadOfType): string {
  const what = whatToWrite(row)
  if (what === undefined) return row.how === undefined ? '; nothing takes its place' : `; ${row.how}`
  const dead = [...new Set((row.to ?? []).flatMap((type) => deadSuccessor(type)))]
  const command = commandOf(row)
  const does = command === undefined ? '' : ` (\`${command}\`)`
  return dead.length === 0 ? `; write ${what}${does}` : `; ${what} took its place, which ${dead.join(', ')}`
}

function deadSuccessor(type: string): readonly string[] {
  const dead = deadType(type)
  return dead === undefined ? [] : [dead]
}

/** The types, or the part of another resource, to write instead; undefined where there is none. */
function whatToWrite({ to, choice, write }: InsteadOfType): string | undefined {
  if (to === undefined) return write
  const [last = '', ...before] = [...to].reverse()
  return before.length === 0
    ? last
    : `${before.reverse().join(', ')} ${choice === undefined ? 'and' : 'or'} ${last}`
}

/** The command that writes it, as it is typed; undefined where none does. */
export function commandOf({ command, accept }: InsteadOfType): string | undefined {
  if (command === undefined) return undefined
  return `hotshift ${command}${accept === undefined ? '' : ` --accept ${accept}`}`
}
