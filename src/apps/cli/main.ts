import '../../run/node-machine.ts'
import { dirname } from 'node:path'
import { messageOf } from '../../engine/findings/finding.ts'
import { nearNames } from '../../heat/near-names.ts'
import { oneLine, visible, wrap } from '../../show/report/style.ts'
import { version } from '../../show/report/version.ts'
import {
  type Arguments,
  type Command,
  type CommandLine,
  checkExclusions,
  withoutExcluded,
} from './command.ts'
import { apply } from './commands/apply.ts'
import { bundle } from './commands/bundle.ts'
import { capabilities } from './commands/capabilities.ts'
import { check } from './commands/check.ts'
import { completionCommand } from './commands/completion.ts'
import { configCommand } from './commands/config.ts'
import { diff } from './commands/diff.ts'
import { evalCommand } from './commands/eval.ts'
import { explainCommand } from './commands/explain.ts'
import { extractDefaults } from './commands/extract-defaults.ts'
import { fleet } from './commands/fleet.ts'
import { graph } from './commands/graph.ts'
import { list } from './commands/list.ts'
import { lspCommand } from './commands/lsp.ts'
import { merge } from './commands/merge.ts'
import { migrate } from './commands/migrate.ts'
import { nativize } from './commands/nativize.ts'
import { newCommand } from './commands/new.ts'
import { parameter } from './commands/parameter.ts'
import { remediate } from './commands/remediate.ts'
import { rename } from './commands/rename.ts'
import { render } from './commands/render.ts'
import { review } from './commands/review.ts'
import { rules } from './commands/rules.ts'
import { run } from './commands/run.ts'
import { sameEditCommand } from './commands/same-edit.ts'
import { show } from './commands/show.ts'
import { trust } from './commands/trust.ts'
import { upgrade } from './commands/upgrade.ts'
import { verify } from './commands/verify.ts'
import { problemText } from './options/given-file.ts'
import { noConfigOption, noPagerOption } from './options/options.ts'
import { exitCodes } from './output/exit-code.ts'
import { commandHelp, programHelp, shortHelp } from './output/help.ts'
import { OutputFailure } from './output/output-file.ts'
import { didYouMean, UnfitFile, UsageError, withOrigins } from './usage-error.ts'
import { processWorld, type World } from './world.ts'

/** In the order in which help lists them. */
export const commands: readonly Command[] = [
  migrate,
  upgrade,
  nativize,
  extractDefaults,
  remediate,
  rename,
  parameter,
  sameEditCommand,
  capabilities,
  run,
  show,
  review,
  apply,
  merge,
  check,
  verify,
  diff,
  render,
  evalCommand,
  graph,
  bundle,
  fleet,
  configCommand(() => commands),
  trust,
  newCommand,
  completionCommand(() => commands),
  lspCommand(argumentsIn),
  list,
  rules,
  explainCommand(() => commands),
]

/**
 * Runs a command line (without `node` and the script) and gives its exit code. Never
 * throws: errors are reported on standard error.
 */
export async function main(argv: readonly string[], world: World = processWorld()): Promise<number> {
  try {
    return await dispatch(argv, world)
  } catch (error) {
    return report(error, argv, world)
  }
}

/** What another thread of a run does; `bin/worker.cjs` calls it. */
export async function work(): Promise<void> {
  const threads = await import('./thread-team.ts')
  return threads.work()
}

async function dispatch(argv: readonly string[], world: World): Promise<number> {
  const [first, ...rest] = argv
  if (first === undefined) {
    await world.err.write(programHelp(commands))
    return exitCodes.usage
  }
  if (['--version', '-V', '-v', 'version'].includes(first)) {
    await world.out.write(`${version}\n`)
    return exitCodes.done
  }
  if (asksForHelp([first])) {
    await world.out.write(programHelp(commands))
    return exitCodes.done
  }
  // `hotshift help migrate` is what people try who know git.
  if (first === 'help') return dispatch([...rest.slice(0, 1), '--help'], world)
  const command = commands.find(({ name }) => name === first)
  if (command === undefined) throw unknownCommand(first)
  if (asksForHelp(rest)) {
    await world.out.write(isHelpShort(rest) ? shortHelp(command) : commandHelp(command))
    return exitCodes.done
  }
  const { cwd } = world
  const { parseArguments } = await import('./options/parse-arguments.ts')
  const args = await configured(parseArguments(command, rest), command, cwd)
  try {
    checkExclusions(command, args)
    const complete = await narrowed(await withInput(args, command, world), command, world)
    return await runPaged(complete, command, world)
  } catch (error) {
    throw error instanceof UsageError ? withOrigins(error, (option) => args.originOf(option)) : error
  }
}

async function runPaged(args: Arguments, command: Command, world: World): Promise<number> {
  if (!command.options.some(({ name }) => name === noPagerOption.name)) return command.run(args, world)
  const { paged } = await import('./output/pager.ts')
  const pager = paged(args, world)
  try {
    return await command.run(args, pager.world)
  } finally {
    await pager.close()
  }
}

/** With the template on standard input, where one is asked for. */
async function withInput(args: Arguments, command: Command, world: World): Promise<Arguments> {
  if (!args.positionals.includes('-') && args.value('stdin-path') === undefined) return args
  const { withStandardInput } = await import('./standard-input.ts')
  return withStandardInput(args, command, world)
}

/** With the files that have changed, where only these are asked for. */
async function narrowed(args: Arguments, { name }: Command, world: World): Promise<Arguments> {
  if (!['since', 'staged', 'files-from'].some((option) => args.has(option))) return args
  const { withChangedPaths } = await import('./options/changed-paths.ts')
  return withChangedPaths(args, name === 'remediate' || args.has('profile') ? 'packages' : 'files', world)
}

/**
 * With what the configuration says about the options that were not given.
 *
 * @param code `never` for a configuration whose code is not to run, whoever has said yes to it
 */
async function configured(
  args: Arguments,
  command: Command,
  cwd: string,
  code?: 'never',
): Promise<Arguments> {
  // `hotshift config` reads it for itself, and runs no code.
  const takesOne = command.options.some(({ name }) => name === noConfigOption.name)
  if (!takesOne || args.has(noConfigOption.name)) return args
  const { chosenConfiguration, configuredFor, readConfiguration } = await import(
    './configuration/configuration.ts'
  )
  const found = chosenConfiguration(args, cwd)
  if (found === undefined) return args
  const chosen = code === undefined ? found : { ...found, consent: code }
  const configuration = await readConfiguration(chosen)
  const { codeRefusal, trustedCode } = await import('./configuration/configured-code.ts')
  const { values, origins, overrides, waivers, cloud } = configuredFor(configuration, command, commands)
  return args.withConfiguration({
    configured: withoutExcluded(values, command, args),
    origins,
    overrides,
    waivers,
    cloud,
    configurationRoot: dirname(configuration.path),
    codeRefusal: (file) => codeRefusal(file, chosen),
    trustedCode: trustedCode(chosen),
  })
}

/** What a command is given in a folder by a command line and the configuration there. */
export async function argumentsIn(
  folder: string,
  [name, ...argv]: CommandLine,
  code?: 'never',
): Promise<Arguments> {
  const command = commands.find((one) => one.name === name)
  if (command === undefined) throw unknownCommand(name)
  const { parseArguments } = await import('./options/parse-arguments.ts')
  return configured(parseArguments(command, argv), command, folder, code)
}

/** Whether `--help` stands before a `--` that ends the options. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const options = end === -1 ? argv : argv.slice(0, end)
  return options.includes('--help') || options.includes('-h')
}

/** `-h` asks for the usual options, `--help` for all. */
function isHelpShort(argv: readonly string[]): boolean {
  return !argv.includes('--help')
}

/** What other tools call a command or an option of hotshift. */
const synonyms: Readonly<Record<string, string>> = {
  convert: 'hotshift migrate converts CloudFormation to HOT',
  fix: 'hotshift check --fix makes the fixes of findings',
  fmt: 'hotshift does not format: it changes only what must change',
  format: 'hotshift does not format: it changes only what must change',
  lint: 'hotshift check reports what Heat would reject',
  plan: 'hotshift migrate --plan FILE writes a plan, and so do other commands that rewrite; hotshift apply makes it',
  validate: 'hotshift check reports what Heat would reject',
}

function unknownCommand(name: string): UsageError {
  if (name.startsWith('-')) {
    const near = name.startsWith('--') ? nearNames(name.slice(2), ['help', 'version']) : []
    const hints = didYouMean(near.map((one) => `--${one}`))
    return new UsageError(`unknown option ${name}; options come after the command`, hints)
  }
  const names = [...commands.map((command) => command.name), 'help', 'version']
  const instead = Object.hasOwn(synonyms, name) ? synonyms[name] : undefined
  return new UsageError(
    `unknown command ${name}`,
    instead === undefined ? didYouMean(nearNames(name, names)) : [instead],
  )
}

async function report(error: unknown, argv: readonly string[], world: World): Promise<number> {
  if (error instanceof UsageError) {
    const command = commands.find(({ name }) => name === argv[0])
    const help = command === undefined ? 'hotshift --help' : `hotshift ${command.name} --help`
    const { columns } = world.err
    const hints = [...error.hints, `try ${help}`].flatMap((hint) => wrap(hint, columns && columns - 2))
    const lines = [...wrap(`hotshift: ${error.message}`, columns), ...hints].map(oneLine)
    await world.err.write(`${lines.join('\n  ')}\n`)
    return exitCodes.usage
  }
  const stack = world.env.HOTSHIFT_DEBUG === '1' ? (error as Partial<Error>).stack : undefined
  if (error instanceof UnfitFile) {
    await world.err.write(problemText(error.problem, error.hint))
    return exitCodes.failed
  }
  const isOurs = error instanceof OutputFailure
  const text = stack ?? `${messageOf(error)}${isOurs ? '' : '\n  HOTSHIFT_DEBUG=1 shows where this happened'}`
  await world.err.write(`hotshift: ${visible(text)}\n`)
  return exitCodes.failed
}
