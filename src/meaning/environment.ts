/** The contents of an environment, as data for a comparison (heat/common/environment_format.py). */

import { readValue } from '../heat/merge-keys.ts'
import { dataOf, type FollowAlias } from '../heat/values/data.ts'
import { Failure, isMap, isTrue, type Value } from '../heat/values/value.ts'
import { type MergedValue, MergedValues, type TypeOfParameter } from '../stack/merged-values.ts'
import { type ValueSection, valueSections } from '../stack/values.ts'
import type { Mapping } from '../text/document/node.ts'
import { aliasesOf, aliasesOfMerged } from './aliases.ts'
import { TooLarge } from './budget.ts'
import { type EnvironmentValues, emptyEnvironment } from './sample.ts'

/** The sections other than values. */
const sections = ['resource_registry', 'parameter_merge_strategies', 'encrypted_param_names', 'event_sinks']

/**
 * The values of several environments in the order in which Heat merges them; undefined for none. For one whose aliases
 * expand to more than any walk could visit, only that fact.
 * @param typeOf the type that a template of the stack declares a parameter with
 */
export function mergedEnvironments(
  roots: readonly Mapping[],
  extent: 'values' | 'all sections',
  typeOf: TypeOfParameter = () => 'unknown',
): EnvironmentValues | undefined {
  if (roots.length === 0) return undefined
  try {
    const trees = roots.map((root) => ({ root, follow: aliasesOf(root) }))
    const merged = new MergedValues(trees, typeOf)
    const valuesOf = (section: ValueSection) => sectionValues(merged, section)
    return {
      parameters: valuesOf('parameters'),
      defaults: valuesOf('parameter_defaults'),
      ...(extent === 'values' ? {} : { sections: trees.map(otherSections).reduce(mergedSections) }),
    }
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    return { ...emptyEnvironment, isTooLarge: true }
  }
}

/** An environment, and how its aliases are to be read. */
interface Tree {
  readonly root: Mapping
  readonly follow: FollowAlias
}

function sectionValues(merged: MergedValues<Tree>, section: ValueSection): ReadonlyMap<string, Value> {
  return new Map(
    [...merged.names(section)].flatMap((name) => {
      const found = merged.value(section, name)
      return found === undefined ? [] : [[name, valueIn(found)] as const]
    }),
  )
}

function valueIn({ node, parts }: MergedValue<Tree>): Value {
  return dataOf(node, aliasesOfMerged(parts.map(({ environment }) => environment.follow)))
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

function otherSections({ root, follow }: Tree): ReadonlyMap<string, Value> {
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
