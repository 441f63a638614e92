import type { ReportedOutcome } from '../../engine/outcome.ts'
import { labelOf, quantity } from './counts.ts'
import { undeployableText } from './deployable.ts'
import { checksumOf, type Digest, digestOf, ELSEWHERE, type FindingTally, proofSentence } from './digest.ts'
import { type GlossaryWord, glossary, UsedWords } from './glossary.ts'
import { impactBlocks } from './impact-markdown.ts'
import { headline } from './impact-tally.ts'
import { advice, code, details, prose, table } from './markdown-text.ts'
import { packageColumns } from './packages.ts'
import {
  type FirstRows,
  gathered,
  type LookUpCode,
  type ReportExtent,
  type Reporter,
  type Write,
} from './reporter.ts'
import {
  type CellMarkup,
  type LocationGroup,
  locationGroups,
  requirementTables,
  sumText,
} from './requirements.ts'
import { type TaskEntry, taskCounts, taskEntries, taskLocations, taskTitle } from './tasks.ts'

/** Lists up to this length stand open. */
const SHORT = 10

/** GitHub shows summaries of up to a MiB; this leaves room for what other steps say. */
const MOST_BYTES = 1_000_000

/**
 * A summary of the run as GitHub and GitLab show it, for a merge request or a file of record: less than a megabyte,
 * and where lists are cut for that, they say so.
 */
export function markdownReporter(
  write: Write,
  version: string,
  lookUp: LookUpCode,
  extent: ReportExtent = 'whole',
): Reporter {
  const partsOf = extent === 'totals' ? totalsParts : parts
  return gathered<string>(
    (report) => write(`${partsOf(digestOf(report, lookUp), version).join('\n')}`),
    checksumOf,
  )
}

/** The numbers, and no file. */
function totalsParts(digest: Digest, version: string): string[] {
  const { findings, transforms, requirements, impactSentence } = digest
  const words = linkedWords()
  const room = new Room(MOST_BYTES)
  const rules = requirements.length === 0 ? [] : requirementHead(digest, room, words)
  return [
    '# hotshift report\n',
    `hotshift ${prose(version)}: ${digest.headline}.\n`,
    ...packagesPart(digest, room),
    totalsTable(digest),
    ...proofPart(digest, words),
    ...rules,
    ...(impactSentence === '' ? [] : ['## Live stacks\n', sentenceOfImpact(digest, words)]),
    ...(findings.length === 0 ? [] : ['## Findings\n', findingsTable(findings)]),
    ...(transforms.length === 0 ? [] : ['## Changes\n', transformsTable(digest)]),
    ...skippedPart(digest),
    ...wordsPart(words.all),
  ]
}

function parts(digest: Digest, version: string): string[] {
  const room = new Room(MOST_BYTES)
  const words = linkedWords()
  // What has to stand there takes its room first: of the words all, as those that are used are known at the end.
  room.take(wordsPart(glossary).join('\n'))
  const head = room.take(`hotshift ${prose(version)}: ${digest.headline}.\n`)
  const totals = room.take(totalsTable(digest))
  const proof = proofPart(digest, words).map((part) => room.take(part))
  const skipped = skippedPart(digest).map((part) => room.take(part))
  return [
    room.take('# hotshift report\n'),
    head,
    ...packagesPart(digest, room),
    ...writtenPart(digest.written.slice(0, 1), 'first', room),
    ...writtenPart(digest.since, 'rest', room),
    totals,
    ...proof,
    ...requirementParts(digest, room, words),
    ...stoppedPart(digest, room),
    ...impactPart(digest, room, words),
    ...findingsPart(digest.findings, room),
    ...changedPart(digest, room),
    ...skipped,
    ...writtenPart(digest.written.slice(1), 'rest', room),
    ...checkedPart(digest, room),
    ...wordsPart(words.all),
  ]
}

function linkedWords(): UsedWords {
  return new UsedWords((shown) => `[${shown}](#words)`)
}

/** What words of the report mean, to which their first uses lead. */
function wordsPart(used: readonly GlossaryWord[]): string[] {
  if (used.length === 0) return []
  return [
    '## Words\n',
    table(
      ['word', 'meaning'],
      used.map(({ word, meaning }) => [prose(word), advice(meaning)]),
    ),
  ]
}

/** What is left of the size that a report may have. */
class Room {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  /** Takes a string that must not be cut. */
  take(text: string): string {
    this.#left -= Buffer.byteLength(text) + 1
    return text
  }

  /** So much for one of several lists, and as much again for what comes after all of them. */
  share(lists: number): number {
    return Math.max(0, this.#left / (lists + 1))
  }
}

/** What somebody signs: of each package whether it meets the profile. */
function packagesPart({ packages, mode }: Digest, room: Room): string[] {
  if (packages.length === 0) return []
  const counts = packageColumns(packages, mode)
  const verdicts = packages.map(
    ({ name, verdict, said, checksum, made }) =>
      `${verdict === 'met' ? '✔' : '✘'} ${code(name)} **${prose(said)}**.${checksum === undefined ? '' : ` SHA-256 ${code(checksum)}`}${made === undefined ? '' : `; ${code(made.path)}: SHA-256 ${code(made.checksum)}`}\n`,
  )
  const rows = packages.map((one) => [code(one.name), ...counts.map(({ of }) => `${of(one)}`)])
  // Every package has its row; the sentences are for those that fit.
  const numbers = listing(['package', ...counts.map(({ name }) => name)], all(rows), room, 2)
  const fitting = room.share(2)
  let bytes = 0
  const said = verdicts.filter((line) => {
    bytes += Buffer.byteLength(line)
    return bytes <= fitting
  })
  return [...said.map((line) => room.take(line)), numbers]
}

/** How a package was repaired stands below its verdict, what has come of it behind all that is left. */
function writtenPart(tables: Digest['written'], part: 'first' | 'rest', room: Room): string[] {
  return tables.flatMap(({ heading, columns, rows }, index) => {
    const cells = rows.map((row) =>
      row.map((cell, at) => (cell === '' ? '' : columns[at]?.is === 'code' ? code(cell) : prose(cell))),
    )
    const list = listing(
      columns.map(({ name }) => name),
      all(cells),
      room,
      tables.length - index + 1,
    )
    return part === 'first' ? [list] : [`## ${prose(heading)}\n`, folded(list, rows.length, 'row')]
  })
}

function checkedPart({ checked }: Digest, room: Room): string[] {
  if (checked.length === 0) return []
  const rows = cellsOf(checked, ({ path, checksum }) => [code(path), code(checksum)])
  return [
    '## What was looked at\n',
    folded(listing(['file', 'SHA-256'], rows, room, 1), checked.length, 'file'),
  ]
}

function totalsTable({ verdicts }: Digest): string {
  return table(
    verdicts.map(([verdict]) => labelOf(verdict)),
    [verdicts.map(([, count]) => `${count}`)],
  )
}

function proofPart(digest: Digest, words: UsedWords): string[] {
  const sentence = proofSentence(digest)
  return sentence === '' ? [] : [`${words.in(sentence)}.\n`, ...assumedPart(digest)]
}

/** So many are listed; the rest is summed up. */
const ASSUMPTIONS = 100

function assumedPart({ assumed }: Digest): string[] {
  if (assumed.length === 0) return []
  const rows = assumed.slice(0, ASSUMPTIONS).map((one) => [prose(one.text), `${one.files}`])
  const more = assumed.length - rows.length
  return [table(['assumption', 'files'], more > 0 ? [...rows, [`${more} more`, '']] : rows)]
}

/** The effects on live stacks of the old templates. */
function impactPart(digest: Digest, room: Room, words: UsedWords): string[] {
  const { impactSentence, affected } = digest
  if (impactSentence === '') return []
  const sentence = room.take(sentenceOfImpact(digest, words))
  const share = room.share(3)
  let bytes = 0
  const shown = affected.rows
    .map(({ path, impact }) =>
      details(`${path}: ${headline(impact)}`, `${impactBlocks(impact).join('\n')}\n`),
    )
    .filter((block) => {
      bytes += Buffer.byteLength(block) + 1
      return bytes <= share
    })
  const more = affected.length - shown.length
  const note = more === 0 ? [] : [`${more} more ${ELSEWHERE}.\n`]
  return ['## Live stacks\n', sentence, ...shown.map((block) => room.take(block)), ...note]
}

function sentenceOfImpact({ impactSentence }: Digest, words: UsedWords): string {
  return `${words.in(prose(impactSentence))}.\n`
}

function stoppedPart({ stopped, stoppedHeading }: Digest, room: Room): string[] {
  if (stopped.length === 0) return []
  const rows = cellsOf(stopped, ({ path, verdict, reason }) => [code(path), verdict, prose(reason)])
  const files = listing(['file', 'status', 'why'], rows, room, 3)
  return [`## ${stoppedHeading}\n`, folded(files, stopped.length, 'file')]
}

function findingsPart(findings: readonly FindingTally[], room: Room): string[] {
  if (findings.length === 0) return []
  return [
    '## Findings\n',
    room.take(findingsTable(findings)),
    ...findings.map((one, index) =>
      details(
        `${one.code} (${one.severity}): ${quantity(one.places, 'location')}`,
        spotsOf(one, room, findings.length - index + 1),
      ),
    ),
  ]
}

function findingsTable(findings: readonly FindingTally[]): string {
  const rows = findings.map((one) => [
    code(one.code),
    one.severity,
    `${one.files}`,
    `${one.places}`,
    prose(one.title),
  ])
  return table(['finding', 'severity', 'files', 'locations', 'meaning'], rows)
}

function spotsOf({ help, spots }: FindingTally, room: Room, lists: number): string {
  const rows = cellsOf(spots, ({ path, line, column, message }) => [
    code(`${path}:${line}:${column}`),
    prose(message),
  ])
  const general = room.take(help === '' ? '' : `${advice(help)}\n\n`)
  return `${general}${listing(['location', 'what'], rows, room, lists)}`
}

function changedPart(digest: Digest, room: Room): string[] {
  const { changed } = digest
  if (changed.length === 0) return []
  const rows = cellsOf(changed, (file) => [
    file.newPath === undefined ? code(file.path) : `${code(file.path)} → ${code(file.newPath)}`,
    statusOf(file),
    file.proof === 'none' ? '' : file.proof,
    file.transforms.map(({ id }) => code(id)).join(' '),
  ])
  return [
    '## Changes\n',
    room.take(transformsTable(digest)),
    folded(listing(['file', 'status', 'proof', 'transforms'], rows, room, 1), changed.length, 'file'),
  ]
}

/** `changed; not deployable: 3 properties`. */
function statusOf(file: ReportedOutcome): string {
  const status = file.isNew === true ? 'created' : 'changed'
  const undeployable = undeployableText(file)
  return undeployable === '' ? status : prose(`${status}; ${undeployable}`)
}

function transformsTable({ transforms }: Digest): string {
  const counts = transforms.map(({ id, files, changes }) => [code(id), `${files}`, `${changes}`])
  return table(['transform', 'files', 'changes'], counts)
}

/** Reasons that are named; the rest is summed up. */
const REASONS = 100

function skippedPart({ skipped }: Digest): string[] {
  if (skipped.length === 0) return []
  const others = skipped.slice(REASONS).reduce((sum, { files }) => sum + files, 0)
  const rows = skipped.slice(0, REASONS).map(({ reason, files }) => [prose(reason), `${files}`])
  return [
    '## Skipped\n',
    table(['reason', 'files'], others === 0 ? rows : [...rows, ['other reasons', `${others}`]]),
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
function requirementParts(digest: Digest, room: Room, words: UsedWords): string[] {
  const { requirements, requirementFiles } = digest
  if (requirements.length === 0) return []
  const { counts, byFile } = requirementTables(digest, cells)
  const names = counts.map(({ name }) => name)
  const groups = locationGroups(digest)
  const files = { rows: byFile, length: requirementFiles.length }
  return [
    ...requirementHead(digest, room, words),
    details(
      `by file: ${quantity(requirementFiles.length, 'file')}`,
      listing(['file', 'status', ...names], files, room, groups.length + 4),
    ),
    ...groups.flatMap((group, index) => taskParts(group, room, groups.length - index + 3)),
  ]
}

/** How many locations each requirement has. */
function requirementHead(digest: Digest, room: Room, words: UsedWords): string[] {
  const { counts, byRequirement } = requirementTables(digest, cells)
  const names = counts.map(({ name }) => name)
  const rules = table(['requirement', 'keyword', 'rule', 'tested by', ...names], byRequirement)
  const sum = room.take(`${words.in(sumText(digest))}.\n`)
  return ['## Requirements\n', sum, room.take(rules)]
}

/** What there is to do under one heading, each thing with all that it is about, as far as there is room. */
function taskParts(group: LocationGroup, room: Room, groups: number): string[] {
  const share = room.share(groups)
  const blocks = taskEntries(group).map(taskDetails)
  let bytes = 0
  const shown = blocks.filter((block) => {
    bytes += Buffer.byteLength(block) + 1
    return bytes <= share
  })
  const unlisted = group.tallies.reduce(
    (sum, { locations }) => sum + locations.length - locations.rows.length,
    0,
  )
  const notes = [
    ...(shown.length < blocks.length
      ? [`${quantity(blocks.length - shown.length, 'more thing')} to do`]
      : []),
    ...(unlisted > 0 ? [`${quantity(unlisted, 'more location')}`] : []),
  ]
  const note = notes.length === 0 ? [] : [`${notes.join(' and ')} ${ELSEWHERE}.\n`]
  return [`### ${group.heading}\n`, ...shown, ...note].map((part) => room.take(part))
}

/** One thing to do, with the old and the new name and the numbers of all requirements that it is about. */
function taskDetails(entry: TaskEntry): string {
  const { task, requirements, lines } = entry
  const isSingle = requirements.length === 1
  const title = taskTitle(task, (name) => name)
  const numbers = requirements.map(({ code: number, keyword }) => `${number} (${keyword})`)
  const rows = lines.map((line) => [
    taskLocations(line, code),
    ...(isSingle ? [] : [code(line.code)]),
    prose(line.message),
    advice(line.note),
  ])
  return details(
    `${[...title, numbers.join(', ')].join(': ')}: ${taskCounts(entry)}`,
    table(['location', ...(isSingle ? [] : ['requirement']), 'what', 'note'], rows),
  )
}

/** Rows of a table, cells as Markdown, and how many there would be. */
type MarkdownRows =
  | Pick<FirstRows<readonly string[]>, 'rows' | 'length'>
  | { readonly rows: MarkdownTable; readonly length: number }

type MarkdownTable = readonly (readonly string[])[]

function all(rows: MarkdownTable): MarkdownRows {
  return { rows, length: rows.length }
}

function cellsOf<Row>(
  { rows, length }: FirstRows<Row>,
  cells: (row: Row) => readonly string[],
): MarkdownRows {
  return { rows: rows.map(cells), length }
}

/**
 * A table of as many rows as there is room for.
 *
 * @param lists how many of the lists that are to come have as much right to the room, this one included
 */
function listing(
  header: readonly string[],
  { rows, length }: MarkdownRows,
  room: Room,
  lists: number,
): string {
  const share = room.share(lists)
  let bytes = 0
  const fitting = rows.findIndex((row) => {
    bytes += Buffer.byteLength(row.join('')) + 3 * row.length + 2
    return bytes > share
  })
  const shown = fitting === -1 ? rows : rows.slice(0, fitting)
  const more = length - shown.length
  const note = more === 0 ? '' : `\n${more} more ${ELSEWHERE}.\n`
  return room.take(`${table(header, shown)}${note}`)
}
