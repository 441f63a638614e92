/** Who does a run: how many threads, and which of equal parts of it. */

import { availableParallelism } from 'node:os'
import { isArchiveName, realFileSystem } from '../../../run/file-system.ts'
import type { Shard } from '../../../run/run-options.ts'
import type { Team } from '../../../run/team/lead.ts'
import type { Arguments } from '../command.ts'
import type { EngineRecipe, LoadedEngine } from '../load-engine.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'
import { MOST_BY_DEFAULT } from './options.ts'

const MOST = 256

/**
 * Who helps with a run; nobody where one thread does, or where the engine takes all files at once.
 *
 * @throws UsageError for what is no number of threads
 */
export function teamFor(args: Arguments, engine: LoadedEngine, world: World): Team | undefined {
  const threads = threadsOf(args)
  const { recipe } = engine
  const isTogether = engine.runTogether !== undefined && engine.runsAlone !== true
  const isAlone = threads === 1 || recipe === undefined || isTogether
  // Threads know only the real file system.
  if (isAlone || world.fileSystem !== realFileSystem) return undefined
  return threadTeam(recipe, threads)
}

/** Measured: a thread is ready after some 60 ms, but spends a second until its code is compiled as far as here. */
const PATIENCE = 1000

/** Threads of this process as helpers. */
export function threadTeam(recipe: EngineRecipe, threads: number, patience = PATIENCE): Team {
  const load = async () => (await import('../thread-team.ts')).threadStarter(recipe)
  return { threads, patience, load }
}

function threadsOf(args: Arguments): number {
  const value = args.value('jobs') ?? 'auto'
  if (value === 'auto') return automaticThreads(availableParallelism())
  const number = /^\d+$/.test(value) ? Number(value) : 0
  if (number >= 1 && number <= MOST) return number
  throw new UsageError(`--jobs ${value}: not a number of threads`, [
    `give a number from 1 to ${MOST}, or auto`,
  ])
}

/** V8 compiles and collects garbage on threads of its own, which keep one processor busy. */
export function automaticThreads(processors: number): number {
  return Math.min(Math.max(1, processors - 1), MOST_BY_DEFAULT)
}

const MOST_PARTS = 10_000

/**
 * The part of the files that a command line asks for; undefined for all.
 *
 * @throws UsageError for what is no part, and where parts would say or write something wrong
 */
export function shardFor(args: Arguments): Shard | undefined {
  const value = args.value('shard')
  if (value === undefined) return undefined
  const [, number = 0, count = 0] = (/^(\d{1,5})\/(\d{1,5})$/.exec(value) ?? []).map(Number)
  if (number < 1 || number > count || count > MOST_PARTS)
    throw new UsageError(`--shard ${value}: no such part`, [
      `write the number of the part and how many there are, at most ${MOST_PARTS}: --shard 1/4`,
    ])
  const whole = [
    ...(args.positionals.some(isArchiveName) ? ['an archive'] : []),
    ...(args.input === undefined ? [] : ['standard input']),
  ]
  if (whole[0] !== undefined) throw new UsageError(`--shard and ${whole[0]} cannot be combined`)
  return { number, count }
}
