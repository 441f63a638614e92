import type { Severity } from '../../engine/findings/finding.ts'
import type { FileVerdict } from './counts.ts'
import { inOrder } from './in-order.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
  '\n': '&#10;',
}

/**
 * Any string as HTML that shows exactly it, in content and in quoted attributes. A line break is escaped: on the
 * standard output of a step of GitHub a line may be a command.
 */
export function text(value: string | number): string {
  return inOrder(`${value}`)
    .replace(/[<>&"'\r\n]/g, (c) => ENTITIES[c] ?? c)
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '\ufffd')
}

/** A string as code. Long paths may break behind a slash. */
export function code(value: string): string {
  return `<code>${text(value).replaceAll('/', '/<wbr>')}</code>`
}

/** Advice of ours, in which backticks mark code. */
export function advice(value: string): string {
  return value
    .split(/`([^`]+)`/)
    .map((part, i) => (i % 2 === 0 ? text(part) : code(part)))
    .join('')
}

interface Column {
  readonly name: string
  /** Numbers stand right; a word alone says little. */
  readonly kind: 'text' | 'number' | 'word'
}

/** A table with a caption for readers that do not see it; cells are HTML already, the first one heads its row. */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const head = columns.map(({ name, kind }) => `<th scope="col"${classOf(kind)}>${text(name)}</th>`)
  const body = rows.map((cells) => {
    const row = cells.map((cell, i) => {
      const { name = '', kind = 'text' } = columns[i] ?? {}
      if (i === 0) return `<th scope="row"${classOf(kind)}>${cell}</th>`
      // On a narrow screen the head is not shown; these say themselves what they are.
      return kind === 'text'
        ? `<td>${cell}</td>`
        : `<td class="${kind}" data-name="${text(name)}">${cell}</td>`
    })
    return `<tr>${row.join('')}</tr>\n`
  })
  return (
    // Wide tables scroll by themselves; browsers let the keyboard reach what scrolls.
    '<div class="wide"><table>' +
    `<caption>${text(caption)}</caption>\n<thead><tr>${head.join('')}</tr></thead>\n` +
    `<tbody>\n${body.join('')}</tbody></table></div>\n`
  )
}

function classOf(kind: Column['kind']): string {
  return kind === 'number' ? ' class="number"' : ''
}

const kinds: Readonly<Record<string, Column['kind']>> = { '#': 'number', '?': 'word' }

/** Names of columns, those that hold numbers marked by `#`, those that hold single words by `?`. */
export function columns(...names: readonly string[]): readonly Column[] {
  return names.map((name) => {
    const kind = kinds[name.charAt(0)]
    return kind === undefined ? { name, kind: 'text' } : { name: name.slice(1), kind }
  })
}

/** A part that readers unfold; both are HTML already. */
export function details(summary: string, body: string, state: 'open' | 'closed' = 'closed'): string {
  return `<details${state === 'open' ? ' open' : ''}><summary>${summary}</summary>\n${body}</details>\n`
}

/** Lists of so many lines in all need no folding. */
const SHORT = 20

/** How a list of `length` lines stands at first. */
export function openUpTo(length: number): 'open' | 'closed' {
  return length <= SHORT ? 'open' : 'closed'
}

/** A short word with a colour of its own, for statuses, severities and keywords. */
export function badge(word: string, tone: string): string {
  return `<span class="badge ${text(tone)}">${text(word)}</span>`
}

/** How the HTML report looks: one column, light or dark as the reader's system, on paper everything unfolded. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #fff; --raised: #f5f6f8; --text: #1b1f24; --quiet: #57606a; --line: #d5d9de;
  --good: #116329; --warn: #7d4e00; --bad: #b3261e; --plain: #3f4954;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171a; --raised: #1d2125; --text: #e4e7ea; --quiet: #a0a8b0; --line: #363c42;
    --good: #6fd18a; --warn: #e5b567; --bad: #ff8f85; --plain: #b9c1c9;
  }
}
* { box-sizing: border-box }
body {
  margin: 0 auto; max-width: 75rem; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word;
}
h1 { margin: 0; font-size: 1.6rem }
h2 { margin: 2.5rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); font-size: 1.25rem }
h3 { margin: 1.5rem 0 .5rem; font-size: 1.05rem }
p { margin: .5rem 0; max-width: 65ch }
.quiet { color: var(--quiet) }
code { font: .875em/1.4 ui-monospace, monospace }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .75rem; margin: 1.25rem 0; padding: 0 }
.tiles > div { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--raised) }
.tiles dt { color: var(--quiet); font-size: .875rem }
.tiles dd { margin: 0; font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums }
.words dt { font-weight: 600 }
.words dd { margin: 0 0 .5rem; max-width: 65ch }
.verdict { max-width: none; margin: 1rem 0; padding: .75rem 1rem; border-left: .3rem solid var(--plain); background: var(--raised) }
.verdict.good { border-color: var(--good) }
.verdict.warn { border-color: var(--warn) }
.verdict.bad { border-color: var(--bad) }
.verdict code { overflow-wrap: anywhere }
a { color: inherit }
.wide { overflow-x: auto; margin: .75rem 0 }
table { width: 100%; border-collapse: collapse; font-size: .9375rem }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
thead th { color: var(--quiet); font-size: .875rem; font-weight: 600; white-space: nowrap }
tbody th { font-weight: 400; min-width: 7rem }
td { min-width: 4.5rem }
th.number, td.number { min-width: 0; width: 1%; padding-left: 1rem; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
details { margin: .5rem 0; border: 1px solid var(--line); border-radius: .5rem; padding: 0 .875rem }
summary { margin: 0 -.875rem; padding: .5rem .875rem; cursor: pointer; border-radius: .5rem }
summary:hover { background: var(--raised) }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px }
.badge {
  display: inline-block; padding: 0 .4rem; border: 1px solid; border-radius: .25rem;
  color: var(--plain); font-size: .8125rem; white-space: nowrap
}
.badge.good { color: var(--good) }
.badge.warn { color: var(--warn) }
.badge.bad { color: var(--bad) }
@media screen and (max-width: 40rem) {
  table, tbody, th, td { display: block }
  thead { display: none }
  tr { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .4rem 0; border-bottom: 1px solid var(--line) }
  tbody th, td { flex: 0 0 100%; min-width: 0; padding: 0; border: 0; overflow-wrap: anywhere }
  tbody th { flex: 0 1 auto; max-width: 100% }
  td.number, td.word, td:has(> .badge:only-child) { flex-basis: auto; width: auto; padding: 0; text-align: left }
  td:has(> .badge:only-child) { flex-grow: 1 }
  td.number::before, td.word::before { content: attr(data-name) " "; color: var(--quiet) }
  td:empty { display: none }
}
@media print {
  :root { --ground: #fff; --raised: #fff; --text: #000; --quiet: #333; --line: #999; --good: #000; --warn: #000; --bad: #000; --plain: #000 }
  body { max-width: none; padding: 0; font-size: 10pt }
  details { border: 0; padding: 0 }
  details::details-content { display: block; content-visibility: visible; block-size: auto }
  summary { list-style: none; margin: 0; padding: .25rem 0; font-weight: 600 }
  .wide { overflow: visible }
  tr, .tiles > div { break-inside: avoid }
  h2, h3, summary { break-after: avoid }
  thead { display: table-header-group }
}
`

/** The class of a badge; its word says the same, so that colour is never all there is. */
type Tone = 'good' | 'warn' | 'bad' | 'plain'

export function verdictTone(verdict: FileVerdict): Tone {
  switch (verdict) {
    case 'changed':
    case 'clean':
      return 'good'
    case 'blocked':
    case 'warnings':
      return 'warn'
    case 'failed':
    case 'errors':
      return 'bad'
    case 'unchanged':
    case 'skipped':
      return 'plain'
  }
}

export function severityTone(severity: Severity): Tone {
  switch (severity) {
    case 'error':
      return 'bad'
    case 'warning':
      return 'warn'
    case 'info':
      return 'plain'
  }
}

export function keywordTone(keyword: string): Tone {
  return keyword.startsWith('MUST') ? 'bad' : 'warn'
}
