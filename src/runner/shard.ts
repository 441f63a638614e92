/** One of several equal parts of a run, which other processes or machines do the rest of. */
import { createHash } from 'node:crypto'
import type { Unit } from './units.ts'

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
