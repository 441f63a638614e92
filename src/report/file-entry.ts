import type { FileOutcome, LocatedFinding } from '../engine/outcome.ts'
import type { LookUpCode } from './reporter.ts'

/** One finding as the JSON formats give it. */
export interface FindingEntry {
  readonly code: string
  readonly severity: string
  readonly message: string
  readonly path: string
  readonly line: number
  readonly column: number
  readonly transform?: string
  readonly help?: string
}

/** One file as the JSON formats give it. */
export interface FileEntry {
  readonly path: string
  readonly newPath?: string
  readonly kind: string
  readonly status: string
  readonly reason?: string
  readonly proof: string
  readonly transforms: readonly string[]
  readonly findings: readonly FindingEntry[]
}

/** The outcome without texts and internals, keys in a fixed order. */
export function fileEntry(outcome: FileOutcome, lookUp: LookUpCode): FileEntry {
  const { path, newPath, kind, status, reason, proof, transforms, findings } = outcome
  return {
    path,
    ...(newPath === undefined ? {} : { newPath }),
    kind,
    status,
    ...(reason === undefined ? {} : { reason }),
    proof,
    transforms: transforms.map(({ id }) => id),
    findings: findings.map((finding) => findingEntry(path, finding, lookUp)),
  }
}

function findingEntry(path: string, finding: LocatedFinding, lookUp: LookUpCode): FindingEntry {
  const { code, severity, message, line, column, transform } = finding
  const help = finding.help ?? lookUp(code)?.help
  return {
    code,
    severity,
    message,
    path,
    line,
    column,
    ...(transform === undefined ? {} : { transform }),
    ...(help === undefined ? {} : { help }),
  }
}
