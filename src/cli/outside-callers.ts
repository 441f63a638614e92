import type { UnreadableFile } from '../package/package-file.ts'
import type { Arguments } from './command.ts'
import { makeProgress } from './run-progress.ts'
import type { World } from './world.ts'

/** The files that call templates of a package from outside of it: what they rely on is not known. */
export async function outsideCallers(args: Arguments, world: World): Promise<readonly UnreadableFile[]> {
  const { findCallers } = await import('../runner/callers.ts')
  const paths = args.positionals.length === 0 ? ['.'] : args.positionals
  const ignore = args.values('ignore')
  const progress = makeProgress(args, world)
  const { outside, leftOut } = await findCallers({
    paths,
    cwd: world.cwd,
    ignore,
    suffix: '.env',
    onProgress: progress.update,
  })
  progress.clear()
  return [...outside, ...leftOut]
}
