import { type CatalogueEntry, catalogue } from '../../src/engine/catalogue.ts'
import type { Severity } from '../../src/engine/finding.ts'
import { generatedNotice, prose, table } from './markdown.ts'

const meaning: Readonly<Record<Severity, string>> = {
  error: 'the file is left as it is; with `--partial` only the place is',
  warning: 'the file is rewritten; look at the place before you deploy',
  info: 'the file is rewritten; good to know',
}

/** Every finding code with what it means. */
export function findingsPage(): string {
  const codes = Object.entries<CatalogueEntry>(catalogue).sort(([a], [b]) => (a < b ? -1 : 1))
  const acceptable = codes.filter(([, { accept }]) => accept !== undefined)
  return [
    `${generatedNotice}# Findings\n`,
    'Everything that hotshift may say about a file. `hotshift explain <code>` shows the same on the terminal.\n',
    table(['severity', 'what becomes of the file'], Object.entries(meaning)),
    '## What `--accept` takes\n',
    'These findings offer a rewrite in which something is lost. It is done with `--accept <code>` only.\n',
    table(
      ['code', 'what is then done'],
      acceptable.map(([code, { accept = '' }]) => [`[${code}](#${code})`, prose(accept)]),
    ),
    '## All codes\n',
    ...codes.map(section),
  ].join('\n')
}

function section([code, { title, severity, help, accept }]: readonly [string, CatalogueEntry]): string {
  const offer = accept === undefined ? '' : `\nWith \`--accept ${code}\`: ${prose(accept)}.\n`
  return `### ${code}\n\n*${severity}* · **${prose(title)}.** ${prose(help)}\n${offer}`
}
