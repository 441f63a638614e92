import type { ResolvedAnswer } from '../../../engine/queries/resolved-stack.ts'
import { nearNames } from '../../../heat/near-names.ts'
import { oneLine } from '../../../show/report/style.ts'
import type { Command } from '../command.ts'
import { endedBy } from '../options/given-file.ts'
import { formatAmong } from '../options/options.ts'
import { valuesOf } from '../options/set-values.ts'
import { dataFormatOption, dataFormats, stackOptions } from '../options/stack-options.ts'
import { exitCodes } from '../output/exit-code.ts'
import { givenSide, refusedLines } from '../two-templates.ts'
import { UsageError } from '../usage-error.ts'

export const evalCommand: Command = {
  name: 'eval',
  positional: '<template> <expression>',
  positionalDescription:
    'A template, in any dialect (- is standard input), and a path such as resources.web.properties.user_data or a function such as {get_attr: [web, name]}',
  arity: { min: 2, max: 2 },
  summary: 'Show what one expression gives in a stack',
  description: [
    'Resolves a part of the template, or an expression in the functions of its version, with the values of the environments, of --set and of defaults. What stays open is in the words of the template, between < and >.',
    'Exit code 0: shown. 1: Heat rejects the expression. 2: a file or the expression cannot be read.',
  ],
  options: [...stackOptions, dataFormatOption],
  examples: {
    'A script as the server gets it': 'hotshift eval web.yaml -e prod.env resources.web.properties.user_data',
    'A function': 'hotshift eval web.yaml \'{list_join: [",", {get_param: zones}]}\'',
  },
  async run(args, world) {
    const format = formatAmong(dataFormats, args)
    const request = { values: valuesOf(args), depth: 1 }
    const given = await givenSide(args, world)
    if ('problem' in given) return endedBy(given, world)
    const expression = args.positionals[1] ?? ''
    const { evaluate, resolve } = await import('../../../engine/queries/resolved-stack.ts')
    const { jsonOf, stackSections } = await import('../../../show/report/resolved.ts')
    const { yamlOf } = await import('../../../text/yaml/write-yaml.ts')
    const path = /^(?:parameters|resources|outputs)(?:[.[]|$)/.test(expression)
    const answer = path ? resolve(given.input, request) : evaluate(given.input, expression, request)
    if ('problem' in answer) return endedBy(answer, world)
    for (const line of refusedLines([given.named], world)) await world.err.write(`${line}\n`)
    if ('refused' in answer && answer.refused !== undefined) {
      await world.err.write(`${oneLine(`Heat rejects the expression: ${answer.refused}`)}\n`)
      return exitCodes.found
    }
    const value = 'value' in answer ? answer.value : atPath(stackSections(answer.stack), expression, answer)
    await world.out.write(
      format === 'yaml' ? plainYaml(value, yamlOf) : `${JSON.stringify(jsonOf(value), null, 2)}\n`,
    )
    return exitCodes.done
  },
}

/** A string by itself is shown as it is. */
function plainYaml(value: unknown, yamlOf: (value: unknown) => string): string {
  if (typeof value !== 'string') return yamlOf(value)
  return value.endsWith('\n') ? value : `${value}\n`
}

/** @throws UsageError where the path leads nowhere */
function atPath(root: unknown, path: string, { stack }: ResolvedAnswer): unknown {
  let at = root
  let way = ''
  for (const step of path.split(/[.[\]]+/).filter((one) => one !== '')) {
    const next: unknown = at instanceof Map ? at.get(step) : Array.isArray(at) ? at[Number(step)] : undefined
    if (next === undefined) throw new UsageError(`${path}: nothing there`, hintsAt(at, step, way, stack))
    at = next
    way = way === '' ? step : `${way}.${step}`
  }
  return at
}

function hintsAt(
  at: unknown,
  step: string,
  way: string,
  { absent }: ResolvedAnswer['stack'],
): readonly string[] {
  if (way === 'resources' && absent.includes(step)) return [`${step} is not created, by its condition`]
  if (!(at instanceof Map)) return [`${way} has no entries`]
  const names = [...(at.keys() as Iterable<string>)]
  const [near] = nearNames(step, names)
  return [near === undefined ? `${way || 'a stack'} has ${names.join(', ')}` : `did you mean ${near}?`]
}
