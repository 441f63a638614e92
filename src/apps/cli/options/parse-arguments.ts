import parse from 'yargs-parser'
import { nearNames } from '../../../heat/near-names.ts'
import { Arguments, type Command, type Option } from '../command.ts'
import { didYouMean, UsageError } from '../usage-error.ts'

const configuration = {
  'boolean-negation': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'parse-numbers': false,
  'parse-positional-numbers': false,
  'strip-aliased': true,
}

/**
 * Reads the arguments behind a command's name.
 *
 * @throws UsageError for options that the command does not have, values that are
 * missing or given twice, and a wrong number of arguments
 */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const modes = modesIn(command, argv)
  const spelled = argv.map((arg) => (modes.has(arg) ? arg.slice(0, arg.indexOf('=')) : arg))
  checkSwitches(command, spelled)
  const { options } = command
  // Of yargs only its parser: help and messages are ours, and the rest of it is a sixth of a short run.
  const { _: positionals, ...values } = parse(withDashes(command, spelled), {
    boolean: options.filter(({ value }) => value === undefined).map(({ name }) => name),
    string: options.filter(({ value }) => value !== undefined).map(({ name }) => name),
    alias: Object.fromEntries(
      options.flatMap(({ name, alias }) => (alias === undefined ? [] : [[name, alias]])),
    ),
    configuration,
  })
  const known = new Map<string, readonly (string | true)[]>()
  for (const [name, value] of Object.entries(values)) {
    const option = command.options.find((one) => one.name === name)
    if (option === undefined) throw unknownOption(name, command)
    const given = givenValues(option, value)
    if (given.length > 0) known.set(name, given)
  }
  for (const { name, mode, isOne } of modes.values())
    known.set(name, isOne ? [mode] : [...(known.get(name) ?? []), mode])
  checkArity(command, positionals.map(String))
  return new Arguments(positionals.map(String), known, { command: command.name })
}

interface Mode {
  /** Of the switch. */
  readonly name: string
  readonly mode: string
  /** Whether it is one of a few words; names add up. */
  readonly isOne: boolean
}

/** The switches that are given with one of their words or with names, by how they stand there. */
function modesIn({ options }: Command, argv: readonly string[]): ReadonlyMap<string, Mode> {
  const end = argv.indexOf('--')
  const found = new Map<string, Mode>()
  for (const arg of end === -1 ? argv : argv.slice(0, end)) {
    const [, name = '', mode = ''] = /^--([^=]+)=(.*)$/.exec(arg) ?? []
    const option = options.find((one) => one.name === name)
    const isOne = option?.modes?.includes(mode) === true
    if (isOne || (option?.names !== undefined && mode !== '')) found.set(arg, { name, mode, isOne })
  }
  return found
}

/** The parser takes a `-` for an argument, also where it is the value of an option. */
function withDashes(command: Command, argv: readonly string[]): string[] {
  const end = argv.indexOf('--')
  const takesValue = (arg: string) =>
    command.options.some(({ name, value }) => value !== undefined && arg === `--${name}`)
  const joined: string[] = []
  for (const [index, arg] of argv.entries()) {
    const last = joined.at(-1)
    const isValue = arg === '-' && last !== undefined && (end === -1 || index < end) && takesValue(last)
    if (isValue) joined[joined.length - 1] = `${last}=-`
    else joined.push(arg)
  }
  return joined
}

/** The parser takes `--write=yes` for `--write=false`; nobody means that. */
function checkSwitches(command: Command, argv: readonly string[]): void {
  const end = argv.indexOf('--')
  for (const arg of end === -1 ? argv : argv.slice(0, end)) {
    const [, name, value] = /^--([^=]+)=(.*)$/.exec(arg) ?? []
    const found = command.options.find((option) => option.name === name && option.value === undefined)
    if (found?.names !== undefined)
      throw new UsageError(`--${name}= needs a name: --${name}=${found.names}, or --${name} alone`)
    if (found?.modes !== undefined)
      throw new UsageError(`--${name}=${value}: no such way`, [
        `--${name}, or --${name}=${found.modes.join(', ')}`,
      ])
    if (found !== undefined) throw new UsageError(`--${name} takes no value, and is given ${value}`)
  }
}

function unknownOption(name: string, command: Command): UsageError {
  const spelled = name.length === 1 ? `-${name}` : `--${name}`
  const near = nearNames(name, [...command.options.map((option) => option.name), 'help'])
  const hints = name.length === 1 ? [] : didYouMean(near.map((one) => `--${one}`))
  const answer = answerTo(name, command)
  return new UsageError(`unknown option ${spelled}`, answer === undefined ? hints : [answer])
}

/** What was given for an option, brought into one shape. */
function givenValues(option: Option, value: unknown): readonly (string | true)[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (option.value === undefined) return all.includes(true) ? [true] : []
  const given = all.filter((one) => one !== undefined).map(String)
  if (given.includes(''))
    throw new UsageError(`--${option.name} needs a value: --${option.name} ${option.value}`)
  if (given.length > 1 && option.occurs === undefined) {
    throw new UsageError(`--${option.name} is given ${given.length} times, and only one value can count`)
  }
  return given
}

function checkArity(command: Command, positionals: readonly string[]): void {
  const { min, max } = command.arity
  if (positionals.length < min) {
    throw new UsageError(`an argument is missing: hotshift ${command.name} ${command.positional}`)
  }
  if (positionals.length > max) {
    throw new UsageError(`too many arguments: ${positionals.slice(max).join(' ')}`)
  }
  // A variable that is not set would stand for all files.
  if (positionals.includes(''))
    throw new UsageError('an argument is empty', ['the working directory is named by a dot: .'])
}

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
function answerTo(name: string, command: Command): string | undefined {
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
