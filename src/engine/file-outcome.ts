/** Makes the outcomes of files. */

import type { About } from '../heat/about.ts'
import { aboutAt } from '../heat/about-at.ts'
import type { ReadingReason } from '../heat/reading.ts'
import type { Reading } from '../heat/template.ts'
import { memoized } from '../text/document/attached.ts'
import type { Document } from '../text/document/document.ts'
import type { Node, Range } from '../text/document/node.ts'
import { LineIndex } from '../text/yaml/position.ts'
import { type Finding, startOf } from './findings/finding.ts'
import type {
  ChangedOutcome,
  FileOutcome,
  IgnoredFinding,
  LeftOutcome,
  LocatedFinding,
  ProofVerdict,
  ResultKey,
  UnchangedOutcome,
} from './outcome.ts'

/** Errors are what blocks a file. */
export const blocks = (finding: Finding): boolean => finding.severity === 'error'

/** What every outcome may say beside its path and kind. */
export interface Details {
  readonly before?: string
  /** What was read from the source, for what findings are about. */
  readonly root?: Node | undefined
  readonly findings?: readonly Finding[]
  readonly ignored?: readonly (Finding & Pick<IgnoredFinding, 'ignoredBy'>)[]
  readonly transforms?: FileOutcome['transforms']
  readonly reading?: Reading
  readonly readingBecause?: ReadingReason
  readonly refused?: string
  readonly unreplacedTypes?: readonly string[]
  readonly proof?: ProofVerdict
  readonly proofMilliseconds?: number
  readonly renderings?: number
  readonly assumptions?: readonly string[]
}

function common(details: Details) {
  const { findings = [], ignored = [], transforms = [], proof = 'none', root, ...rest } = details
  const lines = new LineIndex(details.before ?? '')
  const setAside = ignored.length === 0 ? {} : { ignored: located(ignored, lines, root) }
  return { proof, transforms, findings: located(findings, lines, root), ...setAside, ...rest }
}

export function changed(
  path: string,
  kind: string,
  result: Pick<ChangedOutcome, ResultKey>,
  details: Details,
): ChangedOutcome {
  return { path, kind, ...common(details), status: 'changed', ...result }
}

export function unchanged(path: string, kind: string, details: Details): UnchangedOutcome {
  return { path, kind, ...common(details), status: 'unchanged' }
}

/** The outcome of a file that is left unchanged for a reason, by default its first error. */
export function left(
  path: string,
  kind: string,
  status: LeftOutcome['status'],
  details: Details,
  reason: string = reasonOf(details.findings ?? []),
): LeftOutcome {
  return { path, kind, ...common(details), status, reason }
}

/** A file that something is found in was not passed over: an error keeps it from being used, all else leaves it as it is. */
export function notSkipped(outcome: FileOutcome): FileOutcome {
  if (outcome.status !== 'skipped' || outcome.findings.length === 0) return outcome
  const { reason: _reason, ...rest } = outcome
  return outcome.findings.some(({ severity }) => severity === 'error')
    ? { ...rest, status: 'blocked', reason: reasonOf(outcome.findings) }
    : { ...rest, status: 'unchanged' }
}

/** So many findings of one code are listed for a file: nobody corrects more of them one by one. */
export const mostAlike = 10_000

/**
 * Findings with line and column and what they are about, in source order, those about the whole file first; of many alike only
 * the first.
 */
export function located<One extends Finding>(
  findings: readonly One[],
  lines: LineIndex,
  root?: Node,
): (One & LocatedFinding)[] {
  return firstOfEach(inOrder(findings)).map((finding) =>
    Object.assign({}, finding, spotOf(finding.range, lines), relatedIn(finding, lines), {
      about: aboutOf(finding, root),
    }),
  )
}

function aboutOf({ about, range, item }: Finding, root: Node | undefined): About {
  if (about !== undefined) return about
  const found = aboutAt(root, range?.start)
  return item === undefined ? found : { ...found, item }
}

/** The related locations of a finding with line and column; they need not be near the finding itself. */
function relatedIn({ related }: Finding, lines: LineIndex): Pick<Finding, 'related'> {
  if (related === undefined) return {}
  return {
    related: related.map((one) =>
      one.range === undefined ? one : { message: one.message, range: one.range, ...spotOf(one.range, lines) },
    ),
  }
}

/** Without what exceeds `mostAlike` of one code; the last one that is listed says how many more there are. */
function firstOfEach<One extends Finding>(findings: readonly One[]): readonly One[] {
  if (findings.length <= mostAlike) return findings
  const kindOf = ({ code, severity, requirement }: Finding) =>
    `${code} ${severity} ${requirement?.isRepaired === true}`
  const counts = new Map<string, number>()
  const lasts = new Map<string, One>()
  const first = findings.filter((one) => {
    const kind = kindOf(one)
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    if (count === mostAlike) lasts.set(kind, one)
    return count <= mostAlike
  })
  return first.map((one) => {
    const kind = kindOf(one)
    const more = (counts.get(kind) ?? 0) - mostAlike
    if (more <= 0 || lasts.get(kind) !== one) return one
    return { ...one, message: `${one.message} (and ${more} more of this kind, which are not listed)` }
  })
}

function inOrder<One extends Finding>(findings: readonly One[]): readonly One[] {
  return [...findings].sort((a, b) => startOf(a) - startOf(b))
}

/** The lines of a document, counted when somebody asks for the first of them. */
export const linesOf = memoized(({ text }: Document) => new LineIndex(text))

/** The start and the end of a source range as lines and columns. */
export function spotOf(
  range: Range | undefined,
  lines: LineIndex,
): Pick<LocatedFinding, 'line' | 'column' | 'endLine' | 'endColumn'> {
  return { ...lines.position(range?.start ?? 0), ...endOf(range, lines) }
}

function endOf(range: Range | undefined, lines: LineIndex): Pick<LocatedFinding, 'endLine' | 'endColumn'> {
  if (range === undefined || range.end <= range.start) return {}
  const { line, column } = lines.position(range.end)
  return { endLine: line, endColumn: column }
}

export function blocked(
  path: string,
  kind: string,
  before: string,
  findings: readonly Finding[],
): FileOutcome {
  return left(path, kind, 'blocked', { before, findings })
}

/** What is neither a template nor an environment, or is not one yet. */
export function skipped(path: string, reason: string, before?: string, kind = 'not-a-template'): FileOutcome {
  return left(path, kind, 'skipped', before === undefined ? {} : { before }, reason)
}

export function reasonOf(findings: readonly Finding[]): string {
  const errors = findings.filter(blocks)
  const [first] = inOrder(errors)
  if (first === undefined) return 'blocked'
  return errors.length === 1
    ? first.message
    : `${errors.length} locations need attention, the first: ${first.message}`
}
