/** Counterexamples: values chosen from where two terms differ, and tried on both templates. */

import { pythonEquals, sameValue, type Value } from '../../heat/values/value.ts'
import { push } from '../../text/document/multimap.ts'
import { TooLarge } from '../budget.ts'
import { type Difference, Differences, isBreaking } from '../differences.ts'
import type { Program } from '../program.ts'
import { defaultSample, type Sample } from '../sample.ts'
import { type EvaluationContext, SampledWorld } from '../sampled-world.ts'
import type { Samples } from '../samples.ts'
import type { Both } from '../side.ts'
import { decisionsIn, type Parting } from './agreement.ts'
import { differingKeys } from './differing-keys.ts'
import { parameterIn, type Telling, tellingIn } from './telling.ts'
import { type Term, valueOf } from './term.ts'

/** What is computed of one side in a sample, by the paths of its parts. */
export type ValuesIn = (
  world: SampledWorld,
  side: 'before' | 'after',
) => readonly (readonly [path: string, value: Value])[]

/** At most this many values are tried for one mismatch. */
const mostTried = 200

/** At least this many samples are tried in any case, and this many parts of templates in all of them together. */
const fewestTried = 40
const mostWork = 300_000

export class Witnesses {
  readonly #programs: Both<Program>
  readonly #surroundings: Both<EvaluationContext>
  readonly #samplesFor: (telling: Telling) => Samples
  readonly #renamed: ReadonlyMap<string, string>
  #tried = 0

  constructor(
    programs: Both<Program>,
    surroundings: Both<EvaluationContext>,
    samples: (telling: Telling) => Samples,
    renamed: ReadonlyMap<string, string>,
  ) {
    this.#programs = programs
    this.#surroundings = surroundings
    this.#samplesFor = samples
    this.#renamed = renamed
  }

  /** How many samples were resolved. */
  get tried(): number {
    return this.#tried
  }

  /** Both templates with the values that they have by themselves. */
  usualWorlds(): readonly [SampledWorld, SampledWorld] {
    const { before, after } = this.#worldsOf(defaultSample())
    return [before, after]
  }

  #worldsOf(sample: Sample): Both<SampledWorld> {
    return {
      before: new SampledWorld(this.#programs.before, sample, this.#surroundings.before),
      after: new SampledWorld(this.#programs.after, sample, this.#surroundings.after),
    }
  }

  /**
   * Adds differences that counterexamples show for mismatches.
   * @returns the mismatches without a counterexample, each with the number of samples in which both sides agreed
   */
  show(
    partings: readonly Parting[],
    values: ValuesIn,
    found: Differences,
  ): readonly { readonly parting: Parting; readonly agreed: number }[] {
    const agreed = new Map(partings.map((parting) => [parting, 0]))
    const left = new Set(partings)
    const tryOn = (worlds: Both<SampledWorld>, those: readonly Parting[]): void => {
      const seen = this.#seen(worlds, values)
      if (seen === undefined) return
      const touching = byParting(seen.all.filter(isBreaking), those)
      for (const parting of those) {
        const own = touching.get(parting) ?? []
        if (own.length === 0) agreed.set(parting, (agreed.get(parting) ?? 0) + 1)
        else left.delete(parting)
        for (const one of own) found.include(one)
      }
    }
    const samples = this.#samplesFor(tellingIn(partings.flatMap(termsOf)))
    for (const sample of usualSamples(samples))
      if (left.size > 0 && this.#hasTime) tryOn(this.#worldsOf(sample), [...left])
    for (const parting of [...left]) {
      let tried = 0
      for (const sample of aimedSamples(parting, samples)) {
        if (!left.has(parting) || tried > mostTried || !this.#hasTime) break
        tried += 1
        tryOn(this.#worldsOf(sample), [parting])
      }
    }
    return [...left].map((parting) => ({ parting, agreed: agreed.get(parting) ?? 0 }))
  }

  /** Large templates are tried in fewer samples. */
  get #hasTime(): boolean {
    if (this.#surroundings.before.budget?.isSpent === true) return false
    const { conditions, resources, outputs } = this.#programs.before
    const size = conditions.size + resources.size + outputs.size + 10
    return this.#tried < fewestTried || this.#tried * size < mostWork
  }

  /** The differences in a sample; undefined where evaluating them costs too much. */
  #seen(worlds: Both<SampledWorld>, values: ValuesIn): Differences | undefined {
    try {
      return this.#differences(worlds, values)
    } catch (error) {
      if (error instanceof TooLarge || error instanceof RangeError) return undefined
      throw error
    }
  }

  #differences({ before, after }: Both<SampledWorld>, values: ValuesIn): Differences | undefined {
    this.#tried += 1
    const seen = new Differences()
    const { sample } = before
    // One by one, so that conditions that name others are not looked up one inside of the other.
    for (const world of [before, after]) {
      for (const name of world.program.conditions.keys()) world.conditionOrFailure(name)
      world.unknownQuestions = []
    }
    const circumstances = {
      world: sample.name,
      notReady: sample.attributes === 'null',
      renamed: this.#renamed,
    }
    const others = new Map(values(after, 'after'))
    for (const [path, value] of values(before, 'before')) {
      const other = others.get(path)
      if (other !== undefined) seen.compare(path, value, other, circumstances)
    }
    // An unknown value that one side alone was given shows nothing.
    return askTheSame(before.unknownQuestions, after.unknownQuestions) ? seen : undefined
  }
}

function askTheSame(one: readonly Value[], other: readonly Value[]): boolean {
  return (
    one.length === other.length && one.every((question) => other.some((same) => sameValue(question, same)))
  )
}

function termsOf({ before, after, decisions }: Parting): readonly Term[] {
  return [before, after, ...decisions.keys()]
}

function usualSamples(samples: Samples): readonly Sample[] {
  return [...samples.first(), ...samples.shapes(), samples.unknownFalse()]
}

/** Assignments under which the decisions lead to a mismatch, with the values that occur in them. */
function* aimedSamples(parting: Parting, samples: Samples): Iterable<Sample> {
  const decided = decidingValues(parting.decisions, samples)
  const keys = differingKeys(parting.before, parting.after)
  if (keys.size > 0) yield samples.withChoices(new Map([...decided, ...keys]))
  if (decided.size > 0) yield samples.withChoices(decided)
  const { values: telling } = tellingIn(termsOf(parting))
  for (const [name, values] of telling)
    for (const value of [...values, ...samples.choicesOf(name)])
      yield samples.withChoices(new Map([...decided, [name, value]]))
}

/** Assignments under which decisions have the given outcomes. */
function decidingValues(decisions: ReadonlyMap<Term, boolean>, samples: Samples): Map<string, Value> {
  const chosen = new Map<string, Value>()
  for (const [atom, holds] of inOrder(decisions)) {
    if (atom.tag === 'input' && atom.of === 'parameter') chosen.set(atom.name, holds)
    if (atom.tag === 'apply' && atom.name === 'equals') chooseEqual(atom.args, holds, chosen, samples)
  }
  return chosen
}

/** Makes two sides equal, or not, by the parameters that they are. */
function chooseEqual(
  sides: readonly Term[],
  holds: boolean,
  chosen: Map<string, Value>,
  samples: Samples,
): void {
  const names = sides.flatMap((side) => parameterIn(side) ?? [])
  const [first] = names
  if (first === undefined) return
  const literal = sides.find(({ isData }) => isData)
  const known = names.flatMap((name) => chosen.get(name) ?? [])
  const value = literal === undefined ? (known[0] ?? samples.choicesOf(first)[0]) : valueOf(literal)
  if (value === undefined) return
  if (holds) for (const name of names) chosen.set(name, value)
  else if (pythonEquals(chosen.get(first) ?? value, value)) {
    const unlike = samples.choicesOf(first).find((choice) => !pythonEquals(choice, value))
    if (unlike !== undefined) chosen.set(first, unlike)
  }
}

/** Atoms one by one: those that must hold first, and among them those that name a value. */
function inOrder(decisions: ReadonlyMap<Term, boolean>): readonly (readonly [Term, boolean])[] {
  const all = [...decisions].flatMap(([atom, holds]) => {
    const [condition] = atom.tag === 'apply' && atom.name === 'holds' ? atom.args : []
    return condition === undefined || !holds ? [[atom, holds] as const] : [...decisionsIn(condition)]
  })
  const rank = ([atom, holds]: readonly [Term, boolean]) =>
    (holds ? 0 : 2) + (atom.tag === 'apply' && atom.args.some(({ isData }) => isData) ? 0 : 1)
  return all.sort((one, other) => rank(one) - rank(other))
}

/** The differences that show a mismatch: the path of one leads to that of the other. */
function byParting(
  differences: readonly Difference[],
  partings: readonly Parting[],
): ReadonlyMap<Parting, readonly Difference[]> {
  const at = new Map<string, Parting[]>()
  const below = new Map<string, Parting[]>()
  for (const parting of partings)
    for (const start of startsOf(parting.path)) push(start === parting.path ? at : below, start, parting)
  const found = new Map<Parting, Difference[]>()
  for (const one of differences) {
    for (const start of startsOf(one.path))
      for (const parting of at.get(start) ?? []) push(found, parting, one)
    for (const parting of below.get(one.path) ?? []) push(found, parting, one)
  }
  return found
}

/** The paths that lead to a path, itself included. */
function startsOf(path: string): readonly string[] {
  const starts: string[] = []
  for (let end = 0; end < path.length; end += 1)
    if (path[end] === '.' || path[end] === '[') starts.push(path.slice(0, end))
  return [...starts, path]
}
