/** `--env` of the commands that change environments with templates: what the stacks are created with. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { defaultNaming, type EnvironmentNaming } from '../workspace/workspace.ts'
import type { Arguments, Option } from './command.ts'
import { UsageError } from './usage-error.ts'
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
 * The environments of a command line for all templates, of which the first takes new values; without any, each template
 * has the one of its name.
 * @throws UsageError for a file that is not there
 */
export function environmentsGiven(args: Arguments, world: World): EnvironmentNaming {
  const together = args.values('env').map((path) => reportPath(path, world))
  const [common] = together
  if (common === undefined) return defaultNaming
  const missing = together.find((one) => !existsSync(resolve(world.cwd, one)))
  if (missing !== undefined) throw new UsageError(`--env ${missing}: there is no such file`)
  return { ...defaultNaming, common, together }
}
