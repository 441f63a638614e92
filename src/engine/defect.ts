/** What fails inside of hotshift, or of a transform of the user's own: its finding and its outcome are made here alone. */
import { currentMachine } from '../text/document/machine.ts'
import { left } from './file-outcome.ts'
import { behaves } from './findings/catalogue.ts'
import { type Finding, findingOf, messageOf } from './findings/finding.ts'
import { type FileOutcome, withoutResult } from './outcome.ts'

/** What a transform that is not hotshift's own threw, or that it gave nothing to go on with. */
export class TransformFailure extends Error {
  constructor(id: string, cause: unknown) {
    super(`${id} failed: ${messageOf(cause)}`, { cause })
    this.name = 'TransformFailure'
  }
}

/**
 * The finding for whatever was thrown.
 * @param doing what could not be done because of it; a clause
 */
export function defectFinding(error: unknown, doing?: string): Finding {
  const code = error instanceof TransformFailure ? 'transform-failed' : 'internal-error'
  const shown = error instanceof TransformFailure ? error.cause : error
  const stack = currentMachine().isDebugged() ? (shown as Partial<Error> | undefined)?.stack : undefined
  const message = `${doing === undefined ? '' : `${doing}: `}${messageOf(error)}`
  return findingOf(code, stack === undefined ? message : `${message}\n${stack}`)
}

/** The error with what could not be done because of it. */
export function doneBefore(doing: string, error: unknown): Error {
  return new Error(`${doing}: ${messageOf(error)}`, { cause: error })
}

/** What is found in one file; a defect that the file brings out is found there instead. */
export function foundIn(look: () => readonly Finding[]): readonly Finding[] {
  try {
    return look()
  } catch (error) {
    return [defectFinding(error)]
  }
}

/** Whether a finding says that hotshift, or a transform, did not do what it is meant to do. */
export function isDefect(finding: Finding): boolean {
  return behaves(finding.code, 'defect')
}

/** A defect that meets one file is that file's failure, not the end of the run. */
export function failed(path: string, error: unknown, kind = 'not-a-template', before?: string): FileOutcome {
  const finding = defectFinding(error)
  const details = { findings: [finding], ...(before === undefined ? {} : { before }) }
  return left(path, kind, 'failed', details, defectReason(finding))
}

/** The outcome without its result, because of an internal error; earlier findings are preserved. */
export function failedBy(outcome: FileOutcome, error: unknown, doing: string): FileOutcome {
  const finding = defectFinding(error, doing)
  const { findings, ...rest } = withoutResult(outcome)
  const located = { ...finding, line: 1, column: 1 }
  return { ...rest, status: 'failed', reason: defectReason(finding), findings: [...findings, located] }
}

/** Why a file failed, in one line. */
export function defectReason({ code, message }: Finding): string {
  const [line = ''] = message.split('\n')
  return code === 'internal-error' ? `internal error: ${line}` : line
}
