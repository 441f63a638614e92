/** Engines that remember: what they found out about a file is not found out again as long as nothing of it has changed. */
import type { Engine, FileInput } from '../../engine/engine-contract.ts'
import type { FileOutcome } from '../../engine/outcome.ts'
import { withoutNeedlessTexts } from '../run-file.ts'
import { keyOf } from './verdict-file.ts'
import { type StoreOptions, VerdictStore } from './verdict-store.ts'

export interface RememberingEngine extends Engine {
  /** Stores what was found out, where it can be: once, at the end of a run or of a thread's part of it. */
  readonly settle?: () => void
}

/**
 * @param part `leader` for who asks what is known already, `member` for a thread that is given only files of which nothing is
 * @param keys those of files that have been read before, by their paths
 * @returns the engine as it is where its outcomes cannot be given again
 */
export function remembering(
  engine: Engine,
  { folder, build, secret }: Omit<StoreOptions, 'identity'> & { readonly build: string },
  part: 'leader' | 'member',
  keys: ReadonlyMap<string, string> = new Map(),
): RememberingEngine {
  const { verdicts } = engine
  if (verdicts === undefined) return engine
  const store = new VerdictStore({ folder, identity: `${build}\n${verdicts.identity}`, secret })
  if (part === 'leader') store.open()
  const run = (input: FileInput): FileOutcome => {
    const { outcome, asked } = verdicts.run(input)
    const { path, bytes } = input
    if (asked !== undefined && bytes.length > 0)
      store.add(keyOf(path, bytes), withoutNeedlessTexts(outcome), asked)
    return outcome
  }
  const recall = (input: FileInput) => {
    const key = store.isEmpty ? undefined : (keys.get(input.path) ?? keyOfInput(input))
    return key === undefined ? undefined : store.find(key, (asked) => verdicts.holds(asked))
  }
  const settle = () => {
    store.save()
    if (part === 'leader') store.tidy()
  }
  return { ...engine, run, settle, ...(part === 'leader' ? { recall } : {}) }
}

/** Undefined for an empty file: one that cannot be read has no bytes, either. */
function keyOfInput({ path, bytes }: FileInput): string | undefined {
  return bytes.length === 0 ? undefined : keyOf(path, bytes)
}
