/** The outcomes of a run, as they come up: files that belong together in one piece. */
import type { Engine } from '../engine/engine-contract.ts'
import type { SoleOutcome } from '../engine/outcome.ts'
import type { Discovery } from './discovery.ts'
import type { FileSystem } from './file-system.ts'
import type { RunOptions } from './run.ts'
import { runFile } from './run-file.ts'
import { runTogether } from './run-together.ts'
import { type Unit, unitsOf } from './units.ts'
import type { FoundFile } from './walk.ts'

/** So much is settled and written at a time: disks flush many files nearly as fast as one. */
const PORTION = { files: 64, characters: 1 << 22 }
/** Signals and messages of other threads wait no longer than this and one file (ms). */
const TURN = 20

type Asked = Pick<RunOptions, 'engine' | 'team' | 'interruption' | 'onProgress' | 'copyTo' | 'input'>

/** Ends early, between two portions, when the run is interrupted. */
export async function* outcomesOf(
  found: Pick<Discovery, 'files' | 'problems' | 'archives'>,
  options: Asked,
  fs: FileSystem,
): AsyncGenerator<readonly SoleOutcome[]> {
  const { engine, interruption } = options
  const isInterrupted = () => interruption?.isRequested() === true
  const nextTurn = turns()
  const units = isOfOnePiece(found, options)
    ? [found.files]
    : await unitsOf(found.files, engine, fs, nextTurn)
  let portion: SoleOutcome[] = []
  let characters = 0
  for await (const unit of unitOutcomes(units, found, options, fs, nextTurn)) {
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
function isOfOnePiece({ archives }: Pick<Discovery, 'archives'>, { copyTo, input }: Asked): boolean {
  return archives.length > 0 || copyTo !== undefined || input !== undefined
}

async function* unitOutcomes(
  units: readonly Unit[],
  found: Pick<Discovery, 'files' | 'problems' | 'archives'>,
  { engine, team, onProgress }: Asked,
  fs: FileSystem,
  nextTurn: () => Promise<void> | undefined,
): AsyncGenerator<readonly SoleOutcome[]> {
  const { files, problems, archives } = found
  let done = 0
  const progress = (count: number) => {
    done += count
    onProgress?.('reading', done, files.length)
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
