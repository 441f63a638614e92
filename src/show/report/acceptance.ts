/** What `--accept` would do about files that are blocked or not deployable, and what it costs. */

import type { LocatedFinding, ReportedOutcome } from '../../engine/outcome.ts'
import { grow } from '../../text/document/multimap.ts'
import { compareTexts } from '../../text/document/sorted.ts'
import { quantity } from './counts.ts'
import type { LookUpCode } from './reporter.ts'

interface Acceptance {
  /** Sorted, each once. */
  readonly codes: readonly string[]
  /** How often each of them was found. */
  readonly counts: ReadonlyMap<string, number>
  /** How often each code was found that `--accept` does not cover: a person has to edit the file. */
  readonly left: ReadonlyMap<string, number>
  /** The file is converted without it, and Heat refuses the result: for nothing else, or for types that it lacks, too. */
  readonly deploys?: 'all' | 'but types'
}

type Weighed = Pick<LocatedFinding, 'code' | 'severity' | 'needsEdit'>

/** What decides it of an outcome. */
interface Blocking {
  readonly status: ReportedOutcome['status']
  readonly findings: readonly Weighed[]
  readonly undeployable?: ReportedOutcome['undeployable']
  readonly missingTypes?: ReportedOutcome['missingTypes']
}

/**
 * The codes that a user can accept in a blocked file, and the one with which Heat takes a result that it refuses; undefined
 * where there are none, and for other files. What stands behind a location that blocks may only be found once that is
 * accepted.
 */
export function acceptanceOf(outcome: Blocking, lookUp: LookUpCode): Acceptance | undefined {
  if (outcome.status === 'changed') return deployingOf(outcome)
  if (outcome.status !== 'blocked') return undefined
  const [counts, left] = [new Map<string, number>(), new Map<string, number>()]
  for (const finding of outcome.findings)
    if (finding.severity === 'error') grow(isAcceptable(finding, lookUp) ? counts : left, finding.code)
  return counts.size === 0 ? undefined : { codes: [...counts.keys()].sort(), counts, left }
}

function deployingOf({ findings, undeployable, missingTypes = [] }: Blocking): Acceptance | undefined {
  const code = undeployable?.accepting
  if (code === undefined) return undefined
  const count = findings.filter((one) => one.code === code).length
  return {
    codes: [code],
    counts: new Map([[code, count]]),
    left: new Map(),
    deploys: missingTypes.length > 0 ? 'but types' : 'all',
  }
}

/** Whether `--accept` covers a finding. */
export function isAcceptable({ code, needsEdit }: Omit<Weighed, 'severity'>, lookUp: LookUpCode): boolean {
  return needsEdit !== true && lookUp(code)?.accept !== undefined
}

/** What `--accept` does about a file, and what that costs, in one line. */
export function acceptanceText({ codes, counts, left, deploys }: Acceptance, lookUp: LookUpCode): string {
  const option = `--accept ${codes.join(',')}`
  const costs = costsOf(counts, lookUp).join(', ')
  if (deploys !== undefined)
    return `nothing else is rejected${deploys === 'all' ? '' : ' but types that Heat lacks'}: ${option} (${costs})`
  if (left.size === 0) return `nothing else blocks it: ${option} (${costs})`
  const [settled, others] = [sumOf(counts), sumOf(left)]
  const edits = `${others === 1 ? 'the other one needs an edit' : `the other ${others} need an edit`}`
  const names = [...left.keys()].sort().join(', ')
  return `${option} settles ${settled} of ${quantity(settled + others, 'error')} (${costs}); ${edits}: ${names}`
}

/** The same for programs. */
export interface AcceptanceEntry {
  readonly codes: readonly string[]
  readonly costs: readonly string[]
  readonly left: Readonly<Record<string, number>>
}

export function acceptanceEntry(outcome: ReportedOutcome, lookUp: LookUpCode): AcceptanceEntry | undefined {
  const acceptance = acceptanceOf(outcome, lookUp)
  if (acceptance === undefined) return undefined
  const { codes, counts, left } = acceptance
  return { codes, costs: costsOf(counts, lookUp), left: Object.fromEntries([...left].sort(byKey)) }
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** What accepting some codes gives up, and how often: `2 imports become parameters`. */
function costsOf(counts: ReadonlyMap<string, number>, lookUp: LookUpCode): readonly string[] {
  return [...counts].sort(byKey).map(([code, count]) => {
    const cost = lookUp(code)?.cost
    return cost === undefined
      ? `${code} at ${quantity(count, 'location')}`
      : `${count} ${count === 1 ? cost.one : cost.several}`
  })
}

function byKey([one]: readonly [string, number], [other]: readonly [string, number]): number {
  return compareTexts(one, other)
}

/** So many sets of codes stand in a line. */
const STEPS = 2

interface Deploying {
  readonly codes: readonly string[]
  readonly files: number
  readonly lacking: number
  readonly costs: string
}

/** Counts, over a run, which sets of codes would do for how many files that nothing else blocks, or makes undeployable. */
export class AcceptanceCount {
  /** Blocked files by their codes, which commas separate. */
  readonly #files = new Map<string, number>()
  /** Findings of these files by their codes. */
  readonly #counts = new Map<string, number>()
  /** The same of results that Heat would take. */
  readonly #deploying = { files: 0, lacking: 0, counts: new Map<string, number>() }

  add(acceptance: Acceptance | undefined): void {
    if (acceptance === undefined || acceptance.left.size > 0) return
    if (acceptance.deploys !== undefined) {
      this.#deploying.files += 1
      this.#deploying.lacking += acceptance.deploys === 'all' ? 0 : 1
      for (const [code, count] of acceptance.counts) grow(this.#deploying.counts, code, count)
      return
    }
    grow(this.#files, acceptance.codes.join(','))
    for (const [code, count] of acceptance.counts) grow(this.#counts, code, count)
  }

  /** What it costs to accept all codes of the last step, in one line; empty where there is none. */
  costs(lookUp: LookUpCode): string {
    return costsOf(this.#counts, lookUp).join(', ')
  }

  /** With which codes nothing else is refused of so many results, but types that Heat lacks of some of them. */
  deploying(lookUp: LookUpCode): Deploying {
    const { files, lacking, counts } = this.#deploying
    return { codes: [...counts.keys()].sort(), files, lacking, costs: costsOf(counts, lookUp).join(', ') }
  }

  /**
   * Sets that grow, each with the files that nothing else blocks: first the codes that free most files, then those that
   * free most of the rest.
   */
  steps(): readonly { readonly codes: readonly string[]; readonly files: number }[] {
    const steps: { readonly codes: readonly string[]; readonly files: number }[] = []
    const sets = [...this.#files.keys()].map((key) => key.split(','))
    let accepted = new Set<string>()
    let left = sets
    while (left.length > 0) {
      const counted = left.map((codes) => {
        const wider = new Set([...accepted, ...codes])
        return { wider, added: wider.size - accepted.size, files: this.#filesWithin(wider) }
      })
      const before = this.#filesWithin(accepted)
      const value = ({ files, added }: { readonly files: number; readonly added: number }) =>
        (files - before) / added
      const best = counted.reduce((one, other) => (value(other) > value(one) ? other : one))
      accepted = best.wider
      steps.push({ codes: [...accepted].sort(), files: best.files })
      left = left.filter((codes) => !codes.every((code) => accepted.has(code)))
    }
    // Of many steps the first ones, and the last, which leaves nothing.
    return steps.length <= STEPS ? steps : [...steps.slice(0, STEPS - 1), ...steps.slice(-1)]
  }

  #filesWithin(codes: ReadonlySet<string>): number {
    return [...this.#files].reduce(
      (sum, [key, files]) => (key.split(',').every((code) => codes.has(code)) ? sum + files : sum),
      0,
    )
  }
}
