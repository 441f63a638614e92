/** Completion of command lines by shells, made from the table of commands. */
import type { Command, Option } from './command.ts'
import type { Vocabularies } from './options/vocabularies.ts'

/** A script that a shell reads; it holds all words, so that a key press starts nothing. */
type MakeCompletion = (commands: readonly Command[], known: Vocabularies) => string

/** By the name of the shell. */
export const completions: Readonly<Record<string, MakeCompletion>> = { bash, zsh, fish }

/** The words that an option or an argument can be; undefined where nobody knows. */
function wordsOf(given: Option['choices'], known: Vocabularies): readonly string[] | undefined {
  return typeof given === 'string' ? known[given] : given
}

/** Whether the value of an option names a file or a folder. */
function takesFile({ value }: Option): boolean {
  return value === '<file>' || value === '<folder>'
}

/** Whether it names a file or something else. */
function mayBeFile({ isPath }: Option): boolean {
  return isPath === 'where it looks like one'
}

/** What is said of an option in a line: its description up to the first stop. */
function brief(description: string): string {
  return description.split(/[.:;,](?: |$)/, 1)[0] ?? ''
}

function bash(commands: readonly Command[], known: Vocabularies): string {
  const names = commands.map(({ name }) => name).join(' ')
  return [
    '# hotshift completion bash: source this file, or put it where bash-completion looks.',
    '_hotshift() {',
    '  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options= words= first= also=',
    '  COMPREPLY=()',
    '  if ((COMP_CWORD == 1)); then',
    `    COMPREPLY=($(compgen -W '${names} help version --help --version' -- "$current"))`,
    '    return',
    '  fi',
    // bash splits --to=rocky at the =.
    '  if [[ $current == "=" ]]; then',
    '    current=',
    '  elif [[ $previous == "=" ]]; then',
    '    previous=${COMP_WORDS[COMP_CWORD-2]}',
    '  fi',
    '  case ${COMP_WORDS[1]} in',
    `    help) first='${names}' ;;`,
    ...commands.flatMap((command) => bashCase(command, known)),
    '  esac',
    ...BASH_WORDS,
    '}',
    'complete -F _hotshift hotshift',
    '',
  ].join('\n')
}

/** What may follow a command: the names of its options, and the values of the option before the cursor. */
function bashCase({ name, options, firstArguments }: Command, known: Vocabularies): readonly string[] {
  const names = options.map((option) => `--${option.name}`).join(' ')
  const valued = options.filter(({ value }) => value !== undefined)
  const files = bashPattern(valued.filter(takesFile))
  const others = bashPattern(valued.filter((one) => !takesFile(one) && one.choices === undefined))
  const first = wordsOf(firstArguments, known)
  return [
    `    ${name})`,
    `      options='${names} --help'`,
    ...(first === undefined ? [] : [`      first='${first.join(' ')}'`]),
    '      case $previous in',
    ...valued.flatMap((option) => {
      const words = wordsOf(option.choices, known)
      const also = mayBeFile(option) ? ' also=/' : ''
      return words === undefined
        ? []
        : [`        ${bashPattern([option])}) words='${words.join(' ')}'${also} ;;`]
    }),
    ...(files === '' ? [] : [`        ${files}) words=/ ;;`]),
    ...(others === '' ? [] : [`        ${others}) return ;;`]),
    '      esac ;;',
  ]
}

/** All spellings of options, as a pattern of `case`. */
function bashPattern(options: readonly Option[]): string {
  return options
    .flatMap(({ name, alias }) => [`--${name}`, ...(alias === undefined ? [] : [`-${alias}`])])
    .join('|')
}

/** Completes the words that the command leaves, else the names of files. */
const BASH_WORDS = [
  '  if [[ $words == "" && $current == -* ]]; then words=$options; fi',
  '  if [[ $words == "" && $COMP_CWORD == 2 ]]; then words=$first; fi',
  '  if [[ $words != "" && $words != / ]]; then',
  '    COMPREPLY=($(compgen -W "$words" -- "$current"))',
  '  fi',
  '  if [[ $words == "" || $words == / || ( $also != "" && ${#COMPREPLY[@]} == 0 ) ]]; then',
  "    local IFS=$'\\n'",
  '    compopt -o filenames 2>/dev/null',
  '    COMPREPLY=($(compgen -f -- "$current"))',
  '  fi',
]

const helperOf = ({ name }: Option) => `_hotshift_${name.replaceAll('-', '_')}`

function zsh(commands: readonly Command[], known: Vocabularies): string {
  const argumentsOf = ({ firstArguments }: Command) => {
    const first = wordsOf(firstArguments, known)
    return [...(first === undefined ? [] : [zshWord(`1:argument:(${first.join(' ')})`)]), "'*:file:_files'"]
  }
  return [
    '#compdef hotshift',
    '# hotshift completion zsh: put this into a file _hotshift in a folder of $fpath.',
    // The parts of an action of _arguments cannot be quoted again.
    ...commands
      .flatMap(({ options }) => options.filter(mayBeFile))
      .map((option) => {
        const words = (wordsOf(option.choices, known) ?? []).join(' ')
        return `${helperOf(option)}() { _alternative 'words:${option.name}:(${words})' 'files:file:_files' }`
      }),
    '_hotshift() {',
    '  local -a commands',
    '  commands=(',
    ...commands.map(({ name, summary }) => `    ${zshWord(`${name}:${zshEscaped(summary)}`)}`),
    '  )',
    '  if (( CURRENT == 2 )); then',
    "    _describe 'command' commands",
    '    return',
    '  fi',
    '  local command=$words[2]',
    '  shift words',
    '  (( CURRENT-- ))',
    '  case $command in',
    ...commands.map((command) => {
      const specs = [...command.options.flatMap((one) => zshSpecs(one, known)), ...argumentsOf(command)]
      return `    ${command.name}) _arguments ${specs.join(' \\\n      ')} ;;`
    }),
    "    help) _describe 'command' commands ;;",
    '  esac',
    '}',
    'if [[ $funcstack[1] == _hotshift ]]; then _hotshift "$@"; else compdef _hotshift hotshift; fi',
    '',
  ].join('\n')
}

/** An option for `_arguments`, once for each of its spellings. */
function zshSpecs(option: Option, known: Vocabularies): readonly string[] {
  const { name, alias, value, occurs } = option
  const words = wordsOf(option.choices, known)
  const values = words === undefined ? (takesFile(option) ? '_files' : '') : `(${words.join(' ')})`
  const more = mayBeFile(option) ? helperOf(option) : values
  const argument = value === undefined ? '' : `:${zshEscaped(value.replace(/[<>]/g, ''))}:${more}`
  const spelled = [`--${name}`, ...(alias === undefined ? [] : [`-${alias}`])]
  return spelled.map((one) => {
    // Either spelling is enough.
    const others = occurs === 'repeatedly' ? '*' : spelled.length === 1 ? '' : `(${spelled.join(' ')})`
    return zshWord(`${others}${one}[${zshEscaped(brief(option.description))}]${argument}`)
  })
}

function zshEscaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&')
}

function zshWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function fish(commands: readonly Command[], known: Vocabularies): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const after = (name: string) => `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`
  return [
    '# hotshift completion fish: put this into ~/.config/fish/completions/hotshift.fish.',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c hotshift -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ),
    `complete -c hotshift ${after('help')} -f -a ${quoted(commands.map(({ name }) => name).join(' '))}`,
    ...commands.flatMap(({ name, options, firstArguments }) => {
      const first = wordsOf(firstArguments, known)
      return [
        ...(first === undefined
          ? []
          : [`complete -c hotshift ${after(name)} -f -a ${quoted(first.join(' '))}`]),
        ...options.map((option) => {
          const { alias, value } = option
          const words = wordsOf(option.choices, known)
          const short = alias === undefined ? '' : ` -s ${alias}`
          const among = words === undefined ? '' : ` -a ${quoted(words.join(' '))}`
          const isFile = takesFile(option) || mayBeFile(option)
          const takes = value === undefined ? '' : isFile ? ` -r -F${among}` : ` -x${among}`
          return `complete -c hotshift ${after(name)} -l ${option.name}${short}${takes} -d ${quoted(brief(option.description))}`
        }),
      ]
    }),
    '',
  ].join('\n')
}
