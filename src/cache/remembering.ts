/** Engines that remember: what they found out about a file is not found out again as long as nothing of it has changed. */
import type { Engine, FileInput } from '../engine/engine-contract.ts'
import type { FileOutcome } from '../engine/outcome.ts'
import { withoutNeedlessTexts } from '../runner/run-file.ts'
import { type StoreOptions, VerdictStore } from './verdict-store.ts'

export interface RememberingEngine extends Engine {
  /** Stores what was found out, where it can be: once, at the end of a run or of a thread's part of it. */
  readonly settle?: () => void
}

/**
 * @param part `leader` for who asks what is known already, `member` for a thread that is given only files of which nothing is
 * @returns the engine as it is where its outcomes cannot be given again
 */
export function remembering(
  engine: Engine,
  { folder, build }: { readonly folder: string; readonly build: string },
  part: 'leader' | 'member',
): RememberingEngine {
  const { verdicts } = engine
  if (verdicts === undefined) return engine
  const options: StoreOptions = { folder, identity: `${build}\n${verdicts.identity}` }
  const store = new VerdictStore(options)
  if (part === 'leader') store.open()
  const run = (input: FileInput): FileOutcome => {
    const { outcome, asked } = verdicts.run(input)
    if (asked !== undefined) store.add(input.path, input.bytes, withoutNeedlessTexts(outcome), asked)
    return outcome
  }
  const recall = ({ path, bytes }: FileInput) => store.find(path, bytes, (asked) => verdicts.holds(asked))
  const settle = () => {
    store.save()
    if (part === 'leader') store.tidy()
  }
  return { ...engine, run, settle, ...(part === 'leader' ? { recall } : {}) }
}
