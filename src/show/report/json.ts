import type { Feed, Related, RequirementFacts, Task } from '../../engine/findings/finding.ts'
import type { FileOutcome, IgnoredFinding, LocatedFinding, ReportedOutcome } from '../../engine/outcome.ts'
import type { About } from '../../heat/about.ts'
import { type StackImpact, verdictOf } from '../../meaning/impact/model.ts'
import type { RunReport } from '../../run/run-report.ts'
import { defined } from '../../text/document/records.ts'
import { type AcceptanceEntry, acceptanceEntry } from './acceptance.ts'
import type { FindingCount, ProofCount, ReadingCount, ReasonCount, TransformCount } from './counts.ts'
import { checksumOf, type KnownChecksum } from './digest.ts'
import { type ProspectEntry, ProspectTally } from './prospects.ts'
import {
  type FullReport,
  gathered,
  type LookUpCode,
  type ReportExtent,
  type Reporter,
  type Write,
} from './reporter.ts'
import { type KnownReplacements, replacementsOf } from './sarif-fix.ts'
import { Tally } from './tally.ts'

/** The schema of these reports; docs/reference/report.schema.json. */
export const reportSchema = 'urn:hotshift:report:1'

/** One JSON document, `{ version, files, …, totals }`, a file per line so that it diffs well, and as soon as it is done. */
export function jsonReporter(
  write: Write,
  version: string,
  lookUp: LookUpCode,
  extent: ReportExtent = 'whole',
): Reporter {
  let isBegun = false
  const begin = () => {
    const head = isBegun
      ? ','
      : `{\n"version": ${JSON.stringify(version)},\n"$schema": ${JSON.stringify(reportSchema)},\n"files": [`
    isBegun = true
    return head
  }
  const prospects = new ProspectTally()
  const end = async (report: RunReport, more: { readonly summary?: SummaryEntry } = {}) => {
    const facts = Object.entries({ ...factsOf(report, prospects), ...more })
    const lines = facts.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    await write(`${isBegun ? '' : begin()}\n],\n${lines.join(',\n')}\n}\n`)
  }
  if (extent === 'totals') return totalsReporter((report, summary) => end(report, { summary }))
  return {
    file: (outcome) => {
      prospects.add(outcome)
      const entry = { ...fileEntry(outcome, lookUp), ...(extent === 'part' ? knownOf(outcome) : {}) }
      return write(`${begin()}\n${JSON.stringify(entry)}`)
    },
    end: (report) => end(report),
  }
}

/** What is said of a run behind its files. */
function factsOf(
  { mode, invocation, repositories, requirements, since, written, ...counts }: RunReport,
  prospects: ProspectTally,
): object {
  return {
    ...invocation,
    mode,
    totals: totalsEntry(counts),
    ...defined({
      repositories,
      prospects: prospectsOf(prospects, invocation),
      requirements,
      since,
      written,
    }),
  }
}

/** What of a migration can be deployed; of other commands nothing is known of that. */
function prospectsOf(tally: ProspectTally, invocation: RunReport['invocation']): ProspectEntry | undefined {
  if (invocation?.command !== 'migrate') return undefined
  return tally.entry(invocation.options.native === undefined ? 'as it is' : 'natively')
}

/** Files per status, and the findings that count by their severity. */
function totalsEntry({ totals, severities }: Pick<RunReport, 'totals' | 'severities'>) {
  const { error, warning, info } = severities
  return { ...totals, errors: error, warnings: warning, infos: info }
}

/** What reports that are merged of parts say of a file: they have no content. */
function knownOf(outcome: FileOutcome): KnownReplacements & KnownChecksum {
  return defined({ sha256: checksumOf(outcome), replacements: replacementsOf(outcome) })
}

/** One JSON object per line: `{ type: 'file', ... }` as soon as a file is done, at last `{ type: 'totals', ... }`. */
export function jsonLinesReporter(
  write: Write,
  version: string,
  lookUp: LookUpCode,
  extent: ReportExtent = 'whole',
): Reporter {
  const end = (
    { mode, invocation, requirements, since, written, ...counts }: RunReport,
    more: { readonly summary?: SummaryEntry } = {},
  ) => {
    const facts = {
      $schema: reportSchema,
      version,
      ...invocation,
      mode,
      totals: totalsEntry(counts),
      ...defined({ requirements, since, written }),
      ...more,
    }
    return write(`${JSON.stringify({ type: 'totals', ...facts })}\n`)
  }
  if (extent === 'totals') return totalsReporter((report, summary) => end(report, { summary }))
  return {
    file: (outcome) => write(`${JSON.stringify({ type: 'file', ...fileEntry(outcome, lookUp) })}\n`),
    end: (report) => end(report),
  }
}

/** Where else to look, as the JSON formats give it. */
type RelatedEntry = Omit<Related, 'path' | 'range'> & { readonly path?: string | undefined }

/** One finding as the JSON formats give it. */
export interface FindingEntry {
  readonly code: string
  readonly severity: string
  readonly message: string
  readonly path: string
  readonly line: number
  readonly column: number
  readonly endLine?: number
  readonly endColumn?: number
  /** The same however the message is worded and wherever the lines are. */
  readonly about?: About
  readonly transform?: string
  readonly help?: string
  /** Where the rule is written. */
  readonly source?: string
  /** Where else to look; one without a path is in the same file. */
  readonly related?: readonly RelatedEntry[]
  /** The fix that the run made. */
  readonly fixed?: string
  /** The user accepted the loss. */
  readonly accepted?: true
  readonly needsEdit?: true
  readonly requirement?: RequirementEntry
  /** Which output of another file feeds which new parameter. */
  readonly feed?: Feed
}

/** What a finding about a requirement says of it. */
interface RequirementEntry {
  readonly keyword: string
  readonly repair: string
  readonly isRepaired: boolean
  /** Whether it came up by what the run repaired. */
  readonly isNew?: true
  /** What the repair gives up, if it is lossy. */
  readonly loses?: string
  readonly suppliedBy?: string
  readonly task?: Task
  /** Whether the test of others that is named for the requirement looks for something else. */
  readonly isUntested?: true
}

/** One file as the JSON formats give it. */
export interface FileEntry extends KnownReplacements, KnownChecksum {
  readonly path: string
  readonly newPath?: string
  readonly isNew?: true
  readonly kind: string
  readonly reading?: string
  /** Why it was read so. */
  readonly readingBecause?: string
  /** The first thing that Heat refuses in it, where that decided. */
  readonly refused?: string
  readonly status: string
  readonly reason?: string
  readonly version?: string
  readonly deployable?: boolean
  /** What Heat refuses in the result, in counts. */
  readonly why?: string
  /** Heat refuses what it was made from, too. */
  readonly refusedBefore?: boolean
  readonly missingTypes?: readonly string[]
  readonly unreplacedTypes?: readonly string[]
  readonly proof: string
  readonly proofMilliseconds?: number
  readonly renderings?: number
  /** What the proof assumes. */
  readonly assumptions?: readonly string[]
  readonly transforms: readonly string[]
  /** Locations that each of them changed, by its id. */
  readonly changes?: Readonly<Record<string, number>>
  readonly group?: string
  readonly acceptance?: AcceptanceEntry
  readonly impact?: StackImpact & { readonly verdict: ReturnType<typeof verdictOf> }
  readonly findings: readonly FindingEntry[]
  /** Set aside by a comment, a baseline, a waiver or a setting. */
  readonly ignored?: readonly (FindingEntry & Pick<IgnoredFinding, 'ignoredBy'>)[]
  /** At how many locations Heat refuses a file of a package. */
  readonly refusals?: number
}

/** The outcome without file contents and internals, keys in a fixed order. */
function fileEntry(outcome: ReportedOutcome, lookUp: LookUpCode): FileEntry {
  const { path, newPath, isNew, kind, status, reason, version } = outcome
  const { reading, readingBecause, refused } = outcome
  const { proof, proofMilliseconds, renderings, assumptions, transforms, findings, ignored, group } = outcome
  const { impact, refusals } = outcome
  const changes = transforms.map(({ id, changes }) => [id, changes] as const)
  return defined({
    path,
    newPath,
    isNew,
    kind,
    reading,
    readingBecause,
    refused,
    status,
    reason,
    version,
    ...deployability(outcome),
    proof,
    proofMilliseconds: proofMilliseconds && rounded(proofMilliseconds),
    renderings,
    assumptions,
    transforms: transforms.map(({ id }) => id),
    changes: changes.length === 0 ? undefined : Object.fromEntries(changes),
    group,
    acceptance: acceptanceEntry(outcome, lookUp),
    impact: impact && { verdict: verdictOf(impact), ...impact },
    findings: findings.map((finding) => findingEntry(path, finding, lookUp)),
    ignored: ignored?.map(({ ignoredBy, ...finding }) => ({
      ...findingEntry(path, finding, lookUp),
      ignoredBy,
    })),
    refusals,
  })
}

/** No stack can be created from a template without an environment that registers the types that Heat does not have. */
function deployability({ undeployable, missingTypes = [], unreplacedTypes }: ReportedOutcome) {
  const isBare = missingTypes.length > 0
  return defined({
    deployable: isBare || undeployable !== undefined ? false : undefined,
    why: undeployable?.why,
    refusedBefore: undeployable?.isNew === false ? true : undefined,
    missingTypes: isBare ? missingTypes : undefined,
    unreplacedTypes,
  })
}

function findingEntry(path: string, finding: LocatedFinding, lookUp: LookUpCode): FindingEntry {
  const { code, severity, message, line, column, endLine, endColumn, transform, requirement } = finding
  const help = finding.help ?? lookUp(code)?.help
  const { related, fixed, accepted, needsEdit, feed, about, source } = finding
  const facts = { code, severity, message, path, line, column, endLine, endColumn, about, transform, help }
  return defined({
    ...facts,
    source,
    related: related?.map(({ range: _range, ...one }) => one),
    fixed,
    accepted,
    needsEdit,
    requirement: requirement && requirementEntry(requirement),
    feed,
  })
}

/** The facts with every key, so that readers need no defaults. */
export function requirementEntry({
  keyword,
  repair,
  isRepaired,
  isNew,
  loses,
  suppliedBy,
  task,
  isUntested,
}: RequirementFacts): RequirementEntry {
  return defined({
    keyword,
    repair,
    isRepaired: isRepaired === true,
    isNew,
    loses,
    suppliedBy,
    task,
    isUntested,
  })
}

/** To microseconds; more digits would be noise. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}

// What `--summary` leaves of a report in JSON: the numbers that reports for people begin with, and no file.

/** The numbers of a run. */
interface SummaryEntry {
  readonly files: number
  /** Files by what became of them, or of a check by the worst that was found in them. */
  readonly verdicts: Readonly<Record<string, number>>
  readonly findings: readonly (Omit<FindingCount, 'places'> & { readonly locations: number })[]
  readonly requirements?: readonly {
    readonly code: string
    readonly keyword: string
    readonly left: number
    readonly repaired: number
    /** Of those that are left. */
    readonly safe: number
    readonly lossy: number
  }[]
  readonly transforms: readonly TransformCount[]
  readonly skipped: readonly ReasonCount[]
  /** How many templates of CloudFormation were read as Heat or as AWS reads them, and why. */
  readonly readings?: readonly ReadingCount[]
  readonly proof: Omit<ProofCount, 'milliseconds'>
}

/** A reporter that is given the numbers of all files at once. */
function totalsReporter(end: (report: FullReport, summary: SummaryEntry) => void | Promise<void>): Reporter {
  return gathered((report) => end(report, summaryOf(Tally.of(report.files, report.mode))))
}

function summaryOf(tally: Tally): SummaryEntry {
  const { milliseconds: _time, ...proof } = tally.proof()
  const readings = tally.readings()
  const requirements = tally
    .requirements()
    .map(({ code, keyword, left, repaired, safe, lossy }) => ({ code, keyword, left, repaired, safe, lossy }))
  return {
    files: tally.files,
    verdicts: Object.fromEntries(tally.verdicts()),
    findings: tally.findings().map(({ places: locations, ...one }) => ({ ...one, locations })),
    ...(requirements.length === 0 ? {} : { requirements }),
    transforms: tally.transforms(),
    skipped: tally.reasons(),
    ...(readings.length === 0 ? {} : { readings }),
    proof,
  }
}
