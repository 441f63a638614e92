import type { RequirementFacts } from '../engine/finding.ts'
import type { LocatedFinding, ReportedOutcome } from '../engine/outcome.ts'
import type { RunMode } from '../runner/run-report.ts'
import { compareTexts, quantity, type Verdict, verdictOf } from './counts.ts'
import type { LookUpCode } from './reporter.ts'

/** A place at which a requirement was violated when the run began. */
/** What summaries for people say about requirements. */
export interface RequirementDigest {
  /** Whether there was anything to repair or to change. */
  readonly mode: RunMode
  /** Of a profile; empty when none was asked for. */
  readonly requirements: readonly RequirementTally[]
  readonly requirementFiles: readonly FileTally[]
}

export interface RequirementPlace {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly isRepaired: boolean
  /** What a repair cost, or why there is none. */
  readonly note: string
}

/** What a run found of one requirement. */
export interface RequirementTally {
  /** Its number. */
  readonly code: string
  readonly keyword: string
  /** What it demands, in one sentence; empty when nothing is known of it. */
  readonly rule: string
  readonly repaired: readonly RequirementPlace[]
  readonly left: readonly RequirementPlace[]
}

/** The findings about requirements of a profile, by requirement in the order of the numbers. */
export function tallyRequirements(
  files: readonly ReportedOutcome[],
  lookUp: LookUpCode,
): readonly RequirementTally[] {
  const tallies = new Map<string, { keyword: string; places: RequirementPlace[] }>()
  for (const file of files) {
    const stopped = whyStopped(file)
    for (const finding of file.findings) {
      const { code, requirement } = finding
      if (requirement === undefined) continue
      const tally = tallies.get(code) ?? { keyword: requirement.keyword, places: [] }
      tallies.set(code, tally)
      tally.places.push(placeOf(file.path, finding, requirement, stopped))
    }
  }
  return [...tallies]
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([code, { keyword, places }]) => ({
      code,
      keyword,
      rule: lookUp(code)?.title ?? '',
      repaired: places.filter(({ isRepaired }) => isRepaired),
      left: places.filter(({ isRepaired }) => !isRepaired),
    }))
}

/** Violations of all requirements together. */
export function sumOf(tallies: readonly RequirementTally[]): Counted {
  return {
    repaired: tallies.reduce((sum, { repaired }) => sum + repaired.length, 0),
    left: tallies.reduce((sum, { left }) => sum + left.length, 0),
  }
}

/** A number of places that the tables of requirements have a column for. */
interface CountColumn {
  readonly name: string
  readonly of: (places: Counted) => number
}

interface Counted {
  readonly repaired: number
  readonly left: number
}

/** What is counted: a check repairs nothing, so it has only places. */
export function countColumns(mode: RunMode): readonly CountColumn[] {
  if (mode === 'checked') return [{ name: 'places', of: ({ left }) => left }]
  return [
    { name: 'before', of: ({ repaired, left }) => repaired + left },
    { name: 'repaired', of: ({ repaired }) => repaired },
    { name: 'left', of: ({ left }) => left },
  ]
}

/** Violations of one requirement, as numbers. */
export function countedOf({ repaired, left }: RequirementTally): Counted {
  return { repaired: repaired.length, left: left.length }
}

/** All of them as a sentence without its full stop. */
export function sumText(tallies: readonly RequirementTally[], mode: RunMode): string {
  const { repaired, left } = sumOf(tallies)
  if (mode === 'checked')
    return `${quantity(tallies.length, 'requirement')} violated in ${quantity(left, 'place')}`
  return `${quantity(repaired + left, 'place')} before, ${repaired} repaired, ${left} left`
}

/** How many of the places that are left hotshift has a repair for, by what it takes; of some requirements only. */
export function offersOf(
  files: readonly ReportedOutcome[],
  isWanted: (code: string) => boolean = () => true,
): { readonly safe: number; readonly lossy: number } {
  const left = files
    .flatMap(({ findings }) => findings.filter(({ code }) => isWanted(code)))
    .flatMap(({ requirement }) => requirement ?? [])
    .filter(({ isRepaired }) => isRepaired !== true)
  const count = (wanted: RequirementFacts['repair']) => left.filter(({ repair }) => repair === wanted).length
  return { safe: count('safe'), lossy: count('lossy') }
}

/** Violations of requirements in one file. */
export interface FileTally extends Counted {
  readonly path: string
  readonly verdict: Verdict
}

/** The same by file; files without such findings are left out. */
export function tallyFiles(files: readonly ReportedOutcome[], mode: RunMode): readonly FileTally[] {
  return files.flatMap((file) => {
    const requirements = file.findings.flatMap(({ requirement }) => requirement ?? [])
    const repaired = requirements.filter(({ isRepaired }) => isRepaired === true).length
    if (requirements.length === 0) return []
    const { path } = file
    return [{ path, verdict: verdictOf(file, mode), repaired, left: requirements.length - repaired }]
  })
}

function placeOf(
  path: string,
  { line, column, message, help }: LocatedFinding,
  requirement: RequirementFacts,
  stopped: string | undefined,
): RequirementPlace {
  const isRepaired = requirement.isRepaired === true
  const left = (requirement.repair === 'by-hand' ? undefined : stopped) ?? help ?? whyLeft(requirement)
  return { path, line, column, message, isRepaired, note: isRepaired ? (help ?? '') : left }
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
  /** requirement, keyword, rule, counts */
  readonly byRequirement: Rows
  /** file, status, counts */
  readonly byFile: Rows
}

/** The violations by requirement and by file. */
export function requirementTables(
  { requirements, requirementFiles, mode }: RequirementDigest,
  { code, prose, keyword, verdict }: CellMarkup,
): RequirementTables {
  const counts = countColumns(mode)
  return {
    counts,
    byRequirement: requirements.map((tally) => [
      code(tally.code),
      keyword(tally.keyword),
      prose(tally.rule),
      ...counts.map(({ of }) => `${of(countedOf(tally))}`),
    ]),
    byFile: requirementFiles.map((file) => [
      code(file.path),
      verdict(file.verdict),
      ...counts.map(({ of }) => `${of(file)}`),
    ]),
  }
}

/** place, what, note */
export function placeRows(places: readonly RequirementPlace[], { code, prose, advice }: CellMarkup): Rows {
  return places.map(({ path, line, column, message, note }) => [
    code(`${path}:${line}:${column}`),
    prose(message),
    advice(note),
  ])
}

/** Places that stand under one heading, by requirement. */
export interface PlaceGroup {
  readonly heading: string
  readonly tallies: readonly {
    readonly tally: RequirementTally
    readonly places: readonly RequirementPlace[]
  }[]
}

/** What is left, then what is repaired; without what there is nothing of. */
export function placeGroups({ requirements, mode }: RequirementDigest): readonly PlaceGroup[] {
  const group = (heading: string, placesOf: (tally: RequirementTally) => readonly RequirementPlace[]) => ({
    heading,
    tallies: requirements
      .map((tally) => ({ tally, places: placesOf(tally) }))
      .filter(({ places }) => places.length > 0),
  })
  return [
    group(mode === 'checked' ? 'Where, and what can be done' : 'What is left, and why', ({ left }) => left),
    group('What is repaired', ({ repaired }) => repaired),
  ].filter(({ tallies }) => tallies.length > 0)
}
