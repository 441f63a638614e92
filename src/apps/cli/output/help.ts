import type { Command, Option } from '../command.ts'

const WIDTH = 80
const INDENT = 2
const OPTION_WIDTH = 24
/** The longest name of a command, and two blanks. */
const COMMAND_WIDTH = 18

export const exitCodesHelp: readonly (readonly [string, string])[] = [
  ['0', 'done, or nothing to do'],
  [
    '1',
    '--check: something would change; --fail-on: an update would have that effect; check: errors; verify: the templates differ; diff: the update does something',
  ],
  ['2', 'some file could not be read, rewritten or written'],
  [
    '3',
    'manual work is left: blocked files, errors in changed ones, or results that Heat rejects though their originals were sound; verify: not proved; diff and --fail-on: the effect is unknown',
  ],
  ['64', 'the command line cannot be understood'],
]

/** The commands by what they are for; those that are in no other group come last. */
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['Rewrite', ['migrate', 'upgrade', 'nativize', 'extract-defaults', 'remediate']],
  ['Edit', ['rename', 'parameter', 'same-edit']],
  ['Check', ['check', 'verify', 'diff']],
  ['See', ['render', 'eval', 'graph', 'bundle', 'fleet']],
  ['Review', ['show', 'review', 'apply', 'merge']],
  ['Look up', ['explain', 'list', 'rules', 'config']],
]

/** Help of the program: its commands. */
export function programHelp(commands: readonly Command[]): string {
  const grouped = new Set(GROUPS.flatMap(([, names]) => names))
  const others = commands.flatMap(({ name }) => (grouped.has(name) ? [] : [name]))
  const groups = [...GROUPS, ['More', others] as const]
  return text(
    section(
      'Rewrites OpenStack Heat templates, changes nothing else, and proves that the result is equivalent.',
    ),
    ...groups.map(([title, names]) =>
      definitions(
        title,
        names.flatMap((name) => {
          const command = commands.find((one) => one.name === name)
          return command === undefined ? [] : [[name, command.summary] as const]
        }),
        COMMAND_WIDTH,
      ),
    ),
    definitions('Options', [
      ['-h', 'Show this; after a command, its usual options'],
      ['    --help', 'Show help; after a command, all of its options'],
      ['    --version', 'Show the version of hotshift, like `hotshift version`'],
    ]),
    definitions('Exit codes', exitCodesHelp, 6),
    section('Nothing on disk changes without --write. Start with: hotshift migrate <folder>'),
  )
}

/** Options that most command lines have, by their names; the other ones are in the whole help. */
const USUAL: ReadonlySet<string> = new Set([
  'accept',
  'check',
  'cloud',
  'env',
  'fail-on',
  'fix',
  'format',
  'from',
  'ignore',
  'interactive',
  'keep-values',
  'live',
  'lossy',
  'modernize',
  'native',
  'out',
  'output',
  'partial',
  'plan',
  'profile',
  'since',
  'to',
  'transform',
  'verbose',
  'write',
])

/** The usual options of one command, with an example first. */
export function shortHelp({ name, positional, summary, options, examples }: Command): string {
  const [example] = Object.entries(examples)
  const usual = options.filter((option) => USUAL.has(option.name))
  return text(
    section(`${summary}.`),
    example === undefined ? '' : `${fill(`# ${example[0]}`, INDENT, '# ')}  ${example[1]}\n`,
    `Usage: ${['hotshift', name, positional, '[options]'].filter((part) => part !== '').join(' ')}\n`,
    usual.length === 0 ? '' : definitions('Usual options', usual.map(optionRow)),
    section(`All options, and more examples: hotshift ${name} --help`),
  )
}

/** Help of one command. */
export function commandHelp(command: Command): string {
  const { name, positional, positionalDescription, summary, description, options, examples } = command
  const groups = [...new Set(options.map((option) => option.group))]
  return text(
    `Usage: ${['hotshift', name, positional, '[options]'].filter((part) => part !== '').join(' ')}\n`,
    section(`${summary}.`),
    ...description.map(section),
    positionalDescription === undefined
      ? ''
      : definitions('Arguments', [[positional, positionalDescription]]),
    ...groups.map((group) =>
      definitions(group, options.filter((option) => option.group === group).map(optionRow)),
    ),
    `Examples:\n${Object.entries(examples)
      .map(([purpose, line]) => `${fill(`# ${purpose}`, INDENT, '# ')}  ${line}\n`)
      .join('\n')}`,
  )
}

function optionRow({ name, alias, value, description, ...option }: Option): readonly [string, string] {
  const mode = modeText(option)
  const spelled = `${alias === undefined ? '   ' : `-${alias},`} --${name}${value === undefined ? mode : ` ${value}`}`
  return [spelled, description]
}

/** What a switch takes with `=`. */
export function modeText({ modes, names }: Pick<Option, 'modes' | 'names'>): string {
  const taken = names ?? modes?.join('|')
  return taken === undefined ? '' : `[=${taken}]`
}

function text(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n')
}

function section(paragraph: string): string {
  return fill(paragraph, 0)
}

/** A heading, then terms with what they mean beside them, or below when they are long. */
function definitions(
  heading: string,
  rows: readonly (readonly [string, string])[],
  termWidth = OPTION_WIDTH,
): string {
  const lines = rows.map(([term, meaning]) => {
    const column = INDENT + termWidth
    const [first = '', ...rest] = fill(meaning, column).split('\n')
    const head = ' '.repeat(INDENT) + term
    if (head.length > column - 2) return [head, first, ...rest].join('\n')
    return [head.padEnd(column) + first.trimStart(), ...rest].join('\n')
  })
  return `${heading}:\n${lines.join('')}`
}

/** Words in lines of at most `WIDTH`, indented; ends with a newline. */
function fill(paragraph: string, indent: number, continuation = ''): string {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = continuation + word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line].map((one) => `${' '.repeat(indent)}${one}\n`).join('')
}
