/** What a run is asked to do, and which part of it. */

import { createHash } from 'node:crypto'
import type { Engine } from '../engine/engine-contract.ts'
import type { FileOutcome } from '../engine/outcome.ts'
import type { Discovery } from './discovery.ts'
import type { FileSystem } from './file-system.ts'
import type { Team } from './team/lead.ts'
import type { Unit } from './units.ts'

/** A run that writes, and the times in it in which files are written. */
export type Phase = 'run' | 'writing'

/**
 * What a run does with its files; `preparing` finds out what they have to do with one another. `repairing` counts the repairs of
 * packages.
 */
export type ProgressStep = 'finding' | 'preparing' | 'reading' | 'repairing' | 'writing'

/** Lets a signal end the run between two files instead of in the middle of one. */
export interface SignalHandling {
  /** From here on the signals of this phase are remembered instead of ending the process. */
  begin(phase: Phase): void
  /** From here on they end the process again; those that came before are remembered. */
  end(phase: Phase): void | Promise<void>
  /** Whether a signal was remembered: the run then ends. */
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
  readonly interruption?: SignalHandling
  /** Whether a dry run that is asked to stop says what it has found; it just ends otherwise. */
  readonly whenStopped?: 'report' | undefined
  /** The part of the run to do; names of files in all parts are known. Not for archives. */
  readonly shard?: Shard | undefined
  /** Whether archives that are given stand for the files in them. */
  readonly archives?: 'open' | 'closed'
  /** Absolute: the new archive, or the folder, that archives of the run are written to; they themselves never are. */
  readonly archiveOutput?: string | undefined
  /** Asked in mode `write` which of some files, by their paths, have changes that are not committed; says so of each. */
  readonly uncommitted?: ((paths: readonly string[]) => ReadonlyMap<string, string>) | undefined
  /** In mode `write`: the folder below which a copy of all files is written instead, absolute. */
  readonly copyTo?: string
  /** A file or directory that is none of the run, absolute. */
  readonly apart?: string | undefined
  /** Threads that help; not asked when the engine takes all files at once. */
  readonly team?: Team | undefined
  /** Called with one line on what else was done, for example to changes of an earlier run that was killed. */
  readonly onNotice?: (line: string) => void
  /** Called for every file in each step; there is no total while files are discovered. */
  readonly onProgress?: (step: ProgressStep, done: number, total: number | undefined) => void
  /**
   * What is to be made of outcomes that belong together, once their names are settled; those that it leaves out are
   * neither written nor reported.
   */
  readonly choose?: ((outcomes: readonly FileOutcome[]) => readonly FileOutcome[]) | undefined
  /** Whether `choose` is asked once, for all files, before the first of them is written. */
  readonly isChosenAtOnce?: boolean | undefined
  /** What is reported of an outcome instead, for example without findings that are known. */
  readonly revise?: ((outcome: FileOutcome) => FileOutcome) | undefined
  /** Called with the final outcome of every file, sources included, in the order of their paths. */
  readonly onOutcome?: (outcome: FileOutcome) => void | Promise<void>
}

/** What is to become of files, before anything is written. */
export interface Intended extends Pick<Discovery, 'files' | 'archives'> {
  /** One for each file; those of files that depend on one another are in one portion. */
  readonly portions: Iterable<readonly FileOutcome[]>
  /** Of all files that are there. */
  readonly paths: readonly string[]
}

/** What a run does once every file has its outcome. */
export type ConcludeOptions = Omit<RunOptions, 'engine' | 'paths' | 'ignore' | 'team'> & {
  readonly engine: Pick<Engine, 'followRenames' | 'nameFiles'>
}

// One of several equal parts of a run, which other processes or machines do the rest of.

export interface Shard {
  /** From 1 to `count`. */
  readonly number: number
  readonly count: number
}

/** The shard that a path belongs to; it says so whatever other files there are. */
function shardOf(path: string, count: number): number {
  return (createHash('sha256').update(path).digest().readUInt32BE(0) % count) + 1
}

/** Whether what begins with a path is part of a shard. */
export function isInShard(path: string, { number, count }: Shard): boolean {
  return shardOf(path, count) === number
}

/** The sets of files of a shard: what belongs together is in the one of its first path. */
export function unitsIn(units: readonly Unit[], shard: Shard | undefined): readonly Unit[] {
  if (shard === undefined) return units
  return units.filter(([first]) => first !== undefined && isInShard(first.path, shard))
}
