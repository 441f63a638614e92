/** One file: its diff with findings at their lines, and the choices about it. */
import { Diff2HtmlUI } from 'diff2html/lib-esm/ui/js/diff2html-ui-base.js'
import hljs from 'highlight.js/lib/core'
import json from 'highlight.js/lib/languages/json'
import plaintext from 'highlight.js/lib/languages/plaintext'
import yaml from 'highlight.js/lib/languages/yaml'
import { inOrder } from '../report/in-order.ts'
import type { PageBody, PageFile, PageFinding, PageImpact, PageIndex } from '../report/page-data.ts'
import type { Choices } from './choices.ts'
import { button, drawnElement, element } from './element.ts'

hljs.registerLanguage('yaml', yaml)
hljs.registerLanguage('json', json)
// What the library takes for the language of a name without an ending, or with one that it does not know.
hljs.registerLanguage('plaintext', plaintext)

/** Diffs with more lines than this are shown without marks inside of lines, which take their square. */
const LONG = 4000

export type Layout = 'side-by-side' | 'line-by-line'

interface ViewOptions {
  readonly index: PageIndex
  readonly choices: Choices
  readonly layout: () => Layout
  readonly scheme: () => 'light' | 'dark'
  /** Called after a choice. */
  readonly onChoice: () => void
}

/** The languages that files of a run are written in, by the endings of their names. */
const languages = {
  template: 'yaml',
  hot: 'yaml',
  heat: 'yaml',
  env: 'yaml',
  yml: 'yaml',
  cfn: 'yaml',
  yaml: 'yaml',
  json: 'json',
}

export function fileView(file: PageFile, body: PageBody, options: ViewOptions): HTMLElement {
  const view = element('article', { class: 'file-view' }, [heading(file, options)])
  const atFile = body.findings.filter(({ line }) => line === 0 || body.diff === undefined)
  if (file.reason !== undefined) view.append(element('p', { class: 'reason' }, [file.reason]))
  if (atFile.length > 0) view.append(findingList(atFile, options.index))
  if (body.impact !== undefined) view.append(impactBox(body.impact))
  const { assumptions = [] } = body
  if (assumptions.length > 0)
    view.append(element('p', { class: 'quiet' }, [`Assumptions of the proof: ${assumptions.join('; ')}.`]))
  if (body.drawing !== undefined) view.append(drawingBox(body.drawing))
  if (body.diff === undefined) return view
  const box = element('div', { class: 'diff' })
  view.append(box)
  drawDiff(box, body.diff, isColoured(file), options)
  placeFindings(
    box,
    body.findings.filter((one) => !atFile.includes(one)),
    view,
    options.index,
  )
  markHunks(box, file, body, options)
  return view
}

/** What the resources wait for, to unfold; open where some wait for one another. */
function drawingBox({ picture, circles }: NonNullable<PageBody['drawing']>): HTMLElement {
  return element('details', { class: 'impact', ...(circles.length > 0 ? { open: '' } : {}) }, [
    element('summary', {}, ['What waits for what']),
    ...circles.map((one) => element('div', {}, [one])),
    element('div', { class: 'wide' }, [drawnElement(picture)]),
  ])
}

/** The effect on a live stack: one line where that is nothing, else a table to unfold. */
function impactBox({ said, rows, others }: PageImpact): HTMLElement {
  const summary = `Effect on a live stack: ${said}`
  if (rows.length === 0 && others.length === 0) return element('p', { class: 'impact' }, [summary])
  const lines = (all: readonly string[]) => all.map((one) => element('div', {}, [one]))
  const cells = ({ mark, name, types, effects, why }: PageImpact['rows'][number]) => [
    element('td', {}, [element('code', {}, [mark])]),
    element('td', {}, [element('code', {}, [name]), element('div', { class: 'quiet' }, [types.join(' → ')])]),
    element('td', {}, lines(effects)),
    element('td', {}, lines(why)),
  ]
  const table = element('table', {}, [
    element(
      'tbody',
      {},
      rows.map((row) => element('tr', {}, cells(row))),
    ),
  ])
  return element('details', { class: 'impact' }, [
    element('summary', {}, [summary]),
    ...(rows.length === 0 ? [] : [table]),
    ...lines(others),
  ])
}

function heading(file: PageFile, { choices, onChoice }: ViewOptions): HTMLElement {
  const name = file.newPath === undefined ? file.path : `${file.path} → ${file.newPath}`
  const facts = [
    file.isNew === true ? 'new' : file.status,
    ...(file.status === 'changed' ? [`proof: ${file.proof}`] : []),
    ...(file.undeployable === undefined ? [] : [file.undeployable]),
    ...file.transforms,
    ...(file.group === undefined ? [] : ['changed together with others']),
  ]
  const head = element('header', { class: 'file-head' }, [
    element('h2', { tabindex: '-1' }, [name]),
    element('p', { class: 'quiet' }, [facts.join(' · ')]),
  ])
  if (file.after === undefined) return head
  const choose = (word: 'accept' | 'reject') => () => {
    choices.chooseFile(file, word)
    onChoice()
  }
  const pressed = (word: string) => ({ class: word, 'aria-pressed': `${choices.ofFile(file) === word}` })
  head.append(
    element('p', { class: 'choices', role: 'group', 'aria-label': 'This file' }, [
      button('Accept file', choose('accept'), pressed('accept')),
      button('Reject file', choose('reject'), pressed('reject')),
    ]),
  )
  return head
}

/** The library fails at a language that it knows and that is not part of this page. */
function isColoured({ path, newPath = path }: PageFile): boolean {
  return Object.hasOwn(languages, newPath.split('.').at(-1) ?? '')
}

function drawDiff(
  box: HTMLElement,
  diff: string,
  isColoured: boolean,
  { layout, scheme }: ViewOptions,
): void {
  const isLong = diff.length > LONG * 200 || diff.split('\n', LONG + 1).length > LONG
  const ui = new Diff2HtmlUI(
    box,
    inOrder(diff),
    {
      drawFileList: false,
      fileListToggle: false,
      fileContentToggle: false,
      stickyFileHeaders: false,
      synchronisedScroll: true,
      highlight: isColoured && !isLong,
      highlightLanguages: new Map(Object.entries(languages)),
      matching: isLong ? 'none' : 'lines',
      diffStyle: 'word',
      outputFormat: layout(),
      // biome-ignore lint/suspicious/noExplicitAny: an enum of the library, whose values are these words
      colorScheme: scheme() as any,
    },
    hljs,
  )
  ui.draw()
}

/** Rows of the diff by the number of their line before. */
function rowsByLine(box: HTMLElement): ReadonlyMap<number, HTMLElement> {
  const rows = new Map<number, HTMLElement>()
  const left = box.querySelector('.d2h-file-side-diff') ?? box
  for (const row of left.querySelectorAll('tr')) {
    const cell = row.querySelector('.line-num1, .d2h-code-side-linenumber')
    const number = Number(cell?.textContent?.trim() || Number.NaN)
    if (Number.isInteger(number)) rows.set(number, row)
  }
  return rows
}

/** Each finding stands below its line; those of lines that the diff does not show stand above it. */
function placeFindings(
  box: HTMLElement,
  findings: readonly PageFinding[],
  view: HTMLElement,
  index: PageIndex,
): void {
  const rows = rowsByLine(box)
  const others = findings.filter(({ line }) => !rows.has(line))
  if (others.length > 0) box.before(findingList(others, index))
  const sides = [...box.querySelectorAll('.d2h-file-side-diff tbody')]
  for (const one of [...findings].reverse()) {
    const row = rows.get(one.line)
    if (row === undefined) continue
    const position = [...(row.parentElement?.children ?? [])].indexOf(row)
    row.after(findingRow(one, index))
    // The other side keeps in step.
    const twin = sides.length > 1 ? sides[1]?.children[position] : undefined
    const blank = findingRow(one, index)
    blank.classList.add('unseen')
    blank.setAttribute('aria-hidden', 'true')
    twin?.after(blank)
  }
  view.dataset.findings = `${findings.length}`
}

function findingRow(finding: PageFinding, index: PageIndex): HTMLElement {
  const cell = element('td', { colspan: '2' }, [findingElement(finding, index)])
  return element('tr', { class: 'finding-row' }, [cell])
}

function findingList(findings: readonly PageFinding[], index: PageIndex): HTMLElement {
  return element(
    'div',
    { class: 'findings' },
    findings.map((one) => findingElement(one, index)),
  )
}

function findingElement(
  { severity, code, message, line, help, transform }: PageFinding,
  { codes }: PageIndex,
): HTMLElement {
  const known = codes[code]
  const place = line === 0 ? '' : `line ${line}: `
  const advice = help ?? known?.help ?? ''
  const by = transform === undefined ? [] : [element('p', { class: 'quiet' }, [`found by ${transform}`])]
  return element('details', { class: `finding ${severity}` }, [
    element('summary', {}, [
      element('span', { class: `badge ${severity}` }, [severity]),
      ` ${place}${message} `,
      element('code', {}, [code]),
    ]),
    element('p', {}, [known === undefined ? '' : `${known.title}. `, advice]),
    ...by,
  ])
}

/** Dims the lines of a hunk, on each side. */
function dim(head: HTMLElement, sides: Iterable<Element>): void {
  const rows = [...(head.parentElement?.children ?? [])]
  const first = rows.indexOf(head)
  const next = rows.findIndex((row, at) => at > first && row.querySelector('.d2h-info') !== null)
  for (const side of sides)
    for (const row of [...side.children].slice(first, next === -1 ? undefined : next))
      row.classList.add('rejected')
}

/** Each hunk gets its transforms, and what is to become of it. */
function markHunks(
  box: HTMLElement,
  file: PageFile,
  { hunks }: PageBody,
  { choices, onChoice }: ViewOptions,
): void {
  for (const side of [...box.querySelectorAll('.d2h-diff-tbody')].slice(0, 1)) {
    const headers = [...side.querySelectorAll('tr')].filter((row) => row.querySelector('.d2h-info') !== null)
    headers.slice(0, hunks.length).forEach((row, index) => {
      const number = index + 1
      const position = [...(row.parentElement?.children ?? [])].indexOf(row)
      const transforms = hunks[index]?.transforms ?? []
      const word = choices.ofHunk(file, number, transforms)
      row.classList.add('hunk-head')
      row.dataset.hunk = `${number}`
      if (word === 'reject') dim(row, box.querySelectorAll('.d2h-diff-tbody'))
      const cell = row.lastElementChild
      const choose = (chosen: 'accept' | 'reject') => () => {
        choices.chooseHunk(file, number, chosen)
        onChoice()
      }
      const label = `Hunk ${number}`
      const chooser = element('span', { class: 'choices', role: 'group', 'aria-label': label }, [
        button('Accept', choose('accept'), { class: 'accept', 'aria-pressed': `${word === 'accept'}` }),
        button('Reject', choose('reject'), { class: 'reject', 'aria-pressed': `${word === 'reject'}` }),
      ])
      const by = element('span', { class: 'by quiet' }, [transforms.join(', ')])
      cell?.append(chooser)
      // Of two sides, the other has room for the transforms; the same buttons, unseen, give it the same height.
      const twin = box.querySelectorAll('.d2h-diff-tbody')[1]?.children[position]
      twin?.classList.add('hunk-twin')
      if (twin === undefined) cell?.append(by)
      else twin.lastElementChild?.replaceChildren(chooser.cloneNode(true), by)
    })
  }
}
