import type { ReadingReason } from '../heat/reading.ts'
import type { Reading } from '../heat/template.ts'
import type { HotVersion } from '../heat/versions.ts'
import type { StackImpact } from '../impact/model.ts'
import { type Finding, withoutChange } from './finding.ts'
import type { Undeployable } from './result-check.ts'

/** Every file that was found ends in exactly one of these. */
export type FileStatus = 'changed' | 'unchanged' | 'skipped' | 'blocked' | 'failed'

/**
 * What the proof says of a changed file; `none` where no proof was asked for. `corresponds`: resources have native types
 * in place of those of AWS, their properties agree with what the facts about types say, and all else is equal.
 */
export type ProofVerdict = 'equal' | 'corresponds' | 'differs' | 'unproved' | 'none'

/** A finding with its place: line and column count from 1, columns in UTF-16 units. */
export interface LocatedFinding extends Finding {
  readonly line: number
  readonly column: number
  /** Where it ends, as far as it is about a stretch of text. */
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

/** One transform that changed a file, with the number of places it changed. */
export interface AppliedTransform {
  readonly id: string
  readonly changes: number
  /** Whether it is one that gives files their names, created the file, or has it pass on what a template that it calls needs. */
  readonly gives?: 'name' | 'file' | 'value'
}

/** The text of a file as one transform left it. */
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
  readonly proof: ProofVerdict
  /** What the proof took, where there was one. */
  readonly proofMilliseconds?: number
  /** What the proof takes for granted, as sentences; absent for nothing. */
  readonly assumptions?: readonly string[]
  readonly transforms: readonly AppliedTransform[]
  readonly findings: readonly LocatedFinding[]
  /** Findings that were set aside, with what did so. */
  readonly ignored?: readonly IgnoredFinding[]
  /** Of a check of several gates: at how many locations Heat refuses it, those included of which a requirement speaks instead. */
  readonly refusals?: number
  /**
   * What a stack that was made from the template feels of the run. Files that such a stack is made from may change although
   * the template does not. Absent where nothing of it changes, where other templates call it, and where Heat took it for
   * no template before.
   */
  readonly impact?: StackImpact
  /** The text as read, BOM included; absent when the file could not be read as text, and for a new file. */
  readonly before?: string
  /** Of a file that is not changed and whose text is not held in memory: the lines that findings are about, by number. */
  readonly sourceLines?: ReadonlyMap<number, string>
}

/** A file with another text, or another name. */
export interface ChangedOutcome extends OutcomeBase {
  readonly status: 'changed'
  /** The text to write, BOM included. */
  readonly after: string
  /** The way to `after`, transform by transform, where it was asked for; the last one's text is `after`. */
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

/** A file that stays as it is because there is nothing to do. */
export interface UnchangedOutcome extends OutcomeBase, Unwritten {
  readonly status: 'unchanged'
  readonly reason?: never
}

/** A file that stays as it is for a reason: none of ours, in need of a person, or in which something failed. */
export interface LeftOutcome extends OutcomeBase, Unwritten {
  readonly status: 'skipped' | 'blocked' | 'failed'
  /** In one line. */
  readonly reason: string
}

/** What became of one file. */
export type FileOutcome = ChangedOutcome | UnchangedOutcome | LeftOutcome

/** The same without its texts, which a report of thousands of files does not hold. */
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
