/** Options that other tools have, and what hotshift has instead. */
import type { Command } from '../command.ts'

const DRY = 'every run without --write is a dry run'
const NOTHING_WRITTEN = 'this command changes no file'
const VERSION = '`hotshift --version` prints the version'

/** Commands that change no file, whatever their options say. */
const readers: ReadonlySet<string> = new Set([
  'capabilities',
  'completion',
  'config',
  'diff',
  'explain',
  'list',
  'rules',
  'show',
  'verify',
])

/** What to do instead of an option that other tools have; undefined for one that none has. */
export function answerTo(name: string, command: Command): string | undefined {
  const all = answers(command)
  const answer = Object.hasOwn(all, name) ? all[name] : undefined
  return answer === false ? undefined : answer
}

function answers(command: Command): Readonly<Record<string, string | false>> {
  const has = (option: string) => command.options.some((one) => one.name === option)
  const dry = has('write') ? DRY : readers.has(command.name) && NOTHING_WRITTEN
  const chosen = selecting(command.name, has('only'))
  return {
    V: VERSION,
    version: VERSION,
    v: `${command.name} has nothing more to say; ${VERSION}`,
    verbose: `${command.name} has nothing more to say`,
    'dry-run': dry,
    dryrun: dry,
    n: dry,
    fix: has('write')
      ? '--write makes the changes'
      : 'upgrade, migrate, nativize and remediate make changes, with --write; `hotshift explain <finding>` names the one for a finding',
    'in-place': has('write') && '--write changes the files in place',
    select: chosen,
    rule: chosen,
    recursive: has('ignore') && 'directories are searched with all that is below them',
    exclude: has('ignore') && '--ignore <glob> excludes files',
    'output-format': has('format') && '--format <format> says how the report looks',
    o: has('output') && '--output <file> writes the report to a file',
  }
}

function selecting(command: string, hasOnly: boolean): string | false {
  if (!hasOnly) return '`hotshift check --only <code>` looks for some findings only'
  return command === 'check'
    ? '--only <code> looks for these findings only, --except <code> for all others'
    : '--only chooses among the changes: transform:<id>, finding:<code>, path:<glob>'
}
