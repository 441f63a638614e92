/** What Heat refuses with its own limits, which an operator may have raised (heat/common/config.py). */

import type { Mapping } from '../../document/node.ts'
import { listOf, mapOf, scalarOf, stringOf } from '../../document/read.ts'
import { membersOf } from '../../heat/group-types.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { declarations, sectionEntry } from '../../heat/sections.ts'
import { rule } from '../rule.ts'
import type { Report as AnyReport, Beside } from '../scope.ts'
import type { ResourceView } from '../template-view.ts'

/** `max_nested_stack_depth`, `stack_action_timeout` in seconds, and `max_resources_per_stack`. */
const defaults = { depth: 5, timeout: 3600, resources: 1000 } as const

/** So many levels are counted; of more it is said that there are at least as many. */
export const mostLevels = 10

export const defaultLimit = rule({
  codes: {
    'default-limit': {
      title: 'More than Heat allows by default',
      severity: 'warning',
      behaves: ['accepted by Heat'],
      help: 'Reduce it, or ask the operator of the cloud to raise the limit.',
      why: 'Heat refuses the stack unless the operator has raised the limit, or the stack gets a longer timeout.',
      page: 'docs/checking.md',
      example: {
        command: 'check wait.yaml',
        before: `heat_template_version: 2018-08-31
resources:
  pause:
    type: OS::Heat::Delay
    properties: {min_wait: 7200}
`,
        after: `heat_template_version: 2018-08-31
resources:
  pause:
    type: OS::Heat::Delay
    properties: {min_wait: 720}
`,
      },
    },
  },
  source: 'heat/common/config.py',
  asks: 'template',
  find({ root, declared, resources, beside }, report) {
    const { size } = declared.resources
    const section = sectionEntry(root, 'resources')
    if (size > defaults.resources && section !== undefined) {
      const message = `${size} resources in one template; Heat allows ${defaults.resources} by default`
      report('default-limit', section, message, { source: resourcesLimit })
    }
    for (const resource of resources) {
      checkDepth(resource, beside, report)
      if (resource.type === 'OS::Heat::Delay') checkDelay(resource, report)
      if (resource.type === 'OS::Heat::ResourceGroup') checkCount(resource, report)
    }
  },
})

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

type Report = AnyReport<'default-limit'>

const resourcesLimit = 'heat/common/config.py: max_resources_per_stack'

function checkDepth(resource: ResourceView, { levels: levelsBelow }: Beside, report: Report): void {
  const { name, type, typeAt, definition } = resource
  const levels = type === undefined ? 0 : levelsOf(definition, name, levelsBelow)
  if (levels <= defaults.depth) return
  const depth = levels < mostLevels ? levels : `at least ${mostLevels}`
  const message = `templates are nested ${depth} levels deep here, and Heat allows ${defaults.depth} by default`
  report('default-limit', typeAt, message, { source: 'heat/common/config.py: max_nested_stack_depth' })
}

/** `Delay.validate`: the longest that it may wait. */
function checkDelay({ property }: ResourceView, report: Report): void {
  const number = (name: string, preset: number) => {
    const value = property(name)
    return value === undefined ? preset : Number(scalarOf(value)?.value ?? Number.NaN)
  }
  const longest = number('min_wait', 0) + number('max_jitter', 0) * number('jitter_multiplier_secs', 1)
  const at = property('min_wait') ?? property('max_jitter')
  if (!(longest > defaults.timeout) || at === undefined) return
  const message = `it may wait ${longest} s, and the timeout of a stack is ${defaults.timeout} s by default`
  report('default-limit', at, message, {
    source: 'heat/engine/resources/openstack/heat/delay.py: validate',
  })
}

function checkCount({ property }: ResourceView, report: Report): void {
  const value = property('count')
  const count = Number(scalarOf(value)?.value ?? Number.NaN)
  if (value === undefined || !(count > defaults.resources)) return
  const message = `a stack with all that is nested in it has at most ${defaults.resources} resources by default`
  report('default-limit', value, message, { source: resourcesLimit })
}
