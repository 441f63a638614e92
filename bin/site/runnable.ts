/** Commands of the handbook that the playground runs as well, and with which files. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import examples from '../../src/apps/playground/examples.json' with { type: 'json' }
import type { State } from '../../src/apps/playground/link.ts'
import { optionsIn } from '../../src/apps/playground/options.ts'
import { type CommandName, commands, type SourceText } from '../../src/apps/playground/protocol.ts'

/** Options that say what becomes of the result, which the playground shows anyway. */
const ABOUT_OUTPUT = ['--write', '--summary', '--check', '--quiet']
/** The same, with a value behind them. */
const ABOUT_OUTPUT_BY = ['--diff']

/** What the pages speak of where they name a folder of the reader. */
const OF_PAGES: Readonly<Record<string, Readonly<Partial<Record<CommandName, readonly string[]>>>>> = {
  'docs/guide.md': { migrate: ['web-server.json'] },
  'docs/environments.md': { 'extract-defaults': ['server.yaml'] },
  'docs/cookbook.md': { migrate: ['blocked.yaml'] },
}
/** What shows that somebody accepts something, or goes on without. */
const OF_BLOCKED = ['blocked.yaml']

/**
 * What the playground is to show for a command line of a page; undefined for one that it cannot run.
 *
 * @param line as the page has it, `hotshift` at its beginning
 * @param shown files that the page shows before it
 */
export function runnable(
  line: string,
  page: string,
  shown: ReadonlyMap<string, string>,
  root: string,
): State | undefined {
  const [, name, ...words] = withoutComment(line).split(/\s+/)
  const command = commands.find((one) => one === name)
  const given = command === undefined ? undefined : takenApart(command, words)
  if (command === undefined || given === undefined) return undefined
  const { to, options, paths } = given
  const named = filesNamed(paths, shown, root)
  const isOfReader = paths.every((path) => /^(?:templates|\.|stack\.\w+)$/.test(path))
  const files = named ?? (isOfReader ? usual(command, options, page, shown, root) : undefined)
  if (files === undefined || files.length === 0) return undefined
  return { command, ...(to === undefined ? {} : { to }), ...(options === '' ? {} : { options }), files }
}

/** The line up to what a shell does with it: a comment, or another command. */
function withoutComment(line: string): string {
  return line.replace(/\s+(?:#|\||>|&&).*$/, '').trim()
}

interface Parts {
  readonly to?: string
  readonly options: string
  readonly paths: readonly string[]
}

/** Version, other options and paths; undefined with an option that the playground does not have. */
function takenApart(command: CommandName, words: readonly string[]): Parts | undefined {
  const rest = [...words]
  const options: string[] = []
  const paths: string[] = []
  let to: string | undefined
  while (rest.length > 0) {
    const word = rest.shift() ?? ''
    if (word === '--to') to = rest.shift()
    else if (ABOUT_OUTPUT_BY.includes(word)) rest.shift()
    else if (ABOUT_OUTPUT.includes(word)) continue
    else if (word === '--accept' || word === '--from') options.push(word, rest.shift() ?? '')
    else if (word.startsWith('-')) options.push(word)
    else paths.push(word)
  }
  try {
    optionsIn(command, options.join(' '))
  } catch {
    return undefined
  }
  return { ...(to === undefined ? {} : { to }), options: options.join(' '), paths }
}

/** The files of such names: those that the page shows, or examples of the handbook; undefined where one is neither. */
function filesNamed(
  paths: readonly string[],
  shown: ReadonlyMap<string, string>,
  root: string,
): readonly SourceText[] | undefined {
  const files = paths.map((path) => ({ path, text: shown.get(path) ?? exampleText(path, root) }))
  const isKnown = (file: (typeof files)[number]): file is SourceText => file.text !== undefined
  if (files.length === 0 || !files.every(isKnown)) return undefined
  // Those beside them may be what they call.
  const others = [...shown].filter(([path]) => !paths.includes(path))
  return [...files, ...others.map(([path, text]) => ({ path, text }))]
}

function exampleText(name: string, root: string): string | undefined {
  const file = join(root, 'docs/examples', name)
  return /^[\w-]+\.\w+$/.test(name) && existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** What a folder of the reader may hold: what the page shows, or an example for the command. */
function usual(
  command: CommandName,
  options: string,
  page: string,
  shown: ReadonlyMap<string, string>,
  root: string,
): readonly SourceText[] {
  if (shown.size > 0) return [...shown].map(([path, text]) => ({ path, text }))
  const names =
    (/--accept|--partial/.test(options) && command === 'migrate' ? OF_BLOCKED : undefined) ??
    OF_PAGES[page]?.[command] ??
    examples.find((one) => one.command === command)?.names ??
    []
  return names.map((path) => ({ path, text: exampleText(path, root) ?? '' }))
}
