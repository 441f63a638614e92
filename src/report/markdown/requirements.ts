import type { Digest } from '../digest.ts'
import { quantity } from '../quantity.ts'
import { type RequirementPlace, type RequirementTally, sumText } from '../requirements.ts'
import { advice, code, details, prose, table } from './escape.ts'

/** What a profile asks for: before, repaired, left and why; nothing when no profile was asked for. */
export function requirementParts({ requirements, requirementFiles }: Digest): string[] {
  if (requirements.length === 0) return []
  const overview = requirements.map(({ code: number, keyword, rule, repaired, left }) => [
    code(number),
    keyword,
    prose(rule),
    `${repaired.length + left.length}`,
    `${repaired.length}`,
    `${left.length}`,
  ])
  const files = requirementFiles.map(({ path, status, repaired, left }) => [
    code(path),
    status,
    `${repaired + left}`,
    `${repaired}`,
    `${left}`,
  ])
  return [
    '## Requirements\n',
    `${sumText(requirements)}.\n`,
    table(['requirement', 'keyword', 'rule', 'before', 'repaired', 'left'], overview),
    details(
      `by file: ${quantity(files.length, 'file')}`,
      table(['file', 'status', 'before', 'repaired', 'left'], files),
    ),
    ...placesPart('What is left, and why', requirements, ({ left }) => left),
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
  const rows = places.map(({ path, line, column, message, note }) => [
    code(`${path}:${line}:${column}`),
    prose(message),
    advice(note),
  ])
  const summary = `${number} (${keyword}): ${quantity(places.length, 'place')}`
  return details(summary, table(['place', 'what', 'note'], rows))
}
