import type { Value } from '../heat/values/value.ts'
import { firstGiven } from '../stack/values.ts'

/**
 * The shape of attributes: as declared, with strings where nothing is declared; or with lists, maps, JSON in strings
 * instead; or all null, as before the resource is there.
 */
export type AttributeShape = 'typed' | 'lists' | 'maps' | 'json' | 'null'

/** The names and addresses that Heat or AWS fill in. */
export interface Pseudo {
  readonly stackName: string
  readonly stackId: string
  readonly project: string
  readonly region: string
  readonly partition: string
  readonly urlSuffix: string
}

/** Values by the names of parameters; a map is one. */
export interface ParameterValues extends Iterable<[string, Value]> {
  get(name: string): Value | undefined
}

/** One choice of everything that a template leaves open. The same sample serves both sides of a comparison. */
export interface Sample {
  readonly name: string
  /** What the user gives; parameters that are not here have their default. */
  readonly parameters: ParameterValues
  readonly pseudo: Pseudo
  readonly attributes: AttributeShape
  /** The keys that maps and JSON in attributes list. */
  readonly keys: readonly string[]
  /** Where strings are split: those that only the cloud knows contain some of each. */
  readonly delimiters: readonly string[]
  /** How many items lists in attributes have. */
  readonly items: number
  /** What a condition is taken for that cannot be computed. */
  readonly unknownCondition: boolean
}

export const firstPseudo: Pseudo = {
  stackName: 'sample-stack',
  stackId: '11111111-2222-3333-4444-555555555555',
  project: '0123456789abcdef0123456789abcdef',
  region: 'sample-region-1',
  partition: 'aws',
  urlSuffix: 'amazonaws.com',
}

/** Different in every part. */
export const secondPseudo: Pseudo = {
  stackName: 'other',
  stackId: '66666666-7777-8888-9999-000000000000',
  project: 'fedcba9876543210fedcba9876543210',
  region: 'elsewhere',
  partition: 'aws-other',
  urlSuffix: 'example.org',
}

/** The sample in which everything has its default. */
export function defaultSample(parameters: ReadonlyMap<string, Value> = new Map()): Sample {
  return {
    name: 'defaults',
    parameters,
    pseudo: firstPseudo,
    attributes: 'typed',
    keys: ['key'],
    delimiters: [],
    items: 3,
    unknownCondition: true,
  }
}

/** The values of an environment for parameters, and the defaults that take precedence over those of the template. */
export interface EnvironmentValues {
  readonly parameters: ReadonlyMap<string, Value>
  readonly defaults: ReadonlyMap<string, Value>
  /** The other sections, as data by their names; absent where they do not matter. */
  readonly sections?: ReadonlyMap<string, Value>
  /** Its aliases expand to too much; nothing of it was read. */
  readonly isTooLarge?: true
}

export const emptyEnvironment: EnvironmentValues = { parameters: new Map(), defaults: new Map() }

/** The value that an environment gives a parameter. */
export function valueGiven(environment: EnvironmentValues | undefined, parameter: string): Value | undefined {
  const sections = { parameters: environment?.parameters, parameter_defaults: environment?.defaults }
  return firstGiven((section) => sections[section]?.get(parameter) ?? undefined)?.value
}

/** The value that environment or template give a parameter by themselves; null when there is none. */
export function presetOf(
  environment: EnvironmentValues | undefined,
  { name, default: own }: { readonly name: string; readonly default: Value },
): Value {
  return valueGiven(environment, name) ?? own
}
