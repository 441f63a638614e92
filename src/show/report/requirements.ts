import type { Repair, RequirementFacts, Task } from '../../engine/findings/finding.ts'
import type { IgnoredFinding, LocatedFinding, ReportedOutcome } from '../../engine/outcome.ts'
import type { RunMode, RunReport, WrittenLocation, WrittenState } from '../../run/run-report.ts'
import { defined } from '../../text/document/records.ts'
import { compareTexts } from '../../text/document/sorted.ts'
import { type FileVerdict, quantity, verdictOf } from './counts.ts'
import { isOffered, moreRepairs, type Offers } from './offers.ts'
import type { PackageTally } from './packages.ts'
import { FirstRows, type LookUpCode } from './reporter.ts'

/** What summaries for people say about requirements. */
export interface RequirementDigest {
  /** Whether there was anything to repair or to change. */
  readonly mode: RunMode
  /** Of a profile; empty when none was asked for. */
  readonly requirements: readonly RequirementTally[]
  readonly requirementFiles: FirstRows<FileTally>
  /** What there are repairs for among what is left. */
  readonly offers: Offers
  /** Verdicts on packages; empty when no profile was asked for. */
  readonly packages: readonly PackageTally[]
}

/** A location at which a requirement was violated when the run began. */
export interface RequirementLocation {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly state: LocationState
  /** What a repair cost, why there is none, or who lives with it. */
  readonly note: string
  /** What it takes, or took. */
  readonly repair: Repair
  /** What is to be done, which locations of other requirements may share. */
  readonly task?: Task
}

/** What became of a location; `given-up`: repaired, and something was lost by it; `new`: what was repaired has brought it up. */
export type LocationState = 'left' | 'new' | 'repaired' | 'given-up' | 'set-aside'

/** What a run found of one requirement. */
export interface RequirementTally {
  /** Its number. */
  readonly code: string
  readonly keyword: string
  /** What it demands, in one sentence; empty when nothing is known of it. */
  readonly rule: string
  /** Why ONAP wants it, in one sentence. */
  readonly why?: string
  /** Where it is published. */
  readonly link?: string
  /** Which of ONAP's own validation scripts tests it. */
  readonly testedBy?: string
  /** Of those that are left, how many there is a repair for, by what it takes. */
  readonly offers: { safe: number; supplied: number; lossy: number }
  /** Where, by what became of it. */
  readonly places: Readonly<Record<LocationState, FirstRows<RequirementLocation>>>
}

/** Adds up the findings about requirements of a profile, file by file. */
export class RequirementTallies {
  readonly #most: number
  readonly #written: WrittenState | undefined
  readonly #reworded: ReadonlySet<string>
  readonly #lookUp: LookUpCode
  readonly #tallies = new Map<string, RequirementTally>()
  /** Files with such findings. */
  readonly files: FirstRows<FileTally>

  /**
   * @param most locations of each requirement, and files, that are listed one by one
   * @param report what is left, where it stands now, else where it stood in what was read; and the release
   */
  constructor(
    lookUp: LookUpCode,
    most: number,
    { written, requirements }: Pick<RunReport, 'written' | 'requirements'> = {},
  ) {
    this.#lookUp = lookUp
    this.#most = most
    this.#written = written
    this.#reworded = new Set(requirements?.rewordedLater)
    this.files = new FirstRows(most)
    for (const one of written?.left ?? []) this.#addWritten(one)
  }

  #addWritten({ code, keyword, isNew, ...location }: WrittenLocation): void {
    const tally = this.#tallies.get(code) ?? this.#begin(code, keyword)
    const state = isNew ? 'new' : 'left'
    addTo(tally, { ...location, state })
  }

  add(file: ReportedOutcome, mode: RunMode): void {
    const stopped = whyStopped(file)
    for (const finding of [...file.findings, ...(file.ignored ?? [])]) {
      const { code, requirement } = finding
      if (requirement === undefined) continue
      const tally = this.#tallies.get(code) ?? this.#begin(code, requirement.keyword)
      const location = locationOf(file.path, finding, requirement, stopped)
      const { state } = location
      if (this.#written === undefined || (state !== 'left' && state !== 'new')) addTo(tally, location)
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
    const { title = '', why, link, testedBy } = this.#lookUp(code) ?? {}
    const none = () => new FirstRows<RequirementLocation>(this.#most)
    const tally = {
      code,
      keyword,
      rule: this.#reworded.has(code) ? `${title} (in a later wording)` : title,
      ...defined({ why, link, testedBy }),
      offers: { safe: 0, supplied: 0, lossy: 0 },
      places: { left: none(), new: none(), repaired: none(), 'given-up': none(), 'set-aside': none() },
    }
    this.#tallies.set(code, tally)
    return tally
  }
}

function addTo({ places, offers }: RequirementTally, location: RequirementLocation): void {
  const { state, repair } = location
  places[state].add(location)
  if ((state === 'left' || state === 'new') && isOffered(repair)) offers[repair]++
}

/** Violations of requirements in one file, as numbers. */
export function countsIn({ findings }: ReportedOutcome): Counted {
  const requirements = findings.flatMap(({ requirement }) => requirement ?? [])
  const open = requirements.filter(({ isRepaired }) => isRepaired !== true)
  const added = requirements.filter(({ isNew }) => isNew === true).length
  return { repaired: requirements.length - open.length, added, left: open.length, ...offeredFor(open) }
}

/** How many of what is left there is a repair for. */
function offeredFor(
  open: readonly { readonly repair: Repair }[],
): Pick<Counted, 'safe' | 'supplied' | 'lossy'> {
  const of = (wanted: Repair) => open.filter(({ repair }) => repair === wanted).length
  return { safe: of('safe'), supplied: of('supplied'), lossy: of('lossy') }
}

/** Violations of all requirements together. */
export function sumOf(counts: readonly Counted[]): Counted {
  const sum = (key: keyof Counted) => counts.reduce((all, one) => all + one[key], 0)
  return {
    repaired: sum('repaired'),
    added: sum('added'),
    left: sum('left'),
    safe: sum('safe'),
    supplied: sum('supplied'),
    lossy: sum('lossy'),
  }
}

/** A number of locations that the tables of requirements have a column for. */
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
  /** Of those that are left, how many there is a repair for: that loses nothing, leaves a value to ONAP, loses something. */
  readonly safe: number
  readonly supplied: number
  readonly lossy: number
}

/**
 * What is counted of some requirements or files: a check repairs nothing, so it has only locations. What a repair brought up, and
 * what there is another repair for, is counted where there is any.
 */
export function countColumns(mode: RunMode, all: readonly Counted[]): readonly CountColumn[] {
  const where = (name: string, of: CountColumn['of']) =>
    all.some((one) => of(one) > 0) ? [{ name, of }] : []
  const before: readonly CountColumn[] = [
    { name: 'before', of: ({ repaired, added, left }) => repaired + left - added },
    { name: 'repaired', of: ({ repaired }) => repaired },
    ...where('new', ({ added }) => added),
  ]
  return [
    ...(mode === 'checked' ? [] : before),
    { name: mode === 'checked' ? 'locations' : 'left', of: ({ left }) => left },
    ...where('safe', ({ safe }) => safe),
    ...where('supplied', ({ supplied }) => supplied),
    ...where('lossy', ({ lossy }) => lossy),
  ]
}

/** Violations of one requirement, as numbers. */
export function countedOf({ places, offers }: RequirementTally): Counted {
  const added = places.new.length
  return {
    repaired: places.repaired.length + places['given-up'].length,
    added,
    left: places.left.length + added,
    ...offers,
  }
}

/** All of them in sentences, without the last full stop: how many there are, and what the repairs give up that were not made. */
export function sumText({ requirements, mode, offers }: RequirementDigest): string {
  return [countText(requirements, mode), ...moreRepairs(offers)].join('. ')
}

function countText(tallies: readonly RequirementTally[], mode: RunMode): string {
  const { repaired, added, left } = sumOf(tallies.map(countedOf))
  if (mode === 'checked') {
    const violated = tallies.filter((one) => one.places.left.length > 0).length
    const aside = tallies.reduce((sum, { places }) => sum + places['set-aside'].length, 0)
    const more = aside === 0 ? '' : `, and ${quantity(aside, 'location')} set aside`
    return `${quantity(violated, 'requirement')} violated in ${quantity(left, 'location')}${more}`
  }
  const more = added === 0 ? '' : `, ${added} new`
  return `${quantity(repaired + left - added, 'location')} before, ${repaired} repaired${more}, ${left} left`
}

/** Violations of requirements in one file. */
interface FileTally extends Counted {
  readonly path: string
  readonly verdict: FileVerdict
}

function locationOf(
  path: string,
  finding: LocatedFinding | IgnoredFinding,
  requirement: RequirementFacts,
  stopped: string | undefined,
): RequirementLocation {
  const { line, column, message, help } = finding
  const { repair, task } = requirement
  const location = { path, line, column, message, repair, ...defined({ task }) }
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
    case 'supplied':
      return '`hotshift remediate --supplied` repairs it, and ONAP supplies the value'
    case 'lossy':
      return '`hotshift remediate --lossy` repairs it, and something is lost'
    case 'untried':
      return '`hotshift check --repairs` says whether hotshift repairs it'
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
  readonly verdict: (verdict: FileVerdict) => string
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
  const counts = countColumns(mode, requirements.map(countedOf))
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

/** Locations under one heading, by requirement. */
export interface LocationGroup {
  readonly heading: string
  readonly tallies: readonly {
    readonly tally: RequirementTally
    readonly locations: FirstRows<RequirementLocation>
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
