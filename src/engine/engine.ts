import { isCfn } from '../heat/template.ts'
import { parseTarget } from '../heat/versions.ts'
import type { Engine, FileInput } from './engine-contract.ts'
import { followRenames } from './follow-renames.ts'
import type { FileOutcome } from './outcome.ts'
import { migratePreset } from './presets.ts'
import { outcome } from './file-outcome.ts'
import type { Plan } from './plan.ts'
import { runFile } from './run-file.ts'
import type { Transform } from './transform.ts'

export interface EngineOptions {
  /** `migrate`, or the ids of transforms in the order to run them in. */
  readonly chain: 'migrate' | readonly string[]
  /** What `--to` says: a version, a release, `oldest` or `cfn-yaml`. */
  readonly to: string
  readonly accept: readonly string[]
  readonly partial: boolean
  /** Let changes through whose meaning cannot be shown to be the same. */
  readonly allowUnproved?: boolean
  readonly registry: ReadonlyMap<string, Transform>
}

/** @throws RangeError for an unknown target or transform; the command line checks both before. */
export function createEngine(options: EngineOptions): Engine {
  const plan = planOf(options)
  return {
    run: (input) => guarded(input, plan),
    followRenames,
  }
}

function planOf(options: EngineOptions): Plan {
  const target = parseTarget(options.to)
  if (target.kind === 'unknown') throw new RangeError(`unknown target ${options.to}`)
  const ids = options.chain === 'migrate' ? migratePreset(target.kind, options.registry) : options.chain
  const transforms = ids.map((id) => {
    const transform = options.registry.get(id)
    if (transform === undefined) throw new RangeError(`unknown transform ${id}`)
    return transform
  })
  return {
    kinds: options.chain === 'migrate' ? isCfn : () => true,
    transforms,
    target: target.kind === 'hot' ? target.version : target.kind === 'oldest' ? 'oldest' : '2018-08-31',
    accept: new Set(options.accept),
    partial: options.partial,
    proof: options.chain !== 'migrate' ? 'none' : options.allowUnproved === true ? 'lenient' : 'strict',
  }
}

/** A defect of ours in one file is that file's failure, not the end of the run. */
function guarded(input: FileInput, plan: Plan): FileOutcome {
  try {
    return runFile(input, plan)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const debug = process.env.HOTSHIFT_DEBUG === '1' && error instanceof Error ? `\n${error.stack}` : ''
    return outcome(input.path, 'not-a-template', 'failed', {
      reason: `internal error: ${message}${debug}`,
      findings: [{ code: 'internal-error', severity: 'error', message: `${message}${debug}` }],
    })
  }
}
