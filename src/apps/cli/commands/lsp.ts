import type { ArgumentsIn, Command } from '../command.ts'
import { exitCodes } from '../output/exit-code.ts'

export function lspCommand(argumentsIn: ArgumentsIn): Command {
  return {
    name: 'lsp',
    positional: '',
    arity: { min: 0, max: 0 },
    summary: 'Serve an editor: findings, completion, names and fixes while you type',
    description: [
      'Speaks the Language Server Protocol on standard input and output, for editors to start; docs/editors.md says how. Findings are those of `hotshift check`, with the configuration of the folder. Templates of CloudFormation are left alone, unless the editor gives the initialization option cloudFormation: true. With updateHints: saved, or committed, hints say at each line that differs from the file on the disk, or from the last commit, what an update of a stack does because of it. With trusted: false no code of a configuration runs, whoever has said yes to it.',
    ],
    options: [
      {
        name: 'stdio',
        group: 'Options',
        description: 'Use standard input and output. Nothing else is there; editors say it',
      },
      {
        name: 'clientProcessId',
        value: '<id>',
        group: 'Options',
        isOfOneRun: true,
        description: 'The process of the editor, which some editors say here as well as in the protocol',
      },
    ],
    examples: { 'What an editor starts': 'hotshift lsp --stdio' },
    async run(_args, world) {
      const { serveEditor } = await import('../editor/serve-editor.ts')
      const connection = await serveEditor(
        { input: process.stdin, output: process.stdout },
        argumentsIn,
        world,
      )
      await new Promise<void>((end) => {
        connection.onExit(end)
        process.stdin.once('end', end)
      })
      return exitCodes.done
    },
  }
}
