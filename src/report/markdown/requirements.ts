import type { Digest } from '../digest.ts'
import { quantity } from '../quantity.ts'
import { type CellMarkup, placeRows, requirementTables } from '../requirement-tables.ts'
import { headingOfLeft, type RequirementPlace, type RequirementTally, sumText } from '../requirements.ts'
import { advice, code, details, prose, table } from './escape.ts'

const cells: CellMarkup = {
  code,
  prose,
  advice,
  keyword: (keyword) => keyword,
  verdict: (verdict) => verdict,
}

/** What a profile asks for: before, repaired, left and why; nothing when no profile was asked for. */
export function requirementParts(digest: Digest): string[] {
  const { requirements, mode } = digest
  if (requirements.length === 0) return []
  const { counts, byRequirement, byFile } = requirementTables(digest, cells)
  const names = counts.map(({ name }) => name)
  return [
    '## Requirements\n',
    `${sumText(requirements, mode)}.\n`,
    table(['requirement', 'keyword', 'rule', ...names], byRequirement),
    details(`by file: ${quantity(byFile.length, 'file')}`, table(['file', 'status', ...names], byFile)),
    ...placesPart(headingOfLeft(mode), requirements, ({ left }) => left),
    ...placesPart('What is repaired', requirements, ({ repaired }) => repaired),
  ]
}

function placesPart(
  heading: string,
  requirements: readonly RequirementTally[],
  placesOf: (tally: RequirementTally) => readonly RequirementPlace[],
): string[] {
  const some = requirements.filter((tally) => placesOf(tally).length > 0)
  if (some.length === 0) return []
  return [`### ${heading}\n`, ...some.map((tally) => placesOfOne(tally, placesOf(tally)))]
}

function placesOfOne(
  { code: number, keyword }: RequirementTally,
  places: readonly RequirementPlace[],
): string {
  const summary = `${number} (${keyword}): ${quantity(places.length, 'place')}`
  return details(summary, table(['place', 'what', 'note'], placeRows(places, cells)))
}
