/** What a profile asks for, as a part of the HTML report. */

import { quantity } from './counts.ts'
import { type Digest, ELSEWHERE } from './digest.ts'
import type { UsedWords } from './glossary.ts'
import {
  advice,
  badge,
  code,
  columns,
  details,
  keywordTone,
  openUpTo,
  table,
  text,
  verdictTone,
} from './html-markup.ts'
import type { FirstRows } from './reporter.ts'
import {
  type CellMarkup,
  type LocationGroup,
  locationGroups,
  requirementTables,
  sumText,
} from './requirements.ts'
import { type TaskEntry, taskCounts, taskEntries, taskLocations, taskTitle } from './tasks.ts'

const cells: CellMarkup = {
  code,
  link: (value, address) => `<a href="${text(address)}" rel="noreferrer">${code(value)}</a>`,
  prose: text,
  advice,
  keyword: (keyword) => badge(keyword, keywordTone(keyword)),
  verdict: (verdict) => badge(verdict, verdictTone(verdict)),
}

/** What a profile asks for: before, repaired, left and why; nothing when no profile was asked for. */
export function requirementSections(digest: Digest, words: UsedWords): string[] {
  const { requirements, requirementFiles } = digest
  if (requirements.length === 0) return []
  const { counts, byRequirement, byFile } = requirementTables(digest, cells)
  const names = counts.map(({ name }) => `#${name}`)
  return [
    '<h2>Requirements</h2>\n',
    `<p>${words.in(sumText(digest))}.</p>\n`,
    table('Requirements', columns('requirement', 'keyword', 'rule', '?tested by', ...names), byRequirement),
    details(
      `by file <span class="quiet">${quantity(requirementFiles.length, 'file')}</span>`,
      table('Requirements by file', columns('file', 'status', ...names), byFile) + leftOut(requirementFiles),
    ),
    ...locationGroups(digest).flatMap(groupSection),
  ]
}

function groupSection(group: LocationGroup): string[] {
  const { heading, tallies } = group
  const state = openUpTo(tallies.reduce((sum, { locations }) => sum + locations.length, 0))
  const omitted = tallies.filter(({ locations }) => locations.rows.length < locations.length)
  return [
    `<h3>${heading}</h3>\n`,
    ...taskEntries(group).map((one) => taskDetails(one, state)),
    ...omitted.map(({ tally, locations }) => `<p>${code(tally.code)}</p>\n${leftOut(locations)}`),
  ]
}

/** One thing to do: the old and the new name side by side, all requirements that it is about, and where. */
function taskDetails(entry: TaskEntry, state: 'open' | 'closed'): string {
  const { task, requirements, lines: all } = entry
  const [first, ...others] = requirements
  const isSingle = others.length === 0
  const numbers = requirements.map(
    ({ code: number, keyword }) => `${badge(keyword, keywordTone(keyword))} ${code(number)}`,
  )
  const rows = all.map((line) => [
    taskLocations(line, code),
    ...(isSingle ? [] : [code(line.code)]),
    text(line.message),
    advice(line.note),
  ])
  const reasons = new Set(requirements.flatMap(({ why }) => why ?? []))
  return details(
    [
      ...taskTitle(task, code),
      ...numbers,
      ...(isSingle ? [text(first?.rule ?? '')] : []),
      `<span class="quiet">${taskCounts(entry)}</span>`,
    ].join(' '),
    (isSingle ? [] : requirements).map(ruleParagraph).join('') +
      [...reasons].map((why) => `<p>${text(why)}</p>\n`).join('') +
      table(
        `Locations of ${requirements.map(({ code: number }) => number).join(', ')}`,
        columns('location', ...(isSingle ? [] : ['requirement']), 'what', 'note'),
        rows,
      ),
    state,
  )
}

function ruleParagraph({ code: number, rule }: TaskEntry['requirements'][number]): string {
  return `<p>${code(number)} ${text(rule)}</p>\n`
}

/** The numbers alone. */
export function requirementCounts(digest: Digest): string[] {
  const { counts, byRequirement } = requirementTables(digest, cells)
  const names = counts.map(({ name }) => `#${name}`)
  return [
    '<h2>Requirements</h2>\n',
    table('Requirements', columns('requirement', 'keyword', 'rule', '?tested by', ...names), byRequirement),
  ]
}

/** What a list does not show. */
export function leftOut({ length, rows }: FirstRows<unknown>): string {
  const more = length - rows.length
  return more === 0 || rows.length === 0 ? '' : `<p class="quiet">${more} more ${ELSEWHERE}.</p>\n`
}
