/** The samples in which two templates are compared. All of them are determined by the templates alone. */
import { choicesFor } from './choices.ts'
import { type Hints, hintsOf } from './hints.ts'
import type { ParameterSchema } from './parameters.ts'
import { platformParameter } from './platform.ts'
import type { Program } from './program.ts'
import {
  type AttributeShape,
  type EnvironmentValues,
  emptyEnvironment,
  firstPseudo,
  type Pseudo,
  type Sample,
  secondPseudo,
} from './sample.ts'
import { SampledWorld, type Surroundings } from './sampled-world.ts'
import { Failure, type Value } from './value.ts'

/** Every sample costs one resolution of both templates. */
const mostChoiceSamples = 3
const mostTries = 40

export interface SampleOptions {
  /** Findings whose changes of meaning the user accepted. */
  readonly accepted?: ReadonlySet<string>
  readonly environments?: {
    readonly before?: EnvironmentValues | undefined
    readonly after?: EnvironmentValues | undefined
  }
  /**
   * For a nested template, whose callers give every value: what they give to parameters that only the
   * rewrite has. Those that both have are then given in every sample, whatever their defaults.
   */
  readonly given?: ReadonlyMap<string, Value>
}

/** Chooses the samples for a pair; further ones follow from what the first have shown. */
export class Samples {
  readonly #before: Program
  readonly #after: Program
  readonly #hints: Hints
  readonly #choices = new Map<string, readonly Value[]>()
  readonly #accepted: ReadonlySet<string>
  /** The parameters with the default that they have in the environment, if there. */
  readonly #schemas: ReadonlyMap<string, ParameterSchema>
  readonly #newSchemas: readonly ParameterSchema[]
  readonly #given: ReadonlyMap<string, Value> | undefined

  constructor(before: Program, after: Program, options: SampleOptions = {}) {
    this.#before = before
    this.#after = after
    this.#accepted = options.accepted ?? new Set()
    this.#hints = hintsOf([before, after])
    this.#given = options.given
    this.#schemas = presetSchemas(before, options.environments?.before)
    this.#newSchemas = [...presetSchemas(after, options.environments?.after).values()].filter(
      ({ name }) => !before.parameters.has(name),
    )
    for (const [name, schema] of this.#schemas) this.#choices.set(name, this.#choicesOf(name, schema))
  }

  /** A text that is decoded where it is used, and a json parameter that takes its place, both need JSON. */
  #choicesOf(name: string, schema: ParameterSchema): readonly Value[] {
    const other = this.#after.parameters.get(name)
    const decoded =
      schema.type === 'string' && other !== undefined && 'type' in other && other.type === 'json'
    if (decoded)
      return [
        '["one", "two"]',
        JSON.stringify(Object.fromEntries(this.#hints.keys.map((key) => [key, `${key} of it`]))),
      ]
    return choicesFor(schema, this.#hints.values.get(name) ?? [], this.#hints.keys)
  }

  /** Defaults, everything else than the defaults, and the other choices. */
  first(): readonly Sample[] {
    const needed = this.#needed()
    const made = [this.#sample('defaults', needed, firstPseudo)]
    for (let index = 0; index < mostChoiceSamples; index += 1) {
      const chosen = this.#chosen(index, needed)
      if (index > 0 && chosen === undefined) break
      made.push(
        this.#sample(
          `other values ${index + 1}`,
          new Map([...needed, ...(chosen ?? [])]),
          index === 0 ? secondPseudo : firstPseudo,
        ),
      )
    }
    return made
  }

  /** The first time every parameter, later those that have choices left, gets another value than before. */
  #chosen(index: number, needed: ReadonlyMap<string, Value>): Map<string, Value> | undefined {
    const chosen = new Map<string, Value>()
    for (const [name, values] of this.#choices) {
      // The default sample has had the first where there is no default.
      const isTaken = needed.has(name) && this.#schemas.get(name)?.default === null
      const value = values[isTaken ? index + 1 : index]
      if (value !== undefined) chosen.set(name, value)
    }
    return chosen.size === 0 ? undefined : chosen
  }

  /** The default sample with attributes in every other shape. */
  shapes(): readonly Sample[] {
    const json = this.#hints.selects && !this.#accepted.has('select-text')
    const shapes: readonly AttributeShape[] = json
      ? ['null', 'lists', 'maps', 'json']
      : ['null', 'lists', 'maps']
    return shapes.map((attributes) =>
      this.#sample(`attributes ${attributes}`, this.#needed(), firstPseudo, { attributes }),
    )
  }

  /** Parameters without a default get their first choice. */
  #needed(): Map<string, Value> {
    const needed = new Map<string, Value>()
    for (const [name, schema] of this.#schemas) {
      const [first] = this.#choices.get(name) ?? []
      if (schema.default === null && first !== undefined) needed.set(name, first)
      else if (this.#given !== undefined && schema.default !== null) needed.set(name, schema.default)
    }
    return needed
  }

  #sample(
    name: string,
    parameters: ReadonlyMap<string, Value>,
    pseudo: Pseudo,
    more: Partial<Sample> = {},
  ): Sample {
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
    for (const schema of this.#newSchemas) {
      const value =
        this.#given?.get(schema.name) ??
        platformParameter(schema, this.#before.dialect, this.#accepted)?.value(pseudo) ??
        (schema.default === null ? choicesFor(schema, [], this.#hints.keys)[0] : undefined)
      if (value !== undefined) values.push([schema.name, value])
    }
    return values
  }

  /**
   * Samples that turn conditions the other way: by a value of a parameter where one is found, else
   * by holding the condition, as long as it depends on some parameter.
   * @param seen the values that conditions have had; looked at again after each sample
   */
  *flipping(seen: ReadonlyMap<string, ReadonlySet<unknown>>, surroundings: Surroundings): Iterable<Sample> {
    for (const [name, values] of seen) {
      const [value] = values
      if (values.size !== 1 || typeof value !== 'boolean') continue
      const found = this.#flipped(name, value, surroundings)
      if (found !== undefined) yield found
    }
  }

  #flipped(condition: string, value: boolean, surroundings: Surroundings): Sample | undefined {
    const needed = this.#needed()
    const parameters = parametersOf(
      condition,
      this.#before,
      this.#sample('probe', needed, firstPseudo),
      surroundings,
    )
    if (parameters.length === 0) return undefined
    let tries = 0
    for (const name of parameters) {
      for (const choice of this.#choices.get(name) ?? []) {
        tries += 1
        if (tries > mostTries) break
        const sample = this.#sample(
          `${condition} by ${name}`,
          new Map([...needed, [name, choice]]),
          firstPseudo,
        )
        if (new SampledWorld(this.#before, sample, surroundings).conditionOrFailure(condition) === !value)
          return sample
      }
    }
    return this.#sample(`${condition} held`, needed, firstPseudo, {
      conditions: new Map([[condition, !value]]),
    })
  }

  /** The default sample with the unknown conditions taken for false. */
  unknownFalse(): Sample {
    return this.#sample('unknown conditions false', this.#needed(), firstPseudo, { unknownCondition: false })
  }
}

function presetSchemas(
  program: Program,
  environment: EnvironmentValues = emptyEnvironment,
): ReadonlyMap<string, ParameterSchema> {
  const schemas = new Map<string, ParameterSchema>()
  for (const [name, schema] of program.parameters) {
    if (schema instanceof Failure) continue
    const preset = environment.parameters.get(name) ?? environment.defaults.get(name) ?? schema.default
    schemas.set(name, preset === schema.default ? schema : { ...schema, default: preset })
  }
  return schemas
}

/** The parameters on which a condition depends, through others as well. */
function parametersOf(
  condition: string,
  program: Program,
  sample: Sample,
  surroundings: Surroundings,
): string[] {
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
