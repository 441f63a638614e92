/** The page for reviews: the summary, and every file with its diff, findings and choices; see src/show/page/ for what runs in it. */

import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { FileOutcome, LocatedFinding } from '../../engine/outcome.ts'
import type { ReportedQuestion } from '../../engine/packages/reported-question.ts'
import type { StackImpact } from '../../meaning/impact/model.ts'
import { madeHunks } from '../../run/diff/hunks.ts'
import { unifiedDiff } from '../../run/diff/unified-diff.ts'
import { Spill } from '../../run/spill.ts'
import { defined } from '../../text/document/records.ts'
import { sha256 } from '../../text/document/sha256.ts'
import { undeployableText } from './deployable.ts'
import { text } from './html-markup.ts'
import { declarationTexts, impactRows } from './impact.ts'
import { openTexts, refusalTexts } from './impact-reasons.ts'
import { headline } from './impact-tally.ts'
import { inOrder } from './in-order.ts'
import type { Drawing, PageBody, PageFile, PageFinding, PageImpact, PageIndex } from './page-data.ts'
import { questionEntries, questionsHeading } from './questions.ts'
import type { LookUpCode, Write } from './reporter.ts'

/** What the build makes of src/show/page/: a script and a stylesheet, which stand in the page. */
export interface PageAssets {
  readonly script: string
  readonly style: string
  /** Lets the page ask the hotshift that serves it to make what was chosen. */
  readonly session?: string
}

/** What the page shows before a file is opened. */
interface PageOverview {
  /** As HTML. */
  readonly summary: readonly string[]
  readonly questions: readonly ReportedQuestion[]
}

/** Gathers files for the page; bodies are packed, so that thousands fit. */
export class ReviewPage {
  /** As JSON. */
  readonly #files = new Spill()
  /** Packed; empty where there is none. */
  readonly #bodies = new Spill()
  readonly #codes = new Map<string, { readonly title: string; readonly help: string }>()
  readonly #lookUp: LookUpCode

  constructor(lookUp: LookUpCode) {
    this.#lookUp = lookUp
  }

  add(outcome: FileOutcome, drawing?: Drawing): void {
    const { findings } = outcome
    const body: PageBody = { ...bodyOf(outcome), ...defined({ drawing }) }
    const hasBody = [body.diff, findings[0], body.impact, drawing].some((one) => one !== undefined)
    const file: PageFile = { ...fileOf(outcome), hunks: body.hunks.length, hasBody }
    this.#files.add(dataText(JSON.stringify(file)))
    this.#bodies.add(hasBody ? packed(body) : '')
    for (const { code } of findings) {
      const { title = '', help = '' } = this.#lookUp(code) ?? {}
      this.#codes.set(code, { title, help })
    }
  }

  async write(
    write: Write,
    version: string,
    { summary, questions }: PageOverview,
    assets: PageAssets,
  ): Promise<void> {
    const { script, style, session } = assets
    const codes = Object.fromEntries(this.#codes)
    const asked =
      questions.length === 0 ? undefined : { heading: questionsHeading, entries: questionEntries(questions) }
    const index: Omit<PageIndex, 'files'> = defined({ version, codes, session, questions: asked })
    await write(headOf(script, style, session))
    await write(frame(version))
    for (const part of summary) await write(part)
    await write(transformsBox)
    await write('</main>\n</div>\n')
    await write(
      `<script type="application/json" id="index">${dataText(JSON.stringify(index).slice(0, -1))},"files":[`,
    )
    let isFirst = true
    for (const file of this.#files) {
      await write(isFirst ? file : `,${file}`)
      isFirst = false
    }
    await write(']}</script>\n')
    await write(`<script>${script}</script>\n`)
    let number = 0
    for (const body of this.#bodies) {
      if (body !== '') await write(`<script type="text/plain" id="body-${number}">${body}</script>\n`)
      number++
    }
    this.#files.discard()
    this.#bodies.discard()
    await write('</body>\n</html>\n')
  }
}

function policyOf(scripts: readonly string[], style: string, way: 'connects' | 'nothing'): string {
  const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
  const connect = way === 'connects' ? " connect-src 'self';" : ''
  return `default-src 'none'; script-src ${scripts.map(hash).join(' ')}; style-src ${hash(style)};${connect} base-uri 'none'; form-action 'none'`
}

/** What a browser is given that shows no secret yet: the script that asks for the page. */
export function openingPage(opener: string, { script, style }: PageAssets): string {
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    `<meta http-equiv="Content-Security-Policy" content="${policyOf([opener, script], style, 'connects')}">\n`,
    `<title>hotshift review</title>\n</head>\n<body>\n<noscript>The review needs scripts.</noscript>\n`,
    `<script>${opener}</script>\n</body>\n</html>\n`,
  ].join('')
}

/** Nothing may load or run but what stands here, whatever a template put into a name. */
function headOf(script: string, style: string, session: string | undefined): string {
  const policy = policyOf([script], style, session === undefined ? 'nothing' : 'connects')
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`,
    `<title>hotshift review</title>\n<style>${style}</style>\n</head>\n`,
  ].join('')
}

function frame(version: string): string {
  const select = (id: string) => `<select id="${id}" aria-label="${id}"></select>\n`
  const button = (id: string, label: string, more = '') =>
    `<button type="button" id="${id}"${more}>${label}</button>\n`
  return [
    '<body class="review">\n<header class="bar">\n<h1>hotshift review</h1>\n',
    button('to-list', 'Files', ' class="only-narrow"'),
    '<span id="chosen" class="quiet" role="status"></span>\n',
    button('to-overview', 'Overview'),
    button('layout', 'Side by side / unified'),
    button('theme', 'Light / dark'),
    button('to-help', 'Keys'),
    button('reset', 'Start over'),
    button('download', 'Download decisions'),
    button('apply', 'Apply…', ' hidden'),
    '</header>\n<nav class="side" aria-label="Files">\n<div class="filters">\n',
    '<input type="search" id="search" placeholder="Search paths, findings, reasons" aria-label="Search">\n',
    ['status', 'transform', 'finding', 'proof'].map(select).join(''),
    '<p id="count" class="quiet" role="status"></p>\n</div>\n<div id="tree" role="tree" aria-label="Files"></div>\n</nav>\n',
    '<dialog id="help"></dialog>\n<dialog id="apply-dialog"></dialog>\n',
    `<div id="main">\n<noscript><p>Files can be opened where scripts may run; the summary needs none.</p></noscript>\n`,
    `<main id="overview">\n<p class="quiet">hotshift ${text(version)}</p>\n`,
  ].join('')
}

const transformsBox = [
  '<h2>Choose by transform</h2>\n<p>A transform that is taken out takes with it all hunks in which it had a part.</p>\n',
  '<div id="transforms"></div>\n',
].join('')

/** Nothing in it may end the element that it stands in. What is spelled out is an escape of JSON. */
function dataText(json: string): string {
  return inOrder(json.replace(/</g, '\\u003c'))
}

function packed(body: PageBody): string {
  return deflateRawSync(Buffer.from(JSON.stringify(body), 'utf8'), { level: 6 }).toString('base64')
}

const severities = ['error', 'warning', 'info'] as const

function fileOf(outcome: FileOutcome): Omit<PageFile, 'hunks' | 'hasBody'> {
  const { path, newPath, isNew, status, reason, kind, proof, group, transforms, findings } = outcome
  const { before, after = '' } = outcome
  const worst = severities.find((severity) => findings.some((one) => one.severity === severity))
  const isChanged = status === 'changed'
  const undeployable = undeployableText(outcome)
  return defined({
    path,
    newPath,
    isNew,
    status,
    reason,
    kind,
    proof,
    group,
    transforms: transforms.map(({ id }) => id),
    codes: [...new Set(findings.map(({ code }) => code))],
    worst,
    undeployable: undeployable === '' ? undefined : undeployable,
    before: isChanged && before !== undefined ? sha256(before) : undefined,
    after: isChanged ? sha256(after) : undefined,
  })
}

function bodyOf(outcome: FileOutcome): PageBody {
  const findings = outcome.findings.map(findingOf)
  const impact = outcome.impact && pageImpact(outcome.impact)
  if (outcome.status !== 'changed') return defined({ hunks: [], findings, impact })
  const hunks = madeHunks(outcome).map(({ transforms }) => ({ transforms }))
  const { assumptions } = outcome
  return defined({ diff: unifiedDiff(outcome), hunks, findings, impact, assumptions })
}

function pageImpact(impact: StackImpact): PageImpact {
  return {
    said: headline(impact),
    rows: impactRows(impact),
    others: [
      ...refusalTexts(impact),
      ...openTexts(impact),
      ...(impact.remarks ?? []),
      ...declarationTexts(impact),
    ],
  }
}

function findingOf({ code, severity, message, line, range, transform, help }: LocatedFinding): PageFinding {
  return defined({ code, severity, message, line: range === undefined ? 0 : line, transform, help })
}
