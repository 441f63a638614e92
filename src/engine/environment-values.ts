/** What an environment says, as data for a comparison (heat/common/environment_format.py). */
import type { Mapping } from '../document/node.ts'
import { readValue } from '../heat/merge-keys.ts'
import { aliasesOf } from '../semantics/aliases.ts'
import { TooLarge } from '../semantics/budget.ts'
import { dataOf, type FollowAlias } from '../semantics/data.ts'
import { type EnvironmentValues, emptyEnvironment } from '../semantics/sample.ts'
import { isMap, type Value } from '../semantics/value.ts'

/** The sections besides values. */
const sections = ['resource_registry', 'parameter_merge_strategies', 'encrypted_param_names', 'event_sinks']

/**
 * `parameters` and `parameter_defaults` of an environment, and the other sections where they matter. One whose
 * aliases stand for more than anything could walk through says so, and nothing else.
 */
export function environmentValues(root: Mapping, extent: 'values' | 'all sections'): EnvironmentValues {
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
