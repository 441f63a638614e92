/** What a mapping of one entry becomes in a newer version. */

import {
  type Call,
  type HotVersion,
  hasFeature,
  hasFunction,
  type Node,
  parsedNode,
  readValue,
  type Site,
  type Template,
} from '../../../src/engine/authoring/authoring.ts'
import { mapKeysOf, mayGive } from '../../../src/heat/functions/table.ts'
import { conditionFunctionsOf } from '../../../src/heat/versions.ts'
import { callSites } from '../../../src/heat/walk.ts'

/**
 * What a mapping of one entry becomes in a newer version. `the same` where it is data in both or a function in
 * both, and where Heat refuses it today; `useless function` where a map is asked for and the function gives none;
 * `test` where a condition computes what it compares as data today; `refused` where a condition has no such
 * function.
 */
export type Becoming = 'the same' | 'function' | 'useless function' | 'test' | 'refused'

/** Answers for every function of a template. */
export function becomingOf(template: Template, target: HotVersion): (call: Call, site: Site) => Becoming {
  const { version } = template
  const special = specialNodes(template)
  return (call, site) => {
    // Functions that other transforms made are in no source.
    if (call.entry.key.start === undefined || version === undefined) return 'the same'
    const node = parsedNode(call.node)
    if (site.role === 'condition') {
      if (hasFeature(version, 'conditions'))
        return inCondition(call.name, version, target, special.compared.has(node))
      // The section is refused, the key of an output ignored; what `if` has there is data like the `if` itself.
      if (site.conditionOf === 'template') return 'the same'
    }
    if (hasFunction(version, call.name) || !hasFunction(target, call.name)) return 'the same'
    return special.maps.has(node) && !mayGive(call.name, 'map') ? 'useless function' : 'function'
  }
}

/** Data is no condition, so that Heat refuses it unless `equals` compares it (`Conditions` in heat/engine/conditions.py). */
function inCondition(name: string, version: HotVersion, target: HotVersion, isCompared: boolean): Becoming {
  const isReserved = (at: HotVersion) => hasFunction(at, name) || conditionFunctionsOf(at).has(name)
  if (!isCompared || isReserved(version) || !isReserved(target)) return 'the same'
  return conditionFunctionsOf(target).has(name) ? 'test' : 'refused'
}

/** What `equals` compares in conditions, at any depth, and what stands where functions want a map. */
function specialNodes({
  root,
}: Template): Readonly<Record<'compared' | 'maps', ReadonlySet<Node | undefined>>> {
  const compared = new Set<Node | undefined>()
  const maps = new Set<Node | undefined>()
  const compare = (node: Node): void => {
    compared.add(parsedNode(node))
    if (node.kind === 'seq') node.items.forEach(compare)
    if (node.kind === 'map') for (const one of node.entries) compare(one.value)
  }
  for (const { call, site } of callSites(root)) {
    if (call.name === 'equals' && site.role === 'condition') compare(call.argument)
    for (const key of mapKeysOf(call.name)) {
      const map = readValue(call.argument, key)
      if (map !== undefined) maps.add(parsedNode(map))
    }
  }
  return { compared, maps }
}
