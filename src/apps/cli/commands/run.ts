import { catalogue } from '../../../engine/findings/catalogue.ts'
import { nearNames } from '../../../heat/near-names.ts'
import { usualVersion } from '../../../heat/versions.ts'
import { defined } from '../../../text/document/records.ts'
import type { Arguments, Command } from '../command.ts'
import { loadAllTransforms, loadEngineFor, type OwnOptions } from '../load-engine.ts'
import { cloudFrom, cloudOptions } from '../options/cloud-options.ts'
import {
  assumeOption,
  fromOption,
  knownTarget,
  mentionsAsked,
  mentionsOption,
  readingOption,
  rewriteOptions,
  takesPaths,
  toOption,
} from '../options/options.ts'
import { rewrite } from '../rewrite.ts'
import { didYouMean, UsageError } from '../usage-error.ts'

export const run: Command = {
  name: 'run',
  ...takesPaths,
  summary: 'Run single transforms, of hotshift or your own',
  description: [
    'Runs transforms in the given order, each once. `hotshift list` names those of hotshift, `hotshift explain <transform>` describes one. A path names a file that exports your own transform (.ts, .mts, .js or .mjs, see docs/library.md), or a folder with such an index file. If a transform needs the files of a package together, all files of the run are read together.',
    'The result of your own transform is proved, must not change in a second run, and must preserve comments, like that of hotshift. Transforms of hotshift that preserve the meaning only together with others are not proved alone, and a file that they alone would turn into one that Heat rejects is not changed.',
  ],
  options: [
    {
      name: 'transform',
      alias: 't',
      value: '<id|file>',
      choices: 'transforms',
      occurs: 'repeatedly',
      key: 'transforms',
      isPath: 'where it looks like one',
      group: toOption.group,
      description: 'A transform to run, by its id or its file. Repeatable, or separated by commas',
    },
    toOption,
    fromOption,
    assumeOption,
    ...cloudOptions,
    mentionsOption,
    ...rewriteOptions,
  ],
  examples: {
    'JSON to YAML and nothing else': 'hotshift run -t cfn/json-to-yaml templates',
    'Two transforms, one after the other':
      'hotshift run -t cfn/json-to-yaml -t cfn/join-to-block stack.template',
    'Your own transform': 'hotshift run -t ./transforms/mine.ts templates',
  },
  async run(args, world) {
    const ids = args.listed('transform')
    if (ids.length === 0) {
      throw new UsageError('no transform is given: hotshift run -t <id|file>', ['`hotshift list` names them'])
    }
    const transforms = await loadAllTransforms()
    const { isTransformPath, transformFile } = await import('../../../run/transform-file.ts')
    for (const id of ids) {
      if (transforms.has(id)) continue
      if (isTransformPath(id, world.cwd)) {
        const file = transformFile(id, world.cwd)
        const refusal = file === undefined ? undefined : args.codeRefusal('transform', file)
        if (refusal !== undefined) throw refusal
        continue
      }
      const hints = [
        ...didYouMean(nearTransforms(id, transforms.keys())),
        '`hotshift list` names all transforms; a file is named by its path, such as ./mine.ts',
      ]
      throw new UsageError(`--transform ${id}: no such transform`, hints)
    }
    return rewrite(
      args,
      await withUsage(
        args,
        loadEngineFor(args, world, (given) => optionsOf(given, world.cwd)),
      ),
      world,
    )
  },
}

function optionsOf(args: Arguments, cwd: string): OwnOptions {
  const to = args.value('to') ?? usualVersion
  if (knownTarget(to).kind === 'cfn-yaml') {
    throw new UsageError('--to cfn-yaml is for migrate', ['hotshift run -t cfn/json-to-yaml does the same'])
  }
  return {
    chain: args.listed('transform'),
    ...defined({ trusted: args.trustedCode('transform') }),
    refusesLoneSteps: true,
    to,
    from: readingOption(args),
    ...mentionsAsked(args),
    ...cloudFrom(args, cwd),
  }
}

/** A file that gives no transform is a mistake in the command line. */
async function withUsage<Loaded>(args: Arguments, loading: Promise<Loaded>): Promise<Loaded> {
  try {
    return await loading
  } catch (error) {
    const { TransformFileError } = await import('../../../run/transform-file.ts')
    if (!(error instanceof TransformFileError)) throw error
    const { code, path, message } = error
    const origin = args.originOf('transform')
    throw new UsageError(`${code}: ${path}: ${message}`, [
      catalogue[code].help,
      ...(origin === undefined ? [] : [`--transform is set in ${origin}`]),
    ])
  }
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
