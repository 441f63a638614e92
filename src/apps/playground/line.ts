/** The command line that does what the page does. A link may bring files and options of a stranger. */
import { shellWord, typedLine } from '../../show/report/shell-word.ts'
import { type CommandName, optionNames, targets } from './protocol.ts'

interface LineParts {
  readonly target: string | undefined
  /** As they are typed. */
  readonly options: string
  readonly paths: readonly string[]
  /** Each becomes an `-e`. */
  readonly environments?: readonly string[]
}

/** Options are the words that the page knows; whatever else stands there, the page refuses, and nobody is to type it. */
export function lineToType(
  name: CommandName,
  { target, options, paths, environments = [] }: LineParts,
): string {
  // An upgrade has no version of its own.
  const isUsual = target === undefined || (name === 'migrate' && target === targets.migrate?.[0])
  const to = isUsual ? [] : ['--to', shellWord(target)]
  const given = environments.flatMap((path) => ['-e', shellWord(path)])
  return typedLine(['hotshift', name], paths, [...to, ...given, ...knownWords(name, options)])
}

function knownWords(name: CommandName, line: string): readonly string[] {
  const words = line.split(/[\s=]+/).filter((word) => word !== '')
  return words.flatMap((word, index) => {
    if (optionNames[name].includes(word)) return [word]
    const option = words[index - 1] ?? ''
    return takesValue.has(option) && optionNames[name].includes(option) ? [shellWord(word)] : []
  })
}

const takesValue: ReadonlySet<string> = new Set(['--accept', '--from'])
