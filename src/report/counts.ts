import type { Severity } from '../engine/finding.ts'
import type { FileOutcome } from '../engine/outcome.ts'

export interface TransformCount {
  readonly id: string
  readonly files: number
  readonly changes: number
}

export interface FindingCount {
  readonly code: string
  readonly severity: Severity
  readonly files: number
  readonly places: number
}

export interface ReasonCount {
  readonly reason: string
  readonly files: number
}

/** Files and places changed per transform, those with the most changes first. */
export function countTransforms(files: readonly FileOutcome[]): readonly TransformCount[] {
  const counts = new Map<string, TransformCount>()
  for (const { transforms } of files) {
    for (const { id, changes } of transforms) {
      const known = counts.get(id) ?? { id, files: 0, changes: 0 }
      counts.set(id, { id, files: known.files + 1, changes: known.changes + changes })
    }
  }
  return [...counts.values()].sort((a, b) => b.changes - a.changes || compareTexts(a.id, b.id))
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info']

/** Findings per code and severity: errors first, then the most frequent. */
export function countFindings(files: readonly FileOutcome[]): readonly FindingCount[] {
  const counts = new Map<string, FindingCount>()
  for (const { findings } of files) {
    const seen = new Set<string>()
    for (const { code, severity } of findings) {
      const key = `${severity} ${code}`
      const known = counts.get(key) ?? { code, severity, files: 0, places: 0 }
      const isNew = !seen.has(key)
      seen.add(key)
      counts.set(key, { ...known, files: known.files + (isNew ? 1 : 0), places: known.places + 1 })
    }
  }
  const rank = ({ severity }: FindingCount) => SEVERITIES.indexOf(severity)
  return [...counts.values()].sort(
    (a, b) => rank(a) - rank(b) || b.places - a.places || compareTexts(a.code, b.code),
  )
}

/** Files per reason, the most frequent first. */
export function countReasons(files: readonly FileOutcome[]): readonly ReasonCount[] {
  const counts = new Map<string, number>()
  for (const { reason, findings, kind } of files) {
    // A reason that names the file's own circumstances would fill the line; its code says as much.
    const text = kind === 'unread' ? (findings[0]?.code ?? kind) : (reason ?? kind)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts]
    .map(([reason, files]) => ({ reason, files }))
    .sort((a, b) => b.files - a.files || compareTexts(a.reason, b.reason))
}

/** The order of texts by their UTF-16 units, the same everywhere. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
