import { failed } from '../engine/defect.ts'
import type { Engine, FileInput } from '../engine/engine-contract.ts'
import type { FileOutcome } from '../engine/outcome.ts'
import { blockGroups } from './conflicts.ts'
import type { FileSystem } from './file-system.ts'
import { Defect, unreadOutcome } from './problem.ts'
import { checked, inLittleMemory, readFound, withLinks, withoutNeedlessTexts } from './run-file.ts'
import type { FoundFile } from './walk.ts'

export type TogetherEngine = Required<Pick<Engine, 'runTogether'>>

/**
 * Reads all files and takes them through the engine at once. A file that cannot be
 * read fails alone; a defect of the engine fails all others, because nobody knows
 * which of them are right.
 *
 * @param taken paths of the run that hold no file the engine sees; it may not create them either
 * @returns one outcome for each file, and one for each file to create
 */
export function runTogether(
  files: readonly FoundFile[],
  engine: TogetherEngine,
  fs: FileSystem,
  taken: Iterable<string> = [],
): readonly FileOutcome[] {
  const inputs: FileInput[] = []
  const unread: FileOutcome[] = []
  const names = new Map<string, number>()
  let largest = 0
  for (const file of files) {
    const { path } = file
    const input = readFound(file, fs)
    if ('problem' in input) unread.push(unreadOutcome(path, input.status, input.problem))
    else {
      inputs.push(inputOf(file, input.bytes, fs))
      names.set(path, input.names)
      largest = Math.max(largest, input.bytes.length)
    }
  }
  try {
    const outcomes = inLittleMemory(largest, () => checkedAll(engine.runTogether(inputs), inputs))
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
  const { path } = file
  if (!bytes.subarray(0, HEAD).includes(0)) return { path, bytes }
  return {
    path,
    get bytes() {
      const input = readFound(file, fs)
      return 'problem' in input ? new Uint8Array() : input.bytes
    },
  }
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
