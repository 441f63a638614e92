/** Two templates in the same samples, as many as it takes to see all that they say. */
import { type CompareManner, compareParameters } from './compare-parameters.ts'
import { type Calls, comparePlans, type Pairs, pairsOf } from './compare-parts.ts'
import type { Differences } from './differences.ts'
import type { Program } from './program.ts'
import type { Sample } from './sample.ts'
import { SampledWorld, type Surroundings } from './sampled-world.ts'
import type { Samples } from './samples.ts'

/** One value for either side. */
export interface Both<Thing> {
  readonly before: Thing
  readonly after: Thing
}

export class Comparison {
  readonly #programs: Both<Program>
  readonly #surroundings: Both<Surroundings>
  readonly #samples: Samples
  readonly #pairs: Pairs
  readonly #found: Differences
  readonly #manner: CompareManner
  /** The values that each condition has had. */
  readonly #seen = new Map<string, Set<unknown>>()
  #unknownConditions = false
  #askedAttributes = false
  #worlds = 0

  constructor(
    programs: Both<Program>,
    surroundings: Both<Surroundings>,
    samples: Samples,
    found: Differences,
    manner: CompareManner,
    calls: Calls,
  ) {
    this.#programs = programs
    this.#surroundings = surroundings
    this.#samples = samples
    this.#found = found
    this.#manner = manner
    this.#pairs = pairsOf(programs.before, programs.after, calls)
  }

  /** @returns in how many samples both were resolved */
  run(): number {
    const [first, ...others] = this.#samples.first()
    const [one, other] = this.#worldsOf(first as Sample)
    compareParameters(one, other, this.#found, this.#manner)
    comparePlans(this.#programs.before, this.#programs.after, this.#found, this.#manner)
    this.#compareIn(one, other)
    for (const sample of others) this.#compareIn(...this.#worldsOf(sample))
    for (const sample of this.#samples.flipping(this.#seen, this.#surroundings.before))
      this.#compareIn(...this.#worldsOf(sample))
    if (this.#askedAttributes)
      for (const sample of this.#samples.shapes()) this.#compareIn(...this.#worldsOf(sample))
    if (this.#unknownConditions) this.#compareIn(...this.#worldsOf(this.#samples.unknownFalse()))
    return this.#worlds
  }

  #worldsOf(sample: Sample): [SampledWorld, SampledWorld] {
    const { before, after } = this.#surroundings
    return [
      new SampledWorld(this.#programs.before, sample, before),
      new SampledWorld(this.#programs.after, sample, after),
    ]
  }

  #compareIn(before: SampledWorld, after: SampledWorld): void {
    this.#worlds += 1
    this.#pairs.compareIn(before, after, this.#found, this.#manner)
    for (const name of this.#programs.before.conditions.keys()) {
      const values = this.#seen.get(name) ?? new Set()
      values.add(before.conditionOrFailure(name))
      this.#seen.set(name, values)
    }
    if (before.askedAttributes || after.askedAttributes) this.#askedAttributes = true
    if (before.unknownConditions.size > 0 || after.unknownConditions.size > 0) this.#unknownConditions = true
  }
}
