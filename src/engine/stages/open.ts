/** The first stage: which files a command may change, and what becomes of the others. */
import type { SourceFile } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { Command } from '../command.ts'
import { decidedReadings } from '../decided-readings.ts'
import { blocked, unchanged } from '../file-outcome.ts'
import { type FileRun, fileRun, type PackageRun } from '../file-run.ts'
import { findingOf } from '../findings/finding.ts'
import { readingFindings } from '../findings/reading-findings.ts'
import type { FileOutcome } from '../outcome.ts'
import { closedOutcome } from '../standing.ts'

/** Every file of a package, read as it is meant, with what is said of how it is read. */
export function opened(given: Workspace, command: Command): PackageRun {
  const asksReading = isReadingAsked(command)
  const closedBy = new Map([...given.files.values()].map((file) => [file.path, closedAs(file, command)]))
  const isOpen = ({ path }: SourceFile) => closedBy.get(path) === undefined
  const { pkg: before, verdicts } = decidedReadings(given, (file) => asksReading && isOpen(file))
  const runs = [...before.files.values()].map((file): FileRun => {
    const closed = closedBy.get(file.path)
    const findings = asksReading && closed === undefined ? readingFindings(file) : []
    return fileRun(file.path, { before: file, file, closed, findings, verdict: verdicts.get(file.path) })
  })
  return { before, files: new Map(runs.map((one) => [one.path, one])) }
}

/** Whether a transform depends on how CloudFormation is read. */
export function isReadingAsked({ transforms }: Command): boolean {
  return transforms.some(({ ofTemplate, keepsData }) => ofTemplate !== undefined && keepsData !== true)
}

/** The outcome of a file that transforms of single templates leave alone; undefined for one that is open to them. */
function closedAs(file: SourceFile, command: Command): FileOutcome | undefined {
  const { path, document, outside } = file
  const { kind } = file.recognition
  if (outside !== undefined) return unchanged(path, kind, { before: document.text })
  const isConcerned =
    command.kinds(kind) &&
    command.transforms.some(
      ({ ofTemplate, ofKind }) => ofTemplate?.appliesTo(kind) === true || ofKind === kind,
    )
  const outcome = closedOutcome(file, isConcerned)
  if (outcome === undefined) return undefined
  const left = outcome.status === 'unchanged' ? command.leftIn(file) : []
  if (left.length > 0) return blocked(path, kind, document.text, left)
  const note = isConcerned ? undefined : command.ofOtherKind(kind)
  if (note === undefined) return outcome
  const findings = [findingOf('other-kind', note, { start: 0, end: 0 })]
  return unchanged(path, kind, { before: document.text, findings })
}
