/** Completion of command lines by shells, made from the table of commands. */
import type { Command, Option } from './command.ts'

/** A script that a shell reads. */
export type MakeCompletion = (commands: readonly Command[]) => string

/** By the name of the shell. */
export const completions: Readonly<Record<string, MakeCompletion>> = { bash, zsh, fish }

/** Whether the value of an option names a file or a folder. */
function takesFile({ value }: Option): boolean {
  return value === '<file>' || value === '<folder>'
}

/** What is said of an option in a line: its description up to the first stop. */
function brief(description: string): string {
  return description.split(/[.:;,](?: |$)/, 1)[0] ?? ''
}

function bash(commands: readonly Command[]): string {
  const cases = commands.flatMap(({ name, options }) => {
    const names = options.map((option) => `--${option.name}`).join(' ')
    const valued = options.filter(({ value }) => value !== undefined)
    const pattern = (some: readonly Option[]) => some.map((option) => `--${option.name}`).join('|')
    const files = pattern(valued.filter(takesFile))
    const others = pattern(valued.filter((one) => !takesFile(one) && one.choices === undefined))
    return [
      `    ${name})`,
      `      options='${names} --help'`,
      '      case $previous in',
      ...valued.flatMap(({ name, choices }) =>
        choices === undefined ? [] : [`        --${name}) words='${choices.join(' ')}' ;;`],
      ),
      ...(files === '' ? [] : [`        ${files}) words=/ ;;`]),
      ...(others === '' ? [] : [`        ${others}) return ;;`]),
      '      esac ;;',
    ]
  })
  return [
    '# hotshift completion bash: source this file, or put it where bash-completion looks.',
    '_hotshift() {',
    '  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options= words=',
    '  COMPREPLY=()',
    '  if ((COMP_CWORD == 1)); then',
    `    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$current"))`,
    '    return',
    '  fi',
    '  case ${COMP_WORDS[1]} in',
    ...cases,
    '  esac',
    '  if [[ $words == "" && $current == -* ]]; then words=$options; fi',
    '  if [[ $words != "" && $words != / ]]; then',
    '    COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '  else',
    "    local IFS=$'\\n'",
    '    compopt -o filenames 2>/dev/null',
    '    COMPREPLY=($(compgen -f -- "$current"))',
    '  fi',
    '}',
    'complete -F _hotshift hotshift',
    '',
  ].join('\n')
}

function zsh(commands: readonly Command[]): string {
  const escaped = (text: string) => text.replace(/[[\]:\\]/g, '\\$&')
  const specOf = (option: Option) => {
    const { name, value, occurs, choices } = option
    const what = `--${name}[${escaped(brief(option.description))}]`
    const values = choices === undefined ? (takesFile(option) ? '_files' : '') : `(${choices.join(' ')})`
    const argument = value === undefined ? '' : `:${escaped(value.replace(/[<>]/g, ''))}:${values}`
    return zshWord(`${occurs === 'repeatedly' ? '*' : ''}${what}${argument}`)
  }
  return [
    '#compdef hotshift',
    '# hotshift completion zsh: put this into a file _hotshift in a folder of $fpath.',
    '_hotshift() {',
    '  local -a commands',
    '  commands=(',
    ...commands.map(({ name, summary }) => `    ${zshWord(`${name}:${escaped(summary)}`)}`),
    '  )',
    '  if (( CURRENT == 2 )); then',
    "    _describe 'command' commands",
    '    return',
    '  fi',
    '  local command=$words[2]',
    '  shift words',
    '  (( CURRENT-- ))',
    '  case $command in',
    ...commands.map(
      ({ name, options }) =>
        `    ${name}) _arguments ${[...options.map(specOf), "'*:file:_files'"].join(' \\\n      ')} ;;`,
    ),
    '  esac',
    '}',
    'if [[ $funcstack[1] == _hotshift ]]; then _hotshift "$@"; else compdef _hotshift hotshift; fi',
    '',
  ].join('\n')
}

function zshWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function fish(commands: readonly Command[]): string {
  const words = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  return [
    '# hotshift completion fish: put this into ~/.config/fish/completions/hotshift.fish.',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c hotshift -n __fish_use_subcommand -f -a ${name} -d ${words(summary)}`,
    ),
    ...commands.flatMap(({ name, options }) =>
      options.map((option) => {
        const { alias, value, choices } = option
        const short = alias === undefined ? '' : ` -s ${alias}`
        const among = choices === undefined ? '' : ` -a ${words(choices.join(' '))}`
        const takes = value === undefined ? '' : takesFile(option) ? ' -r -F' : ` -x${among}`
        const where = `-n ${words(`__fish_seen_subcommand_from ${name}`)}`
        return `complete -c hotshift ${where} -l ${option.name}${short}${takes} -d ${words(brief(option.description))}`
      }),
    ),
    '',
  ].join('\n')
}
