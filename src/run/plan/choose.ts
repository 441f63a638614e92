/** From a plan, and what was chosen of it, to the outcomes of what is to be made. */

import type { ChangedOutcome, FileOutcome, LeftOutcome } from '../../engine/outcome.ts'
import { isUnfinished, verdictOf } from '../../meaning/impact/model.ts'
import { defined } from '../../text/document/records.ts'
import { blockIfBroken } from '../conflicts.ts'
import { CONTEXT, type Hunk, type MadeHunk, madeHunks, splitLines } from '../diff/hunks.ts'
import { problemFinding, withdraw } from '../problem.ts'
import type { Decisions, FileDecision, HunkDecision } from './decisions.ts'
import { chosenImpact, type Judgement, judge, type PlanContext } from './judge.ts'
import { factsOf, type OutcomeFacts, Outcomes } from './outcomes.ts'
import type { Selection } from './selection.ts'

interface HunkChoice {
  readonly selection: Selection
  readonly decisions: Decisions
  /** Files about which nobody has decided yet. */
  readonly open?: ReadonlySet<string>
}

/** A hunk of a change, as people choose among them. */
export interface ChoosableHunk extends MadeHunk {
  /** From 1, from top to bottom. */
  readonly number: number
}

/** The hunks of a changed file. */
export function choosableHunks(outcome: ChangedOutcome): readonly ChoosableHunk[] {
  return madeHunks(outcome).map((hunk, index) => ({ number: index + 1, ...hunk }))
}

const NOT_DECIDED = 'not decided yet'

/** What becomes of a hunk: as planned, left out, or other lines instead. */
type HunkResult = 'planned' | 'left out' | { readonly edit: string }

/**
 * The outcomes of the chosen changes. A file with excluded hunks has a new source, which is parsed, checked and proved
 * again; files that are excluded as a whole are dropped.
 *
 * @param around the context of the files; its outcomes are those given
 */
export function choose(
  outcomes: Outcomes,
  choice: HunkChoice,
  around: Omit<PlanContext, 'outcomes'>,
): Outcomes {
  const { selection, decisions, open } = choice
  if (selection.isEmpty && decisions.isEmpty && (open?.size ?? 0) === 0) return outcomes
  const { chosen, reworked } = chosenOnes(outcomes, choice)
  const result = reworked.size === 0 ? chosen : judged(chosen, { outcomes, reworked }, around)
  const isChanged = ({ status }: OutcomeFacts) => status === 'changed'
  const changes = (all: Outcomes) => all.facts.filter(isChanged).length
  if (reworked.size === 0 && changes(result) === changes(outcomes)) return result
  return new Outcomes(result.facts, (index) =>
    withChosenImpact(result.at(index), { ...around, outcomes: result }),
  )
}

/**
 * The effect of the chosen part of the changes on stacks. If all of them have no effect, a part that is proved equal has
 * none; if the effect of all is incomplete, so is that of a part.
 */
function withChosenImpact(outcome: FileOutcome, around: PlanContext): FileOutcome {
  const { impact, proof, status } = outcome
  if (impact === undefined || (proof === 'equal' && verdictOf(impact) === 'nothing')) return outcome
  if (status === 'changed' && isUnfinished(impact)) return outcome
  const { impact: _planned, ...rest } = outcome
  const chosen = chosenImpact(outcome, around)
  return chosen === undefined ? rest : { ...rest, impact: chosen }
}

interface ChosenOnes {
  /** What is to be made of each file, before anything of it is judged. */
  readonly chosen: Outcomes
  /** The paths of files of which a part is to be made. */
  readonly reworked: ReadonlySet<string>
}

function chosenOnes(outcomes: Outcomes, choice: HunkChoice): ChosenOnes {
  const broken = new Map<string, string>()
  const reworked = new Set<string>()
  const indexes: number[] = []
  const facts: OutcomeFacts[] = []
  for (const [index, planned] of outcomes.facts.entries()) {
    const outcome = outcomes.at(index)
    const made = chosenOf(outcome, choice)
    if (planned.status === 'changed' && (made === 'another file' || made.status !== 'changed'))
      if (planned.group !== undefined) broken.set(planned.group, planned.path)
    if (made === 'another file') continue
    indexes.push(index)
    facts.push(made === outcome ? planned : factsOf(made))
    if (made !== outcome && made.status === 'changed') reworked.add(planned.path)
  }
  const whole = new Outcomes(facts, (position) => {
    const outcome = outcomes.at(indexes[position] as number)
    const isAsPlanned = outcomes.facts[indexes[position] as number] === facts[position]
    const made = isAsPlanned ? outcome : chosenOf(outcome, choice)
    return made === 'another file' ? outcome : made
  })
  return { chosen: withoutIncomplete(whole, broken, choice), reworked }
}

/** Without the rest of each group of which a file is left out. */
function withoutIncomplete(
  chosen: Outcomes,
  broken: ReadonlyMap<string, string>,
  { open }: HunkChoice,
): Outcomes {
  return chosen.revised(
    ({ group, status }) => status === 'changed' && group !== undefined && broken.has(group),
    (outcome) => {
      const left = outcome.group === undefined ? undefined : broken.get(outcome.group)
      if (left === undefined || outcome.status !== 'changed') return outcome
      if (open?.has(left) === true) return leftOut(outcome, NOT_DECIDED)
      const message = `belongs together with the change of ${left}, which is left out`
      return withdraw(outcome, 'blocked', { code: 'change-incomplete', message })
    },
  )
}

function judged(
  chosen: Outcomes,
  { outcomes, reworked }: { readonly outcomes: Outcomes; readonly reworked: ReadonlySet<string> },
  around: Omit<PlanContext, 'outcomes'>,
): Outcomes {
  const broken = new Map<string, string>()
  const judgements = new Map<string, Judgement>()
  const isReworked = ({ path, status }: OutcomeFacts) => status === 'changed' && reworked.has(path)
  for (const outcome of chosen.where(isReworked)) {
    const planned = outcomes.of(outcome.path)
    if (planned?.status !== 'changed' || outcome.status !== 'changed') continue
    const judgement = judge({ planned, text: outcome.after }, { ...around, outcomes: chosen })
    judgements.set(outcome.path, judgement)
    if (judgement.problem !== undefined && outcome.group !== undefined)
      broken.set(outcome.group, outcome.path)
  }
  const whole = chosen.revised(isReworked, (outcome) => {
    const { proof, problem }: Judgement = judgements.get(outcome.path) ?? { proof: outcome.proof }
    if (problem === undefined) return { ...outcome, proof } as FileOutcome
    const findings = outcomes.of(outcome.path)?.findings ?? outcome.findings
    return { ...withdraw({ ...outcome, findings }, 'blocked', problem), proof }
  })
  const isOfBroken = ({ group }: OutcomeFacts) => group !== undefined && broken.has(group)
  return whole.revised(isOfBroken, (outcome) => blockIfBroken(outcome, broken))
}

/** What was chosen of one file. */
function chosenOf(outcome: FileOutcome, choice: HunkChoice): FileOutcome | 'another file' {
  if (outcome.status === 'changed') return chosenChange(outcome, choice)
  return choice.selection.hasFile(outcome) ? outcome : 'another file'
}

/** What was chosen of the change of one file. */
function chosenChange(outcome: ChangedOutcome, choice: HunkChoice): FileOutcome | 'another file' {
  const { selection, decisions, open } = choice
  if (!selection.hasFile(outcome)) return 'another file'
  if (open?.has(outcome.path) === true) return leftOut(outcome, NOT_DECIDED)
  const hunks = choosableHunks(outcome)
  const known = knownDecision(outcome, hunks, choice)
  if (known === 'outdated') {
    const message = 'the decisions are for another change of the file'
    return withdraw(outcome, 'blocked', { code: 'decisions-outdated', message })
  }
  const { decided, numbers } = known
  const made = hunks.map((hunk) => {
    const number = numbers.get(hunk)
    if (number === undefined) return 'left out'
    return madeBy(decided?.hunks?.[number] ?? decided?.decision ?? byTransform(hunk, decisions))
  })
  // A new name alone has no hunk to decide about.
  if (hunks.length === 0 && decided?.decision === 'reject') return leftOut(outcome)
  if (made.every((one) => one === 'planned')) return outcome
  return made.every((one) => one === 'left out') ? leftOut(outcome) : withHunks(outcome, hunks, made)
}

interface KnownDecision {
  readonly decided: FileDecision | undefined
  /** Of the hunks that are selected, as the decision numbers them. */
  readonly numbers: ReadonlyMap<ChoosableHunk, number>
}

/** What was decided of the whole change of a file, or of the part of it that is selected, as `show` shows that. */
function knownDecision(
  outcome: ChangedOutcome,
  hunks: readonly ChoosableHunk[],
  { selection, decisions }: HunkChoice,
): KnownDecision | 'outdated' {
  const own = hunks.filter(({ transforms }) => selection.hasHunk(transforms))
  const numbers = new Map(own.map((hunk) => [hunk, hunk.number]))
  if (!decisions.isOutdatedFor(outcome)) return { decided: decisions.of(outcome), numbers }
  if (own.length === hunks.length || own.length === 0) return 'outdated'
  const made = hunks.map((hunk): HunkResult => (numbers.has(hunk) ? 'planned' : 'left out'))
  const part = withHunks(outcome, hunks, made)
  const decided = part.status === 'changed' ? decisions.of(part) : undefined
  if (decided === undefined) return 'outdated'
  return { decided, numbers: new Map(own.map((hunk, index) => [hunk, index + 1])) }
}

function byTransform({ transforms }: ChoosableHunk, decisions: Decisions): HunkDecision {
  return transforms.some((id) => decisions.transforms.get(id) === 'reject') ? 'reject' : 'accept'
}

function madeBy(decision: HunkDecision): HunkResult {
  if (typeof decision !== 'string') return decision
  return decision === 'accept' ? 'planned' : 'left out'
}

/** A change that is not made, because somebody said so. */
function leftOut(outcome: ChangedOutcome, reason = 'left out'): LeftOutcome {
  const { path, kind, findings, before } = outcome
  const status = 'skipped' as const
  return defined({ path, kind, status, reason, proof: 'none' as const, transforms: [], findings, before })
}

function withHunks(
  outcome: ChangedOutcome,
  hunks: readonly ChoosableHunk[],
  made: readonly HunkResult[],
): ChangedOutcome | LeftOutcome {
  const after = textWith(outcome, hunks, made)
  const { path, before, newPath = path, steps: _steps, ...rest } = outcome
  if (after === before && newPath === path) return leftOut(outcome)
  const transforms = outcome.transforms.filter(({ id }) =>
    hunks.some((hunk, index) => made[index] !== 'left out' && hunk.transforms.includes(id)),
  )
  const chosen = problemFinding({ code: 'hunks-chosen', message: countsOf(made) })
  const findings = [chosen, ...outcome.findings]
  const name = newPath === path ? {} : { newPath }
  return { ...rest, path, ...defined({ before }), ...name, after, transforms, findings }
}

function countsOf(made: readonly HunkResult[]): string {
  const count = (isCounted: (one: HunkResult) => boolean, what: string) => {
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
  made: readonly HunkResult[],
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
function extentOf(edits: Hunk) {
  const [first, last] = [edits[0], edits.at(-1)]
  if (first === undefined || last === undefined) throw new Error('a hunk has an edit')
  return { oldStart: first.oldStart, oldEnd: last.oldEnd, newStart: first.newStart, newEnd: last.newEnd }
}
