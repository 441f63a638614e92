/** What a command does with every package of a run, as a value that the stages read. */

import type { CloudOptions } from '../heat/cloud.ts'
import type { TemplateKind } from '../heat/kind.ts'
import { isCfn, type ReadingOption } from '../heat/template.ts'
import {
  type HotRelease,
  type HotVersion,
  latestVersion,
  parseTarget,
  type Target,
  usualVersion,
} from '../heat/versions.ts'
import { type ExportedOutput, ExportedOutputs } from '../stack/exported-outputs.ts'
import type { SourceFile } from '../stack/source-file.ts'
import type { Workspace } from '../stack/workspace.ts'
import { defined } from '../text/document/records.ts'
import { type Transform, templateTransform } from './authoring/package-transform.ts'
import type { TemplateTransform } from './authoring/transform.ts'
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
  readonly refusesLoneSteps?: true
  readonly rounds: 'one' | 'settled'
  readonly target: HotVersion | ChosenTarget
  /** Whether CloudFormation is only written as YAML, whatever the version of HOT. */
  readonly staysCfn?: true
  /** What results in another syntax are called, as a pattern with `{stem}`. */
  readonly resultName?: string
  /** The release by which the user named the target, when that may stand in a template. */
  readonly targetRelease?: HotRelease
  /** What such a file still has of what the transforms are there to rewrite: it blocks the file. */
  readonly leftIn?: (file: SourceFile) => readonly Finding[]
  /** What is to be said of a file of a kind that the transforms are not meant for. */
  readonly ofOtherKind?: (kind: TemplateKind) => string | undefined
  /** What becomes of HOT templates that another program fills in first: they are named, or have their version changed. */
  readonly templated?: 'named' | 'edited'
  readonly renders?: readonly GivenValues[]
  /** What a template counts as that declares no version of Heat's: one of HOT, or one of CloudFormation. */
  readonly assumedVersion?: string
  /** How CloudFormation is read; `auto` without it. */
  readonly from?: ReadingOption
  readonly accept: ReadonlySet<string>
  /** The cloud that results are for: they do without what it does not have. */
  readonly cloud?: CloudOptions
  /** Whether an environment outside of the package gives a type another meaning. */
  readonly registers?: (type: string) => boolean
  /** What the templates of the run export. */
  readonly exports?: ExportedOutputs
  /** The parameters to which environments beside the templates give values; undefined where that is not known. */
  readonly given?: ReadonlySet<string>
  /** Convert what can be converted of a file in which transforms of single templates left something. */
  readonly partial: boolean
  /** CloudFormation becomes HOT as a whole: what Heat refuses in the result is held against what it refused before. */
  readonly isMigration?: boolean
  /**
   * Whether a change has to be shown to keep the meaning: `strict`, or `lenient` where what cannot be shown is let
   * through, or `none` for chains that change the meaning on purpose, or nothing at all.
   */
  readonly proof: 'strict' | 'lenient' | 'none'
  /** Say of every changed file what each transform made of it. */
  readonly steps?: boolean
  /** Only results and findings are asked for, not the effect on live stacks. */
  readonly isTrial?: true
  /** Why a package is not taken on at all. */
  readonly refuse?: (pkg: Workspace) => Finding | undefined
  /** What a defect keeps from being looked at in a package, by the files that bring it out: they fail. */
  readonly defects?: (pkg: Workspace) => ReadonlyMap<string, unknown>
  /** Called for every other internal error attributed to a file. */
  readonly onFailure?: (path: string, error: unknown) => void
  /** Has the last word on what is reported: it sees the package as it was, as it is now, and what was reported so far. */
  readonly audit?: (before: Workspace, after: Workspace, reported: Findings) => Findings
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

/** What a person asks for: a preset or transforms, and what is accepted. */
export interface RewriteRequest {
  /** A preset, or transforms in the order to run them in, those of the registry by their ids. */
  readonly chain: Preset | readonly (string | Transform)[]
  /** What `--to` says: a version, a release, `auto`, `oldest` or `cfn-yaml`. */
  readonly to: string
  /** What a template counts as that declares no version of Heat's: one of HOT, or one of CloudFormation. */
  readonly assumedVersion?: string
  readonly accept: readonly string[]
  readonly cloud?: CloudOptions
  readonly partial: boolean
  /** Let changes through whose meaning cannot be shown to be the same. */
  readonly allowUnproved?: boolean
  /** How CloudFormation is read; `auto` without it. */
  readonly from?: ReadingOption
  /** What results in another syntax are called, as a pattern with `{stem}`; `{stem}.yaml` without it. */
  readonly resultName?: string
  /** Rewrite what is outside of tags in templates that another program fills in first. */
  readonly templated?: boolean
  /** Values with which these are rendered, besides generated ones. */
  readonly renders?: readonly GivenValues[]
  /** Say of every changed file what each transform made of it. */
  readonly steps?: boolean
  /** Leave files as they are where Heat refuses what steps of a preset make of them without the others. */
  readonly refusesLoneSteps?: true
  readonly registry: ReadonlyMap<string, RegisteredTransform>
  /** What `migrate` runs besides the transforms of the registry: those that make several files of one. */
  readonly besides?: readonly Transform[]
  /** Whether an environment that stands beside the templates, or anywhere in the run, gives a type another meaning. */
  readonly registers?: (type: string) => boolean
  /** What the templates of the run export to one another. */
  readonly exports?: readonly ExportedOutput[]
  /** The parameters to which environments beside the templates give values. */
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
export function commandOf(options: RewriteRequest): Command {
  const { chain, to, registry, assumedVersion, cloud, besides = [] } = options
  const target = parseTarget(to)
  if (target.kind === 'unknown') {
    const [near] = target.near
    throw new RangeError(`unknown target "${to}"${near === undefined ? '' : `; did you mean "${near}"?`}`)
  }
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
    ...(options.resultName === undefined ? {} : { resultName: options.resultName }),
    ...(options.registers === undefined ? {} : { registers: options.registers }),
    ...(options.exports === undefined ? {} : { exports: new ExportedOutputs(options.exports) }),
    ...(options.renders === undefined ? {} : { renders: options.renders }),
    ...(options.given === undefined ? {} : { given: new Set(options.given) }),
    ...(isPreset
      ? { ...aboutPreset(chain, target.kind, options.templated === true), kinds: kindsOf(chain) }
      : { extent: 'steps', kinds: () => true }),
    ...(options.refusesLoneSteps === true ? { refusesLoneSteps: true } : {}),
    rounds: 'one',
    transforms,
    target: chosenTarget(target),
    ...(target.kind === 'cfn-yaml' ? { staysCfn: true } : {}),
    accept: new Set([...options.accept, ...(options.from === 'aws' ? codesThat('of AWS') : [])]),
    partial: options.partial,
    proof: options.allowUnproved === true ? 'lenient' : 'strict',
    ...(options.steps === true ? { steps: true } : {}),
  }
}

/** How files are taken that a preset is not for, or is for as a whole. */
function aboutPreset(
  chain: Preset,
  target: Target['kind'],
  isTemplated: boolean,
): Pick<Command, 'extent' | 'leftIn' | 'isMigration' | 'ofOtherKind' | 'templated'> {
  const isUpgrade = chain === 'upgrade' || chain === 'modernize'
  return {
    extent: 'whole',
    ...(becomesHot(chain) && target !== 'cfn-yaml' ? { leftIn: leftOfCfn, isMigration: true } : {}),
    ...(isTemplated ? { templated: 'edited' } : isUpgrade ? { templated: 'named' } : {}),
    ...(isUpgrade ? { ofOtherKind: notUpgraded } : {}),
    ...(chain === 'nativize' ? { ofOtherKind: notNativized } : {}),
  }
}

/** What is written to YAML only needs none. */
function chosenTarget(target: Exclude<Target, { kind: 'unknown' }>): Command['target'] {
  if (target.kind === 'hot') return target.version
  return target.kind === 'cfn-yaml' ? usualVersion : target.kind
}

function transformOf(id: string, registry: ReadonlyMap<string, TemplateTransform>): Transform {
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
  extends Pick<
      Command,
      'transforms' | 'audit' | 'refuse' | 'defects' | 'onFailure' | 'steps' | 'cloud' | 'isTrial'
    >,
    Partial<Pick<Command, 'rounds'>> {
  /** Let changes through whose meaning cannot be shown to be the same. */
  readonly allowUnproved?: boolean
  /** `none` for chains that change the meaning on purpose, or nothing at all. */
  readonly proof?: 'modules' | 'none'
}

/** What is done with each package. */
export function packageCommand(request: PackageRequest): Command {
  const {
    rounds = 'one',
    proof,
    allowUnproved,
    transforms,
    audit,
    refuse,
    defects,
    onFailure,
    steps,
    cloud,
    isTrial,
  } = request
  return {
    transforms,
    kinds: () => true,
    extent: 'whole',
    rounds,
    target: latestVersion,
    accept: new Set(),
    partial: false,
    proof: proof === 'none' ? 'none' : allowUnproved === true ? 'lenient' : 'strict',
    ...defined({ steps, audit, refuse, defects, onFailure, cloud, isTrial }),
  }
}
