/** The outcomes of a run, as they come up: files that belong together in one piece. */
import type { Engine } from '../engine/engine-contract.ts'
import type { SoleOutcome } from '../engine/outcome.ts'
import type { Discovery } from './discovery.ts'
import type { FileSystem } from './file-system.ts'
import { runFile } from './run-file.ts'
import type { RunOptions } from './run-options.ts'
import { runTogether } from './run-together.ts'
import { unitsIn } from './shard.ts'
import { type Unit, unitsOf } from './units.ts'
import type { FoundFile } from './walk.ts'

/** So much is settled and written at a time: disks flush many files nearly as fast as one. */
const PORTION = { files: 64, characters: 1 << 22 }
/** Signals and messages of other threads wait no longer than this and one file (ms). */
const TURN = 20

/** The sets of files that a run, or its shard, goes through. */
export async function unitsFor(
  found: Pick<Discovery, 'files' | 'archives'>,
  options: Pick<RunOptions, 'engine' | 'shard' | 'copyTo' | 'input'>,
  fs: FileSystem,
): Promise<readonly Unit[]> {
  const { engine, shard } = options
  const isWhole = isOfOnePiece(found, options)
  if (isWhole && shard === undefined) return [found.files]
  const units = unitsIn(await unitsOf(found.files, engine, fs, turns()), shard)
  return isWhole ? [units.flat()] : units
}

/** Ends early, between two portions, when the run is interrupted. */
export async function* outcomesOf(
  units: readonly Unit[],
  found: Pick<Discovery, 'problems' | 'archives'>,
  options: Pick<RunOptions, 'engine' | 'team' | 'interruption' | 'onProgress'>,
  fs: FileSystem,
): AsyncGenerator<readonly SoleOutcome[]> {
  const isInterrupted = () => options.interruption?.isRequested() === true
  let portion: SoleOutcome[] = []
  let characters = 0
  for await (const unit of unitOutcomes(units, found, options, fs)) {
    portion.push(...unit)
    for (const { before = '', after = '' } of unit) characters += before.length + after.length
    if (isInterrupted()) break
    if (portion.length < PORTION.files && characters < PORTION.characters) continue
    yield portion
    portion = []
    characters = 0
  }
  yield portion
}

/** An archive and a copy are written when all of it is known. */
function isOfOnePiece(
  { archives }: Pick<Discovery, 'archives'>,
  { copyTo, input }: Pick<RunOptions, 'copyTo' | 'input'>,
): boolean {
  return archives.length > 0 || copyTo !== undefined || input !== undefined
}

async function* unitOutcomes(
  units: readonly Unit[],
  { problems, archives }: Pick<Discovery, 'problems' | 'archives'>,
  { engine, team, onProgress }: Pick<RunOptions, 'engine' | 'team' | 'onProgress'>,
  fs: FileSystem,
): AsyncGenerator<readonly SoleOutcome[]> {
  const nextTurn = turns()
  const total = units.reduce((sum, unit) => sum + unit.length, 0)
  let done = 0
  const progress = (count: number) => {
    done += count
    onProgress?.('reading', done, total)
  }
  if (engine.runTogether !== undefined) {
    const taken = [...problems.map(({ path }) => path), ...archives.flatMap(({ leftOut }) => leftOut)]
    for (const unit of units) {
      yield runTogether(unit, { runTogether: engine.runTogether }, fs, taken)
      progress(unit.length)
      await nextTurn()
    }
    return
  }
  const ordered = units.flat()
  const isShared = team !== undefined && archives.length === 0
  const single = isShared ? await shared(ordered, engine, fs, team) : alone(ordered, engine, fs, nextTurn)
  let index = 0
  for (const unit of units) {
    const outcomes: SoleOutcome[] = []
    while (outcomes.length < unit.length) {
      const { value, done: isOver } = await single.next()
      if (isOver === true) throw new Error(`no outcome for ${ordered[index]?.path}`)
      index++
      outcomes.push(value)
      progress(1)
    }
    yield outcomes
  }
}

async function shared(
  files: readonly FoundFile[],
  engine: Engine,
  fs: FileSystem,
  team: NonNullable<RunOptions['team']>,
) {
  // Loaded late: small runs do without.
  const { runAsTeam } = await import('./team/lead.ts')
  return runAsTeam(files, engine, fs, team)
}

async function* alone(
  files: readonly FoundFile[],
  engine: Engine,
  fs: FileSystem,
  nextTurn: () => Promise<void> | undefined,
): AsyncGenerator<SoleOutcome, undefined> {
  for (const file of files) {
    yield runFile(file, engine, fs)
    await nextTurn()
  }
  return undefined
}

/** Lets signals and messages in, from time to time. */
function turns(): () => Promise<void> | undefined {
  let last = performance.now()
  return () => {
    if (performance.now() - last < TURN) return undefined
    return new Promise<void>((resume) => setImmediate(resume)).then(() => {
      last = performance.now()
    })
  }
}
