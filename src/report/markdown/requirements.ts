import type { Digest } from '../digest.ts'
import { quantity } from '../quantity.ts'
import { type CellMarkup, placeGroups, placeRows, requirementTables } from '../requirement-tables.ts'
import { type RequirementPlace, type RequirementTally, sumText } from '../requirements.ts'
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
    ...placeGroups(digest).flatMap(({ heading, tallies }) => [
      `### ${heading}\n`,
      ...tallies.map(({ tally, places }) => placesOfOne(tally, places)),
    ]),
  ]
}

function placesOfOne(
  { code: number, keyword }: RequirementTally,
  places: readonly RequirementPlace[],
): string {
  const summary = `${number} (${keyword}): ${quantity(places.length, 'place')}`
  return details(summary, table(['place', 'what', 'note'], placeRows(places, cells)))
}
