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
import { advice, code, details, prose, table } from './escape.ts'

/** What a profile asks for: before, repaired, left and why; nothing when no profile was asked for. */
export function requirementParts({ requirements, requirementFiles, mode }: Digest): string[] {
  if (requirements.length === 0) return []
  const counts = countColumns(mode)
  const names = counts.map(({ name }) => name)
  const overview = requirements.map((tally) => [
    code(tally.code),
    tally.keyword,
    prose(tally.rule),
    ...counts.map(({ of }) => `${of(countedOf(tally))}`),
  ])
  const files = requirementFiles.map((file) => [
    code(file.path),
    file.verdict,
    ...counts.map(({ of }) => `${of(file)}`),
  ])
  return [
    '## Requirements\n',
    `${sumText(requirements, mode)}.\n`,
    table(['requirement', 'keyword', 'rule', ...names], overview),
    details(`by file: ${quantity(files.length, 'file')}`, table(['file', 'status', ...names], files)),
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
  const rows = places.map(({ path, line, column, message, note }) => [
    code(`${path}:${line}:${column}`),
    prose(message),
    advice(note),
  ])
  const summary = `${number} (${keyword}): ${quantity(places.length, 'place')}`
  return details(summary, table(['place', 'what', 'note'], rows))
}
