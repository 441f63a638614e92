/**
 * The library. Nothing here reads or writes files, but `loadTransform`, which is asked to. What it exports follows
 * semantic versioning; all else in the package is nobody's business but hotshift's.
 */

import './run/node-machine.ts'
import { toHot } from '../transforms/blueprint/to-hot/index.ts'
import { resolveCapabilitiesWith } from '../transforms/env/resolve-capabilities/index.ts'
import { packageTransforms } from '../transforms/package-registry.ts'
import { transforms as templateTransforms } from '../transforms/registry.ts'
import {
  templateTransform as adapted,
  type PackageContext,
  type Transform,
} from './engine/authoring/package-transform.ts'
import type { TemplateTransform, TransformFacts, UnnamedTransform } from './engine/authoring/transform.ts'
import { completed, kindsProblem, transformProblem } from './engine/authoring/transform-spec.ts'
import { createChecker } from './engine/check.ts'
import { createPackageEngine, type Preset } from './engine/engine.ts'
import type { CatalogueEntry } from './engine/findings/catalogue.ts'
import { catalogueEntry } from './engine/findings/catalogue.ts'
import type { FileOutcome } from './engine/outcome.ts'
import { printFile } from './engine/print-file.ts'
import { verify as compare, type Verification, type VerifyInput } from './engine/proof/verify.ts'
import {
  type CapabilityQuestion,
  capabilitySummary,
  capableTemplates,
  compositionsOf,
  parameterData,
} from './engine/queries/capability-queries.ts'
import { type FleetAnswer, fleetOf, type ReleaseSpan } from './engine/queries/fleet.ts'
import { createPackageQuery } from './engine/queries/package-query.ts'
import { requestText, stackRequest } from './engine/queries/request-body.ts'
import {
  type EvaluatedAnswer,
  evaluate as evaluateExpression,
  type ResolvedAnswer,
  resolve as resolveStack,
} from './engine/queries/resolved-stack.ts'
import { type GraphAnswer, type GraphRequest, graphOf } from './engine/queries/resource-graph.ts'
import { rewriteInMemory } from './engine/rewrite-in-memory.ts'
import {
  checkNames,
  checkRewriteOptions,
  checkVersion,
  type FileSource,
  fileInput,
  fileInputs,
  nearHint,
} from './engine/rewrite-request.ts'
import type { TemplateKind } from './heat/kind.ts'
import type { ReadingOption } from './heat/template.ts'
import { type HotVersion, usualVersion } from './heat/versions.ts'
import { diffLines } from './run/diff/line-diff.ts'
import { unifiedDiff } from './run/diff/unified-diff.ts'
import { reportOn } from './run/run-report.ts'
import { loadTransformFile } from './run/transform-file.ts'
import { reportFormats } from './show/report/formats.ts'
import { version as ownVersion } from './show/report/version.ts'
import { load } from './stack/load.ts'
import type { SourceFile } from './stack/source-file.ts'
import type { Workspace } from './stack/workspace.ts'
import { applyEdits as edited } from './text/print/edit-buffer.ts'
import { LineIndex } from './text/yaml/position.ts'

/** What most transforms are made with: rewriting functions, parts of sections, or whole templates. */
export {
  addParameter,
  callOf,
  compareVersions,
  declarations,
  hasFunction,
  rewriteCall,
  rewriteCalls,
  rewriteParts,
  rewriteTemplate,
  rule,
} from './engine/authoring/authoring.ts'
export type { TemplateContext } from './engine/authoring/transform.ts'
export type { Finding } from './engine/findings/finding.ts'
export type { FileOutcome as Outcome, LocatedFinding } from './engine/outcome.ts'
export type { FleetAnswer, ReleaseChange, ReleaseSpan } from './engine/queries/fleet.ts'
export type { EvaluatedAnswer, ResolvedAnswer } from './engine/queries/resolved-stack.ts'
export type { GraphAnswer, GraphRequest } from './engine/queries/resource-graph.ts'
export type { FileSource } from './engine/rewrite-request.ts'
export { readValue } from './heat/merge-keys.ts'
/** Parts of templates. */
export { withRoot } from './heat/template.ts'
export { hotVersions } from './heat/versions.ts'
export { mapSections, rewriteValues } from './heat/walk.ts'
export { TransformFileError } from './run/transform-file.ts'
export type { SourceFile } from './stack/source-file.ts'
export type { Workspace } from './stack/workspace.ts'
/** Nodes made anew, and changed copies that keep comments and layout. */
export {
  boolean,
  entry,
  integer,
  list,
  mapEntries,
  mapping,
  nothing,
  string,
  unwrapped,
  withEntries,
  withItems,
  withKey,
  withoutEntry,
  withValue,
} from './text/document/build.ts'
/** Nodes, and how to look at them. */
export type { Entry, Mapping, Node, Scalar, Sequence } from './text/document/node.ts'
export { entryOf, listOf, mapOf, nameOf, stringOf, valueOf } from './text/document/read.ts'
export type { HotVersion, PackageContext, Preset, TemplateKind, Transform, Verification }

/** The version of hotshift. */
export const version: string = ownVersion

/** Why a source is not a template, with its location; line and column count from 1. */
export interface ReadProblem {
  readonly code: string
  readonly message: string
  readonly line: number
  readonly column: number
}

/**
 * Reads a template or an environment as Heat does: a tree in which every node knows where it stands, so that what is
 * not changed prints as it was, byte for byte.
 */
export function readTemplate(
  source: string | Uint8Array,
  path = 'template.yaml',
): { readonly template: SourceFile } | { readonly problem: ReadProblem } {
  const loaded = load(
    fileInput(typeof source === 'string' ? { path, text: source } : { path, bytes: source }),
  )
  if (loaded.is === 'file') return { template: loaded.file }
  if (loaded.is === 'other')
    return { problem: { code: 'not-a-template', message: loaded.reason, line: 1, column: 1 } }
  const { code, message, range, text } = loaded
  return { problem: { code, message, ...new LineIndex(text).position(range?.start ?? 0) } }
}

/**
 * Prints a template with its changes, as edits of its source.
 *
 * @throws TypeError for what is no template, Error where the tree cannot be written, for example a date in JSON
 */
export function printTemplate(template: SourceFile): string {
  if (Object(template).document === undefined)
    throw new TypeError('printTemplate needs a template: what readTemplate gives as "template"')
  const printed = printFile(template, 'templates')
  if ('after' in printed) return printed.after
  throw new Error(printed.refusal.message)
}

/** A transform over single templates, with what may be left out. */
export interface TemplateTransformSpec
  extends Partial<Omit<TransformFacts, 'title'>>,
    Pick<TransformFacts, 'title'> {
  /** The kinds of files that it is for; all kinds of templates without it. */
  readonly kinds?: readonly TemplateKind[]
  /** The template with the concern rewritten; the very same object when there is nothing to do. */
  readonly run: TemplateTransform['run']
}

const templateKinds: readonly TemplateKind[] = [
  'cfn-json',
  'cfn-yaml',
  'heat-cfn-json',
  'heat-cfn-yaml',
  'hot',
  'hot-fragment',
]

/**
 * Makes a transform over single templates. Its id is that of its file when hotshift loads it from one.
 *
 * @throws TypeError for a part that is not of its form, or that no transform has
 */
export function templateTransform({
  kinds = templateKinds,
  run,
  ...facts
}: TemplateTransformSpec): Transform {
  const said = completed<Omit<TransformFacts, 'id'>>('templateTransform', facts, run)
  const problem = kindsProblem(kinds)
  if (problem !== undefined) throw new TypeError(`templateTransform: ${problem}`)
  return adapted({ id: '', ...said, appliesTo: (kind) => kinds.includes(kind), run })
}

/** A transform over files that belong together, with what may be left out. */
export interface PackageTransformSpec
  extends Partial<Omit<TransformFacts, 'title'>>,
    Pick<TransformFacts, 'title'> {
  /** The package with the concern rewritten; the very same object when there is nothing to do. */
  readonly run: (pkg: Workspace, context: PackageContext) => Workspace
}

/**
 * Makes a transform over packages.
 *
 * @throws TypeError for a part that is not of its form, or that no transform has
 */
export function packageTransform({ run, ...facts }: PackageTransformSpec): Transform {
  return { id: '', ...completed<Omit<TransformFacts, 'id'>>('packageTransform', facts, run), run }
}

/** All transforms of hotshift by their ids, in the order in which presets run them. */
export const transforms: ReadonlyMap<string, Transform> = new Map([
  ...[...templateTransforms].map(([id, one]) => [id, adapted(one)] as const),
  ...packageTransforms,
])

/** Names of the presets. */
export const presets: readonly Preset[] = ['migrate', 'upgrade', 'modernize']

/**
 * Loads a transform of your own, as `hotshift run -t <file>` does.
 *
 * @throws TransformFileError for a file that gives none
 */
export function loadTransform(path: string, cwd: string = process.cwd()): Promise<Transform> {
  return loadTransformFile(path, cwd, { url: new URL('./index.js', import.meta.url).href })
}

export interface RewriteOptions {
  /** A preset, or transforms in the order to run them in; those of hotshift may be named by their ids. */
  readonly chain: Preset | readonly (string | Transform | UnnamedTransform)[]
  /**
   * As `--to`: a date, a release, `latest`, `oldest`, or for `migrate` `auto` and `cfn-yaml`; when absent `auto` for that,
   * else 2018-08-31.
   */
  readonly to?: string
  /** As `--from`: how CloudFormation is read; `auto` when absent. */
  readonly from?: ReadingOption
  /** As `--assume-version`: a version of HOT, or of CloudFormation in Heat. */
  readonly assumedVersion?: HotVersion | '2010-09-09' | '2012-12-12'
  /** As `--accept`. */
  readonly accept?: readonly string[]
  /** As `--partial`. */
  readonly partial?: boolean
  /** As `--allow-unproved`. */
  readonly allowUnproved?: boolean
}

/**
 * Takes files through transforms, proof included, as the commands do; references follow files that get another name.
 *
 * @returns one outcome for each file, in their order, and one for each file to create
 * @throws TypeError for options and files of another form, RangeError for a version, preset, transform or code that there is not
 */
export function rewrite(files: readonly FileSource[], options: RewriteOptions): readonly FileOutcome[] {
  checkRewriteOptions(options)
  const { accept = [], partial = false, chain, ...rest } = options
  const isMigration = chain === 'migrate' || chain === 'migrate-natively'
  const { to = isMigration ? 'auto' : chain === 'scripts' ? 'cfn-yaml' : usualVersion } = options
  const named = typeof chain === 'string' ? chain : chain.map(transformIn)
  return rewriteInMemory(fileInputs(files), {
    ...rest,
    chain: named,
    to,
    accept,
    partial,
    registry: templateTransforms,
    besides: [toHot],
    refusesLoneSteps: true,
  })
}

/** A part of a chain: by its id, or one of somebody's own, which a function such as `rewriteCall` gives without an id. */
function transformIn(one: string | Transform | UnnamedTransform, at: number): Transform {
  if (typeof one === 'string') return byId(one)
  const problem = transformProblem({ ...Object(one) })
  if (problem !== undefined) throw new TypeError(`no transform is at position ${at} of the chain: ${problem}`)
  if (!('appliesTo' in one)) return one
  return adapted({ id: '', ...one })
}

function byId(id: string): Transform {
  const transform = transforms.get(id)
  if (transform !== undefined) return transform
  const ids = [...transforms.keys()]
  const whole = ids.find((one) => one.endsWith(`/${id}`))
  const hint = whole === undefined ? nearHint(id, ids) : `; did you mean "${whole}"?`
  throw new RangeError(`unknown transform "${id}"${hint}`)
}

/**
 * What Heat would refuse in files, or not read: outcomes that change nothing.
 *
 * @throws TypeError for what is no list of files or no option, RangeError for a version that there is not
 */
export function check(
  files: readonly FileSource[],
  options: { readonly to?: HotVersion } = {},
): readonly FileOutcome[] {
  checkNames('check', options, ['to'])
  if (options.to !== undefined) checkVersion(options.to)
  const inputs = fileInputs(files)
  const bytes = new Map(inputs.map((input) => [input.path, input.bytes]))
  const checker = createChecker({
    readFile: (path) => bytes.get(path),
    ...(options.to === undefined ? {} : { version: options.to }),
  })
  return inputs.map((input) => checker.run(input))
}

/**
 * Compares what two templates mean.
 *
 * @param read gives the nested templates and files that they name; without it none is read
 * @throws TypeError for what is no file in memory
 */
export function verify(
  before: FileSource & { readonly environment?: FileSource },
  after: FileSource & { readonly environment?: FileSource },
  read?: (path: string) => Uint8Array | undefined,
): Verification {
  const side = (file: FileSource & { readonly environment?: FileSource }) => {
    const input = fileInput(file)
    return file.environment === undefined ? input : { ...input, environment: fileInput(file.environment) }
  }
  return compare(side(before), side(after), read)
}

/** A template with the environments of its stack; later ones win, as for Heat. */
export type StackSource = FileSource & { readonly environments?: readonly FileSource[] }

function stackInput(template: StackSource): VerifyInput {
  return { ...fileInput(template), environments: (template.environments ?? []).map(fileInput) }
}

/**
 * What an upgrade of the cloud changes for all templates of a repository.
 *
 * @param files templates and environments
 * @param span the Heat of the cloud before and after: `{ from: '20.0.0', to: '24.0.0' }`
 */
export function fleet(files: readonly FileSource[], span: ReleaseSpan): FleetAnswer {
  return fleetOf(fileInputs(files), span)
}

/**
 * What the resources of a stack wait for, in the waves in which Heat creates them.
 *
 * @param read gives the nested templates that it names; without it none is read
 * @throws TypeError for what is no file in memory
 */
export function graph(
  template: StackSource,
  options: GraphRequest = {},
  read?: (path: string) => Uint8Array | undefined,
): GraphAnswer | { readonly problem: ReadProblem } {
  return graphOf(stackInput(template), options, read)
}

/** What a stack is resolved with: values count before the environments, 1 as depth is the template alone. */
export interface ResolveOptions {
  readonly values?: Readonly<Record<string, string | number | boolean>>
  readonly depth?: number
}

/**
 * A stack as Heat gets it, as far as its values are known.
 *
 * @param read gives the nested templates and files that it names; without it none is read
 * @throws TypeError for what is no file in memory
 */
export function resolve(
  template: StackSource,
  { values = {}, ...options }: ResolveOptions = {},
  read?: (path: string) => Uint8Array | undefined,
): ResolvedAnswer | { readonly problem: ReadProblem } {
  const given = new Map(Object.entries(values))
  return resolveStack(stackInput(template), { ...options, values: given }, read)
}

/**
 * What an expression in the functions of a template gives in its stack.
 *
 * @param expression YAML, such as `{get_attr: [server, name]}`
 * @throws TypeError for what is no file in memory
 */
export function evaluate(
  template: StackSource,
  expression: string,
  { values = {} }: Pick<ResolveOptions, 'values'> = {},
  read?: (path: string) => Uint8Array | undefined,
): EvaluatedAnswer | { readonly problem: ReadProblem } {
  const given = new Map(Object.entries(values))
  return evaluateExpression(stackInput(template), expression, { values: given }, read)
}

/**
 * The body of the request that creates a stack, as python-heatclient makes it.
 *
 * @param folder absolute: what paths are relative to, and what the addresses of the files begin with
 * @param read gives the files that the template and its environments name
 * @throws TypeError for what is no file in memory
 */
export function bundle(
  template: StackSource,
  folder: string,
  read: (path: string) => Uint8Array | undefined = () => undefined,
): RequestBody | { readonly problem: ReadProblem } {
  const request = stackRequest(stackInput(template), folder, read)
  if ('problem' in request) return request
  return { json: requestText(request) }
}

/** What is sent, as JSON: `template`, `files`, `environment`, and `environment_files` where there are environments. */
export interface RequestBody {
  readonly json: string
}

/** What a question about capabilities is asked of. */
export interface CapabilityOptions {
  /** Paths of the environments that count, the last one wins; without it all that are among the files. */
  readonly environments?: readonly string[]
  /** Capabilities that are required besides those of the environments: values of one key are alternatives. */
  readonly required?: Readonly<Record<string, string | readonly string[]>>
}

/** Which templates are implementations of a type, and which of them is taken: what `hotshift capabilities` answers. */
export const capabilities: {
  /** Paths of the templates that have all of the capabilities, as `capabilities find`. */
  find(files: readonly FileSource[], wanted: Required<CapabilityOptions>['required']): readonly string[]
  /** As `capabilities list`: capabilities with their values, types with their templates, and what is chosen of them. */
  list(files: readonly FileSource[], options?: CapabilityOptions): CapabilityList
  /** As `capabilities parameters`: what each composition can be given, and why a choice cannot be made. */
  parameters(
    files: readonly FileSource[],
    options?: CapabilityOptions,
  ): { readonly compositions: readonly CapabilityComposition[]; readonly problems: readonly ReadProblem[] }
  /** As `capabilities resolve`: outcomes of the files, with the choices made. */
  resolve(
    files: readonly FileSource[],
    options?: CapabilityOptions & { readonly keepAnnotations?: boolean; readonly allowUnproved?: boolean },
  ): readonly FileOutcome[]
} = {
  find: (files, wanted) => capableTemplates(questionOf(files), pairsOf(wanted)),
  list(files, options) {
    const { capabilities: all, types, chosen, open } = capabilitySummary(questionOf(files, options))
    return {
      capabilities: Object.fromEntries(all),
      types: Object.fromEntries(types),
      chosen: Object.fromEntries(chosen),
      open: Object.fromEntries(open),
    }
  },
  parameters(files, options) {
    const { compositions, problems } = compositionsOf(questionOf(files, options))
    return {
      compositions: compositions.map(({ template, parameters }) => ({
        template,
        parameters: parameters.map(parameterData),
      })),
      problems,
    }
  },
  resolve(files, { required = {}, keepAnnotations = false, allowUnproved = false, ...options } = {}) {
    const inputs = fileInputs(files)
    const environments = environmentsIn(inputs, options)
    const transforms = [
      resolveCapabilitiesWith({ environments, required: pairsOf(required), keepAnnotations }),
    ]
    const engine = createPackageEngine({ transforms, allowUnproved, ...sourcesIn(inputs, environments) })
    return engine.runTogether?.(inputs) ?? []
  },
}

/** By key and by type. */
export interface CapabilityList {
  readonly capabilities: Readonly<Record<string, readonly string[]>>
  readonly types: Readonly<Record<string, readonly string[]>>
  /** The template that is chosen for a type. */
  readonly chosen: Readonly<Record<string, string>>
  /** The templates among which nothing decides. */
  readonly open: Readonly<Record<string, readonly string[]>>
}

/** A template that stacks are made of, with its parameters as `capabilities parameters --format json` shows them. */
export interface CapabilityComposition {
  readonly template: string
  readonly parameters: readonly Readonly<Record<string, unknown>>[]
}

function pairsOf(
  values: Readonly<Record<string, string | readonly string[]>>,
): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(values).map(([key, one]) => [key, typeof one === 'string' ? [one] : one]))
}

function environmentsIn(
  inputs: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  { environments }: CapabilityOptions,
): readonly string[] {
  return (
    environments ??
    inputs.flatMap((input) => {
      const loaded = load(input)
      return loaded.is === 'file' && loaded.file.kind === 'environment' ? [input.path] : []
    })
  )
}

/** The options of a run over files in memory. */
function sourcesIn(inputs: readonly { readonly path: string }[], environments: readonly string[]) {
  const paths = new Set(inputs.map(({ path }) => path))
  return {
    naming: { suffix: '.env', named: new Set(environments) },
    exists: (path: string) => paths.has(path),
  }
}

function questionOf(files: readonly FileSource[], options: CapabilityOptions = {}): CapabilityQuestion {
  const inputs = fileInputs(files)
  const environments = environmentsIn(inputs, options)
  const packages: Workspace[] = []
  createPackageQuery(sourcesIn(inputs, environments), (pkg) => packages.push(pkg)).runTogether?.(inputs)
  return { packages, environments, required: pairsOf(options.required ?? {}), named: new Set() }
}

/** Replaces `length` UTF-16 units at `offset` of a source by `content`. */
export interface TextEdit {
  readonly offset: number
  readonly length: number
  readonly content: string
}

/**
 * The edits, by whole lines and in their order, that make a changed file of what was read; none for other outcomes.
 *
 * @throws TypeError for what is no outcome
 */
export function editsOf(outcome: FileOutcome): readonly TextEdit[] {
  const { before = '', after } = checkedOutcome(outcome)
  if (after === undefined) return []
  const [old, next] = [linesOf(before), linesOf(after)]
  const starts = [0]
  for (const line of old) starts.push((starts.at(-1) ?? 0) + line.length)
  return diffLines(old, next).map(({ oldStart, oldEnd, newStart, newEnd }) => {
    const offset = starts[oldStart] ?? before.length
    return {
      offset,
      length: (starts[oldEnd] ?? before.length) - offset,
      content: next.slice(newStart, newEnd).join(''),
    }
  })
}

/** The lines of a string, with their ends. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/**
 * Applies edits to a string.
 *
 * @param edits in any order; offsets are those of `text`
 * @throws TypeError for what is no string or no list, RangeError for edits that overlap or exceed the string
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  if (typeof text !== 'string' || !Array.isArray(edits))
    throw new TypeError('applyEdits needs a string and a list of edits, as editsOf gives them')
  return edited(
    text,
    edits.map(({ offset, length, content }) => ({ start: offset, end: offset + length, text: content })),
  )
}

/**
 * The change of a file as `git apply` takes it; empty for other outcomes.
 *
 * @throws TypeError for what is no outcome
 */
export function diffOf(outcome: FileOutcome): string {
  const { path, newPath, before, after } = checkedOutcome(outcome)
  if (after === undefined) return ''
  const [name, old] = [newPath === undefined ? {} : { newPath }, before === undefined ? {} : { before }]
  return unifiedDiff({ path, after, ...name, ...old })
}

function checkedOutcome(outcome: FileOutcome): FileOutcome {
  if (typeof Object(outcome).path !== 'string')
    throw new TypeError('an outcome is needed: one of those that rewrite and check give')
  return outcome
}

/** What is known of the code of a finding; undefined for one that is of no catalogue. */
export function explain(code: string): CatalogueEntry | undefined {
  return catalogueEntry(code)
}

/**
 * The report on outcomes in one of the textual formats of `--format`.
 *
 * @throws RangeError for a format that there is not, TypeError for what is no list of outcomes
 */
export async function report(
  outcomes: readonly FileOutcome[],
  format: Exclude<keyof typeof reportFormats, 'xlsx'>,
): Promise<string> {
  const formats = Object.keys(reportFormats).filter((name) => name !== 'xlsx')
  if (!formats.includes(format))
    throw new RangeError(`unknown format "${format}"${nearHint(format, formats)}`)
  if (!Array.isArray(outcomes)) throw new TypeError('the outcomes are not a list')
  const parts: string[] = []
  const write = (text: string | Uint8Array) => {
    parts.push(`${text}`)
  }
  const reporter = await reportFormats[format].make(write, explain, 'whole', undefined)
  for (const outcome of outcomes) await reporter.file(outcome)
  await reporter.end(reportOn(outcomes, 'dry-run'))
  return parts.join('')
}
