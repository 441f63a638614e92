import type { RequirementFacts } from '../engine/finding.ts'
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
  readonly requirement?: RequirementEntry
}

/** What a finding about a requirement says of it. */
export interface RequirementEntry {
  readonly keyword: string
  readonly repair: string
  readonly isRepaired: boolean
}

/** One file as the JSON formats give it. */
export interface FileEntry {
  readonly path: string
  readonly newPath?: string
  readonly isNew?: true
  readonly kind: string
  readonly status: string
  readonly reason?: string
  readonly proof: string
  readonly proofMilliseconds?: number
  readonly transforms: readonly string[]
  readonly findings: readonly FindingEntry[]
}

/** The outcome without texts and internals, keys in a fixed order. */
export function fileEntry(outcome: FileOutcome, lookUp: LookUpCode): FileEntry {
  const { path, newPath, isNew, kind, status, reason, proof, proofMilliseconds, transforms, findings } =
    outcome
  return {
    path,
    ...(newPath === undefined ? {} : { newPath }),
    ...(isNew === undefined ? {} : { isNew }),
    kind,
    status,
    ...(reason === undefined ? {} : { reason }),
    proof,
    ...(proofMilliseconds === undefined ? {} : { proofMilliseconds: rounded(proofMilliseconds) }),
    transforms: transforms.map(({ id }) => id),
    findings: findings.map((finding) => findingEntry(path, finding, lookUp)),
  }
}

function findingEntry(path: string, finding: LocatedFinding, lookUp: LookUpCode): FindingEntry {
  const { code, severity, message, line, column, transform, requirement } = finding
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
    ...(requirement === undefined ? {} : { requirement: requirementEntry(requirement) }),
  }
}

/** The facts with every key, so that readers need no defaults. */
export function requirementEntry({ keyword, repair, isRepaired }: RequirementFacts): RequirementEntry {
  return { keyword, repair, isRepaired: isRepaired === true }
}

/** To microseconds; more digits would be noise. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}
