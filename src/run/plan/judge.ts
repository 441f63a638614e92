/** Parses, checks and proves a source that people composed from parts of a change. */

import { posix } from 'node:path'
import { createChecker } from '../../engine/check.ts'
import { followRenames } from '../../engine/names/follow-renames.ts'
import type { ChangedOutcome, FileOutcome, LocatedFinding, ProofVerdict } from '../../engine/outcome.ts'
import { impactOf } from '../../engine/proof/impact.ts'
import { verify } from '../../engine/proof/verify.ts'
import type { Verdict } from '../../meaning/compare.ts'
import type { StackImpact } from '../../meaning/impact/model.ts'
import type { Problem } from '../problem.ts'
import { bytesOf } from '../staged-file.ts'
import type { Outcomes } from './outcomes.ts'

/** A planned change, and the source that is to be written instead. */
interface Reworked {
  readonly planned: ChangedOutcome
  readonly text: string
}

/** The verdict on the new source. */
export interface Judgement {
  readonly proof: ProofVerdict
  /** Why it is not to be written. */
  readonly problem?: Problem
}

/** The files around a change; paths as in the plan. */
export interface PlanContext {
  /** All files of the run; changed ones have the sources that are to be written. */
  readonly outcomes: Outcomes
  /** A file as it is, by its path. */
  readonly read: (path: string) => Uint8Array | undefined
  /** Whether what cannot be proved is let through. */
  readonly unproved: 'allowed' | 'refused'
}

/** Judges the new source of one file. It may give up what the plan itself gives up, and nothing else. */
export function judge({ planned, text }: Reworked, around: PlanContext): Judgement {
  const { kind } = planned
  const invalid = invalidity(planned, text)
  if (invalid !== undefined) return { proof: 'none', problem: invalid }
  const forgotten = forgottenReference(planned, text, around.outcomes)
  if (forgotten !== undefined) return { proof: 'none', problem: forgotten }
  if (kind !== 'environment') return compared({ planned, text }, around)
  return environmentJudgement({ planned, text }, around)
}

const checker = createChecker()

/** The first error that neither the original nor the planned source has. */
function invalidity(planned: ChangedOutcome, text: string): Problem | undefined {
  const { path, newPath = path, before, after } = planned
  const of = (source: string, name: string) => checker.run({ path: name, bytes: bytesOf(source) })
  const known = new Set(
    [...(before === undefined ? [] : of(before, path).findings), ...of(after, newPath).findings].map(wordsOf),
  )
  const made = of(text, newPath)
  const added = made.findings.find((one) => one.severity === 'error' && !known.has(wordsOf(one)))
  if (
    added === undefined &&
    (made.status === 'unchanged' || known.size > 0 || planned.kind === 'environment')
  )
    return undefined
  const why =
    added === undefined ? (made.reason ?? 'it is not a template') : `line ${added.line}: ${added.message}`
  return { code: 'choice-not-valid', message: `without what is left out the file is not valid: ${why}` }
}

const wordsOf = ({ code, message }: LocatedFinding) => `${code} ${message}`

/** A file that gets another name, and is named by its old one where that was left out. */
function forgottenReference({ path }: ChangedOutcome, text: string, outcomes: Outcomes): Problem | undefined {
  const isNamed = (old: string) => text.includes(posix.basename(old))
  const concerned = outcomes.where(
    (one) =>
      one.path === path || (one.status === 'changed' && one.newPath !== undefined && isNamed(one.path)),
  )
  const followed = followRenames([...concerned], () => undefined).find((one) => one.path === path)
  if (followed?.status === 'changed' && followed.after === text) return undefined
  return { code: 'choice-not-valid', message: 'names a file that gets another name by its old one' }
}

function compared({ planned, text }: Reworked, around: PlanContext): Judgement {
  if (planned.before === undefined) return { proof: 'none' }
  const [asPlanned, asChosen] = [planned.after, text].map((after) => verdictOf(planned, after, around))
  if (asChosen === undefined || 'problem' in asChosen) {
    const why = asChosen === undefined ? 'it cannot be compared' : asChosen.problem.message
    return { proof: 'none', problem: { code: 'choice-not-valid', message: `cannot be compared: ${why}` } }
  }
  const { verdict } = asChosen
  if (verdict.verdict === 'equal') return { proof: 'equal' }
  const allowed = asPlanned !== undefined && 'verdict' in asPlanned ? asPlanned.verdict : undefined
  const differing = differencesOf(verdict).filter(
    (one) => !new Set(allowed && differencesOf(allowed)).has(one),
  )
  if (differing.length > 0)
    return {
      proof: 'differs',
      problem: {
        code: 'choice-changes-meaning',
        message: `would mean something else without what is left out: ${differing[0]}`,
      },
    }
  if (verdict.verdict === 'differs') return { proof: 'none' }
  const known = new Set(allowed?.reasons.map(({ path, why }) => `${path}: ${why}`))
  const open = verdict.reasons.map(({ path, why }) => `${path}: ${why}`).find((one) => !known.has(one))
  if (open === undefined || around.unproved === 'allowed') return { proof: 'unproved' }
  const message = `cannot be shown to mean the same without what is left out: ${open.replace(/^: /, '')}`
  return { proof: 'unproved', problem: { code: 'choice-not-proved', message } }
}

function differencesOf({ differences }: Verdict): readonly string[] {
  return differences.map(
    ({ path, template = '', before, after }) => `${template}${path}: ${before} would become ${after}`,
  )
}

function verdictOf(planned: ChangedOutcome, after: string, around: PlanContext) {
  const { path, newPath = path, before = '' } = planned
  const [old, next] = [readerBefore(around), readerAfter(around)]
  return verify(
    { path, bytes: bytesOf(before), read: old, ...environmentFor(path, old, around) },
    { path: newPath, bytes: bytesOf(after), read: next, ...environmentFor(path, next, around) },
  )
}

/** The effect of the chosen changes on a stack created from the template as it was; undefined where it is unknown. */
export function chosenImpact(outcome: FileOutcome, around: PlanContext): StackImpact | undefined {
  const { path, newPath = path } = outcome
  const [old, next] = [readerBefore(around), readerAfter(around)]
  const [before, after] = [old(path), next(newPath)]
  if (before === undefined || after === undefined) return undefined
  const answer = impactOf(
    { path, bytes: before, read: old, ...environmentFor(path, old, around) },
    { path: newPath, bytes: after, read: next, ...environmentFor(path, next, around) },
  )
  return 'impact' in answer ? answer.impact : undefined
}

/** An environment is worth what the templates are that it belongs to. */
function environmentJudgement({ planned: { group } }: Reworked, around: PlanContext): Judgement {
  const templates = around.outcomes.where(
    (one) =>
      one.status === 'changed' && one.kind !== 'environment' && group !== undefined && one.group === group,
  )
  for (const template of templates) {
    if (template.status !== 'changed') continue
    const judgement = compared({ planned: template, text: template.after }, around)
    if (judgement.problem !== undefined) return judgement
  }
  return { proof: templates.length === 0 ? 'none' : 'equal' }
}

function environmentFor(
  path: string,
  read: (path: string) => Uint8Array | undefined,
  { outcomes }: PlanContext,
) {
  const environment = outcomes.environmentOf(path)
  const bytes = environment === undefined ? undefined : read(environment)
  return environment === undefined || bytes === undefined ? {} : { environment: { path: environment, bytes } }
}

function readerBefore({ outcomes, read }: PlanContext) {
  return (path: string): Uint8Array | undefined => {
    const one = outcomes.of(path)
    if (one?.status !== 'changed') return read(path)
    return one.before === undefined ? undefined : bytesOf(one.before)
  }
}

function readerAfter({ outcomes, read }: PlanContext) {
  return (path: string): Uint8Array | undefined => {
    const result = outcomes.resultAt(path)
    if (result === 'unknown') return read(path)
    return result === 'no file' || result.after === undefined ? undefined : bytesOf(result.after)
  }
}
