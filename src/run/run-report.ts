import type { Repair, Severity, Task } from '../engine/findings/finding.ts'
import type { FileStatus, ReportedOutcome } from '../engine/outcome.ts'
import type { ReportedQuestion } from '../engine/packages/reported-question.ts'
import { type EffectCounts, noEffects, withEffects } from '../meaning/impact/model.ts'
import { countFirst } from '../text/document/sorted.ts'
import { Defect } from './problem.ts'

/** Files per status; the keys stand in the order in which reports name them. */
type Totals = Readonly<Record<FileStatus, number>>

/** Whether changed files are on disk now, or only would be; `checked`: nothing was to change. */
export type RunMode = 'written' | 'dry-run' | 'checked'

/** What a run was asked, and how it ends. */
export interface Invocation {
  readonly command: string
  /** By their names: those that are given, and that the files depend on. */
  readonly options: Readonly<Record<string, true | readonly string[]>>
  readonly exitCode: number
}

/** Where a report comes from, for those who read it elsewhere and later. */
export interface Origin {
  /** The command line, with its paths and the options that files depend on. */
  readonly command: string
  /** The repository, or else the folder, and the way from there. */
  readonly folder: string
  readonly commit?: string
  /** As in `2026-11-25`. */
  readonly day: string
}

/** Counts over the outcomes of all files; it retains none of the files. */
export interface RunReport {
  readonly totals: Totals
  /** Findings that count. */
  readonly severities: Readonly<Record<Severity, number>>
  /** Files that are changed although something is wrong with them. */
  readonly changedWithErrors: number
  /** Results that Heat refuses although it, or AWS, takes what they were made from. */
  readonly undeployable: number
  /** The effects on stacks created from the files before the run. */
  readonly effects: EffectCounts
  readonly mode: RunMode
  /** Where a report is about several. */
  readonly repositories?: readonly RepositoryTotals[]
  /** Absent where no command line asked for the run. */
  readonly invocation?: Invocation
  /** For pages that are stored; absent where the report is not stored, or is about several runs. */
  readonly origin?: Origin
  /** The name of the working directory, for a package that lies in it. */
  readonly folder?: string
  /** Archives that the files came from. */
  readonly archives?: readonly CheckedArchive[]
  /** The release of the requirements that packages were held against, if they were. */
  readonly requirements?: AskedRelease
  /** What has changed since an earlier run, where there is one to compare with. */
  readonly since?: Since
  /** Of a repair of packages that somebody files: what it has made, as that reads. */
  readonly written?: WrittenState
  /** Of a repair of packages whose report can be answered: what a person has to decide. */
  readonly questions?: readonly ReportedQuestion[]
}

/** A release of the requirements of a profile, with the numbers in which it differs from the newest one. */
export interface AskedRelease {
  /** As its project writes it. */
  readonly release: string
  /** What it does not have, and is not asked for. */
  readonly introducedLater: readonly string[]
  /** What it words otherwise: asked for in the newest wording. */
  readonly rewordedLater: readonly string[]
}

/** What a baseline has that this run does not. What is new counts, and what both have is ignored by the baseline. */
export interface Since {
  /** Of the baseline, as the command line names it. */
  readonly path: string
  readonly gone: readonly { readonly path: string; readonly code: string; readonly message: string }[]
}

/** Packages as a run has written them, or would write them, read again when it was over. */
export interface WrittenState {
  /** The day of the run, as in `2026-11-25`. */
  readonly day: string
  /** The release of the requirements. */
  readonly requirements: string
  /** Archives that were written. */
  readonly archives: readonly CheckedArchive[]
  /** All files, those that did not change included. */
  readonly files: readonly WrittenFile[]
  /** Where requirements are not met. */
  readonly left: readonly WrittenLocation[]
  /** What Heat refuses beside these, and SDC where that was asked. */
  readonly refused: readonly ReportedRefusal[]
  readonly names: readonly WrittenName[]
  /** Where files that are no part of the packages say names that are no more: nothing rewrites them. */
  readonly mentions: readonly WrittenMention[]
  readonly values: readonly WrittenValue[]
}

export interface WrittenFile {
  /** Where it is now, as reports name it. */
  readonly path: string
  /** The path under which it was read; that of a new file is its own. */
  readonly was: string
  /** SHA-256, in hexadecimal digits. */
  readonly checksum: string
}

/** A location in a file as written where a requirement is not met. */
export interface WrittenLocation {
  readonly path: string
  readonly was: string
  readonly line: number
  readonly column: number
  readonly code: string
  readonly keyword: string
  /** What it would take. */
  readonly repair: Repair
  readonly task?: Task
  readonly message: string
  readonly note: string
  /** Whether it was met there before. */
  readonly isNew: boolean
  /** Whether the test of others that is named for the requirement looks for something else. */
  readonly isUntested?: true
}

/** A location in a file as written that Heat or SDC refuses. */
export interface ReportedRefusal {
  readonly path: string
  readonly was: string
  readonly line: number
  readonly column: number
  readonly code: string
  readonly message: string
}

/** What has another name now. */
interface WrittenName {
  readonly path: string
  readonly kind: 'file' | 'parameter' | 'resource' | 'output'
  readonly from: string
  readonly to: string
}

/** A line of a file, a README or a script, that says a name as it was. */
interface WrittenMention extends WrittenName {
  readonly line: number
}

/** A parameter that stacks of a module must be given. */
export interface WrittenValue {
  /** The module. */
  readonly path: string
  readonly name: string
  /** Whether the package gave it a value, left it to be given, or did not have the parameter. */
  readonly before: 'given' | 'needed' | 'absent'
}

/** An archive as it was read. */
export interface CheckedArchive {
  /** As reports name it. */
  readonly path: string
  /** SHA-256, in hexadecimal digits. */
  readonly checksum: string
}

/** The files of a run: each has one outcome. Of 100,000 files, sets of their paths would take megabytes. */
export class Roll {
  /** Sorted, each once. */
  readonly paths: readonly string[]
  readonly #isTicked: Uint8Array

  constructor(paths: Iterable<string>) {
    this.paths = [...paths].sort().filter((path, index, sorted) => path !== sorted[index - 1])
    this.#isTicked = new Uint8Array(this.paths.length)
  }

  has(path: string): boolean {
    return this.#indexOf(path) !== undefined
  }

  /** @throws Defect when the file had its outcome already, or is none of the run */
  tick(path: string): void {
    const index = this.#indexOf(path)
    if (index === undefined || this.#isTicked[index] === 1) throw new Defect('file-counted-twice', path)
    this.#isTicked[index] = 1
  }

  /** The files without an outcome. */
  get missing(): readonly string[] {
    return this.paths.filter((_path, index) => this.#isTicked[index] !== 1)
  }

  /** @throws Defect when a file has no outcome */
  close(): void {
    const { missing } = this
    if (missing.length > 0) throw new Defect('file-lost', missing.join(', '))
  }

  #indexOf(path: string): number | undefined {
    const index = countFirst(this.paths, (one) => one < path)
    return this.paths[index] === path ? index : undefined
  }
}

/** What became of the files of one repository. */
export interface RepositoryTotals {
  readonly name: string
  readonly totals: Totals
}

/** Counts the outcomes of a run, one after the other. */
export class RunCounter {
  readonly #totals = { changed: 0, unchanged: 0, skipped: 0, blocked: 0, failed: 0 }
  readonly #severities = { error: 0, warning: 0, info: 0 }
  #changedWithErrors = 0
  #undeployable = 0
  #effects = noEffects

  /** @throws Defect when an outcome is in no bucket */
  count({
    path,
    status,
    findings,
    impact,
    undeployable,
  }: Pick<ReportedOutcome, 'path' | 'status' | 'findings' | 'impact' | 'undeployable'>): void {
    if (!Object.hasOwn(this.#totals, status)) throw new Defect('unknown-status', `${path} ended as ${status}`)
    this.#totals[status] += 1
    for (const { severity } of findings) this.#severities[severity] += 1
    if (impact !== undefined) this.#effects = withEffects(this.#effects, impact)
    if (status === 'changed' && findings.some(({ severity }) => severity === 'error'))
      this.#changedWithErrors += 1
    if (undeployable?.isNew === true) this.#undeployable += 1
  }

  report(mode: RunMode): RunReport {
    return {
      totals: this.#totals,
      severities: this.#severities,
      changedWithErrors: this.#changedWithErrors,
      undeployable: this.#undeployable,
      effects: this.#effects,
      mode,
    }
  }
}

/** Passes on outcomes, one after the other; gives the report on them. */
export async function countedReport<Outcome extends ReportedOutcome>(
  outcomes: Iterable<Outcome>,
  mode: RunMode,
  onOutcome: (outcome: Outcome) => Promise<void>,
): Promise<RunReport> {
  const counter = new RunCounter()
  for (const outcome of outcomes) {
    await onOutcome(outcome)
    counter.count(outcome)
  }
  return counter.report(mode)
}

/**
 * The report on outcomes that are all there.
 *
 * @throws Defect when two are of one file, or one is in no bucket
 */
export function reportOn(outcomes: readonly ReportedOutcome[], mode: RunMode): RunReport {
  const roll = new Roll(outcomes.map(({ path }) => path))
  const counter = new RunCounter()
  for (const outcome of outcomes) {
    roll.tick(outcome.path)
    counter.count(outcome)
  }
  return counter.report(mode)
}
