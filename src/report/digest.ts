import type { ReportedOutcome } from '../engine/outcome.ts'
import { type StackImpact, verdictOf as verdictOfImpact } from '../impact/model.ts'
import type { RunMode } from '../runner/run-report.ts'
import type { Checksums } from './checksums.ts'
import {
  type FindingCount,
  heldText,
  type ProofCount,
  proofText,
  quantity,
  type ReasonCount,
  type TransformCount,
  type Verdict,
  verdictOf,
} from './counts.ts'
import type { FullReport } from './gathered.ts'
import { tallyPackages } from './packages.ts'
import type { LookUpCode } from './reporter.ts'
import { type RequirementDigest, tallyFiles, tallyRequirements } from './requirements.ts'
import { Tally } from './tally.ts'

/** What the summaries for people, Markdown and HTML, are made from. */
export interface Digest extends RequirementDigest {
  /** One sentence on what was looked at and what became of it. */
  readonly headline: string
  /** Files per verdict. */
  readonly verdicts: ReturnType<Tally['verdicts']>
  readonly proof: ProofCount
  readonly changed: readonly ReportedOutcome[]
  /** What stacks feel that were made from the old templates, in one sentence without its full stop; empty for none. */
  readonly impactSentence: string
  /** The files of stacks that feel something, or may. */
  readonly felt: readonly FeltFile[]
  /** Blocked and failed files. */
  readonly stopped: readonly StoppedFile[]
  readonly stoppedHeading: string
  readonly skipped: readonly ReasonCount[]
  readonly transforms: readonly TransformCount[]
  /** Those that are not about requirements, each with its places. */
  readonly findings: readonly FindingTally[]
  /** What was looked at, when a profile was asked for: path and SHA-256; empty otherwise. */
  readonly checked: readonly { readonly path: string; readonly checksum: string }[]
}

/** A template, and what a stack feels that was made from it. */
export interface FeltFile {
  readonly path: string
  readonly impact: StackImpact
}

/** A file that a person has to look at, and why. */
export interface StoppedFile {
  readonly path: string
  readonly verdict: Verdict
  readonly reason: string
}

export interface FindingTally extends FindingCount {
  /** What the code means; empty for one that is in no catalogue. */
  readonly title: string
  readonly help: string
  readonly spots: readonly Spot[]
}

/** A place of a finding. */
export interface Spot {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** What the proof says, in one sentence without its full stop; empty when there was nothing to prove. */
export function proofSentence({ proof }: Digest): string {
  const [proved, held] = [proofText(proof), heldText(proof)]
  return [
    ...(proved === '' ? [] : [`of the changed files, ${proved}`]),
    ...(held === '' ? [] : [`of the blocked files, ${held}`]),
  ]
    .join('; ')
    .replace(/^o/, 'O')
}

/**
 * Sums a run up.
 *
 * @param checksums of the files, where the report is to name them
 */
export function digestOf(report: FullReport, lookUp: LookUpCode, checksums?: Checksums): Digest {
  const { files, mode } = report
  const packages = tallyPackages(report)
  const tally = Tally.of(files, mode)
  const changed = files.filter(({ status }) => status === 'changed')
  return {
    headline: `${quantity(files.length, 'file')}${headline(changed.length, mode)}`,
    verdicts: tally.verdicts(),
    mode,
    proof: tally.proof(),
    requirements: tallyRequirements(files, lookUp),
    requirementFiles: tallyFiles(files, mode),
    packages,
    checked: packages.length === 0 ? [] : checkedFiles(files, checksums),
    changed,
    impactSentence: tally.impact.sentence(),
    felt: files.flatMap(({ path, impact }) =>
      impact === undefined || verdictOfImpact(impact) === 'nothing' ? [] : [{ path, impact }],
    ),
    stopped: files.flatMap((file) => {
      const { path, status, reason = '' } = file
      return status === 'blocked' || status === 'failed'
        ? [{ path, verdict: verdictOf(file, mode), reason }]
        : []
    }),
    stoppedHeading: mode === 'checked' ? 'Files that could not be checked' : 'Files that need a hand',
    skipped: tally.reasons(),
    transforms: tally.transforms(),
    findings: tallyFindings(files, tally.findings(), lookUp),
  }
}

function checkedFiles(
  files: readonly ReportedOutcome[],
  checksums: Checksums | undefined,
): Digest['checked'] {
  return files.flatMap(({ path, status }) => {
    const checksum = status === 'skipped' ? undefined : checksums?.of(path)
    return checksum === undefined ? [] : [{ path, checksum }]
  })
}

function headline(changed: number, mode: RunMode): string {
  if (mode === 'written') return `; ${quantity(changed, 'file')} written`
  if (mode === 'checked') return ' checked'
  return changed === 0 ? '; nothing to write' : '; a dry run, nothing was written'
}

function tallyFindings(
  files: readonly ReportedOutcome[],
  counts: readonly FindingCount[],
  lookUp: LookUpCode,
): readonly FindingTally[] {
  const spots = new Map<string, Spot[]>()
  for (const { path, findings } of files) {
    for (const { code, severity, line, column, message, requirement } of findings) {
      if (requirement !== undefined) continue
      const key = `${severity} ${code}`
      const known = spots.get(key) ?? []
      spots.set(key, known)
      known.push({ path, line, column, message })
    }
  }
  return counts.map((count) => {
    const entry = lookUp(count.code)
    const { title = '', help = '' } = entry ?? {}
    return { ...count, title, help, spots: spots.get(`${count.severity} ${count.code}`) ?? [] }
  })
}
