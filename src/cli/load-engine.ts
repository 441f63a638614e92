import type { EngineOptions } from '../engine/engine.ts'
import type { Engine } from '../engine/engine-contract.ts'
import type { Transform } from '../engine/transform.ts'
import { nearNames } from '../heat/near-names.ts'
import type { Arguments } from './command.ts'
import { knownCodes } from './known-codes.ts'
import { didYouMean, UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/** The transforms there are; loaded late because they bring the parsers along. */
export async function loadTransforms(): Promise<ReadonlyMap<string, Transform>> {
  const { transforms } = await import('../../transforms/registry.ts')
  return transforms
}

/** The engine for a command, or the one that a test put in its place. */
export async function loadEngine(options: Omit<EngineOptions, 'registry'>, world: World): Promise<Engine> {
  const all = { ...options, registry: await loadTransforms() }
  if (world.createEngine !== undefined) return world.createEngine(all)
  const { createEngine } = await import('../engine/engine.ts')
  return createEngine(all)
}

/**
 * The values of `--accept`.
 *
 * @throws UsageError for a code that cannot be accepted
 */
export function acceptedCodes(args: Arguments): readonly string[] {
  const codes = args.listed('accept')
  const acceptable = [...knownCodes].filter(([, entry]) => entry.accept !== undefined).map(([code]) => code)
  for (const code of codes) {
    if (acceptable.includes(code)) continue
    const problem = knownCodes.has(code) ? 'this finding offers no rewrite' : 'no such finding'
    const near = didYouMean(nearNames(code, acceptable))
    throw new UsageError(`--accept ${code}: ${problem}`, [
      ...near,
      `what can be accepted: ${acceptable.join(', ')}`,
    ])
  }
  return codes
}
