/** Notes on a changed file that accompany its source. */
import { recognise } from '../../heat/kind.ts'
import { counterpartOf } from '../../heat/native-types.ts'
import { missingResourceTypes } from '../../heat/resource-types.ts'
import { isCfn } from '../../heat/template.ts'
import { versionOf } from '../../heat/versions.ts'
import type { Command } from '../command.ts'
import type { FileRun } from '../file-run.ts'
import type { ChangedOutcome, ProofVerdict } from '../outcome.ts'
import { behaves } from './catalogue.ts'
import { type Finding, findingOf } from './finding.ts'

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

/** What of a template of CloudFormation needs another design: resource types that nothing replaces. */
export function unreplacedTypes(
  { before }: FileRun,
  { isMigration, registers }: Command,
): Pick<ChangedOutcome, 'unreplacedTypes'> {
  if (!isMigration || before === undefined || !isCfn(before.kind)) return {}
  const types = missingResourceTypes(before.root).filter(
    (type) => counterpartOf(type)?.transform === undefined && !registers(type),
  )
  return types.length === 0 ? {} : { unreplacedTypes: types }
}

/** What the verdict on native resources means, with what they give up. */
export function corresponding(proof: ProofVerdict, reported: readonly Finding[]): readonly Finding[] {
  if (proof !== 'corresponds') return []
  const count = reported.filter(({ code }) => behaves(code, 'native type')).length
  const lost = reported.filter(({ code }) => behaves(code, 'native loss')).map(({ code }) => code)
  const given = lost.length === 0 ? 'nothing' : [...new Set(lost)].sort().join(', ')
  const what =
    count === 0
      ? 'attributes and properties of nested templates with native resources match'
      : `${count} ${count === 1 ? 'resource has a new type; its' : 'resources have a new type; their'} properties match`
  const message = `${what} the known OpenStack counterparts (weaker than equal); accepted losses: ${given}`
  return [{ code: 'meaning-corresponds', severity: 'info', message }]
}

/** Names what changed a file on purpose, and claims of the rest what the verdict on it shows. */
export function givenUp(one: FileRun, { proof }: Command, verdict: ProofVerdict): readonly Finding[] {
  const lossy = one.lossy.filter(({ keeps }) => keeps !== 'meaning of the chain')
  const ids = [...new Set(lossy.map(({ id }) => id))]
  if (ids.length === 0 || proof === 'none') return []
  const isFed = one.findings.some(({ feed }) => feed !== undefined)
  const why = isFed ? 'so that outputs of other files feed parameters' : 'on request'
  const { rest, help } = givenUpWords[verdict]
  const message = `changed by ${ids.join(', ')} ${why}; ${rest}`
  const isRepair = one.findings.some(({ requirement }) => requirement !== undefined)
  const advice = isFed
    ? 'Give each of these parameters the value of its output: nothing proves that it gets it.'
    : isRepair
      ? 'Nothing to do. The report says for each repaired requirement what is lost.'
      : help
  return [findingOf('meaning-accepted', message, undefined, { help: advice })]
}

/** What is known beside a change that was asked for, and what to do about it. */
const givenUpWords: Readonly<Record<ProofVerdict, { readonly rest: string; readonly help: string }>> = {
  equal: {
    rest: 'all other changes are proved to preserve the meaning',
    help: 'Read the change that you asked for: nothing proves it.',
  },
  corresponds: {
    rest: 'all other changes correspond (weaker than equal)',
    help: 'Read the change: nothing proves it.',
  },
  none: {
    rest: 'nothing is proved',
    help: 'Read the change: it is all that changes in the file, and nothing proves it.',
  },
  unproved: {
    rest: 'other changes are not proved either',
    help: 'Read all changes of the file: nothing proves them.',
  },
  differs: {
    rest: 'other changes are shown to differ in meaning',
    help: 'Read all changes of the file: some change the meaning.',
  },
}
