/** A change as a series of steps, each of which leaves templates that are valid and mean the same. */

import { createChecker } from '../../engine/check.ts'
import { followRenames } from '../../engine/names/follow-renames.ts'
import type { ChangedOutcome, FileOutcome } from '../../engine/outcome.ts'
import { isConversion } from '../../engine/presets.ts'
import { verify } from '../../engine/proof/verify.ts'
import { push } from '../../text/document/multimap.ts'
import { defined } from '../../text/document/records.ts'
import type { FileChange } from '../diff/unified-diff.ts'
import { Store } from '../spill.ts'
import { bytesOf } from '../staged-file.ts'
import type { OutcomeFacts, Outcomes } from './outcomes.ts'

/** What a stage of a series is about: new names, one transform, or all that makes HOT of CloudFormation. */
export type StageTopic = 'new names' | 'conversion' | { readonly transform: string }

export interface Stage {
  readonly topics: readonly StageTopic[]
  readonly changes: StageChanges
}

/** Stages, whose changes stand in a temporary file when they are many. */
export interface Series {
  readonly stages: readonly Stage[]
  /** Gives the disk back what the changes take. */
  discard(): void
}

/** What a stage makes of a file. */
interface StageChange extends FileChange, Pick<ChangedOutcome, 'access' | 'group'> {}

/** A change, and where its file stands among all files. */
interface PlacedChange {
  readonly place: number
  readonly change: StageChange
}

/** The changes of a stage, in the order of the paths; few of them are in memory at a time. */
class StageChanges implements Iterable<StageChange> {
  readonly #store: Store<StageChange>
  /** Where the file of each change stands among all files, and its number in the store. */
  readonly #places: number[] = []
  readonly #numbers: number[] = []
  /** Where what changes together ends among them. */
  readonly #ends: number[] = []

  constructor(store: Store<StageChange>) {
    this.#store = store
  }

  get length(): number {
    return this.#numbers.length
  }

  /** Takes what changes together. */
  add(changes: readonly PlacedChange[]): void {
    for (const { place, change } of changes) {
      this.#numbers.push(this.#store.put(change, change.after.length + (change.before?.length ?? 0)))
      this.#places.push(place)
    }
    this.#ends.push(this.length)
  }

  *[Symbol.iterator](): Generator<StageChange> {
    const place = (at: number) => this.#places[at] ?? 0
    for (const at of [...this.#places.keys()].sort((a, b) => place(a) - place(b))) yield this.#at(at)
  }

  /** What changes together, in portions of about so many changes. */
  *portions(size: number): Generator<readonly StageChange[]> {
    let portion: StageChange[] = []
    let at = 0
    for (const end of this.#ends) {
      for (; at < end; at += 1) portion.push(this.#at(at))
      if (portion.length < size) continue
      yield portion
      portion = []
    }
    if (portion.length > 0) yield portion
  }

  #at(index: number): StageChange {
    return this.#store.get(this.#numbers[index] ?? 0)
  }
}

/** A file on its way. */
interface FileState {
  readonly path: string
  /** Undefined before it is created. */
  readonly text: string | undefined
}

/** A stage in the making. */
interface Draft {
  readonly changes: StageChanges
  /** Whether a group takes part of the stage later, together with another. */
  isLate: boolean
}

/**
 * New names come first, so that the history of files follows them, then YAML for JSON, then the conversion to HOT, or
 * one transform after the other. An intermediate state that would be invalid is combined with the next one. Groups are
 * independent of one another: each goes through all stages before the next.
 *
 * @param limit characters that are held in memory, for tests
 */
export function seriesOf(outcomes: Outcomes, limit?: number): Series {
  const order = stageOrder(outcomes)
  const store = new Store<StageChange>(limit)
  const drafts = order.keys.map((): Draft => ({ changes: new StageChanges(store), isLate: false }))
  for (const group of groupsOf(outcomes.facts)) addGroup(group, { outcomes, order, drafts })
  let waiting: readonly string[] = []
  const stages = drafts.flatMap(({ changes, isLate }, index): readonly Stage[] => {
    const key = order.keys[index] as string
    const topics = topicsOf([...waiting, key])
    // What had to wait is part of a later stage.
    if (isLate) waiting = [...waiting, key]
    else if (changes.length > 0) waiting = []
    return changes.length === 0 ? [] : [{ topics, changes }]
  })
  return { stages, discard: () => store.discard() }
}

/** The indexes of the files that change, in sets of those that change together: by the first of each. */
function* groupsOf(facts: readonly OutcomeFacts[]): Generator<readonly number[]> {
  const members = new Map<string, number[]>()
  for (const [index, { status, group }] of facts.entries()) {
    if (status !== 'changed' || group === undefined) continue
    push(members, group, index)
  }
  for (const [index, { status, group }] of facts.entries()) {
    if (status !== 'changed') continue
    const together = group === undefined ? [index] : (members.get(group) ?? [])
    if (together[0] === index) yield together
  }
}

interface Making {
  readonly outcomes: Outcomes
  readonly order: StageOrder
  readonly drafts: readonly Draft[]
}

/** Takes files that change together through all stages. */
function addGroup(indexes: readonly number[], { outcomes, order, drafts }: Making): void {
  const { keys, namers } = order
  const changed = indexes.map((index) => outcomes.at(index) as ChangedOutcome)
  const routes = new Map(changed.map((one) => [one.path, routeOf(one, keys, namers)]))
  const checks = changed.map((outcome) => new SoundnessCheck(outcome))
  let states = new Map<string, FileState>(changed.map(({ path, before }) => [path, { path, text: before }]))
  for (const [stage, draft] of drafts.entries()) {
    const isLast = stage === drafts.length - 1
    const wanted = isLast ? finalStates(changed) : statesAt(stage, changed, routes)
    const isSame = changed.every(({ path }) => sameState(states.get(path), wanted.get(path)))
    if (isSame) continue
    const around = textsAround(wanted, outcomes)
    const isLate = !isLast && !checks.every((one) => one.allows(states, wanted, around))
    if (isLate) draft.isLate = true
    const next = isLate ? states : wanted
    const made = changesBetween(changed, indexes, states, next)
    if (made.length > 0) draft.changes.add(made)
    states = next
  }
}

/** The stages, in an order that holds for all files. */
interface StageOrder {
  readonly keys: readonly string[]
  readonly namers: Namers
}

function stageOrder(outcomes: Outcomes): StageOrder {
  const namers = new Set<string>()
  /** By what they say of the order, one of the changes. */
  const kinds = new Map<string, ChangedOutcome>()
  for (const [index, { status }] of outcomes.facts.entries()) {
    const outcome = status === 'changed' ? outcomes.at(index) : undefined
    if (outcome?.status !== 'changed') continue
    for (const { id, gives } of outcome.transforms) if (gives === 'name') namers.add(id)
    const kind = JSON.stringify(
      [isOfCfn(outcome), ownSteps(outcome), outcome.transforms.slice(-1)],
      (name, value) => (name === 'after' ? undefined : value),
    )
    if (!kinds.has(kind)) kinds.set(kind, outcome)
  }
  const isNamed = outcomes.facts.some(({ status, newPath }) => status === 'changed' && newPath !== undefined)
  const keys: string[] = isNamed ? ['names', ...namers] : []
  const first = keys.length
  for (const outcome of kinds.values()) {
    let position = first
    for (const key of keysOf(outcome, namers)) {
      const known = keys.indexOf(key)
      if (known === -1) keys.splice(position, 0, key)
      position = Math.max(position, keys.indexOf(key) + 1)
    }
  }
  return { keys, namers }
}

/** The transforms that give names in a change. */
type Namers = ReadonlySet<string>

function keysOf(outcome: ChangedOutcome, namers: Namers): readonly string[] {
  const own = ownSteps(outcome).map(({ transform }) => keyOf(transform, outcome, namers))
  // Of what people chose hunks from, nobody knows the steps.
  return own.length > 0 ? own : lastTransform(outcome).map((id) => keyOf(id, outcome, namers))
}

function lastTransform({ transforms }: ChangedOutcome): readonly string[] {
  return transforms.slice(-1).map(({ id }) => id)
}

function keyOf(transform: string, outcome: ChangedOutcome, namers: Namers): string {
  if (namers.has(transform)) return transform
  // A caller passes on what a converted template needs from then on.
  const isPassing = outcome.transforms.some(({ id, gives }) => id === transform && gives === 'value')
  return (isOfCfn(outcome) || isPassing) && isConversion(transform) ? 'conversion' : transform
}

function isOfCfn({ kind, version }: ChangedOutcome): boolean {
  return kind.startsWith('cfn') || kind.startsWith('heat-cfn') || version !== undefined
}

/** The steps without the one that follows new names, which is part of giving them. */
function ownSteps({ steps = [] }: ChangedOutcome) {
  return steps.filter(({ follows }) => follows !== true)
}

/** The source of a file from each stage on, by the number of the stage. */
function routeOf(
  outcome: ChangedOutcome,
  keys: readonly string[],
  namers: Namers,
): ReadonlyMap<number, string> {
  const route = new Map<number, string>()
  let at = 0
  for (const { transform, after } of ownSteps(outcome)) {
    at = Math.max(at, keys.indexOf(keyOf(transform, outcome, namers)))
    route.set(at, after)
  }
  if (route.size === 0) {
    const [key] = keysOf(outcome, namers).slice(-1)
    // Nothing but references to new names: the stage of the names makes it.
    if (key !== undefined && !namers.has(key)) route.set(Math.max(0, keys.indexOf(key)), outcome.after)
  }
  return route
}

function finalStates(changed: readonly ChangedOutcome[]): Map<string, FileState> {
  return new Map(changed.map(({ path, newPath = path, after }) => [path, { path: newPath, text: after }]))
}

/** What files are to be at a stage, with references that follow the new names. */
function statesAt(
  stage: number,
  changed: readonly ChangedOutcome[],
  routes: ReadonlyMap<string, ReadonlyMap<number, string>>,
): Map<string, FileState> {
  const texts = changed.map((outcome) => {
    const route = routes.get(outcome.path) ?? new Map<number, string>()
    const passed = [...route.keys()].filter((one) => one <= stage)
    return passed.length === 0 ? outcome.before : route.get(Math.max(...passed))
  })
  const there = changed.flatMap((outcome, index): FileOutcome[] => {
    const text = texts[index]
    if (text === undefined) return []
    const { steps: _steps, ...rest } = outcome
    return [{ ...rest, after: text }]
  })
  const followed = new Map(followRenames(there, () => undefined).map((one) => [one.path, one.after]))
  return new Map(
    changed.map(({ path, newPath = path }, index) => {
      const text = texts[index]
      return [path, text === undefined ? { path, text } : { path: newPath, text: followed.get(path) ?? text }]
    }),
  )
}

/** What a file that is read beside others holds at a stage. */
function textsAround(
  states: ReadonlyMap<string, FileState>,
  outcomes: Outcomes,
): (path: string) => string | undefined {
  const texts = new Map([...states.values()].map(({ path, text }) => [path, text]))
  return (path) => (texts.has(path) ? texts.get(path) : outcomes.changeOf(path)?.before)
}

const checker = createChecker()

/** What the states of a file on its way are held against. */
class SoundnessCheck {
  readonly #outcome: ChangedOutcome
  /** Errors that the file has at one of its ends. */
  #known: ReadonlySet<string> | undefined

  constructor(outcome: ChangedOutcome) {
    this.#outcome = outcome
  }

  /**
   * Whether the file may advance: the next source has no new error, and preserves the meaning where the whole change does.
   */
  allows(
    now: ReadonlyMap<string, FileState>,
    wanted: ReadonlyMap<string, FileState>,
    around: (path: string) => string | undefined,
  ): boolean {
    const outcome = this.#outcome
    const state = wanted.get(outcome.path)
    if (state === undefined || sameState(now.get(outcome.path), state)) return true
    const { before, after } = outcome
    const { path, text } = state
    if (text === undefined || text === before || text === after) {
      if (path === outcome.path || text !== before) return true
    }
    const errors = text === before ? errorsIn(path, text) : errorsOfTemplate(path, text)
    if (errors === undefined || errors.some((one) => !this.#errorsAtEnds().has(one))) return false
    if (outcome.kind === 'environment' || before === undefined || text === before) return true
    return this.#keepsMeaning(before, state, around)
  }

  #errorsAtEnds(): ReadonlySet<string> {
    const { path, newPath = path, before, after } = this.#outcome
    this.#known ??= new Set([...errorsIn(path, before), ...errorsIn(newPath, after)])
    return this.#known
  }

  #keepsMeaning(
    before: string,
    { path, text }: FileState,
    around: (path: string) => string | undefined,
  ): boolean {
    const { after, path: first, newPath = first } = this.#outcome
    const read = (name: string) => {
      const source = around(name)
      return source === undefined ? undefined : bytesOf(source)
    }
    const origin = { path: first, bytes: bytesOf(before), read }
    const verdictOf = (name: string, source = '') => {
      const result = verify(origin, { path: name, bytes: bytesOf(source), read })
      return 'verdict' in result ? result.verdict.verdict : 'unread'
    }
    return verdictOf(path, text) === 'equal' || verdictOf(newPath, after) !== 'equal'
  }
}

function errorsIn(path: string, source = ''): readonly string[] {
  return errorsOf(checker.run({ path, bytes: bytesOf(source) }))
}

/** Undefined for what is neither a template nor an environment: no transform makes such a thing, but a plan may say so. */
function errorsOfTemplate(path: string, source = ''): readonly string[] | undefined {
  const outcome = checker.run({ path, bytes: bytesOf(source) })
  return outcome.kind === 'not-a-template' ? undefined : errorsOf(outcome)
}

function errorsOf({ findings }: FileOutcome): readonly string[] {
  const errors = findings.filter(({ severity }) => severity === 'error')
  return errors.map(({ code, message }) => `${code} ${message}`)
}

/** @param places where the files stand among all files */
function changesBetween(
  changed: readonly ChangedOutcome[],
  places: readonly number[],
  now: ReadonlyMap<string, FileState>,
  next: ReadonlyMap<string, FileState>,
): readonly PlacedChange[] {
  return changed.flatMap(({ path, access, group }, position): readonly PlacedChange[] => {
    const [from, to] = [now.get(path), next.get(path)]
    if (from === undefined || to?.text === undefined || sameState(from, to)) return []
    const change = {
      path: from.text === undefined ? to.path : from.path,
      ...(from.path === to.path ? {} : { newPath: to.path }),
      ...defined({ before: from.text }),
      after: to.text,
      ...defined({ access, group }),
    }
    return [{ place: places[position] ?? 0, change }]
  })
}

function sameState(one: FileState | undefined, other: FileState | undefined): boolean {
  return one?.path === other?.path && one?.text === other?.text
}

function topicsOf(keys: readonly string[]): readonly StageTopic[] {
  return keys.map((key) =>
    key === 'names' ? 'new names' : key === 'conversion' ? 'conversion' : { transform: key },
  )
}
