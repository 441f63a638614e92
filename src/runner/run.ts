import { resolve } from 'node:path'
import { failedBy } from '../engine/defect.ts'
import type { Engine } from '../engine/engine-contract.ts'
import type { FileOutcome, ReportedOutcome, SoleOutcome } from '../engine/outcome.ts'
import type { OpenArchive } from './archive/archive.ts'
import { blockBrokenGroups, blockNameClashes, onlyOne, withCreated } from './conflicts.ts'
import type { Discovery } from './discovery.ts'
import { discover, discoverText } from './discovery.ts'
import type { FileSystem } from './file-system.ts'
import { realFileSystem } from './file-system.ts'
import { journalsAbove } from './journal.ts'
import { type Problem, unreadOutcome, withdraw } from './problem.ts'
import { readInput } from './read-file.ts'
import { runFile, withoutTexts } from './run-file.ts'
import type { RunReport } from './run-report.ts'
import { countTotals } from './run-report.ts'
import { runTogether } from './run-together.ts'
import type { Team } from './team/lead.ts'
import { writeUnits, writeUnitsOf } from './write.ts'

/** Lets Ctrl-C end the run between two files instead of in the middle of one. */
export interface Interruption {
  /** From here on a signal is remembered instead of ending the process. */
  begin(): void
  end(): void
  isRequested(): boolean
}

/** What the report says of each way to run. */
const modes = { write: 'written', 'dry-run': 'dry-run', check: 'checked' } as const

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
  readonly mode: keyof typeof modes
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
 * rewritten or written never stops the others.
 *
 * @throws Defect when the outcomes do not add up
 */
export async function run(options: RunOptions): Promise<RunReport> {
  const fs = options.fileSystem ?? realFileSystem
  const { input, cwd, ignore = [], ignoreRoot } = options
  const given = { cwd, ignore, ignoreRoot, fileSystem: fs }
  const found =
    input === undefined ? await inOrder(options, fs) : discoverText(options.paths[0] ?? '', input, given)
  const problems = found.problems.map(({ path }) => path)
  const made = withCreated(await runEngine(found, options, fs), problems)
  const ran = input === undefined ? made : onlyOne(made)
  const created = ran.filter(({ isNew }) => isNew === true)
  const paths = [...found.files, ...found.problems, ...created].map(({ path }) => path)
  return conclude({ ...found, outcomes: [...ran, ...found.problems], paths }, options)
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
  { outcomes: intended, paths, ...found }: Intended,
  options: ConcludeOptions,
): Promise<RunReport> {
  const { mode } = options
  const fs = options.fileSystem ?? realFileSystem
  const sorted = [...intended].sort(byPath)
  // What does not stand on the disk is in nobody's way.
  const settled = options.input === undefined ? settleNames(sorted, options, fs) : sorted
  const { outcomes, unsaved } =
    mode === 'write' ? await writeChanges(settled, found, options, fs) : { outcomes: settled, unsaved: [] }
  const files: ReportedOutcome[] = []
  for (const own of [...outcomes, ...unsaved]) {
    const outcome = options.revise?.(own) ?? own
    await options.onOutcome?.(outcome)
    files.push(withoutTexts(outcome))
  }
  return {
    files,
    totals: countTotals(files, [...paths, ...unsaved.map(({ path }) => path)]),
    mode: modes[mode],
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

async function runEngine(
  found: Discovery,
  options: RunOptions,
  fs: FileSystem,
): Promise<readonly SoleOutcome[]> {
  const { engine, team, onProgress } = options
  const { files, problems, archives } = found
  const onDone = (done: number) => onProgress?.('reading', done, files.length)
  if (engine.runTogether !== undefined) {
    const taken = [...problems.map(({ path }) => path), ...archives.flatMap(({ leftOut }) => leftOut)]
    const outcomes = runTogether(files, { runTogether: engine.runTogether }, fs, taken)
    onDone(files.length)
    return outcomes
  }
  // Threads read from the disk.
  if (team !== undefined && archives.length === 0) {
    // Loaded late: small runs do without.
    const { runAsTeam } = await import('./team/lead.ts')
    return runAsTeam(files, engine, fs, team, onDone)
  }
  return files.map((file, index) => {
    const outcome = runFile(file, engine, fs)
    onDone(index + 1)
    return outcome
  })
}

/** Blocks changes whose new name is taken, and new files that exist, and lets references follow the others. */
function settleNames(
  outcomes: readonly FileOutcome[],
  options: ConcludeOptions,
  fs: FileSystem,
): readonly FileOutcome[] {
  const { cwd, engine } = options
  const renamed = blockBrokenGroups(blockNameClashes(outcomes, cwd, fs), outcomes)
  if (!renamed.some(({ newPath }) => newPath !== undefined)) return renamed
  const known = new Set(outcomes.map(({ path }) => path))
  const readText = (path: string) => (known.has(path) ? readUtf8(path, cwd, fs) : undefined)
  const followed = follow(renamed, engine, readText)
  // A file that is only now changed may be in the way of none; a blocked one still breaks its group.
  return blockBrokenGroups(blockNameClashes(followed, cwd, fs), followed)
}

/** Without the references that are to follow, no file may get a new name. */
function follow(
  outcomes: readonly FileOutcome[],
  engine: ConcludeOptions['engine'],
  readText: (path: string) => string | undefined,
): readonly FileOutcome[] {
  try {
    return engine.followRenames(outcomes, readText)
  } catch (error) {
    const withdrawn = outcomes.map((outcome) =>
      outcome.newPath === undefined
        ? outcome
        : failedBy(outcome, error, 'references could not follow the new name'),
    )
    return blockBrokenGroups(withdrawn, outcomes)
  }
}

interface Written {
  /** In their order, with what could not be written taken back. */
  readonly outcomes: readonly FileOutcome[]
  /** Of archives in which nothing changed, and which could not be written all the same. */
  readonly unsaved: readonly FileOutcome[]
}

async function writeChanges(
  intended: readonly FileOutcome[],
  { files, archives }: Pick<Discovery, 'files' | 'archives'>,
  options: ConcludeOptions,
  fs: FileSystem,
): Promise<Written> {
  if (options.copyTo !== undefined) return copyFiles(intended, files, options.copyTo, options, fs)
  const outcomes = withoutUncommitted(intended, options)
  const packed = await packedIn(archives, outcomes)
  const units = writeUnitsOf(
    outcomes.filter((outcome) => !packed.has(outcome)),
    options.cwd,
    files,
    fs,
  )
  options.interruption?.begin()
  try {
    const problems = await writeUnits(units, {
      cwd: options.cwd,
      fileSystem: fs,
      isInterrupted: () => options.interruption?.isRequested() === true,
      onProgress: (written) => options.onProgress?.('writing', written, units.length),
    })
    const lost = await save(archives, [...packed], options, fs)
    const known = new Set(outcomes.map(({ path }) => path))
    const unsaved = [...lost].flatMap(([path, problem]) =>
      known.has(path) ? [] : [unreadOutcome(path, 'failed', problem)],
    )
    const written = outcomes.map((outcome) => {
      const problem = problems.get(outcome.path) ?? lost.get(outcome.path)
      return problem === undefined ? outcome : withdraw(outcome, 'failed', problem)
    })
    return { outcomes: written, unsaved }
  } finally {
    options.interruption?.end()
  }
}

async function copyFiles(
  outcomes: readonly FileOutcome[],
  files: Discovery['files'],
  folder: string,
  options: ConcludeOptions,
  fileSystem: FileSystem,
): Promise<Written> {
  // Loaded late: hardly any run makes a copy.
  const { writeCopy } = await import('./copy.ts')
  options.interruption?.begin()
  try {
    const copied = await writeCopy(outcomes, files, {
      cwd: options.cwd,
      folder,
      fileSystem,
      isInterrupted: () => options.interruption?.isRequested() === true,
      onProgress: (done, total) => options.onProgress?.('writing', done, total),
    })
    return { outcomes: copied, unsaved: [] }
  } finally {
    options.interruption?.end()
  }
}

/** The outcomes of what is in archives. */
async function packedIn(
  archives: readonly OpenArchive[],
  outcomes: readonly FileOutcome[],
): Promise<ReadonlySet<FileOutcome>> {
  if (archives.length === 0) return new Set()
  const { isIn } = await import('./archive/save.ts')
  return new Set(outcomes.filter((outcome) => archives.some((archive) => isIn(archive, outcome))))
}

async function save(
  archives: readonly OpenArchive[],
  outcomes: readonly FileOutcome[],
  { archiveOutput: output }: ConcludeOptions,
  fileSystem: FileSystem,
): Promise<ReadonlyMap<string, Problem>> {
  if (archives.length === 0) return new Map()
  const { saveArchives } = await import('./archive/save.ts')
  return saveArchives(archives, outcomes, { output, fileSystem, now: () => new Date() })
}

/** Takes back changes of files that have others which are not committed. */
export function withoutUncommitted(
  outcomes: readonly FileOutcome[],
  { uncommitted }: Pick<ConcludeOptions, 'uncommitted'>,
): readonly FileOutcome[] {
  const changed = outcomes.filter(({ status, isNew }) => status === 'changed' && isNew !== true)
  const dirty = changed.length === 0 ? undefined : uncommitted?.(changed.map(({ path }) => path))
  if (dirty === undefined || dirty.size === 0) return outcomes
  const message = 'has changes that are not committed'
  const withdrawn = outcomes.map((outcome) =>
    outcome.status === 'changed' && dirty.has(outcome.path)
      ? withdraw(outcome, 'blocked', { code: 'uncommitted-changes', message })
      : outcome,
  )
  return blockBrokenGroups(withdrawn, outcomes)
}

function readUtf8(path: string, cwd: string, fs: FileSystem): string | undefined {
  const input = readInput(resolve(cwd, path), fs)
  if ('problem' in input) return undefined
  try {
    // The engine keeps the byte order mark in its texts.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input.bytes)
  } catch {
    return undefined
  }
}

function byPath(a: FileOutcome, b: FileOutcome): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}
