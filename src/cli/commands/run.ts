import { nearNames } from '../../heat/near-names.ts'
import { parseTarget } from '../../heat/versions.ts'
import type { Command } from '../command.ts'
import { acceptedCodes, loadEngine, loadPackageTransforms, loadTransforms } from '../load-engine.ts'
import { assumedVersion, assumeOption, pathsDescription, rewriteOptions, toOption } from '../options.ts'
import { rewrite } from '../rewrite.ts'
import { didYouMean, UsageError } from '../usage-error.ts'
import { defaultTarget } from './migrate.ts'

export const run: Command = {
  name: 'run',
  positional: '[paths..]',
  positionalDescription: pathsDescription,
  arity: { min: 0, max: Number.POSITIVE_INFINITY },
  summary: 'Run single transforms, in the order given',
  description: [
    'Runs single transforms, in the order given and each once. `hotshift list` names them, `hotshift explain <transform>` describes one. Those that take the files of a package together (env/ and onap/) run in extract-defaults and remediate only.',
  ],
  options: [
    {
      name: 'transform',
      alias: 't',
      value: '<id>',
      occurs: 'repeatedly',
      group: toOption.group,
      description: 'A transform to run. Repeatable, or separated by commas',
    },
    toOption,
    assumeOption,
    ...rewriteOptions,
  ],
  examples: [
    { explanation: 'JSON to YAML and nothing else', command: 'hotshift run -t cfn/json-to-yaml templates' },
    {
      explanation: 'Two transforms, one after the other',
      command: 'hotshift run -t cfn/json-to-yaml -t cfn/join-to-str-replace stack.template',
    },
  ],
  async run(args, world) {
    const ids = args.listed('transform')
    if (ids.length === 0) {
      throw new UsageError('no transform is given: hotshift run -t <id>', ['`hotshift list` names them'])
    }
    const transforms = await loadTransforms()
    for (const id of ids) {
      if (transforms.has(id)) continue
      if ((await loadPackageTransforms()).has(id)) {
        throw new UsageError(`${id} takes files together, not one by one`, [
          `hotshift ${id.startsWith('onap/') ? 'remediate' : 'extract-defaults'} runs it`,
        ])
      }
      const hints = [
        ...didYouMean(nearTransforms(id, transforms.keys())),
        '`hotshift list` names all transforms',
      ]
      throw new UsageError(`unknown transform ${id}`, hints)
    }
    const to = args.value('to') ?? defaultTarget
    const target = parseTarget(to)
    if (target.kind === 'cfn-yaml') {
      throw new UsageError('--to cfn-yaml is for migrate', ['hotshift run -t cfn/json-to-yaml does the same'])
    }
    if (target.kind === 'unknown')
      throw new UsageError(`--to ${to}: no such version`, didYouMean(target.near))
    const accept = acceptedCodes(args)
    const engine = await loadEngine(
      { chain: ids, to, accept, partial: args.has('partial'), ...assumedVersion(args) },
      world,
    )
    return rewrite(args, engine, world)
  },
}

/** Near names, also when the family was left out. */
export function nearTransforms(name: string, ids: Iterable<string>): readonly string[] {
  const all = [...ids]
  const sameName = all.filter((id) => id.endsWith(`/${name}`))
  if (sameName.length > 0) return sameName
  const near = nearNames(name, all)
  if (near.length > 0) return near
  const names = nearNames(
    name,
    all.map((id) => id.slice(id.indexOf('/') + 1)),
  )
  return all.filter((id) => names.includes(id.slice(id.indexOf('/') + 1)))
}
