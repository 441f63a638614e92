import type { FileOutcome, ReportedOutcome } from '../../engine/outcome.ts'
import { type StackImpact, verdictOf as verdictOfImpact } from '../../meaning/impact/model.ts'
import type { RunMode } from '../../run/run-report.ts'
import { capitalized } from '../../text/document/listed.ts'
import { defined } from '../../text/document/records.ts'
import { sha256 as hashOf } from '../../text/document/sha256.ts'
import { acceptanceOf, acceptanceText } from './acceptance.ts'
import {
  type AssumptionCount,
  type FileVerdict,
  type FindingCount,
  heldText,
  type ProofCount,
  proofText,
  quantity,
  type ReasonCount,
  type TransformCount,
  verdictOf,
} from './counts.ts'
import { type ObstacleCounts, undeployableCountText, undeployableText } from './deployable.ts'
import { offeredAfter } from './offers.ts'
import { tallyPackages } from './packages.ts'
import { releaseText } from './release.ts'
import { type AllFiles, FirstRows, type FullReport, type LookUpCode } from './reporter.ts'
import { type RequirementDigest, RequirementTallies } from './requirements.ts'
import { sinceTables } from './since.ts'
import { Tally } from './tally.ts'
import { type WrittenTable, writtenTables } from './written.ts'

/** What the summaries for people, Markdown and HTML, are made from. */
export interface Digest extends RequirementDigest {
  /** One sentence on what was looked at and what became of it. */
  readonly headline: string
  /** Files per verdict. */
  readonly verdicts: ReturnType<Tally['verdicts']>
  readonly proof: ProofCount
  /** Changed files of which no stack can be made. */
  readonly undeployable: ObstacleCounts
  /** What the proofs assume. */
  readonly assumed: readonly AssumptionCount[]
  readonly changed: FirstRows<ReportedOutcome>
  /** The effects on live stacks of the old templates, in one sentence without its full stop; empty for none. */
  readonly impactSentence: string
  /** The files whose stacks are affected, or may be. */
  readonly affected: FirstRows<AffectedFile>
  /** Blocked and failed files. */
  readonly stopped: FirstRows<StoppedFile>
  readonly stoppedHeading: string
  readonly skipped: readonly ReasonCount[]
  readonly transforms: readonly TransformCount[]
  /** Those that are not about requirements, each with its locations. */
  readonly findings: readonly FindingTally[]
  /** What has changed since an earlier run; empty where there is none to compare with. */
  readonly since: readonly WrittenTable[]
  /** What a repair of packages has made; empty for other runs. */
  readonly written: readonly WrittenTable[]
  /** What was looked at, when a profile was asked for: path and SHA-256; empty otherwise. */
  readonly checked: FirstRows<CheckedFile>
}

/** A file as it was read. */
interface CheckedFile {
  readonly path: string
  /** SHA-256, in hexadecimal digits. */
  readonly checksum: string
}

/** A template, and the effect on a stack created from it. */
export interface AffectedFile {
  readonly path: string
  readonly impact: StackImpact
}

/** A file that a person has to look at, and why. */
export interface StoppedFile {
  readonly path: string
  readonly verdict: FileVerdict
  readonly reason: string
  /** What `--accept` would do about it, and what that costs. */
  readonly acceptance?: string
}

export interface FindingTally extends FindingCount {
  /** What the code means; empty for one that is in no catalogue. */
  readonly title: string
  readonly help: string
  readonly spots: FirstRows<Spot>
}

/** A location of a finding. */
export interface Spot {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** What the proof and Heat say, in one sentence without its full stop; empty when there was nothing to prove. */
export function proofSentence({ proof, undeployable }: Digest): string {
  const held = heldText(proof)
  const proved = [proofText(proof), undeployableCountText(undeployable)]
    .filter((one) => one !== '')
    .join(', ')
  return [
    ...(proved === '' ? [] : [`of the changed files, ${proved}`]),
    ...(held === '' ? [] : [`of the blocked files, ${held}`]),
  ]
    .join('; ')
    .replace(/^o/, 'O')
}

/** A file of which the report of a part of a run has this, but not the content. */
export interface KnownChecksum {
  /** Of the file before the change. */
  readonly sha256?: string
}

/** What summaries need of the content of a file: its SHA-256, for those that say what they are about. */
export function checksumOf({ before, sha256 }: FileOutcome & KnownChecksum): string | undefined {
  if (sha256 !== undefined) return sha256
  return before === undefined ? undefined : hashOf(before)
}

/** Where a report says that everything stands when it lists a part only. */
export const ELSEWHERE = 'are not listed here; reports in JSON and CSV have them all'

/** Rows of each list, so many that nobody reads more, and the number of files does not matter for memory. */
const MOST_ROWS = 10_000
/** The same of what holds a table of its own. */
const MOST_IMPACTS = 1000

/** Sums a run up. */
export function digestOf(report: FullReport<string>, lookUp: LookUpCode): Digest {
  const { files, mode } = report
  const packages = tallyPackages(report, lookUp)
  const tally = new Tally(mode)
  const requirements = new RequirementTallies(lookUp, MOST_ROWS, report)
  const changed = new FirstRows<ReportedOutcome>(MOST_ROWS)
  const affected = new FirstRows<AffectedFile>(MOST_IMPACTS)
  const stopped = new FirstRows<StoppedFile>(MOST_ROWS)
  const checked = new FirstRows<CheckedFile>(MOST_ROWS)
  for (const file of files) {
    const { path, status, reason = '', impact, extra: checksum } = file
    tally.add(file)
    requirements.add(file, mode)
    if (status === 'changed') changed.add(file)
    if (impact !== undefined && verdictOfImpact(impact) !== 'nothing') affected.add({ path, impact })
    const rejected = status === 'changed' ? undeployableText(file) : ''
    if (status === 'blocked' || status === 'failed' || rejected !== '') {
      const acceptance = acceptanceOf(file, lookUp)
      stopped.add({
        path,
        verdict: verdictOf(file, mode),
        reason: rejected === '' ? reason : rejected,
        ...defined({ acceptance: acceptance && acceptanceText(acceptance, lookUp) }),
      })
    }
    if (packages.length > 0 && status !== 'skipped' && checksum !== undefined) checked.add({ path, checksum })
  }
  return {
    headline: headlineOf(report, changed.length),
    ...ofTally(tally, report),
    mode,
    requirements: requirements.all(),
    requirementFiles: requirements.files,
    packages,
    since: sinceTables(report),
    written: writtenTables(report),
    checked,
    changed,
    affected,
    stopped,
    stoppedHeading: mode === 'checked' ? 'Files that could not be checked' : 'Files that need manual work',
    findings: tallyFindings(files, tally.findings(), lookUp),
  }
}

function ofTally(tally: Tally, { invocation }: FullReport<string>) {
  return {
    verdicts: tally.verdicts(),
    proof: tally.proof(),
    undeployable: tally.undeployable,
    assumed: tally.assumed(),
    offers: tally.offers(offeredAfter(invocation)),
    impactSentence: capitalized(tally.impact.sentence()),
    skipped: tally.reasons(),
    transforms: tally.transforms(),
  }
}

function headlineOf({ files, mode, requirements }: FullReport, changed: number): string {
  const release = requirements === undefined ? '' : `; requirements of ${releaseText(requirements)}`
  return `${quantity(files.length, 'file')}${headline(changed, mode)}${release}`
}

function headline(changed: number, mode: RunMode): string {
  if (mode === 'written') return `; ${quantity(changed, 'file')} written`
  if (mode === 'checked') return ' checked'
  return changed === 0 ? '; nothing to write' : '; a dry run, nothing was written'
}

function tallyFindings(
  files: AllFiles,
  counts: readonly FindingCount[],
  lookUp: LookUpCode,
): readonly FindingTally[] {
  const spots = new Map<string, FirstRows<Spot>>()
  /** What findings themselves say is to be done, where all of a kind say the same. */
  const advice = new Map<string, string | undefined>()
  for (const { path, findings } of files) {
    for (const { code, severity, line, column, message, help, requirement } of findings) {
      if (requirement !== undefined) continue
      const key = `${severity} ${code}`
      const known = spots.get(key) ?? new FirstRows(MOST_ROWS)
      spots.set(key, known)
      known.add({ path, line, column, message })
      advice.set(key, advice.has(key) && advice.get(key) !== help ? undefined : help)
    }
  }
  return counts.map((count) => {
    const key = `${count.severity} ${count.code}`
    const { title = '', help: general = '' } = lookUp(count.code) ?? {}
    const help = advice.get(key) ?? general
    return { ...count, title, help, spots: spots.get(key) ?? new FirstRows(0) }
  })
}
