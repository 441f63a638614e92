import type { SourceFile } from '../../stack/source-file.ts'
import type { Command, Findings } from '../command.ts'
import { defectReason, isDefect } from '../defect.ts'
import { blocks, changed, type Details, left, reasonOf, unchanged } from '../file-outcome.ts'
import { type FileRun, fileRun, type ProvedRun } from '../file-run.ts'
import { type Finding, findingOf, withoutChange } from '../findings/finding.ts'
import { readingOf } from '../findings/reading-findings.ts'
import { corresponding, givenUp, migrated, unreplacedTypes } from '../findings/result-words.ts'
import type { FileOutcome, ProofKey } from '../outcome.ts'
import type { Proofs } from '../proof/proofs.ts'
import { withoutReplaced } from '../proof/tree-guards.ts'
import { isReadingAsked } from './open.ts'

/** What becomes of each file: changed, withdrawn with the change that it belongs to, or untouched. */
export class FileConclusion {
  readonly #files: ProvedRun['files']
  readonly #command: Command
  readonly #proofs: Proofs
  readonly #findings: Findings

  /** @param findings of each file, with those of the audit */
  constructor(files: ProvedRun['files'], command: Command, proofs: Proofs, findings: Findings) {
    this.#files = files
    this.#command = command
    this.#proofs = proofs
    this.#findings = findings
  }

  #of(path: string): FileRun {
    return this.#files.get(path) ?? fileRun(path, {})
  }

  changed({ path, newPath: given, kind, syntax, created }: SourceFile, after: string): FileOutcome {
    const one = this.#of(path)
    const { before: old, steps, result, applied } = one
    const own = this.#found(path)
    const { proof } = this.#proofOf(path)
    const found = [
      ...own,
      ...this.#proofs.findings(path),
      ...givenUp(one, this.#command, proof),
      ...corresponding(proof, own),
    ]
    const newPath =
      given ?? (old === undefined || old.syntax === syntax ? path : this.#command.resultName(path))
    if (old !== undefined && after === old.document.text && newPath === path) return this.untouched(old)
    const undeployable = result?.undeployable
    const made = {
      after,
      ...(this.#command.steps ? { steps: steps ?? [] } : {}),
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
      ...(old === undefined ? {} : { before: old.document.text, root: old.document.root }),
      ...this.#readAs(path),
      ...this.#proofOf(path),
    })
  }

  /** A file of a change that is not made; one that would have been created does not come up at all. */
  withdrawn(path: string, culprit: string): FileOutcome[] {
    const file = this.#of(path).before
    if (file === undefined) return []
    const own = refusalsOf(this.#of(path), this.#proofs)
    const message = `belongs together with the change of ${culprit}, which cannot be made`
    const because = findingOf('change-incomplete', message)
    const reasons = own.some(blocks) ? own : [...own, because]
    const reported = withoutChange(this.#found(path))
    const known = new Set(reported)
    const findings = [...reported, ...reasons.filter((one) => !known.has(one))]
    const details = {
      before: file.document.text,
      root: file.document.root,
      findings,
      ...this.#readAs(path),
      ...this.#proofOf(path),
    }
    return [stopped(path, file.recognition.kind, details, reasons)]
  }

  /** What was left to a person blocks the file, so that the run does not end as if all were done. */
  untouched(file: SourceFile): FileOutcome {
    const { path, document, kind } = file
    const { closed, refusals, isPartial } = this.#of(path)
    const findings = [...this.#found(path), ...this.#proofs.findings(path), ...refusals.filter(isDefect)]
    if (closed !== undefined && findings.length === 0) return closed
    const errors = isPartial ? [] : findings.filter(blocks)
    const details = {
      before: document.text,
      root: document.root,
      findings,
      ...this.#readAs(path),
    }
    return errors.length > 0 ? stopped(path, kind, details, errors) : unchanged(path, kind, details)
  }

  #readAs(path: string): Pick<FileOutcome, 'reading' | 'readingBecause' | 'refused' | 'unreplacedTypes'> {
    const { before, closed } = this.#of(path)
    const isAsked = isReadingAsked(this.#command) && closed === undefined
    const reading = !isAsked || before === undefined ? {} : readingOf(before)
    return { ...reading, ...unreplacedTypes(this.#of(path), this.#command) }
  }

  #found(path: string): readonly Finding[] {
    return withoutReplaced([...(this.#findings.get(path) ?? []), ...this.#of(path).guards])
  }

  /** A step alone is not proved. */
  #proofOf(path: string): Pick<FileOutcome, ProofKey> {
    const isStep = this.#of(path).lossy.some(({ keeps }) => keeps === 'meaning of the chain')
    return this.#proofs.of(path, isStep ? ['none'] : [])
  }
}

/** A file that is not changed because of some errors; a defect comes before all else that is wrong with it. */
function stopped(path: string, kind: string, details: Details, errors: readonly Finding[]): FileOutcome {
  const defect = errors.find(isDefect)
  return defect === undefined
    ? left(path, kind, 'blocked', details, reasonOf(errors))
    : left(path, kind, 'failed', details, defectReason(defect))
}

/** What keeps a file from being written. */
export function refusalsOf({ path, refusals }: FileRun, proofs: Proofs): readonly Finding[] {
  return [...refusals, ...proofs.findings(path)]
}
