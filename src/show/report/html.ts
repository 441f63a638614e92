import type { ReportedOutcome } from '../../engine/outcome.ts'
import type { StackImpact } from '../../meaning/impact/model.ts'
import { labelOf, quantity } from './counts.ts'
import { undeployableText } from './deployable.ts'
import {
  type AffectedFile,
  checksumOf,
  type Digest,
  digestOf,
  type FindingTally,
  proofSentence,
  type Spot,
  type StoppedFile,
} from './digest.ts'
import { gates } from './gates.ts'
import { UsedWords } from './glossary.ts'
import { svgText } from './graph-picture.ts'
import {
  advice,
  badge,
  code,
  columns,
  details,
  openUpTo,
  severityTone,
  stylesheet,
  table,
  text,
  verdictTone,
} from './html-markup.ts'
import { questionsSection } from './html-questions.ts'
import { leftOut, requirementCounts, requirementSections } from './html-requirements.ts'
import { declarationTexts, impactRows } from './impact.ts'
import { openTexts, refusalTexts } from './impact-reasons.ts'
import { headline } from './impact-tally.ts'
import { type PackageTally, packageColumns } from './packages.ts'
import type { Drawing } from './page-data.ts'
import {
  type DrawingOf,
  FirstRows,
  type FullReport,
  gathered,
  type LookUpCode,
  type ReportExtent,
  type Reporter,
  type Write,
} from './reporter.ts'
import { countedOf } from './requirements.ts'
import { type PageAssets, ReviewPage } from './review-page.ts'
import { commandLine } from './written.ts'

/** The page for reviews begins with the summary, which has a style of its own. */
export function withSummaryStyle(assets: PageAssets): PageAssets {
  return { ...assets, style: stylesheet + assets.style }
}

interface HtmlOptions {
  /** For the page on which changes are reviewed. */
  readonly assets?: PageAssets
  readonly extent?: ReportExtent
  readonly drawingOf?: DrawingOf
}

/**
 * One HTML file that needs no other and loads none: of a check a summary, for the desk of whoever decides, on screen or on
 * paper; of changes a page on which they can be reviewed.
 */
export function htmlReporter(
  write: Write,
  version: string,
  lookUp: LookUpCode,
  { assets, extent = 'whole', drawingOf = () => undefined }: HtmlOptions = {},
): Reporter {
  const page = assets === undefined || extent === 'totals' ? undefined : new ReviewPage(lookUp)
  const drawn = new FirstRows<readonly [path: string, Drawing]>(DRAWN)
  return gathered<string>(
    async (report) => {
      const digest = digestOf(report, lookUp)
      if (assets !== undefined && page !== undefined && report.mode !== 'checked') {
        const { questions = [] } = report
        const asked = questionsSection(questions, lookUp)
        const made = [...madeBy(report), ...summaryForReview(digest, asked)]
        return page.write(write, version, { summary: made, questions }, withSummaryStyle(assets))
      }
      const body = [
        ...madeBy(report),
        ...(extent === 'totals' ? totals(digest) : [...summary(digest), ...drawingSection(drawn)]),
      ]
      for (const part of summaryPage(digest, version, body)) await write(part)
    },
    (outcome) => {
      const drawing = extent === 'totals' ? undefined : drawingOf(outcome)
      page?.add(outcome, drawing)
      if (drawing !== undefined) drawn.add([outcome.path, drawing])
      return checksumOf(outcome)
    },
  )
}

/** So many pictures are in a summary. */
const DRAWN = 50

/** What the resources of each template wait for. */
function drawingSection({ rows, length }: FirstRows<readonly [string, Drawing]>): string[] {
  if (length === 0) return []
  const all = rows.map(([path, { picture, circles }]) =>
    details(
      code(path),
      `<div class="wide">${svgText(picture)}</div>\n${circles.length === 0 ? '' : `<p>${lines(circles)}</p>\n`}`,
      openUpTo(length),
    ),
  )
  const others = length > rows.length ? [`<p>The first ${rows.length} of ${length} templates.</p>\n`] : []
  return ['<h2>What waits for what</h2>\n', ...others, ...all]
}

/** The command that the report is of, with the options that its files depend on, and where and when that was; of a repair its own table says it. */
function madeBy({ invocation, origin, written }: FullReport): string[] {
  if (written !== undefined) return []
  if (origin === undefined)
    return invocation === undefined ? [] : [`<p class="quiet">${code(commandLine(invocation))}</p>\n`]
  const { command, folder, commit, day } = origin
  const at = [
    `in ${code(folder)}`,
    ...(commit === undefined ? [] : [`at commit ${code(commit.slice(0, SHORT_HASH))}`]),
    `on ${text(day)}`,
  ]
  return [`<p class="quiet">${code(command)}<br>${at.join(', ')}</p>\n`]
}

/** So many digits of a commit's hash, as git shows them in large repositories. */
const SHORT_HASH = 12

function summaryPage(digest: Digest, version: string, body: readonly string[]): string[] {
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
    // Nothing in this file may load or run anything, whatever a template put into a name.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">\n`,
    `<title>hotshift report</title>\n<style>${stylesheet}</style>\n</head>\n<body>\n<main>\n`,
    `<h1>hotshift report</h1>\n<p class="quiet">hotshift ${text(version)}: ${text(digest.headline)}.</p>\n`,
    ...body,
    '</main>\n</body>\n</html>\n',
  ]
}

/** So many locations and files are listed beside the files themselves, which have them all. */
const LISTED = 1000

function summaryForReview(digest: Digest, asked: readonly string[]): string[] {
  const { findings, changed, stopped, requirements } = digest
  const listed = findings.reduce((sum, { places }) => sum + places, changed.length + stopped.length)
  const places = requirements.reduce((sum, one) => {
    const { repaired, left } = countedOf(one)
    return sum + repaired + left
  }, listed)
  return places <= LISTED ? summary(digest, asked) : totals(digest, asked)
}

/** The numbers, and no file. */
function totals(digest: Digest, asked: readonly string[] = []): string[] {
  const { findings, requirements } = digest
  const short = {
    ...digest,
    findings: findings.map((one) => ({ ...one, spots: new FirstRows<Spot>(0) })),
    changed: new FirstRows<ReportedOutcome>(0),
    stopped: new FirstRows<StoppedFile>(0),
    affected: new FirstRows<AffectedFile>(0),
    checked: new FirstRows<Digest['checked']['rows'][number]>(0),
  }
  return [
    ...summary({ ...short, requirements: [] }, asked),
    ...(digest.transforms.length === 0 ? [] : [transformsTable(digest)]),
    ...(requirements.length === 0 ? [] : requirementCounts(digest)),
  ]
}

/** @param asked what a person has to decide */
function summary(digest: Digest, asked: readonly string[] = []): string[] {
  const words = new UsedWords(
    (shown, { word }) => `<a href="#word-${word.replaceAll(' ', '-')}">${shown}</a>`,
  )
  return [
    ...packagesSection(digest),
    ...writtenSection(digest.written.slice(0, 1), 'first'),
    ...writtenSection(digest.since, 'rest'),
    ...asked,
    tiles(digest, words),
    proofParagraph(digest, words),
    ...requirementSections(digest, words),
    ...stoppedSection(digest),
    ...impactSection(digest, words),
    ...findingsSection(digest.findings),
    ...changedSection(digest),
    ...skippedSection(digest),
    ...writtenSection(digest.written.slice(1), 'rest'),
    ...assumedSection(digest),
    ...checkedSection(digest),
    ...wordsSection(words),
  ]
}

/** What words of the report mean, to which their first uses lead. */
function wordsSection({ all }: UsedWords): string[] {
  if (all.length === 0) return []
  const entries = all.map(
    ({ word, meaning }) =>
      `<dt id="word-${word.replaceAll(' ', '-')}">${text(word)}</dt><dd>${advice(meaning)}</dd>\n`,
  )
  return ['<h2>Words</h2>\n', `<dl class="words">\n${entries.join('')}</dl>\n`]
}

/** What somebody signs: of each package whether it meets the profile. */
function packagesSection({ packages, mode }: Digest): string[] {
  if (packages.length === 0) return []
  const verdicts = packages.map(
    ({ name, verdict, said, ...archives }) =>
      `<p class="verdict ${packageTone[verdict]}">${code(name)} ${text(said)}.${checksumLines(archives)}</p>\n`,
  )
  const counts = packageColumns(packages, mode)
  const rows = packages.map((one) => [code(one.name), ...counts.map(({ of }) => `${of(one)}`)])
  const names = counts.map(({ name }) => `${gates.some((gate) => gate === name) ? '?' : '#'}${name}`)
  return [...verdicts, table('Packages', columns('package', ...names), rows)]
}

function checksumLines({ checksum, made }: Pick<PackageTally, 'checksum' | 'made'>): string {
  if (checksum === undefined) return ''
  const now = made === undefined ? '' : `<br>${code(made.path)}: SHA-256 ${code(made.checksum)}`
  return `<br><span class="quiet">${made === undefined ? '' : 'as it was read: '}SHA-256 ${code(checksum)}${now}</span>`
}

/** How a package was repaired stands below its verdict, what has come of it behind all that is left. */
function writtenSection(tables: Digest['written'], part: 'first' | 'rest'): string[] {
  return tables.flatMap(({ heading, columns: all, rows }) => {
    const cells = rows.map((row) =>
      row.map((cell, at) => (cell === '' ? '' : all[at]?.is === 'code' ? code(cell) : text(cell))),
    )
    const list = table(heading, columns(...all.map(({ name }) => name)), cells)
    return part === 'first'
      ? [list]
      : [
          `<h2>${text(heading)}</h2>\n`,
          openUpTo(rows.length) === 'open' ? list : details(quantity(rows.length, 'row'), list),
        ]
  })
}

const packageTone = { met: 'good', violated: 'bad', 'not-in-full': 'warn' } as const

function checkedSection({ checked }: Digest): string[] {
  if (checked.length === 0) return []
  const rows = checked.rows.map(({ path, checksum }) => [code(path), code(checksum)])
  const files = table('Files as they were read', columns('file', 'SHA-256'), rows)
  return ['<h2>What was looked at</h2>\n', folded(files, checked.length), leftOut(checked)]
}

function tiles({ verdicts }: Digest, words: UsedWords): string {
  const all = verdicts.map(
    ([verdict, count]) =>
      `<div><dt>${count === 0 ? text(labelOf(verdict)) : words.in(text(labelOf(verdict)))}</dt><dd>${count}</dd></div>\n`,
  )
  return `<dl class="tiles">\n${all.join('')}</dl>\n`
}

function proofParagraph(digest: Digest, words: UsedWords): string {
  const sentence = proofSentence(digest)
  return sentence === '' ? '' : `<p>${words.in(text(sentence))}.</p>\n`
}

function assumedSection({ assumed }: Digest): string[] {
  if (assumed.length === 0) return []
  const rows = assumed.map((one) => [text(one.text), `${one.files}`])
  return ['<h2>Assumptions</h2>\n', table('What the proof assumes', columns('assumption', '#files'), rows)]
}

/** The effects on live stacks of the old templates. */
function impactSection({ impactSentence, affected }: Digest, words: UsedWords): string[] {
  if (impactSentence === '') return []
  return [
    '<h2>Live stacks</h2>\n',
    `<p>${words.in(text(impactSentence))}.</p>\n`,
    ...affected.rows.map(({ path, impact }) =>
      details(
        `${code(path)} <span class="quiet">${text(headline(impact))}</span>`,
        impactTable(path, impact),
        openUpTo(affected.length),
      ),
    ),
    leftOut(affected),
  ]
}

function impactTable(path: string, impact: StackImpact): string {
  const rows = impactRows(impact).map(({ mark, name, types, effects, why }) => [
    code(mark),
    code(name),
    types.map(code).join(' → '),
    lines(effects),
    lines(why),
  ])
  const open = [...refusalTexts(impact), ...openTexts(impact), ...(impact.remarks ?? [])]
    .map((one) => `<p>${text(one)}</p>\n`)
    .join('')
  const columnsOfAll = columns('', 'resource', 'type', 'what happens', 'why')
  const declared = declarationTexts(impact)
  return [
    open,
    rows.length === 0 ? '' : table(`Effect on a live stack of ${path}`, columnsOfAll, rows),
    declared.length === 0 ? '' : `<ul>\n${declared.map((one) => `<li>${text(one)}</li>\n`).join('')}</ul>\n`,
  ].join('')
}

function lines(texts: readonly string[]): string {
  return texts.map(text).join('<br>')
}

function stoppedSection({ stopped, stoppedHeading }: Digest): string[] {
  if (stopped.length === 0) return []
  const rows = stopped.rows.map(({ path, verdict, reason, acceptance }) => [
    code(path),
    badge(verdict, verdictTone(verdict)),
    `${text(reason)}${acceptance === undefined ? '' : `<br>${acceptanceLine(acceptance)}`}`,
  ])
  const files = table(stoppedHeading, columns('file', 'status', 'why'), rows)
  return [`<h2>${stoppedHeading}</h2>\n`, folded(files, stopped.length), leftOut(stopped)]
}

/** The option is code, so that the page can offer it to be copied. */
function acceptanceLine(acceptance: string): string {
  return text(acceptance).replace(/--accept [\w,-]+/, (option) => `<code class="option">${option}</code>`)
}

function findingsSection(findings: readonly FindingTally[]): string[] {
  if (findings.length === 0) return []
  const state = openUpTo(findings.reduce((sum, { places }) => sum + places, 0))
  return ['<h2>Findings</h2>\n', ...findings.map((finding) => findingDetails(finding, state))]
}

function findingDetails(finding: FindingTally, state: 'open' | 'closed'): string {
  const { severity, title, help, spots, files, places } = finding
  const rows = spots.rows.map(({ path, line, column, message }) => [
    code(`${path}:${line}:${column}`),
    text(message),
  ])
  const name = title === '' ? '' : ` ${text(title)}`
  const count = `${quantity(places, 'location')} in ${quantity(files, 'file')}`
  return details(
    `${badge(severity, severityTone(severity))} ${code(finding.code)}${name} <span class="quiet">${count}</span>`,
    `${help === '' ? '' : `<p>${advice(help)}</p>\n`}${table(`Locations of ${finding.code}`, columns('location', 'what'), rows)}${leftOut(spots)}`,
    state,
  )
}

function changedSection(digest: Digest): string[] {
  const { changed } = digest
  if (changed.length === 0) return []
  const rows = changed.rows.map((file) => [
    file.newPath === undefined ? code(file.path) : `${code(file.path)} → ${code(file.newPath)}`,
    statusOf(file),
    file.proof === 'none' ? '' : badge(file.proof, file.proof === 'equal' ? 'good' : 'warn'),
    file.transforms.map(({ id }) => code(id)).join(', '),
  ])
  const files = table('Changed files', columns('file', 'status', 'proof', 'transforms'), rows)
  return ['<h2>Changes</h2>\n', transformsTable(digest), folded(files, changed.length), leftOut(changed)]
}

function statusOf(file: ReportedOutcome): string {
  const status = file.isNew === true ? badge('created', 'good') : badge('changed', verdictTone('changed'))
  const undeployable = undeployableText(file)
  return undeployable === '' ? status : `${status} ${text(undeployable)}`
}

function transformsTable({ transforms }: Digest): string {
  const counts = transforms.map(({ id, files, changes }) => [code(id), `${files}`, `${changes}`])
  return table('Changes by transform', columns('transform', '#files', '#changes'), counts)
}

function skippedSection({ skipped }: Digest): string[] {
  if (skipped.length === 0) return []
  const rows = skipped.map(({ reason, files }) => [text(reason), `${files}`])
  return ['<h2>Skipped</h2>\n', table('Why files were skipped', columns('reason', '#files'), rows)]
}

function folded(list: string, length: number): string {
  return openUpTo(length) === 'open' ? list : details(quantity(length, 'file'), list)
}
