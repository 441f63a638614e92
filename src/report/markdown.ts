import { Checksums } from './checksums.ts'
import { labelOf, quantity } from './counts.ts'
import { type Digest, digestOf, type FindingTally, proofSentence } from './digest.ts'
import { gathered } from './gathered.ts'
import { headline, impactBlocks } from './impact.ts'
import { packageCounts } from './packages.ts'
import type { LookUpCode, Reporter, Write } from './reporter.ts'
import {
  type CellMarkup,
  locationGroups,
  locationRows,
  type RequirementLocation,
  type RequirementTally,
  requirementTables,
  sumText,
} from './requirements.ts'

/** Lists up to this length stand open. */
const SHORT = 10

/** A summary of the run as GitHub and GitLab show it, for a merge request or a file of record. */
export function markdownReporter(write: Write, version: string, lookUp: LookUpCode): Reporter {
  const checksums = new Checksums()
  return gathered(
    (report) => write(`${parts(digestOf(report, lookUp, checksums), version).join('\n')}`),
    (outcome) => checksums.add(outcome),
  )
}

function parts(digest: Digest, version: string): string[] {
  return [
    '# hotshift report\n',
    `hotshift ${prose(version)}: ${digest.headline}.\n`,
    ...packagesPart(digest),
    totalsTable(digest),
    ...proofPart(digest),
    ...requirementParts(digest),
    ...stoppedPart(digest),
    ...impactPart(digest),
    ...findingsPart(digest.findings),
    ...changedPart(digest),
    ...skippedPart(digest),
    ...checkedPart(digest),
  ]
}

/** What somebody signs: of each package whether it meets the profile. */
function packagesPart({ packages, mode }: Digest): string[] {
  if (packages.length === 0) return []
  const counts = packageCounts(packages, mode)
  return [
    ...packages.map(
      ({ path, verdict, said, checksum }) =>
        `${verdict === 'met' ? '✔' : '✘'} ${code(path)} **${prose(said)}**.${checksum === undefined ? '' : ` SHA-256 ${code(checksum)}`}\n`,
    ),
    table(
      ['package', ...counts.map(({ name }) => name)],
      packages.map((one) => [code(one.path), ...counts.map(({ of }) => `${of(one)}`)]),
    ),
  ]
}

function checkedPart({ checked }: Digest): string[] {
  if (checked.length === 0) return []
  const rows = checked.map(({ path, checksum }) => [code(path), code(checksum)])
  return ['## What was looked at\n', folded(table(['file', 'SHA-256'], rows), rows.length, 'file')]
}

function totalsTable({ verdicts }: Digest): string {
  return table(
    verdicts.map(([verdict]) => labelOf(verdict)),
    [verdicts.map(([, count]) => `${count}`)],
  )
}

function proofPart(digest: Digest): string[] {
  const sentence = proofSentence(digest)
  return sentence === '' ? [] : [`${sentence}.\n`]
}

/** What stacks feel that were made from the old templates. */
function impactPart({ impactSentence, felt }: Digest): string[] {
  if (impactSentence === '') return []
  return [
    '## Live stacks\n',
    `${prose(impactSentence.replace(/^[as]/, (first) => first.toUpperCase()))}.\n`,
    ...felt.map(({ path, impact }) =>
      details(`${path}: ${headline(impact)}`, `${impactBlocks(impact).join('\n')}\n`),
    ),
  ]
}

function stoppedPart({ stopped, stoppedHeading }: Digest): string[] {
  if (stopped.length === 0) return []
  const rows = stopped.map(({ path, verdict, reason }) => [code(path), verdict, prose(reason)])
  return [`## ${stoppedHeading}\n`, folded(table(['file', 'status', 'why'], rows), rows.length, 'file')]
}

function findingsPart(findings: readonly FindingTally[]): string[] {
  if (findings.length === 0) return []
  const rows = findings.map((one) => [
    code(one.code),
    one.severity,
    `${one.files}`,
    `${one.places}`,
    prose(one.title),
  ])
  return [
    '## Findings\n',
    table(['finding', 'severity', 'files', 'places', 'meaning'], rows),
    ...findings.map((one) =>
      details(`${one.code} (${one.severity}): ${quantity(one.places, 'place')}`, spotsOf(one)),
    ),
  ]
}

function spotsOf({ help, spots }: FindingTally): string {
  const rows = spots.map(({ path, line, column, message }) => [
    code(`${path}:${line}:${column}`),
    prose(message),
  ])
  return `${help === '' ? '' : `${advice(help)}\n\n`}${table(['place', 'what'], rows)}`
}

function changedPart({ changed, transforms }: Digest): string[] {
  if (changed.length === 0) return []
  const rows = changed.map((file) => [
    file.newPath === undefined ? code(file.path) : `${code(file.path)} → ${code(file.newPath)}`,
    file.isNew === true ? 'created' : 'changed',
    file.proof === 'none' ? '' : file.proof,
    file.transforms.map(({ id }) => code(id)).join(' '),
  ])
  const counts = transforms.map(({ id, files, changes }) => [code(id), `${files}`, `${changes}`])
  return [
    '## Changes\n',
    table(['transform', 'files', 'changes'], counts),
    folded(table(['file', 'status', 'proof', 'transforms'], rows), rows.length, 'file'),
  ]
}

function skippedPart({ skipped }: Digest): string[] {
  if (skipped.length === 0) return []
  return [
    '## Skipped\n',
    table(
      ['reason', 'files'],
      skipped.map(({ reason, files }) => [prose(reason), `${files}`]),
    ),
  ]
}

function folded(text: string, length: number, noun: string): string {
  return length > SHORT ? details(quantity(length, noun), text) : text
}

const cells: CellMarkup = {
  code,
  link: (text, address) => `[${code(text)}](<${address}>)`,
  prose,
  advice,
  keyword: (keyword) => keyword,
  verdict: (verdict) => verdict,
}

/** What a profile asks for: before, repaired, left and why; nothing when no profile was asked for. */
function requirementParts(digest: Digest): string[] {
  const { requirements, mode } = digest
  if (requirements.length === 0) return []
  const { counts, byRequirement, byFile } = requirementTables(digest, cells)
  const names = counts.map(({ name }) => name)
  return [
    '## Requirements\n',
    `${sumText(requirements, mode)}.\n`,
    table(['requirement', 'keyword', 'rule', 'tested by', ...names], byRequirement),
    details(`by file: ${quantity(byFile.length, 'file')}`, table(['file', 'status', ...names], byFile)),
    ...locationGroups(digest).flatMap(({ heading, tallies }) => [
      `### ${heading}\n`,
      ...tallies.map(({ tally, locations }) => locationsOfOne(tally, locations)),
    ]),
  ]
}

function locationsOfOne(
  { code: number, keyword }: RequirementTally,
  places: readonly RequirementLocation[],
): string {
  const summary = `${number} (${keyword}): ${quantity(places.length, 'place')}`
  return details(summary, table(['place', 'what', 'note'], locationRows(places, cells)))
}

/**
 * Text of others as Markdown that shows exactly it, in a table cell too: GitHub Flavored
 * Markdown, which GitLab reads alike. Names, numbers and addresses in it stay plain
 * text instead of notifying people (`@name`) or linking issues (`#12`, `!12`).
 */
export function prose(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]()<>|$&^~@#!%]|(?<!:):(?=[\w+-]+:(?!:))/g, shown)
    .replace(/^[-+=#]/, '\\$&')
}

/** One character that Markdown, or a site that shows it, would take for more. */
function shown(c: string, offset: number, whole: string): string {
  const entity = ENTITIES[c]
  if (entity !== undefined) return entity
  const escaped = /[@#!%:]/.test(c) ? c : `\\${c}`
  // What a site makes links of it looks for in the text that is shown; an empty comment parts that.
  return /[@#!~%:]/.test(c) && /^\w/.test(whole.slice(offset + 1, offset + 2))
    ? `${escaped}<!-- -->`
    : escaped
}

/** The same for advice of ours, in which backticks mark code. */
export function advice(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((part, i) => (i % 2 === 0 ? prose(part) : code(part)))
    .join('')
}

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '|': '&#124;' }

/** Text as code; its backticks make the fence longer. In a table cell a bar needs a backslash even there. */
export function code(text: string): string {
  const line = oneLine(text)
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const padding = /^`|`$|^ .* $/.test(line) ? ' ' : ''
  return `${fence}${padding}${line.replaceAll('|', '\\|')}${padding}${fence}`
}

/** A table; cells are Markdown already. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  return `${line(header)}${line(header.map((name) => (NUMERIC.test(name) ? '---:' : '---')))}${rows.map(line).join('')}`
}

/** Columns of numbers stand right. */
const NUMERIC =
  /^(files|places|changes|MUST|SHOULD|set aside|before|repaired|left|changed|unchanged|skipped|blocked|failed|with errors|with warnings|clean)$/

/** A part that readers unfold; `summary` is plain text. */
function details(summary: string, body: string): string {
  const text = oneLine(summary).replace(/[<>&]/g, (c) => ENTITIES[c] ?? c)
  return `<details>\n<summary>${text}</summary>\n\n${body}\n</details>\n`
}

/** Control characters would end a cell, or the file. */
function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').replace(/[\x00-\x1f\x7f-\x9f]/g, '\ufffd')
}
