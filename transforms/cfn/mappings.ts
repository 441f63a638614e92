/** Lookups in the section `Mappings`. */

import {
  callRead,
  type Entry,
  type HotVersion,
  type Mapping,
  mapOf,
  mergedNodes,
  type Node,
  nameOf,
  scalarOf,
  stringOf,
  type Template,
} from '../../src/engine/authoring/authoring.ts'
import { awsText } from '../../src/heat/reading.ts'
import { conditionFunctionsOf, functionsOf } from '../../src/heat/versions.ts'
import { memoized } from '../../src/text/document/attached.ts'

/**
 * The name that an argument of `Fn::FindInMap` looks up; undefined for a function, and where Heat reads
 * the template for a number, which cannot be a key (AWS reads it as a string).
 */
export function keyName(argument: Node, template: Template): string | undefined {
  const scalar = scalarOf(argument)
  if (scalar?.type === 'str' || template.reading === 'heat') return stringOf(argument)
  return scalar === undefined || scalar.type === 'null' ? undefined : awsText(scalar, template.document)
}

/** The value in a mapping under a key and a name; undefined when there is none. */
export function lookedUp(
  map: Mapping | undefined,
  key: string,
  name: string,
  template: Template,
): Node | undefined {
  return valueAt(mapOf(valueAt(map, key, template)), name, template)
}

function valueAt(map: Mapping | undefined, name: string, template: Template): Node | undefined {
  if (map === undefined) return undefined
  const own = (template.reading === 'aws' ? entriesForAws : entriesForHeat)(map, template).get(name)
  if (own !== undefined) return own.value
  for (const node of mergedNodes(map)) {
    const found = valueAt(mapOf(node), name, template)
    if (found !== undefined) return found
  }
  return undefined
}

const byName = (map: Mapping, template: Template): ReadonlyMap<string | undefined, Entry> =>
  new Map(map.entries.map((one) => [keyRead(one, template), one]))

/** A mapping may be looked up in as often as it has keys. */
const entriesForAws = memoized(byName)
const entriesForHeat = memoized(byName)

/** Keys are strings: templates reach Heat as JSON, where `1: …` has become `"1": …`, and AWS reads them as they are written. */
function keyRead(one: Entry, { reading, document }: Template): string | undefined {
  const key = scalarOf(one.key)
  if (reading === 'aws' && key !== undefined && key.type !== 'null') return awsText(key, document)
  return key?.type === 'int' || key?.type === 'bool' ? String(key.value) : nameOf(one)
}

/** Whether a value may be copied to where functions are resolved: no anchors or aliases, and nothing that looks like a function. */
export function isPlainCopy(node: Node, version: HotVersion): boolean {
  if (node.kind === 'alias' || node.anchor !== undefined) return false
  if (node.kind === 'scalar') return true
  if (node.kind === 'seq') return node.items.every((item) => isPlainCopy(item, version))
  const name = callRead(node)?.name
  if (name !== undefined && isFunctionName(name, version)) return false
  return node.entries.every((one) => isPlainCopy(one.value, version))
}

function isFunctionName(name: string, version: HotVersion): boolean {
  const isCfn = name === 'Ref' || name === 'Condition' || name.startsWith('Fn::')
  return isCfn || functionsOf(version).has(name) || conditionFunctionsOf(version).has(name)
}
