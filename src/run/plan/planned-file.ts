/** Outcomes as a plan keeps them, and back. */

import type { ChangedOutcome, FileOutcome, Step } from '../../engine/outcome.ts'
import { sha256 } from '../../text/document/sha256.ts'
import { lineEdits, splitLines } from '../diff/hunks.ts'
import type { RunReport } from '../run-report.ts'
import { DocumentProblem } from './document.ts'
import {
  type ChangedFile,
  type PlanHeader,
  type PlannedEdit,
  type PlannedFile,
  planSchemaId,
} from './plan.ts'

/** What a plan says of a file. */
export function plannedFile(outcome: FileOutcome): PlannedFile {
  const transforms = [...outcome.transforms]
  const findings = [...outcome.findings]
  if (outcome.status === 'changed') return { ...changedFile(outcome), transforms, findings }
  // The source of an unchanged file is not part of a plan.
  const { before: _before, ...facts } = outcome
  return { ...facts, transforms, findings } as PlannedFile
}

function changedFile(outcome: ChangedOutcome): Omit<ChangedFile, 'transforms' | 'findings'> {
  const { before, after, steps = [], transforms: _transforms, findings: _findings, ...facts } = outcome
  const { missingTypes, reason: _reason, ...others } = facts
  return {
    ...others,
    ...(missingTypes === undefined ? {} : { missingTypes: [...missingTypes] }),
    ...(before === undefined ? {} : { before: { sha256: sha256(before), text: before } }),
    after: { sha256: sha256(after) },
    edits: plannedEdits(before ?? '', after),
    ...(steps.length === 0 ? {} : { steps: plannedSteps(before ?? '', steps) }),
  }
}

function plannedSteps(before: string, steps: readonly Step[]) {
  let text = before
  return steps.map(({ after, ...facts }) => {
    const edits = plannedEdits(text, after)
    text = after
    return { ...facts, edits }
  })
}

function plannedEdits(before: string, after: string): PlannedEdit[] {
  const lines = splitLines(after)
  return lineEdits(before, after).map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    line: oldStart + 1,
    lines: oldEnd - oldStart,
    text: lines.slice(newStart, newEnd).join(''),
  }))
}

/**
 * What the plan says, as the outcome that it was made from.
 *
 * @throws DocumentProblem where its edits, or those of its steps, do not give what it says they give
 */
export function outcomeOf(file: PlannedFile): FileOutcome {
  if (file.status !== 'changed') return file
  const { before, after: _after, edits: _edits, steps, ...facts } = file
  const text = before?.text ?? ''
  const after = edited(text, file.edits)
  if (before !== undefined && sha256(before.text) !== before.sha256)
    throw new DocumentProblem(`${file.path}: the hash of the original differs from the plan`)
  if (sha256(after) !== file.after.sha256)
    throw new DocumentProblem(`${file.path}: the hash of the result differs from the plan`)
  if ((before === undefined) !== (file.isNew === true))
    throw new DocumentProblem(`${file.path}: a new file must not have an original, and any other must`)
  const passed = steps === undefined ? undefined : stepsOf(text, steps)
  // `--commit` and `--patches` write these sources one after the other.
  const last = passed?.at(-1)
  if (last !== undefined && last.after !== after)
    throw new DocumentProblem(`${file.path}: the last of its steps gives another result than the plan`)
  return {
    ...facts,
    ...(before === undefined ? {} : { before: before.text }),
    after,
    ...(passed === undefined ? {} : { steps: passed }),
  }
}

function stepsOf(before: string, steps: NonNullable<ChangedFile['steps']>): readonly Step[] {
  let text = before
  return steps.map(({ edits, ...facts }) => {
    text = edited(text, edits)
    return { ...facts, after: text }
  })
}

/** Applies edits to a source. @throws DocumentProblem for edits that overlap or lie outside */
export function edited(before: string, edits: readonly PlannedEdit[]): string {
  const lines = splitLines(before)
  const parts: string[] = []
  let next = 0
  for (const { line, lines: removed, text } of edits) {
    const start = line - 1
    if (start < next || start + removed > lines.length)
      throw new DocumentProblem(`the edit at line ${line} overlaps another, or lies outside the original`)
    parts.push(...lines.slice(next, start), text)
    next = start + removed
  }
  return [...parts, ...lines.slice(next)].join('')
}

/** How every plan begins. */
export const planStart = `{\n"$schema": ${JSON.stringify(planSchemaId)}`

interface PlanWriter {
  file(outcome: FileOutcome): void
  end(report: Pick<RunReport, 'totals' | 'questions'>): void
}

/** Streams a plan while the run goes on and retains no file. One file per line, so that plans diff well. */
export function planWriter(write: (text: string) => void, header: PlanHeader): PlanWriter {
  const fields = Object.entries(header).map(
    ([name, value]) => `,\n${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  let isBegun = false
  const begin = () => {
    if (isBegun) return ',\n'
    isBegun = true
    return `${planStart}${fields.join('')},\n"files": [\n`
  }
  return {
    file: (outcome) => write(begin() + JSON.stringify(plannedFile(outcome))),
    end({ totals, questions }) {
      const asked = questions === undefined ? '' : `,\n"questions": ${JSON.stringify(questions)}`
      write(`${isBegun ? '' : begin()}\n],\n"totals": ${JSON.stringify(totals)}${asked}\n}\n`)
    },
  }
}
