/** What Heat refuses with its own limits, which an operator may have raised (heat/common/config.py). */

import { membersOf } from '../../heat/group-types.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { declarations, sectionEntry } from '../../heat/sections.ts'
import type { Mapping } from '../../text/document/node.ts'
import { listOf, mapOf, scalarOf, stringOf } from '../../text/document/read.ts'
import { type OptionValues, type RuleOptions, rule } from '../rule.ts'
import type { Report as AnyReport, Beside } from '../scope.ts'
import type { ResourceView } from '../template-view.ts'

/** What an operator may have raised. */
const options = {
  depth: { type: 'number', default: 5, title: 'max_nested_stack_depth: how deep stacks may be nested' },
  timeout: {
    type: 'number',
    default: 3600,
    title: 'stack_action_timeout: how long an action may take, in s',
  },
  resources: { type: 'number', default: 1000, title: 'max_resources_per_stack: with all that is nested' },
} as const satisfies RuleOptions

type Limits = OptionValues<typeof options>

/** So many levels are counted; of more it is said that there are at least as many. */
export const mostLevels = 10

export const defaultLimit = rule({
  codes: {
    'default-limit': {
      title: 'More than Heat allows by default',
      severity: 'warning',
      behaves: ['accepted by Heat'],
      help: 'Reduce it, or ask the operator of the cloud to raise the limit.',
      why: 'Heat rejects the stack unless the operator has raised the limit, or the stack gets a longer timeout.',
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
  extent: 'parts',
  options,
  find({ root, declared, resources, beside }, report, limits) {
    const { size } = declared.resources
    const section = sectionEntry(root, 'resources')
    if (size > limits.resources && section !== undefined) {
      const message = `${size} resources in one template; Heat allows ${limits.resources}${byDefault(limits, 'resources')}`
      report('default-limit', section, message, { source: resourcesLimit })
    }
    for (const resource of resources) {
      checkDepth(resource, beside, limits, report)
      if (resource.type === 'OS::Heat::Delay') checkDelay(resource, limits, report)
      if (resource.type === 'OS::Heat::ResourceGroup') checkCount(resource, limits, report)
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

/** Of a limit that nobody has said, that it is Heat's. */
function byDefault(limits: Limits, name: keyof Limits): string {
  return limits[name] === options[name].default ? ' by default' : ''
}

type Report = AnyReport<'default-limit'>

const resourcesLimit = 'heat/common/config.py: max_resources_per_stack'

function checkDepth(
  resource: ResourceView,
  { levels: levelsBelow }: Beside,
  limits: Limits,
  report: Report,
): void {
  const { name, type, typeAt, definition } = resource
  const levels = type === undefined ? 0 : levelsOf(definition, name, levelsBelow)
  if (levels <= limits.depth) return
  const depth = levels < mostLevels ? levels : `at least ${mostLevels}`
  const message = `templates are nested ${depth} levels deep here, and Heat allows ${limits.depth}${byDefault(limits, 'depth')}`
  report('default-limit', typeAt, message, { source: 'heat/common/config.py: max_nested_stack_depth' })
}

/** `Delay.validate`: the longest that it may wait. */
function checkDelay({ property }: ResourceView, limits: Limits, report: Report): void {
  const number = (name: string, preset: number) => {
    const value = property(name)
    return value === undefined ? preset : Number(scalarOf(value)?.value ?? Number.NaN)
  }
  const longest = number('min_wait', 0) + number('max_jitter', 0) * number('jitter_multiplier_secs', 1)
  const at = property('min_wait') ?? property('max_jitter')
  if (!(longest > limits.timeout) || at === undefined) return
  const message = `it may wait ${longest} s, longer than the timeout of a stack, ${limits.timeout} s${byDefault(limits, 'timeout')}`
  report('default-limit', at, message, {
    source: 'heat/engine/resources/openstack/heat/delay.py: validate',
  })
}

function checkCount({ property }: ResourceView, limits: Limits, report: Report): void {
  const value = property('count')
  const count = Number(scalarOf(value)?.value ?? Number.NaN)
  if (value === undefined || !(count > limits.resources)) return
  const message = `a stack with all that is nested in it has at most ${limits.resources} resources${byDefault(limits, 'resources')}`
  report('default-limit', value, message, { source: resourcesLimit })
}
