import type { RequirementFacts } from '../engine/finding.ts'
import type { FileOutcome, LocatedFinding } from '../engine/outcome.ts'
import { compareTexts } from './counts.ts'
import { quantity } from './quantity.ts'
import type { LookUpCode } from './reporter.ts'

/** A place at which a requirement was violated when the run began. */
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
  files: readonly FileOutcome[],
  lookUp: LookUpCode,
): readonly RequirementTally[] {
  const tallies = new Map<string, { keyword: string; places: RequirementPlace[] }>()
  for (const file of files) {
    for (const finding of file.findings) {
      const { code, requirement } = finding
      if (requirement === undefined) continue
      const tally = tallies.get(code) ?? { keyword: requirement.keyword, places: [] }
      tallies.set(code, tally)
      tally.places.push(placeOf(file, finding, requirement))
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
export function sumOf(tallies: readonly RequirementTally[]): {
  readonly repaired: number
  readonly left: number
} {
  return {
    repaired: tallies.reduce((sum, { repaired }) => sum + repaired.length, 0),
    left: tallies.reduce((sum, { left }) => sum + left.length, 0),
  }
}

/** The same as a sentence without its full stop. */
export function sumText(tallies: readonly RequirementTally[]): string {
  const { repaired, left } = sumOf(tallies)
  return `${quantity(repaired + left, 'place')} before, ${repaired} repaired, ${left} left`
}

/** Violations of requirements in one file. */
export interface FileTally {
  readonly path: string
  readonly status: FileOutcome['status']
  readonly repaired: number
  readonly left: number
}

/** The same by file; files without such findings are left out. */
export function tallyFiles(files: readonly FileOutcome[]): readonly FileTally[] {
  return files.flatMap(({ path, status, findings }) => {
    const requirements = findings.flatMap(({ requirement }) => requirement ?? [])
    const repaired = requirements.filter(({ isRepaired }) => isRepaired === true).length
    return requirements.length === 0 ? [] : [{ path, status, repaired, left: requirements.length - repaired }]
  })
}

function placeOf(
  file: FileOutcome,
  { line, column, message, help }: LocatedFinding,
  requirement: RequirementFacts,
): RequirementPlace {
  const isRepaired = requirement.isRepaired === true
  const note = isRepaired ? (help ?? '') : (whyStopped(file, requirement) ?? help ?? whyLeft(requirement))
  return { path: file.path, line, column, message, isRepaired, note }
}

/** A repair that hotshift would have made, had nothing else been wrong with the file. */
function whyStopped({ status, reason }: FileOutcome, { repair }: RequirementFacts): string | undefined {
  if (repair === 'by-hand' || (status !== 'blocked' && status !== 'failed')) return undefined
  return `the file is ${status}${reason === undefined ? '' : `: ${reason}`}`
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
