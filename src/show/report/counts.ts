/** What a run comes to in numbers: transforms, findings, reasons, verdicts, proofs. */

import type { FindingCode } from '../../engine/findings/catalogue.ts'
import type { Severity } from '../../engine/findings/finding.ts'
import type { FileStatus, ReportedOutcome } from '../../engine/outcome.ts'
import type { RunMode } from '../../run/run-report.ts'

export interface TransformCount {
  readonly id: string
  readonly files: number
  readonly changes: number
}

export interface FindingCount {
  readonly code: string
  readonly severity: Severity
  readonly files: number
  readonly places: number
}

export interface ReasonCount {
  readonly reason: string
  readonly files: number
}

export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info']
/** Characters of the longest of them. */
export const SEVERITY_WIDTH = 'warning'.length

/** Why a file was skipped, in words that others have as well. */
export function reasonOf({ reason, findings, kind }: ReportedOutcome): string {
  // A reason that names the file's own circumstances would fill the line; its code says as much.
  return kind === 'unread' ? (findings[0]?.code ?? kind) : (reason ?? kind)
}

/** Whether a path that was given leads to no file, of which one line says all. */
export function isMissing({ kind, findings: [only, ...others] }: ReportedOutcome): boolean {
  return kind === 'unread' && only?.code === ('path-not-found' satisfies FindingCode) && others.length === 0
}

/** `1 file`, `2 files`. */
export function quantity(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** What proofs assume. */
export interface AssumptionCount {
  /** As a sentence without a full stop. */
  readonly text: string
  readonly files: number
}

/** What the proofs of a run came to. */
export interface ProofCount {
  /** Changed files that were shown to mean the same. */
  readonly equal: number
  /** Those of them that mean the same as AWS reads them, for Heat does not take them. */
  readonly equalToAws: number
  /** Changed files with native types instead of those of AWS that say what the facts about types want. */
  readonly corresponding: number
  /** Changed files with tags of Jinja, of which that was shown over renderings. */
  readonly rendered: number
  /** Changed files of which that could not be shown. */
  readonly unproved: number
  /** Changed files that were not compared: something in them was given up on request, or errors are left. */
  readonly notCompared: number
  /** Files that are blocked because the change would mean something else. */
  readonly heldDiffering: number
  /** Files that are blocked because it could not be proved that the meaning is preserved. */
  readonly heldUnproved: number
  /** What all proofs took together, those that failed included. */
  readonly milliseconds: number
}

/** `39 proved equal (4 as AWS reads them) in 0.12 s, 2 not proved, 1 not compared`; empty when nothing was to be proved. */
export function proofText(count: ProofCount): string {
  const { equal, equalToAws, corresponding, rendered, unproved, notCompared, milliseconds } = count
  const reading = equalToAws === 0 ? '' : ` (${equalToAws} as AWS reads ${equalToAws === 1 ? 'it' : 'them'})`
  const time = milliseconds === 0 ? '' : ` in ${secondsText(milliseconds / 1000)}`
  return [
    ...(equal > 0 ? [`${equal} proved equal${reading}${time}`] : []),
    ...(corresponding > 0 ? [`${corresponding} corresponding`] : []),
    ...(rendered > 0 ? [`${rendered} proved over renderings`] : []),
    ...(unproved > 0 ? [`${unproved} not proved`] : []),
    ...(notCompared > 0 && equal + corresponding + rendered + unproved > 0
      ? [`${notCompared} not compared`]
      : []),
  ].join(', ')
}

/** `1 would mean something else, 2 not proved` of blocked files; empty when the proof held none back. */
export function heldText({ heldDiffering, heldUnproved }: ProofCount): string {
  return [
    ...(heldDiffering > 0 ? [`${heldDiffering} would mean something else`] : []),
    ...(heldUnproved > 0 ? [`${heldUnproved} not proved`] : []),
  ].join(', ')
}

export function secondsText(seconds: number): string {
  return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`
}

/** Templates of CloudFormation that were read in one way for one reason. */
export interface ReadingCount {
  readonly reading: 'heat' | 'aws'
  readonly because: string
  readonly files: number
}

/** So many reasons for a reading are named before the rest is summed up. */
const READINGS_NAMED = 2

/**
 * `12 templates read with AWS's meaning (Heat refuses short tags: 8, Heat refuses sections: 4), 3 with Heat's (Heat loads
 * it: 3)`; empty where no template of CloudFormation was read.
 */
export function readingText(counts: readonly ReadingCount[]): string {
  const said = (['aws', 'heat'] as const).flatMap((reading) => {
    const own = counts.filter((one) => one.reading === reading)
    if (own.length === 0) return []
    const all = own.reduce((sum, { files }) => sum + files, 0)
    const others = own.slice(READINGS_NAMED).reduce((sum, { files }) => sum + files, 0)
    const why = [
      ...own.slice(0, READINGS_NAMED).map(({ because, files }) => `${because}: ${files}`),
      ...(others > 0 ? [`other reasons: ${others}`] : []),
    ].join(', ')
    const meaning = reading === 'aws' ? "AWS's meaning" : "Heat's meaning"
    return [`${all} read with ${meaning} (${why})`]
  })
  return said.join('; ')
}

/** What is reported of a file: its status, or for a check, which changes nothing, what was found in it. */
export type FileVerdict = FileStatus | 'errors' | 'warnings' | 'clean'

/** The verdict on one file. */
export function verdictOf({ status, findings }: ReportedOutcome, mode: RunMode): FileVerdict {
  if (mode !== 'checked' || status === 'skipped' || status === 'failed') return status
  // A file that is blocked cannot even be read as a template.
  if (status === 'blocked' || findings.some(({ severity }) => severity === 'error')) return 'errors'
  return findings.some(({ severity }) => severity === 'warning') ? 'warnings' : 'clean'
}

const verdicts = {
  rewritten: ['changed', 'unchanged', 'skipped', 'blocked', 'failed'],
  checked: ['errors', 'warnings', 'clean', 'skipped', 'failed'],
} as const satisfies Readonly<Record<string, readonly FileVerdict[]>>

/** The verdicts that a run can come to, in the order in which reports name them. */
export function verdictsOf(mode: RunMode): readonly FileVerdict[] {
  return verdicts[mode === 'checked' ? 'checked' : 'rewritten']
}

/** The verdict as the label of a number of files: "errors" alone would count errors. */
export function labelOf(verdict: FileVerdict): string {
  return verdict === 'errors' || verdict === 'warnings' ? `with ${verdict}` : verdict
}
