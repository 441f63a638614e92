/** What a run comes to in numbers: transforms, findings, reasons, verdicts, proofs. */
import type { Severity } from '../engine/finding.ts'
import type { FileStatus, ReportedOutcome } from '../engine/outcome.ts'
import type { RunMode, RunReport } from '../runner/run-report.ts'

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

/** Files and places changed per transform, those with the most changes first. */
export function countTransforms(files: readonly ReportedOutcome[]): readonly TransformCount[] {
  const counts = new Map<string, TransformCount>()
  for (const { transforms } of files) {
    for (const { id, changes } of transforms) {
      const known = counts.get(id) ?? { id, files: 0, changes: 0 }
      counts.set(id, { id, files: known.files + 1, changes: known.changes + changes })
    }
  }
  return [...counts.values()].sort((a, b) => b.changes - a.changes || compareTexts(a.id, b.id))
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info']

/** Findings per code and severity: errors first, then the most frequent. */
export function countFindings(files: readonly ReportedOutcome[]): readonly FindingCount[] {
  const counts = new Map<string, FindingCount>()
  for (const { findings } of files) {
    const seen = new Set<string>()
    for (const { code, severity } of findings) {
      const key = `${severity} ${code}`
      const known = counts.get(key) ?? { code, severity, files: 0, places: 0 }
      const isNew = !seen.has(key)
      seen.add(key)
      counts.set(key, { ...known, files: known.files + (isNew ? 1 : 0), places: known.places + 1 })
    }
  }
  const rank = ({ severity }: FindingCount) => SEVERITIES.indexOf(severity)
  return [...counts.values()].sort(
    (a, b) => rank(a) - rank(b) || b.places - a.places || compareTexts(a.code, b.code),
  )
}

/** Files per reason, the most frequent first. */
export function countReasons(files: readonly ReportedOutcome[]): readonly ReasonCount[] {
  const counts = new Map<string, number>()
  for (const { reason, findings, kind } of files) {
    // A reason that names the file's own circumstances would fill the line; its code says as much.
    const text = kind === 'unread' ? (findings[0]?.code ?? kind) : (reason ?? kind)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts]
    .map(([reason, files]) => ({ reason, files }))
    .sort((a, b) => b.files - a.files || compareTexts(a.reason, b.reason))
}

/** The order of texts by their UTF-16 units, the same everywhere. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** `1 file`, `2 files`. */
export function quantity(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** What the proofs of a run came to. */
export interface ProofCount {
  /** Changed files that were shown to mean the same. */
  readonly equal: number
  /** Those of them that mean the same as AWS reads them, for Heat does not take them. */
  readonly equalToAws: number
  /** Changed files with native types in place of those of AWS that say what the facts about types want. */
  readonly corresponding: number
  /** Changed files of which that could not be shown. */
  readonly unproved: number
  /** Changed files that were not compared: something in them was given up on request, or errors are left. */
  readonly notCompared: number
  /** Files that are blocked because the change would mean something else. */
  readonly heldDiffering: number
  /** Files that are blocked because the meaning could not be shown to stay. */
  readonly heldUnproved: number
  /** What all proofs took together, those that failed included. */
  readonly milliseconds: number
}

export function proofCount(files: readonly ReportedOutcome[]): ProofCount {
  const count = (wanted: ReportedOutcome['status'], verdict: ReportedOutcome['proof']) =>
    files.filter(({ status, proof }) => status === wanted && proof === verdict).length
  return {
    equal: count('changed', 'equal'),
    equalToAws: files.filter(
      ({ status, proof, reading }) => status === 'changed' && proof === 'equal' && reading === 'aws',
    ).length,
    corresponding: count('changed', 'corresponds'),
    unproved: count('changed', 'unproved'),
    notCompared: count('changed', 'none'),
    heldDiffering: count('blocked', 'differs'),
    heldUnproved: count('blocked', 'unproved'),
    milliseconds: files.reduce((sum, file) => sum + (file.proofMilliseconds ?? 0), 0),
  }
}

/** `39 proved equal (4 as AWS reads them) in 0.12 s, 2 not proved, 1 not compared`; empty when nothing was to be proved. */
export function proofText(count: ProofCount): string {
  const { equal, equalToAws, corresponding, unproved, notCompared, milliseconds } = count
  const reading = equalToAws === 0 ? '' : ` (${equalToAws} as AWS reads ${equalToAws === 1 ? 'it' : 'them'})`
  const time = milliseconds === 0 ? '' : ` in ${secondsText(milliseconds / 1000)}`
  return [
    ...(equal > 0 ? [`${equal} proved equal${reading}${time}`] : []),
    ...(corresponding > 0 ? [`${corresponding} corresponding`] : []),
    ...(unproved > 0 ? [`${unproved} not proved`] : []),
    ...(notCompared > 0 && equal + corresponding + unproved > 0 ? [`${notCompared} not compared`] : []),
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

/** What people are told of a file: its status, or of a check, which changes nothing, what was found in it. */
export type Verdict = FileStatus | 'errors' | 'warnings' | 'clean'

/** The verdict on one file. */
export function verdictOf({ status, findings }: ReportedOutcome, mode: RunMode): Verdict {
  if (mode !== 'checked' || status === 'skipped' || status === 'failed') return status
  // A file that is blocked cannot even be read as a template.
  if (status === 'blocked' || findings.some(({ severity }) => severity === 'error')) return 'errors'
  return findings.some(({ severity }) => severity === 'warning') ? 'warnings' : 'clean'
}

const verdictsOf = {
  rewritten: ['changed', 'unchanged', 'skipped', 'blocked', 'failed'],
  checked: ['errors', 'warnings', 'clean', 'skipped', 'failed'],
} as const satisfies Readonly<Record<string, readonly Verdict[]>>

/** Files per verdict, in the order in which reports name them; every file counts once. */
export function countVerdicts({ files, mode }: RunReport): readonly (readonly [Verdict, number])[] {
  const counts = new Map<Verdict, number>()
  for (const verdict of verdictsOf[mode === 'checked' ? 'checked' : 'rewritten']) counts.set(verdict, 0)
  for (const file of files) {
    const verdict = verdictOf(file, mode)
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  }
  return [...counts]
}

/** The verdict as the label of a number of files: "errors" alone would count errors. */
export function labelOf(verdict: Verdict): string {
  return verdict === 'errors' || verdict === 'warnings' ? `with ${verdict}` : verdict
}
