import { resolve } from 'node:path'
import type { FileSystem } from './file-system.ts'
import type { Problem } from './problem.ts'
import type { PlannedWrite } from './staged-file.ts'
import { type WriteUnit, writeUnits } from './write.ts'

/** One file to write; paths relative to the working directory. */
export interface TextChange {
  readonly path: string
  readonly newPath?: string
  /** Absent for a new file. */
  readonly before?: string
  readonly after: string
}

/**
 * Writes files, those of a group as one change.
 *
 * @param groups by path
 * @returns the problem of every file that was not written
 */
export function writeFiles(
  changes: readonly TextChange[],
  groups: ReadonlyMap<string, string>,
  { cwd, fileSystem: fs }: { readonly cwd: string; readonly fileSystem: FileSystem },
): Promise<ReadonlyMap<string, Problem>> {
  const units = new Map<string, PlannedWrite[]>()
  for (const { path, newPath, before, after } of changes) {
    const absolute = resolve(cwd, path)
    const source = before === undefined ? undefined : fs.realpathSync(absolute)
    const target = newPath === undefined ? (source ?? absolute) : resolve(cwd, newPath)
    const write = {
      path,
      target,
      after,
      ...(source === undefined ? {} : { source }),
      ...(before === undefined ? {} : { before }),
    }
    const key = groups.get(path) ?? `file ${path}`
    const unit = units.get(key)
    if (unit === undefined) units.set(key, [write])
    else unit.push(write)
  }
  const all: readonly WriteUnit[] = [...units.values()]
  return writeUnits(all, { cwd, fileSystem: fs })
}
