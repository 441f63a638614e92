const ENTITIES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text of others as HTML that shows exactly it, in content and in quoted attributes. */
export function text(value: string | number): string {
  return `${value}`
    .replace(/[<>&"']/g, (c) => ENTITIES[c] ?? c)
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '\ufffd')
}

/** Text as code. Long paths may break behind a slash. */
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

export interface Column {
  readonly name: string
  /** Numbers stand right. */
  readonly kind: 'text' | 'number'
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
      const mark = classOf(columns[i]?.kind ?? 'text')
      return i === 0 ? `<th scope="row"${mark}>${cell}</th>` : `<td${mark}>${cell}</td>`
    })
    return `<tr>${row.join('')}</tr>\n`
  })
  const hasNumbers = columns.some(({ kind }) => kind === 'number')
  return (
    // Wide tables scroll by themselves; browsers let the keyboard reach what scrolls.
    `<div class="wide"><table${hasNumbers ? '' : ' class="texts"'}>` +
    `<caption>${text(caption)}</caption>\n<thead><tr>${head.join('')}</tr></thead>\n` +
    `<tbody>\n${body.join('')}</tbody></table></div>\n`
  )
}

function classOf(kind: Column['kind']): string {
  return kind === 'number' ? ' class="number"' : ''
}

/** Names of columns, those that hold numbers marked by `#`. */
export function columns(...names: readonly string[]): readonly Column[] {
  return names.map((name) =>
    name.startsWith('#') ? { name: name.slice(1), kind: 'number' } : { name, kind: 'text' },
  )
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
