/** Writes the changed files of a run: each change as a whole, or not at all, also when the run is killed. */

import { dirname, resolve } from 'node:path'
import type { ChangedOutcome } from '../engine/outcome.ts'
import { push } from '../text/document/multimap.ts'
import { defined } from '../text/document/records.ts'
import { directoryAbove, isInside } from './boundary.ts'
import { commit, directoriesOf } from './commit.ts'
import { errnoOf, type FileSystem, realLocation } from './file-system.ts'
import { openJournal } from './journal.ts'
import type { Problem } from './problem.ts'
import {
  NEW_FILE_MODE,
  OWNER_ONLY_MODE,
  type PlannedWrite,
  type PreparedWrite,
  prepare,
  problemOfWrite,
  stage,
} from './staged-file.ts'
import { flushDirectory, removeTemporary } from './temporary-file.ts'

/** Files that are written together or not at all; mostly just one. */
export type WriteUnit = readonly PlannedWrite[]

interface WriteOptions {
  /** Absolute. */
  readonly cwd: string
  readonly fileSystem: FileSystem
  /** Asked between batches; what is then not yet written is reported as interrupted. */
  readonly isInterrupted?: () => boolean
  /** Called with the number of units written so far. */
  readonly onProgress?: (written: number) => void
}

/** A file to write, its paths relative to the working directory. */
export type FileToWrite = Pick<ChangedOutcome, 'path' | 'newPath' | 'before' | 'after' | 'group' | 'access'>

/**
 * The files to write: changes of one group as one unit, all others alone.
 *
 * @param realPaths of the files that are there, by their paths
 */
export function writeUnitsOf(
  changes: readonly FileToWrite[],
  cwd: string,
  realPaths: ReadonlyMap<string, string>,
  fs: FileSystem,
): readonly WriteUnit[] {
  const location = (path: string) => realLocation(resolve(cwd, path), fs)
  const units = new Map<string, PlannedWrite[]>()
  for (const { path, newPath, before, after, group, access } of changes) {
    const source = realPaths.get(path)
    const target = newPath === undefined || newPath === path ? (source ?? location(path)) : location(newPath)
    const write: PlannedWrite = {
      path,
      target,
      after,
      ...defined({ source, before, mode: access && OWNER_ONLY_MODE }),
    }
    push(units, unitOf({ path, group }), write)
  }
  return [...units.values()].map((unit) => noWiderThanSources(unit, fs))
}

/**
 * A new file may hold values of the files that it is made of, as an environment does: it is for nobody whom one of these
 * keeps out.
 */
function noWiderThanSources(unit: WriteUnit, fs: FileSystem): WriteUnit {
  if (unit.every(({ source }) => source !== undefined)) return unit
  const mode = commonMode(
    unit.flatMap(({ source }) => source ?? []),
    fs,
  )
  return unit.map((write) =>
    write.source === undefined ? { ...write, mode: (write.mode ?? mode) & mode } : write,
  )
}

/** What all of some files allow, of what a new file may. */
export function commonMode(paths: readonly string[], fs: FileSystem): number {
  return paths.reduce(
    (mode, path) => (mode & (fs.statSync(path, { throwIfNoEntry: false })?.mode ?? NEW_FILE_MODE)) | 0o200,
    NEW_FILE_MODE,
  )
}

/** What files have in common that are written together or not at all. */
export function unitOf({ path, group }: { path: string; group?: string | undefined }): string {
  return group === undefined ? `file ${path}` : `group ${group}`
}

/** Files that are flushed at a time: disks flush many nearly as fast as one. */
const BATCH = 32

/**
 * Writes units, each as a whole: its new content is complete on disk under temporary names, and a journal says
 * what they are for, before anything gets its name. Goes on after a failure.
 *
 * @returns the problem of every file that was not written, by report path
 */
export async function writeUnits(
  units: readonly WriteUnit[],
  options: WriteOptions,
): Promise<ReadonlyMap<string, Problem>> {
  const problems = new Map<string, Problem>()
  let done = 0
  for (const batch of batches(units, options.cwd)) {
    if (options.isInterrupted?.() === true) {
      const problem: Problem = { code: 'interrupted', message: 'was not written: the run was interrupted' }
      for (const write of batch.flat()) problems.set(write.path, problem)
      continue
    }
    await writeBatch(batch.map(prepare), options.fileSystem, problems)
    done += batch.length
    options.onProgress?.(done)
    // Lets a signal handler run.
    await new Promise((resume) => setImmediate(resume))
  }
  return problems
}

/**
 * Cuts the units into batches of some `BATCH` files; a large unit makes a batch of its own, and so do those of
 * each directory outside of the working directory: a batch has its journal above all of its files.
 */
function* batches(units: readonly WriteUnit[], cwd: string): Generator<readonly WriteUnit[]> {
  let batch: WriteUnit[] = []
  let files = 0
  let region: string | undefined
  for (const unit of units) {
    const own = regionOf(unit, cwd)
    if (files > 0 && (files + unit.length > BATCH || own !== region)) {
      yield batch
      batch = []
      files = 0
    }
    region = own
    batch.push(unit)
    files += unit.length
  }
  if (files > 0) yield batch
}

function regionOf(unit: WriteUnit, cwd: string): string {
  const directory = commonDirectory(unit)
  return isInside(directory, cwd) ? cwd : directory
}

/** The innermost directory that all files of a change lie below. */
function commonDirectory(files: readonly PlannedWrite[]): string {
  const [first = '', ...others] = directoriesOf(files)
  return directoryAbove(first, others)
}

/** The directory, or the nearest one above it that is there already. */
function existing(directory: string, fs: FileSystem): string {
  return fs.existsSync(directory) || dirname(directory) === directory
    ? directory
    : existing(dirname(directory), fs)
}

async function writeBatch(
  units: readonly (readonly PreparedWrite[])[],
  fs: FileSystem,
  problems: Map<string, Problem>,
): Promise<void> {
  let journal: string
  try {
    journal = await openJournal(units, existing(commonDirectory(units.flat()), fs), fs)
  } catch (error) {
    // Single directories may be writable where the one above them is not.
    const isRefused = ['EACCES', 'EPERM', 'EROFS'].includes(errnoOf(error) ?? '')
    if (isRefused && units.length > 1) for (const unit of units) await writeBatch([unit], fs, problems)
    else for (const unit of units) noteFailure(unit, unit[0]?.path ?? '', error, problems)
    return
  }
  const states = await Promise.all(units.map((unit) => stageUnit(unit, fs, problems)))
  let isTorn = false
  units.forEach((unit, index) => {
    if (states[index] !== 'staged') return
    const failure = commit(unit, fs)
    if (failure === undefined) return
    noteFailure(unit, failure.file.path, failure.error, problems)
    if (failure.isTorn) isTorn = true
    else removeStaged(unit, fs)
  })
  // What could not be put back is put back by the next run, which reads the journal.
  if (isTorn) return
  await Promise.all([...directoriesOf(units.flat())].map((directory) => flushIfThere(directory, fs)))
  removeTemporary(journal, fs)
}

/** Flushes a directory; it may be missing if a new file failed. Files already renamed are not rolled back here. */
async function flushIfThere(directory: string, fs: FileSystem): Promise<void> {
  try {
    await flushDirectory(directory, fs)
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error
  }
}

/** Stages all files of a unit; notes why, and stages none, when one of them fails. */
async function stageUnit(
  unit: readonly PreparedWrite[],
  fs: FileSystem,
  problems: Map<string, Problem>,
): Promise<'staged' | 'failed'> {
  for (let start = 0; start < unit.length; start += BATCH) {
    const results = await Promise.all(unit.slice(start, start + BATCH).map((write) => stageOne(write, fs)))
    const failure = results.find((result) => result !== undefined)
    if (failure === undefined) continue
    removeStaged(unit.slice(0, start + BATCH), fs)
    noteFailure(unit, failure.path, failure.error, problems)
    return 'failed'
  }
  return 'staged'
}

async function stageOne(
  write: PreparedWrite,
  fs: FileSystem,
): Promise<{ readonly path: string; readonly error: unknown } | undefined> {
  try {
    await stage(write, fs)
    return undefined
  } catch (error) {
    return { path: write.path, error }
  }
}

function removeStaged(unit: readonly PreparedWrite[], fs: FileSystem): void {
  for (const { temporary } of unit) removeTemporary(temporary, fs)
}

/** Notes the error at the file that met it, and at the others that they were left alone because of it. */
function noteFailure(unit: WriteUnit, culprit: string, error: unknown, problems: Map<string, Problem>): void {
  for (const { path } of unit) {
    const message = `was not written, because ${culprit} could not be`
    problems.set(path, path === culprit ? problemOfWrite(error) : { code: 'change-incomplete', message })
  }
}
