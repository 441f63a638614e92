/** Shows two templates to mean the same, or where they do not. */
import type { Mapping } from '../document/node.ts'
import { type CompareManner, compareParameters } from './compare-parameters.ts'
import { comparePlans, type Pairs, pairsOf } from './compare-parts.ts'
import type { Dialect } from './dialect.ts'
import { type Difference, Differences, type Reason } from './differences.ts'
import { type Program, readProgram } from './program.ts'
import type { EnvironmentValues, Sample } from './sample.ts'
import { SampledWorld, type Surroundings } from './sampled-world.ts'
import { Samples } from './samples.ts'
import { TooLarge } from './world.ts'

/** One template of a pair. */
export interface Side {
  readonly root: Mapping
  readonly dialect: Dialect
  /** The text of the document; AWS's reading takes numbers as they stand there. */
  readonly text?: string
  readonly environment?: EnvironmentValues
  /** Templates that are called as resource types, by the name under which they are called. */
  readonly nested?: ReadonlyMap<string, NestedTemplate>
}

/** A template that others use as a resource type. */
export type NestedTemplate = Pick<Side, 'root' | 'dialect' | 'text'>

export interface CompareOptions {
  /** Contents for `get_file`, of both sides. */
  readonly files?: ReadonlyMap<string, string>
  /** Old name of a file to its new name, for references that follow. */
  readonly renamed?: ReadonlyMap<string, string>
  /** Finding codes whose change of meaning was accepted. */
  readonly accepted?: ReadonlySet<string>
}

export interface Verdict {
  readonly verdict: 'equal' | 'differs' | 'unproved'
  /** What makes them differ. */
  readonly differences: readonly Difference[]
  /** Differences that a rewrite may make. */
  readonly tolerated: readonly Difference[]
  /** What could not be shown. */
  readonly reasons: readonly Reason[]
  /** In how many samples both were resolved. */
  readonly worlds: number
}

/** Resolves both templates in the same samples and compares all that Heat would build from them. */
export function compareTemplates(before: Side, after: Side, options: CompareOptions = {}): Verdict {
  const found = new Differences()
  let worlds = 0
  try {
    worlds = new Comparison(before, after, options, found).run()
  } catch (error) {
    // A text that is longer than JavaScript can hold is a RangeError.
    if (!(error instanceof TooLarge || error instanceof RangeError)) throw error
    found.unproved('', 'the template takes too many steps to be resolved')
  }
  return verdictOf(found, worlds)
}

function verdictOf(found: Differences, worlds: number): Verdict {
  const differences = found.all.filter(({ kind }) => kind === 'value' || kind === 'value-to-error')
  const tolerated = found.all.filter((one) => !differences.includes(one))
  const { reasons } = found
  const verdict = differences.length > 0 ? 'differs' : reasons.length > 0 ? 'unproved' : 'equal'
  return { verdict, differences, tolerated, reasons, worlds }
}

class Comparison {
  readonly #before: Program
  readonly #after: Program
  readonly #surroundings: readonly [Surroundings, Surroundings]
  readonly #samples: Samples
  readonly #pairs: Pairs
  readonly #found: Differences
  readonly #manner: CompareManner
  /** The values that each condition has had. */
  readonly #seen = new Map<string, Set<unknown>>()
  #unknownConditions = false
  #askedAttributes = false
  #worlds = 0

  constructor(before: Side, after: Side, options: CompareOptions, found: Differences) {
    const accepted = options.accepted ?? new Set<string>()
    const futureCalls = accepted.has('becomes-call') ? after.dialect : undefined
    this.#before = readProgram(before.root, before.dialect, before.text, futureCalls)
    this.#after = readProgram(after.root, after.dialect, after.text)
    this.#surroundings = [{ ...surroundingsOf(before, options), accepted }, surroundingsOf(after, options)]
    this.#manner = { renamed: options.renamed ?? new Map(), accepted }
    this.#samples = new Samples(this.#before, this.#after, { accepted })
    this.#found = found
    this.#pairs = pairsOf(this.#before, this.#after)
  }

  run(): number {
    const [first, ...others] = this.#samples.first()
    const [one, other] = this.#worldsOf(first as Sample)
    compareParameters(one, other, this.#found, this.#manner)
    comparePlans(this.#before, this.#after, this.#found, this.#manner)
    this.#compareIn(one, other)
    for (const sample of others) this.#compareIn(...this.#worldsOf(sample))
    for (const sample of this.#samples.flipping(this.#seen, this.#surroundings[0]))
      this.#compareIn(...this.#worldsOf(sample))
    if (this.#askedAttributes)
      for (const sample of this.#samples.shapes()) this.#compareIn(...this.#worldsOf(sample))
    if (this.#unknownConditions) this.#compareIn(...this.#worldsOf(this.#samples.unknownFalse()))
    return this.#worlds
  }

  #worldsOf(sample: Sample): [SampledWorld, SampledWorld] {
    const [before, after] = this.#surroundings
    return [new SampledWorld(this.#before, sample, before), new SampledWorld(this.#after, sample, after)]
  }

  #compareIn(before: SampledWorld, after: SampledWorld): void {
    this.#worlds += 1
    this.#pairs.compareIn(before, after, this.#found, this.#manner)
    for (const name of this.#before.conditions.keys()) {
      const values = this.#seen.get(name) ?? new Set()
      values.add(before.conditionOrFailure(name))
      this.#seen.set(name, values)
    }
    if (before.askedAttributes || after.askedAttributes) this.#askedAttributes = true
    if (before.unknownConditions.size > 0 || after.unknownConditions.size > 0) this.#unknownConditions = true
  }
}

function surroundingsOf(side: Side, options: CompareOptions): Surroundings {
  return {
    ...(side.environment === undefined ? {} : { environment: side.environment }),
    ...(options.files === undefined ? {} : { files: options.files }),
  }
}
