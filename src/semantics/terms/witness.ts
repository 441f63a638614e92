/** Values that show a difference: chosen from where two terms part, and tried on both templates. */
import { Differences, isBreaking } from '../differences.ts'
import type { Program } from '../program.ts'
import { defaultSample, type Sample } from '../sample.ts'
import { SampledWorld, type Surroundings } from '../sampled-world.ts'
import type { Samples } from '../samples.ts'
import type { Both } from '../side.ts'
import { type Key, pythonEquals, sameValue, type Value } from '../value.ts'
import { TooLarge } from '../world.ts'
import { decisionsIn, type Parting } from './agreement.ts'
import { type Term, valueOf } from './term.ts'

/** What is computed of one side in a sample, by the paths of its parts. */
export type ValuesIn = (
  world: SampledWorld,
  side: 'before' | 'after',
) => readonly (readonly [path: string, value: Value])[]

/** So many values are tried for one place where terms part. */
const mostTried = 200

export class Witnesses {
  readonly #programs: Both<Program>
  readonly #surroundings: Both<Surroundings>
  readonly #make: () => Samples
  #made: Samples | undefined
  readonly #renamed: ReadonlyMap<string, string>
  #usual: readonly Both<SampledWorld>[] | undefined
  #tried = 0

  constructor(
    programs: Both<Program>,
    surroundings: Both<Surroundings>,
    samples: () => Samples,
    renamed: ReadonlyMap<string, string>,
  ) {
    this.#programs = programs
    this.#surroundings = surroundings
    this.#make = samples
    this.#renamed = renamed
  }

  /** How many samples were resolved. */
  get tried(): number {
    return this.#tried
  }

  /** Samples are made for those who look for values; most templates are equal without. */
  get #samples(): Samples {
    this.#made ??= this.#make()
    return this.#made
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
   * Adds differences that values show where terms part.
   * @returns the partings that none shows, each with the number of samples in which both sides agreed
   */
  show(
    partings: readonly Parting[],
    values: ValuesIn,
    found: Differences,
  ): readonly { readonly parting: Parting; readonly agreed: number }[] {
    const agreed = new Map(partings.map((parting) => [parting, 0]))
    const left = new Set(partings)
    const tryOn = (worlds: Both<SampledWorld>, those: Iterable<Parting>): void => {
      const seen = this.#seen(worlds, values)
      if (seen === undefined) return
      for (const parting of those) {
        const own = seen.all.filter((one) => isBreaking(one) && touches(one.path, parting.path))
        if (own.length === 0) agreed.set(parting, (agreed.get(parting) ?? 0) + 1)
        else left.delete(parting)
        for (const one of own) found.include(one)
      }
    }
    for (const worlds of this.#usualWorlds()) if (left.size > 0) tryOn(worlds, [...left])
    for (const parting of [...left]) {
      let tried = 0
      for (const sample of this.#aimed(parting)) {
        if (!left.has(parting) || tried > mostTried) break
        tried += 1
        tryOn(this.#worldsOf(sample), [parting])
      }
    }
    return [...left].map((parting) => ({ parting, agreed: agreed.get(parting) ?? 0 }))
  }

  #usualWorlds(): readonly Both<SampledWorld>[] {
    this.#usual ??= [...this.#samples.first(), ...this.#samples.shapes(), this.#samples.unknownFalse()].map(
      (sample) => this.#worldsOf(sample),
    )
    return this.#usual
  }

  /** What differs in a sample; undefined where it takes too much to tell. */
  #seen(worlds: Both<SampledWorld>, values: ValuesIn): Differences | undefined {
    try {
      return this.#differences(worlds, values)
    } catch (error) {
      if (error instanceof TooLarge || error instanceof RangeError) return undefined
      throw error
    }
  }

  #differences({ before, after }: Both<SampledWorld>, values: ValuesIn): Differences {
    this.#tried += 1
    const seen = new Differences()
    const { sample } = before
    // One by one, so that conditions that name others are not looked up one inside of the other.
    for (const world of [before, after])
      for (const name of world.program.conditions.keys()) world.conditionOrFailure(name)
    const manner = { world: sample.name, notReady: sample.attributes === 'null', renamed: this.#renamed }
    const others = new Map(values(after, 'after'))
    for (const [path, value] of values(before, 'before')) {
      const other = others.get(path)
      if (other !== undefined) seen.compare(path, value, other, manner)
    }
    return seen
  }

  /** Samples that make the decisions under which terms part, with the values that stand in them. */
  *#aimed({ before, after, decisions }: Parting): Iterable<Sample> {
    const decided = this.#deciding(decisions)
    if (decided.size > 0) yield this.#samples.withChoices(decided)
    const telling = new Map<string, Value[]>()
    for (const term of [before, after, ...decisions.keys()]) collect(term, telling)
    for (const [name, values] of telling)
      for (const value of values) {
        yield this.#samples.withChoices(new Map([...decided, [name, value]]))
      }
    const names = [...telling.keys()]
    for (const name of names)
      for (const choice of this.#samples.choicesOf(name))
        yield this.#samples.withChoices(new Map([...decided, [name, choice]]))
  }

  /** Values of parameters for which conditions come out as wanted. */
  #deciding(decisions: ReadonlyMap<Term, boolean>): Map<string, Value> {
    const chosen = new Map<string, Value>()
    for (const [atom, holds] of inOrder(decisions)) {
      if (atom.tag === 'input' && atom.of === 'parameter') chosen.set(atom.name, holds)
      if (atom.tag !== 'apply' || atom.name !== 'equals') continue
      const sides = atom.args as [Term, Term]
      const names = sides.map(parameterIn)
      const literal = sides.find(({ isData }) => isData)
      const known =
        literal === undefined
          ? names.flatMap((one) => (one === undefined ? [] : (chosen.get(one) ?? [])))
          : []
      const first = names.find((one) => one !== undefined)
      if (first === undefined) continue
      const value = literal === undefined ? (known[0] ?? this.#samples.choicesOf(first)[0]) : valueOf(literal)
      if (value === undefined) continue
      for (const name of names) {
        if (name === undefined) continue
        if (holds) chosen.set(name, value)
        else if (name === first && pythonEquals(chosen.get(name) ?? value, value)) {
          const unlike = this.#samples.choicesOf(name).find((choice) => !pythonEquals(choice, value))
          if (unlike !== undefined) chosen.set(name, unlike)
        }
      }
    }
    return chosen
  }
}

/** Questions one by one: those that must hold first, and among them those that name a value. */
function inOrder(decisions: ReadonlyMap<Term, boolean>): readonly (readonly [Term, boolean])[] {
  const all = [...decisions].flatMap(([atom, holds]) => {
    const [condition] = atom.tag === 'apply' && atom.name === 'holds' ? atom.args : []
    return condition === undefined || !holds ? [[atom, holds] as const] : [...decisionsIn(condition)]
  })
  const rank = ([atom, holds]: readonly [Term, boolean]) =>
    (holds ? 0 : 2) + (atom.tag === 'apply' && atom.args.some(({ isData }) => isData) ? 0 : 1)
  return all.sort((one, other) => rank(one) - rank(other))
}

function parameterIn(term: Term): string | undefined {
  if (term.tag === 'concat' && term.parts.length === 1) return parameterIn(term.parts[0] as Term)
  return term.tag === 'input' && term.of === 'parameter' ? term.name : undefined
}

/** By parameter, the values that terms compare it with, or look up by it. */
function collect(term: Term, into: Map<string, Value[]>, seen = new Set<Term>()): void {
  if (seen.has(term) || term.isData) return
  seen.add(term)
  const add = (name: string | undefined, values: Iterable<Value>): void => {
    if (name === undefined) return
    const known = into.get(name) ?? []
    for (const value of values) if (!known.some((one) => sameValue(one, value))) known.push(value)
    into.set(name, known)
  }
  const each = (terms: Iterable<Term>) => {
    for (const one of terms) collect(one, into, seen)
  }
  switch (term.tag) {
    case 'input':
      add(parameterIn(term), [])
      return
    case 'list':
      each(term.items)
      return
    case 'map':
      each(term.entries.values())
      return
    case 'concat':
      each(term.parts)
      return
    case 'choice':
      each([term.atom, term.then, term.otherwise])
      return
    case 'step':
      add(parameterIn(term.key), keysOf(term.of))
      each([term.of, term.key])
      return
    case 'apply': {
      const [one, other] = term.args
      if (one !== undefined && other !== undefined) {
        if (one.isData) add(parameterIn(other), [valueOf(one)])
        if (other.isData) add(parameterIn(one), [valueOf(other)])
      }
      each(term.args)
      return
    }
    default:
      return
  }
}

function keysOf(table: Term): Iterable<Key> {
  if (table.tag === 'map') return table.entries.keys()
  if (table.tag === 'step') {
    const keys: Key[] = []
    if (table.of.tag === 'map')
      for (const inside of table.of.entries.values())
        if (inside.tag === 'map') keys.push(...inside.entries.keys())
    return keys
  }
  return table.tag === 'list' ? table.items.keys() : []
}

/** Whether one path leads to the other. */
function touches(one: string, other: string): boolean {
  return leadsTo(one, other) || leadsTo(other, one)
}

function leadsTo(path: string, to: string): boolean {
  return (
    to.startsWith(path) && (to.length === path.length || to[path.length] === '.' || to[path.length] === '[')
  )
}
