import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { VersionChoices } from '../../../transforms/hot/target-version/declaration.ts'
import type { AskedFor } from '../../../transforms/registry.ts'
import type { Transform } from '../../engine/authoring/package-transform.ts'
import type { TemplateTransform } from '../../engine/authoring/transform.ts'
import type { EngineOptions, Preset } from '../../engine/engine.ts'
import type { Engine } from '../../engine/engine-contract.ts'
import type { Cloud } from '../../heat/cloud.ts'
import type { HotVersion } from '../../heat/versions.ts'
import type { BlueprintOptions } from '../../rules/blueprint/options.ts'
import type { ArchivedFiles } from '../../run/archive/archived-files.ts'
import { type BoundaryOptions, namedFiles } from '../../run/boundary.ts'
import { archiveAlong, isArchiveName, realFileSystem } from '../../run/file-system.ts'
import type { TrustedCode } from '../../run/user-module.ts'
import { Around } from '../../stack/around.ts'
import { defined } from '../../text/document/records.ts'
import type { Arguments } from './command.ts'
import { type Besides, bytesOf } from './files-beside.ts'
import { acceptedByFile } from './options/accept-file.ts'
import { forCloud } from './options/cloud-options.ts'
import { acceptedCodes, assumedVersion } from './options/options.ts'
import { loadRules, type OwnRules } from './options/own-rules.ts'
import { wantsSteps } from './options/series-options.ts'
import type { FilePatterns } from './routed-engine.ts'
import { UsageError, withOrigins } from './usage-error.ts'
import type { CacheSetting } from './verdict-cache.ts'
import type { World } from './world.ts'

/** The transforms there are; loaded late because they bring the parsers along. */
async function loadTransforms(): Promise<ReadonlyMap<string, TemplateTransform>> {
  const { transforms } = await import('../../../transforms/registry.ts')
  return transforms
}

/** The same with those of files that belong together, which run in commands of their own. */
export async function loadAllTransforms(): Promise<ReadonlyMap<string, TemplateTransform | Transform>> {
  const { packageTransforms } = await import('../../../transforms/package-registry.ts')
  return new Map<string, TemplateTransform | Transform>([...(await loadTransforms()), ...packageTransforms])
}

/** How another thread makes the engine of this run; survives structured cloning. */
export type EngineRecipe = RewriteRecipe | RoutedRecipe | CheckRecipe

interface RewriteRecipe {
  readonly command: 'migrate' | 'upgrade' | 'run'
  readonly options: RewriteOptions
  readonly cwd: string
}

interface RoutedRecipe {
  readonly command: 'routed'
  readonly base: EngineRecipe
  readonly routes: readonly (FilePatterns & { readonly recipe: EngineRecipe })[]
  readonly cwd: string
}

interface CheckRecipe extends Besides {
  readonly command: 'check'
  readonly version?: HotVersion | undefined
  readonly cloud?: Cloud | undefined
  /** The file that `--blueprint` names. */
  readonly blueprint?: string | undefined
  readonly rules?: OwnRules | undefined
  /** What may be read that templates name. */
  readonly boundary: BoundaryOptions
  /** The environments that stacks are created with, in the order in which Heat merges them. */
  readonly together: readonly string[]
  /** What earlier runs found out. */
  readonly cache?: CacheSetting | undefined
}

/** Names of transforms may be those of files, too. */
interface RewriteOptions
  extends Omit<EngineOptions, 'registry' | 'registers' | 'exists' | 'cwd' | 'chain' | 'besides'> {
  readonly chain: Preset | readonly string[]
  /** The file that `--blueprint` names. */
  readonly blueprint?: string
  /** How `upgrade` declares versions. */
  readonly declaring?: VersionChoices
  /** Whether `migrate` writes modern names of types and properties, too. */
  readonly modernizes?: boolean
  /** Whether idioms of newer versions are written, too. */
  readonly idioms?: boolean
  /** Whether `migrate` makes a parameter of the region that Heat has for all. */
  readonly asksRegion?: boolean
  /** Whether results that are CloudFormation declare Heat's own format of it. */
  readonly declaresHeatFormat?: boolean
  /** Environments that may register types, wherever they stand. */
  readonly environments?: readonly string[]
  /** What may run of the files that the chain names. */
  readonly trusted?: TrustedCode
}

/** An engine, and how to make another one like it, where that can be said. */
export interface LoadedEngine extends Engine {
  readonly recipe?: EngineRecipe
  /** Stores what was found out for later runs; once, at the end of a run. */
  readonly settle?: () => void
}

/** The engine that a test substitutes for all others. */
export function replacedEngine({ createEngine }: World): LoadedEngine | undefined {
  return createEngine?.({ chain: [], to: 'latest', accept: [], partial: true, registry: new Map() })
}

/** What an engine over packages takes from the command line. */
export function packageOptions(args: Arguments, { cwd }: World) {
  return {
    exists: existsIn(cwd),
    cwd,
    allowUnproved: args.has('allow-unproved'),
    steps: wantsSteps(args),
    ...forCloud(args),
  }
}

function existsIn(cwd: string): (path: string) => boolean {
  return (path) => existsSync(resolve(cwd, path))
}

/** The engine for a command that rewrites, or the one that a test substitutes. */
export async function loadEngine(options: RewriteOptions, world: World): Promise<LoadedEngine> {
  if (world.createEngine !== undefined) {
    return world.createEngine({ ...options, registry: await loadTransforms() })
  }
  const recipe: EngineRecipe = { command: commandOf(options), options, cwd: world.cwd }
  return { ...(await engineOf(recipe)), recipe }
}

/** What a command says of its own; the rest is the same for all that rewrite templates. */
export type OwnOptions = Omit<RewriteOptions, 'accept' | 'partial' | 'allowUnproved' | 'assumedVersion'> & {
  /** Codes that the command accepts by itself. */
  readonly acceptedToo?: readonly string[]
}

/**
 * The same with the overrides of the configuration.
 *
 * @param ownOptions what the options of the command line ask for
 */
export async function loadEngineFor(
  args: Arguments,
  world: World,
  ownOptions: (args: Arguments) => OwnOptions,
): Promise<LoadedEngine> {
  const optionsOf = (given: Arguments): RewriteOptions => {
    const { acceptedToo = [], cloud, ...own } = ownOptions(given)
    const known = { ...forCloud(given).cloud, ...cloud }
    return {
      ...own,
      ...(Object.keys(known).length === 0 ? {} : { cloud: known }),
      accept: [...acceptedCodes(given), ...acceptedByFile(given, world.cwd).keys(), ...acceptedToo],
      partial: given.has('partial'),
      allowUnproved: given.has('allow-unproved'),
      ...assumedVersion(given),
    }
  }
  const steps = wantsSteps(args)
  const outside = await knownOutside(args, optionsOf(args), world)
  const base = await loadEngine({ ...optionsOf(args), ...outside, steps }, world)
  const overrides = args.overrides.filter(({ values }) => values.size > 0)
  if (overrides.length === 0 || base.recipe === undefined) return base
  const { cwd } = world
  const routes = overrides.map((override) => {
    const { files, root } = override
    const options = { ...overridden(args.forFilesOf(override), optionsOf), ...outside, steps }
    return { files, root, recipe: { command: commandOf(options), options, cwd } }
  })
  const recipe: EngineRecipe = { command: 'routed', base: base.recipe, routes, cwd }
  return { ...(await engineOf(recipe)), recipe }
}

function overridden(args: Arguments, optionsOf: (args: Arguments) => RewriteOptions): RewriteOptions {
  try {
    return optionsOf(args)
  } catch (error) {
    throw error instanceof UsageError ? withOrigins(error, (option) => args.originOf(option)) : error
  }
}

/**
 * The files that call templates of the run from outside of it, and the environments that register types, where a
 * transform asks for these; and what templates of the run export to one another.
 */
async function knownOutside(
  args: Arguments,
  { chain, modernizes }: RewriteOptions,
  world: World,
): Promise<
  Pick<RewriteOptions, 'outside' | 'environments' | 'exports' | 'given' | 'nested' | 'isRegistered'>
> {
  if (args.input !== undefined || args.isEmpty) return {}
  const { asksCallers, asksRegistry, asksExports } = await questionsOf(chain, modernizes === true)
  const { outsideCallers, environmentsBeside, linksInRun } = await import('./files-beside.ts')
  return {
    ...(asksCallers ? { outside: await outsideCallers(args, world) } : {}),
    ...(asksRegistry ? { environments: await environmentsBeside(args, world) } : {}),
    ...(asksExports ? await linksInRun(args, world) : {}),
  }
}

/** What a chain asks about other files. */
interface ChainQuestions {
  readonly asksCallers: boolean
  /** What environments register. */
  readonly asksRegistry: boolean
  readonly asksExports: boolean
}

async function questionsOf(chain: RewriteOptions['chain'], modernizes: boolean): Promise<ChainQuestions> {
  if (typeof chain === 'string') {
    const asks = modernizes || ['nativize', 'migrate-natively', 'modernize'].includes(chain)
    const asksExports = chain === 'migrate' || chain === 'migrate-natively'
    return { asksCallers: asks, asksRegistry: asks, asksExports }
  }
  const [own, { asksCallers }] = [await loadTransforms(), await import('../../engine/engine.ts')]
  const transforms = chain.flatMap((name) => own.get(name) ?? [])
  return {
    asksCallers: transforms.some(asksCallers),
    asksRegistry: transforms.some(({ readsRegistry }) => readsRegistry === true),
    asksExports: transforms.some(({ readsExports }) => readsExports === true),
  }
}

/** Whether one of some environments gives a type a meaning; they are read when that is asked first. */
async function registeredBy(
  environments: readonly string[],
  cwd: string,
): Promise<(type: string) => boolean> {
  const archived = await archivedIn(
    environments.flatMap((path) => archiveAlong(path) ?? []),
    cwd,
  )
  const read = (path: string) => archived.read(path) ?? bytesOf(path, { cwd })
  const around = new Around({ read, files: environments })
  return (type) => around.mayRegister(type)
}

/** The archives among paths; what reads them is loaded where there is one. */
async function archivedIn(paths: readonly string[], cwd: string): Promise<ArchivedFiles> {
  const archives = [...new Set(paths.filter(isArchiveName))]
  if (archives.length === 0) return { read: () => undefined, has: () => undefined }
  const { archivedFiles } = await import('../../run/archive/archived-files.ts')
  return archivedFiles(archives, cwd, realFileSystem)
}

/** The engine for `check`, or the one that a test substitutes. */
export async function loadChecker(
  asked: {
    readonly version?: HotVersion | undefined
    readonly cloud?: Cloud | undefined
    readonly blueprint?: string | undefined
    readonly rules?: OwnRules | undefined
  },
  boundary: BoundaryOptions,
  besides: Besides & { readonly together: readonly string[]; readonly cache?: CacheSetting | undefined },
  world: World,
  keys?: ReadonlyMap<string, string>,
): Promise<LoadedEngine> {
  const replaced = replacedEngine(world)
  if (replaced !== undefined) return replaced
  const recipe: EngineRecipe = { command: 'check', ...asked, boundary, ...besides }
  return { ...(await engineOf(recipe, 'leader', keys)), recipe }
}

/**
 * Follows a recipe.
 *
 * @param part who it is for: of several threads, one knows what earlier runs found out
 * @param keys of files that have been read already, for what is known of them
 */
export async function engineOf(
  recipe: EngineRecipe,
  part: 'leader' | 'member' = 'leader',
  keys?: ReadonlyMap<string, string>,
): Promise<Engine & Pick<LoadedEngine, 'settle'>> {
  if (recipe.command === 'routed') return await routedEngineOf(recipe)
  if (recipe.command !== 'check') return await rewriteEngineOf(recipe)
  const checker = await checkerOf(recipe)
  if (recipe.cache === undefined) return checker
  const { remembering } = await import('../../run/cache/remembering.ts')
  return remembering(checker, recipe.cache, part, keys)
}

async function routedEngineOf({ base, routes, cwd }: RoutedRecipe): Promise<Engine> {
  const { routedEngine } = await import('./routed-engine.ts')
  const routed: (FilePatterns & { readonly engine: Engine })[] = []
  for (const { recipe, ...route } of routes) routed.push({ ...route, engine: await engineOf(recipe) })
  return routedEngine(await engineOf(base), routed, cwd)
}

async function checkerOf(recipe: CheckRecipe): Promise<Engine> {
  const { createChecker } = await import('../../engine/check.ts')
  const { version, cloud, boundary, besides, environments, together, named, cache } = recipe
  // Whatever keeps a file from being read, the template that names it is checked without it.
  const { read, exists, refusal } = namedFiles(boundary, realFileSystem)
  const archived = await archivedIn(boundary.given, boundary.cwd)
  return createChecker({
    isRecorded: cache !== undefined,
    readFile: (path) => archived.read(path) ?? read(path),
    exists: (path) => archived.has(path) ?? exists(path),
    refused: refusal,
    besides,
    environments,
    together,
    ...defined({
      version,
      cloud,
      named,
      blueprint: await loadBlueprintOptions(recipe.blueprint, boundary.cwd),
      rules: await loadRules(recipe.rules),
    }),
  })
}

async function rewriteEngineOf({ options, cwd }: RewriteRecipe): Promise<Engine> {
  const { createEngine } = await import('../../engine/engine.ts')
  const { chain, environments = [] } = options
  const besides = await loadBesides(options, cwd)
  return createEngine({
    ...options,
    ...(besides.length === 0 ? {} : { besides }),
    ...(environments.length === 0 ? {} : { registers: await registeredBy(environments, cwd) }),
    chain: typeof chain === 'string' ? chain : await loadChain(chain, cwd, options.trusted),
    registry: await registryFor(options),
    exists: existsIn(cwd),
    cwd,
  })
}

/** The transforms as the options have them. */
async function registryFor({
  declaring,
  idioms = false,
  asksRegion = false,
  declaresHeatFormat = false,
}: RewriteOptions): Promise<ReadonlyMap<string, TemplateTransform>> {
  const asked = new Set<AskedFor>()
  if (idioms) asked.add('idioms')
  if (asksRegion) asked.add('region-parameter')
  if (declaresHeatFormat) asked.add('heat-2012')
  if (declaring === undefined && asked.size === 0) return loadTransforms()
  const { transformsWith } = await import('../../../transforms/registry.ts')
  return transformsWith({ declaring, asked })
}

/** The transforms that make several files of one, for the presets that have some. */
async function loadBesides(options: RewriteOptions, cwd: string): Promise<readonly Transform[]> {
  const { chain, blueprint, modernizes } = options
  if (commandOf({ chain }) !== 'migrate') return []
  const { toHot, toHotWith } = await import('../../../transforms/blueprint/to-hot/index.ts')
  const modern = modernizes === true ? await loadModernizing() : []
  const ofTypes = await loadBlueprintOptions(blueprint, cwd)
  return [ofTypes === undefined ? toHot : toHotWith(ofTypes), ...modern]
}

/** @throws UsageError for a file that cannot be read or says something else */
export async function loadBlueprintOptions(
  path: string | undefined,
  cwd: string,
): Promise<BlueprintOptions | undefined> {
  if (path === undefined) return undefined
  const { blueprintOptions } = await import('./options/blueprint-file.ts')
  return blueprintOptions(path, cwd)
}

async function loadModernizing(): Promise<readonly Transform[]> {
  const { modernizingOnceHot } = await import('../../../transforms/registry.ts')
  const { templateTransform } = await import('../../engine/authoring/package-transform.ts')
  return modernizingOnceHot().map(templateTransform)
}

/**
 * Transforms by their ids, and others by their files.
 *
 * @throws TransformFileError for a file that gives none
 */
async function loadChain(
  names: readonly string[],
  cwd: string,
  trusted: TrustedCode | undefined,
): Promise<readonly (string | Transform)[]> {
  const own = await loadTransforms()
  const { packageTransforms: packages } = await import('../../../transforms/package-registry.ts')
  const loaded: (string | Transform)[] = []
  for (const name of names)
    loaded.push(own.has(name) ? name : (packages.get(name) ?? (await loadOwn(name, cwd, trusted))))
  return loaded
}

async function loadOwn(path: string, cwd: string, trusted: TrustedCode | undefined): Promise<Transform> {
  const { loadTransformFile } = await import('../../run/transform-file.ts')
  return loadTransformFile(path, cwd, { exports: await import('../../index.ts') }, trusted)
}

function commandOf({ chain }: Pick<RewriteOptions, 'chain'>): 'migrate' | 'upgrade' | 'run' {
  if (typeof chain !== 'string') return 'run'
  return chain === 'migrate' || chain === 'scripts' || chain === 'migrate-natively' ? 'migrate' : 'upgrade'
}
