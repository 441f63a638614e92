import {
  allExplanations,
  changedFiles,
  explainedFinding,
  reportOf,
  type ShownExample,
} from '../../src/apps/cli/explain/explained.ts'
import { type CatalogueEntry, catalogue, type FindingCode } from '../../src/engine/findings/catalogue.ts'
import type { Severity } from '../../src/engine/findings/finding.ts'
import { fenced, generatedNotice, prose, table } from './markdown.ts'

const meaning: Readonly<Record<Severity, string>> = {
  error: 'the file is left unchanged; with `--partial` only the location is. `check` exits with 1',
  warning: 'the file is rewritten; look at the location before you deploy',
  info: 'the file is rewritten; good to know',
}

/** Every finding code with what it means. */
export function findingsPage(): string {
  const codes = Object.entries<CatalogueEntry>(catalogue).sort(([a], [b]) => (a < b ? -1 : 1))
  const acceptable = codes.filter(([, { accept }]) => accept !== undefined)
  return [
    `${generatedNotice}# Findings\n`,
    'Everything that hotshift reports about files. `hotshift explain <code>` shows the same in the terminal. Tests run every\nexample.\n',
    table(['severity', 'what happens to the file'], Object.entries(meaning)),
    '## What `--accept` allows\n',
    'Each of these findings offers a rewrite that gives something up. hotshift does it only with `--accept <code>`.\n',
    table(
      ['code', 'what hotshift then does'],
      acceptable.map(([code, { accept = '' }]) => [`[${code}](#${code})`, prose(accept)]),
    ),
    '## All codes\n',
    ...codes.map(section),
  ].join('\n')
}

function section([code, entry]: readonly [string, CatalogueEntry]): string {
  const { title, severity, help } = entry
  const {
    why = '',
    ways = [],
    example,
    page,
    options = [],
  } = explainedFinding(code, entry, allExplanations()[code as FindingCode])
  return [
    `### ${code}\n`,
    `*${severity}* · **${prose(title)}.** ${prose(why)}\n`,
    `${prose(help)}\n`,
    ...(ways.length === 0
      ? []
      : [ways.map(({ what, effect }) => `- \`${what}\`: ${prose(effect)}\n`).join('')]),
    ...(example === undefined ? [] : exampleParts(code, example)),
    ...(options.length === 0
      ? []
      : [options.map((one) => `- \`--rule-option ${one.replace(' (', '` (')}\n`).join('')]),
    ...(page === undefined ? [] : [`More: [${page}](../${page.replace('docs/', '')})\n`]),
  ].join('\n')
}

function exampleParts(code: string, { setup, command, before, after }: ShownExample): readonly string[] {
  const commands = [...(setup === undefined ? [] : [setup]), ...(command === undefined ? [] : [command])]
  return [
    ...Object.entries(before).flatMap(([path, text]) => [`Before, \`${path}\`:\n`, file(path, text)]),
    fenced('console', [...commands.map((one) => `$ ${one}`), ...reportOf(code)].join('\n')),
    ...Object.entries(after === undefined ? {} : changedFiles(before, after)).flatMap(([path, text]) => [
      `Corrected, \`${path}\`:\n`,
      file(path, text),
    ]),
  ]
}

function file(path: string, text: string): string {
  return fenced(path.endsWith('.mjs') ? 'js' : path.endsWith('.json') ? 'json' : 'yaml', text)
}
