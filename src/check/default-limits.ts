/** What Heat refuses with its own limits, which an operator may have raised (heat/common/config.py). */

import type { Mapping } from '../document/node.ts'
import { listOf, mapOf, scalarOf, stringOf } from '../document/read.ts'
import { membersOf } from '../heat/group-types.ts'
import { readValue } from '../heat/merge-keys.ts'
import { declarations, sectionEntry } from '../heat/sections.ts'
import type { CheckScope } from './scope.ts'

/** `max_nested_stack_depth`, `stack_action_timeout` in seconds, and `max_resources_per_stack`. */
const defaults = { depth: 5, timeout: 3600, resources: 1000 } as const

/** So many levels are counted; of more it is said that there are at least as many. */
export const mostLevels = 10

const rule = 'heat/common/config.py'

export function checkDefaultLimits(scope: CheckScope): void {
  const { root, declared, beside, report, words } = scope
  const { size } = declared.resources
  const section = sectionEntry(root, 'resources')
  if (size > defaults.resources && section !== undefined) {
    const message = `${size} resources in one template; Heat allows ${defaults.resources} by default`
    report('default-limit', section, message, `${rule}: max_resources_per_stack`)
  }
  for (const [name, node] of declared.resources) {
    const map = mapOf(node)
    const type = stringOf(readValue(map, words.spell('type')))
    if (map === undefined || type === undefined) continue
    const levels = levelsOf(map, name, beside.levels)
    if (levels > defaults.depth) {
      const depth = levels < mostLevels ? levels : `at least ${mostLevels}`
      const message = `templates are nested ${depth} levels deep here, and Heat allows ${defaults.depth} by default`
      report(
        'default-limit',
        readValue(map, words.spell('type')) ?? map,
        message,
        `${rule}: max_nested_stack_depth`,
      )
    }
    const properties = mapOf(readValue(map, words.spell('properties')))
    if (type === 'OS::Heat::Delay') checkDelay(properties, scope)
    if (type === 'OS::Heat::ResourceGroup') checkCount(properties, scope)
  }
}

/** How many stacks lie within one another below a resource; a group is one of them. */
function levelsOf(
  resource: Mapping,
  name: string,
  levelsBelow: (type: string, resource?: string) => number,
): number {
  const type = stringOf(readValue(resource, 'Type', 'type')) ?? ''
  const properties = mapOf(readValue(resource, 'Properties', 'properties'))
  const members = membersOf(type)
  switch (members?.by) {
    case 'definition':
      return (
        1 + levelsBelow(stringOf(readValue(mapOf(readValue(properties, members.property)), 'type')) ?? '')
      )
    case 'types': {
      const types = listOf(readValue(properties, members.property))?.items ?? []
      return 1 + Math.max(0, ...types.map((one) => levelsBelow(stringOf(one) ?? '')))
    }
    default:
      return levelsBelow(type, name)
  }
}

/** The most levels below any resource of a template. */
export function levelsIn(root: Mapping, levelsBelow: (type: string, resource?: string) => number): number {
  let most = 0
  for (const [name, node] of declarations(root).resources) {
    const map = mapOf(node)
    if (map !== undefined) most = Math.max(most, levelsOf(map, name, levelsBelow))
  }
  return most
}

/** `Delay.validate`: the longest that it may wait. */
function checkDelay(properties: Mapping | undefined, { report }: CheckScope): void {
  const number = (name: string, preset: number) => {
    const value = readValue(properties, name)
    return value === undefined ? preset : Number(scalarOf(value)?.value ?? Number.NaN)
  }
  const longest = number('min_wait', 0) + number('max_jitter', 0) * number('jitter_multiplier_secs', 1)
  if (!(longest > defaults.timeout)) return
  const at = readValue(properties, 'min_wait') ?? readValue(properties, 'max_jitter')
  const message = `it may wait ${longest} s, and the timeout of a stack is ${defaults.timeout} s by default`
  if (at !== undefined)
    report('default-limit', at, message, 'heat/engine/resources/openstack/heat/delay.py: validate')
}

function checkCount(properties: Mapping | undefined, { report }: CheckScope): void {
  const value = readValue(properties, 'count')
  const count = Number(scalarOf(value)?.value ?? Number.NaN)
  if (value === undefined || !(count > defaults.resources)) return
  const message = `a stack with all that is nested in it has at most ${defaults.resources} resources by default`
  report('default-limit', value, message, `${rule}: max_resources_per_stack`)
}
