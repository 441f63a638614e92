/** What a command does with every package of a run, as a value that the stages read. */

import type { CloudOptions } from '../heat/cloud.ts'
import type { TemplateKind } from '../heat/kind.ts'
import { isCfn } from '../heat/template.ts'
import {
  type HotRelease,
  type HotVersion,
  latestVersion,
  parseTarget,
  type Target,
  usualVersion,
} from '../heat/versions.ts'
import { type ExportedOutput, ExportedOutputs } from '../stack/exported-outputs.ts'
import type { LoadOptions } from '../stack/load.ts'
import { namedResult, type SourceFile, yamlName } from '../stack/source-file.ts'
import type { Workspace } from '../stack/workspace.ts'
import { defined } from '../text/document/records.ts'
import { type Transform, templateTransform } from './authoring/package-transform.ts'
import { codesThat } from './findings/catalogue.ts'
import type { Finding } from './findings/finding.ts'
import { leftOfCfn } from './findings/reading-findings.ts'
import type { MentionOptions } from './names/follow-renames.ts'
import type { FileOutcome } from './outcome.ts'
import { type Preset, presetTransforms, type RegisteredTransform } from './presets.ts'

/**
 * A version chosen for each package: the usual one where it can say all, else the nearest that can, or the lowest that
 * can.
 */
export type ChosenTarget = 'auto' | 'oldest'

/** Values with which files with tags are rendered. */
export interface GivenValues {
  /** Where they come from. */
  readonly file: string
  readonly values: Readonly<Record<string, unknown>>
}

export interface Command {
  /** In the order to run them in. */
  readonly transforms: readonly Transform[]
  /** The kinds of files that transforms of single templates apply to; files of other kinds are left unchanged. */
  readonly kinds: (kind: TemplateKind) => boolean
  /** `whole` for a preset, whose steps keep the meaning together; `steps` for transforms that somebody put together. */
  readonly extent: 'whole' | 'steps'
  /** Leaves a file unchanged if Heat would refuse the output of preset steps that ran without the rest of the preset. */
  readonly refusesLoneSteps: boolean
  readonly rounds: 'one' | 'settled'
  readonly target: HotVersion | ChosenTarget
  /** Whether CloudFormation is only written as YAML, whatever the version of HOT. */
  readonly staysCfn: boolean
  /** What the result of a file is called that is written in another syntax; any other keeps its name. */
  readonly resultName: (path: string) => string
  /** The release by which the user named the target, when that may stand in a template. */
  readonly targetRelease: HotRelease | undefined
  /** What such a file still has of what the transforms are there to rewrite: it blocks the file. */
  readonly leftIn: (file: SourceFile) => readonly Finding[]
  /** What is to be said of a file of a kind that the transforms are not meant for. */
  readonly ofOtherKind: (kind: TemplateKind) => string | undefined
  /** How to treat HOT templates that another program renders first: report them, or change only their version. */
  readonly templated: 'skipped' | 'named' | 'edited'
  /** Values with which these are rendered, besides generated ones. */
  readonly renders: readonly GivenValues[]
  /** How files are read: as what a template counts that declares no version of Heat's, and CloudFormation. */
  readonly reading: ReadingOptions
  readonly accept: ReadonlySet<string>
  /** The cloud that results are for: they do without what it does not have. */
  readonly cloud: CloudOptions | undefined
  /** Whether an environment outside of the package gives a type another meaning. */
  readonly registers: (type: string) => boolean
  /** What the templates of the run export. */
  readonly exports: ExportedOutputs
  /** Whether an environment beside the templates may give a parameter a value. */
  readonly isGiven: (parameter: string) => boolean
  /** Convert what can be converted of a file in which transforms of single templates left something. */
  readonly partial: boolean
  /** CloudFormation becomes HOT as a whole: what Heat refuses in the result is held against what it refused before. */
  readonly isMigration: boolean
  /**
   * Whether a change has to be shown to keep the meaning: `strict`, or `lenient` where what cannot be shown is let
   * through, or `none` for chains that change the meaning on purpose, or nothing at all.
   */
  readonly proof: 'strict' | 'lenient' | 'none'
  /** Say of every changed file what each transform made of it. */
  readonly steps: boolean
  /** Only results and findings are asked for, not the effect on live stacks. */
  readonly isTrial: boolean
  /** Why a package is not taken on at all. */
  readonly refuse: (pkg: Workspace) => Finding | undefined
  /** What a defect keeps from being looked at in a package, by the files that bring it out: they fail. */
  readonly defects: (pkg: Workspace) => ReadonlyMap<string, unknown>
  /** Called for every other internal error attributed to a file. */
  readonly onFailure: (path: string, error: unknown) => void
  /** Has the last word on what is reported: it sees the package as it was, as it is now, and what was reported so far. */
  readonly audit: ((before: Workspace, after: Workspace, reported: Findings) => Findings) | undefined
}

/** How CloudFormation and templates without a version of Heat's are read. */
export type ReadingOptions = Pick<LoadOptions, 'from' | 'assumedVersion'>

/** The command that changes nothing: every other one is this with some values of its own. */
export const neutralCommand: Command = {
  transforms: [],
  kinds: () => true,
  extent: 'whole',
  refusesLoneSteps: false,
  rounds: 'one',
  target: latestVersion,
  staysCfn: false,
  resultName: yamlName,
  targetRelease: undefined,
  leftIn: () => [],
  ofOtherKind: () => undefined,
  templated: 'skipped',
  renders: [],
  reading: {},
  accept: new Set(),
  cloud: undefined,
  registers: () => false,
  exports: new ExportedOutputs([]),
  isGiven: () => true,
  partial: false,
  isMigration: false,
  proof: 'strict',
  steps: false,
  isTrial: false,
  refuse: () => undefined,
  defects: () => new Map(),
  onFailure: () => {},
  audit: undefined,
}

/** By path. */
export type Findings = ReadonlyMap<string, readonly Finding[]>

/** What a run made of a package. */
export interface PackageOutcomes {
  /** Of all its files, those that it creates included. */
  readonly outcomes: readonly FileOutcome[]
  /** What is to be said of files that are not part of it, for example because they cannot be read; by path. */
  readonly others: Findings
  /** Whether that is said instead of why they cannot be read. */
  readonly isInstead?: boolean
}

/** What of a command is asked for as it is. */
type Asked = Partial<Pick<Command, 'cloud' | 'registers' | 'renders' | 'steps' | 'refusesLoneSteps'>>

/** What a person asks for: a preset or transforms, and what is accepted. */
export interface RewriteRequest extends Asked, ReadingOptions {
  /** A preset, or transforms in the order to run them in, those of the registry by their ids. */
  readonly chain: Preset | readonly (string | Transform)[]
  /** What `--to` says: a version, a release, `auto`, `oldest` or `cfn-yaml`. */
  readonly to: string
  readonly accept: readonly string[]
  readonly partial: boolean
  /** Let changes through whose meaning cannot be shown to be the same. */
  readonly allowUnproved?: boolean
  /** What results in another syntax are called, as a pattern with `{stem}`; `{stem}.yaml` without it. */
  readonly resultName?: string
  /** Rewrite what is outside of tags in templates that another program fills in first. */
  readonly templated?: boolean
  readonly registry: ReadonlyMap<string, RegisteredTransform>
  /** What `migrate` runs besides the transforms of the registry: those that make several files of one. */
  readonly besides?: readonly Transform[]
  /** What the templates of the run export to one another. */
  readonly exports?: readonly ExportedOutput[]
  /** The parameters to which environments beside the templates give values; without it that is not known. */
  readonly given?: readonly string[]
  /** Paths of templates of CloudFormation that others may call, and of those that may call them: these are seen together. */
  readonly nested?: readonly string[]
  /** Whether environments register some of these. */
  readonly isRegistered?: boolean
  /** What is made of files that are no templates and name one that gets a new name; nothing without it. */
  readonly mentions?: MentionOptions['how']
}

/** Whether every file is rewritten by itself, but for what follows a change of another one. */
export function isOfTemplates({ transforms }: Command): boolean {
  return transforms.every(({ ofTemplate }) => ofTemplate !== undefined)
}

/** @throws RangeError for an unknown target or transform */
export function commandOf(request: RewriteRequest): Command {
  const { chain, accept, from, assumedVersion, exports = [], allowUnproved, partial } = request
  const { cloud, registers, renders, steps, refusesLoneSteps, resultName: pattern } = request
  const target = targetOf(request.to)
  const given = request.given && new Set(request.given)
  return {
    ...neutralCommand,
    ...defined({ cloud, registers, renders, steps, refusesLoneSteps, resultName: namedAfter(pattern) }),
    ...(typeof chain === 'string'
      ? aboutPreset(chain, target.kind, request)
      : {
          extent: 'steps',
          transforms: chain.map((one) => (typeof one === 'string' ? transformOf(one, request) : one)),
        }),
    target: chosenTarget(target),
    targetRelease: target.kind === 'hot' ? target.release : undefined,
    staysCfn: target.kind === 'cfn-yaml',
    reading: defined({ from, assumedVersion }),
    accept: new Set([...accept, ...(from === 'aws' ? codesThat('of AWS') : [])]),
    exports: new ExportedOutputs(exports),
    isGiven: (parameter) => given?.has(parameter) !== false,
    partial,
    proof: allowUnproved === true ? 'lenient' : 'strict',
  }
}

function namedAfter(pattern: string | undefined): Command['resultName'] | undefined {
  if (pattern === undefined) return undefined
  return (path) => (path === yamlName(path) ? path : namedResult(path, pattern))
}

type KnownTarget = Exclude<Target, { kind: 'unknown' }>

/** @throws RangeError for an unknown one */
function targetOf(to: string): KnownTarget {
  const target = parseTarget(to)
  if (target.kind !== 'unknown') return target
  const [near] = target.near
  throw new RangeError(`unknown target "${to}"${near === undefined ? '' : `; did you mean "${near}"?`}`)
}

/** The steps of a preset, and how files are taken that it is not for, or is for as a whole. */
function aboutPreset(
  chain: Preset,
  target: KnownTarget['kind'],
  { registry, besides = [], templated }: RewriteRequest,
): Partial<Command> {
  const isUpgrade = chain === 'upgrade' || chain === 'modernize'
  const staysCfn = target === 'cfn-yaml'
  const isWhole = becomesHot(chain) && !staysCfn
  return {
    transforms: [
      ...presetTransforms(chain, target, registry).map(templateTransform),
      ...(isMigration(chain) && !staysCfn ? besides : []),
    ],
    kinds: kindsOf(chain),
    isMigration: isWhole,
    templated: templated === true ? 'edited' : isUpgrade ? 'named' : 'skipped',
    ...(isWhole ? { leftIn: leftOfCfn } : {}),
    ...(isUpgrade ? { ofOtherKind: notUpgraded } : {}),
    ...(chain === 'nativize' ? { ofOtherKind: notNativized } : {}),
  }
}

/** What is written to YAML only needs none. */
function chosenTarget(target: KnownTarget): Command['target'] {
  if (target.kind === 'hot') return target.version
  return target.kind === 'cfn-yaml' ? usualVersion : target.kind
}

function transformOf(id: string, { registry }: RewriteRequest): Transform {
  const transform = registry.get(id)
  if (transform === undefined) throw new RangeError(`unknown transform ${id}`)
  return templateTransform(transform)
}

function kindsOf(preset: Preset): Command['kinds'] {
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
  return isCfn(kind) ? 'a CloudFormation template; hotshift migrate --native converts it' : undefined
}

function notUpgraded(kind: TemplateKind): string | undefined {
  if (isCfn(kind)) return 'a CloudFormation template; hotshift migrate converts it'
  return kind === 'environment' ? 'an environment, which has no version; hotshift check checks it' : undefined
}

/** What a command asks that sees packages whole. */
export interface PackageRequest
  extends Pick<Command, 'transforms'>,
    Partial<
      Pick<Command, 'rounds' | 'audit' | 'refuse' | 'defects' | 'onFailure' | 'steps' | 'cloud' | 'isTrial'>
    > {
  /** Let changes through whose meaning cannot be shown to be the same. */
  readonly allowUnproved?: boolean
  /** `none` for chains that change the meaning on purpose, or nothing at all. */
  readonly proof?: 'modules' | 'none'
}

/** What is done with each package. */
export function packageCommand(request: PackageRequest): Command {
  const { transforms, proof, allowUnproved } = request
  const { rounds, audit, refuse, defects, onFailure, steps, cloud, isTrial } = request
  return {
    ...neutralCommand,
    ...defined({ rounds, audit, refuse, defects, onFailure, steps, cloud, isTrial }),
    transforms,
    proof: proof === 'none' ? 'none' : allowUnproved === true ? 'lenient' : 'strict',
  }
}
