import { acceptedManner, attributeType, attributeValue, cloudText, isCollection } from './attributes.ts'
import { isAws } from './dialect.ts'
import { orFailure } from './failing.ts'
import { keptValue } from './kept-values.ts'
import type { ParameterSchema } from './parameters.ts'
import { zoneNames } from './platform.ts'
import type { Program } from './program.ts'
import { pseudoValue } from './pseudo-values.ts'
import { pythonStr } from './python-text.ts'
import { type EnvironmentValues, emptyEnvironment, type Sample } from './sample.ts'
import { blank } from './showing.ts'
import { Call, type Snippet, valueIn } from './snippet.ts'
import { Failure, isList, isMap, Opaque, OpenMap, symbol, type Value } from './value.ts'
import { TooLarge, type World } from './world.ts'

/** One thing that a computation asked for, and the answer: while the answers stay, so does the result. */
export interface Read {
  readonly kind: 'parameter' | 'condition' | 'enabled' | 'sample'
  readonly name: string
  readonly answer: unknown
}

const mostSteps = 2_000_000
const mostBytes = 64_000_000

export interface Surroundings {
  readonly environment?: EnvironmentValues
  /** Contents for `get_file`; a file that is not here is stood for by its name. */
  readonly files?: ReadonlyMap<string, string>
  /** Finding codes whose change of meaning was accepted: the template is read with the meaning that the rewrite gives it. */
  readonly accepted?: ReadonlySet<string>
}

/** A template in one sample. */
export class SampledWorld implements World {
  readonly program: Program
  readonly sample: Sample
  unknowns = 0
  /** Conditions whose value is not known and was chosen by the sample. */
  readonly unknownConditions = new Set<string>()
  /** Whether something asked for an attribute. */
  askedAttributes = false
  #reads: Read[] | undefined
  #steps = 0
  #bytes = 0
  readonly #environment: EnvironmentValues
  readonly #files: ReadonlyMap<string, string> | undefined
  readonly #accepted: ReadonlySet<string>
  readonly #parameters = new Map<string, Value>()
  readonly #conditions = new Map<string, boolean | Failure | 'in progress'>()
  readonly #enabled = new Map<string, boolean | Failure>()

  constructor(program: Program, sample: Sample, surroundings: Surroundings = {}) {
    this.program = program
    this.sample = sample
    this.#environment = surroundings.environment ?? emptyEnvironment
    this.#files = surroundings.files
    this.#accepted = surroundings.accepted ?? new Set()
  }

  step(): void {
    this.#steps += 1
    if (this.#steps > mostSteps) throw new TooLarge()
  }

  made(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > mostBytes) throw new TooLarge()
  }

  opaque(question: string, parts: readonly Value[], why: string): Opaque {
    this.unknowns += 1
    return new Opaque(question, parts, why)
  }

  /** Runs a computation and gives, beside its result, what it asked for. */
  recorded<Result>(compute: () => Result): { readonly result: Result; readonly reads: readonly Read[] } {
    const outer = this.#reads
    const reads: Read[] = []
    this.#reads = reads
    try {
      return { result: compute(), reads }
    } finally {
      this.#reads = outer
    }
  }

  /** Whether a computation that asked for these would get the same answers in this world. */
  answersAlike(reads: readonly Read[]): boolean {
    return reads.every((read) => this.#answer(read) === read.answer)
  }

  #answer({ kind, name }: Read): unknown {
    switch (kind) {
      case 'parameter':
        return this.parameterOrFailure(name)
      case 'condition':
        return this.conditionOrFailure(name)
      case 'enabled':
        return this.enabledOrFailure(name)
      case 'sample':
        return this.#ofSample(name)
    }
  }

  #ofSample(name: string): unknown {
    if (name === 'unknownCondition') return this.sample.unknownCondition
    return name === 'attributes' ? this.sample.attributes : this.sample.attributes === 'null'
  }

  #note(kind: Read['kind'], name: string, answer: unknown): void {
    this.#reads?.push({ kind, name, answer })
  }

  parameter(name: string, unknown: string): Value {
    const value = this.parameterOrFailure(name)
    this.#note('parameter', name, value)
    if (!(value instanceof Failure)) return value
    throw value.error === 'KeyError'
      ? new Failure(unknown, `The Parameter (${name}) was not provided.`)
      : value
  }

  parameterOrFailure(name: string): Value {
    let value = this.#parameters.get(name)
    if (value === undefined) {
      const schema = this.program.parameters.get(name)
      value =
        schema === undefined
          ? (this.#pseudo(name) ?? unknownParameter)
          : schema instanceof Failure
            ? schema
            : this.#declared(schema)
      this.#parameters.set(name, value)
    }
    return value
  }

  #declared(schema: ParameterSchema): Value {
    const raw = this.givenValue(schema) ?? null
    if (raw instanceof Failure) return raw
    if (raw !== null) return keptValue(schema, raw)
    if (schema.type === 'boolean') return new Failure('ValueError', "Unrecognized value 'None'")
    return missingParameter
  }

  /** The value as given or preset, before it is made a value of the type; undefined or null when there is none. */
  givenValue(schema: ParameterSchema): Value | undefined {
    return this.sample.parameters.get(schema.name) ?? this.presetValue(schema)
  }

  /** The value that environment or template give by themselves; null when there is none. */
  presetValue(schema: ParameterSchema): Value {
    const { parameters, defaults } = this.#environment
    return parameters.get(schema.name) ?? defaults.get(schema.name) ?? schema.default
  }

  #pseudo(name: string): Value | undefined {
    const { dialect } = this.program
    if (name === 'AWS::StackId' && this.#accepted.has('stack-id')) return this.sample.pseudo.stackId
    return pseudoValue(name, dialect, this.sample.pseudo)
  }

  condition(name: Value): boolean {
    if (name === null) return true
    if (typeof name === 'boolean') return name
    if (name instanceof Opaque) return this.#unknownCondition('')
    if (typeof name !== 'string' || !this.program.conditions.has(name))
      throw new Failure('ValueError', `Invalid condition "${pythonStr(name)}"`)
    const value = this.conditionOrFailure(name)
    this.#note('condition', name, value)
    if (value instanceof Failure) throw value
    return value
  }

  #unknownCondition(name: string): boolean {
    this.unknownConditions.add(name)
    this.#note('sample', 'unknownCondition', this.sample.unknownCondition)
    return this.sample.unknownCondition
  }

  conditionOrFailure(name: string): boolean | Failure {
    const held = this.sample.conditions.get(name)
    if (held !== undefined) return held
    const known = this.#conditions.get(name)
    if (known === 'in progress')
      return new Failure('StackValidationFailed', `Circular definition for condition "${name}"`)
    if (known !== undefined) return known
    this.#conditions.set(name, 'in progress')
    const value = this.recorded(() => orFailure(() => this.#computedCondition(name))).result
    this.#conditions.set(name, value)
    return value
  }

  /** What the condition of a resource asks for. */
  readsOfEnabled(name: string): readonly Read[] {
    const condition = this.program.resources.get(name)?.condition
    if (condition === undefined) return []
    return this.recorded(() => orFailure(() => this.condition(valueIn(condition, this)))).reads
  }

  /** How many calls were computed. */
  get steps(): number {
    return this.#steps
  }

  /** What the definition of a condition asks for. */
  readsOfCondition(name: string): readonly Read[] {
    return this.recorded(() => orFailure(() => this.#computedCondition(name))).reads
  }

  #computedCondition(name: string): boolean {
    const definition = this.program.conditions.get(name) as Snippet
    const isAlias = typeof definition === 'string' && isAws(this.program.dialect)
    if (isAlias) return this.condition(definition)
    if (typeof definition !== 'boolean' && !(definition instanceof Call)) throw badCondition(name)
    const value = valueIn(definition, this)
    if (value instanceof Opaque) return this.#unknownCondition(name)
    if (typeof value !== 'boolean') throw badCondition(name)
    return value
  }

  resource(name: Value): string {
    if (isList(name) || isMap(name)) throw new Failure('TypeError', 'unhashable type')
    const enabled =
      typeof name === 'string' && this.program.resources.has(name) ? this.enabledOrFailure(name) : false
    if (typeof name === 'string') this.#note('enabled', name, enabled)
    if (enabled instanceof Failure) throw enabled
    if (enabled) return name as string
    throw new Failure(
      'InvalidTemplateReference',
      `The specified reference "${pythonStr(name)}" is incorrect.`,
    )
  }

  /** Whether a resource is there: its condition, a `Failure` when that fails. */
  enabledOrFailure(name: string): boolean | Failure {
    let enabled = this.#enabled.get(name)
    if (enabled === undefined) {
      const condition = this.program.resources.get(name)?.condition
      enabled =
        condition === undefined
          ? this.program.resources.has(name)
          : orFailure(() => this.condition(valueIn(condition, this)))
      this.#enabled.set(name, enabled)
    }
    return enabled
  }

  reference(resource: string): Value {
    return cloudText(`ref:${resource}`, this.sample)
  }

  attribute(resource: string, attribute: Value, path: readonly Value[], by: 'asking' | 'selecting'): Value {
    this.askedAttributes = true
    const declared = this.program.resources.get(resource)?.type
    const type = typeof declared === 'string' ? declared : ''
    const name = isCollection(attributeType(type, attribute)) ? 'readiness' : 'attributes'
    this.#note('sample', name, this.#ofSample(name))
    const question = { resource, type, attribute, path, by }
    const manner = this.#accepted.has('group-attribute-path') ? acceptedManner(question) : by
    const value = attributeValue({ ...question, by: manner }, this.sample)
    if (value === null) blank()
    return value
  }

  allAttributes(resource: string): Value {
    this.#note('sample', 'readiness', this.#ofSample('readiness'))
    if (this.sample.attributes === 'null') return null
    return new OpenMap(`attrs:${resource}`, this.sample.keys)
  }

  get mappings(): Value {
    return this.program.mappingData()
  }

  get zones(): Value {
    return zoneNames(this.sample.items)
  }

  file(name: string): string {
    return this.#files?.get(name) ?? symbol(`file:${name}`)
  }

  facade(part: 'metadata' | 'deletion_policy' | 'update_policy'): Value {
    if (part === 'metadata') return new OpenMap('facade:metadata', this.sample.keys)
    return part === 'deletion_policy'
      ? 'Retain'
      : new Map([[symbol('facade:update_policy'), symbol('facade:value')]])
  }
}

const missingParameter = new Failure('UserParameterMissing', 'The Parameter was not provided.')
const unknownParameter = new Failure('KeyError', 'no such parameter')

function badCondition(name: string): Failure {
  return new Failure('StackValidationFailed', `The definition of condition "${name}" is invalid`)
}
