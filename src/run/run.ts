import { RunConclusion } from './conclusion.ts'
import { onlyOne, withCreated } from './conflicts.ts'
import { type Discovery, discover, discoverText } from './discovery.ts'
import { type FileSystem, realFileSystem } from './file-system.ts'
import { journalsAbove } from './journal.ts'
import { outcomesOf, unitsFor } from './outcomes.ts'
import { type ConcludeOptions, type Intended, isInShard, type RunOptions } from './run-options.ts'
import type { RunReport } from './run-report.ts'
import { setFlag } from './v8-flags.ts'

export type { ConcludeOptions, Phase, RunOptions, SignalHandling } from './run-options.ts'

/**
 * Takes all files through the engine and, in mode `write`, writes what changed. The
 * dry run does the very same except for the writing. A file that cannot be read,
 * rewritten or written never stops the others. What belongs together is written and
 * reported as soon as it is done, and forgotten.
 *
 * @throws Defect when the outcomes do not add up
 */
export async function run(options: RunOptions): Promise<RunReport> {
  const fs = options.fileSystem ?? realFileSystem
  const { input, cwd, ignore = [], ignoreRoot } = options
  const given = { cwd, ignore, ignoreRoot, fileSystem: fs }
  const found =
    input === undefined ? await inOrder(options, fs) : discoverText(options.paths[0] ?? '', input, given)
  optimiseForMany(found.files.length)
  const units = await unitsFor(found, options, fs)
  const { shard } = options
  const problems = found.problems.filter(({ path }) => shard === undefined || isInShard(path, shard))
  const names = [...found.files, ...found.problems].map(({ path }) => path)
  const paths = shard === undefined ? names : [...units.flat(), ...problems].map(({ path }) => path)
  const conclusion = new RunConclusion({ ...found, paths, names }, options, fs)
  return interruptible(options, async () => {
    await conclusion.take(problems)
    for await (const made of outcomesOf(units, found, options, fs)) {
      const all = withCreated(made, (path) => conclusion.isFile(path))
      await conclusion.take(input === undefined ? all : onlyOne(all))
    }
    return conclusion.end(options.interruption?.isRequested() === true)
  })
}

/** A run that writes says what it has done when it is asked to stop, and one that looks for something what it has found; any other one just ends. */
async function interruptible<T>(
  { mode, interruption, whenStopped }: Pick<RunOptions, 'mode' | 'interruption' | 'whenStopped'>,
  work: () => Promise<T>,
): Promise<T> {
  if (mode === 'dry-run' && whenStopped !== 'report') return work()
  interruption?.begin('run')
  try {
    return await work()
  } finally {
    await interruption?.end('run')
  }
}

/** Settles names, writes what changed in mode `write`, and reports, a portion of files after the other. */
export async function conclude(
  { portions, ...known }: Intended,
  options: ConcludeOptions,
): Promise<RunReport> {
  const conclusion = new RunConclusion(known, options, options.fileSystem ?? realFileSystem)
  return interruptible(options, async () => {
    for (const outcomes of portions) await conclusion.take(outcomes)
    return conclusion.end(false)
  })
}

/** The files of the run, after what an earlier one left unfinished was put in order. */
export async function inOrder(
  options: Pick<
    RunOptions,
    | 'paths'
    | 'cwd'
    | 'ignore'
    | 'ignoreRoot'
    | 'mode'
    | 'archives'
    | 'copyTo'
    | 'apart'
    | 'onNotice'
    | 'onProgress'
  >,
  fs: FileSystem,
): Promise<Discovery> {
  const { paths, cwd, ignore = [], ignoreRoot, archives = 'closed', mode, copyTo } = options
  const apart = copyTo ?? options.apart
  const onFound = (count: number) => options.onProgress?.('finding', count, undefined)
  const search = () => discover(paths, { cwd, ignore, ignoreRoot, archives, apart, fileSystem: fs, onFound })
  const found = await search()
  const files = [
    ...journalsAbove(copyTo === undefined ? paths : [...paths, copyTo], cwd, fs),
    ...found.own.map(({ realPath }) => realPath),
  ]
  if (files.length === 0) return found
  // Loaded late: hardly any run was killed.
  const { putInOrder } = await import('./recovery.ts')
  const onNotice = mode === 'write' ? (options.onNotice ?? (() => {})) : undefined
  return putInOrder({ found, files, search, onNotice }, fs)
}

// When V8 optimises what runs often. See docs/decisions/0017-optimise-later.md.

/** After how many bytes of bytecode V8 optimises, by how many files there are at least; the first is V8's own number. */
const BUDGETS = [
  { files: 2_000, budget: 67_584 },
  { files: 500, budget: 200_000 },
] as const

/** Has V8 optimise earlier, where bin/load-bundle.cjs has put it off and so many files are to come that it pays. */
function optimiseForMany(count: number): void {
  const found = BUDGETS.find(({ files }) => count >= files)
  if (found !== undefined && process.versions.v8.startsWith('11.')) setFlag('interrupt-budget', found.budget)
}
