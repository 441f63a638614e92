/** Files that a command looks into beside those that it is about. */
import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readWithin } from '../../run/boundary.ts'
import { realFileSystem, realPathOf, statOf } from '../../run/file-system.ts'
import { optionRules } from '../../run/ignore-rules.ts'
import { LazyInput, readFound } from '../../run/run-file.ts'
import type { FoundFile } from '../../run/walk.ts'
import { givenIn, linksAmong } from '../../stack/links.ts'
import { isTemplateName } from '../../stack/load.ts'
import type { ReadBudget } from '../../stack/read-budget.ts'
import type { UnreadableFile } from '../../stack/source-file.ts'
import { defined } from '../../text/document/records.ts'
import type { Arguments } from './command.ts'
import { makeProgress } from './output/run-progress.ts'
import { reportPath, type World } from './world.ts'

/** What may be asked beside a file of a run. */
export interface Besides {
  /** The files that may be environments or templates. */
  readonly besides: readonly string[]
  /** Those of them that may be environments. */
  readonly environments: readonly string[]
  /** The files that are given, where a stack is known by its environments; undefined where git or a list chooses some. */
  readonly named?: readonly string[]
}

/**
 * The files that are given, and those beside files that are given. What an environment says of a type holds for every
 * template of a run, so that all files are read before the first one is done, here and once. The run finds its files again,
 * which of thousands takes less than a tenth of a second: it leaves out a baseline, and waits for what a killed run left.
 */
export async function filesBeside(
  given: readonly string[],
  args: Arguments,
  world: World,
  isEnvironment: (bytes: Uint8Array, path: string) => boolean = looksLikeEnvironment,
): Promise<Besides> {
  const { discover } = await import('../../run/discovery.ts')
  const { cwd } = world
  const progress = makeProgress(args, world)
  const onFound = (count: number) => progress.update('finding', count, undefined)
  const { files } = await discover(given, { cwd, ...args.excluded, archives: 'open', onFound })
  const templates = files.filter(({ path }) => isTemplateName(path))
  const besides = new Set(templates.map(({ path }) => path))
  const named = args.has('env') && !isChosen(args) ? [...besides] : undefined
  const environments = new Set(environmentsAmong(templates, isEnvironment, progress.update))
  const { ignore, ignoreRoot } = args.excluded
  const isExcluded = optionRules(ignore, cwd, ignoreRoot)
  for (const path of given) {
    const stat = statOf(resolve(cwd, path))
    if (stat?.isFile() !== true) continue
    const folder = dirname(path)
    for (const name of readdirSync(resolve(cwd, folder)).sort()) {
      const beside = join(folder, name)
      if (!isTemplateName(beside) || besides.has(beside)) continue
      if (isExcluded(reportPath(beside, world), 'file')) continue
      besides.add(beside)
      environments.add(beside)
    }
  }
  progress.clear()
  return { besides: [...besides], environments: [...environments], ...defined({ named }) }
}

/**
 * The directories that a run is given, each with its final `/`; empty for the working directory. None where files are chosen from
 * all that there are, for example by git.
 */
export function foldersGiven(args: Arguments, world: World): readonly string[] {
  if (isChosen(args) || args.isEmpty || args.input !== undefined) return []
  return args.paths.flatMap((path) => {
    if (statOf(resolve(world.cwd, path))?.isDirectory() !== true) return []
    const reported = reportPath(path, world)
    return [reported === '' ? '' : `${reported}/`]
  })
}

function isChosen(args: Arguments): boolean {
  return ['since', 'staged', 'files-from'].some((option) => args.has(option))
}

/** As `mayBeEnvironment`, which asks again; without decoding thousands of files that are none. */
export function looksLikeEnvironment(bytes: Uint8Array): boolean {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return source.includes('resource_registry') || source.includes('parameter_defaults')
}

function environmentsAmong(
  files: readonly FoundFile[],
  isEnvironment: (bytes: Uint8Array, path: string) => boolean,
  onProgress: ReturnType<typeof makeProgress>['update'],
): readonly string[] {
  return files.flatMap((file, index) => {
    onProgress('preparing', index + 1, files.length)
    const input = readFound(file, realFileSystem)
    return 'problem' in input || !isEnvironment(input.bytes, file.path) ? [] : [file.path]
  })
}

/** Those of these files that may be environments with a registry of types. */
export async function environmentsBeside(args: Arguments, world: World): Promise<readonly string[]> {
  const hasRegistry = (bytes: Uint8Array) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('resource_registry')
  return (await filesBeside(args.paths, args, world, hasRegistry)).environments
}

/** What templates of a run have to do with one another. */
export async function linksInRun(args: Arguments, world: World): Promise<ReturnType<typeof linksAmong>> {
  const { discover } = await import('../../run/discovery.ts')
  const { cwd } = world
  const { files } = await discover(args.paths, { cwd, ...args.excluded, archives: 'open' })
  const templates = files.filter(({ path }) => isTemplateName(path))
  const links = linksAmong(templates.map((file) => new LazyInput(file, realFileSystem)))
  if (links.given === undefined) return links
  const inRun = new Set(templates.map(({ path }) => path))
  const { besides } = await filesBeside(args.paths, args, world)
  const beside = besides.flatMap((path) => {
    const bytes = inRun.has(path) ? undefined : bytesOf(path, world)
    return bytes === undefined ? [] : [{ path, bytes }]
  })
  return { ...links, given: [...links.given, ...givenIn(beside)] }
}

/** What stands in a file, or in what a link leads to; undefined where it cannot be read. */
export function bytesOf(path: string, { cwd }: Pick<World, 'cwd'>, budget?: ReadBudget): Buffer | undefined {
  const input = readWithin(budget, realPathOf(resolve(cwd, path), realFileSystem), realFileSystem)
  return input !== undefined && 'bytes' in input
    ? Buffer.from(input.bytes.buffer, input.bytes.byteOffset, input.bytes.length)
    : undefined
}

/** The files that call templates of a package from outside of it: what they rely on is not known. */
export async function outsideCallers(args: Arguments, world: World): Promise<readonly UnreadableFile[]> {
  const { findCallers } = await import('../../run/callers.ts')
  const progress = makeProgress(args, world)
  const { outside, leftOut } = await findCallers({
    paths: args.paths,
    cwd: world.cwd,
    ...args.excluded,
    suffix: '.env',
    onProgress: progress.update,
  })
  progress.clear()
  return [...outside, ...leftOut]
}
