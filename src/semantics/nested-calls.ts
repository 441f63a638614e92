/** Compares calls of nested templates by what arrives in them, and the templates with it. */
import { sameData } from '../document/data.ts'
import { ArrivingValues } from './arriving-values.ts'
import { callsIn, isGroup, type NestedCall } from './call-shapes.ts'
import type { CompareManner } from './compare-parameters.ts'
import { type Calls, type Pairs, pairsOf } from './compare-parts.ts'
import { type Both, Comparison } from './comparison.ts'
import type { Differences, Manner } from './differences.ts'
import type { ResourcePlan } from './parts.ts'
import { passedValue } from './passed-values.ts'
import { Memo, type Place } from './places.ts'
import { type Program, readProgram } from './program.ts'
import type { EnvironmentValues } from './sample.ts'
import { SampledWorld, type Surroundings } from './sampled-world.ts'
import { Samples } from './samples.ts'
import type { NestedTemplate, Side } from './side.ts'
import { settled } from './snippet.ts'
import { Failure, type Key, sameValue, type Value, type ValueMap } from './value.ts'

type Templates = ReadonlyMap<string, NestedTemplate>

/** A nested template on both sides. */
interface Pair {
  readonly programs: Both<Program>
  readonly pairs: Pairs
  /** What new parameters were given when the template was compared in samples of its own. */
  readonly compared: Value[]
}

export class NestedCalls implements Calls {
  readonly #templates: Both<Templates>
  readonly #surroundings: Both<Surroundings>
  readonly #manner: CompareManner
  readonly #defaults: Both<EnvironmentValues['defaults']>
  readonly #pairs = new Map<string, Pair>()
  /** The templates inside of which the comparison is; one that calls itself would never end. */
  readonly #open = new Set<string>()
  /** Whether only what is passed may differ. */
  readonly #unchanged: boolean

  constructor({ before, after }: Both<Side>, surroundings: Both<Surroundings>, manner: CompareManner) {
    this.#templates = { before: before.nested ?? new Map(), after: after.nested ?? new Map() }
    this.#defaults = { before: defaultsOf(before), after: defaultsOf(after) }
    const inherited = (one: Surroundings, defaults: EnvironmentValues['defaults']): Surroundings => ({
      ...one,
      environment: { parameters: new Map(), defaults },
    })
    this.#surroundings = {
      before: inherited(surroundings.before, this.#defaults.before),
      after: inherited(surroundings.after, this.#defaults.after),
    }
    this.#manner = { ...manner, defaults: 'by call' }
    this.#unchanged = sameTemplates(this.#templates) && sameValue(this.#defaults.before, this.#defaults.after)
  }

  placeOf(path: string, one: ResourcePlan, other: ResourcePlan): Place | undefined {
    const { before, after } = this.#templates
    const mayCall = (plan: ResourcePlan, templates: Templates) =>
      typeof plan.type === 'string' && (templates.has(plan.type) || isGroup(plan.type))
    if (before.size === 0 || !mayCall(one, before) || !mayCall(other, after)) return undefined
    const [types, values] = [
      { before: String(one.type), after: String(other.type) },
      {
        before: new Memo((world) => settled(one.properties, world)),
        after: new Memo((world) => settled(other.properties, world)),
      },
    ]
    return {
      get reads() {
        return [...values.before.reads, ...values.after.reads]
      },
      compareIn: (worldBefore, worldAfter, found, manner) => {
        const properties = {
          before: values.before.in(worldBefore) as Value,
          after: values.after.in(worldAfter) as Value,
        }
        this.#compareCalls(path, types, properties, { before: worldBefore, after: worldAfter }, found, manner)
      },
    }
  }

  #compareCalls(
    path: string,
    types: Both<string>,
    properties: Both<Value>,
    worlds: Both<SampledWorld>,
    found: Differences,
    manner: Manner,
  ): void {
    const { before, after } = this.#templates
    const one = callsIn(types.before, properties.before, (type) => before.has(type))
    const other = callsIn(types.after, properties.after, (type) => after.has(type))
    if (one === undefined || other === undefined || one.calls.length !== other.calls.length) {
      found.compare(path, properties.before, properties.after, manner)
      return
    }
    found.compare(path, one.rest, other.rest, manner)
    for (const [index, call] of one.calls.entries()) {
      const calls = { before: call, after: other.calls[index] as NestedCall }
      this.#compareCall(call.at === '' ? path : `${path}.${call.at}`, calls, worlds, found, manner)
    }
  }

  #compareCall(
    path: string,
    calls: Both<NestedCall>,
    outer: Both<SampledWorld>,
    found: Differences,
    manner: Manner,
  ): void {
    const pair = this.#pairOf(calls)
    const worldOf = (side: 'before' | 'after') => {
      const program = pair.programs[side]
      const parameters = passedTo(program, calls[side].properties)
      return new SampledWorld(
        program,
        { ...outer[side].sample, parameters, conditions: new Map() },
        this.#surroundings[side],
      )
    }
    const worlds = { before: worldOf('before'), after: worldOf('after') }
    new ArrivingValues(path, calls, worlds, found, manner).compare()
    const template = calls.before.template
    if (this.#unchanged || this.#open.has(template)) return
    this.#open.add(template)
    try {
      const inside = found.within(template)
      pair.pairs.compareIn(worlds.before, worlds.after, inside, this.#manner)
      this.#compareTemplate(pair, worlds, inside, template)
    } finally {
      this.#open.delete(template)
    }
  }

  /** The template in samples of its own, in which only parameters that are new have what the call gives them. */
  #compareTemplate(
    { programs, compared }: Pair,
    worlds: Both<SampledWorld>,
    found: Differences,
    template: string,
  ): void {
    const given = new Map<Key, Value>()
    for (const [name, schema] of programs.after.parameters) {
      const value = schema instanceof Failure ? null : (worlds.after.givenValue(schema) ?? null)
      if (!programs.before.parameters.has(name) && value !== null) given.set(name, value)
    }
    if (compared.some((known) => sameValue(known, given))) return
    compared.push(given)
    const environment = (defaults: EnvironmentValues['defaults']) => ({ parameters: new Map(), defaults })
    const settledHere = this.#manner.settledInside.get(template)
    const samples = new Samples(programs.before, programs.after, {
      accepted: this.#manner.accepted,
      ...(settledHere === undefined ? {} : { settled: settledHere }),
      environments: {
        before: environment(this.#defaults.before),
        after: environment(this.#defaults.after),
      },
      given: given as ReadonlyMap<string, Value>,
    })
    const manner = { ...this.#manner, declared: this.#manner.declaredInside.get(template) ?? new Map() }
    new Comparison(programs, this.#surroundings, samples, found, manner, this).run()
  }

  #pairOf({ before, after }: Both<NestedCall>): Pair {
    const key = `${before.template}\0${after.template}`
    const known = this.#pairs.get(key)
    if (known !== undefined) return known
    const read = (templates: Templates, name: string) => {
      const { root, dialect, text } = templates.get(name) as NestedTemplate
      return readProgram(root, dialect, text)
    }
    const programs = {
      before: read(this.#templates.before, before.template),
      after: read(this.#templates.after, after.template),
    }
    const pair = {
      programs,
      pairs: pairsOf(programs.before, programs.after, this, this.#manner.names),
      compared: [],
    }
    this.#pairs.set(key, pair)
    return pair
  }
}

function defaultsOf(side: Side): EnvironmentValues['defaults'] {
  return side.environment?.defaults ?? new Map()
}

function sameTemplates({ before, after }: Both<Templates>): boolean {
  if (before.size !== after.size) return false
  for (const [name, one] of before) {
    const other = after.get(name)
    const isSame = other !== undefined && (other.root === one.root || sameData(other.root, one.root))
    if (!isSame) return false
  }
  return true
}

/** The values of parameters that a call gives; the others have their defaults. */
function passedTo(program: Program, properties: ValueMap): ReadonlyMap<string, Value> {
  const passed = new Map<string, Value>()
  for (const [name, schema] of program.parameters) {
    const value = properties.get(name)
    if (value !== undefined && !(schema instanceof Failure)) passed.set(name, passedValue(schema.type, value))
  }
  return passed
}
