import { Arguments, checkExclusions } from '../../src/apps/cli/command.ts'
import { commands } from '../../src/apps/cli/main.ts'
import { UsageError } from '../../src/apps/cli/usage-error.ts'
import { withRealEngine } from './in-process.ts'

/** What came of a command line, and how many of the answers nobody asked for. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly unasked: number
}

/**
 * Runs a command line with the real engine in this process, options before or behind the arguments. What yargs-parser
 * does is not part of it.
 *
 * @param answers to what it asks
 */
export async function commandLine(cwd: string, line: string, answers: readonly string[] = []): Promise<Ran> {
  const left = [...answers]
  const world = withRealEngine(cwd, { asker: () => ({ ask: async () => left.shift(), close() {} }) })
  const ran = (code: number, problem = '') => ({
    code,
    out: world.text('out'),
    err: world.text('err') + problem,
    unasked: left.length,
  })
  const [name, ...words] = line.split(' ')
  const command = commands.find((one) => one.name === name)
  if (command === undefined) throw new Error(`no command ${name}`)
  const positionals: string[] = []
  const values = new Map<string, (string | true)[]>()
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const text = word
    if (!text.startsWith('-')) {
      positionals.push(text)
      continue
    }
    const option = command.options.find((one) => text === `--${one.name}` || text === `-${one.alias}`)
    if (option === undefined) throw new Error(`no option ${text}`)
    const value = option.value === undefined ? true : (words.shift() ?? '')
    values.set(option.name, [...(values.get(option.name) ?? []), value])
  }
  try {
    const args = new Arguments(positionals, values, { command: command.name })
    checkExclusions(command, args)
    return ran(await command.run(args, world))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return ran(64, [`hotshift: ${error.message}`, ...error.hints, ''].join('\n'))
  }
}
