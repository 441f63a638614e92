/** Two templates in the same samples, as many as it takes to see all that they say. */
import { type CompareManner, compareParameters } from './compare-parameters.ts'
import { type Calls, comparePlans, type Pair, type Pairs, pairsOf } from './compare-parts.ts'
import { Dependents } from './dependents.ts'
import type { Differences } from './differences.ts'
import { Flips } from './flips.ts'
import type { Program } from './program.ts'
import type { Sample } from './sample.ts'
import { SampledWorld, type Surroundings } from './sampled-world.ts'
import type { Samples } from './samples.ts'
import { hiding } from './showing.ts'
import { Unseen } from './unseen.ts'

/** One value for either side. */
export interface Both<Thing> {
  readonly before: Thing
  readonly after: Thing
}

/** All turned conditions together may cost as many samples of everything. */
const mostTurned = 20

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
    this.#pairs = pairsOf(programs.before, programs.after, calls, manner.names)
  }

  /** @returns in how many samples both were resolved */
  run(): number {
    const [first, ...others] = this.#samples.first()
    const [one, other] = this.#worldsOf(first as Sample)
    compareParameters(one, other, this.#found, this.#manner)
    comparePlans(this.#programs.before, this.#programs.after, this.#found, this.#manner)
    this.#compareIn(one, other)
    for (const sample of others) this.#compareIn(...this.#worldsOf(sample))
    this.#compareTurned(first as Sample)
    if (this.#askedAttributes)
      for (const sample of this.#samples.shapes()) this.#compareIn(...this.#worldsOf(sample))
    if (this.#unknownConditions) this.#compareIn(...this.#worldsOf(this.#samples.unknownFalse()))
    this.#compareUnseen([first as Sample, ...others])
    return this.#worlds
  }

  /** What is different without a sample that shows it is not proved. */
  #compareUnseen(samples: readonly Sample[]): void {
    const worlds = () =>
      samples.map((sample) => {
        const [before, after] = this.#worldsOf(sample)
        return { before, after }
      })
    const manner = { world: 'unseen', notReady: false, renamed: this.#manner.renamed }
    const unseen = new Unseen(worlds, this.#found, manner)
    for (const { written } of this.#pairs.all)
      for (const [path, before, after] of written) unseen.compare(path, before, after)
  }

  /** Turns conditions one by one, as long as that costs no more than some samples of everything would. */
  #compareTurned(defaults: Sample): void {
    const flips = new Flips(this.#samples, this.#programs.before, this.#surroundings.before)
    const most = mostTurned * (this.#pairs.all.length + 50)
    let compared = 0
    let dependents: Dependents | undefined
    for (const { sample, changed } of flips.each(this.#seen)) {
      dependents ??= this.#dependentsIn(defaults)
      const { pairs, conditions } = dependents.of(changed)
      this.#compareIn(...this.#worldsOf(sample), pairs, conditions)
      compared += pairs.size + 1
      if (compared > most) break
    }
    const rest = flips.rest(this.#seen)
    if (rest !== undefined) this.#compareIn(...this.#worldsOf(rest))
  }

  /** Most templates have no condition left to turn, so this is computed once more for those that do. */
  #dependentsIn(sample: Sample): Dependents {
    const worlds = this.#worldsOf(sample)
    this.#pairs.compareIn(...worlds, this.#found, this.#manner)
    return new Dependents(this.#pairs.all, worlds)
  }

  #worldsOf(sample: Sample): [SampledWorld, SampledWorld] {
    const { before, after } = this.#surroundings
    return [
      new SampledWorld(this.#programs.before, sample, before),
      new SampledWorld(this.#programs.after, sample, after),
    ]
  }

  #compareIn(
    before: SampledWorld,
    after: SampledWorld,
    pairs: Iterable<Pair> = this.#pairs.all,
    conditions: Iterable<string> = this.#programs.before.conditions.keys(),
  ): void {
    this.#worlds += 1
    const compare = () => this.#pairs.compareIn(before, after, this.#found, this.#manner, pairs)
    if (before.sample.attributes === 'null') hiding(compare)
    else compare()
    for (const name of conditions) {
      const values = this.#seen.get(name) ?? new Set()
      values.add(before.conditionOrFailure(name))
      this.#seen.set(name, values)
    }
    if (before.askedAttributes || after.askedAttributes) this.#askedAttributes = true
    if (before.unknownConditions.size > 0 || after.unknownConditions.size > 0) this.#unknownConditions = true
  }
}
