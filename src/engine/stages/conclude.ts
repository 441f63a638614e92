/** The last stage: the outcomes of all files. */

import type { StackImpact } from '../../meaning/impact/model.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { extended } from '../../text/document/records.ts'
import type { Command, PackageOutcomes } from '../command.ts'
import { blocks } from '../file-outcome.ts'
import { type FileRun, fileRun, type ProvedRun } from '../file-run.ts'
import type { FileOutcome } from '../outcome.ts'
import { impactsOf } from '../proof/impact.ts'
import { Proofs } from '../proof/proofs.ts'
import { FileConclusion, refusalsOf } from './conclude-file.ts'

export function concluded(run: ProvedRun, command: Command): PackageOutcomes {
  return new PackageConclusion(run, command).outcomes()
}

/** Files that change together, and the one of them that keeps all from being written. */
interface ChangeGroup {
  readonly paths: readonly string[]
  readonly culprit: string | undefined
}

class PackageConclusion {
  readonly #run: ProvedRun
  readonly #command: Command
  readonly #proofs: Proofs

  constructor(run: ProvedRun, command: Command) {
    this.#run = run
    this.#command = command
    this.#proofs = new Proofs(run.proofs, command.proof)
  }

  outcomes(): PackageOutcomes {
    const { before, groups, changed, after, made } = this.#run
    const judged = groups.map((paths) => ({ paths, culprit: this.#culpritOf(paths) }))
    const found = new Map([...this.#run.files].map(([path, { findings }]) => [path, findings] as const))
    const { audit } = this.#command
    const findings =
      audit === undefined || made === undefined
        ? found
        : audit(before, this.#writtenPart(judged, made), found)
    const single = new FileConclusion(this.#run.files, this.#command, this.#proofs, findings)
    const done = new Set(changed)
    const outcomes = judged.flatMap((group) => this.#groupOutcomes(group, single))
    const impacts = this.#impactsOf(outcomes)
    for (const file of before.files.values()) if (!done.has(file.path)) outcomes.push(single.untouched(file))
    const others = [...findings].filter(([path]) => !after.files.has(path))
    const complete = outcomes.map((outcome) => {
      const impact = impacts.get(outcome.path)
      return impact === undefined ? outcome : extended(outcome, { impact })
    })
    return { outcomes: complete, others: new Map(others), isInstead: audit !== undefined }
  }

  #of(path: string): FileRun {
    return this.#run.files.get(path) ?? fileRun(path, {})
  }

  #impactsOf(outcomes: readonly FileOutcome[]): ReadonlyMap<string, StackImpact> {
    if (this.#command.isTrial) return new Map()
    const { before, after, isAssuming } = this.#run
    const written = outcomes.flatMap(({ status, path }) => (status === 'changed' ? [path] : []))
    return impactsOf({
      before,
      after: before.withFiles(written.flatMap((path) => after.files.get(path) ?? [])),
      changed: new Set(written),
      isEqual: (module, paths) => !isAssuming && paths.every((path) => this.#isPlainlyEqual(module, path)),
      isUnfinished: (path) => this.#command.isMigration && this.#of(path).isPartial,
    })
  }

  /**
   * Whether the proof of a module is about a file as it was written, its words count as they stand there, and nothing was
   * assumed of what a live stack holds.
   */
  #isPlainlyEqual(module: string, path: string): boolean {
    const { applied, lossy, isPartial } = this.#of(path)
    const translating = this.#command.transforms.filter(({ keeps }) => keeps === 'what Heat translates')
    const own = this.#proofs.ofModule(module)
    return (
      own.length > 0 &&
      own.every(({ verdict, assumptions = [] }) => verdict === 'equal' && assumptions.length === 0) &&
      !isPartial &&
      lossy.length === 0 &&
      !applied.some(({ id }) => translating.some((one) => one.id === id))
    )
  }

  /** The audit is about what is written, not about what was meant. */
  #writtenPart(groups: readonly ChangeGroup[], made: Workspace): Workspace {
    if (groups.every(({ culprit }) => culprit === undefined)) return made
    const paths = groups.flatMap((group) => (group.culprit === undefined ? group.paths : []))
    return this.#run.before.withFiles(paths.flatMap((path) => made.files.get(path) ?? []))
  }

  #culpritOf(paths: readonly string[]): string | undefined {
    const isRefused = (path: string) => refusalsOf(this.#of(path), this.#proofs).some(blocks)
    return paths.find(isRefused) ?? this.#proofs.wrongModule(paths)
  }

  #groupOutcomes({ paths, culprit }: ChangeGroup, single: FileConclusion): FileOutcome[] {
    if (culprit !== undefined) return paths.flatMap((path) => single.withdrawn(path, culprit))
    const [first] = paths
    const together = paths.length > 1 && first !== undefined ? { group: first } : {}
    return paths.flatMap((path) => {
      const { file, after } = this.#of(path)
      if (file === undefined || after === undefined) return []
      const made = single.changed(file, after)
      return [made.status === 'changed' ? extended(made, together) : made]
    })
  }
}
