/** A converted copy of the files of a run, below a folder of its own; the originals are preserved. */

import { dirname, join, relative, resolve } from 'node:path'
import type { FileOutcome } from '../engine/outcome.ts'
import { groupedBy } from '../text/document/multimap.ts'
import { sha256 } from '../text/document/sha256.ts'
import { byKey } from '../text/document/sorted.ts'
import { directoryAbove, isInside } from './boundary.ts'
import { type FileSystem, realLocation } from './file-system.ts'
import { type Problem, withdraw } from './problem.ts'
import { readRegular } from './read-file.ts'
import { readFound } from './run-file.ts'
import { bytesOf, OWNER_ONLY_MODE, type PlannedWrite, problemOfWrite } from './staged-file.ts'
import { createFile, removeTemporary, temporaryName, writeAll } from './temporary-file.ts'
import type { FoundFile } from './walk.ts'
import { commonMode, unitOf, type WriteUnit, writeUnits } from './write.ts'

interface CopyOptions {
  /** Absolute; paths of outcomes are relative to it. */
  readonly cwd: string
  /** Absolute. */
  readonly folder: string
  readonly fileSystem: FileSystem
  readonly isInterrupted: () => boolean
  readonly onProgress: (done: number, total: number) => void
}

/** A file of the copy before it is read. */
interface Copied {
  readonly outcome: FileOutcome
  /** Absent for what the run creates. */
  readonly file: FoundFile | undefined
}

/** Files that are read and written at a time. */
const BATCH = 64

/**
 * Writes every file of a run below a folder, changed ones as they would be and under their new names, all others byte
 * for byte. What lies in the folder and has these bytes already is left alone. What an earlier copy wrote, and nobody
 * has changed since, is replaced; what has other bytes is not: that file of the copy fails, with its group.
 */
export class Copy {
  readonly #options: CopyOptions
  readonly #known: ReadonlyMap<string, FoundFile>
  readonly #base: string
  readonly #record: CopyRecord
  readonly #problems = new Map<string, Problem>()
  #batch: WriteUnit[] = []
  #done = 0

  /** @param paths of all files of the run */
  constructor(files: readonly FoundFile[], paths: readonly string[], options: CopyOptions) {
    const { cwd, folder, fileSystem } = options
    this.#options = options
    this.#known = new Map(files.map((file) => [file.path, file]))
    this.#base = directoryAbove(
      cwd,
      paths.map((path) => resolve(cwd, path)),
    )
    this.#record = CopyRecord.read(dirname(realLocation(join(folder, RECORD), fileSystem)), fileSystem)
  }

  /**
   * Writes files of the run; files that belong together have to be passed together.
   *
   * @returns the outcomes, those of files that are not in the copy as failed
   */
  async take(outcomes: readonly FileOutcome[]): Promise<readonly FileOutcome[]> {
    const all = outcomes
      .map((outcome) => ({ outcome, file: this.#known.get(outcome.path) }))
      .filter(({ outcome, file }) => file !== undefined || outcome.isNew === true)
    for (const group of groupsOf(all)) {
      this.#batch.push(planned(group, this.#base, this.#options, this.#record, this.#problems))
      this.#done += group.length
      if (this.#batch.reduce((sum, unit) => sum + unit.length, 0) >= BATCH) await this.#flush()
    }
    await this.#flush()
    this.#options.onProgress(this.#done, Math.max(this.#done, this.#known.size))
    return outcomes.map((outcome) => {
      const problem = this.#problems.get(outcome.path)
      return problem === undefined || outcome.status === 'failed'
        ? outcome
        : withdraw(outcome, 'failed', problem)
    })
  }

  /** Notes in the folder what the copy wrote. */
  end(): void {
    this.#record.write()
  }

  async #flush(): Promise<void> {
    const { fileSystem, isInterrupted, folder } = this.#options
    const failed = await writeUnits(this.#batch, { fileSystem, isInterrupted, cwd: folder })
    for (const [path, problem] of failed) this.#problems.set(path, problem)
    for (const { path, target, after } of this.#batch.flat())
      if (!this.#problems.has(path)) this.#record.add(target, bytesOf(after))
    this.#batch = []
  }
}

/** Files of one change together, all others alone. */
function groupsOf(all: readonly Copied[]): readonly (readonly Copied[])[] {
  return [...groupedBy(all, ({ outcome }) => unitOf(outcome)).values()]
}

/** What is to be written of files that belong together: nothing when one of them cannot be. */
function planned(
  group: readonly Copied[],
  base: string,
  options: CopyOptions,
  record: CopyRecord,
  problems: Map<string, Problem>,
): WriteUnit {
  const writes: PlannedWrite[] = []
  const sources = group.flatMap(({ file }) =>
    file === undefined || file.content !== undefined ? [] : file.realPath,
  )
  const newMode = commonMode(sources, options.fileSystem)
  let culprit: string | undefined
  for (const one of group) {
    const write = plannedWrite(one, base, options, record, newMode)
    if (write === undefined) continue
    if ('after' in write) writes.push(write)
    else {
      culprit ??= one.outcome.path
      problems.set(one.outcome.path, write)
    }
  }
  if (culprit === undefined) return writes
  const message = `was not written, because ${culprit} could not be`
  for (const { outcome } of group)
    if (!problems.has(outcome.path)) problems.set(outcome.path, { code: 'change-incomplete', message })
  return []
}

/** What is to be written of one file; nothing where it stands there already, or why it cannot be. */
function plannedWrite(
  { outcome, file }: Copied,
  base: string,
  { cwd, folder, fileSystem: fs }: CopyOptions,
  record: CopyRecord,
  newMode: number,
): PlannedWrite | Problem | undefined {
  const { path, newPath = path } = outcome
  try {
    const wanted = join(folder, relative(base, resolve(cwd, newPath)))
    const target = realLocation(wanted, fs)
    if (!isInside(target, dirname(realLocation(join(folder, 'any'), fs))))
      return { code: 'link-in-target', message: `${wanted} lies behind a symbolic link` }
    const content = outcome.after ?? contentOf(file, fs)
    if (typeof content !== 'string' && 'problem' in content) return content.problem
    const after = bytesOf(content)
    const present = fs.lstatSync(target, { throwIfNoEntry: false })
    if (present === undefined) {
      const mode = outcome.access === undefined ? (modeOf(file, fs) ?? newMode) : OWNER_ONLY_MODE
      return { path, target, after, mode }
    }
    if (holds(target, after, fs)) return undefined
    if (present.isFile() && record.isOurs(target))
      return { path, source: target, target, before: readRegular(target, fs), after }
    const message = `${wanted} exists and has another content than hotshift wrote; it is not replaced`
    return { code: 'target-exists', message }
  } catch (error) {
    return problemOfWrite(error)
  }
}

function contentOf(file: FoundFile | undefined, fs: FileSystem): Uint8Array | { readonly problem: Problem } {
  if (file === undefined) return new Uint8Array()
  const input = readFound(file, fs)
  return 'problem' in input ? { problem: input.problem } : input.bytes
}

function holds(target: string, bytes: Uint8Array, fs: FileSystem): boolean {
  const stat = fs.lstatSync(target)
  return stat.isFile() && stat.size === bytes.length && readRegular(target, fs).equals(bytes)
}

/** The mode of the original, so that scripts remain executable, made writable for its owner. */
function modeOf(file: FoundFile | undefined, fs: FileSystem): number | undefined {
  return file === undefined ? undefined : (fs.statSync(file.realPath).mode & 0o777) | 0o200
}

// What a converted copy holds that hotshift itself wrote: that may give way to a newer copy, nothing else
// may.

/** In the folder of the copy, in the format of sha256sum, so that `sha256sum --check` reads it too. */
const RECORD = '.hotshift-copy'

/** The files of a copy with the SHA-256 of what hotshift wrote. */
class CopyRecord {
  readonly #folder: string
  readonly #fs: FileSystem
  /** By the absolute path. */
  readonly #hashes = new Map<string, string>()

  private constructor(folder: string, fs: FileSystem) {
    this.#folder = folder
    this.#fs = fs
  }

  /** The record in a folder; an empty one where there is none, or where it is no file. */
  static read(folder: string, fs: FileSystem): CopyRecord {
    const record = new CopyRecord(folder, fs)
    const path = join(folder, RECORD)
    if (fs.lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return record
    for (const line of readRegular(path, fs).toString('utf8').split('\n')) {
      const [, hash, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
      if (hash !== undefined && name !== undefined) record.#hashes.set(resolve(folder, name), hash)
    }
    return record
  }

  /** Whether a file is as hotshift wrote it. */
  isOurs(target: string): boolean {
    const known = this.#hashes.get(target)
    return known !== undefined && known === sha256(readRegular(target, this.#fs))
  }

  /** Remembers what stands in a file now. */
  add(target: string, bytes: Uint8Array): void {
    // A name with such a character has no line of its own; the file is then never replaced.
    if (!/[\n\\]/.test(target)) this.#hashes.set(target, sha256(bytes))
  }

  /** Replaces the record as a whole, or leaves it as it was. */
  write(): void {
    const lines = [...this.#hashes]
      .map(([path, hash]) => [relative(this.#folder, path).replaceAll('\\', '/'), hash] as const)
      .sort(byKey)
      .map(([name, hash]) => `${hash}  ${name}\n`)
    const fs = this.#fs
    fs.mkdirSync(this.#folder, { recursive: true })
    const temporary = join(this.#folder, temporaryName())
    const fd = createFile(temporary, 0o666, fs)
    try {
      try {
        writeAll(fd, Buffer.from(lines.join('')), fs)
      } finally {
        fs.closeSync(fd)
      }
      fs.renameSync(temporary, join(this.#folder, RECORD))
    } catch (error) {
      removeTemporary(temporary, fs)
      throw error
    }
  }
}
