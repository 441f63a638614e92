/**
 * Templates that Jinja fills in first: what stands outside of the tags is rewritten like any template, with a word
 * instead of each tag, and the result is proved over renderings of both.
 */
import { declarations } from '../heat/sections.ts'
import { mapSection } from '../heat/walk.ts'
import { load } from '../stack/load.ts'
import type { Document } from '../text/document/document.ts'
import { nameOf } from '../text/document/read.ts'
import { defined } from '../text/document/records.ts'
import { assembled, type Hidden, viewsOf } from '../text/jinja/branches.ts'
import { generatedAnswers, type Way, waysOf } from '../text/jinja/generated.ts'
import { givenAnswers, NotRendered } from '../text/jinja/given.ts'
import { type Ends, type Masked, masked } from '../text/jinja/mask.ts'
import { rendered } from '../text/jinja/render.ts'
import type { TagProblem } from '../text/jinja/tags.ts'
import { partsOf } from '../text/jinja/tree.ts'
import type { Command, GivenValues } from './command.ts'
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
  const follow = (ends: Ends) => followed(path, source, { command, run, ends })
  const made = follow('with what is inside')
  if (isDone(made)) return made
  const other = follow('with what follows')
  return isDone(other) ? other : made
}

function isDone(made: FileOutcome | TagProblem): boolean {
  return 'status' in made && made.status !== 'blocked'
}

interface Manner {
  readonly command: Command
  readonly run: RunSource
  readonly ends: Ends
}

function followed(path: string, source: string, manner: Manner): FileOutcome | TagProblem {
  const { command, run } = manner
  const problem = partsOf(source, 'none')
  if ('why' in problem) return problem
  const views = viewsOf(source)
  const seen: Seen[] = []
  for (const { hidden } of views) {
    const one = seenWithout(path, source, hidden, manner)
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
      ? { finding: unproved(moved ?? 'a tag would be lost'), proof: 'none' as const, renderings: 0 }
      : provedOver(source, after, path, command, run)
  const details = { before: source, findings: [...findings, verdict.finding] }
  if (after === undefined || verdict.proof === 'none') return left(path, kind, 'blocked', details)
  return concluded(path, first.outcome, after, {
    ...details,
    proof: verdict.proof,
    renderings: verdict.renderings,
    transforms: mostOf(seen),
  })
}

function concluded(path: string, first: FileOutcome, after: string, details: Details): FileOutcome {
  const { kind, version, missingTypes, reading, readingBecause } = first
  const result = { after, ...defined({ version, missingTypes }) }
  return changed(path, kind, result, { ...details, ...defined({ reading, readingBecause }) })
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
  { run, ends }: Manner,
): Seen | TagProblem {
  const mask = masked(source, hidden, ends)
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
    findings: outcome.findings.filter((one) => !isOfTag(one, mask)).map((one) => withTags(one, mask)),
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

/** What is found in the value of a tag says nothing of what Jinja writes there; an error blocks all the same. */
function isOfTag({ severity, range }: LocatedFinding, { isTag }: Masked): boolean {
  return severity !== 'error' && range !== undefined && isTag(range.start, range.end)
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
    ...defined({
      help: help && mask.restored(help),
      item: item && mask.restored(item),
      range: range && { start: mask.originOf(range.start), end: mask.originOf(range.end) },
    }),
  }
}

/** What holds of all renderings. */
interface OverRenderings {
  /** In how many they were compared; an error where one differs, or there is none. */
  readonly finding: Finding
  readonly proof: 'equal' | 'corresponds' | 'none'
  readonly renderings: number
}

/** Renders both sides in the same ways and compares each pair: what is found, or in how many they are equal. */
export function provedOver(
  before: string,
  after: string,
  path: string,
  command: Command,
  run: RunSource,
): OverRenderings {
  const none = (finding: Finding): OverRenderings => ({ finding, proof: 'none', renderings: 0 })
  const sides = (['none', 'trim_blocks'] as const).map(
    (trimming) => [partsOf(before, trimming), partsOf(after, trimming)] as const,
  )
  const [[first]] = sides as [(typeof sides)[number]]
  const ways: readonly Way[] = 'why' in first ? [] : waysOf(first)
  const pairs = new Pairs(path, command, run)
  for (const [index, way] of ways.entries()) {
    // With values that end strings, or with none at all, other files than templates may read as some.
    if (way.awkward !== undefined && pairs.equal === 0) break
    const [one, other] = sides[index % 2] as (typeof sides)[number]
    if ('why' in one || 'why' in other) return none(unproved('the tags of the result cannot be read'))
    // The same answers for both: so an expression has the same value in both.
    const answers = generatedAnswers(way, one)
    const problem = pairs.problem(rendered(one, answers), rendered(other, answers))
    if (problem !== undefined) return none(problem)
  }
  if (pairs.equal === 0) return none(unproved('no rendering with generated values is a template'))
  const generated = pairs.equal
  for (const one of command.renders) {
    const before = pairs.equal
    const problem = sides.map((side) => givenProblem(one, side, pairs)).find((found) => found !== undefined)
    if (problem !== undefined) return none(problem)
    // Which way white space is trimmed, only the user knows; one of them has to give a template.
    if (pairs.equal === before) return none(unproved(`with ${one.file}, the file is no template`))
  }
  const { verdict: proof } = pairs
  const given = command.renders.length
  const what = proof === 'equal' ? 'proved equal' : 'proved to correspond'
  const count = `${generated} ${generated === 1 ? 'rendering' : 'renderings'} with generated values`
  const own = given === 0 ? '' : `, and ${given} with given ones`
  return { finding: findingOf('rendered', `${what} in ${count}${own}`), proof, renderings: generated + given }
}

type Sides = readonly [ReturnType<typeof partsOf>, ReturnType<typeof partsOf>]

/** What keeps a pair that is rendered with given values from being equal. */
function givenProblem({ file, values }: GivenValues, [one, other]: Sides, pairs: Pairs): Finding | undefined {
  if ('why' in one || 'why' in other) return unproved('the tags cannot be read')
  // An expression may change what it is given.
  const names = () => new Map(Object.entries(structuredClone(values)))
  try {
    const problem = pairs.problem(
      rendered(one, givenAnswers, names()),
      rendered(other, givenAnswers, names()),
    )
    return problem && { ...problem, message: `with ${file}, ${problem.message}` }
  } catch (error) {
    if (!(error instanceof NotRendered)) throw error
    const range = { start: error.at, end: error.at }
    return findingOf('meaning-unproved', `it cannot be rendered with ${file}: ${error.message}`, range)
  }
}

type Rendering = Original & { readonly document: Document }

/** Compares renderings of a source with those of its result. */
class Pairs {
  readonly #path: string
  readonly #command: Command
  readonly #run: RunSource
  /** In how many both are templates, and equal. */
  equal = 0
  /** What holds of all of them. */
  verdict: 'equal' | 'corresponds' = 'equal'

  constructor(path: string, command: Command, run: RunSource) {
    this.#path = plainName(path)
    this.#command = command
    this.#run = run
  }

  problem(before: string | undefined, after: string | undefined): Finding | undefined {
    const [one, other] = [this.#read(before), this.#read(after)]
    if (one === undefined || before === undefined) return undefined
    if (other === undefined) return unproved('a rendering of the result is no template')
    const { verdict, findings } = this.#prove(one, other)
    const made = verdict === 'equal' || verdict === 'corresponds' ? verdict : this.#isMade(before, other)
    if (made === 'blocked') return undefined
    if (made !== undefined) {
      this.equal += 1
      if (made === 'corresponds') this.verdict = made
      return undefined
    }
    const [difference] = findings
    return difference === undefined ? unproved('a rendering cannot be compared') : withoutRange(difference)
  }

  #prove(one: Rendering, other: Rendering): ReturnType<typeof prove> {
    const { accept, transforms } = this.#command
    const isNative = transforms.some(({ keeps }) => keeps === 'correspondence')
    const isTranslated = isNative || transforms.some(({ keeps }) => keeps === 'what Heat translates')
    const original = {
      ...one,
      ...(isTranslated ? { names: 'as Heat translates' as const } : {}),
      ...(isNative ? { types: 'natively' as const } : {}),
    }
    return prove(original, other.document, accept)
  }

  /** Whether the run makes that of a rendering, and proves it: with what is given up, which no comparison of the two knows. */
  #isMade(before: string, after: Rendering): 'equal' | 'corresponds' | 'blocked' | undefined {
    const { accept, transforms } = this.#command
    if (accept.size === 0 && transforms.every(({ keeps }) => keeps !== 'correspondence')) return undefined
    const made = this.#run(this.#path, before)
    const { proof } = made
    // Whose values Heat refuses, such as a number as a name, says nothing.
    if (made.status === 'blocked') return 'blocked'
    if (made.status !== 'changed' || (proof !== 'equal' && proof !== 'corresponds')) return undefined
    const result = this.#read(made.after)
    return result !== undefined && this.#prove(result, withoutIdle(after, result)).verdict === 'equal'
      ? proof
      : undefined
  }

  #read(source: string | undefined): Rendering | undefined {
    if (source === undefined) return undefined
    const loaded = load({ path: this.#path, bytes: new TextEncoder().encode(source) }, this.#command.reading)
    return loaded.is === 'file' ? loaded.file : undefined
  }
}

/** A rendering without the new parameters that nothing of it needs, because a loop has no items or a branch is not taken. */
function withoutIdle(after: Rendering, made: Rendering): Rendering {
  const known = declarations(made.root).parameters
  const { root, document } = after
  const isIdle = (name: string) => !known.has(name) && document.text.split(name).length === 2
  const idle = new Set([...declarations(root).parameters.keys()].filter(isIdle))
  if (idle.size === 0 || root.kind !== 'map') return after
  const reduced = mapSection(root, 'parameters', (one) => (idle.has(nameOf(one) ?? '') ? undefined : one))
  return { ...after, root: reduced, document: { ...document, root: reduced } }
}

function withoutRange({ range: _range, ...finding }: Finding): Finding {
  return { ...finding, message: `in a rendering: ${finding.message}` }
}

/** The name of what Jinja writes. */
function plainName(path: string): string {
  return path.replace(/\.(?:j2|jinja2?)(?=\.|$)/i, '')
}
