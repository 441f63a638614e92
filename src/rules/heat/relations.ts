/** What does not go together between resources, and between the parts of one. */

import { callOf } from '../../heat/calls.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { referenceOf } from '../../heat/reads.ts'
import { pythonNumber } from '../../heat/values/nodes.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { itemsOf, listOf, mapOf, resolved, scalarOf, stringOf } from '../../text/document/read.ts'
import { declaredIn } from '../locations.ts'
import { rule } from '../rule.ts'
import { hasAllValues, knownValue, reportUnknownResource } from '../scope.ts'
import type { ResourceView, TemplateView } from '../template-view.ts'
import { isResolved } from '../vocabulary.ts'
import { mayMeet } from './excluded-references.ts'

/** A resource that exists already waits for nothing. */
const waitingExternal = rule({
  codes: {},
  source: 'heat/engine/rsrc_defn.py: required_resource_names',
  asks: 'resource',
  find({ name, external, part }, report, scope) {
    const { root, words } = scope
    if (external === undefined) return
    const parameter = parameterIn(external, words)
    if (parameter === undefined ? !stringOf(external) : !givesId(parameter, scope)) return
    const waits = part('depends_on')
    const isEmpty = waits === undefined || listOf(waits)?.items.length === 0 || stringOf(waits) === ''
    if (isEmpty) return
    const from = parameter === undefined ? '' : ` from the parameter "${parameter}"`
    const values =
      parameter !== undefined && isOpen(parameter, scope) ? "; Heat rejects every value but ''" : ''
    const message = `"${name}" has an external_id${from}, and a resource that exists already takes no depends_on${values}`
    report('bad-combination', waits, message, { related: declaredIn(root, 'parameters', parameter) })
  },
})

/** The parameter that a value is, as a whole. */
function parameterIn(node: Node, words: TemplateView['words']): string | undefined {
  const call = callOf(resolved(node))
  return call?.name === 'get_param' && isResolved(call, words) ? stringOf(call.argument) : undefined
}

/** Whether a parameter has a value that is not empty; one without a default is there to be given one. */
function givesId(name: string, scope: TemplateView): boolean {
  if (scope.words.status('pseudoParameters', name) === 'known') return true
  if (!scope.declared.parameters.has(name)) return false
  const value = knownValue(name, scope)
  return value === undefined ? !hasAllValues(scope) : scalarOf(value)?.value !== ''
}

/** Whether a declared parameter has neither a default nor a value. */
function isOpen(name: string, scope: TemplateView): boolean {
  return scope.declared.parameters.has(name) && knownValue(name, scope) === undefined
}

const accessPolicies = rule({
  codes: {},
  source: 'heat/engine/resources/openstack/heat/access_policy.py: validate',
  asks: 'resource',
  types: ['OS::Heat::AccessPolicy'],
  find({ property }, report, { declared }) {
    for (const item of itemsOf(property('AllowedResources'))) {
      const name = stringOf(item)
      if (name !== undefined && !declared.resources.has(name)) reportUnknownResource(item, name, report)
    }
  },
})

/** Where a group waits between batches: the policy and its key (`InstanceGroup.validate`, heat/common/timeutils.py). */
const pauses: Readonly<Record<string, readonly [policy: string, key: string]>> = {
  'AWS::AutoScaling::AutoScalingGroup': ['AutoScalingRollingUpdate', 'PauseTime'],
  'OS::Heat::InstanceGroup': ['RollingUpdate', 'PauseTime'],
}

const pauseTimes = rule({
  codes: {},
  source: 'heat/engine/resources/openstack/heat/instance_group.py: validate',
  asks: 'resource',
  types: Object.keys(pauses),
  find({ type = '', part }, report) {
    const [policy, key] = pauses[type] ?? []
    const policies = mapOf(part('update_policy'))
    if (policy === undefined || key === undefined || policies === undefined) return
    const at = readValue(mapOf(readValue(policies, policy)), key)
    const text = stringOf(at)
    if (at === undefined || text === undefined) return
    const [, hours, minutes, seconds] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?\n?$/.exec(text) ?? []
    if (!text.startsWith('PT') || !/^PT(?:\d+H)?(?:\d+M)?(?:\d+S)?\n?$/.test(text))
      report('bad-value', at, `the ${key} "${text}" is not of the form PT#H#M#S, such as PT5M`)
    else if (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0) > 3600)
      report('bad-value', at, `the ${key} "${text}" is longer than one hour`)
  },
})

/** A port that a server gets, and where that is said. */
interface TakenPort {
  readonly by: ResourceView
  readonly at: Node
}

/** Nova gives a port to one server. */
const portsGivenTwice = rule({
  codes: {},
  source: 'Template Guide, OpenStack Resource Types, OS::Nova::Server',
  asks: 'template',
  find(view, report) {
    const taken = new Map<string, TakenPort>()
    for (const { by, port, at, count } of portsIn(view)) {
      const other = taken.get(port)
      if (count > 1)
        report('bad-combination', at, `all ${count} members of "${by.name}" get the port "${port}"`)
      else if (other === undefined) taken.set(port, { by, at })
      else {
        const related = [{ at: other.at, message: `"${other.by.name}" gets the port here` }]
        const message = `port "${port}" is already used by "${other.by.name}"`
        if (other.by === by)
          report('bad-combination', at, `"${by.name}" gets the port "${port}" twice`, { related })
        else if (mayMeet(view.worlds, other.by.definition, by.definition))
          report('bad-combination', at, message, { related })
      }
    }
  },
})

/** What servers, and the members of groups of servers, have as ports. */
function* portsIn(view: TemplateView) {
  for (const by of view.resources) {
    if (by.type !== 'OS::Nova::Server' && by.type !== 'OS::Heat::ResourceGroup') continue
    const member = by.type === 'OS::Nova::Server' ? undefined : mapOf(by.property('resource_def'))
    const isGroup = stringOf(readValue(member, 'type')) === 'OS::Nova::Server'
    if (!isGroup && by.type !== 'OS::Nova::Server') continue
    const networks = isGroup
      ? readValue(mapOf(readValue(member, 'properties')), 'networks')
      : by.property('networks')
    const count = isGroup ? countOf(by.properties) : 1
    for (const item of itemsOf(networks)) {
      const at = readValue(mapOf(item), 'port')
      const port = referenceOf(at)
      if (at !== undefined && port !== undefined) yield { by, port, at, count }
    }
  }
}

/** How many members a group certainly has. */
function countOf(properties: Mapping | undefined): number {
  const count = readValue(properties, 'count')
  if (count === undefined || callOf(resolved(count)) !== undefined || scalarOf(count) === undefined) return 1
  return pythonNumber(count as Node)?.value ?? 1
}

/** What does not go together between resources, and between the parts of one. */
export const relations = [waitingExternal, accessPolicies, pauseTimes, portsGivenTwice] as const
