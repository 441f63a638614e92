import type { ReadingReason } from '../heat/reading.ts'
import type { Reading } from '../heat/template.ts'
import type { HotVersion } from '../heat/versions.ts'
import type { StackImpact } from '../meaning/impact/model.ts'
import { type Finding, withoutChange } from './findings/finding.ts'
import type { Undeployable } from './findings/result-check.ts'

/** Every file that was found ends in exactly one of these. */
export type FileStatus = 'changed' | 'unchanged' | 'skipped' | 'blocked' | 'failed'

/**
 * What the proof says of a changed file; `none` where no proof was asked for. `corresponds`: resources have native types
 * in place of those of AWS, their properties agree with what the facts about types say, and all else is equal.
 */
export type ProofVerdict = 'equal' | 'corresponds' | 'differs' | 'unproved' | 'none'

/** A finding with its location: line and column count from 1, columns in UTF-16 units. */
export interface LocatedFinding extends Finding {
  readonly line: number
  readonly column: number
  /** The end, if the finding is about a range of the source. */
  readonly endLine?: number
  readonly endColumn?: number
}

/** A finding that somebody has looked at and lives with; it counts nowhere. */
export interface IgnoredFinding extends LocatedFinding {
  readonly ignoredBy: {
    readonly kind: 'comment' | 'baseline' | 'waiver' | 'setting'
    readonly reason?: string
  }
}

/** A transform that changed a file, with the number of locations it changed. */
export interface AppliedTransform {
  readonly id: string
  readonly changes: number
  /** Whether it is one that gives files their names, created the file, or has it pass on what a template that it calls needs. */
  readonly gives?: 'name' | 'file' | 'value'
}

/** The source of a file after one transform. */
export interface Step {
  /** By id. */
  readonly transform: string
  /** Names other files by their new names, and does nothing else. */
  readonly follows?: true
  readonly after: string
}

/** What every outcome says. */
interface OutcomeBase {
  /** As given to the engine: relative to the working directory, `/` as separator. */
  readonly path: string
  /** For example `cfn-json`, `cfn-yaml`, `heat-cfn-yaml`, `hot`, `environment`, `not-a-template`. */
  readonly kind: string
  /** Whether CloudFormation was read as Heat reads it or as AWS does; only where that mattered. */
  readonly reading?: Reading
  /** Why it was read so; there with `reading`. */
  readonly readingBecause?: ReadingReason
  /** The first thing that Heat refuses, where that decided: `the parameter type "List<Number>"`, at its line. */
  readonly refused?: string
  /** The resource types of CloudFormation in it that neither Heat nor `--native` has anything for; absent for none. */
  readonly unreplacedTypes?: readonly string[]
  readonly proof: ProofVerdict
  /** What the proof took, where there was one. */
  readonly proofMilliseconds?: number
  /** Of a file with tags of Jinja: over how many renderings, instead of all values, the proof holds. */
  readonly renderings?: number
  /** The assumptions of the proof, as sentences; absent for none. */
  readonly assumptions?: readonly string[]
  readonly transforms: readonly AppliedTransform[]
  readonly findings: readonly LocatedFinding[]
  /** Findings that were set aside, with what did so. */
  readonly ignored?: readonly IgnoredFinding[]
  /** Of a check of several gates: at how many locations Heat refuses it, those included of which a requirement speaks instead. */
  readonly refusals?: number
  /**
   * The effect of this run on a stack created from the template. It may change although the template does not, if files
   * that the stack is created from do. Absent if nothing changes, if other templates call this one, and if Heat did not
   * accept it as a template before.
   */
  readonly impact?: StackImpact
  /** The source as read, BOM included; absent when the file could not be decoded, and for a new file. */
  readonly before?: string
  /** Of an unchanged file whose source is not held in memory: the lines that findings are about, by number. */
  readonly sourceLines?: ReadonlyMap<number, string>
}

/** A file with new contents or a new name. */
export interface ChangedOutcome extends OutcomeBase {
  readonly status: 'changed'
  /** The source to write, BOM included. */
  readonly after: string
  /** The steps that lead to `after`, one per transform, if requested; the last one equals `after`. */
  readonly steps?: readonly Step[]
  /** Where the result belongs when the file gets another name. */
  readonly newPath?: string
  /** A file that the run creates: there is not a string before, and nothing may stand at its path. */
  readonly isNew?: true
  /** Who may read a file that the run creates: everybody whom the system lets, unless it says otherwise. */
  readonly access?: 'owner only'
  /** Changed files that carry the same group are one change: all of them are written or none. */
  readonly group?: string
  /** The version of HOT that CloudFormation became. */
  readonly version?: HotVersion
  /**
   * The resource types of what was CloudFormation that Heat does not have: where there are some, no stack can be made of
   * it unless an environment registers templates for them.
   */
  readonly missingTypes?: readonly string[]
  /** What `check` finds in the result that Heat refuses. */
  readonly undeployable?: Undeployable
  /** What is found in the file as it was, where `findings` are those of the result. */
  readonly asRead?: readonly LocatedFinding[]
  readonly reason?: never
}

/** What the proof says of a file. */
export type ProofKey = 'proof' | 'proofMilliseconds' | 'assumptions'

/** What only a changed file has; that others have none of it lets one ask every outcome for it. */
export type ResultKey =
  | 'after'
  | 'steps'
  | 'newPath'
  | 'isNew'
  | 'access'
  | 'group'
  | 'version'
  | 'missingTypes'
  | 'undeployable'
  | 'asRead'

type Unwritten = { readonly [Key in ResultKey]?: never }

/** A file that is left unchanged because there is nothing to do. */
export interface UnchangedOutcome extends OutcomeBase, Unwritten {
  readonly status: 'unchanged'
  readonly reason?: never
}

/** A file that is left unchanged for a reason: not a template, a decision for a person, or an internal error. */
export interface LeftOutcome extends OutcomeBase, Unwritten {
  readonly status: 'skipped' | 'blocked' | 'failed'
  /** In one line. */
  readonly reason: string
}

/** What became of one file. */
export type FileOutcome = ChangedOutcome | UnchangedOutcome | LeftOutcome

/** The same without sources, which a report on thousands of files does not hold. */
export type ReportedOutcome =
  | (Omit<ChangedOutcome, 'after'> & { readonly after?: string })
  | UnchangedOutcome
  | LeftOutcome

/** An outcome without what only a changed file has, for a change that is taken back: no repair of it is made, either. */
export function withoutResult(outcome: FileOutcome): OutcomeBase {
  const {
    after: _after,
    steps: _steps,
    newPath: _newPath,
    isNew: _isNew,
    access: _access,
    group: _group,
    version: _version,
    missingTypes: _missingTypes,
    undeployable: _undeployable,
    asRead,
    impact: _impact,
    status: _status,
    reason: _reason,
    ...rest
  } = outcome
  return { ...rest, transforms: [], findings: asRead ?? withoutChange(outcome.findings) }
}

/** What became of a file that went through an engine alone, with those of the files that its change creates. */
export type SoleOutcome = FileOutcome | (ChangedOutcome & { readonly creates: readonly ChangedOutcome[] })

/** The outcome of the file, and those of the files that it creates behind it. */
export function outcomesOf(outcome: SoleOutcome): readonly FileOutcome[] {
  if (!('creates' in outcome)) return [outcome]
  const { creates, ...own } = outcome
  return [own, ...creates]
}
