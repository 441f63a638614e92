import { relative, resolve, sep } from 'node:path'
import { type ArchiveRun, givenArchives } from './archives.ts'
import type { Arguments } from './command.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/** What says otherwise what is to become of the files. */
const otherWays = ['write', 'check', 'commit', 'patches', 'plan', 'interactive', 'decisions'] as const

/** @throws UsageError for what does not go together with `--out`, and for a folder that holds the files themselves */
export function checkCopyOptions(
  args: Arguments,
  { archives }: Pick<ArchiveRun, 'archives'>,
  world: World,
): void {
  const folder = args.value('out')
  if (folder === undefined) return
  const other = otherWays.find((name) => args.has(name))
  if (other !== undefined)
    throw new UsageError(`--out and --${other} exclude one another`, ['--out leaves the files alone'])
  if (archives === 'open' && givenArchives(args).length > 0)
    throw new UsageError('--out is for files in folders; a package from an archive goes to --output')
  const target = resolve(world.cwd, folder)
  const given = args.positionals.length === 0 ? ['.'] : args.positionals
  const inside = given.find((path) => relative(target, resolve(world.cwd, path)).split(sep, 1)[0] !== '..')
  if (inside !== undefined)
    throw new UsageError(`--out ${folder}: the folder holds the files themselves`, ['name a new folder'])
}
