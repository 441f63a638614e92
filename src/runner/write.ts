import { commit } from './commit.ts'
import type { FileSystem } from './file-system.ts'
import type { Problem } from './problem.ts'
import { flush, type PlannedWrite, removeTemporary, type StagedFile, stage } from './staged-file.ts'
import { problemOfWrite } from './write-failure.ts'

/** Files that are written together or not at all; mostly just one. */
export type WriteUnit = readonly PlannedWrite[]

export interface WriteOptions {
  readonly fileSystem: FileSystem
  /** Asked between batches; what is then not yet written is reported as interrupted. */
  readonly isInterrupted?: () => boolean
  /** Told the number of units written so far. */
  readonly onProgress?: (written: number) => void
}

/** Files that are flushed at a time: disks flush many nearly as fast as one. */
const BATCH = 32

/**
 * Writes units, each atomically: new content is complete on disk under a temporary
 * name before anything gets its name. Goes on after a failure.
 *
 * @returns the problem of every file that was not written, by report path
 */
export async function writeUnits(
  units: readonly WriteUnit[],
  options: WriteOptions,
): Promise<ReadonlyMap<string, Problem>> {
  const problems = new Map<string, Problem>()
  let done = 0
  for (const batch of batches(units)) {
    if (options.isInterrupted?.() === true) {
      const problem: Problem = { code: 'interrupted', message: 'was not written: the run was interrupted' }
      for (const write of batch.flat()) problems.set(write.path, problem)
      continue
    }
    await writeBatch(batch, options.fileSystem, problems)
    done += batch.length
    options.onProgress?.(done)
    // Lets a signal handler run.
    await new Promise((resume) => setImmediate(resume))
  }
  return problems
}

/** Cuts the units into batches of some `BATCH` files; a large unit makes a batch of its own. */
function* batches(units: readonly WriteUnit[]): Generator<readonly WriteUnit[]> {
  let batch: WriteUnit[] = []
  let files = 0
  for (const unit of units) {
    if (files > 0 && files + unit.length > BATCH) {
      yield batch
      batch = []
      files = 0
    }
    batch.push(unit)
    files += unit.length
  }
  if (files > 0) yield batch
}

async function writeBatch(
  batch: readonly WriteUnit[],
  fs: FileSystem,
  problems: Map<string, Problem>,
): Promise<void> {
  const staged = await Promise.all(batch.map((unit) => stageUnit(unit, fs, problems)))
  for (const files of staged) {
    const failure = commit(files, fs)
    if (failure === undefined) continue
    for (const file of files) removeTemporary(file.temporary, fs)
    noteFailure(files, failure.file.path, failure.error, problems)
  }
}

/** Stages all files of a unit; gives none, and notes why, when one of them fails. */
async function stageUnit(
  unit: WriteUnit,
  fs: FileSystem,
  problems: Map<string, Problem>,
): Promise<readonly StagedFile[]> {
  const staged: StagedFile[] = []
  for (let start = 0; start < unit.length; start += BATCH) {
    const results = await Promise.all(unit.slice(start, start + BATCH).map((write) => stageOne(write, fs)))
    staged.push(...results.flatMap((result) => ('file' in result ? [result.file] : [])))
    const failure = results.find((result) => 'error' in result)
    if (failure === undefined) continue
    for (const file of staged) removeTemporary(file.temporary, fs)
    noteFailure(unit, failure.path, failure.error, problems)
    return []
  }
  return staged
}

type StageResult = { readonly file: StagedFile } | { readonly path: string; readonly error: unknown }

async function stageOne(write: PlannedWrite, fs: FileSystem): Promise<StageResult> {
  let file: StagedFile | undefined
  try {
    file = stage(write, fs)
    await flush(file, fs)
    return { file }
  } catch (error) {
    if (file !== undefined) removeTemporary(file.temporary, fs)
    return { path: write.path, error }
  }
}

/** Notes the error at the file that met it, and at the others that they were left alone because of it. */
function noteFailure(unit: WriteUnit, culprit: string, error: unknown, problems: Map<string, Problem>): void {
  for (const { path } of unit) {
    const message = `was not written, because ${culprit} could not be`
    problems.set(path, path === culprit ? problemOfWrite(error) : { code: 'change-incomplete', message })
  }
}
