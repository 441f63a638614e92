/** Constraints that stand in another template now: of a parameter, or of the one that is passed for it. */
import { isAllowed } from './choices.ts'
import { allowedValues, type Constraint } from './constraints.ts'
import { orFailure } from './failing.ts'
import { jsonText } from './json-text.ts'
import { type ParameterSchema, parameterValue } from './parameters.ts'
import type { Program } from './program.ts'
import { pythonRepr } from './python-text.ts'
import type { Both } from './side.ts'
import { Failure, type Key, type Value } from './value.ts'

type Side = keyof Both<unknown>

/** A parameter of a template; '' is the outer one. */
interface Location {
  readonly template: string
  readonly name: string
}

/** What a call passes that is known: a parameter as it is, or data. */
export type Passed = { readonly from: Location } | { readonly data: Value }

interface Pass {
  readonly passed: Passed
  readonly to: Location
  /** Whether every stack makes the call. */
  readonly isSure: boolean
}

interface Open extends Location {
  readonly settle: (isMoved: boolean) => void
}

/**
 * Heat refuses a value where it arrives: what constrains the parameter of a nested template constrains the parameter of its
 * caller, too, if every stack passes it on (`StackResource.validate_nested_stack` of heat/engine/resources/stack_resource.py).
 */
export class ConstraintFlow {
  readonly #programs = new Map<string, Both<Program>>()
  readonly #passes: Both<Pass[]> = { before: [], after: [] }
  readonly #calls: Both<Map<string, number>> = { before: new Map(), after: new Map() }
  readonly #open: Open[] = []

  /** @param template by the name that it has in the original; '' is the outer one */
  add(template: string, programs: Both<Program>): void {
    this.#programs.set(template, programs)
  }

  /** @param passed by the names of the parameters, those that are passed as they are */
  call(side: Side, template: string, all: ReadonlyMap<string, Passed>, isSure: boolean): void {
    this.#calls[side].set(template, (this.#calls[side].get(template) ?? 0) + 1)
    for (const [name, passed] of all) {
      const to = { template, name }
      const isAsItIs =
        'data' in passed || this.#schema(side, passed.from)?.type === this.#schema(side, to)?.type
      if (isAsItIs) this.#passes[side].push({ passed, to, isSure })
    }
  }

  /** Notes constraints that differ. @param settle hears in the end whether they are the same where they stand now */
  differ(template: string, name: string, settle: Open['settle']): void {
    this.#open.push({ template, name, settle })
  }

  settle(): void {
    for (const one of this.#open) one.settle(this.#isMoved(one))
  }

  #isMoved(one: Location): boolean {
    const gained = this.#gained('before', 'after', one)
    const lost = this.#gained('after', 'before', one)
    const schema = this.#schema('after', one)
    if (gained.length > 0 && schema !== undefined && !meetsItsDefault(schema)) return false
    const known = (side: Side) => new Set([...this.#enforced(side, one), ...this.#implied(side, one)])
    const [was, is] = [known('before'), known('after')]
    return gained.every((key) => was.has(key)) && lost.every((key) => is.has(key))
  }

  #gained(from: Side, to: Side, one: Location): readonly string[] {
    const known = this.#own(from, one)
    return [...this.#own(to, one)].filter((key) => !known.has(key))
  }

  #schema(side: Side, { template, name }: Location): ParameterSchema | undefined {
    const schema = this.#programs.get(template)?.[side].parameters.get(name)
    return schema instanceof Failure ? undefined : schema
  }

  /** The constraints of either side that a value meets. */
  #metBy(value: Value, one: Location): ReadonlySet<string> {
    const met = (['before', 'after'] as const).filter((side) => {
      const schema = this.#schema(side, one)
      return schema !== undefined && isAllowed(schema, value)
    })
    return new Set(met.flatMap((side) => [...this.#own(side, one)]))
  }

  #own(side: Side, one: Location): ReadonlySet<string> {
    const schema = this.#schema(side, one)
    return new Set(schema?.constraints.map((constraint) => constraintKey(constraint, schema)))
  }

  /** What keeps every stack from having a value that is refused: here, or where the parameter is passed to. */
  #enforced(side: Side, one: Location, above: readonly string[] = []): ReadonlySet<string> {
    const below = this.#passes[side].filter(
      ({ passed, isSure }) => isSure && 'from' in passed && isSame(passed.from, one),
    )
    const path = [...above, keyOf(one)]
    const found = below.flatMap(({ to }) =>
      path.includes(keyOf(to)) ? [] : [...this.#enforced(side, to, path)],
    )
    return new Set([...this.#own(side, one), ...found])
  }

  /** What holds for each value that arrives. */
  #implied(side: Side, one: Location, below: readonly string[] = []): ReadonlySet<string> {
    const own = this.#own(side, one)
    const passes = this.#passes[side].filter(({ to }) => isSame(to, one))
    if (one.template === '' || passes.length < (this.#calls[side].get(one.template) ?? 0)) return own
    const path = [...below, keyOf(one)]
    const [first, ...others] = passes.map(({ passed }) => {
      if ('data' in passed) return this.#metBy(passed.data, one)
      return path.includes(keyOf(passed.from)) ? new Set<string>() : this.#implied(side, passed.from, path)
    })
    const everywhere = [...(first ?? [])].filter((key) => others.every((other) => other.has(key)))
    return new Set([...own, ...everywhere])
  }
}

/** Heat holds the default of a template against its constraints, whatever value is given. */
function meetsItsDefault(schema: ParameterSchema): boolean {
  return schema.default === null || isAllowed(schema, schema.default)
}

const keyOf = ({ template, name }: Location): string => `${template}\0${name}`

const isSame = (one: Location, other: Location): boolean =>
  one.name === other.name && one.template === other.template

/** A text that is the same for constraints that refuse the same values with the same words. */
export function constraintKey(constraint: Constraint, schema: ParameterSchema): string {
  const values = allowedValues(constraint)
  const typed = schema.type === 'string' || schema.type === 'number' || schema.type === 'boolean'
  const limits: Value =
    values !== undefined && typed
      ? values.map((value) => orFailure(() => parameterValue(schema.type, value)))
      : new Map<Key, Value>(constraint.limits)
  const description = constraint.description === null ? '' : ` (${pythonRepr(constraint.description)})`
  return `${constraint.kind} ${textOf(limits)}${description}`
}

function textOf(value: Value): string {
  try {
    return jsonText(value, 'sorted')
  } catch {
    return pythonRepr(value)
  }
}
