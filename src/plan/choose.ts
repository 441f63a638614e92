/** From a plan, and what was chosen of it, to the outcomes of what is to be made. */
import type { ChangedOutcome, FileOutcome, LeftOutcome } from '../engine/outcome.ts'
import { verdictOf } from '../impact/model.ts'
import { makersOf } from '../report/attribution.ts'
import { CONTEXT, type Hunk, hunksOf, lineEdits, splitLines } from '../report/hunks.ts'
import { blockGroups } from '../runner/conflicts.ts'
import { problemFinding, withdraw } from '../runner/problem.ts'
import type { Decisions, HunkDecision } from './decisions.ts'
import { chosenImpact, judge, type Surroundings } from './judge.ts'
import type { Selection } from './selection.ts'

export interface Choice {
  readonly selection: Selection
  readonly decisions: Decisions
  /** Files about which nobody has decided yet. */
  readonly open?: ReadonlySet<string>
}

/** A hunk of a change, as people choose among them. */
export interface ChoosableHunk {
  /** From 1, from top to bottom. */
  readonly number: number
  readonly edits: Hunk
  /** The transforms that took part in it; those of the file where nobody knows better. */
  readonly transforms: readonly string[]
}

/** The hunks of a changed file. */
export function choosableHunks({
  before = '',
  after,
  steps,
  transforms,
}: ChangedOutcome): readonly ChoosableHunk[] {
  const hunks = hunksOf(lineEdits(before, after))
  const all = transforms.map(({ id }) => id)
  const makers = steps === undefined ? [] : makersOf(before, steps, hunks)
  return hunks.map((edits, index) => {
    const own = makers[index] ?? []
    return { number: index + 1, edits, transforms: own.length === 0 ? all : own }
  })
}

const NOT_DECIDED = 'not decided yet'

/** What becomes of a hunk: as planned, left out, or other lines instead. */
type Made = 'planned' | 'left out' | { readonly edit: string }

/**
 * The outcomes of what was chosen. A file of which hunks are left out has a new text, which is read, checked and proved
 * again; files that do not take part at all are left away.
 *
 * @param around what lies around the files; its outcomes are those given
 */
export function choose(
  outcomes: readonly FileOutcome[],
  choice: Choice,
  around: Omit<Surroundings, 'outcomes'>,
): readonly FileOutcome[] {
  const broken = new Map<string, string>()
  const chosen: FileOutcome[] = []
  const reworked = new Map<string, ChangedOutcome>()
  for (const outcome of outcomes) {
    if (outcome.status !== 'changed') {
      if (choice.selection.hasFile(outcome)) chosen.push(outcome)
      continue
    }
    const made = chosenChange(outcome, choice)
    if (made === 'another file' || made.status !== 'changed') {
      if (outcome.group !== undefined) broken.set(outcome.group, outcome.path)
      if (made !== 'another file') chosen.push(made)
      continue
    }
    chosen.push(made)
    if (made !== outcome) reworked.set(outcome.path, outcome)
  }
  const whole = withoutIncomplete(chosen, broken, choice)
  const result = reworked.size === 0 ? whole : judged(whole, reworked, around)
  const made = new Set(result)
  const isAsPlanned = outcomes.every((one) => one.status !== 'changed' || made.has(one))
  return isAsPlanned ? result : result.map((one) => withChosenImpact(one, { ...around, outcomes: result }))
}

/** What stacks feel of a part of the changes; what feels nothing of all of them feels nothing of a part that is equal. */
function withChosenImpact(outcome: FileOutcome, around: Surroundings): FileOutcome {
  const { impact, proof } = outcome
  if (impact === undefined || (proof === 'equal' && verdictOf(impact) === 'nothing')) return outcome
  const { impact: _planned, ...rest } = outcome
  const chosen = chosenImpact(outcome, around)
  return chosen === undefined ? rest : { ...rest, impact: chosen }
}

/** Without the rest of each group of which a file is left out. */
function withoutIncomplete(
  chosen: readonly FileOutcome[],
  broken: ReadonlyMap<string, string>,
  { open }: Choice,
): readonly FileOutcome[] {
  return chosen.map((outcome) => {
    const left = outcome.group === undefined ? undefined : broken.get(outcome.group)
    if (left === undefined || outcome.status !== 'changed') return outcome
    if (open?.has(left) === true) return leftOut(outcome, NOT_DECIDED)
    const message = `belongs together with the change of ${left}, which is left out`
    return withdraw(outcome, 'blocked', { code: 'change-incomplete', message })
  })
}

function judged(
  chosen: readonly FileOutcome[],
  reworked: ReadonlyMap<string, ChangedOutcome>,
  around: Omit<Surroundings, 'outcomes'>,
): readonly FileOutcome[] {
  const broken = new Map<string, string>()
  const results = chosen.map((outcome) => {
    const planned = reworked.get(outcome.path)
    if (planned === undefined || outcome.status !== 'changed') return outcome
    const { proof, problem } = judge({ planned, text: outcome.after }, { ...around, outcomes: chosen })
    if (problem === undefined) return { ...outcome, proof }
    if (outcome.group !== undefined) broken.set(outcome.group, outcome.path)
    return { ...withdraw({ ...outcome, findings: planned.findings }, 'blocked', problem), proof }
  })
  return blockGroups(results, broken)
}

/** What was chosen of the change of one file. */
function chosenChange(
  outcome: ChangedOutcome,
  choice: Choice,
): ChangedOutcome | LeftOutcome | 'another file' {
  const { selection, decisions, open } = choice
  if (!selection.hasFile(outcome)) return 'another file'
  if (open?.has(outcome.path) === true) return leftOut(outcome, NOT_DECIDED)
  const decided = decisions.of(outcome)
  const hunks = choosableHunks(outcome)
  const made = hunks.map((hunk) => {
    if (!selection.hasHunk(hunk.transforms)) return 'left out'
    return madeBy(decided?.hunks?.[hunk.number] ?? decided?.decision ?? byTransform(hunk, decisions))
  })
  // A new name alone has no hunk to decide about.
  if (hunks.length === 0 && decided?.decision === 'reject') return leftOut(outcome)
  if (made.every((one) => one === 'planned')) return outcome
  return made.every((one) => one === 'left out') ? leftOut(outcome) : withHunks(outcome, hunks, made)
}

function byTransform({ transforms }: ChoosableHunk, decisions: Decisions): HunkDecision {
  return transforms.some((id) => decisions.transforms.get(id) === 'reject') ? 'reject' : 'accept'
}

function madeBy(decision: HunkDecision): Made {
  if (typeof decision !== 'string') return decision
  return decision === 'accept' ? 'planned' : 'left out'
}

/** A change that is not made, because somebody said so. */
function leftOut(outcome: ChangedOutcome, reason = 'left out'): LeftOutcome {
  const { path, kind, findings, before } = outcome
  return {
    path,
    kind,
    status: 'skipped',
    reason,
    proof: 'none',
    transforms: [],
    findings,
    ...(before === undefined ? {} : { before }),
  }
}

function withHunks(
  outcome: ChangedOutcome,
  hunks: readonly ChoosableHunk[],
  made: readonly Made[],
): ChangedOutcome | LeftOutcome {
  const after = textWith(outcome, hunks, made)
  const { path, before, newPath = path, steps: _steps, ...rest } = outcome
  if (after === before && newPath === path) return leftOut(outcome)
  const transforms = outcome.transforms.filter(({ id }) =>
    hunks.some((hunk, index) => made[index] !== 'left out' && hunk.transforms.includes(id)),
  )
  const chosen = problemFinding({ code: 'hunks-chosen', message: countsOf(made) })
  return {
    ...rest,
    path,
    ...(before === undefined ? {} : { before }),
    ...(newPath === path ? {} : { newPath }),
    after,
    transforms,
    findings: [chosen, ...outcome.findings],
  }
}

function countsOf(made: readonly Made[]): string {
  const count = (isCounted: (one: Made) => boolean, what: string) => {
    const number = made.filter(isCounted).length
    return number === 0 ? [] : [`${number} ${what}`]
  }
  const counts = [
    ...count((one) => one === 'left out', 'left out'),
    ...count((one) => typeof one === 'object', 'edited'),
  ]
  return `of ${made.length} hunks ${counts.join(' and ')}; the result was read, checked and proved again`
}

function textWith(
  { before = '', after }: ChangedOutcome,
  hunks: readonly ChoosableHunk[],
  made: readonly Made[],
): string {
  const [oldLines, newLines] = [splitLines(before), splitLines(after)]
  const parts: string[] = []
  let position = 0
  for (const [index, { edits }] of hunks.entries()) {
    const one = made[index] ?? 'planned'
    const { oldStart, oldEnd, newStart, newEnd } = extentOf(edits)
    if (typeof one === 'object') {
      const shown = shownExtent(edits, oldLines.length)
      parts.push(...oldLines.slice(position, shown.start), one.edit)
      position = shown.end
      continue
    }
    parts.push(...oldLines.slice(position, oldStart))
    parts.push(...(one === 'planned' ? newLines.slice(newStart, newEnd) : oldLines.slice(oldStart, oldEnd)))
    position = oldEnd
  }
  return [...parts, ...oldLines.slice(position)].join('')
}

/** The lines before that a hunk shows, its context included; those of hunks never overlap. */
export function shownExtent(edits: Hunk, length: number): { readonly start: number; readonly end: number } {
  const { oldStart, oldEnd } = extentOf(edits)
  return { start: Math.max(0, oldStart - CONTEXT), end: Math.min(length, oldEnd + CONTEXT) }
}

/** The lines of a hunk from its first edit to its last, without the context around. */
export function extentOf(edits: Hunk) {
  const [first, last] = [edits[0], edits.at(-1)]
  if (first === undefined || last === undefined) throw new Error('a hunk has an edit')
  return { oldStart: first.oldStart, oldEnd: last.oldEnd, newStart: first.newStart, newEnd: last.newEnd }
}
