/** The samples in which two templates are compared. All of them are determined by the templates alone. */

import { Failure, type Value } from '../heat/values/value.ts'
import { choicesFor, isAllowed } from './choices.ts'
import type { ParameterSchema } from './parameters.ts'
import { platformParameter } from './platform.ts'
import type { Program } from './program.ts'
import {
  type AttributeShape,
  type EnvironmentValues,
  emptyEnvironment,
  firstPseudo,
  type ParameterValues,
  type Pseudo,
  presetOf,
  type Sample,
  secondPseudo,
} from './sample.ts'
import type { Facts } from './side.ts'
import type { Telling } from './terms/telling.ts'

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

/** What all samples of a pair of templates are chosen from. */
export class SampleFrame {
  readonly before: Program
  readonly after: Program
  readonly facts: Facts
  readonly given: ReadonlyMap<string, Value> | undefined
  /** The parameters with the default that they have in the environment, if there. */
  readonly schemas: ReadonlyMap<string, ParameterSchema>
  readonly newSchemas: ReadonlyMap<string, ParameterSchema>
  readonly #assumed: ReadonlySet<string>
  /** Choices that no hint changes. */
  readonly #plain = new Map<string, readonly Value[]>()
  #mostPlain: number | undefined

  constructor(before: Program, after: Program, options: SampleOptions = {}) {
    this.before = before
    this.after = after
    this.facts = options.facts ?? {}
    this.given = options.given
    this.schemas = presetSchemas(before, options.environments?.before)
    const others = [...presetSchemas(after, options.environments?.after)]
    this.newSchemas = new Map(others.filter(([name]) => !before.parameters.has(name)))
    this.#assumed = options.assumed ?? new Set()
  }

  /** @param hints from the locations at which samples should differ */
  choicesOf(name: string, hints: Telling): readonly Value[] {
    const schema = this.schemas.get(name)
    if (schema === undefined || (this.#assumed.has(name) && schema.default !== null)) return []
    const literals = hints.values.get(name) ?? []
    const isPlain = literals.length === 0 && !this.#isDecoded(schema) && !hinted.has(schema.type)
    const known = isPlain ? this.#plain.get(name) : undefined
    if (known !== undefined) return known
    const made = this.#isDecoded(schema) ? jsonTexts(hints) : choicesFor(schema, literals, hints)
    if (isPlain) this.#plain.set(name, made)
    return made
  }

  /** How many samples it takes until no parameter has another choice, without hints. */
  mostChoices(hints: Telling): number {
    if (this.#mostPlain === undefined) {
      this.#mostPlain = 0
      const plain = { ...hints, values: new Map() }
      for (const [name, schema] of this.schemas)
        this.#mostPlain = Math.max(this.#mostPlain, laterOf(schema, this.choicesOf(name, plain)).length)
    }
    return this.#mostPlain
  }

  /** A string that is decoded where it is used, and a json parameter that replaces it, both need JSON. */
  #isDecoded({ name, type }: ParameterSchema): boolean {
    const other = this.after.parameters.get(name)
    return type === 'string' && other !== undefined && 'type' in other && other.type === 'json'
  }
}

/** Types whose usual choices depend on hints. */
const hinted: ReadonlySet<string> = new Set(['json', 'comma_delimited_list'])

/** The default sample has had the first choice where there is no default. */
function laterOf(schema: ParameterSchema | undefined, choices: readonly Value[]): readonly Value[] {
  return schema?.default === null ? choices.slice(1) : choices
}

function jsonTexts({ keys }: Telling): readonly Value[] {
  return ['["one", "two"]', JSON.stringify(Object.fromEntries(keys.map((key) => [key, `${key} of it`])))]
}

/** Chooses the samples for a pair; further ones follow from what the first have shown. */
export class Samples {
  readonly #frame: SampleFrame
  readonly #hints: Telling
  readonly #choices = new Map<string, readonly Value[]>()
  #defaultSample: Sample | undefined

  /** @param telling hints from the locations at which the samples should differ */
  constructor(frame: SampleFrame, telling: Telling) {
    this.#frame = frame
    this.#hints = telling
  }

  choicesOf(parameter: string): readonly Value[] {
    const known = this.#choices.get(parameter)
    if (known !== undefined) return known
    const made = this.#frame.choicesOf(parameter, this.#hints)
    this.#choices.set(parameter, made)
    return made
  }

  /** Defaults, everything else than the defaults, and the other choices. */
  first(): readonly Sample[] {
    const made = [this.#defaults()]
    const most = this.#mostChoices()
    for (let index = 0; index < mostChoiceSamples; index += 1) {
      if (index > 0 && index >= most) break
      made.push(
        this.#sample(
          `other values ${index + 1}`,
          (name) => this.#later(name, index) ?? this.#needed(name),
          index === 0 ? secondPseudo : firstPseudo,
        ),
      )
    }
    return made
  }

  #mostChoices(): number {
    const own = [...this.#hints.values.keys()].map((name) => this.#laterChoices(name).length)
    return own.reduce((most, one) => Math.max(most, one), this.#frame.mostChoices(this.#hints))
  }

  /** The first time every parameter, later those that have choices left, gets another value than before. */
  #later(name: string, index: number): Value | undefined {
    return this.#laterChoices(name)[index]
  }

  /** The default sample with attributes in every other shape. */
  shapes(): readonly Sample[] {
    const json = this.#hints.selects && this.#frame.facts.selectsNoJson !== true
    const shapes: readonly AttributeShape[] = json
      ? ['null', 'lists', 'maps', 'json']
      : ['null', 'lists', 'maps']
    return shapes.map((attributes) => this.#usual(`attributes ${attributes}`, firstPseudo, { attributes }))
  }

  /** Parameters without a default get their first choice. */
  #needed(name: string): Value | undefined {
    const schema = this.#frame.schemas.get(name)
    if (schema === undefined) return undefined
    if (schema.default === null) return this.choicesOf(name)[0]
    return this.#frame.given === undefined ? undefined : schema.default
  }

  #laterChoices(name: string): readonly Value[] {
    return laterOf(this.#frame.schemas.get(name), this.choicesOf(name))
  }

  #usual(name: string, pseudo: Pseudo, more: Partial<Sample> = {}): Sample {
    return this.#sample(name, (parameter) => this.#needed(parameter), pseudo, more)
  }

  #sample(
    name: string,
    valueOf: (parameter: string) => Value | undefined,
    pseudo: Pseudo,
    more: Partial<Sample> = {},
  ): Sample {
    const known = this.#inKnownRegion(pseudo)
    const { schemas, newSchemas } = this.#frame
    return {
      name,
      parameters: new ValuesOnDemand([schemas, newSchemas], (parameter) =>
        newSchemas.has(parameter) ? this.#newValue(parameter, known) : valueOf(parameter),
      ),
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

  /** The value of a parameter that only the rewrite has and that represents what the platform knew. */
  #newValue(name: string, pseudo: Pseudo): Value | undefined {
    const { newSchemas, given, before, facts } = this.#frame
    const schema = newSchemas.get(name)
    if (schema === undefined) return undefined
    return (
      given?.get(name) ??
      platformParameter(schema, before.dialect, facts)?.value(pseudo, this.#hints.items) ??
      (schema.default === null ? choicesFor(schema, [], this.#hints)[0] : undefined)
    )
  }

  /** The default sample with values for some parameters, except those that their constraints refuse. */
  withChoices(wanted: ReadonlyMap<string, Value>): Sample {
    const defaults = this.#defaults()
    const chosen = new Map([...wanted].filter(([name, value]) => this.#isAllowed(name, value)))
    return {
      ...defaults,
      name: `chosen values of ${[...chosen.keys()].sort().join(', ')}`,
      parameters: new ValuesOnDemand([this.#frame.schemas, this.#frame.newSchemas, chosen], (name) =>
        chosen.has(name) ? chosen.get(name) : defaults.parameters.get(name),
      ),
    }
  }

  #isAllowed(name: string, value: Value): boolean {
    const schema = this.#frame.schemas.get(name)
    return schema === undefined || isAllowed(schema, value)
  }

  #defaults(): Sample {
    this.#defaultSample ??= this.#usual('defaults', firstPseudo)
    return this.#defaultSample
  }

  /** The default sample with the unknown conditions taken for false. */
  unknownFalse(): Sample {
    return this.#usual('unknown conditions false', firstPseudo, { unknownCondition: false })
  }
}

/** Values of which a sample needs few: a template may have many parameters, and each of its parts may want samples. */
class ValuesOnDemand implements ParameterValues {
  readonly #names: readonly ReadonlyMap<string, unknown>[]
  readonly #valueOf: (name: string) => Value | undefined

  constructor(names: readonly ReadonlyMap<string, unknown>[], valueOf: (name: string) => Value | undefined) {
    this.#names = names
    this.#valueOf = valueOf
  }

  get(name: string): Value | undefined {
    return this.#valueOf(name)
  }

  *[Symbol.iterator](): Iterator<[string, Value]> {
    for (const name of new Set(this.#names.flatMap((one) => [...one.keys()]))) {
      const value = this.get(name)
      if (value !== undefined) yield [name, value]
    }
  }
}

function presetSchemas(
  program: Program,
  environment: EnvironmentValues = emptyEnvironment,
): ReadonlyMap<string, ParameterSchema> {
  const schemas = new Map<string, ParameterSchema>()
  for (const [name, schema] of program.parameters) {
    if (schema instanceof Failure) continue
    const preset = presetOf(environment, schema)
    schemas.set(name, preset === schema.default ? schema : { ...schema, default: preset })
  }
  return schemas
}
