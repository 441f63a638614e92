/** A file, and a package of files, on their way through the stages of a command. */

import type { HotVersion } from '../heat/versions.ts'
import type { TemplateProblem } from '../rules/rules.ts'
import type { SourceFile } from '../stack/source-file.ts'
import type { Workspace } from '../stack/workspace.ts'
import type { Transform } from './authoring/package-transform.ts'
import type { Stretch } from './chain.ts'
import type { Finding } from './findings/finding.ts'
import type { ResultCheck } from './findings/result-check.ts'
import type { AppliedTransform, FileOutcome, Step } from './outcome.ts'
import type { ModuleProof } from './proof/package-proof.ts'
import type { TargetedRun } from './target.ts'

/** What is known of one file so far. Each stage takes such records and returns others; none is changed. */
export interface FileRun {
  readonly path: string
  /** As it was read; undefined for a file that the run creates, and for a path of which something was only reported. */
  readonly before: SourceFile | undefined
  /** What Heat says of it as it was read, where that was asked to decide how it is read. */
  readonly verdict: readonly TemplateProblem[] | undefined
  /** The outcome of a file that transforms of single templates leave alone. */
  readonly closed: FileOutcome | undefined
  /** The output of the chain; after printing, the printed source parsed again. */
  readonly file: SourceFile | undefined
  readonly isChanged: boolean
  /** What is reported of it, as read and in the result. */
  readonly findings: readonly Finding[]
  /** What a chain must not have done. */
  readonly guards: readonly Finding[]
  /** Those of the findings that are about what could not be rewritten. */
  readonly unrewritten: readonly Finding[]
  /** The errors that keep it from being written, the proof aside. */
  readonly refusals: readonly Finding[]
  /** What a transform threw over it. */
  readonly failure: { readonly error: unknown } | undefined
  /** Written although something of it could not be rewritten. */
  readonly isPartial: boolean
  readonly result: ResultCheck | undefined
  /** The source to write. */
  readonly after: string | undefined
  /** The intermediate sources that lead to `after`, if requested. */
  readonly steps: readonly Step[] | undefined
  readonly applied: readonly AppliedTransform[]
  /** Transforms that changed it and do not preserve the meaning. */
  readonly lossy: readonly Transform[]
}

/** A file of which nothing is known but what is given. */
export function fileRun(path: string, known: Partial<FileRun>): FileRun {
  return {
    path,
    before: undefined,
    verdict: undefined,
    closed: undefined,
    file: undefined,
    isChanged: false,
    findings: [],
    guards: [],
    unrewritten: [],
    refusals: [],
    failure: undefined,
    isPartial: false,
    result: undefined,
    after: undefined,
    steps: undefined,
    applied: [],
    lossy: [],
    ...known,
  }
}

/** Files that are run together, by path. */
export interface PackageRun {
  readonly before: Workspace
  readonly files: ReadonlyMap<string, FileRun>
}

/** What the chain made, in trees. */
export interface RewrittenRun extends PackageRun {
  readonly run: TargetedRun
}

/** A stretch of the chain with the files it changed: sources that were parsed again no longer show which. */
export interface ChangingStretch extends Stretch {
  readonly touched: readonly string[]
  /** Those of them whose tree is the one that was read: JSON that becomes YAML. */
  readonly sameTrees: ReadonlySet<string>
}

/** The output of the chain as source: its trees, as large as the parsed ones, can be released. */
export interface PrintedRun extends PackageRun {
  /** The package parsed from the new sources; files that cannot be written are unchanged. */
  readonly after: Workspace
  /** Paths of changed files, in the order of the package. */
  readonly changed: readonly string[]
  /** Changed files that are written together or not at all. */
  readonly groups: readonly (readonly string[])[]
  readonly stretches: readonly ChangingStretch[]
  readonly target: HotVersion
  /** Whether the proofs count on what the user accepted, or on values that parameters are taken to have. */
  readonly isAssuming: boolean
  /** The trees that the chain made; only where an audit asks for them. */
  readonly made: Workspace | undefined
}

export interface ProvedRun extends PrintedRun {
  readonly proofs: readonly ModuleProof[]
}

/** The same package after `stage` has seen each of its files. */
export function eachFile<Run extends PackageRun>(run: Run, stage: (file: FileRun) => FileRun): Run {
  return { ...run, files: new Map([...run.files].map(([path, file]) => [path, stage(file)])) }
}
