/** `--env` of the commands that change environments with templates: what the stacks are created with. */
import { resolve } from 'node:path'
import type { GivenFile } from '../../../engine/proof/verify.ts'
import { statOf } from '../../../run/file-system.ts'
import { defaultNaming, type EnvironmentNaming } from '../../../stack/workspace.ts'
import type { Arguments, Option } from '../command.ts'
import { UnfitFile } from '../usage-error.ts'
import { reportPath, type World } from '../world.ts'
import { givenFile } from './given-file.ts'

/** @param more what it means for one command beside that */
export function environmentOption(more = ''): Option {
  return {
    name: 'env',
    alias: 'e',
    value: '<file>',
    occurs: 'repeatedly',
    isOfOneRun: true,
    isPath: true,
    group: 'What to do',
    description: `An environment that stacks are created with, wherever it is: it follows, and its registry says what types mean. Repeatable, in the order in which Heat merges them${more}`,
  }
}

/**
 * For a check, in whose report a file that cannot be read is one of the files, and for an editor, which says it where it counts.
 * @throws UnfitFile for a folder that is given as an environment
 */
export function refuseFolders(paths: readonly string[], world: World): void {
  const folder = paths.find((path) => statOf(resolve(world.cwd, path))?.isDirectory() === true)
  if (folder !== undefined) refuseUnreadable([reportPath(folder, world)], world)
}

/**
 * @param hint what can be done about one that cannot be read
 * @throws UnfitFile for what is given as an environment and cannot be read
 */
function refuseUnreadable(paths: readonly string[], world: World, hint?: string): readonly GivenFile[] {
  return paths.map((path) => {
    const file = givenFile(path, world)
    if ('problem' in file) throw new UnfitFile(file.problem, hint)
    return file
  })
}

/**
 * For commands that would write values into them, or follow them, as if they were environments.
 * @throws UnfitFile for what cannot be read, and for templates that are given as environments
 */
export async function refuseUnfit(paths: readonly string[], world: World, hint?: string): Promise<void> {
  const { templateGiven } = await import('../../../engine/proof/verify-side.ts')
  for (const file of refuseUnreadable(paths, world, hint)) {
    const problem = templateGiven(file)
    if (problem !== undefined) throw new UnfitFile(problem)
  }
}

/**
 * The environments of a command line for all templates, of which the first takes new values; without any, each template
 * has the one of its name.
 * @throws UnfitFile for what cannot be read, or is no environment
 */
export async function environmentsGiven(args: Arguments, world: World): Promise<EnvironmentNaming> {
  const together = args.values('env').map((path) => reportPath(path, world))
  const [common] = together
  if (common === undefined) return defaultNaming
  await refuseUnfit(together, world)
  return { ...defaultNaming, common, together }
}
