import type { GraphAnswer, ResourceGraph } from '../../../engine/queries/resource-graph.ts'
import type { Arguments, Command } from '../command.ts'
import { endedBy } from '../options/given-file.ts'
import { colourOptions, formatAmong } from '../options/options.ts'
import { valuesOf } from '../options/set-values.ts'
import { depthOf, depthOption, stackOptions } from '../options/stack-options.ts'
import { exitCodes } from '../output/exit-code.ts'
import { styleOf } from '../output/styles.ts'
import { givenSide, refusedLines } from '../two-templates.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'

const formats = ['text', 'json', 'dot', 'mermaid', 'svg'] as const

export const graph: Command = {
  name: 'graph',
  positional: '<template>',
  positionalDescription: 'A template, in any dialect; - is standard input',
  arity: { min: 1, max: 1 },
  summary: 'Show what the resources of a stack wait for',
  description: [
    'Lists the resources in the waves in which Heat creates them; deletion takes the reverse order. A resource waits for what its properties and metadata refer to, for what depends_on names, and for what its class wants: a port for the subnets of its network, a floating IP for the gateway of its router.',
    'Conditions are decided by the values of the environments, of --set and of defaults. What depends on a parameter without a value is marked with a question mark; some values are tried to find it.',
    'Exit code 0: all can be created. 1: resources wait for one another, and Heat rejects the template. 2: a file cannot be read.',
  ],
  options: [
    ...stackOptions,
    depthOption,
    {
      name: 'format',
      value: '<format>',
      choices: formats,
      group: 'Options',
      description: 'text (default), json, svg (a picture), dot (for Graphviz) or mermaid (for Markdown)',
    },
    ...colourOptions('Options'),
  ],
  examples: {
    'The order of creation': 'hotshift graph web.yaml -e prod.env',
    'A picture': 'hotshift graph web.yaml --format svg > web.svg',
    'In a merge request': 'hotshift graph web.yaml --depth 2 --format mermaid',
  },
  async run(args, world) {
    const format = formatAmong(formats, args)
    const request = { values: valuesOf(args), depth: depthOf(args) }
    const given = await givenSide(args, world)
    if ('problem' in given) return endedBy(given, world)
    const { graphOf } = await import('../../../engine/queries/resource-graph.ts')
    const answer = graphOf(given.input, request)
    if ('problem' in answer) return endedBy(answer, world)
    for (const line of refusedLines([given.named], world)) await world.err.write(`${line}\n`)
    await world.out.write(await answerText(answer, format, args, world))
    return hasCircle(answer.graph) ? exitCodes.found : exitCodes.done
  },
}

async function answerText(
  answer: GraphAnswer,
  format: (typeof formats)[number],
  args: Arguments,
  world: World,
): Promise<string> {
  if (format === 'json') {
    const { graph, circles, open } = answer
    return `${JSON.stringify({ ...graph, circles, notFollowed: open }, null, 2)}\n`
  }
  if (format === 'svg') {
    const { graphPicture, svgText } = await import('../../../show/report/graph-picture.ts')
    const picture = graphPicture(answer)
    if (picture === undefined) throw new UsageError(`--format svg: ${unpictured(answer)}`)
    return `${svgText(picture)}\n`
  }
  const { graphDot, graphMermaid, graphText } = await import('../../../show/report/graph.ts')
  if (format === 'dot') return graphDot(answer)
  return format === 'mermaid' ? graphMermaid(answer) : graphText(answer, styleOf(world.out, args, world))
}

function unpictured({ graph: { edges } }: GraphAnswer): string {
  return edges.length === 0
    ? 'no resource waits for another one'
    : 'too many resources for a picture; use --format dot with Graphviz'
}

function hasCircle({ circles, resources }: ResourceGraph): boolean {
  return circles.length > 0 || resources.some(({ inside }) => inside !== undefined && hasCircle(inside))
}
