import type { Digest } from '../digest.ts'
import { quantity } from '../quantity.ts'
import {
  type CellMarkup,
  type PlaceGroup,
  placeGroups,
  placeRows,
  requirementTables,
} from '../requirement-tables.ts'
import { type RequirementPlace, type RequirementTally, sumText } from '../requirements.ts'
import { advice, badge, code, columns, details, openUpTo, table, text } from './markup.ts'
import { keywordTone, verdictTone } from './tones.ts'

const cells: CellMarkup = {
  code,
  prose: text,
  advice,
  keyword: (keyword) => badge(keyword, keywordTone(keyword)),
  verdict: (verdict) => badge(verdict, verdictTone(verdict)),
}

/** What a profile asks for: before, repaired, left and why; nothing when no profile was asked for. */
export function requirementSections(digest: Digest): string[] {
  const { requirements, mode } = digest
  if (requirements.length === 0) return []
  const { counts, byRequirement, byFile } = requirementTables(digest, cells)
  const names = counts.map(({ name }) => `#${name}`)
  return [
    '<h2>Requirements</h2>\n',
    `<p>${sumText(requirements, mode)}.</p>\n`,
    table('Requirements', columns('requirement', 'keyword', 'rule', ...names), byRequirement),
    details(
      `by file <span class="quiet">${quantity(byFile.length, 'file')}</span>`,
      table('Requirements by file', columns('file', 'status', ...names), byFile),
    ),
    ...placeGroups(digest).flatMap(groupSection),
  ]
}

function groupSection({ heading, tallies }: PlaceGroup): string[] {
  const state = openUpTo(tallies.reduce((sum, { places }) => sum + places.length, 0))
  return [`<h3>${heading}</h3>\n`, ...tallies.map(({ tally, places }) => placesOfOne(tally, places, state))]
}

function placesOfOne(
  { code: number, keyword, rule }: RequirementTally,
  places: readonly RequirementPlace[],
  state: 'open' | 'closed',
): string {
  const count = `<span class="quiet">${quantity(places.length, 'place')}</span>`
  return details(
    `${badge(keyword, keywordTone(keyword))} ${code(number)} ${text(rule)} ${count}`,
    table(`Places of ${number}`, columns('place', 'what', 'note'), placeRows(places, cells)),
    state,
  )
}
