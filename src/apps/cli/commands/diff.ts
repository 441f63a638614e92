import type { UpdateOptions } from '../../../engine/proof/impact.ts'
import {
  type AskedEffect,
  noEffects,
  type StackImpact,
  verdictOf,
  withEffects,
} from '../../../meaning/impact/model.ts'
import { shellWord } from '../../../show/report/shell-word.ts'
import { version } from '../../../show/report/version.ts'
import { defined } from '../../../text/document/records.ts'
import type { Arguments, Command } from '../command.ts'
import { liveStackIn } from '../live-files.ts'
import { cloudOf } from '../options/cloud-options.ts'
import { endedBy } from '../options/given-file.ts'
import { cloudOption, colourOptions, failOnOption, formatAmong, stdinPathOption } from '../options/options.ts'
import { setOption, valuesOf } from '../options/set-values.ts'
import { effectsIn, exitByEffects, exitCodes } from '../output/exit-code.ts'
import { styleOf } from '../output/styles.ts'
import { STANDARD } from '../standard-input.ts'
import { compared, refusedLines, sideOptions, templatePath } from '../two-templates.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'

const formats = ['text', 'json', 'markdown'] as const

export const diff: Command = {
  name: 'diff',
  positional: '<before> <after>',
  positionalDescription:
    'The template of a live stack, and the new template; in any dialect; - is standard input',
  arity: { min: 2, max: 2 },
  summary: 'Show what an update of a live stack does to each resource',
  description: [
    'Compares two templates by their meaning and shows what `openstack stack update` does to each resource of a stack created from the first: nothing, an update in place, a replacement. Nested templates are included. The result holds for all values of parameters; if it depends on one, the condition is shown. A parameter without a known value has the same one before and after. --live, --parameters and --env-before describe the live stack only: an update without --existing uses the values of --env and --set, and defaults. The assumed command is printed.',
    'The answer follows the resource classes of Heat: which properties can be updated in place, which cannot be changed, and what a class decides by itself. What the cloud itself does is not part of it.',
    'Exit code 0: nothing happens. 1: something happens. 2: a file cannot be read. 3: the effect is unknown. With --fail-on, 1 stands for the named effects only.',
  ],
  options: [
    ...sideOptions,
    { ...cloudOption, group: 'Options' },
    { ...setOption, description: 'The value of a parameter of the stack, before and after' },
    {
      name: 'existing',
      group: 'Options',
      description:
        'The update keeps the parameters and environments that the stack has, as `openstack stack update --existing` does. Without it, parameters that are not given return to their defaults',
    },
    {
      name: 'clear-parameter',
      value: '<name>',
      occurs: 'repeatedly',
      group: 'Options',
      description: 'With --existing: a parameter that returns to its default. Repeatable',
    },
    {
      name: 'live',
      value: '<file>',
      isPath: true,
      occurs: 'repeatedly',
      group: 'Options',
      description:
        'What openstack prints of the live stack with -f json: `stack show`, `stack environment show`, `stack resource list -n 5`. Parameters, ids and members of groups are taken from there. Repeatable',
    },
    {
      name: 'parameters',
      value: '<file>',
      isPath: true,
      group: 'Options',
      description:
        'The parameter values of the live stack, as JSON: `openstack stack show <stack> -f json -c parameters`',
    },
    failOnOption,
    {
      name: 'format',
      value: '<format>',
      choices: formats,
      group: 'Options',
      description: 'text (default), markdown (for merge requests) or json',
    },
    ...colourOptions('Options'),
  ],
  examples: {
    'Before an update': 'hotshift diff live.yaml new.yaml',
    'With the values of the stack': 'hotshift diff live.yaml new.yaml --existing --live stack.json',
    'In CI: no server may be lost': 'hotshift diff live.yaml new.yaml --fail-on replace --fail-on delete',
  },
  async run(args, world) {
    const format = formatAmong(formats, args)
    const asked = effectsIn(args)
    const { options, command } = updateOf(args, world)
    const { impactOf } = await import('../../../engine/proof/impact.ts')
    const result = await compared(args, world, (before, after) => impactOf(before, after, options))
    if ('problem' in result) return endedBy(result, world)
    const unread = refusedLines(result.named, world)
    const impact = { ...result.impact, open: [...result.impact.open, ...unread] }
    await world.out.write(await answerText(impact, command, format, args, world))
    return exitCodeOf(impact, asked)
  },
}

async function answerText(
  impact: StackImpact,
  command: string,
  format: (typeof formats)[number],
  args: Arguments,
  world: World,
): Promise<string> {
  // Not at the start of every command.
  if (format === 'markdown')
    return (await import('../../../show/report/impact-markdown.ts')).impactMarkdown(impact, command)
  if (format === 'text')
    return (await import('../../../show/report/impact.ts')).impactText(
      impact,
      command,
      styleOf(world.out, args, world),
    )
  const { impactSchemaId } = await import('../../../run/plan/impact-schema.ts')
  const answer = { $schema: impactSchemaId, version, command, verdict: verdictOf(impact), ...impact }
  return `${JSON.stringify(answer, null, 2)}\n`
}

function exitCodeOf(impact: StackImpact, asked: readonly AskedEffect[]): number {
  if (asked.length > 0) return exitByEffects(withEffects(noEffects, impact), asked).code
  const codes = { nothing: exitCodes.done, something: exitCodes.found, untold: exitCodes.manualWork }
  return codes[verdictOf(impact)]
}

/** How the update is made, and of which stack. */
function updateOf(
  args: Arguments,
  world: World,
): { readonly options: UpdateOptions; readonly command: string } {
  const [given, live] = (['parameters', 'live'] as const).map((name) =>
    liveStackIn(args.values(name), name, world),
  )
  const stack = live ?? given
  const parameters = live?.live.parameters ?? given?.live.parameters
  const cleared = new Set(args.values('clear-parameter'))
  if (cleared.size > 0 && !args.has('existing'))
    throw new UsageError('--clear-parameter belongs to --existing, which keeps the others')
  const options: UpdateOptions = {
    values: valuesOf(args),
    gate: 'checked',
    ...defined({ cloud: cloudOf(args) }),
    ...(stack === undefined ? {} : { live: { ...stack.live, ...(parameters && { parameters }) } }),
    ...(args.has('existing') ? { existing: { cleared } } : {}),
  }
  return { options, command: commandOf(args, live?.name ?? given?.name) }
}

/** The command that reproduces the comparison, without parameter values: it is printed into logs. */
function commandOf(args: Arguments, stack = 'STACK'): string {
  const words = [
    ...(args.has('existing') ? ['--existing'] : []),
    ...args.values('clear-parameter').flatMap((name) => ['--clear-parameter', name]),
    '--template',
    args.positionals[1] === STANDARD
      ? (args.value(stdinPathOption.name) ?? 'TEMPLATE')
      : templatePath(args, 1),
    ...args.values('env').flatMap((path) => ['--environment', path]),
    ...args.values('set').flatMap((one) => ['--parameter', `${one.slice(0, one.indexOf('='))}=…`]),
    stack,
  ]
  return `openstack stack update ${words.map(shellWord).join(' ')}`
}
