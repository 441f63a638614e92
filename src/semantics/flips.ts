/** Samples that turn conditions the other way than the first samples did. */
import type { Changed } from './dependents.ts'
import type { Program } from './program.ts'
import type { Sample } from './sample.ts'
import { SampledWorld, type Surroundings } from './sampled-world.ts'
import type { Samples } from './samples.ts'
import type { Value } from './value.ts'

/** The default sample but for one thing. */
export interface Flip {
  readonly sample: Sample
  readonly changed: Changed
}

/** So many values are tried to turn one condition, */
const mostTries = 40
/** and so many calls computed for it in all. */
const mostSteps = 200_000

/**
 * Turns conditions by a value of a parameter where one is found, else by holding the condition, as long
 * as it depends on some parameter.
 */
export class Flips {
  readonly #samples: Samples
  readonly #program: Program
  readonly #surroundings: Surroundings
  readonly #parameters = new Map<string, readonly string[]>()
  /** Samples that there were already, by the names of their parameter and value. */
  readonly #made = new Map<string, Set<Value>>()
  #steps = 0

  constructor(samples: Samples, program: Program, surroundings: Surroundings) {
    this.#samples = samples
    this.#program = program
    this.#surroundings = surroundings
  }

  /**
   * One sample for each condition that had only one value.
   * @param seen the values that conditions have had; looked at again after each sample
   */
  *each(seen: ReadonlyMap<string, ReadonlySet<unknown>>): Iterable<Flip> {
    for (const [name, value] of oneSided(seen)) {
      const flip = this.#flip(name, value)
      if (flip !== undefined) yield flip
    }
  }

  /** One sample for all conditions that still had only one value; undefined when there are none. */
  rest(seen: ReadonlyMap<string, ReadonlySet<unknown>>): Sample | undefined {
    const held = new Map<string, boolean>()
    for (const [name, value] of oneSided(seen))
      if (this.#parametersOf(name).length > 0) held.set(name, !value)
    return held.size === 0 ? undefined : this.#samples.holding(held, `${held.size} conditions held`)
  }

  #flip(condition: string, value: boolean): Flip | undefined {
    const parameters = this.#parametersOf(condition)
    if (parameters.length === 0) return undefined
    return this.#byParameter(condition, value, parameters) ?? this.#held(condition, value)
  }

  #held(condition: string, value: boolean): Flip {
    return {
      sample: this.#samples.holding(new Map([[condition, !value]]), `${condition} held`),
      changed: { kind: 'condition', name: condition },
    }
  }

  #byParameter(condition: string, value: boolean, parameters: readonly string[]): Flip | undefined {
    let tries = 0
    for (const name of parameters) {
      for (const choice of this.#samples.choicesOf(name)) {
        tries += 1
        if (tries > mostTries || this.#steps > mostSteps) return undefined
        // What has been sampled already did not turn it.
        if (this.#made.get(name)?.has(choice)) continue
        const sample = this.#samples.withChoice(name, choice, `${condition} by ${name}`)
        const world = new SampledWorld(this.#program, sample, this.#surroundings)
        const isTurned = world.conditionOrFailure(condition) === !value
        this.#steps += world.steps
        if (!isTurned) continue
        this.#made.set(name, (this.#made.get(name) ?? new Set()).add(choice))
        return { sample, changed: { kind: 'parameter', name } }
      }
    }
    return undefined
  }

  /** Parameters on which a condition depends, through others as well, in the default sample; not more than are tried. */
  #parametersOf(condition: string, outer: ReadonlySet<string> = new Set()): readonly string[] {
    const known = this.#parameters.get(condition)
    if (known !== undefined || outer.has(condition)) return known ?? []
    const found = new Set<string>()
    const inner = new Set([...outer, condition])
    const world = new SampledWorld(this.#program, this.#samples.holding(new Map(), ''), this.#surroundings)
    for (const { kind, name } of world.readsOfCondition(condition)) {
      if (kind === 'parameter' && this.#program.parameters.has(name)) found.add(name)
      if (kind === 'condition') for (const one of this.#parametersOf(name, inner)) found.add(one)
    }
    const parameters = [...found].slice(0, mostTries)
    this.#parameters.set(condition, parameters)
    return parameters
  }
}

function* oneSided(seen: ReadonlyMap<string, ReadonlySet<unknown>>): Iterable<readonly [string, boolean]> {
  for (const [name, values] of seen) {
    const [value] = values
    if (values.size === 1 && typeof value === 'boolean') yield [name, value]
  }
}
