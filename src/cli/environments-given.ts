/** `--env` of the commands that change environments with templates: what the stacks are created with. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { statOf } from '../runner/file-system.ts'
import { defaultNaming, type EnvironmentNaming } from '../workspace/workspace.ts'
import type { Arguments, Option } from './command.ts'
import { bytesOf } from './files-beside.ts'
import { problemText } from './two-templates.ts'
import { UnfitFile, UsageError } from './usage-error.ts'
import { reportPath, type World } from './world.ts'

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
 * @throws UnfitFile for a folder that is given as an environment
 */
export function refuseFolders(paths: readonly string[], world: World): void {
  const folder = paths.find((path) => statOf(resolve(world.cwd, path))?.isDirectory() === true)
  if (folder === undefined) return
  const message = 'cannot be read: it is a directory'
  throw new UnfitFile(problemText({ path: folder, line: 1, column: 1, code: 'unreadable-file', message }))
}

/**
 * For commands that would write values into them, or follow them, as if they were environments.
 * @throws UnfitFile for folders and templates that are given as environments
 */
export async function refuseUnfit(paths: readonly string[], world: World): Promise<void> {
  refuseFolders(paths, world)
  const { templateGiven } = await import('../engine/verify-side.ts')
  for (const path of paths) {
    const bytes = bytesOf(path, world)
    const problem = bytes === undefined ? undefined : templateGiven({ path, bytes })
    if (problem !== undefined) throw new UnfitFile(problemText(problem))
  }
}

/**
 * The environments of a command line for all templates, of which the first takes new values; without any, each template
 * has the one of its name.
 * @throws UsageError for a file that is not there, UnfitFile for what is no environment
 */
export async function environmentsGiven(args: Arguments, world: World): Promise<EnvironmentNaming> {
  const together = args.values('env').map((path) => reportPath(path, world))
  const [common] = together
  if (common === undefined) return defaultNaming
  const missing = together.find((one) => !existsSync(resolve(world.cwd, one)))
  if (missing !== undefined) throw new UsageError(`--env ${missing}: there is no such file`)
  await refuseUnfit(together, world)
  return { ...defaultNaming, common, together }
}
