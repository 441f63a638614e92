import { commands } from '../../src/apps/cli/main.ts'
import { commandHelp, exitCodesHelp, programHelp } from '../../src/apps/cli/output/help.ts'
import { fenced, generatedNotice, prose, table } from './markdown.ts'

/** What hotshift reads of its surroundings: names, and what they do. */
export const environmentVariables: readonly (readonly [string, string])[] = [
  [
    'NO_COLOR, FORCE_COLOR',
    'colours off or on, whatever the output goes to; `--color` and `--no-color` come first',
  ],
  ['HOTSHIFT_PAGER, PAGER', 'what shows on a terminal what is longer than the screen; `less` without them'],
  [
    'SOURCE_DATE_EPOCH=0',
    'reports have no times in them: the same files give the same report, byte for byte',
  ],
  ['HOTSHIFT_DEBUG=1', 'errors come with the place in the code where they happened'],
  [
    'HOTSHIFT_CACHE_KEY',
    'a secret of at least 16 characters that seals what `check --cache` stores; with it, `--cache-location` may be anywhere',
  ],
  ['XDG_CACHE_HOME', 'where an installed hotshift keeps its compiled code; `~/.cache` without it'],
]

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
      environmentVariables.map(([name, effect]) => [
        name
          .split(', ')
          .map((one) => `\`${one}\``)
          .join(', '),
        effect,
      ]),
    ),
  ].join('\n')
}

export function exitCodeTable(): string {
  return table(
    ['exit code', 'meaning'],
    exitCodesHelp.map(([code, what]) => [code, prose(what)]),
  )
}
