/** Escaped strings, code, tables and parts that unfold, in GitHub Flavored Markdown. */
import { inOrder } from './in-order.ts'

/**
 * Any string as Markdown that shows exactly it, in a table cell too: GitHub Flavored
 * Markdown, which GitLab reads alike. Names, numbers and addresses in it remain plain
 * characters instead of notifying people (`@name`) or linking issues (`#12`, `!12`).
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
  // A site looks for links in what is shown; an empty comment separates it.
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

/** A string as code; its backticks make the fence longer. In a table cell a bar needs a backslash even there. */
export function code(text: string): string {
  const line = oneLine(text)
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const padding = /^`|`$|^ .* $/.test(line) ? ' ' : ''
  return `${fence}${padding}${line.replaceAll('|', '\\|')}${padding}${fence}`
}

/** A table; cells are Markdown already. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  return `${line(header)}${line(header.map((name) => (NUMERIC.test(name) ? '---:' : '---')))}${rows.map(line).join('')}`
}

/** Columns of numbers stand right. */
const NUMERIC =
  /^(files|locations|changes|MUST|SHOULD|set aside|before|repaired|left|new|gone|still there|safe|lossy|changed|unchanged|skipped|blocked|failed|with errors|with warnings|clean)$/

/** A part that readers unfold; `summary` is not markup. */
export function details(summary: string, body: string): string {
  const text = oneLine(summary).replace(/[<>&]/g, (c) => ENTITIES[c] ?? c)
  return `<details>\n<summary>${text}</summary>\n\n${body}\n</details>\n`
}

/** Control characters would end a cell, or the file. */
function oneLine(text: string): string {
  return inOrder(text)
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .replace(/[\x00-\x1f\x7f-\x9f]/g, '\ufffd')
}
