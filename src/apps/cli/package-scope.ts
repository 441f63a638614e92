/** Which files a command reads that changes several files at once, and which of them it is about. */
import { existsSync, readdirSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { namedFiles } from '../../run/boundary.ts'
import type { Callers } from '../../run/callers.ts'
import { isArchiveName, realFileSystem, statOf } from '../../run/file-system.ts'
import type { ReadBudget } from '../../stack/read-budget.ts'
import { templatesNamedIn } from '../../stack/registry.ts'
import { wayFromAbove } from '../../stack/source-file.ts'
import { defaultNaming, type EnvironmentNaming, sharedEnvironments } from '../../stack/workspace.ts'
import { defined } from '../../text/document/records.ts'
import type { Arguments } from './command.ts'
import { bytesOf } from './files-beside.ts'
import { makeProgress } from './output/run-progress.ts'
import { reportPath, type World } from './world.ts'

export interface PackageScope {
  /** What is read. */
  readonly paths: readonly string[]
  /** The templates that the command is about: those that were named, and those in directories that were. */
  readonly templates: Pick<ReadonlySet<string>, 'has'>
  readonly leftOut: Callers['leftOut']
}

/** What is read beside that. */
interface ScopeRequest {
  readonly naming?: EnvironmentNaming
  /** Whether the templates are read, too, that the files name, wherever these stand. */
  readonly called?: 'read' | 'left alone'
  /** Parameters that change: environments elsewhere that give them a value are read, too. */
  readonly parameters?: readonly string[]
  /** Called between files that are searched. */
  readonly turns?: (() => Promise<void> | undefined) | undefined
  /** What is searched of the files; what it leaves out is for the caller to report. */
  readonly budget?: ReadBudget
}

/**
 * Files that are named bring along the other files of their directories, and all bring along their callers: none of
 * these may be left behind by a change that reaches them.
 */
export async function scopeOf(
  args: Arguments,
  { naming = defaultNaming, called = 'left alone', parameters = [], turns, budget }: ScopeRequest,
  world: World,
): Promise<PackageScope> {
  const given = args.paths
  const files = given.filter((path) => isFile(path, world))
  const isOfFiles = files.length === given.length
  const beside = isOfFiles ? files.flatMap((file) => filesBeside(file, world)) : []
  const environments = sharedEnvironments(naming).filter((path) => existsSync(resolve(world.cwd, path)))
  const near = [
    ...given.map((path) => (isOfFiles ? reportPath(path, world) : path)),
    ...beside,
    ...environments,
  ]
  const below = isOfFiles && called === 'read' ? namedBy(near, world, budget) : []
  const own = [...near, ...below]
  const { findCallers } = await import('../../run/callers.ts')
  const progress = makeProgress(args, world)
  const { suffix } = naming
  const searching = { cwd: world.cwd, ...args.excluded, suffix, parameters, ...defined({ turns, budget }) }
  const callers = await findCallers({ paths: own, ...searching, onProgress: progress.update })
  progress.clear()
  const outside = callers.outside.map(({ path }) => path)
  const above = wayFromAbove(
    [...callers.given, ...[...callers.outside, ...callers.leftOut].map(({ path }) => path)],
    world.cwd,
  )
  const moved = (paths: readonly string[]) =>
    new Set(paths.map((path) => (above === '' ? path : posix.join(above, path))))
  const named = moved(files.map((file) => reportPath(file, world)))
  const brought = moved(outside)
  return {
    paths: [...new Set([...own, ...outside])],
    // Directories may contain any number of files, so that their names are not collected.
    templates: isOfFiles ? named : { has: (path) => !brought.has(path) },
    leftOut: callers.leftOut,
  }
}

function isFile(path: string, { cwd }: World): boolean {
  // An archive is read as a folder.
  if (isArchiveName(path)) return false
  return statOf(resolve(cwd, path))?.isFile() === true
}

function filesBeside(file: string, world: World): readonly string[] {
  const folder = resolve(world.cwd, file, '..')
  return readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isFile() && !one.name.startsWith('.'))
    .map((one) => reportPath(join(folder, one.name), world))
}

/** The templates that some files name, directly or not, and that are there, in the repository or below the working directory. */
function namedBy(files: readonly string[], world: World, budget?: ReadBudget): readonly string[] {
  const { cwd } = world
  const { read } = namedFiles({ given: ['.'], cwd, reach: 'inside' }, realFileSystem, budget)
  const found = new Set<string>()
  const seen = new Set(files)
  const open: (readonly [path: string, bytes: Uint8Array | undefined])[] = files.map((path) => [
    path,
    bytesOf(path, world, budget),
  ])
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, bytes] = next
    const text = bytes === undefined ? undefined : Buffer.from(bytes).toString()
    for (const name of text === undefined ? [] : templatesNamedIn({ path, text, why: '' })) {
      const content = seen.has(name) ? undefined : read(name)
      if (content === undefined) continue
      seen.add(name)
      found.add(name)
      open.push([name, content])
    }
  }
  return [...found]
}
