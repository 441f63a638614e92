import type { UnreadableFile } from '../package/package-file.ts'
import type { Arguments } from './command.ts'
import type { World } from './world.ts'

/** The files that call templates of a package from outside of it: what they rely on is not known. */
export async function outsideCallers(args: Arguments, world: World): Promise<readonly UnreadableFile[]> {
  const { findCallers } = await import('../runner/callers.ts')
  const paths = args.positionals.length === 0 ? ['.'] : args.positionals
  const ignore = args.values('ignore')
  const { outside, leftOut } = await findCallers({ paths, cwd: world.cwd, ignore, suffix: '.env' })
  return [...outside, ...leftOut]
}
