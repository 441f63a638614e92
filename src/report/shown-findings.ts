/** Which findings of a run are worth a line of a report for people, and which are only named. */
import { groupedBy } from '../document/multimap.ts'
import type { FindingCode } from '../engine/catalogue.ts'
import type { Severity } from '../engine/finding.ts'
import type { LocatedFinding, ReportedOutcome } from '../engine/outcome.ts'

/** A finding to show, and what it stands for. */
export interface ShownFinding {
  readonly finding: LocatedFinding
  /** Findings of its kind in this file that are left out, said after the last one shown. */
  readonly more: number
  /** Findings of its kind in this file of which the locations are said. */
  readonly also: readonly LocatedFinding[]
}

/** Findings of one code that the run has shown before: their locations are enough. */
export interface NamedFindings {
  readonly severity: Severity
  readonly code: string
  readonly findings: readonly LocatedFinding[]
}

export interface ChosenFindings {
  readonly shown: readonly ShownFinding[]
  readonly named: readonly NamedFindings[]
}

/** Chooses, file by file, which findings are worth a line, and in which order. */
export type ChooseFindings = (
  findings: readonly LocatedFinding[],
  status: ReportedOutcome['status'],
) => ChosenFindings

/** Shows all. */
export const chooseAll: ChooseFindings = (findings) => ({
  shown: findings.map((finding) => ({ finding, more: 0, also: [] })),
  named: [],
})

export function isError({ severity }: LocatedFinding): boolean {
  return severity === 'error'
}

/** So many of one kind in one file are shown; when there are only a few more, all are. */
const SHOWN = { inFile: 3, allUpTo: 5 }
/** So many of one kind are shown in a whole run. */
const SHOWN_IN_RUN = 20

/** About how files are read, or of little use at each location: a run shows the first. */
const ofRuns: ReadonlySet<string> = new Set<FindingCode>([
  'other-kind',
  'account-is-project',
  'ignored-key',
  'unknown-resource-type',
])

/**
 * Shows errors first, of those that are alike the first few in a file and in the whole run: with the same code and the same
 * message but for names and numbers. Of warnings, and then of infos, the first of each code. What is about how a whole
 * run is read is shown once. A file in which nothing is shown is left to its reason.
 */
export function firstOfMany(): ChooseFindings {
  const shownInRun = new Map<string, number>()
  const saidOfRun = new Set<string>()
  return (findings) => {
    const chosen = new Map<LocatedFinding, number>()
    const errors = findings.filter(isError)
    for (const [kind, alike] of groupedBy(errors, kindOf)) {
      const before = shownInRun.get(kind) ?? 0
      if (before >= SHOWN_IN_RUN) continue
      const count = alike.length <= SHOWN.allUpTo ? alike.length : SHOWN.inFile
      shownInRun.set(kind, before + count)
      alike.slice(0, count).forEach((finding, i) => {
        chosen.set(finding, i === count - 1 ? alike.length - count : 0)
      })
    }
    // In their own order, which is that of their locations.
    const shown: ShownFinding[] = errors.flatMap((finding) => {
      const more = chosen.get(finding)
      return more === undefined ? [] : [{ finding, more, also: [] }]
    })
    for (const [code, [finding, ...others]] of remarks(findings)) {
      if (finding === undefined || saidOfRun.has(code)) continue
      if (ofRuns.has(code)) saidOfRun.add(code)
      const before = shownInRun.get(code) ?? 0
      if (before >= SHOWN_IN_RUN) continue
      shownInRun.set(code, before + 1)
      shown.push({ finding, more: others.length, also: [] })
    }
    return { shown, named: [] }
  }
}

/** Warnings, and then infos, by their codes. */
function remarks(findings: readonly LocatedFinding[]): readonly (readonly [string, LocatedFinding[]])[] {
  return (['warning', 'info'] as const).flatMap((severity) => [
    ...groupedBy(
      findings.filter((one) => one.severity === severity),
      ({ code }) => code,
    ),
  ])
}

/** So many infos of a run have a line of their own. */
const INFOS = 5

/**
 * What a rewrite of many files has to say of findings: each kind of error in full where the run meets it first, and from
 * then on by code and location. Warnings are said of files that are written or left as they are, each kind in full
 * first, and from then on in written and skipped files by code and location. Infos are said until there were some. What
 * is blocked has errors to be read first; the totals count the rest. Requirements, and errors of what is written, are
 * shown as `firstOfMany` does.
 */
export function onceInRun(): ChooseFindings {
  const apart = firstOfMany()
  const known = new Set<string>()
  let infos = 0
  // What is about a whole run is said once, however it is worded.
  const remarkOf = (one: LocatedFinding) =>
    one.severity === 'info' || ofRuns.has(one.code) ? `${one.severity} ${one.code}` : kindOf(one)
  const isNew = (key: string) => !known.has(key) && known.add(key) !== undefined
  return (findings, status) => {
    // Errors of a file that is written are the work that it leaves: each is read.
    const isApart = (one: LocatedFinding) =>
      one.requirement !== undefined || (status === 'changed' && isError(one))
    const own = findings.filter((one) => !isApart(one))
    const shown: ShownFinding[] = [...apart(findings.filter(isApart), status).shown]
    const named: LocatedFinding[] = []
    for (const [kind, [finding, ...also]] of groupedBy(own.filter(isError), kindOf)) {
      if (finding === undefined) continue
      if (isNew(kind)) shown.push({ finding, more: 0, also })
      else named.push(finding, ...also)
    }
    if (status === 'blocked' || status === 'failed') return { shown, named: byCode(named) }
    for (const [code, alike] of remarks(own)) {
      const finding = alike.find((one) => isNew(remarkOf(one)))
      const isInfo = alike[0]?.severity === 'info'
      const others = alike.filter((one) => one !== finding)
      if (finding !== undefined && (!isInfo || infos++ < INFOS))
        shown.push(
          // What is said of a file that is skipped is all that becomes of it.
          status === 'skipped'
            ? { finding, more: 0, also: others }
            : { finding, more: others.length, also: [] },
        )
      else if (!isInfo && ['changed', 'skipped'].includes(status) && !ofRuns.has(code)) named.push(...alike)
    }
    return { shown, named: byCode(named) }
  }
}

function byCode(findings: readonly LocatedFinding[]): readonly NamedFindings[] {
  return [...groupedBy(findings, ({ severity, code }) => `${severity} ${code}`).values()].flatMap((all) => {
    const [first] = all
    return first === undefined ? [] : [{ severity: first.severity, code: first.code, findings: all }]
  })
}

/** Code, severity and message without what is in quotes, names with dots and numbers. */
function kindOf({ code, severity, message }: LocatedFinding): string {
  const shape = message
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '"')
    .replace(/[\w-]+(?:[./:][\w-]+)+/g, '.')
    .replace(/\d+/g, '0')
  return `${severity} ${code} ${shape}`
}
