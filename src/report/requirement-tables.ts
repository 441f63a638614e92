import type { Digest } from './digest.ts'
import {
  type CountColumn,
  countColumns,
  countedOf,
  type RequirementPlace,
  type RequirementTally,
} from './requirements.ts'
import type { Verdict } from './verdict.ts'

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
export interface RequirementTables {
  /** The columns of numbers, which both tables end with. */
  readonly counts: readonly CountColumn[]
  /** requirement, keyword, rule, counts */
  readonly byRequirement: Rows
  /** file, status, counts */
  readonly byFile: Rows
}

/** The violations by requirement and by file. */
export function requirementTables(
  { requirements, requirementFiles, mode }: Digest,
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
export function placeGroups({ requirements, mode }: Digest): readonly PlaceGroup[] {
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
