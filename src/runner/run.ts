import type { Engine } from '../engine/engine-contract.ts'
import type { FileOutcome } from '../engine/outcome.ts'
import { Conclusion } from './conclusion.ts'
import { onlyOne, withCreated } from './conflicts.ts'
import type { Discovery } from './discovery.ts'
import { discover, discoverText } from './discovery.ts'
import type { FileSystem } from './file-system.ts'
import { realFileSystem } from './file-system.ts'
import { journalsAbove } from './journal.ts'
import { outcomesOf } from './outcomes.ts'
import type { RunReport } from './run-report.ts'
import type { Team } from './team/lead.ts'

/** Lets Ctrl-C end the run between two files instead of in the middle of one. */
export interface Interruption {
  /** From here on a signal is remembered instead of ending the process. */
  begin(): void
  end(): void
  isRequested(): boolean
}

export interface RunOptions {
  readonly engine: Engine
  /** Files, directories and glob patterns. */
  readonly paths: readonly string[]
  /** What stands at the only path, instead of what is on the disk; the run is dry then. */
  readonly input?: Uint8Array
  /** Absolute. */
  readonly cwd: string
  /** `--ignore` patterns. */
  readonly ignore?: readonly string[]
  /** The directory that they are relative to, where that is not `cwd`; absolute. */
  readonly ignoreRoot?: string | undefined
  /** `check` is a dry run of an engine that changes nothing. */
  readonly mode: 'write' | 'dry-run' | 'check'
  readonly fileSystem?: FileSystem
  readonly interruption?: Interruption
  /** Whether archives that are given stand for the files in them. */
  readonly archives?: 'open' | 'closed'
  /** Absolute: the new archive, or the folder, that archives of the run are written to; they themselves never are. */
  readonly archiveOutput?: string | undefined
  /** Asked in mode `write` which of some files, by their paths, have changes that are not committed. */
  readonly uncommitted?: ((paths: readonly string[]) => ReadonlySet<string>) | undefined
  /** In mode `write`: the folder below which a copy of all files is written instead, absolute. */
  readonly copyTo?: string
  /** Threads that help; not asked when the engine takes all files at once. */
  readonly team?: Team | undefined
  /** Told in one line what was done besides, for example to changes of an earlier run that was killed. */
  readonly onNotice?: (line: string) => void
  readonly onProgress?: (step: 'reading' | 'writing', done: number, total: number) => void
  /** What is reported of an outcome instead, for example without findings that are known. */
  readonly revise?: ((outcome: FileOutcome) => FileOutcome) | undefined
  /** Told the final outcome of every file, texts included, in the order of their paths. */
  readonly onOutcome?: (outcome: FileOutcome) => void | Promise<void>
}

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
  const paths = [...found.files, ...found.problems].map(({ path }) => path)
  const conclusion = new Conclusion({ ...found, paths }, options, fs)
  options.interruption?.begin()
  try {
    await conclusion.take(found.problems)
    for await (const made of outcomesOf(found, options, fs)) {
      const all = withCreated(made, (path) => conclusion.isFile(path))
      await conclusion.take(input === undefined ? all : onlyOne(all))
    }
    return await conclusion.end(options.interruption?.isRequested() === true)
  } finally {
    options.interruption?.end()
  }
}

/** What is to become of files, before anything is written. */
export interface Intended extends Pick<Discovery, 'files' | 'archives'> {
  /** One for each file. */
  readonly outcomes: readonly FileOutcome[]
  /** Of all files, those to create included. */
  readonly paths: readonly string[]
}

/** What a run does once every file has its outcome. */
export type ConcludeOptions = Omit<RunOptions, 'engine' | 'paths' | 'ignore' | 'team'> & {
  readonly engine: Pick<Engine, 'followRenames'>
}

/** Settles names, writes what changed in mode `write`, and reports. */
export async function conclude(
  { outcomes, paths, ...found }: Intended,
  options: ConcludeOptions,
): Promise<RunReport> {
  const created = new Set(outcomes.flatMap(({ path, isNew }) => (isNew === true ? [path] : [])))
  const known = { ...found, paths: paths.filter((path) => !created.has(path)) }
  const conclusion = new Conclusion(known, options, options.fileSystem ?? realFileSystem)
  options.interruption?.begin()
  try {
    await conclusion.take(outcomes)
    return await conclusion.end(false)
  } finally {
    options.interruption?.end()
  }
}

/** The files of the run, after what an earlier one left unfinished was put in order. */
export async function inOrder(
  options: Pick<
    RunOptions,
    'paths' | 'cwd' | 'ignore' | 'ignoreRoot' | 'mode' | 'archives' | 'copyTo' | 'onNotice'
  >,
  fs: FileSystem,
): Promise<Discovery> {
  const { paths, cwd, ignore = [], ignoreRoot, archives = 'closed', mode, copyTo: apart } = options
  const search = () => discover(paths, { cwd, ignore, ignoreRoot, archives, apart, fileSystem: fs })
  const found = await search()
  const files = [
    ...journalsAbove(apart === undefined ? paths : [...paths, apart], cwd, fs),
    ...found.own.map(({ realPath }) => realPath),
  ]
  if (files.length === 0) return found
  // Loaded late: hardly any run was killed.
  const { putInOrder } = await import('./recovery.ts')
  const onNotice = mode === 'write' ? (options.onNotice ?? (() => {})) : undefined
  return putInOrder({ found, files, search, onNotice }, fs)
}
