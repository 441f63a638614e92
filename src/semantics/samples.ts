/** The samples in which two templates are compared. All of them are determined by the templates alone. */
import { choicesFor, isAllowed } from './choices.ts'
import type { ParameterSchema } from './parameters.ts'
import { platformParameter } from './platform.ts'
import type { Program } from './program.ts'
import {
  type AttributeShape,
  type EnvironmentValues,
  emptyEnvironment,
  firstPseudo,
  givenIn,
  type Pseudo,
  type Sample,
  secondPseudo,
} from './sample.ts'
import type { Facts } from './side.ts'
import type { Telling } from './terms/telling.ts'
import { Failure, type Value } from './value.ts'

/** Every sample costs one resolution of both templates. */
const mostChoiceSamples = 3

interface SampleOptions {
  readonly facts?: Facts
  readonly environments?: {
    readonly before?: EnvironmentValues | undefined
    readonly after?: EnvironmentValues | undefined
  }
  /** Parameters that no sample gives another value than their own. */
  readonly assumed?: ReadonlySet<string>
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
  readonly #hints: Telling
  readonly #choices = new Map<string, readonly Value[]>()
  readonly #facts: Facts
  /** The parameters with the default that they have in the environment, if there. */
  readonly #schemas: ReadonlyMap<string, ParameterSchema>
  readonly #newSchemas: readonly ParameterSchema[]
  readonly #given: ReadonlyMap<string, Value> | undefined
  #defaultSample: Sample | undefined

  /** @param telling hints from the locations at which the samples should differ */
  constructor(before: Program, after: Program, telling: Telling, options: SampleOptions = {}) {
    this.#before = before
    this.#after = after
    this.#facts = options.facts ?? {}
    this.#hints = telling
    this.#given = options.given
    this.#schemas = presetSchemas(before, options.environments?.before)
    this.#newSchemas = [...presetSchemas(after, options.environments?.after).values()].filter(
      ({ name }) => !before.parameters.has(name),
    )
    for (const [name, schema] of this.#schemas) {
      const isAssumed = options.assumed?.has(name) === true && schema.default !== null
      if (!isAssumed) this.#choices.set(name, this.#choicesOf(name, schema))
    }
  }

  /** A string that is decoded where it is used, and a json parameter that replaces it, both need JSON. */
  #choicesOf(name: string, schema: ParameterSchema): readonly Value[] {
    const other = this.#after.parameters.get(name)
    const decoded =
      schema.type === 'string' && other !== undefined && 'type' in other && other.type === 'json'
    if (decoded)
      return [
        '["one", "two"]',
        JSON.stringify(Object.fromEntries(this.#hints.keys.map((key) => [key, `${key} of it`]))),
      ]
    return choicesFor(schema, this.#hints.values.get(name) ?? [], this.#hints)
  }

  /** Defaults, everything else than the defaults, and the other choices. */
  first(): readonly Sample[] {
    const needed = this.#needed()
    const made = [this.#defaults()]
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
    const json = this.#hints.selects && this.#facts.selectsNoJson !== true
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
    const known = this.#inKnownRegion(pseudo)
    return {
      name,
      parameters: new Map([...parameters, ...this.#newParameters(known)]),
      pseudo: known,
      attributes: 'typed',
      keys: this.#hints.keys,
      delimiters: this.#hints.delimiters,
      items: this.#hints.items,
      unknownCondition: true,
      ...more,
    }
  }

  /** What is looked up by the region finds something only in a region that the table has. */
  #inKnownRegion(pseudo: Pseudo): Pseudo {
    const regions = (this.#hints.values.get('AWS::Region') ?? []).filter((one) => typeof one === 'string')
    const region = pseudo === secondPseudo ? (regions[1] ?? regions[0]) : regions[0]
    return region === undefined ? pseudo : { ...pseudo, region }
  }

  /** Values for parameters that only the rewrite has and that represent what the platform knew. */
  #newParameters(pseudo: Pseudo): [string, Value][] {
    const values: [string, Value][] = []
    for (const schema of this.#newSchemas) {
      const value =
        this.#given?.get(schema.name) ??
        platformParameter(schema, this.#before.dialect, this.#facts)?.value(pseudo, this.#hints.items) ??
        (schema.default === null ? choicesFor(schema, [], this.#hints)[0] : undefined)
      if (value !== undefined) values.push([schema.name, value])
    }
    return values
  }

  /** The default sample with values for some parameters, except those that their constraints refuse. */
  withChoices(wanted: ReadonlyMap<string, Value>): Sample {
    const defaults = this.#defaults()
    const choices = [...wanted].filter(([name, value]) => this.#isAllowed(name, value))
    const names = choices.map(([name]) => name).sort()
    return {
      ...defaults,
      name: `chosen values of ${names.join(', ')}`,
      parameters: new Map([...defaults.parameters, ...choices]),
    }
  }

  #isAllowed(name: string, value: Value): boolean {
    const schema = this.#schemas.get(name)
    return schema === undefined || isAllowed(schema, value)
  }

  choicesOf(parameter: string): readonly Value[] {
    return this.#choices.get(parameter) ?? []
  }

  #defaults(): Sample {
    this.#defaultSample ??= this.#sample('defaults', this.#needed(), firstPseudo)
    return this.#defaultSample
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
    const preset = givenIn(environment, name) ?? schema.default
    schemas.set(name, preset === schema.default ? schema : { ...schema, default: preset })
  }
  return schemas
}
