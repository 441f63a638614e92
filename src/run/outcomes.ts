/** The outcomes of a run, as they come up: files that belong together in one piece. */

import { milliseconds } from '../engine/clock.ts'
import { failed } from '../engine/defect.ts'
import type { Engine, FileInput } from '../engine/engine-contract.ts'
import type { FileOutcome, SoleOutcome } from '../engine/outcome.ts'
import { blockGroups } from './conflicts.ts'
import type { Discovery } from './discovery.ts'
import type { FileSystem } from './file-system.ts'
import { inLittleMemory } from './heap.ts'
import { Defect, unreadOutcome } from './problem.ts'
import { checked, LazyInput, readFound, runFile, withLinks, withoutNeedlessTexts } from './run-file.ts'
import { type RunOptions, unitsIn } from './run-options.ts'
import { type Unit, unitsOf } from './units.ts'
import type { FoundFile } from './walk.ts'

type TogetherEngine = Required<Pick<Engine, 'runTogether'>>

/**
 * Reads all files and takes them through the engine at once. A file that cannot be
 * read fails alone; a defect of the engine fails all others, because nobody knows
 * which of them are right.
 *
 * @param taken paths of the run that hold no file the engine sees; it may not create them either
 * @returns one outcome for each file, and one for each file to create
 */
function runTogether(
  files: readonly FoundFile[],
  engine: TogetherEngine,
  fs: FileSystem,
  taken: Iterable<string> = [],
): readonly FileOutcome[] {
  const inputs: FileInput[] = []
  const unread: FileOutcome[] = []
  const names = new Map<string, number>()
  let [largest, source] = [0, 0]
  for (const file of files) {
    const { path } = file
    const input = readFound(file, fs)
    if ('problem' in input) unread.push(unreadOutcome(path, input.status, input.problem))
    else {
      inputs.push(inputOf(file, input.bytes, fs))
      names.set(path, input.names)
      largest = Math.max(largest, input.bytes.length)
      source += input.bytes.length
    }
  }
  try {
    const outcomes = inLittleMemory(largest, () => checkedAll(engine.runTogether(inputs), inputs), source)
    const unavailable = new Set([...taken, ...unread.map(({ path }) => path)])
    const linked = withoutTaken(outcomes, unavailable).map((one) => withLinks(one, names.get(one.path) ?? 1))
    return [...linked.map(withoutNeedlessTexts), ...unread]
  } catch (error) {
    return [...inputs.map(({ path }) => failed(path, error, 'unread')), ...unread]
  }
}

/** Where git looks whether a file is binary. */
const HEAD = 8000

/** What is not a string is read again when it is asked for: images and archives would fill the memory. */
function inputOf(file: FoundFile, bytes: Uint8Array, fs: FileSystem): FileInput {
  return bytes.subarray(0, HEAD).includes(0) ? new LazyInput(file, fs) : { path: file.path, bytes }
}

/** One outcome for each input, and new files under names of their own. */
function checkedAll(outcomes: readonly FileOutcome[], inputs: readonly FileInput[]): readonly FileOutcome[] {
  const missing = new Set(inputs.map(({ path }) => path))
  const created = new Set<string>()
  for (const outcome of outcomes) {
    const { path, isNew } = outcome
    checked(outcome, path)
    if (isNew !== true) {
      if (!missing.delete(path)) throw new Defect('outcome-of-another-file', path)
    } else {
      if (created.has(path)) throw new Defect('file-created-twice', path)
      created.add(path)
      if (outcome.before !== undefined) throw new Defect('new-file-with-text', path)
      if (outcome.newPath !== undefined) throw new Defect('new-file-with-new-name', path)
    }
  }
  if (missing.size > 0) throw new Defect('file-lost', [...missing].join(', '))
  const both = inputs.find(({ path }) => created.has(path))
  if (both !== undefined) throw new Defect('file-created-twice', both.path)
  return outcomes
}

/** Takes back new files whose path holds something that the engine could not see, with what belongs to them. */
function withoutTaken(
  outcomes: readonly FileOutcome[],
  unavailable: ReadonlySet<string>,
): readonly FileOutcome[] {
  const isTaken = ({ path, isNew }: FileOutcome) => isNew === true && unavailable.has(path)
  const broken = new Map(
    outcomes
      .filter(isTaken)
      .flatMap(({ group, path }) => (group === undefined ? [] : [[group, path] as const])),
  )
  return blockGroups(
    outcomes.filter((outcome) => !isTaken(outcome)),
    broken,
  )
}

/** So much is settled and written at a time: disks flush many files nearly as fast as one. */
const PORTION = { files: 64, characters: 1 << 22 }
/** Signals and messages of other threads wait no longer than this and one file (ms). */
const TURN = 20
/** What is known of a file is there in some 50 microseconds, of which asking for the time would be a tenth. */
const KNOWN_FILES_PER_LOOK = 16

/** The sets of files that a run, or its shard, goes through. */
export async function unitsFor(
  found: Pick<Discovery, 'files' | 'archives'>,
  options: Pick<RunOptions, 'engine' | 'shard' | 'input' | 'onProgress'>,
  fs: FileSystem,
): Promise<readonly Unit[]> {
  const { engine, shard, onProgress } = options
  const { length: total } = found.files
  let done = 0
  const onRead = () => {
    // There may be several passes.
    done = (done % total) + 1
    onProgress?.('preparing', done, total)
  }
  const isWhole = isOfOnePiece(found, options)
  if (isWhole && shard === undefined) return [found.files]
  const units = unitsIn(await unitsOf(found.files, engine, fs, { onRead, nextTurn: turns() }), shard)
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

/** An archive is written when all of it is known. */
function isOfOnePiece(
  { archives }: Pick<Discovery, 'archives'>,
  { input }: Pick<RunOptions, 'input'>,
): boolean {
  return archives.length > 0 || input !== undefined
}

async function* unitOutcomes(
  units: readonly Unit[],
  { problems, archives }: Pick<Discovery, 'problems' | 'archives'>,
  { engine, team, onProgress }: Pick<RunOptions, 'engine' | 'team' | 'onProgress'>,
  fs: FileSystem,
): AsyncGenerator<readonly SoleOutcome[]> {
  const nextTurn = turns()
  const nextOfKnown = turns(KNOWN_FILES_PER_LOOK)
  const total = units.reduce((sum, unit) => sum + unit.length, 0)
  let done = 0
  const progress = (count: number) => {
    done += count
    onProgress?.('reading', done, total)
  }
  const { runTogether: together } = engine
  const taken = [...problems.map(({ path }) => path), ...archives.flatMap(({ leftOut }) => leftOut)]
  const isSet = (unit: Unit) => together !== undefined && (engine.runsAlone !== true || unit.length > 1)
  const files = units.filter((unit) => !isSet(unit)).flat()
  const known = await recalled(files, engine, fs, nextOfKnown)
  const open = known.size === 0 ? files : files.filter(({ path }) => !known.has(path))
  const isShared = team !== undefined && archives.length === 0 && open.length > 0
  const worked = isShared ? await shared(open, engine, fs, team) : alone(open, engine, fs, nextTurn)
  try {
    for (const unit of units) {
      if (together !== undefined && isSet(unit)) {
        yield runTogether(unit, { runTogether: together }, fs, taken)
        progress(unit.length)
        await nextTurn()
        continue
      }
      yield await eachOf(unit, known, worked, (isKnown) => {
        progress(1)
        return isKnown ? nextOfKnown() : undefined
      })
    }
  } finally {
    // Nobody asks behind the last file, yet threads have to end, and to store what they found out.
    await worked.return(undefined)
  }
}

/** @param worked outcomes of all files that are not known, in the order of the units */
async function eachOf(
  unit: Unit,
  known: Map<string, () => SoleOutcome>,
  worked: AsyncGenerator<SoleOutcome, undefined>,
  onFile: (isKnown: boolean) => Promise<void> | undefined,
): Promise<readonly SoleOutcome[]> {
  const outcomes: SoleOutcome[] = []
  for (const { path } of unit) {
    const before = known.get(path)?.()
    known.delete(path)
    const outcome = before ?? (await worked.next()).value
    if (outcome === undefined) throw new Error(`no outcome for ${path}`)
    outcomes.push(outcome)
    const turn = onFile(before !== undefined)
    // Of ten thousand files few give others their turn, and waiting for nothing takes time, too.
    if (turn !== undefined) await turn
  }
  return outcomes
}

/** What an engine that remembers knows already, by path; made when it is asked for, so that little of it is in memory. */
async function recalled(
  files: readonly FoundFile[],
  { recall }: Engine,
  fs: FileSystem,
  nextTurn: () => Promise<void> | undefined,
): Promise<Map<string, () => SoleOutcome>> {
  const known = new Map<string, () => SoleOutcome>()
  if (recall === undefined) return known
  for (const file of files) {
    const outcome = recall(new LazyInput(file, fs))
    if (outcome !== undefined) known.set(file.path, outcome)
    const turn = nextTurn()
    if (turn !== undefined) await turn
  }
  return known
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

/**
 * Lets signals and messages in, from time to time.
 * @param stride how many calls share one look at the clock
 */
function turns(stride = 1): () => Promise<void> | undefined {
  let last = milliseconds()
  let calls = 0
  return () => {
    calls += 1
    if (calls % stride !== 0 || milliseconds() - last < TURN) return undefined
    return new Promise<void>((resume) => setImmediate(resume)).then(() => {
      last = milliseconds()
    })
  }
}
