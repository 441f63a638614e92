import { defined } from '../document/records.ts'
import { compareTexts } from '../document/sorted.ts'
import type { RequirementFacts } from '../engine/finding.ts'
import type { IgnoredFinding, LocatedFinding, ReportedOutcome } from '../engine/outcome.ts'
import type { RunMode, WrittenLocation, WrittenState } from '../runner/run-report.ts'
import { quantity, type Verdict, verdictOf } from './counts.ts'
import type { PackageTally } from './packages.ts'
import { Listed, type LookUpCode } from './reporter.ts'

/** What summaries for people say about requirements. */
export interface RequirementDigest {
  /** Whether there was anything to repair or to change. */
  readonly mode: RunMode
  /** Of a profile; empty when none was asked for. */
  readonly requirements: readonly RequirementTally[]
  readonly requirementFiles: Listed<FileTally>
  /** Verdicts on packages; empty when no profile was asked for. */
  readonly packages: readonly PackageTally[]
}

/** A place at which a requirement was violated when the run began. */
export interface RequirementLocation {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly state: LocationState
  /** What a repair cost, why there is none, or who lives with it. */
  readonly note: string
}

/** What became of a place; `given-up`: repaired, and something was lost by it; `new`: what was repaired has brought it up. */
export type LocationState = 'left' | 'new' | 'repaired' | 'given-up' | 'set-aside'

/** What a run found of one requirement. */
export interface RequirementTally {
  /** Its number. */
  readonly code: string
  readonly keyword: string
  /** What it demands, in one sentence; empty when nothing is known of it. */
  readonly rule: string
  /** Where it is published. */
  readonly link?: string
  /** Which of ONAP's own validation scripts tests it. */
  readonly testedBy?: string
  /** Where, by what became of it. */
  readonly places: Readonly<Record<LocationState, Listed<RequirementLocation>>>
}

/** Adds up the findings about requirements of a profile, file by file. */
export class RequirementTallies {
  readonly #most: number
  readonly #written: WrittenState | undefined
  readonly #lookUp: LookUpCode
  readonly #tallies = new Map<string, RequirementTally>()
  /** Files with such findings. */
  readonly files: Listed<FileTally>

  /**
   * @param most locations of each requirement, and files, that are listed one by one
   * @param written what is left, where it stands now; else where it stood in what was read
   */
  constructor(lookUp: LookUpCode, most: number, written?: WrittenState | undefined) {
    this.#lookUp = lookUp
    this.#most = most
    this.#written = written
    this.files = new Listed(most)
    for (const one of written?.left ?? []) this.#addWritten(one)
  }

  #addWritten({ code, keyword, path, line, column, message, note, isNew }: WrittenLocation): void {
    const tally = this.#tallies.get(code) ?? this.#begin(code, keyword)
    const state = isNew ? 'new' : 'left'
    tally.places[state].add({ path, line, column, message, state, note })
  }

  add(file: ReportedOutcome, mode: RunMode): void {
    const stopped = whyStopped(file)
    for (const finding of [...file.findings, ...(file.ignored ?? [])]) {
      const { code, requirement } = finding
      if (requirement === undefined) continue
      const tally = this.#tallies.get(code) ?? this.#begin(code, requirement.keyword)
      const location = locationOf(file.path, finding, requirement, stopped)
      const { state } = location
      if (this.#written === undefined || (state !== 'left' && state !== 'new'))
        tally.places[state].add(location)
    }
    const found = file.findings.flatMap(({ requirement }) => requirement ?? [])
    if (found.length === 0) return
    this.files.add({ path: file.path, verdict: verdictOf(file, mode), ...countsIn(file) })
  }

  /** In the order of the numbers. */
  all(): readonly RequirementTally[] {
    return [...this.#tallies.values()].sort((a, b) => compareTexts(a.code, b.code))
  }

  #begin(code: string, keyword: string): RequirementTally {
    const { title = '', link, testedBy } = this.#lookUp(code) ?? {}
    const none = () => new Listed<RequirementLocation>(this.#most)
    const tally = {
      code,
      keyword,
      rule: title,
      ...defined({ link, testedBy }),
      places: { left: none(), new: none(), repaired: none(), 'given-up': none(), 'set-aside': none() },
    }
    this.#tallies.set(code, tally)
    return tally
  }
}

/** Violations of requirements in one file, as numbers. */
export function countsIn({ findings }: ReportedOutcome): Counted {
  const requirements = findings.flatMap(({ requirement }) => requirement ?? [])
  const repaired = requirements.filter(({ isRepaired }) => isRepaired === true).length
  const added = requirements.filter(({ isNew }) => isNew === true).length
  return { repaired, added, left: requirements.length - repaired }
}

/** Violations of all requirements together. */
export function sumOf(counts: readonly Counted[]): Counted {
  return {
    repaired: counts.reduce((sum, { repaired }) => sum + repaired, 0),
    added: counts.reduce((sum, { added }) => sum + added, 0),
    left: counts.reduce((sum, { left }) => sum + left, 0),
  }
}

/** A number of places that the tables of requirements have a column for. */
interface CountColumn {
  readonly name: string
  readonly of: (locations: Counted) => number
}

interface Counted {
  readonly repaired: number
  /** Those that a repair has brought up. */
  readonly added: number
  /** With those that are added. */
  readonly left: number
}

/** What is counted: a check repairs nothing, so it has only places; what a repair brought up is counted where there is any. */
export function countColumns(mode: RunMode, hasNew: boolean): readonly CountColumn[] {
  if (mode === 'checked') return [{ name: 'locations', of: ({ left }) => left }]
  return [
    { name: 'before', of: ({ repaired, added, left }) => repaired + left - added },
    { name: 'repaired', of: ({ repaired }) => repaired },
    ...(hasNew ? [{ name: 'new', of: ({ added }: Counted) => added }] : []),
    { name: 'left', of: ({ left }) => left },
  ]
}

/** Whether a repair has brought up something. */
export function hasNew(requirements: readonly RequirementTally[]): boolean {
  return requirements.some(({ places }) => places.new.length > 0)
}

/** Violations of one requirement, as numbers. */
export function countedOf({ places }: RequirementTally): Counted {
  const added = places.new.length
  return {
    repaired: places.repaired.length + places['given-up'].length,
    added,
    left: places.left.length + added,
  }
}

/** All of them as a sentence without its full stop. */
export function sumText(tallies: readonly RequirementTally[], mode: RunMode): string {
  const { repaired, added, left } = sumOf(tallies.map(countedOf))
  if (mode === 'checked')
    return `${quantity(tallies.filter((one) => one.places.left.length > 0).length, 'requirement')} violated in ${quantity(left, 'location')}`
  const more = added === 0 ? '' : `, ${added} new`
  return `${quantity(repaired + left - added, 'location')} before, ${repaired} repaired${more}, ${left} left`
}

/** Violations of requirements in one file. */
export interface FileTally extends Counted {
  readonly path: string
  readonly verdict: Verdict
}

function locationOf(
  path: string,
  finding: LocatedFinding | IgnoredFinding,
  requirement: RequirementFacts,
  stopped: string | undefined,
): RequirementLocation {
  const { line, column, message, help } = finding
  const location = { path, line, column, message }
  if ('ignoredBy' in finding) {
    const { kind, reason } = finding.ignoredBy
    return { ...location, state: 'set-aside', note: `${kind}${reason === undefined ? '' : `: ${reason}`}` }
  }
  if (requirement.isRepaired === true)
    return { ...location, state: requirement.repair === 'lossy' ? 'given-up' : 'repaired', note: help ?? '' }
  const held = requirement.repair === 'by-hand' ? undefined : stopped
  const state = requirement.isNew === true ? 'new' : 'left'
  return { ...location, state, note: held ?? help ?? whyLeft(requirement) }
}

/** Why repairs of a file were held up that hotshift would have made, had nothing else been wrong with it. */
function whyStopped(file: ReportedOutcome): string | undefined {
  const { status, reason } = file
  if ((status !== 'blocked' && status !== 'failed') || isLeftToPeople(file)) return undefined
  return `the file is ${status}${reason === undefined ? '' : `: ${reason}`}`
}

/** Whether a file is blocked by nothing but requirements that it does not meet: no change of it was held up. */
export function isLeftToPeople({ status, findings }: ReportedOutcome): boolean {
  const errors = findings.filter(({ severity }) => severity === 'error')
  return (
    status === 'blocked' && errors.length > 0 && errors.every(({ requirement }) => requirement !== undefined)
  )
}

function whyLeft({ repair }: RequirementFacts): string {
  switch (repair) {
    case 'safe':
      return '`hotshift remediate` repairs it'
    case 'lossy':
      return '`hotshift remediate --lossy` repairs it, and something is lost'
    case 'by-hand':
      return 'takes a decision that is yours'
  }
}

/** How a format writes what stands in a cell. */
export interface CellMarkup {
  readonly code: (text: string) => string
  /** The same as a link. */
  readonly link: (text: string, address: string) => string
  readonly prose: (text: string) => string
  /** Advice of ours, in which backticks mark code. */
  readonly advice: (text: string) => string
  readonly keyword: (keyword: string) => string
  readonly verdict: (verdict: Verdict) => string
}

type Rows = readonly (readonly string[])[]

/** What the summaries of a profile have in their tables; the cells are in the markup of the format. */
interface RequirementTables {
  /** The columns of numbers, which both tables end with. */
  readonly counts: readonly CountColumn[]
  /** requirement, keyword, rule, its test, counts */
  readonly byRequirement: Rows
  /** file, status, counts; as many rows as the digest lists */
  readonly byFile: Rows
}

/** The violations by requirement and by file. */
export function requirementTables(
  { requirements, requirementFiles, mode }: RequirementDigest,
  { code, link, prose, keyword, verdict }: CellMarkup,
): RequirementTables {
  const counts = countColumns(mode, hasNew(requirements))
  return {
    counts,
    byRequirement: requirements.map((tally) => [
      tally.link === undefined ? code(tally.code) : link(tally.code, tally.link),
      keyword(tally.keyword),
      prose(tally.rule),
      tally.testedBy === undefined ? '' : prose('VVP'),
      ...counts.map(({ of }) => `${of(countedOf(tally))}`),
    ]),
    byFile: requirementFiles.rows.map((file) => [
      code(file.path),
      verdict(file.verdict),
      ...counts.map(({ of }) => `${of(file)}`),
    ]),
  }
}

/** place, what, note */
export function locationRows(
  locations: readonly RequirementLocation[],
  { code, prose, advice }: CellMarkup,
): Rows {
  return locations.map(({ path, line, column, message, note }) => [
    code(`${path}:${line}:${column}`),
    prose(message),
    advice(note),
  ])
}

/** Places that stand under one heading, by requirement. */
export interface LocationGroup {
  readonly heading: string
  readonly tallies: readonly {
    readonly tally: RequirementTally
    readonly locations: Listed<RequirementLocation>
  }[]
}

/** What is left, then what is repaired, then what somebody lives with; without what there is nothing of. */
export function locationGroups({ requirements, mode }: RequirementDigest): readonly LocationGroup[] {
  const group = (heading: string, state: LocationState) => ({
    heading,
    tallies: requirements
      .map((tally) => ({ tally, locations: tally.places[state] }))
      .filter(({ locations }) => locations.length > 0),
  })
  return [
    group(mode === 'checked' ? 'Where, and what can be done' : 'What is left, and why', 'left'),
    group('What is violated now and was not before', 'new'),
    group('What is repaired by giving something up', 'given-up'),
    group('What is repaired', 'repaired'),
    group('What is set aside, and why', 'set-aside'),
  ].filter(({ tallies }) => tallies.length > 0)
}
