/** The samples in which two templates are compared. All of them are determined by the templates alone. */
import { choicesFor } from './choices.ts'
import { type Hints, hintsOf } from './hints.ts'
import type { ParameterSchema } from './parameters.ts'
import type { Program } from './program.ts'
import { type AttributeShape, firstPseudo, type Pseudo, type Sample, secondPseudo } from './sample.ts'
import { SampledWorld, type Surroundings } from './sampled-world.ts'
import { Failure, symbol, type Value } from './value.ts'

/** Every sample costs one resolution of both templates. */
const mostChoiceSamples = 8
const mostTries = 40

export interface SampleOptions {
  /** Findings whose changes of meaning the user accepted. */
  readonly accepted?: ReadonlySet<string>
}

/** Chooses the samples for a pair; further ones follow from what the first have shown. */
export class Samples {
  readonly #before: Program
  readonly #after: Program
  readonly #hints: Hints
  readonly #choices = new Map<string, readonly Value[]>()
  readonly #accepted: ReadonlySet<string>

  constructor(before: Program, after: Program, options: SampleOptions = {}) {
    this.#before = before
    this.#after = after
    this.#accepted = options.accepted ?? new Set()
    this.#hints = hintsOf([before, after])
    for (const [name, schema] of before.parameters) {
      if (schema instanceof Failure) continue
      this.#choices.set(name, this.#choicesOf(name, schema))
    }
  }

  /** A text that is decoded where it is used, and a json parameter that takes its place, both need JSON. */
  #choicesOf(name: string, schema: ParameterSchema): readonly Value[] {
    const other = this.#after.parameters.get(name)
    const decoded = schema.type === 'string' && other !== undefined && 'type' in other && other.type === 'json'
    if (decoded) return ['["one", "two"]', JSON.stringify(Object.fromEntries(this.#hints.keys.map((key) => [key, `${key} of it`])))]
    return choicesFor(schema, this.#hints.values.get(name) ?? [], this.#hints.keys)
  }

  /** Defaults, everything else than the defaults, the other choices, and every shape of attributes. */
  first(): readonly Sample[] {
    const needed = this.#needed()
    const made = [this.#sample('defaults', needed, firstPseudo)]
    const most = Math.max(1, ...[...this.#choices.values()].map((values) => values.length))
    for (let index = 0; index < Math.min(most, mostChoiceSamples); index += 1) {
      const chosen = new Map<string, Value>()
      for (const [name, values] of this.#choices) {
        // What the default sample had is not taken again before everything else was.
        const from = needed.has(name) ? index + 1 : index
        const value = values[from % Math.max(1, values.length)]
        if (value !== undefined) chosen.set(name, value)
      }
      made.push(this.#sample(`other values ${index + 1}`, chosen, index % 2 === 0 ? secondPseudo : firstPseudo))
    }
    for (const shape of this.#shapes()) made.push(this.#sample(`attributes ${shape}`, needed, firstPseudo, { attributes: shape }))
    return made
  }

  #shapes(): readonly AttributeShape[] {
    const json = this.#hints.selects && !this.#accepted.has('select-text')
    return json ? ['null', 'lists', 'maps', 'json'] : ['null', 'lists', 'maps']
  }

  /** Parameters without a default get their first choice. */
  #needed(): Map<string, Value> {
    const needed = new Map<string, Value>()
    for (const [name, schema] of this.#before.parameters) {
      const [first] = this.#choices.get(name) ?? []
      if (!(schema instanceof Failure) && schema.default === null && first !== undefined) needed.set(name, first)
    }
    return needed
  }

  #sample(name: string, parameters: ReadonlyMap<string, Value>, pseudo: Pseudo, more: Partial<Sample> = {}): Sample {
    return {
      name,
      parameters: new Map([...parameters, ...this.#newParameters(pseudo)]),
      pseudo,
      attributes: 'typed',
      keys: this.#hints.keys,
      delimiters: this.#hints.delimiters,
      conditions: new Map(),
      unknownCondition: true,
      ...more,
    }
  }

  /** Values for parameters that only the rewrite has and that stand for what the platform knew. */
  #newParameters(pseudo: Pseudo): [string, Value][] {
    const values: [string, Value][] = []
    for (const [name, schema] of this.#after.parameters) {
      if (this.#before.parameters.has(name) || schema instanceof Failure) continue
      const value = platformValue(name, pseudo) ?? (schema.default === null ? choicesFor(schema, [], this.#hints.keys)[0] : undefined)
      if (value !== undefined) values.push([name, value])
    }
    return values
  }

  /**
   * Samples that turn conditions the other way: by a value of a parameter where one is found, else
   * by holding the condition, as long as it depends on some parameter.
   */
  flipping(seen: ReadonlyMap<string, ReadonlySet<unknown>>, surroundings: Surroundings): readonly Sample[] {
    const made: Sample[] = []
    for (const [name, values] of seen) {
      if (values.size !== 1 || typeof [...values][0] !== 'boolean') continue
      const found = this.#flipped(name, [...values][0] as boolean, surroundings)
      if (found !== undefined) made.push(found)
    }
    return made
  }

  #flipped(condition: string, value: boolean, surroundings: Surroundings): Sample | undefined {
    const needed = this.#needed()
    const parameters = parametersOf(condition, this.#before, this.#sample('probe', needed, firstPseudo), surroundings)
    if (parameters.length === 0) return undefined
    let tries = 0
    for (const name of parameters) {
      for (const choice of this.#choices.get(name) ?? []) {
        tries += 1
        if (tries > mostTries) break
        const sample = this.#sample(`${condition} by ${name}`, new Map([...needed, [name, choice]]), firstPseudo)
        if (new SampledWorld(this.#before, sample, surroundings).conditionOrFailure(condition) === !value) return sample
      }
    }
    return this.#sample(`${condition} held`, needed, firstPseudo, { conditions: new Map([[condition, !value]]) })
  }

  /** The default sample with the unknown conditions taken for false. */
  unknownFalse(): Sample {
    return this.#sample('unknown conditions false', this.#needed(), firstPseudo, { unknownCondition: false })
  }
}

/** The parameters on which a condition depends, through others as well. */
function parametersOf(condition: string, program: Program, sample: Sample, surroundings: Surroundings): string[] {
  const found = new Set<string>()
  const open = [condition]
  const seen = new Set(open)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    // A fresh world each time: what is known already is not read again.
    const world = new SampledWorld(program, sample, surroundings)
    for (const read of world.readsOfCondition(name)) {
      if (read.kind === 'parameter' && program.parameters.has(read.name)) found.add(read.name)
      if (read.kind !== 'condition' || seen.has(read.name)) continue
      seen.add(read.name)
      open.push(read.name)
    }
  }
  return [...found]
}

const platformNames: readonly (readonly [RegExp, (pseudo: Pseudo) => Value])[] = [
  [/^(aws_)?region(_\d+)?$/, (pseudo) => pseudo.region],
  [/^(aws_)?partition(_\d+)?$/, (pseudo) => pseudo.partition],
  [/^(aws_)?url_suffix(_\d+)?$/, (pseudo) => pseudo.urlSuffix],
  [/^availability_zones(_\d+)?$/, () => zoneNames],
]
const zoneNames: Value = [symbol('zone:0'), symbol('zone:1'), symbol('zone:2')]

/** What a new parameter stands for by its name: the names that the transforms give (src/heat/pseudo-parameters.ts). */
export function platformValue(name: string, pseudo: Pseudo): Value | undefined {
  return platformNames.find(([pattern]) => pattern.test(name))?.[1](pseudo)
}
