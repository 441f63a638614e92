import type { ResolvedAnswer } from '../../../engine/queries/resolved-stack.ts'
import type { Arguments, Command } from '../command.ts'
import { endedBy } from '../options/given-file.ts'
import { formatAmong } from '../options/options.ts'
import { valuesOf } from '../options/set-values.ts'
import {
  dataFormatOption,
  dataFormats,
  depthOf,
  depthOption,
  stackOptions,
} from '../options/stack-options.ts'
import { exitCodes } from '../output/exit-code.ts'
import { givenSide, refusedLines } from '../two-templates.ts'
import { UsageError } from '../usage-error.ts'

export const render: Command = {
  name: 'render',
  positional: '<template>',
  positionalDescription: 'A template, in any dialect; - is standard input',
  arity: { min: 1, max: 1 },
  summary: 'Show the stack as Heat gets it',
  description: [
    'Decides conditions and resolves parameters and functions with the values of the environments, of --set and of defaults. What only the cloud knows, or a value that nobody gives, stays between < and > in the words of the template. Hidden parameters, and literals under names such as admin_pass, are ******.',
    'Exit code 0: shown. 2: a file cannot be read.',
  ],
  options: [
    ...stackOptions,
    depthOption,
    {
      name: 'resource',
      value: '<name>',
      occurs: 'repeatedly',
      group: 'Options',
      description: 'This resource alone. Repeatable',
    },
    {
      name: 'output',
      value: '<name>',
      occurs: 'repeatedly',
      group: 'Options',
      description: 'This output alone. Repeatable',
    },
    dataFormatOption,
  ],
  examples: {
    'The whole stack': 'hotshift render web.yaml -e prod.env',
    'A script as the server gets it': 'hotshift render web.yaml --resource server --set size=large',
    'With nested templates and the members of groups': 'hotshift render web.yaml --depth 3',
  },
  async run(args, world) {
    const format = formatAmong(dataFormats, args)
    const request = { values: valuesOf(args), depth: depthOf(args) }
    const given = await givenSide(args, world)
    if ('problem' in given) return endedBy(given, world)
    const { resolve } = await import('../../../engine/queries/resolved-stack.ts')
    const answer = resolve(given.input, request)
    if ('problem' in answer) return endedBy(answer, world)
    for (const line of refusedLines([given.named], world)) await world.err.write(`${line}\n`)
    const wanted = selected(answer, args)
    await world.out.write(await answerText(wanted, format))
    return exitCodes.done
  },
}

/** What `--resource` and `--output` leave. */
function selected({ stack, open }: ResolvedAnswer, args: Arguments): ResolvedAnswer {
  const [resources, outputs] = [args.values('resource'), args.values('output')]
  if (resources.length + outputs.length === 0) return { stack, open }
  const missing =
    resources.find((name) => !stack.resources.some((one) => one.name === name)) ??
    outputs.find((name) => !stack.outputs.some((one) => one.name === name))
  if (missing !== undefined) {
    const why = stack.absent.includes(missing) ? 'is not created, by its condition' : 'is not in the template'
    throw new UsageError(`${missing} ${why}`)
  }
  return {
    open: [],
    stack: {
      ...stack,
      parameters: [],
      absent: [],
      resources: stack.resources.filter(({ name }) => resources.includes(name)),
      outputs: stack.outputs.filter(({ name }) => outputs.includes(name)),
    },
  }
}

async function answerText(answer: ResolvedAnswer, format: (typeof dataFormats)[number]): Promise<string> {
  const { jsonOf, resolvedYaml, stackSections } = await import('../../../show/report/resolved.ts')
  if (format === 'yaml')
    return resolvedYaml(answer, (await import('../../../text/yaml/write-yaml.ts')).yamlOf)
  const { stack, open } = answer
  const notGiven = stack.parameters.flatMap(({ name, from }) => (from === 'nobody' ? [name] : []))
  const made = {
    ...(jsonOf(stackSections(stack)) as object),
    absent: stack.absent,
    notGiven,
    notFollowed: open,
  }
  return `${JSON.stringify(made, null, 2)}\n`
}
