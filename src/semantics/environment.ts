/** The contents of an environment, as data for a comparison (heat/common/environment_format.py). */
import type { Mapping } from '../document/node.ts'
import { readValue } from '../heat/merge-keys.ts'
import { type MergeStrategy, mergeStrategyIn } from '../heat/merge-strategies.ts'
import { valueSections } from '../workspace/values.ts'
import { aliasesOf } from './aliases.ts'
import { TooLarge } from './budget.ts'
import { dataOf, type FollowAlias } from './data.ts'
import { parseJson } from './json-text.ts'
import { type EnvironmentValues, emptyEnvironment } from './sample.ts'
import { Failure, isList, isMap, isTrue, type Value, type ValueMap } from './value.ts'

/** The sections other than values. */
const sections = ['resource_registry', 'parameter_merge_strategies', 'encrypted_param_names', 'event_sinks']

/**
 * `parameters` and `parameter_defaults` of an environment, and the other sections where they matter. For one whose
 * aliases expand to more than any walk could visit, only that fact.
 */
function environmentValues(root: Mapping, extent: 'values' | 'all sections'): EnvironmentValues {
  const follow = aliasesOf(root)
  try {
    return {
      parameters: sectionValues(root, 'parameters', follow),
      defaults: sectionValues(root, 'parameter_defaults', follow),
      ...(extent === 'values' ? {} : { sections: otherSections(root, follow) }),
    }
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    return { ...emptyEnvironment, isTooLarge: true }
  }
}

/**
 * The values of several environments in the order in which Heat merges them; undefined for none.
 * @param typeOf the type that a template of the stack declares a parameter with
 */
export function mergedEnvironments(
  roots: readonly Mapping[],
  extent: 'values' | 'all sections',
  typeOf: (parameter: string) => string | undefined = () => undefined,
): EnvironmentValues | undefined {
  const [first, ...others] = roots.map((root) => environmentValues(root, extent))
  if (first === undefined) return undefined
  const merge = new ParameterMerge(typeOf)
  merge.agree(roots[0] as Mapping, first)
  return others.reduce((one, other, index) => merged(one, other, roots[index + 1] as Mapping, merge), first)
}

function merged(
  one: EnvironmentValues,
  other: EnvironmentValues,
  root: Mapping,
  merge: ParameterMerge,
): EnvironmentValues {
  const sections =
    one.sections === undefined && other.sections === undefined
      ? {}
      : { sections: mergedSections(one.sections ?? new Map(), other.sections ?? new Map()) }
  merge.agree(root, other)
  return {
    ...one,
    ...other,
    parameters: merge.withLater(one.parameters, other.parameters),
    defaults: merge.withLater(one.defaults, other.defaults),
    ...sections,
  }
}

/** The values of parameters put together, each by the strategy on which the environments agree (`merge_parameters`). */
class ParameterMerge {
  readonly #typeOf: (parameter: string) => string | undefined
  readonly #strategies = new Map<string, MergeStrategy>()

  constructor(typeOf: (parameter: string) => string | undefined) {
    this.#typeOf = typeOf
  }

  /** The first environment that gives a parameter a value decides; Heat refuses another strategy later. */
  agree(root: Mapping, { parameters, defaults }: EnvironmentValues): void {
    if (readValue(root, 'parameter_merge_strategies') === undefined) return
    for (const [name, value] of [...parameters, ...defaults])
      if (value !== null && !this.#strategies.has(name))
        this.#strategies.set(name, mergeStrategyIn(root, name, undefined))
  }

  /** Null takes no earlier value away. */
  withLater(
    values: ReadonlyMap<string, Value>,
    later: ReadonlyMap<string, Value>,
  ): ReadonlyMap<string, Value> {
    const found = new Map(values)
    for (const [name, value] of later) {
      const before = found.get(name)
      if (before === undefined || before === null) found.set(name, value)
      else if (value !== null) found.set(name, this.#together(name, before, value))
    }
    return found
  }

  /** Heat refuses what cannot be merged; `check` reports it for the environment. */
  #together(name: string, before: Value, value: Value): Value {
    const strategy = this.#strategies.get(name) ?? 'overwrite'
    if (strategy === 'overwrite' || before === '') return value
    switch (this.#typeOf(name)) {
      case 'string':
        return typeof before === 'string' && typeof value === 'string' ? before + value : value
      case 'comma_delimited_list':
        return mergedLists(before, value) ?? value
      case 'json': {
        const [old, given] = [asJson(before), asJson(value)]
        return isMap(old) && isMap(given) ? mergedMaps(old, given, strategy === 'deep_merge') : value
      }
      default:
        return value
    }
  }
}

/** `merge_list` */
function mergedLists(before: Value, value: Value): Value | undefined {
  if (isList(before) && isList(value)) return [...before, ...value]
  return typeof before === 'string' && typeof value === 'string' ? `${before},${value}` : undefined
}

/** `merge_map` */
function mergedMaps(before: ValueMap, value: ValueMap, isDeep: boolean): Value {
  const found = new Map(before)
  for (const [key, item] of value) {
    if (item === null) continue
    const old = found.get(key)
    found.set(key, isDeep && old !== undefined ? mergedDeeply(old, item) : item)
  }
  return found
}

function mergedDeeply(old: Value, item: Value): Value {
  if (isMap(old) && isMap(item)) return old.size === 0 ? item : mergedMaps(old, item, true)
  if (typeof old === 'string' && typeof item === 'string') return old + item
  return isList(old) && isList(item) ? [...old, ...item] : item
}

/** `parse_param`: a map may be given as JSON. */
function asJson(value: Value): Value {
  if (typeof value !== 'string') return value
  try {
    return parseJson(value)
  } catch (error) {
    if (error instanceof Failure) return value
    throw error
  }
}

/** Mappings of two environments are merged key by key, as a client does (heatclient's `deep_update`). */
function mergedSections(
  one: ReadonlyMap<string, Value>,
  other: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  const found = new Map(one)
  for (const [name, value] of other) found.set(name, mergedValues(found.get(name), value))
  return found
}

function mergedValues(one: Value | undefined, other: Value): Value {
  if (one === undefined || !isMap(one)) return other
  if (other === null) return one
  if (!isMap(other)) return other
  const found = new Map(one)
  for (const [key, value] of other) found.set(key, mergedValues(found.get(key), value))
  return found
}

function sectionValues(root: Mapping, name: string, follow: FollowAlias): ReadonlyMap<string, Value> {
  const node = readValue(root, name)
  const data = node === undefined ? undefined : dataOf(node, follow)
  const values = new Map<string, Value>()
  if (data === undefined || !isMap(data)) return values
  for (const [key, value] of data) if (typeof key === 'string') values.set(key, value)
  return values
}

function otherSections(root: Mapping, follow: FollowAlias): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>()
  for (const name of sections) {
    const node = readValue(root, name)
    if (node !== undefined) found.set(name, dataOf(node, follow))
  }
  for (const name of valueSections) {
    const node = readValue(root, name)
    const data = node === undefined ? null : dataOf(node, follow)
    // What is as good as nothing is not merged (`merge_environments`).
    if (isTrue(data) && !isMap(data))
      found.set(name, new Failure('AttributeError', `the section "${name}" is not a mapping`))
  }
  return found
}
