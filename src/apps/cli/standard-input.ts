/** `-`: a template that comes on standard input, and goes on standard output. */
import { systemMessage } from '../../run/problem.ts'
import type { Arguments, Command } from './command.ts'
import { stdinPathOption } from './options/options.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/** What names standard input among the paths; a file of that name is `./-`. */
export const STANDARD = '-'
/** Its name in reports, unless `--stdin-path` gives one. */
const UNNAMED = 'stdin'

/** Options that are about files on the disk. */
const withoutFiles = [
  'write',
  'commit',
  'patches',
  'patch',
  'plan',
  'interactive',
  'decisions',
  'out',
  'since',
  'staged',
  'files-from',
] as const

/**
 * The same command line with standard input as the source, if it names that.
 *
 * @throws UsageError for a command or an option that requires files, and for further paths
 */
export async function withStandardInput(args: Arguments, command: Command, world: World): Promise<Arguments> {
  const takesOne = command.options.some(({ name }) => name === stdinPathOption.name)
  const name = args.value(stdinPathOption.name)
  if (!args.positionals.includes(STANDARD)) {
    if (name !== undefined)
      throw new UsageError(`--stdin-path ${name}: nothing is read from standard input`, [
        `give - as the path: hotshift ${command.name} - --stdin-path ${name}`,
      ])
    return args
  }
  // To commands that take no files, it is a name as any other.
  if (!command.options.some(({ name }) => name === 'files-from')) return args
  if (!takesOne || args.has('profile'))
    throw new UsageError('-: the files of a package cannot come on standard input', [
      'give the folder of the package; a file with the name - is ./-',
    ])
  if (args.positionals.length > 1)
    throw new UsageError('-: standard input is one template; leave out the other paths', [
      'a file with the name - is ./-',
    ])
  const other = withoutFiles.find((option) => args.has(option))
  if (other !== undefined) throw new UsageError(`--${other} is for files, and not for standard input`)
  return args.withInput(name ?? UNNAMED, await standardBytes(STANDARD, world))
}

/** Standard input as a string. @param name the option that reads it, for messages */
export async function standardText(name: string, world: World): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await standardBytes(name, world))
}

/** @param name what reads it, for messages */
export async function standardBytes(name: string, world: World): Promise<Uint8Array> {
  try {
    return await world.input()
  } catch (error) {
    throw new UsageError(`${name}: standard input cannot be read: ${systemMessage(error)}`)
  }
}
