/** What a repair of packages has made, as tables that every format for people shows. */
import type { AskedRelease, Invocation, RunMode, WrittenState, WrittenValue } from '../../run/run-report.ts'
import { releaseText } from './release.ts'
import type { FullReport } from './reporter.ts'
import { shellWord } from './shell-word.ts'

/** A table in the words of no format. */
export interface WrittenTable {
  readonly heading: string
  /** In a word or two, for the tab of a sheet. */
  readonly name: string
  /** Columns by their names; `code` for what stands in files. */
  readonly columns: readonly { readonly name: string; readonly is: 'code' | 'prose' }[]
  readonly rows: readonly (readonly string[])[]
}

/** How a parameter that must be given a value had it before. */
export const beforeText: Readonly<Record<WrittenValue['before'], string>> = {
  given: 'the package gave it',
  needed: 'it had to be given',
  absent: 'the parameter is new',
}

/** How it came about, the new names, the values that must be given, and all files; none of a run of another kind. */
export function writtenTables({
  written,
  invocation,
  mode,
  requirements,
}: Pick<FullReport, 'written' | 'invocation' | 'mode' | 'requirements'>): readonly WrittenTable[] {
  if (written === undefined) return []
  const how = circumstances(written, invocation, requirements)
  const tables: readonly WrittenTable[] = [
    { heading: 'How this was made', name: 'How', columns: [prose('what'), prose('value')], rows: how },
    {
      heading: 'New names',
      name: 'New names',
      columns: [code('file'), prose('what'), code('name before'), code('name now')],
      rows: written.names.map(({ path, kind, from, to }) => [path, kind, from, to]),
    },
    {
      heading: 'Old names in other files, which are not rewritten',
      name: 'Old names elsewhere',
      columns: [code('location'), prose('what'), code('name before'), code('name now')],
      rows: written.mentions.map(({ path, line, kind, from, to }) => [`${path}:${line}`, kind, from, to]),
    },
    {
      heading: 'Values that must be given',
      name: 'Values',
      columns: [code('module'), code('parameter'), prose('as it was read')],
      rows: written.values.map(({ path, name, before }) => [path, name, beforeText[before]]),
    },
    {
      heading: filesHeading[mode],
      name: 'Files now',
      columns: [code('file'), code('read as'), code('SHA-256')],
      rows: written.files.map(({ path, was, checksum }) => [path, was === path ? '' : was, checksum]),
    },
  ]
  return tables.filter(({ rows }) => rows.length > 0)
}

const filesHeading: Readonly<Record<RunMode, string>> = {
  written: 'Files as they are written',
  'dry-run': 'Files as they would be written',
  checked: 'Files',
}

function code(name: string) {
  return { name, is: 'code' } as const
}

function prose(name: string) {
  return { name, is: 'prose' } as const
}

function circumstances(
  { day, archives, ...written }: WrittenState,
  invocation: Invocation | undefined,
  requirements: AskedRelease | undefined,
): readonly (readonly string[])[] {
  return [
    ['day', day],
    ...(invocation === undefined ? [] : [['command', commandLine(invocation)]]),
    ['requirements', requirements === undefined ? `ONAP ${written.requirements}` : releaseText(requirements)],
    ...archives.map(({ path, checksum }) => [`SHA-256 of ${path}`, checksum]),
  ]
}

/** The options that take no value but with `=`. */
export const switches: ReadonlySet<string> = new Set(['fix', 'lossy', 'native'])

/** The command with the options that the files depend on. */
export function commandLine({ command, options }: Invocation): string {
  const given = Object.entries(options).flatMap(([name, value]) => {
    if (value === true) return [`--${name}`]
    return switches.has(name)
      ? [`--${name}=${shellWord(value.join(','))}`]
      : value.map((one) => `--${name} ${shellWord(one)}`)
  })
  return ['hotshift', command, ...given].join(' ')
}
