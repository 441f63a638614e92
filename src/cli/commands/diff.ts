import { hiddenValue } from '../../heat/parameters.ts'
import { type Action, noEffects, type StackImpact, verdictOf, withEffects } from '../../impact/model.ts'
import { type Value, valueOfJson } from '../../semantics/value.ts'
import type { Arguments, Command } from '../command.ts'
import { effectsIn, exitByEffects, exitCodes } from '../exit-code.ts'
import { colourOptions, failOnOption, formatAmong } from '../options.ts'
import { styleOf } from '../styles.ts'
import { givenText } from '../text-file.ts'
import { compared, problemText, refusedLines, sideOptions } from '../two-templates.ts'
import { UsageError } from '../usage-error.ts'
import { version } from '../version.ts'
import type { World } from '../world.ts'

const formats = ['text', 'json', 'markdown'] as const

export const diff: Command = {
  name: 'diff',
  positional: '<before> <after>',
  positionalDescription: 'The template of a live stack, and the new template; in any dialect',
  arity: { min: 2, max: 2 },
  summary: 'Show what an update of a live stack does to each resource',
  description: [
    'Compares two templates by their meaning and says what `openstack stack update` does with each resource of a stack created from the first: nothing, an update in place, a replacement. Nested templates are included. The answer holds for all values of parameters; if it depends on one, the condition is shown. Parameters that both templates have keep their values.',
    'The answer follows the resource classes of Heat: which properties can be updated in place, which cannot be changed, and what a class decides by itself. What the cloud itself does is not part of it.',
    'Exit code 0: nothing happens. 1: something happens. 2: a file cannot be read. 3: the effect is unknown. With --fail-on, 1 stands for the named effects only.',
  ],
  options: [
    ...sideOptions,
    {
      name: 'set',
      value: '<name=value>',
      occurs: 'repeatedly',
      group: 'Options',
      description: 'The value of a parameter of the stack, before and after',
    },
    {
      name: 'parameters',
      value: '<file>',
      group: 'Options',
      description:
        'The parameter values of the stack, as JSON: `openstack stack show <stack> -f json -c parameters`',
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
    'With the values of the stack': 'hotshift diff live.yaml new.yaml --parameters stack.json',
    'In CI: no server may be lost': 'hotshift diff live.yaml new.yaml --fail-on replace --fail-on delete',
  },
  async run(args, world) {
    const format = formatAmong(formats, args)
    const asked = effectsIn(args)
    const values = valuesOf(args, world)
    const { impactOf } = await import('../../engine/impact.ts')
    const result = compared(args, world, (before, after) => impactOf(before, after, values))
    if ('problem' in result) {
      await world.err.write(problemText(result.problem))
      return exitCodes.failed
    }
    const unread = refusedLines(result.named, world)
    const impact = { ...result.impact, open: [...result.impact.open, ...unread] }
    await world.out.write(await answerText(impact, format, args, world))
    return exitCodeOf(impact, asked)
  },
}

async function answerText(
  impact: StackImpact,
  format: (typeof formats)[number],
  args: Arguments,
  world: World,
): Promise<string> {
  // Not at the start of every command.
  const { impactMarkdown, impactText } = await import('../../report/impact.ts')
  if (format === 'markdown') return impactMarkdown(impact)
  if (format === 'text') return impactText(impact, styleOf(world.out, args, world))
  const { impactSchemaId } = await import('../../plan/impact-schema.ts')
  const answer = { $schema: impactSchemaId, version, verdict: verdictOf(impact), ...impact }
  return `${JSON.stringify(answer, null, 2)}\n`
}

function exitCodeOf(impact: StackImpact, asked: readonly Action[]): number {
  if (asked.length > 0) return exitByEffects(withEffects(noEffects, impact), asked).code
  const codes = { nothing: exitCodes.done, something: exitCodes.found, untold: exitCodes.manualWork }
  return codes[verdictOf(impact)]
}

/** Values by name: of the file first, then those of the command line. */
function valuesOf(args: Arguments, world: World): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>()
  const path = args.value('parameters')
  if (path !== undefined) for (const [name, value] of valuesIn(path, world)) values.set(name, value)
  for (const given of args.values('set')) {
    const end = given.indexOf('=')
    if (end < 1) throw new UsageError(`--set ${given}: not of the form name=value`)
    values.set(given.slice(0, end), given.slice(end + 1))
  }
  return values
}

function valuesIn(path: string, { cwd }: World): readonly (readonly [string, Value])[] {
  const text = givenText(path, `--parameters ${path}`, cwd)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // What is wrong with JSON Node says with some of the text, which holds passwords here.
    throw new UsageError(`--parameters ${path}: the file is not valid JSON`)
  }
  const outer = recordOf(json)
  const own = recordOf(outer?.parameters) ?? outer
  if (own === undefined) throw new UsageError(`--parameters ${path}: not a JSON object of values by name`)
  return Object.entries(own).flatMap(([name, value]): (readonly [string, Value])[] =>
    value === hiddenValue || name.startsWith('OS::') ? [] : [[name, valueOfJson(value)]],
  )
}

function recordOf(json: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as Readonly<Record<string, unknown>>)
    : undefined
}
