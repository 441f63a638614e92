import type { Rename } from '../../refactor/rename.ts'
import type { Command } from '../command.ts'
import { packageOptions } from '../load-engine.ts'
import { rewriteOptions, takesPaths, without } from '../options.ts'
import { scopeOf } from '../package-scope.ts'
import { renameOptions, renamesOf, reportUnused } from '../renames.ts'
import { rewrite } from '../rewrite.ts'
import { UsageError } from '../usage-error.ts'

export const rename: Command = {
  name: 'rename',
  ...takesPaths,
  summary: 'Rename parameters, resources and outputs everywhere',
  description: [
    'Renames parameters, resources and outputs of HOT templates: their declarations, references, dependencies, properties passed to nested templates, and environments. Text in scripts that only looks like a name stays. All locations of a name change or none, and renaming back must give the original files.',
    'If you name a file, its names change, and with them the environments beside it and the templates and environments elsewhere that name it. Names of other templates stay. A location that has the new name already, though nothing is called so, means what is renamed from then on, and a warning names it.',
    'In a live stack, Heat replaces a resource that gets another name. Whoever gives a value to a parameter must use the new name.',
  ],
  options: [
    ...renameOptions,
    ...without(rewriteOptions, 'accept', 'accept-file', 'partial', 'allow-unproved', 'stdin-path'),
  ],
  examples: {
    'Show what would change': 'hotshift rename templates --rename flavor=web_flavor_name',
    'A list of names': 'hotshift rename --rename-file names.txt --write',
  },
  async run(args, world) {
    const renames = renamesOf(args, world)
    if (renames.length === 0) throw new UsageError('no name is given: hotshift rename --rename old=new')
    const unused = new Set<Rename>(renames)
    const { createPackageEngine } = await import('../../engine/engine.ts')
    const { renameTransform } = await import('../../engine/rename-transform.ts')
    const { paths, templates, leftOut } = await scopeOf(args, { called: 'read' }, world)
    const engine = createPackageEngine({
      transforms: [renameTransform(renames, { used: (one) => unused.delete(one), templates })],
      ...packageOptions(args, world),
      outside: leftOut,
    })
    const code = await rewrite(args.withPositionals(paths), engine, world)
    return reportUnused([...unused], code, world)
  },
}
