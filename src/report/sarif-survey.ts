/** What a SARIF log has to know of all files before it can begin with the first: rules, groups, and what has to be put together. */
import type { IgnoredFinding, LocatedFinding } from '../engine/outcome.ts'
import { compareTexts } from './counts.ts'
import type { FullReport, KeptOutcome } from './gathered.ts'
import type { Replacement } from './sarif-fix.ts'

/** The rule of a file that would change; no finding has this code. */
export const CHANGE = 'would-change'

export type SarifReport = FullReport<readonly Replacement[]>
export type SarifFile = KeptOutcome<readonly Replacement[]>
export type AnyFinding = LocatedFinding | IgnoredFinding

/** What results have in common that may be grouped. */
export function kindOf(finding: AnyFinding): string {
  return JSON.stringify([finding.code, finding.severity, 'ignoredBy' in finding])
}

/** A first look at all files: the rules, the groups, and how far results have to be put together. */
export class Survey {
  /** Sorted. */
  readonly codes: readonly string[]
  readonly keywords = new Map<string, string>()
  /** Members of groups that change; -1 where the change of a group cannot be said. */
  readonly members = new Map<string, number>()
  readonly grouping: 'none' | 'by file'
  /** Results of one kind. */
  readonly most: number

  constructor({ files, mode }: SarifReport, most: number) {
    const codes = new Set<string>()
    const findings = new Map<string, number>()
    const groups = new Map<string, number>()
    for (const file of files) {
      const own = new Set<string>()
      for (const finding of findingsOf(file)) {
        codes.add(finding.code)
        if (finding.requirement !== undefined) this.keywords.set(finding.code, finding.requirement.keyword)
        own.add(kindOf(finding))
        grow(findings, kindOf(finding))
      }
      if (mode === 'dry-run' && file.status === 'changed') {
        codes.add(CHANGE)
        own.add(CHANGE)
        grow(findings, CHANGE)
        this.#join(file)
      }
      for (const kind of own) grow(groups, kind)
    }
    this.codes = [...codes].sort(compareTexts)
    this.grouping = sum(findings.values()) <= most ? 'none' : 'by file'
    this.most = this.grouping === 'none' ? most : capFor([...groups.values()], most)
  }

  #join({ group, newPath, isNew, extra }: SarifFile): void {
    if (group === undefined) return
    const known = this.members.get(group) ?? 0
    const cannotBeSaid = newPath !== undefined || isNew === true || extra === undefined || known === -1
    this.members.set(group, cannotBeSaid ? -1 : known + 1)
  }
}

export function findingsOf({ findings, ignored = [] }: SarifFile): readonly AnyFinding[] {
  return [...findings, ...ignored]
}

/** The largest number of results of each kind with which all of them fit, one for the rest of each kind included. */
function capFor(counts: readonly number[], most: number): number {
  const of = (cap: number) => sum(counts.map((count) => (count > cap ? cap + 1 : count)))
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (of(middle) <= most) low = middle
    else high = middle - 1
  }
  return low
}

function sum(numbers: Iterable<number>): number {
  let all = 0
  for (const one of numbers) all += one
  return all
}

function grow(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
