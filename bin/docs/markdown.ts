/** Escapes a string for Markdown except for backticks, which mark code in our messages. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[<*|]/g, '\\$&')))
    .join('')
}

/** A fenced block; the fence is longer than any inside of it. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/^`{3,}/gm) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text.replace(/\n?$/, '\n')}${fence}\n`
}

/** A table; cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('')
}

/** What stands at the top of every page that `npm run docs` writes. */
export const generatedNotice = '<!-- Written by `npm run docs` from the code. Do not edit. -->\n\n'

/**
 * Replaces the contents between marks, `<!-- name -->` and `<!-- /name -->`, each on a line of its own.
 *
 * @throws Error when a mark is missing
 */
export function fillMarks(page: string, texts: Readonly<Record<string, string>>): string {
  let filled = page
  for (const [name, text] of Object.entries(texts)) {
    const [open, close] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`]
    const start = filled.indexOf(open)
    const end = filled.indexOf(close, start)
    if (start === -1 || end === -1) throw new Error(`no place for ${name}`)
    filled = `${filled.slice(0, start + open.length)}\n${text}\n${filled.slice(end)}`
  }
  return filled
}

/** Names of the marks that a page holds. */
export function marksOf(page: string): readonly string[] {
  return [...page.matchAll(/^<!-- \/(\S+) -->$/gm)].map(([, name = '']) => name)
}
