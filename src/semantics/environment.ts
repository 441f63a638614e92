/** What an environment says, as data for a comparison (heat/common/environment_format.py). */
import type { Mapping } from '../document/node.ts'
import { readValue } from '../heat/merge-keys.ts'
import { aliasesOf } from './aliases.ts'
import { TooLarge } from './budget.ts'
import { dataOf, type FollowAlias } from './data.ts'
import { type EnvironmentValues, emptyEnvironment } from './sample.ts'
import { isMap, type Value } from './value.ts'

/** The sections besides values. */
const sections = ['resource_registry', 'parameter_merge_strategies', 'encrypted_param_names', 'event_sinks']

/**
 * `parameters` and `parameter_defaults` of an environment, and the other sections where they matter. One whose
 * aliases stand for more than anything could walk through says so, and nothing else.
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

/** Later environments win, value by value (heat/common/environment_util.py, strategy `overwrite`); undefined for none. */
export function mergedEnvironments(
  roots: readonly Mapping[],
  extent: 'values' | 'all sections',
): EnvironmentValues | undefined {
  if (roots.length === 0) return undefined
  return roots.map((root) => environmentValues(root, extent)).reduce(merged)
}

function merged(one: EnvironmentValues, other: EnvironmentValues): EnvironmentValues {
  const sections =
    one.sections === undefined && other.sections === undefined
      ? {}
      : { sections: mergedSections(one.sections ?? new Map(), other.sections ?? new Map()) }
  return {
    ...one,
    ...other,
    parameters: new Map([...one.parameters, ...other.parameters]),
    defaults: new Map([...one.defaults, ...other.defaults]),
    ...sections,
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
  return found
}
