import type { TemplateKind } from '../heat/kind.ts'
import { isCfn } from '../heat/template.ts'
import { type HotVersion, parseTarget } from '../heat/versions.ts'
import type { Engine, FileInput } from './engine-contract.ts'
import { outcome } from './file-outcome.ts'
import { followRenames } from './follow-renames.ts'
import type { FileOutcome } from './outcome.ts'
import type { Plan } from './plan.ts'
import { isTranslating, migratePreset, upgradePreset } from './presets.ts'
import { runFile } from './run-file.ts'
import type { Transform } from './transform.ts'

/** `modernize` is `upgrade` with the transforms `hot/modernize-*`. */
export type Preset = 'migrate' | 'upgrade' | 'modernize'

export interface EngineOptions {
  /** A preset, or the ids of transforms in the order to run them in. */
  readonly chain: Preset | readonly string[]
  /** What `--to` says: a version, a release, `oldest` or `cfn-yaml`. */
  readonly to: string
  /** What a HOT template counts as that declares no version of Heat's. */
  readonly assumedVersion?: HotVersion
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
  const transforms = chainOf(options, target.kind).map((id) => {
    const transform = options.registry.get(id)
    if (transform === undefined) throw new RangeError(`unknown transform ${id}`)
    return transform
  })
  const { assumedVersion } = options
  const targetRelease = target.kind === 'hot' ? target.release : undefined
  return {
    ...(assumedVersion === undefined ? {} : { assumedVersion }),
    ...(targetRelease === undefined ? {} : { targetRelease }),
    kinds: kindsOf(options.chain),
    transforms,
    translating: transforms.filter(({ id }) => isTranslating(id)),
    target: target.kind === 'hot' ? target.version : target.kind === 'oldest' ? 'oldest' : '2018-08-31',
    accept: new Set(options.accept),
    partial: options.partial,
    proof: typeof options.chain !== 'string' ? 'none' : options.allowUnproved === true ? 'lenient' : 'strict',
  }
}

function chainOf(
  { chain, registry }: EngineOptions,
  target: 'hot' | 'oldest' | 'cfn-yaml',
): readonly string[] {
  switch (chain) {
    case 'migrate':
      return migratePreset(target, registry)
    case 'upgrade':
      return upgradePreset(registry, 'version-only')
    case 'modernize':
      return upgradePreset(registry, 'modernize')
    default:
      return chain
  }
}

function kindsOf(chain: EngineOptions['chain']): Plan['kinds'] {
  if (chain === 'migrate') return isCfn
  return chain === 'upgrade' || chain === 'modernize' ? isHot : () => true
}

/** HOT templates, and those of which only the version is missing. */
function isHot(kind: TemplateKind): boolean {
  return kind === 'hot' || kind === 'hot-fragment'
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
