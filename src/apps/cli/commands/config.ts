import type { Command } from '../command.ts'
import type { ShownSetting } from '../configuration/configuration.ts'
import type { CodeSource } from '../configuration/configured-code.ts'
import { answerFormat, answerFormatOption, configOption, trustConfigOption } from '../options/options.ts'
import { exitCodes } from '../output/exit-code.ts'
import type { UsageError } from '../usage-error.ts'

/** @param commands all of them, whose options a configuration may give */
export function configCommand(commands: () => readonly Command[]): Command {
  return {
    name: 'config',
    positional: '',
    arity: { min: 0, max: 0 },
    summary: 'Show the configuration, and where each value comes from',
    description: [
      'Reads hotshift.config.{ts,mts,js,mjs,cjs,json,yaml,yml} or hotshift in package.json, in the working directory or above, checks it, and shows the values for the options of all commands. The command line wins over them.',
      'A module is run only if you trust its repository, see `hotshift trust`; otherwise only its path is shown.',
    ],
    options: [
      configOption,
      trustConfigOption,
      { ...answerFormatOption, isOfOneRun: true, group: 'The report' },
    ],
    examples: {
      'Which options are configured?': 'hotshift config',
      'Check a configuration': 'hotshift config --config ci/hotshift.yaml',
    },
    async run(args, world) {
      const format = answerFormat(args)
      const { chosenConfiguration, shownSettings, readConfiguration } = await import(
        '../configuration/configuration.ts'
      )
      const chosen = chosenConfiguration(args, world.cwd)
      const refusal = chosen === undefined ? undefined : await moduleRefusal(chosen)
      const isRead = chosen !== undefined && refusal === undefined
      const found = isRead ? await readConfiguration(chosen) : undefined
      const settings = found === undefined ? [] : shownSettings(found, commands())
      if (found !== undefined) {
        const { checkConfiguredValues } = await import('../options/vocabularies.ts')
        await checkConfiguredValues(found, commands())
      }
      const textOf = format === 'json' ? configurationJson : configurationText
      await world.out.write(textOf(chosen, refusal, settings))
      return exitCodes.done
    },
  }
}

function configurationJson(
  chosen: CodeSource | undefined,
  refusal: UsageError | undefined,
  settings: readonly ShownSetting[],
): string {
  const answer = { path: chosen?.path ?? null, settings, notRun: refusal?.message }
  return `${JSON.stringify(answer, undefined, 2)}\n`
}

function configurationText(
  chosen: CodeSource | undefined,
  refusal: UsageError | undefined,
  settings: readonly ShownSetting[],
): string {
  if (chosen === undefined) return 'no configuration in the working directory or above\n'
  // To look at it is what somebody does who does not trust it yet.
  if (refusal !== undefined) return `${[chosen.path, refusal.message, ...refusal.hints].join('\n  ')}\n`
  const width = (of: 'key' | 'value') => Math.max(0, ...settings.map((one) => one[of].length))
  const [keys, values] = [width('key'), width('value')]
  const lines = settings.map(
    ({ key, value, where }) => `${key.padEnd(keys)}  ${value.padEnd(values)}  ${where}`,
  )
  return `${[chosen.path, ...lines].join('\n')}\n`
}

/** Why a configuration that is a module is not run. */
async function moduleRefusal(chosen: CodeSource): Promise<UsageError | undefined> {
  const { isModule } = await import('../configuration/find-configuration.ts')
  const { codeRefusal } = await import('../configuration/configured-code.ts')
  return isModule(chosen.path) ? codeRefusal(chosen.path, chosen) : undefined
}
