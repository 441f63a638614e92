/** Engines: what takes the files of a run through the pipeline, one by one or together. */
import { posix } from 'node:path'
import type { CloudOptions } from '../heat/cloud-names.ts'
import type { TemplateKind } from '../heat/kind.ts'
import { isCfn, type ReadingOption } from '../heat/template.ts'
import { type HotVersion, latestVersion, parseTarget, type Target, usualVersion } from '../heat/versions.ts'
import { connectedFiles, joinedFiles } from '../workspace/connected-files.ts'
import { type FileInput, load } from '../workspace/load.ts'
import { mayBecomeYaml, type UnreadableFile, wayFromAbove } from '../workspace/source-file.ts'
import {
  defaultNaming,
  type EnvironmentNaming,
  sharedEnvironments,
  Workspace,
} from '../workspace/workspace.ts'
import { codesOfAws } from './catalogue.ts'
import { failed, TransformFailure } from './defect.ts'
import type { Engine } from './engine-contract.ts'
import { blocked, left, unchanged } from './file-outcome.ts'
import type { Finding } from './finding.ts'
import { followRenames } from './follow-renames.ts'
import type { FileOutcome, SoleOutcome } from './outcome.ts'
import { partitionInputs, type ReadingInputs, readPackages } from './package-inputs.ts'
import { type Transform, templateTransform } from './package-transform.ts'
import { type PackageOutcomes, type Plan, runPackage } from './pipeline.ts'
import { type Preset, presetTransforms } from './presets.ts'
import { leftOfCfn } from './reading-findings.ts'
import { unreadOutcome } from './standing.ts'
import { templatedOutcome } from './templated-version.ts'
import type { TemplateTransform } from './transform.ts'

export type { Preset } from './presets.ts'

export interface EngineOptions {
  /** A preset, or transforms in the order to run them in, those of the registry by their ids. */
  readonly chain: Preset | readonly (string | Transform)[]
  /** What `--to` says: a version, a release, `auto`, `oldest` or `cfn-yaml`. */
  readonly to: string
  /** What a HOT template counts as that declares no version of Heat's. */
  readonly assumedVersion?: HotVersion
  readonly accept: readonly string[]
  /** What the user says about the cloud for which types of AWS become native. */
  readonly cloud?: CloudOptions
  readonly partial: boolean
  /** Let changes through whose meaning cannot be shown to be the same. */
  readonly allowUnproved?: boolean
  /** How CloudFormation is read; `auto` without it. */
  readonly from?: ReadingOption
  /** Change the line of the version in templates that another program fills in first. */
  readonly templated?: boolean
  /** Say of every changed file what each transform made of it. */
  readonly steps?: boolean
  readonly registry: ReadonlyMap<string, TemplateTransform>
  /** What `migrate` runs besides the transforms of the registry: those that make several files of one. */
  readonly besides?: readonly Transform[]
  /** Whether there is a file at a path, also one that is not part of the run; asked where packages are formed. */
  readonly exists?: (path: string) => boolean
  /** Absolute: what paths are relative to. Needed only where some lead out of it. */
  readonly cwd?: string
  /** Files that are no part of the run and may call its templates; see `asksCallers`. */
  readonly outside?: readonly UnreadableFile[]
  /** Whether an environment that stands beside the templates, or anywhere in the run, gives a type another meaning. */
  readonly registers?: (type: string) => boolean
}

/** Whether a transform has to know what callers of a template ask of the resources in it. */
export function asksCallers({ meaning }: Pick<Transform, 'meaning'>): boolean {
  return meaning === 'natively'
}

/** Whether other files of the run matter to what a transform of single templates does. */
function asksOthers(transform: Transform): boolean {
  return asksCallers(transform) || transform.readsRegistry === true
}

/**
 * An engine that takes files one by one, or together where a transform of the chain takes packages.
 *
 * @throws RangeError for an unknown target or transform; the command line checks both before.
 */
export function createEngine(options: EngineOptions): Engine {
  const plan = planOf(options)
  if (plan.transforms.every(isOfFiles) && !plan.transforms.some(asksOthers))
    return { run: (input) => runFile(input, plan), followRenames, givesName: givingNames(plan) }
  return togetherEngine(plan, options)
}

function givingNames({ transforms }: Plan): Engine['givesName'] {
  const givers = transforms.flatMap(({ id, mayRename, file, ofTemplate }) => {
    if (mayRename !== undefined) return [file === undefined ? mayRename : guardedRename(id, mayRename)]
    // What transforms of the user's own do nobody knows; one of single templates can only write another syntax.
    return file === undefined ? [] : [ofTemplate === undefined ? () => true : mayBecomeYaml]
  })
  return givers.length === 0 ? 'never' : (path, text) => givers.some((mayRename) => mayRename(path, text))
}

/** @throws TransformFailure where a transform of the user's own does not answer */
function guardedRename(
  id: string,
  mayRename: NonNullable<Transform['mayRename']>,
): NonNullable<Transform['mayRename']> {
  return (path, text) => {
    try {
      return mayRename(path, text)
    } catch (error) {
      throw new TransformFailure(id, error)
    }
  }
}

/** Whether a transform needs no other file than the one that it is about. */
function isOfFiles({ ofTemplate, ofKind }: Transform): boolean {
  return ofTemplate !== undefined || ofKind !== undefined
}

function togetherEngine(plan: Plan, options: PackageSources): Engine {
  const isOfTemplates = plan.transforms.every(isOfFiles)
  const alone = { ...plan, transforms: plan.transforms.filter(isOfFiles) }
  const sources: PackageSources & Unread = isOfTemplates
    ? { ...options, unread: (loaded) => templatedOutcome(unreadOutcome(loaded, plan.kinds), plan) }
    : options
  const runTogether = (inputs: readonly FileInput[]) =>
    inPackages(
      inputs,
      sources,
      (pkg) => (isOfTemplates ? runByCalls(pkg, plan) : runInParts(pkg, plan)),
      (pkg) => runPackage(pkg, alone),
    )
  return {
    run: (input) => runTogether([input])[0] ?? lost(input.path),
    runTogether,
    partition: (inputs) => inSets(inputs, sources),
    followRenames,
    givesName: givingNames(plan),
  }
}

/** Templates one by one, but for those that call one another. */
function runByCalls(pkg: Workspace, plan: Plan): PackageOutcomes {
  const calls = pkg.calls.map(({ caller, callee }) => [caller, callee] as const)
  const parts = joinedFiles([...pkg.files.keys()], calls)
  const made = parts.map((paths) =>
    guarded(pkg.part(paths, 'of the whole'), (part) => runPackage(part, plan)),
  )
  const { outcomes, others } = joinedOutcomes(made)
  return { outcomes: outcomes.map((one) => templatedOutcome(one, plan)), others }
}

function joinedOutcomes(made: readonly PackageOutcomes[]): PackageOutcomes {
  const others = new Map<string, readonly Finding[]>()
  for (const [path, found] of made.flatMap((one) => [...one.others]))
    others.set(path, [...(others.get(path) ?? []), ...found])
  return { outcomes: made.flatMap(({ outcomes }) => outcomes), others }
}

/** A defect of a transform that sees the package whole fails, of a folder, what hangs together with what it met. */
function runInParts(pkg: Workspace, plan: Plan): PackageOutcomes {
  const refusal = plan.refuse?.(pkg)
  if (refusal !== undefined) return refused(pkg, refusal)
  try {
    return runPackage(pkg, plan)
  } catch (error) {
    const parts = isDivisible(pkg, plan) ? connectedFiles(pkg, [...pkg.files.keys()]) : []
    if (parts.length < 2) throw error
    return joinedOutcomes(parts.map((paths) => guarded(pkg.part(paths), (part) => runPackage(part, plan))))
  }
}

/** A package that is not taken on stays as it is; each of its templates says why. */
function refused(pkg: Workspace, finding: Finding): PackageOutcomes {
  const outcomes = [...pkg.files.values()].map(({ path, recognition: { kind }, document: { text } }) =>
    kind === 'environment' ? unchanged(path, kind, { before: text }) : blocked(path, kind, text, [finding]),
  )
  return { outcomes, others: new Map() }
}

/** A profile is about the whole, and transforms of the user's own may be; a common environment belongs to all. */
function isDivisible({ naming }: Workspace, { audit, transforms }: Plan): boolean {
  return (
    audit === undefined &&
    sharedEnvironments(naming).length === 0 &&
    naming.named === undefined &&
    transforms.every(({ file }) => file === undefined)
  )
}

function planOf(options: EngineOptions): Plan {
  const { chain, to, registry, assumedVersion, cloud, besides = [] } = options
  const target = parseTarget(to)
  if (target.kind === 'unknown') throw new RangeError(`unknown target ${to}`)
  const targetRelease = target.kind === 'hot' ? target.release : undefined
  const isPreset = typeof chain === 'string'
  const transforms = isPreset
    ? [
        ...presetTransforms(chain, target.kind, registry).map(templateTransform),
        ...(isMigration(chain) && target.kind !== 'cfn-yaml' ? besides : []),
      ]
    : chain.map((one) => (typeof one === 'string' ? transformOf(one, registry) : one))
  return {
    ...(assumedVersion === undefined ? {} : { assumedVersion }),
    ...(options.from === undefined ? {} : { from: options.from }),
    ...(targetRelease === undefined ? {} : { targetRelease }),
    ...(cloud === undefined ? {} : { cloud }),
    ...(options.registers === undefined ? {} : { registers: options.registers }),
    kinds: isPreset ? kindsOf(chain) : () => true,
    ...(isPreset && becomesHot(chain) && target.kind !== 'cfn-yaml'
      ? { leftIn: leftOfCfn, isMigration: true }
      : {}),
    ...(chain === 'upgrade' || chain === 'modernize'
      ? { ofOtherKind: notUpgraded, templated: options.templated === true ? 'edited' : 'named' }
      : {}),
    ...(chain === 'nativize' ? { ofOtherKind: notNativized } : {}),
    extent: isPreset ? 'whole' : 'steps',
    rounds: 'one',
    transforms,
    target: chosenTarget(target),
    accept: new Set([...options.accept, ...(options.from === 'aws' ? codesOfAws() : [])]),
    partial: options.partial,
    proof: options.allowUnproved === true ? 'lenient' : 'strict',
    ...(options.steps === true ? { steps: true } : {}),
  }
}

/** What is written to YAML only needs none. */
function chosenTarget(target: Exclude<Target, { kind: 'unknown' }>): Plan['target'] {
  if (target.kind === 'hot') return target.version
  return target.kind === 'cfn-yaml' ? usualVersion : target.kind
}

function transformOf(id: string, registry: ReadonlyMap<string, TemplateTransform>): Transform {
  const transform = registry.get(id)
  if (transform === undefined) throw new RangeError(`unknown transform ${id}`)
  return templateTransform(transform)
}

function kindsOf(preset: Preset): Plan['kinds'] {
  const isMigrated = (kind: TemplateKind) => isCfn(kind) || kind === 'blueprint'
  return isMigration(preset) ? isMigrated : isHot
}

function isMigration(preset: Preset): boolean {
  return preset === 'migrate' || preset === 'scripts' || preset === 'migrate-natively'
}

function becomesHot(preset: Preset): boolean {
  return preset === 'migrate' || preset === 'migrate-natively'
}

/** HOT templates, and those of which only the version is missing. */
function isHot(kind: TemplateKind): boolean {
  return kind === 'hot' || kind === 'hot-fragment'
}

function notNativized(kind: TemplateKind): string | undefined {
  return isCfn(kind) ? 'a CloudFormation template, which hotshift migrate --native takes to HOT' : undefined
}

function notUpgraded(kind: TemplateKind): string | undefined {
  if (isCfn(kind)) return 'a CloudFormation template, which hotshift migrate takes to HOT'
  return kind === 'environment'
    ? 'an environment, which has no version; hotshift check looks at it'
    : undefined
}

/** Takes one file through the pipeline, as a package of its own. */
function runFile(input: FileInput, plan: Plan): SoleOutcome {
  try {
    const loaded = load(input, plan)
    if (loaded.is !== 'file') return templatedOutcome(unreadOutcome(loaded, plan.kinds), plan)
    const outcome = together(runPackage(Workspace.of(loaded.file), plan).outcomes, input.path)
    return 'creates' in outcome ? outcome : templatedOutcome(outcome, plan)
  } catch (error) {
    return failed(input.path, error)
  }
}

/** The outcome of one file, with those of the files that its change creates. */
function together(outcomes: readonly FileOutcome[], path: string): SoleOutcome {
  const own = outcomes.find((one) => one.path === path) ?? lost(path)
  const creates = outcomes.flatMap((one) => (one.status === 'changed' && one !== own ? [one] : []))
  return own.status === 'changed' && creates.length > 0 ? { ...own, creates } : own
}

export interface PackageEngineOptions {
  /** In the order to run them in. */
  readonly transforms: readonly Transform[]
  /** `settled` for chains whose transforms clear the way for one another. */
  readonly rounds?: Plan['rounds']
  readonly naming?: EnvironmentNaming
  /** Whether there is a file at a path, also one that is not part of the run. */
  readonly exists?: (path: string) => boolean
  /** Absolute: what paths are relative to. Needed only where some lead out of it. */
  readonly cwd?: string
  /** Files that are no part of the run and may call its templates. */
  readonly outside?: readonly UnreadableFile[]
  /** Let changes through whose meaning cannot be shown to be the same. */
  readonly allowUnproved?: boolean
  /** Say of every changed file what each transform made of it. */
  readonly steps?: boolean
  /** `none` for chains that change the meaning on purpose, or nothing at all. */
  readonly proof?: 'modules' | 'none'
  readonly audit?: Plan['audit']
  readonly refuse?: Plan['refuse']
  readonly defects?: Plan['defects']
  readonly onFailure?: Plan['onFailure']
}

/** What packages are formed by. */
export type PackageSources = Pick<PackageEngineOptions, 'naming' | 'exists' | 'outside' | 'cwd'> &
  Pick<EngineOptions, 'from' | 'assumedVersion'>

interface Unread {
  /** What becomes of files that cannot be read, where that is not for packages to say. */
  readonly unread?: ReadingInputs['unread']
}

/** An engine that takes all files of a run together. Files that belong to no package come back as skipped. */
export function createPackageEngine(options: PackageEngineOptions): Engine {
  return togetherEngine(packagePlan(options), options)
}

/** What such an engine does with each package. */
export function packagePlan(options: PackageEngineOptions): Plan {
  return {
    transforms: options.transforms,
    kinds: () => true,
    extent: 'whole',
    rounds: options.rounds ?? 'one',
    target: latestVersion,
    accept: new Set(),
    partial: false,
    proof: options.proof === 'none' ? 'none' : options.allowUnproved === true ? 'lenient' : 'strict',
    ...(options.steps === true ? { steps: true } : {}),
    ...(options.audit === undefined ? {} : { audit: options.audit }),
    ...(options.refuse === undefined ? {} : { refuse: options.refuse }),
    ...(options.defects === undefined ? {} : { defects: options.defects }),
    ...(options.onFailure === undefined ? {} : { onFailure: options.onFailure }),
  }
}

/**
 * Forms the packages of a run and asks about each of them.
 * @param runAlone what becomes of a file that belongs to none, a blueprint; without it such a file stays as it is
 * @returns one outcome for each input, in their order, and one for each file that `run` creates
 */
export function inPackages(
  inputs: readonly FileInput[],
  sources: PackageSources & Unread,
  run: (pkg: Workspace) => PackageOutcomes,
  runAlone?: (pkg: Workspace) => PackageOutcomes,
): readonly FileOutcome[] {
  const way = wayOf(inputs, sources)
  if (way === undefined) return formedPackages(inputs, sources, run, runAlone)
  const { down, up, moved } = way
  const moves = inputs.map((input) => movedInput(input, down(input.path)))
  return formedPackages(moves, moved, run, runAlone).map((outcome) => {
    const path = up(outcome.path)
    return outcome.status === 'changed' && outcome.newPath !== undefined
      ? { ...outcome, path, newPath: up(outcome.newPath) }
      : { ...outcome, path }
  })
}

/** The sets of files that packages are formed from; see `Engine.partition`. */
export function inSets(inputs: Iterable<FileInput>, sources: PackageSources): readonly (readonly string[])[] {
  const all = [...inputs]
  const { naming = defaultNaming, outside } = sources
  const way = wayOf(all, sources)
  if (way === undefined) return partitionInputs(all, naming, outside)
  const { down, up, moved } = way
  const moves = all.map((input) => movedInput(input, down(input.path)))
  return partitionInputs(moves, moved.naming ?? naming, moved.outside).map((set) => set.map(up))
}

/** How paths are to be seen where some lead out of the working directory; undefined where none does. */
function wayOf(inputs: readonly Pick<FileInput, 'path'>[], sources: PackageSources & Unread) {
  const { cwd = '', naming = defaultNaming, exists, outside = [] } = sources
  const above = wayFromAbove(
    [...inputs, ...outside].map(({ path }) => path),
    cwd,
  )
  if (above === '') return undefined
  const down = (path: string) => posix.join(above, path)
  const up = (path: string) => posix.relative(above, path)
  const { common, together, hidden } = naming
  const moved: PackageSources & Unread = {
    ...sources,
    naming: {
      ...naming,
      ...(common === undefined ? {} : { common: down(common) }),
      ...(together === undefined ? {} : { together: together.map(down) }),
      ...(hidden === undefined ? {} : { hidden: down(hidden) }),
    },
    outside: outside.map((file) => ({ ...file, path: down(file.path) })),
    ...(exists === undefined ? {} : { exists: (path) => exists(up(path)) }),
  }
  return { down, up, moved }
}

/** Bytes may be read only when they are asked for. */
function movedInput(input: FileInput, path: string): FileInput {
  return {
    path,
    get bytes() {
      return input.bytes
    },
  }
}

function formedPackages(
  inputs: readonly FileInput[],
  { naming = defaultNaming, exists, outside = [], from, assumedVersion, unread }: PackageSources & Unread,
  run: (pkg: Workspace) => PackageOutcomes,
  runAlone?: (pkg: Workspace) => PackageOutcomes,
): readonly FileOutcome[] {
  const { packages, blueprints, apart } = readPackages(inputs, naming, exists, outside, {
    ...(from === undefined ? {} : { from }),
    ...(assumedVersion === undefined ? {} : { assumedVersion }),
    ...(unread === undefined ? {} : { unread }),
  })
  const outcomes = new Map(apart)
  for (const pkg of packages) {
    const { outcomes: made, others, isInstead } = guarded(pkg, run)
    for (const one of made) outcomes.set(one.path, one)
    for (const [path, findings] of others) {
      const known = outcomes.get(path)
      if (known !== undefined) outcomes.set(path, withFindings(known, findings, isInstead === true))
    }
  }
  if (runAlone !== undefined)
    for (const one of blueprints.flatMap((file) => guarded(Workspace.of(file), runAlone).outcomes))
      outcomes.set(one.path, one)
  const known = new Set([...inputs, ...outside].map(({ path }) => path))
  const created = [...outcomes.values()].filter(({ path }) => !known.has(path))
  return [...inputs.map(({ path }) => outcomes.get(path) ?? lost(path)), ...created]
}

function guarded(pkg: Workspace, run: (pkg: Workspace) => PackageOutcomes): PackageOutcomes {
  try {
    return run(pkg)
  } catch (error) {
    const outcomes = [...pkg.files.values()].map(({ path, recognition, document }) =>
      failed(path, error, recognition.kind, document.text),
    )
    return { outcomes, others: new Map() }
  }
}

/** A file that cannot be read, with what else is found about it; that is so where reading stopped. */
function withFindings(known: FileOutcome, added: readonly Finding[], isInstead: boolean): FileOutcome {
  const { path, kind, before, findings } = known
  const range = findings.find((one) => one.range !== undefined)?.range
  const placed = added.map((one) => (range === undefined ? one : { range, ...one }))
  const details = {
    ...(before === undefined ? {} : { before }),
    findings: isInstead ? placed : [...findings, ...placed],
  }
  return known.status === 'changed' || known.status === 'unchanged'
    ? unchanged(path, kind, details)
    : left(path, kind, known.status, details, known.reason)
}

function lost(path: string): FileOutcome {
  return failed(path, new Error('the file was lost on the way'))
}
