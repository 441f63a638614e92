/** Constraints that are in another template now: of a parameter, or of the one that is passed for it. */

import { allowedValues } from '../heat/constraints.ts'
import { Failure, type Value } from '../heat/values/value.ts'
import { grow, push } from '../text/document/multimap.ts'
import { isAllowed } from './choices.ts'
import { constraintKeys } from './constraint-keys.ts'
import type { ParameterSchema } from './parameters.ts'
import type { Program } from './program.ts'
import { refusedDefault } from './refused-default.ts'
import { type Both, onBoth } from './side.ts'
import type { Term } from './terms/term.ts'

type SideName = keyof Both<unknown>

/** A parameter of a template; '' is the outer one. */
interface ParameterLocation {
  readonly template: string
  readonly name: string
}

/** An argument of a nested template that is known: a parameter, or data. */
export type Passed =
  /** `index`: what a group replaces in it by the index of the member. */
  { readonly from: ParameterLocation; readonly index?: Term } | { readonly data: Value }

interface Pass {
  readonly passed: Passed
  readonly to: ParameterLocation
  /** Whether every stack passes it. */
  readonly isSure: boolean
}

interface OpenConstraint extends ParameterLocation {
  readonly settle: (isMoved: boolean) => void
}

/**
 * Heat refuses a value where it arrives: what constrains the parameter of a nested template constrains the parameter of
 * its caller, too, if every stack passes it on (`StackResource.validate_nested_stack` of
 * heat/engine/resources/stack_resource.py).
 */
export class ConstraintFlow {
  readonly #programs = new Map<string, Both<Program>>()
  /** By where they come from, and by where they go to. */
  readonly #from = onBoth(() => new Map<string, Pass[]>())
  readonly #to = onBoth(() => new Map<string, Pass[]>())
  readonly #calls = onBoth(() => new Map<string, number>())
  readonly #open: OpenConstraint[] = []

  /** @param template by the name that it has in the original; '' is the outer one */
  add(template: string, programs: Both<Program>): void {
    this.#programs.set(template, programs)
  }

  /** @param passed by the names of the parameters, those that are passed as they are */
  call(side: SideName, template: string, all: ReadonlyMap<string, Passed>, isSure: boolean): void {
    grow(this.#calls[side], template)
    for (const [name, passed] of all) {
      const to = { template, name }
      if (!('data' in passed) && !this.#arrivesAsItIs(side, passed, to)) continue
      const pass = { passed, to, isSure }
      push(this.#to[side], keyOf(to), pass)
      if ('from' in passed) push(this.#from[side], keyOf(passed.from), pass)
    }
  }

  /**
   * Records constraints that differ. @param settle called at the end with whether they are the same at their new
   * location
   */
  differ(template: string, name: string, settle: OpenConstraint['settle']): void {
    this.#open.push({ template, name, settle })
  }

  settle(): void {
    for (const one of this.#open) one.settle(this.#isMoved(one))
  }

  #isMoved(one: ParameterLocation): boolean {
    const gained = this.#gained('before', 'after', one)
    const lost = this.#gained('after', 'before', one)
    const schema = this.#schema('after', one)
    if (gained.length > 0 && schema !== undefined && refusedDefault(schema) !== undefined) return false
    const known = (side: SideName) => new Set([...this.#enforced(side, one), ...this.#implied(side, one)])
    const [was, is] = [known('before'), known('after')]
    return gained.every((key) => was.has(key)) && lost.every((key) => is.has(key))
  }

  #arrivesAsItIs(
    side: SideName,
    { from, index }: Exclude<Passed, { readonly data: Value }>,
    to: ParameterLocation,
  ): boolean {
    const schema = this.#schema(side, from)
    return (
      schema !== undefined &&
      schema.type === this.#schema(side, to)?.type &&
      (index === undefined || isFreeOf(schema, index))
    )
  }

  #gained(from: SideName, to: SideName, one: ParameterLocation): readonly string[] {
    const known = this.#own(from, one)
    return [...this.#own(to, one)].filter((key) => !known.has(key))
  }

  #schema(side: SideName, { template, name }: ParameterLocation): ParameterSchema | undefined {
    const schema = this.#programs.get(template)?.[side].parameters.get(name)
    return schema instanceof Failure ? undefined : schema
  }

  /** The constraints of either side that a value meets. */
  #metBy(value: Value, one: ParameterLocation): ReadonlySet<string> {
    const met = (['before', 'after'] as const).filter((side) => {
      const schema = this.#schema(side, one)
      return schema !== undefined && isAllowed(schema, value)
    })
    return new Set(met.flatMap((side) => [...this.#own(side, one)]))
  }

  #own(side: SideName, one: ParameterLocation): ReadonlySet<string> {
    const schema = this.#schema(side, one)
    return new Set(schema === undefined ? [] : constraintKeys(schema).map(({ key }) => key))
  }

  /** What keeps every stack from having a value that is refused: here, or where the parameter is passed to. */
  #enforced(side: SideName, one: ParameterLocation): ReadonlySet<string> {
    const found = new Set<string>()
    const seen = new Set<string>()
    const open = [one]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(keyOf(at))) continue
      seen.add(keyOf(at))
      for (const key of this.#own(side, at)) found.add(key)
      for (const { to, isSure } of this.#from[side].get(keyOf(at)) ?? []) if (isSure) open.push(to)
    }
    return found
  }

  /**
   * What holds for each value that arrives.
   * @param known what was found of others; nothing holds for a value that comes back to where it came from
   */
  #implied(
    side: SideName,
    one: ParameterLocation,
    known = new Map<string, ReadonlySet<string>>(),
  ): ReadonlySet<string> {
    const own = this.#own(side, one)
    const passes = this.#to[side].get(keyOf(one)) ?? []
    if (one.template === '' || passes.length < (this.#calls[side].get(one.template) ?? 0)) return own
    known.set(keyOf(one), new Set())
    const [first, ...others] = passes.map(({ passed }) =>
      'data' in passed
        ? this.#metBy(passed.data, one)
        : (known.get(keyOf(passed.from)) ?? this.#implied(side, passed.from, known)),
    )
    const everywhere = [...(first ?? [])].filter((key) => others.every((other) => other.has(key)))
    const implied = new Set([...own, ...everywhere])
    known.set(keyOf(one), implied)
    return implied
  }
}

/** Whether a parameter has no value with the variable of an index in it. */
function isFreeOf({ type, constraints }: ParameterSchema, index: Term): boolean {
  const variable = index.tag === 'constant' ? index.value : undefined
  const values = type === 'string' ? allowedValues(constraints) : undefined
  return (
    typeof variable === 'string' &&
    values !== undefined &&
    values.every((value) => typeof value === 'string' && !value.includes(variable))
  )
}

const keyOf = ({ template, name }: ParameterLocation): string => `${template}\0${name}`
