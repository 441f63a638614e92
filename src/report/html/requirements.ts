import type { Digest } from '../digest.ts'
import { quantity } from '../quantity.ts'
import { type RequirementPlace, type RequirementTally, sumText } from '../requirements.ts'
import { advice, badge, code, columns, details, openUpTo, table, text } from './markup.ts'
import { keywordTone, statusTone } from './tones.ts'

/** What a profile asks for: before, repaired, left and why; nothing when no profile was asked for. */
export function requirementSections({ requirements, requirementFiles }: Digest): string[] {
  if (requirements.length === 0) return []
  const overview = requirements.map(({ code: number, keyword, rule, repaired, left }) => [
    code(number),
    badge(keyword, keywordTone(keyword)),
    text(rule),
    `${repaired.length + left.length}`,
    `${repaired.length}`,
    `${left.length}`,
  ])
  const files = requirementFiles.map(({ path, status, repaired, left }) => [
    code(path),
    badge(status, statusTone(status)),
    `${repaired + left}`,
    `${repaired}`,
    `${left}`,
  ])
  return [
    '<h2>Requirements</h2>\n',
    `<p>${sumText(requirements)}.</p>\n`,
    table(
      'Requirements',
      columns('requirement', 'keyword', 'rule', '#before', '#repaired', '#left'),
      overview,
    ),
    details(
      `by file <span class="quiet">${quantity(files.length, 'file')}</span>`,
      table('Requirements by file', columns('file', 'status', '#before', '#repaired', '#left'), files),
    ),
    ...placesSection('What is left, and why', requirements, ({ left }) => left),
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
