/** A change as a series of steps, each of which leaves templates that are valid and mean the same. */
import { createChecker } from '../engine/check.ts'
import { followRenames } from '../engine/follow-renames.ts'
import type { ChangedOutcome, FileOutcome } from '../engine/outcome.ts'
import { isConversion } from '../engine/presets.ts'
import { verify } from '../engine/verify.ts'
import type { FileChange } from '../report/unified-diff.ts'

/** What a stage of a series is about: new names, one transform, or all that makes HOT of CloudFormation. */
export type StageTopic = 'new names' | 'conversion' | { readonly transform: string }

export interface Stage {
  readonly topics: readonly StageTopic[]
  /** In the order of the paths. */
  readonly changes: readonly FileChange[]
}

/** A file on its way. */
interface State {
  readonly path: string
  /** Undefined before it is created. */
  readonly text: string | undefined
}

/**
 * New names come first, so that the history of files follows them, then YAML for JSON, then the conversion to HOT, or
 * one transform after the other. What would not be valid in between comes together with what follows it.
 */
export function seriesOf(outcomes: readonly FileOutcome[]): readonly Stage[] {
  const changed = outcomes.filter((one): one is ChangedOutcome => one.status === 'changed')
  const namers = namersOf(changed)
  const keys = stageKeys(changed, namers)
  const routes = new Map(changed.map((one) => [one.path, routeOf(one, keys, namers)]))
  let states = new Map<string, State>(changed.map(({ path, before }) => [path, { path, text: before }]))
  const stages: Stage[] = []
  let waiting: string[] = []
  for (const [index, key] of keys.entries()) {
    const isLast = index === keys.length - 1
    const wanted = isLast ? finalStates(changed) : statesAt(index, changed, routes)
    const next = isLast ? wanted : soundStates(changed, states, wanted)
    const changes = changesBetween(changed, states, next)
    const isLate = changed.some(({ path }) => !sameState(next.get(path), wanted.get(path)))
    if (changes.length > 0) stages.push({ topics: topicsOf([...new Set([...waiting, key])]), changes })
    // What had to wait is part of a later stage.
    waiting = isLate || changes.length === 0 ? [...waiting, key] : []
    if (changes.length === 0 && !isLate) waiting = waiting.filter((one) => one !== key)
    states = next
  }
  return stages
}

/** The stages, in an order that holds for all files. */
function stageKeys(changed: readonly ChangedOutcome[], namers: Namers): readonly string[] {
  const keys: string[] = []
  if (changed.some(({ newPath }) => newPath !== undefined)) keys.push('names', ...namers)
  const first = keys.length
  for (const outcome of changed) {
    let position = first
    for (const key of keysOf(outcome, namers)) {
      const known = keys.indexOf(key)
      if (known === -1) keys.splice(position, 0, key)
      position = Math.max(position, keys.indexOf(key) + 1)
    }
  }
  return keys
}

/** The transforms that give names in a change. */
type Namers = ReadonlySet<string>

function namersOf(changed: readonly ChangedOutcome[]): Namers {
  const all = changed.flatMap(({ transforms }) => transforms)
  return new Set(all.flatMap(({ id, gives }) => (gives === 'name' ? [id] : [])))
}

function keysOf(outcome: ChangedOutcome, namers: Namers): readonly string[] {
  const own = ownSteps(outcome).map(({ transform }) => keyOf(transform, outcome, namers))
  const { transforms } = outcome
  // Of what people chose hunks from, nobody knows the steps.
  return own.length > 0 ? own : transforms.slice(-1).map(({ id }) => keyOf(id, outcome, namers))
}

function keyOf(transform: string, { kind, version }: ChangedOutcome, namers: Namers): string {
  if (namers.has(transform)) return transform
  const isCfn = kind.startsWith('cfn') || kind.startsWith('heat-cfn') || version !== undefined
  return isCfn && isConversion(transform) ? 'conversion' : transform
}

/** The steps without the one that follows new names, which is part of giving them. */
function ownSteps({ steps = [] }: ChangedOutcome) {
  return steps.filter(({ follows }) => follows !== true)
}

/** By the number of a stage, the text that a file has from then on. */
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

function finalStates(changed: readonly ChangedOutcome[]): Map<string, State> {
  return new Map(changed.map(({ path, newPath = path, after }) => [path, { path: newPath, text: after }]))
}

/** What files are to be at a stage, with references that follow the new names. */
function statesAt(
  stage: number,
  changed: readonly ChangedOutcome[],
  routes: ReadonlyMap<string, ReadonlyMap<number, string>>,
): Map<string, State> {
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

const checker = createChecker()

/** Each group as it is wanted, or, where one of its files would not be sound, as it was. */
function soundStates(
  changed: readonly ChangedOutcome[],
  now: ReadonlyMap<string, State>,
  wanted: ReadonlyMap<string, State>,
): Map<string, State> {
  const unsound = new Set<string>()
  for (const outcome of changed) {
    const { path, group } = outcome
    const state = wanted.get(path)
    if (state === undefined || sameState(now.get(path), state)) continue
    if (!isSound(outcome, state, wanted)) unsound.add(group ?? path)
  }
  return new Map(
    changed.flatMap(({ path, group }) => {
      const state = (unsound.has(group ?? path) ? now : wanted).get(path)
      return state === undefined ? [] : [[path, state] as const]
    }),
  )
}

/** Whether a text has no error that neither end has, and means what the file meant where the whole change keeps that. */
function isSound(
  outcome: ChangedOutcome,
  { path, text }: State,
  around: ReadonlyMap<string, State>,
): boolean {
  const { before, after, newPath = outcome.path } = outcome
  if (text === undefined || text === before || text === after) {
    if (path === outcome.path || text !== before) return true
  }
  const errorsIn = (name: string, source = '') => {
    const { findings, status } = checker.run({ path: name, bytes: bytesOf(source) })
    const errors = findings.filter(({ severity }) => severity === 'error')
    return { errors: errors.map(({ code, message }) => `${code} ${message}`), status }
  }
  const ends = [errorsIn(outcome.path, before), errorsIn(newPath, after)]
  const known = new Set(ends.flatMap(({ errors }) => errors))
  const made = errorsIn(path, text)
  if (made.errors.some((one) => !known.has(one))) return false
  if (outcome.kind === 'environment' || before === undefined || text === before) return true
  const texts = new Map([...around.values()].map((one) => [one.path, one.text]))
  const read = (name: string) => {
    const source = texts.get(name)
    return source === undefined ? undefined : bytesOf(source)
  }
  const verdictOf = (name: string, source = '') => {
    const first = { path: outcome.path, bytes: bytesOf(before), read }
    const result = verify(first, { path: name, bytes: bytesOf(source), read })
    return 'verdict' in result ? result.verdict.verdict : 'unread'
  }
  return verdictOf(path, text) === 'equal' || verdictOf(newPath, after) !== 'equal'
}

function changesBetween(
  changed: readonly ChangedOutcome[],
  now: ReadonlyMap<string, State>,
  next: ReadonlyMap<string, State>,
): readonly FileChange[] {
  return changed.flatMap(({ path }) => {
    const [from, to] = [now.get(path), next.get(path)]
    if (from === undefined || to?.text === undefined || sameState(from, to)) return []
    return [
      {
        path: from.text === undefined ? to.path : from.path,
        ...(from.path === to.path ? {} : { newPath: to.path }),
        ...(from.text === undefined ? {} : { before: from.text }),
        after: to.text,
      },
    ]
  })
}

function sameState(one: State | undefined, other: State | undefined): boolean {
  return one?.path === other?.path && one?.text === other?.text
}

function topicsOf(keys: readonly string[]): readonly StageTopic[] {
  return keys.map((key) =>
    key === 'names' ? 'new names' : key === 'conversion' ? 'conversion' : { transform: key },
  )
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
