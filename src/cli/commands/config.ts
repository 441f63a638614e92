import type { Command } from '../command.ts'
import { exitCodes } from '../exit-code.ts'
import { answerFormat, answerFormatOption, configOption } from '../options.ts'

/** @param commands all of them, whose options a configuration may give */
export function configCommand(commands: () => readonly Command[]): Command {
  return {
    name: 'config',
    positional: '',
    arity: { min: 0, max: 0 },
    summary: 'Show the configuration, and where each value comes from',
    description: [
      'Reads hotshift.config.{ts,mts,js,mjs,cjs,json,yaml,yml} or hotshift in package.json, in the working directory or above, checks it, and shows the values for the options of all commands. The command line wins over them.',
    ],
    options: [configOption, { ...answerFormatOption, isOfOneRun: true, group: 'The report' }],
    examples: {
      'Which options are configured?': 'hotshift config',
      'Check a configuration': 'hotshift config --config ci/hotshift.yaml',
    },
    async run(args, world) {
      const format = answerFormat(args)
      const { chosenConfiguration, shownSettings } = await import('../configuration.ts')
      const found = await chosenConfiguration(args.value(configOption.name), world.cwd)
      const settings = found === undefined ? [] : shownSettings(found, commands())
      if (found !== undefined) {
        const { checkConfiguredValues } = await import('../vocabularies.ts')
        await checkConfiguredValues(found, commands())
      }
      if (format === 'json') {
        await world.out.write(`${JSON.stringify({ path: found?.path ?? null, settings }, undefined, 2)}\n`)
        return exitCodes.done
      }
      if (found === undefined) {
        await world.out.write('no configuration in the working directory or above\n')
        return exitCodes.done
      }
      const width = (of: 'key' | 'value') => Math.max(0, ...settings.map((one) => one[of].length))
      const [keys, values] = [width('key'), width('value')]
      const lines = settings.map(
        ({ key, value, where }) => `${key.padEnd(keys)}  ${value.padEnd(values)}  ${where}`,
      )
      await world.out.write(`${[found.path, ...lines].join('\n')}\n`)
      return exitCodes.done
    },
  }
}
