/** What every template is checked for, as the command line asks for it. */

import type { CheckOptions } from '../../engine/check.ts'
import type { Cloud } from '../../heat/cloud.ts'
import { type BoundaryOptions, namedFiles } from '../../run/boundary.ts'
import { realFileSystem } from '../../run/file-system.ts'
import { defined } from '../../text/document/records.ts'
import type { Arguments } from './command.ts'
import { filesBeside } from './files-beside.ts'
import { reportPath, type World } from './world.ts'

/** How far a check of the given files looks for files that they name. */
export function boundaryOf(
  paths: readonly string[],
  args: Arguments,
  { cwd }: Pick<World, 'cwd'>,
): BoundaryOptions {
  return {
    given: [...paths, ...args.values('env')],
    cwd,
    reach: args.has('allow-outside') ? 'anywhere' : 'inside',
  }
}

/** The options of a check of the given files, with the files beside them. */
export async function plainOptions(
  args: Arguments,
  cloud: Cloud | undefined,
  world: World,
): Promise<CheckOptions> {
  const boundary = boundaryOf(args.paths, args, world)
  const { besides, environments, named } = await filesBeside(boundary.given, args, world)
  const { read, exists, refusal } = namedFiles(boundary, realFileSystem)
  const together = args.values('env').map((path) => reportPath(path, world))
  return {
    readFile: read,
    exists,
    refused: refusal,
    besides,
    environments,
    together,
    ...defined({ cloud, named }),
  }
}
