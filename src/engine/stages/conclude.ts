/** The last stage: the outcomes of all files. */
import { extended } from '../../document/records.ts'
import type { StackImpact } from '../../impact/model.ts'
import { type SourceFile, yamlName } from '../../workspace/source-file.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { Command, Findings, PackageOutcomes } from '../command.ts'
import { defectReason, isDefect } from '../defect.ts'
import { blocks, changed, type Details, left, reasonOf, unchanged } from '../file-outcome.ts'
import { type FileRun, fileRun, type ProvedRun } from '../file-run.ts'
import { type Finding, findingOf, withoutChange } from '../finding.ts'
import { impactsOf } from '../impact.ts'
import type { FileOutcome, ProofKey } from '../outcome.ts'
import { Proofs } from '../proofs.ts'
import { readingOf } from '../reading-findings.ts'
import { corresponding, givenUp, migrated } from '../result-words.ts'
import { isReadingAsked } from './open.ts'

export function concluded(run: ProvedRun, command: Command): PackageOutcomes {
  return new Conclusion(run, command).outcomes()
}

/** Files that change together, and the one of them that keeps all from being written. */
interface ChangeGroup {
  readonly paths: readonly string[]
  readonly culprit: string | undefined
}

class Conclusion {
  readonly #run: ProvedRun
  readonly #command: Command
  readonly #proofs: Proofs
  #findings: Findings

  constructor(run: ProvedRun, command: Command) {
    this.#run = run
    this.#command = command
    this.#proofs = new Proofs(run.proofs, command.proof)
    this.#findings = new Map([...run.files].map(([path, { findings }]) => [path, findings]))
  }

  outcomes(): PackageOutcomes {
    const { before, groups, changed, after, made } = this.#run
    const judged = groups.map((paths) => ({ paths, culprit: this.#culpritOf(paths) }))
    if (this.#command.audit !== undefined && made !== undefined)
      this.#findings = this.#command.audit(before, this.#writtenPart(judged, made), this.#findings)
    const done = new Set(changed)
    const outcomes = judged.flatMap((group) => this.#groupOutcomes(group))
    const impacts = this.#impactsOf(outcomes)
    for (const file of before.files.values())
      if (!done.has(file.path)) outcomes.push(this.#untouched(file, this.#proofs.findings(file.path)))
    const others = [...this.#findings].filter(([path]) => !after.files.has(path))
    const told = outcomes.map((outcome) => {
      const impact = impacts.get(outcome.path)
      return impact === undefined ? outcome : extended(outcome, { impact })
    })
    return { outcomes: told, others: new Map(others) }
  }

  #of(path: string): FileRun {
    return this.#run.files.get(path) ?? fileRun(path, {})
  }

  #impactsOf(outcomes: readonly FileOutcome[]): ReadonlyMap<string, StackImpact> {
    const { before, after, isAssuming } = this.#run
    const written = outcomes.flatMap(({ status, path }) => (status === 'changed' ? [path] : []))
    return impactsOf({
      before,
      after: before.withFiles(written.flatMap((path) => after.files.get(path) ?? [])),
      changed: new Set(written),
      isEqual: (module, paths) => !isAssuming && paths.every((path) => this.#isPlainlyEqual(module, path)),
      isUnfinished: (path) => this.#command.isMigration === true && this.#of(path).isPartial,
    })
  }

  /** Whether the proof of a module is about a file as it was written, and its words count as they stand there. */
  #isPlainlyEqual(module: string, path: string): boolean {
    const { applied, lossy, isPartial } = this.#of(path)
    const translating = this.#command.transforms.filter(({ meaning }) => meaning === 'as Heat translates')
    const own = this.#proofs.ofModule(module)
    return (
      own.length > 0 &&
      own.every(({ verdict }) => verdict === 'equal') &&
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
    return paths.find((path) => this.#refusalsOf(path).some(blocks)) ?? this.#proofs.wrongModule(paths)
  }

  #groupOutcomes({ paths, culprit }: ChangeGroup): FileOutcome[] {
    if (culprit !== undefined) return paths.flatMap((path) => this.#withdrawn(path, culprit))
    const [first] = paths
    const together = paths.length > 1 && first !== undefined ? { group: first } : {}
    return paths.flatMap((path) => {
      const { file, after } = this.#of(path)
      if (file === undefined || after === undefined) return []
      const made = this.#changed(file, after)
      return [made.status === 'changed' ? extended(made, together) : made]
    })
  }

  #changed({ path, newPath: given, kind, syntax, created }: SourceFile, after: string): FileOutcome {
    const one = this.#of(path)
    const { before: old, steps, result, applied } = one
    const own = this.#found(path)
    const found = [
      ...own,
      ...this.#proofs.findings(path),
      ...givenUp(one, this.#command),
      ...corresponding(this.#proofOf(path).proof, own),
    ]
    const newPath = given ?? (old === undefined || old.syntax === syntax ? path : yamlName(path))
    if (old !== undefined && after === old.document.text && newPath === path)
      return this.#untouched(old, this.#proofs.findings(path))
    const undeployable = result?.undeployable
    const made = {
      after,
      ...(this.#command.steps === true ? { steps: steps ?? [] } : {}),
      ...(newPath === path || created !== undefined ? {} : { newPath }),
      ...(created === undefined ? {} : { isNew: true as const }),
      ...(created?.access === undefined ? {} : { access: created.access }),
      ...migrated(one),
      ...(undeployable === undefined ? {} : { undeployable }),
    }
    // A file that is created comes up under its new name at once.
    return changed(created === undefined ? path : newPath, kind, made, {
      findings: found,
      transforms: applied,
      ...(old === undefined ? {} : { before: old.document.text }),
      ...this.#readingOf(path),
      ...this.#proofOf(path),
    })
  }

  /** A file of a change that is not made; one that would have been created does not come up at all. */
  #withdrawn(path: string, culprit: string): FileOutcome[] {
    const file = this.#of(path).before
    if (file === undefined) return []
    const own = this.#refusalsOf(path)
    const message = `belongs together with the change of ${culprit}, which cannot be made`
    const because = findingOf('change-incomplete', message)
    const reasons = own.some(blocks) ? own : [...own, because]
    const reported = withoutChange(this.#found(path))
    const known = new Set(reported)
    const findings = [...reported, ...reasons.filter((one) => !known.has(one))]
    const details = {
      before: file.document.text,
      findings,
      ...this.#readingOf(path),
      ...this.#proofOf(path),
    }
    return [stopped(path, file.recognition.kind, details, reasons)]
  }

  /** What was left to a person blocks the file, so that the run does not end as if all were done. */
  #untouched(file: SourceFile, added: readonly Finding[]): FileOutcome {
    const { path, document, kind } = file
    const { closed, refusals, isPartial } = this.#of(path)
    const findings = [...this.#found(path), ...added, ...refusals.filter(isDefect)]
    if (closed !== undefined && findings.length === 0) return closed
    const errors = isPartial ? [] : findings.filter(blocks)
    const details = { before: document.text, findings, ...this.#readingOf(path) }
    return errors.length > 0 ? stopped(path, kind, details, errors) : unchanged(path, kind, details)
  }

  #readingOf(path: string): Pick<FileOutcome, 'reading' | 'readingBecause' | 'refused'> {
    const { before, closed } = this.#of(path)
    const isAsked = isReadingAsked(this.#command) && closed === undefined
    return !isAsked || before === undefined ? {} : readingOf(before)
  }

  #found(path: string): readonly Finding[] {
    return [...(this.#findings.get(path) ?? []), ...this.#of(path).guards]
  }

  /** What keeps a file from being written. */
  #refusalsOf(path: string): readonly Finding[] {
    return [...this.#of(path).refusals, ...this.#proofs.findings(path)]
  }

  /** A step alone is not proved. */
  #proofOf(path: string): Pick<FileOutcome, ProofKey> {
    const isStep = this.#of(path).lossy.some(({ meaning }) => meaning === 'step')
    return this.#proofs.of(path, isStep ? ['none'] : [])
  }
}

/** A file that stays as it is because of some errors; a defect comes before all else that is wrong with it. */
function stopped(path: string, kind: string, details: Details, errors: readonly Finding[]): FileOutcome {
  const defect = errors.find(isDefect)
  return defect === undefined
    ? left(path, kind, 'blocked', details, reasonOf(errors))
    : left(path, kind, 'failed', details, defectReason(defect))
}
