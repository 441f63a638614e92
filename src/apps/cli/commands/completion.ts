import { nearNames } from '../../../heat/near-names.ts'
import { ownValue } from '../../../text/document/records.ts'
import type { Command } from '../command.ts'
import { completions } from '../completion.ts'
import { exitCodes } from '../output/exit-code.ts'
import { didYouMean, UsageError } from '../usage-error.ts'

/** @param commands all that there are; asked late, because this one is among them */
export function completionCommand(commands: () => readonly Command[]): Command {
  const shells = Object.keys(completions)
  return {
    name: 'completion',
    positional: '<shell>',
    positionalDescription: shells.join(', '),
    firstArguments: shells,
    arity: { min: 1, max: 1 },
    summary: 'Print a completion script for a shell',
    description: [
      'Prints a script for bash, zsh or fish that completes commands, options, their values, and files.',
    ],
    options: [],
    examples: {
      'For this shell': 'source <(hotshift completion bash)',
      'For every fish': 'hotshift completion fish > ~/.config/fish/completions/hotshift.fish',
    },
    async run({ positionals: [shell = ''] }, world) {
      const make = ownValue(completions, shell)
      if (make === undefined)
        throw new UsageError(`completion ${shell}: no such shell`, [
          ...didYouMean(nearNames(shell, shells)),
          `the shells are ${shells.join(', ')}`,
        ])
      const { vocabularies } = await import('../options/vocabularies.ts')
      await world.out.write(make(commands(), await vocabularies()))
      return exitCodes.done
    },
  }
}
