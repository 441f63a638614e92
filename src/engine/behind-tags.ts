/**
 * Templates that Jinja fills in first: what stands outside of the tags is rewritten like any template, with a word
 * instead of each tag, and the result is proved over renderings of both.
 */
import { load } from '../stack/load.ts'
import type { Document } from '../text/document/document.ts'
import { defined } from '../text/document/records.ts'
import { assembled, type Hidden, viewsOf } from '../text/jinja/branches.ts'
import { generatedAnswers, type Way, waysOf } from '../text/jinja/generated.ts'
import { type Masked, masked } from '../text/jinja/mask.ts'
import { type Answers, rendered } from '../text/jinja/render.ts'
import type { TagProblem } from '../text/jinja/tags.ts'
import { type Part, partsOf } from '../text/jinja/tree.ts'
import type { Command } from './command.ts'
import { changed, type Details, left, unchanged } from './file-outcome.ts'
import { type Finding, findingOf } from './findings/finding.ts'
import type { FileOutcome, LocatedFinding, SoleOutcome } from './outcome.ts'
import { type Original, prove } from './proof/proof.ts'

/** Takes a source without tags through the stages. */
export type RunSource = (path: string, source: string) => SoleOutcome

/** @returns the outcome, or why the file cannot be followed */
export function behindTags(
  path: string,
  source: string,
  command: Command,
  run: RunSource,
): FileOutcome | TagProblem {
  const problem = partsOf(source, 'none')
  if ('why' in problem) return problem
  const views = viewsOf(source)
  const seen: Seen[] = []
  for (const { hidden } of views) {
    const one = seenWithout(path, source, hidden, run)
    if ('why' in one) return one
    seen.push(one)
  }
  const [first] = seen as [Seen]
  const { kind } = first.outcome
  const findings = distinctFindings(seen.flatMap((one) => one.findings))
  const stuck = seen.find(({ outcome }) => outcome.status === 'blocked')
  if (stuck !== undefined) return left(path, kind, 'blocked', { before: source, findings })
  if (seen.every(({ outcome }) => outcome.status === 'unchanged'))
    return unchanged(path, kind, { before: source, findings })
  const after = assembled(
    source,
    views,
    seen.map((one) => one.result),
  )
  const moved = seen.flatMap(({ moved: why }) => why ?? [])[0]
  const verdict =
    after === undefined || moved !== undefined
      ? unproved(moved ?? 'a tag would be lost')
      : provedOver(source, after, path, command)
  const details = { before: source, findings: [...findings, verdict] }
  if (after === undefined || verdict.severity === 'error') return left(path, kind, 'blocked', details)
  return concluded(path, first.outcome, after, { ...details, transforms: mostOf(seen) })
}

function concluded(path: string, first: FileOutcome, after: string, details: Details): FileOutcome {
  const { kind, version, reading, readingBecause } = first
  const result = { after, ...defined({ version }) }
  return changed(path, kind, result, { ...details, proof: 'equal', ...defined({ reading, readingBecause }) })
}

/** What becomes of one view of a source. */
interface Seen {
  readonly outcome: FileOutcome
  readonly findings: readonly Finding[]
  /** With all tags and branches. */
  readonly result: string
  readonly moved: string | undefined
}

function seenWithout(
  path: string,
  source: string,
  hidden: readonly Hidden[],
  run: RunSource,
): Seen | TagProblem {
  const mask = masked(source, hidden)
  if ('why' in mask) return mask
  const loaded = load({ path: plainName(path), bytes: new TextEncoder().encode(mask.text) })
  if (loaded.is === 'unreadable')
    return {
      at: mask.originOf(loaded.range?.start ?? 0),
      why: `outside of the tags it is not YAML: ${loaded.message}`,
    }
  const outcome = run(plainName(path), mask.text)
  if (outcome.status === 'skipped' || outcome.status === 'failed') return { at: 0, why: outcome.reason }
  if ('creates' in outcome || outcome.newPath !== undefined)
    return { at: 0, why: 'the result would have another name' }
  const { after } = outcome
  return {
    outcome,
    findings: outcome.findings.map((one) => withTags(one, mask)),
    result: after === undefined ? source : mask.restored(after),
    moved: after === undefined ? undefined : mask.lost(after),
  }
}

/** Views find the same in what all of them see. */
function distinctFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((one) => [`${one.code} ${one.range?.start} ${one.message}`, one])).values()]
}

/** The transforms of the view that changed most. */
function mostOf(seen: readonly Seen[]): FileOutcome['transforms'] {
  const [first = []] = seen
    .map(({ outcome }) => outcome.transforms)
    .toSorted((one, other) => countOf(other) - countOf(one))
  return first
}

function countOf(transforms: FileOutcome['transforms']): number {
  return transforms.reduce((sum, { changes }) => sum + changes, 0)
}

function unproved(why: string): Finding {
  return findingOf('meaning-unproved', why)
}

/** A finding about the masked source as one about the source. */
function withTags(
  {
    line: _line,
    column: _column,
    endLine: _endLine,
    endColumn: _endColumn,
    about: _about,
    fixes: _fixes,
    ...one
  }: LocatedFinding,
  mask: Masked,
): Finding {
  const { range, message, help, item } = one
  return {
    ...one,
    message: mask.restored(message),
    ...(help === undefined ? {} : { help: mask.restored(help) }),
    ...(item === undefined ? {} : { item: mask.restored(item) }),
    ...(range === undefined
      ? {}
      : { range: { start: mask.originOf(range.start), end: mask.originOf(range.end) } }),
  }
}

type Comparison = 'equal' | 'no template' | Finding

/** Renders both sides in the same ways and compares each pair: what is found, or in how many they are equal. */
export function provedOver(before: string, after: string, path: string, command: Command): Finding {
  const sides = (['none', 'trim_blocks'] as const).map(
    (trimming) => [partsOf(before, trimming), partsOf(after, trimming)] as const,
  )
  const [[first]] = sides as [(typeof sides)[number]]
  const ways: readonly Way[] = 'why' in first ? [] : waysOf(first)
  let equal = 0
  for (const [index, way] of ways.entries()) {
    const [one, other] = sides[index % 2] as (typeof sides)[number]
    if ('why' in one || 'why' in other) return unproved('the tags of the result cannot be read')
    const compared = comparison([one, other], generatedAnswers(way), path, command)
    if (typeof compared === 'object') return compared
    if (compared === 'equal') equal += 1
  }
  if (equal === 0) return unproved('no rendering with generated values is a template')
  return findingOf(
    'rendered',
    `proved equal in ${equal} ${equal === 1 ? 'rendering' : 'renderings'} with generated values`,
  )
}

/** The same answers for both: so an expression has the same value in both. */
function comparison(
  [one, other]: readonly [readonly Part[], readonly Part[]],
  answers: Answers,
  path: string,
  { accept, transforms }: Command,
): Comparison {
  const [before, after] = [rendered(one, answers), rendered(other, answers)].map((text) =>
    documentOf(path, text),
  )
  if (before === undefined) return 'no template'
  if (after === undefined) return unproved('a rendering of the result is no template')
  const isTranslated = transforms.some(({ keeps }) => keeps === 'what Heat translates')
  const original = { ...before, ...(isTranslated ? { names: 'as Heat translates' as const } : {}) }
  const { verdict, findings } = prove(original, after.document, accept)
  if (verdict === 'equal') return 'equal'
  const [difference] = findings
  return difference === undefined ? unproved('a rendering cannot be compared') : withoutRange(difference)
}

function withoutRange({ range: _range, ...finding }: Finding): Finding {
  return { ...finding, message: `in a rendering: ${finding.message}` }
}

/** The name of what Jinja writes. */
function plainName(path: string): string {
  return path.replace(/\.(?:j2|jinja2?)(?=\.|$)/i, '')
}

function documentOf(
  path: string,
  text: string | undefined,
): (Original & { readonly document: Document }) | undefined {
  const loaded =
    text === undefined ? undefined : load({ path: plainName(path), bytes: new TextEncoder().encode(text) })
  return loaded?.is === 'file' ? loaded.file : undefined
}
