import { type Dialect, isAws } from '../heat/dialect.ts'
import { pythonStr } from '../heat/values/python-text.ts'
import {
  Failure,
  isList,
  isMap,
  Opaque,
  OpenMap,
  sameValue,
  symbol,
  type Value,
} from '../heat/values/value.ts'
import { attributeValue, cloudText, meantOnceAccepted } from './attributes.ts'
import { Budget } from './budget.ts'
import { orFailure } from './failing.ts'
import { type ParameterSchema, parameterValue } from './parameters.ts'
import { zoneNames } from './platform.ts'
import type { Program } from './program.ts'
import { type EnvironmentValues, emptyEnvironment, type Pseudo, presetOf, type Sample } from './sample.ts'
import type { Facts, FileContent } from './side.ts'
import { DynamicCall, type Snippet, valueIn } from './snippet.ts'
import type { TemplateWorld } from './world.ts'

export interface EvaluationContext {
  readonly environment?: EnvironmentValues
  /** Contents for `get_file`; a file that is not here is represented by its name. */
  readonly files?: ReadonlyMap<string, FileContent>
  /** The template is read with the meaning that the rewrite gives it. */
  readonly facts?: Facts
  /** What all samples together may take; without it each one has its own. */
  readonly budget?: Budget
}

/** A template in one sample. */
export class SampledWorld implements TemplateWorld {
  readonly program: Program
  readonly sample: Sample
  unknowns = 0
  /** Conditions whose value is not known and was chosen by the sample. */
  readonly unknownConditions = new Set<string>()
  /** The unknowns behind these, of all computations since the list was last emptied. */
  unknownQuestions: Opaque[] = []
  readonly #questions = new Map<string, readonly Opaque[]>()
  readonly #budget: Budget
  readonly #environment: EnvironmentValues
  readonly #files: ReadonlyMap<string, FileContent> | undefined
  readonly #facts: Facts
  readonly #parameters = new Map<string, Value>()
  readonly #conditions = new Map<string, boolean | Failure | 'in progress'>()
  readonly #enabled = new Map<string, boolean | Failure>()

  constructor(program: Program, sample: Sample, surroundings: EvaluationContext = {}) {
    this.program = program
    this.sample = sample
    this.#environment = surroundings.environment ?? emptyEnvironment
    this.#files = surroundings.files
    this.#facts = surroundings.facts ?? {}
    this.#budget = surroundings.budget ?? Budget.ofSamples(0)
  }

  step(): void {
    this.#budget.spend(1, 0)
  }

  made(bytes: number): void {
    this.#budget.spend(0, bytes)
  }

  opaque(question: string, parts: readonly Value[], why: string): Opaque {
    this.unknowns += 1
    return new Opaque(question, parts, why)
  }

  parameter(name: string, unknown: string): Value {
    const value = this.parameterOrFailure(name)
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
    if (raw !== null) return orFailure(() => parameterValue(schema.type, raw))
    if (schema.type === 'boolean') return new Failure('ValueError', "Unrecognized value 'None'")
    return missingParameter
  }

  /** The value as given or preset, before it is made a value of the type; undefined or null when there is none. */
  givenValue(schema: ParameterSchema): Value | undefined {
    return this.sample.parameters.get(schema.name) ?? this.presetValue(schema)
  }

  /** The value that environment or template give by themselves; null when there is none. */
  presetValue(schema: ParameterSchema): Value {
    return presetOf(this.#environment, schema)
  }

  #pseudo(name: string): Value | undefined {
    const { dialect } = this.program
    if (name === 'AWS::StackId' && this.#facts.stackIdForArn === true) return this.sample.pseudo.stackId
    return pseudoValue(name, dialect, this.sample.pseudo)
  }

  condition(name: Value): boolean {
    if (name === null) return true
    if (typeof name === 'boolean') return name
    if (name instanceof Opaque) return this.#unknownCondition('', name)
    if (typeof name !== 'string' || !this.program.conditions.has(name))
      throw new Failure('ValueError', `Invalid condition "${pythonStr(name)}"`)
    const value = this.conditionOrFailure(name)
    if (value instanceof Failure) throw value
    return value
  }

  #unknownCondition(name: string, question: Opaque): boolean {
    this.unknownConditions.add(name)
    this.#ask([question])
    return this.sample.unknownCondition
  }

  #ask(questions: readonly Opaque[]): void {
    for (const question of questions)
      if (!this.unknownQuestions.some((one) => sameValue(one, question))) this.unknownQuestions.push(question)
  }

  /** Records the unknowns that a computation depends on, so that its cached result depends on the same ones. */
  #asking<Made>(key: string, make: () => Made): Made {
    const outer = this.unknownQuestions
    this.unknownQuestions = []
    const made = make()
    const own = this.unknownQuestions
    if (own.length > 0) this.#questions.set(key, own)
    this.unknownQuestions = outer
    this.#ask(own)
    return made
  }

  conditionOrFailure(name: string): boolean | Failure {
    const known = this.#conditions.get(name)
    if (known === 'in progress')
      return new Failure('StackValidationFailed', `Circular definition for condition "${name}"`)
    if (known !== undefined) {
      this.#ask(this.#questions.get(`condition ${name}`) ?? [])
      return known
    }
    this.#conditions.set(name, 'in progress')
    const value = this.#asking(`condition ${name}`, () => orFailure(() => this.#computedCondition(name)))
    this.#conditions.set(name, value)
    return value
  }

  #computedCondition(name: string): boolean {
    const definition = this.program.conditions.get(name) as Snippet
    const isAlias = typeof definition === 'string' && isAws(this.program.dialect)
    if (isAlias) return this.condition(definition)
    if (typeof definition !== 'boolean' && !(definition instanceof DynamicCall)) throw badCondition(name)
    const value = valueIn(definition, this)
    if (value instanceof Opaque) return this.#unknownCondition(name, value)
    if (typeof value !== 'boolean') throw badCondition(name)
    return value
  }

  resource(name: Value): string {
    if (isList(name) || isMap(name)) throw new Failure('TypeError', 'unhashable type')
    const enabled =
      typeof name === 'string' && this.program.resources.has(name) ? this.enabledOrFailure(name) : false
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
          : this.#asking(`resource ${name}`, () => orFailure(() => this.condition(valueIn(condition, this))))
      this.#enabled.set(name, enabled)
    } else this.#ask(this.#questions.get(`resource ${name}`) ?? [])
    return enabled
  }

  reference(resource: string): Value {
    return cloudText(`ref:${resource}`, this.sample)
  }

  attribute(resource: string, attribute: Value, path: readonly Value[], by: 'asking' | 'selecting'): Value {
    const declared = this.program.resources.get(resource)?.type
    const type = typeof declared === 'string' ? declared : ''
    const isAccepted = this.#facts.groupPathsNameMembers === true && typeof attribute === 'string'
    const meant = isAccepted ? meantOnceAccepted(by, type === '' ? undefined : type, attribute, path[0]) : by
    return attributeValue({ resource, type, attribute, path, by: meant }, this.sample)
  }

  allAttributes(resource: string): Value {
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
    const content = this.#files?.get(name) ?? { digest: name }
    return typeof content === 'string' ? content : symbol(`file:${content.digest}`)
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

/**
 * The value of a pseudo parameter in a sample; undefined for names that the dialect does not have.
 * heat/engine/hot/parameters.py, heat/engine/cfn/parameters.py, heat/common/identifier.py (`arn`); for AWS's own names
 * the CloudFormation User Guide, with OpenStack's project instead of the account.
 */
function pseudoValue(name: string, dialect: Dialect, pseudo: Pseudo): Value | undefined {
  if (dialect.kind === 'hot') return hotValue(name, pseudo)
  switch (name) {
    case 'AWS::StackName':
      return pseudo.stackName
    case 'AWS::StackId':
      return `arn:openstack:heat::${pseudo.project}:stacks/${pseudo.stackName}/${pseudo.stackId}`
    case 'AWS::Region':
      return isAws(dialect) ? pseudo.region : 'ap-southeast-1'
  }
  return isAws(dialect) ? awsValue(name, pseudo) : undefined
}

function hotValue(name: string, pseudo: Pseudo): Value | undefined {
  switch (name) {
    case 'OS::stack_id':
      return pseudo.stackId
    case 'OS::stack_name':
      return pseudo.stackName
    case 'OS::project_id':
      return pseudo.project
  }
  return undefined
}

function awsValue(name: string, pseudo: Pseudo): Value | undefined {
  switch (name) {
    case 'AWS::AccountId':
      return pseudo.project
    case 'AWS::Partition':
      return pseudo.partition
    case 'AWS::URLSuffix':
      return pseudo.urlSuffix
    case 'AWS::NotificationARNs':
      return [symbol('notification:0')]
  }
  return undefined
}
