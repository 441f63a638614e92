/** Files in memory through a chain of transforms. */

import { linksAmong } from '../stack/links.ts'
import { createEngine } from './engine.ts'
import type { FileInput } from './engine-contract.ts'
import { followRenames } from './names/follow-renames.ts'
import { type FileOutcome, outcomesOf } from './outcome.ts'

type Options = Omit<Parameters<typeof createEngine>[0], 'exports' | 'given' | 'nested' | 'isRegistered'>

/**
 * What becomes of files that are together all that there is: proof included, and with references that follow new names.
 *
 * @returns one outcome for each file, in their order, and one for each file to create
 * @throws RangeError for an unknown target or transform
 */
export function rewriteInMemory(inputs: readonly FileInput[], options: Options): readonly FileOutcome[] {
  const engine = createEngine({ ...options, ...linksAmong(inputs) })
  const outcomes = engine.runTogether?.(inputs) ?? inputs.flatMap((input) => outcomesOf(engine.run(input)))
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const sources = new Map(inputs.map(({ path, bytes }) => [path, bytes]))
  return followRenames(outcomes, (path) => {
    const bytes = sources.get(path)
    return bytes === undefined ? undefined : decoder.decode(bytes)
  })
}
