/** Engines: what takes the files of a run through the stages, one by one or together. */
import { connectedFiles, joinedFiles } from '../stack/connected-files.ts'
import { type FileInput, load } from '../stack/load.ts'
import { mayBecomeYaml } from '../stack/source-file.ts'
import { defaultNaming, sharedEnvironments, Workspace } from '../stack/workspace.ts'
import type { Transform } from './authoring/package-transform.ts'
import {
  type Command,
  commandOf,
  type PackageOutcomes,
  type PackageRequest,
  packageCommand,
  type RewriteRequest,
} from './command.ts'
import { failed, TransformFailure } from './defect.ts'
import type { Engine } from './engine-contract.ts'
import { blocked, unchanged } from './file-outcome.ts'
import type { Finding } from './findings/finding.ts'
import { followRenames } from './names/follow-renames.ts'
import type { FileOutcome, SoleOutcome } from './outcome.ts'
import { packagesEngine } from './packages/packages-engine.ts'
import { guarded, lost, type RunSources, type Unread } from './packages/packages-of-run.ts'
import { runPackage } from './run-package.ts'
import { unreadOutcome } from './standing.ts'
import { templatedOutcome } from './templated-version.ts'

export type { Preset } from './presets.ts'

export type EngineOptions = RewriteRequest & RunSources
export type PackageEngineOptions = PackageRequest & RunSources

/** Whether a transform has to know what callers of a template ask of the resources in it. */
export function asksCallers({ keeps }: Pick<Transform, 'keeps'>): boolean {
  return keeps === 'correspondence'
}

/** Whether callers of a template have to pass what a transform has it ask for. */
function asksForValues({ asksForValues }: Transform): boolean {
  return asksForValues === true
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
  const command = commandOf(options)
  if (!command.transforms.every(isOfFiles) || command.transforms.some(asksOthers))
    return togetherEngine(command, options)
  const alone: Engine = {
    run: (input) => runFile(input, command),
    followRenames: followingOf(options),
    givesName: givingNames(command),
  }
  const nested = new Set(command.transforms.some(asksForValues) ? options.nested : [])
  if (nested.size === 0) return alone
  const together = togetherEngine(command, seenTogether(options))
  const partition = (inputs: Iterable<FileInput>) =>
    together.partition?.([...inputs].filter(({ path }) => nested.has(path))) ?? []
  return { ...together, ...alone, partition, runsAlone: true }
}

/** With one package of all directories where a registry says which template is called: no path joins those. */
function seenTogether(options: EngineOptions): EngineOptions {
  const { naming = defaultNaming, isRegistered } = options
  return isRegistered === true ? { ...options, naming: { ...naming, named: new Set() } } : options
}

function followingOf({
  mentions: how,
}: Pick<EngineOptions, 'mentions'>): NonNullable<Engine['followRenames']> {
  return (outcomes, readText, isFile = () => false) =>
    followRenames(outcomes, readText, how === undefined ? undefined : { how, isFile })
}

function givingNames({ transforms }: Command): Engine['givesName'] {
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

function togetherEngine(command: Command, options: RunSources & Pick<EngineOptions, 'mentions'>): Engine {
  const isOfTemplates = command.transforms.every(isOfFiles)
  const alone = { ...command, transforms: command.transforms.filter(isOfFiles) }
  const sources: RunSources & Unread = isOfTemplates
    ? { ...options, unread: (loaded) => withoutTags(unreadOutcome(loaded), command) }
    : options
  const engine = packagesEngine(
    sources,
    (pkg) => (isOfTemplates ? runByCalls(pkg, command) : runInParts(pkg, command)),
    (pkg) => runPackage(pkg, alone),
  )
  return { ...engine, followRenames: followingOf(options), givesName: givingNames(command) }
}

/** Templates one by one, but for those that call one another. */
function runByCalls(pkg: Workspace, command: Command): PackageOutcomes {
  const calls = pkg.calls.map(({ caller, callee }) => [caller, callee] as const)
  const parts = joinedFiles([...pkg.files.keys()], calls)
  const made = parts.map((paths) =>
    guarded(pkg.part(paths, 'of the whole'), (part) => runPackage(part, command)),
  )
  const joined = joinedOutcomes(made)
  return { ...joined, outcomes: joined.outcomes.map((one) => withoutTags(one, command)) }
}

function joinedOutcomes(made: readonly PackageOutcomes[]): PackageOutcomes {
  const others = new Map<string, readonly Finding[]>()
  for (const [path, found] of made.flatMap((one) => [...one.others]))
    others.set(path, [...(others.get(path) ?? []), ...found])
  const isInstead = made.some((one) => one.isInstead === true)
  return { outcomes: made.flatMap(({ outcomes }) => outcomes), others, isInstead }
}

/** A defect of a transform that sees the package whole fails, of a folder, what hangs together with what it met. */
function runInParts(pkg: Workspace, command: Command): PackageOutcomes {
  const refusal = command.refuse(pkg)
  if (refusal !== undefined) return refused(pkg, refusal)
  try {
    return runPackage(pkg, command)
  } catch (error) {
    const parts = isDivisible(pkg, command) ? connectedFiles(pkg, [...pkg.files.keys()]) : []
    if (parts.length < 2) throw error
    return joinedOutcomes(parts.map((paths) => guarded(pkg.part(paths), (part) => runPackage(part, command))))
  }
}

/** Leaves a refused package unchanged; each of its templates reports the reason. */
function refused(pkg: Workspace, finding: Finding): PackageOutcomes {
  const outcomes = [...pkg.files.values()].map(({ path, recognition: { kind }, document: { text } }) =>
    kind === 'environment' ? unchanged(path, kind, { before: text }) : blocked(path, kind, text, [finding]),
  )
  return { outcomes, others: new Map() }
}

/** A profile is about the whole, and transforms of the user's own may be; a common environment belongs to all. */
function isDivisible({ naming }: Workspace, { audit, transforms }: Command): boolean {
  return (
    audit === undefined &&
    sharedEnvironments(naming).length === 0 &&
    naming.named === undefined &&
    transforms.every(({ file }) => file === undefined)
  )
}

/** What becomes of a file that was skipped for its tags. */
function withoutTags(outcome: FileOutcome, command: Command): FileOutcome {
  const plain: Command = { ...command, templated: 'skipped' }
  return templatedOutcome(outcome, command, (path, source) =>
    runFile({ path, bytes: new TextEncoder().encode(source) }, plain),
  )
}

/** Takes one file through the stages, as a package of its own. */
function runFile(input: FileInput, command: Command): SoleOutcome {
  try {
    const loaded = load(input, command.reading)
    if (loaded.is !== 'file') return withoutTags(unreadOutcome(loaded), command)
    const outcome = together(runPackage(Workspace.of(loaded.file), command).outcomes, input.path)
    return 'creates' in outcome ? outcome : withoutTags(outcome, command)
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

/** An engine that takes all files of a run together. Files that belong to no package come back as skipped. */
export function createPackageEngine(options: PackageEngineOptions): Engine {
  return togetherEngine(packageCommand(options), options)
}
