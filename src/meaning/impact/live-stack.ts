/** What is known of a live stack: the parameters that it has, and the resources behind its names. */

import { Failure, sameValue, type Value } from '../../heat/values/value.ts'
import { extended } from '../../text/document/records.ts'
import { orFailure } from '../failing.ts'
import { type ParameterSchema, parameterValue } from '../parameters.ts'
import { readProgram } from '../program.ts'
import { emptyEnvironment } from '../sample.ts'
import type { Side } from '../side.ts'
import type { StackImpact } from './model.ts'

export interface LiveStack {
  /** Values by name; undefined where they were not given. */
  readonly parameters?: ReadonlyMap<string, Value>
  /** `all`: as `stack show` has them, with defaults; `given`: as `stack environment show` has them. */
  readonly are: 'all' | 'given'
  /** The parameters whose values Heat does not show. */
  readonly hidden?: ReadonlySet<string>
  /** Ids in the cloud by the name that an effect has: `group/0/server`. */
  readonly ids: ReadonlyMap<string, string>
}

/**
 * The side before the update with the values of the stack.
 * @param isKept whether the update keeps what was given: then nobody can tell a default of `stack show` from a given value
 */
export function livingSide(side: Side, live: LiveStack | undefined, isKept: boolean): Side {
  if (live?.parameters === undefined) return side
  const values = new Map<string, Value>()
  for (const [name, schema] of readProgram(side.root, side.dialect, side.text).parameters) {
    if (schema instanceof Failure) continue
    const value = liveValue(schema, live, isKept)
    if (value !== undefined) values.set(name, value)
  }
  const environment = side.environment ?? emptyEnvironment
  const parameters = new Map([...environment.parameters, ...values])
  return extended(side, { environment: { ...environment, parameters } })
}

function liveValue(
  schema: ParameterSchema,
  { parameters, are }: LiveStack,
  isKept: boolean,
): Value | undefined {
  const value = parameters?.get(schema.name)
  if (are === 'given') return value ?? schema.default ?? undefined
  const isDefault = value !== undefined && schema.default !== null && isSame(schema, value, schema.default)
  return isKept && isDefault ? undefined : value
}

function isSame({ type }: ParameterSchema, one: Value, other: Value): boolean {
  const [first, second] = [one, other].map((raw) => orFailure(() => parameterValue(type, raw)))
  if (first instanceof Failure || second instanceof Failure) return false
  return sameValue(first as Value, second as Value)
}

/** What `stack show` has and may be a default as well as a given value: an update with `--existing` keeps it if it was given. */
export function perhapsGiven(
  { parameters = new Map(), are }: LiveStack,
  retained: ReadonlyMap<string, Value>,
  cleared: ReadonlySet<string>,
): ReadonlyMap<string, Value> {
  if (are === 'given') return new Map()
  return new Map([...parameters].filter(([name]) => !retained.has(name) && !cleared.has(name)))
}

/** The parameters of a template of which nobody knows whether the update changes them, as the stack hides what it has. */
export function hiddenParameters(live: LiveStack, before: Side, after: Side): readonly string[] {
  const declared = readProgram(after.root, after.dialect, after.text).parameters
  const known = before.environment?.parameters
  return [...(live.hidden ?? [])].filter((name) => declared.has(name) && known?.has(name) !== true)
}

/** What an update with `--existing` takes over of the values that were given. */
export function retainedParameters(
  { environment, ...side }: Side,
  live: LiveStack | undefined,
  cleared: ReadonlySet<string>,
): ReadonlyMap<string, Value> {
  const given = environment?.parameters ?? new Map<string, Value>()
  const schemas = readProgram(side.root, side.dialect, side.text).parameters
  const isGiven = (name: string) => {
    if (live?.are !== 'given' || live.parameters === undefined) return true
    return live.parameters.has(name) || !schemas.has(name)
  }
  return new Map([...given].filter(([name]) => !cleared.has(name) && isGiven(name)))
}

/** The side after the update with what it keeps: what is given anew comes first. @param anew the names of that */
export function withRetained(
  side: Side,
  retained: ReadonlyMap<string, Value>,
  anew: ReadonlySet<string>,
): Side {
  const environment = side.environment ?? emptyEnvironment
  const own = [...environment.parameters].filter(([name]) => anew.has(name))
  return extended(side, { environment: { ...environment, parameters: new Map([...retained, ...own]) } })
}

/** The impact with the ids of what goes away, or changes. */
export function withLive(impact: StackImpact, live: LiveStack | undefined): StackImpact {
  if (live === undefined || live.ids.size === 0) return impact
  const resources = impact.resources.map((one) => {
    const id = live.ids.get(one.name)
    return id === undefined ? one : extended(one, { id })
  })
  return extended(impact, { resources })
}
