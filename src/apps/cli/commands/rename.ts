import type { Rename } from '../../../stack/refactor/rename.ts'
import type { Command } from '../command.ts'
import { packageOptions } from '../load-engine.ts'
import { environmentOption, environmentsGiven } from '../options/environments-given.ts'
import { partialEditOption, rewriteOptions, takesPaths, without } from '../options/options.ts'
import { renameOptions, renamesOf, reportUnused } from '../options/renames.ts'
import { scopeOf } from '../package-scope.ts'
import { rewrite } from '../rewrite.ts'
import { UsageError } from '../usage-error.ts'

export const rename: Command = {
  name: 'rename',
  ...takesPaths,
  summary: 'Rename parameters, resources and outputs everywhere',
  description: [
    'Renames parameters, resources and outputs of HOT templates: their declarations, references, dependencies, what is passed to nested templates and asked of them, and environments. Text in scripts that only looks like a name stays. All locations of a name change or none, and renaming back must give the original files.',
    'If you name a file, its names change, and with them the environments beside it and the templates and environments elsewhere that name it. Give environments that stand elsewhere and name no template with --env. Names of other templates stay. A location that has the new name already, though nothing is called so, means what is renamed from then on, and a warning names it.',
    'In a live stack, Heat replaces a resource that gets another name. Whoever gives a value to a parameter must use the new name.',
  ],
  options: [
    ...renameOptions,
    environmentOption(),
    partialEditOption,
    ...without(rewriteOptions, 'accept', 'accept-file', 'partial', 'allow-unproved', 'stdin-path'),
  ],
  examples: {
    'Show what would change': 'hotshift rename templates --rename flavor=web_flavor_name',
    'With the environment that stacks are created with':
      'hotshift rename services --rename workers=jobs -e prod.yaml',
    'A list of names': 'hotshift rename --rename-file names.txt --write',
  },
  async run(args, world) {
    const renames = renamesOf(args, world)
    if (renames.length === 0) throw new UsageError('no name is given: hotshift rename --rename old=new')
    const unused = new Set<Rename>(renames)
    const { createPackageEngine } = await import('../../../engine/engine.ts')
    const { renameTransform } = await import('../../../engine/authoring/rename-transform.ts')
    const naming = await environmentsGiven(args, world)
    const parameters = renames.flatMap(({ kind, from }) =>
      kind === undefined || kind === 'parameter' ? [from] : [],
    )
    const scope = await scopeOf(args, { naming, called: 'read', parameters }, world)
    const { paths, templates, leftOut } = scope
    const engine = createPackageEngine({
      transforms: [
        renameTransform(renames, {
          used: (one) => unused.delete(one),
          templates,
          isPartial: args.has('partial'),
        }),
      ],
      ...packageOptions(args, world),
      naming,
      outside: leftOut,
    })
    const code = await rewrite(args.withPositionals(paths), engine, world)
    return reportUnused([...unused], code, world)
  },
}
