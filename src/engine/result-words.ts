/** Notes on a changed file that accompany its source. */
import { recognise } from '../heat/kind.ts'
import { missingResourceTypes } from '../heat/resource-types.ts'
import { isCfn } from '../heat/template.ts'
import { versionOf } from '../heat/versions.ts'
import { codeSet } from './catalogue.ts'
import type { Command } from './command.ts'
import type { FileRun } from './file-run.ts'
import { type Finding, findingOf } from './finding.ts'
import type { ChangedOutcome, ProofVerdict } from './outcome.ts'

/** Of a file that was CloudFormation and is HOT now. */
export function migrated({
  before: old,
  file: made,
}: FileRun): Pick<ChangedOutcome, 'version' | 'missingTypes'> {
  if (old === undefined || made === undefined || !isCfn(old.kind)) return {}
  const { kind, versionText = '' } = recognise(made.root, made.syntax)
  if (kind !== 'hot') return {}
  const version = versionOf(versionText)
  const missingTypes = missingResourceTypes(made.root)
  return version === undefined ? { missingTypes } : { version, missingTypes }
}

/** Say that a resource got a native type. */
const nativeTypes = codeSet('native-type')
/** Say what a native type lacks. */
export const nativeLosses = codeSet(
  'neutron-lbaas',
  'nova-floating-ip',
  'native-behaviour',
  'login-user',
  'group-members',
  'owner-acl',
  'external-network',
)

/** What the verdict on native resources means, with what they give up. */
export function corresponding(proof: ProofVerdict, reported: readonly Finding[]): readonly Finding[] {
  if (proof !== 'corresponds') return []
  const count = reported.filter(({ code }) => nativeTypes.has(code)).length
  const lost = reported.filter(({ code }) => nativeLosses.has(code)).map(({ code }) => code)
  const given = lost.length === 0 ? 'nothing' : [...new Set(lost)].sort().join(', ')
  const what =
    count === 0
      ? 'what is asked of nested templates with native resources, and passed to them, matches'
      : `${count} ${count === 1 ? 'resource has' : 'resources have'} another type: all properties match`
  const message = `${what} the known OpenStack counterparts, which is weaker than equal; accepted losses: ${given}`
  return [{ code: 'meaning-corresponds', severity: 'info', message }]
}

/** Names what changed the meaning of a file on purpose, so that no verdict says more than it means. */
export function givenUp(one: FileRun, { proof }: Command, verdict: ProofVerdict): readonly Finding[] {
  const lossy = one.lossy.filter(({ keeps }) => keeps !== 'meaning of the chain')
  const ids = [...new Set(lossy.map(({ id }) => id))]
  if (ids.length === 0 || proof === 'none') return []
  const isFed = one.findings.some(({ feed }) => feed !== undefined)
  const why = isFed ? 'so that outputs of other files feed parameters' : 'on request'
  const message = `means the same but for what ${ids.join(', ')} changed ${why}`
  const isRepair = one.findings.some(({ requirement }) => requirement !== undefined)
  const help = isFed
    ? 'Give each of these parameters the value of its output: nothing proves that it gets it.'
    : isRepair
      ? 'Nothing to do. The report says for each repaired requirement what is lost.'
      : verdict === 'none'
        ? 'Read the change: it is all that changes in the file, and nothing proves it.'
        : 'Nothing to do. All else is proved to mean the same.'
  return [findingOf('meaning-accepted', message, undefined, { help })]
}
