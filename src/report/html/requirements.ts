import type { Digest } from '../digest.ts'
import { quantity } from '../quantity.ts'
import {
  countColumns,
  countedOf,
  headingOfLeft,
  type RequirementPlace,
  type RequirementTally,
  sumText,
} from '../requirements.ts'
import { advice, badge, code, columns, details, openUpTo, table, text } from './markup.ts'
import { keywordTone, verdictTone } from './tones.ts'

/** What a profile asks for: before, repaired, left and why; nothing when no profile was asked for. */
export function requirementSections({ requirements, requirementFiles, mode }: Digest): string[] {
  if (requirements.length === 0) return []
  const counts = countColumns(mode)
  const names = counts.map(({ name }) => `#${name}`)
  const overview = requirements.map((tally) => [
    code(tally.code),
    badge(tally.keyword, keywordTone(tally.keyword)),
    text(tally.rule),
    ...counts.map(({ of }) => `${of(countedOf(tally))}`),
  ])
  const files = requirementFiles.map((file) => [
    code(file.path),
    badge(file.verdict, verdictTone(file.verdict)),
    ...counts.map(({ of }) => `${of(file)}`),
  ])
  return [
    '<h2>Requirements</h2>\n',
    `<p>${sumText(requirements, mode)}.</p>\n`,
    table('Requirements', columns('requirement', 'keyword', 'rule', ...names), overview),
    details(
      `by file <span class="quiet">${quantity(files.length, 'file')}</span>`,
      table('Requirements by file', columns('file', 'status', ...names), files),
    ),
    ...placesSection(headingOfLeft(mode), requirements, ({ left }) => left),
    ...placesSection('What is repaired', requirements, ({ repaired }) => repaired),
  ]
}

function placesSection(
  heading: string,
  requirements: readonly RequirementTally[],
  placesOf: (tally: RequirementTally) => readonly RequirementPlace[],
): string[] {
  const some = requirements.filter((tally) => placesOf(tally).length > 0)
  if (some.length === 0) return []
  const state = openUpTo(some.reduce((sum, tally) => sum + placesOf(tally).length, 0))
  return [`<h3>${heading}</h3>\n`, ...some.map((tally) => placesOfOne(tally, placesOf(tally), state))]
}

function placesOfOne(
  { code: number, keyword, rule }: RequirementTally,
  places: readonly RequirementPlace[],
  state: 'open' | 'closed',
): string {
  const rows = places.map(({ path, line, column, message, note }) => [
    code(`${path}:${line}:${column}`),
    text(message),
    advice(note),
  ])
  const count = `<span class="quiet">${quantity(places.length, 'place')}</span>`
  return details(
    `${badge(keyword, keywordTone(keyword))} ${code(number)} ${text(rule)} ${count}`,
    table(`Places of ${number}`, columns('place', 'what', 'note'), rows),
    state,
  )
}
