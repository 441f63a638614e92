/** What a run does with outcomes: names are settled, changes written, files reported in the order of their paths. */

import { resolve } from 'node:path'
import { failedBy } from '../engine/defect.ts'
import type { Engine } from '../engine/engine-contract.ts'
import type { FileOutcome } from '../engine/outcome.ts'
import { byPath } from '../text/document/sorted.ts'
import type { OpenArchive } from './archive/archive.ts'
import {
  blockBrokenGroups,
  blockNameClashes,
  type RunContext,
  RunNames,
  withdrawalOfUncommitted,
} from './conflicts.ts'
import type { Copy } from './copy.ts'
import type { FileSystem } from './file-system.ts'
import { type Problem, unreadOutcome, withdraw } from './problem.ts'
import { readInput } from './read-file.ts'
import type { ConcludeOptions, Intended, RunOptions } from './run-options.ts'
import { Roll, RunCounter, type RunReport } from './run-report.ts'
import { writeUnits, writeUnitsOf } from './write.ts'

/** What the report says of each way to run. */
const modes = { write: 'written', 'dry-run': 'dry-run', check: 'checked' } as const

/** What a run knows of its files before any of them has an outcome. */
interface RunFiles extends Pick<Intended, 'files' | 'archives' | 'paths'> {
  /** Of files that are no part of the run, too, and whose names are taken; `paths` without it. */
  readonly names?: readonly string[]
}

/** Concludes the outcomes of a run set by set, and retains only those that depend on later sets. */
export class RunConclusion {
  readonly #known: RunFiles
  readonly #options: ConcludeOptions
  readonly #fs: FileSystem
  readonly #around: RunContext
  readonly #counter = new RunCounter()
  /** Its files in the order in which they are reported. */
  readonly #roll: Roll
  #next = 0
  /** Outcomes that wait for those of earlier paths. */
  readonly #waiting = new Map<string, FileOutcome>()
  /** Files to create that wait for theirs, by path. */
  #created: FileOutcome[] = []
  /** Outcomes that wait for all others. */
  readonly #held: FileOutcome[] = []
  /** Files of which nothing is said, until their turn comes. */
  readonly #leftOut = new Set<string>()
  #uncommitted: ReadonlyMap<string, string> | undefined
  #realPaths: ReadonlyMap<string, string> | undefined
  #copy: Copy | undefined
  #saved: readonly FileOutcome[] = []

  constructor(known: RunFiles, options: ConcludeOptions, fs: FileSystem) {
    this.#known = known
    this.#options = options
    this.#fs = fs
    this.#roll = new Roll(known.paths)
    this.#around = { names: new RunNames(() => known.names ?? this.#roll.paths), cwd: options.cwd, fs }
  }

  /** Whether a path is that of a file of the run, one that it creates included. */
  isFile(path: string): boolean {
    return this.#around.names.has(path)
  }

  /** Of sets of files that have nothing to do with those of other calls. */
  async take(intended: readonly FileOutcome[]): Promise<void> {
    if (this.#isHeld()) this.#held.push(...intended)
    else if (intended.length > 0) await this.#conclude(intended)
  }

  /** An archive is written once. */
  #isHeld(): boolean {
    return this.#known.archives.length > 0 || this.#options.isChosenAtOnce === true
  }

  async #conclude(intended: readonly FileOutcome[]): Promise<void> {
    const sorted = [...intended].sort(byPath)
    // What does not stand on the disk is in nobody's way.
    const named = this.#options.input === undefined ? this.#settle(sorted) : sorted
    const chosen = this.#chosen(named)
    const outcomes = inDoubt(sorted, this.#options.mode === 'write' ? await this.#write(chosen) : chosen)
    this.#around.names.give(outcomes)
    for (const outcome of outcomes) this.#put(outcome)
    await this.#reportThose(() => false)
  }

  /** What is to be made of the outcomes; of the others nothing is said. */
  #chosen(named: readonly FileOutcome[]): readonly FileOutcome[] {
    const { choose } = this.#options
    if (choose === undefined) return named
    const chosen = choose(named)
    const paths = new Set(chosen.map(({ path }) => path))
    for (const { path } of named) {
      if (paths.has(path) || !this.#roll.has(path)) continue
      this.#roll.tick(path)
      this.#leftOut.add(path)
    }
    return chosen
  }

  /** @param isOver whether the run was interrupted: files without an outcome were not looked at then */
  async end(isOver: boolean): Promise<RunReport> {
    if (this.#isHeld()) await this.#conclude(this.#held)
    if (isOver) {
      const missing = this.#roll.missing.map((path) => unreadOutcome(path, 'failed', notReached))
      for (const outcome of this.#chosen(missing)) this.#put(outcome)
    }
    this.#copy?.end()
    this.#roll.close()
    await this.#reportThose(() => true)
    for (const outcome of this.#saved) await this.#report(outcome)
    return this.#counter.report(modes[this.#options.mode])
  }

  #put(outcome: FileOutcome): void {
    if (this.#roll.has(outcome.path)) {
      this.#roll.tick(outcome.path)
      this.#waiting.set(outcome.path, outcome)
    } else {
      // One that is to be created, whether that can be done or not.
      this.#created.push(outcome)
      this.#created.sort(byPath)
    }
  }

  /** Reports what is next in the order of the paths, as far as it has its outcome. */
  async #reportThose(isLast: () => boolean): Promise<void> {
    for (;;) {
      const path = this.#roll.paths[this.#next]
      const outcome = path === undefined ? undefined : this.#waiting.get(path)
      const [created] = this.#created
      if (created !== undefined && (path === undefined ? isLast() : created.path < path)) {
        this.#created.shift()
        await this.#report(created)
      } else if (outcome !== undefined) {
        this.#waiting.delete(outcome.path)
        this.#next++
        await this.#report(outcome)
      } else if (path !== undefined && this.#leftOut.delete(path)) this.#next++
      else return
    }
  }

  async #report(own: FileOutcome): Promise<void> {
    const { revise, onOutcome } = this.#options
    const outcome = revise?.(own) ?? own
    await onOutcome?.(outcome)
    this.#counter.count(outcome)
  }

  /** Blocks changes whose new name is taken, and new files that exist, and lets references follow the others. */
  #settle(outcomes: readonly FileOutcome[]): readonly FileOutcome[] {
    const { cwd, engine } = this.#options
    const known = new Set(outcomes.map(({ path }) => path))
    const readText = (path: string) => (known.has(path) ? readUtf8(path, cwd, this.#fs) : undefined)
    const named = engine.nameFiles?.(outcomes, readText) ?? outcomes
    const renamed = blockBrokenGroups(blockNameClashes(named, this.#around), named)
    if (!renamed.some(({ newPath }) => newPath !== undefined)) return renamed
    const followed = follow(renamed, engine, { readText, isFile: (path) => this.isFile(path) })
    // A file that is only now changed may be in the way of none; a blocked one still breaks its group.
    return blockBrokenGroups(blockNameClashes(followed, this.#around), followed)
  }

  /** What a signal finds half written is completed. */
  async #write(intended: readonly FileOutcome[]): Promise<readonly FileOutcome[]> {
    const { interruption } = this.#options
    interruption?.begin('writing')
    try {
      return await this.#written(intended)
    } finally {
      await interruption?.end('writing')
    }
  }

  async #written(intended: readonly FileOutcome[]): Promise<readonly FileOutcome[]> {
    const options = this.#options
    if (options.copyTo !== undefined) {
      this.#copy ??= await this.#copyTo(options.copyTo)
      return this.#copy.take(intended)
    }
    const dirty = withdrawalOfUncommitted(intended, this.#uncommittedOnce())
    const outcomes =
      dirty === undefined
        ? intended
        : intended.map((one) => (dirty.isConcerned(one) ? dirty.taken(one) : one))
    const packed = await packedIn(this.#known.archives, outcomes)
    const units = writeUnitsOf(
      outcomes.filter((outcome) => outcome.status === 'changed').filter((outcome) => !packed.has(outcome)),
      options.cwd,
      this.#realPathsOfAll(),
      this.#fs,
    )
    const problems = await writeUnits(units, {
      cwd: options.cwd,
      fileSystem: this.#fs,
      isInterrupted: () => options.interruption?.isRequested() === true,
      onProgress: (written) => options.onProgress?.('writing', written, units.length),
    })
    const lost = await save(this.#known.archives, [...packed], options, this.#fs)
    const known = new Set(outcomes.map(({ path }) => path))
    this.#saved = [...lost].flatMap(([path, problem]) =>
      known.has(path) ? [] : [unreadOutcome(path, 'failed', problem)],
    )
    return outcomes.map((outcome) => {
      const problem = problems.get(outcome.path) ?? lost.get(outcome.path)
      return problem === undefined ? outcome : withdraw(outcome, 'failed', problem)
    })
  }

  /** Made once: a run of many files writes many portions. */
  #realPathsOfAll(): ReadonlyMap<string, string> {
    this.#realPaths ??= new Map(this.#known.files.map(({ path, realPath }) => [path, realPath]))
    return this.#realPaths
  }

  /** What git knows is asked once, before the run writes anything. */
  #uncommittedOnce(): ConcludeOptions['uncommitted'] {
    const { uncommitted } = this.#options
    if (uncommitted === undefined) return undefined
    return () => {
      this.#uncommitted ??= uncommitted(this.#roll.paths)
      return this.#uncommitted
    }
  }

  async #copyTo(folder: string): Promise<Copy> {
    const { cwd, interruption, onProgress } = this.#options
    // Loaded late: hardly any run makes a copy.
    const { Copy } = await import('./copy.ts')
    return new Copy(this.#known.files, this.#roll.paths, {
      cwd,
      folder,
      fileSystem: this.#fs,
      isInterrupted: () => interruption?.isRequested() === true,
      onProgress: (done, total) => onProgress?.('writing', done, total),
    })
  }
}

/**
 * An effect on a stack whose own template is unchanged comes from other files of the run: where some of those that were
 * to change are not written, the effect may be smaller.
 */
function inDoubt(intended: readonly FileOutcome[], outcomes: readonly FileOutcome[]): readonly FileOutcome[] {
  const changed = new Set(outcomes.filter(({ status }) => status === 'changed').map(({ path }) => path))
  if (intended.every(({ status, path }) => status !== 'changed' || changed.has(path))) return outcomes
  return outcomes.map((outcome) => {
    const { status, impact } = outcome
    if (status !== 'unchanged' || impact === undefined) return outcome
    const doubt = 'files of this run were not written: what they change here may not happen'
    return { ...outcome, impact: { ...impact, open: [...impact.open, doubt] } }
  })
}

const notReached: Problem = {
  code: 'interrupted',
  message: 'was not looked at: the run was interrupted',
}

type ReadText = (path: string) => string | undefined

/** Without the references that are to follow, no file may get a new name. */
function follow(
  outcomes: readonly FileOutcome[],
  engine: Pick<Engine, 'followRenames'>,
  { readText, isFile }: Record<'readText', ReadText> & Record<'isFile', (path: string) => boolean>,
): readonly FileOutcome[] {
  try {
    return engine.followRenames?.(outcomes, readText, isFile) ?? outcomes
  } catch (error) {
    const withdrawn = outcomes.map((outcome) =>
      outcome.newPath === undefined
        ? outcome
        : failedBy(outcome, error, 'references could not follow the new name'),
    )
    return blockBrokenGroups(withdrawn, outcomes)
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
  { archiveOutput: output }: Pick<RunOptions, 'archiveOutput'>,
  fileSystem: FileSystem,
): Promise<ReadonlyMap<string, Problem>> {
  if (archives.length === 0) return new Map()
  const { saveArchives } = await import('./archive/save.ts')
  return saveArchives(archives, outcomes, { output, fileSystem, now: () => new Date() })
}

function readUtf8(path: string, cwd: string, fs: FileSystem): string | undefined {
  const input = readInput(resolve(cwd, path), fs)
  if ('problem' in input) return undefined
  try {
    // The engine preserves the byte order mark.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input.bytes)
  } catch {
    return undefined
  }
}
