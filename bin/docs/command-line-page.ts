import { commandHelp, exitCodesHelp, programHelp } from '../../src/cli/help.ts'
import { commands } from '../../src/cli/main.ts'
import { fenced, generatedNotice, prose, table } from './markdown.ts'

/** The commands with their options, as `--help` shows them, and the exit codes. */
export function commandLinePage(): string {
  return [
    `${generatedNotice}# Command line\n`,
    fenced('text', programHelp(commands)),
    ...commands.map((command) => `## ${command.name}\n\n${fenced('text', commandHelp(command))}`),
    '## Exit codes\n',
    exitCodeTable(),
    'One code per run: the worst that happened counts, in the order 2, 3, 1, 0.\n',
    '## Environment\n',
    table(
      ['variable', 'effect'],
      [
        [
          '`NO_COLOR`, `FORCE_COLOR`',
          'colours off or on, whatever the output goes to; `--color` and `--no-color` come first',
        ],
        ['`HOTSHIFT_DEBUG=1`', 'errors come with the place in the code where they happened'],
        ['`XDG_CACHE_HOME`', 'where an installed hotshift keeps its compiled code; `~/.cache` without it'],
      ],
    ),
  ].join('\n')
}

export function exitCodeTable(): string {
  return table(
    ['exit code', 'meaning'],
    exitCodesHelp.map(([code, what]) => [code, prose(what)]),
  )
}
