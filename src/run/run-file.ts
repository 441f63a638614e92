import { failed } from '../engine/defect.ts'
import type { Engine, FileInput } from '../engine/engine-contract.ts'
import { sourceLines } from '../engine/findings/source-lines.ts'
import type { SoleOutcome } from '../engine/outcome.ts'
import type { FileSystem } from './file-system.ts'
import { inLittleMemory } from './heap.ts'
import { Defect, problemFinding, unreadOutcome } from './problem.ts'
import { type ReadResult, readInput } from './read-file.ts'
import type { FoundFile } from './walk.ts'

/** What a file of a run holds. */
export function readFound({ realPath, content }: FoundFile, fs: FileSystem): ReadResult {
  return content === undefined ? readInput(realPath, fs) : { bytes: content, names: 1 }
}

/** A file that is read when its bytes are asked for, each time anew; empty where it cannot be read. */
export class LazyInput implements FileInput {
  readonly path: string
  readonly #file: FoundFile
  readonly #fs: FileSystem

  constructor(file: FoundFile, fs: FileSystem) {
    this.path = file.path
    this.#file = file
    this.#fs = fs
  }

  get bytes(): Uint8Array {
    const input = readFound(this.#file, this.#fs)
    return 'problem' in input ? new Uint8Array() : input.bytes
  }
}

/** Reads one file and takes it through the engine. Never throws: what goes wrong is the file's failure. */
export function runFile(file: FoundFile, engine: Engine, fs: FileSystem): SoleOutcome {
  const input = readFound(file, fs)
  if ('problem' in input) return unreadOutcome(file.path, input.status, input.problem)
  const { bytes, names } = input
  try {
    const outcome = inLittleMemory(bytes.length, () => engine.run({ path: file.path, bytes }))
    return withoutNeedlessTexts(withLinks(checked(outcome, file.path), names))
  } catch (error) {
    return failed(file.path, error, 'unread')
  }
}

/**
 * Holds the engine to its contract.
 *
 * @throws Defect when the outcome contradicts itself or is of another file
 */
export function checked<Outcome extends SoleOutcome>(outcome: Outcome, path: string): Outcome {
  const hasResult = outcome.after !== undefined
  if (outcome.path !== path)
    throw new Defect('outcome-of-another-file', `${path} came back as ${outcome.path}`)
  if (hasResult !== (outcome.status === 'changed')) throw new Defect('result-without-change', path)
  if (hasResult && outcome.after === outcome.before && (outcome.newPath ?? path) === path) {
    throw new Defect('change-without-difference', path)
  }
  return outcome
}

/**
 * Warns about a change to a file with further hard links: it is replaced, so that it is never half written, and the
 * other names refer to the old contents. See docs/decisions.
 *
 * @param names hard links of the file, itself included
 */
export function withLinks<Outcome extends SoleOutcome>(outcome: Outcome, names: number): Outcome {
  if (names < 2 || outcome.status !== 'changed') return outcome
  const message = `is one of ${names} names of one file (hard links); the others keep the old content`
  return { ...outcome, findings: [problemFinding({ code: 'hard-link', message }), ...outcome.findings] }
}

/** Drops the source of an unchanged file: a run has thousands of them. */
export function withoutNeedlessTexts<Outcome extends SoleOutcome>(outcome: Outcome): Outcome {
  if (outcome.status === 'changed') return outcome
  const { before: _before, ...rest } = outcome
  const lines = sourceLines(outcome)
  return (lines === undefined ? rest : { ...rest, sourceLines: lines }) as Outcome
}
