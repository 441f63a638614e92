import { uncommittedFiles } from '../../run/git.ts'
import type { Arguments } from './command.ts'
import type { World } from './world.ts'

/** Asks git which files have changes that are not committed; nobody is asked with `--allow-dirty`. */
export function uncommittedIn(
  args: Arguments,
  world: World,
): ((paths: readonly string[]) => ReadonlyMap<string, string>) | undefined {
  if (args.has('allow-dirty')) return undefined
  const fs = world.fileSystem
  return (paths) =>
    uncommittedFiles(paths, {
      cwd: world.cwd,
      fs,
      // What is staged is what the command was asked to rewrite.
      counts: args.has('staged') ? 'unstaged' : 'all',
    })
}
