/** What does not go together between resources, and between the parts of one. */

import type { Entry, Mapping, Node } from '../document/node.ts'
import { itemsOf, listOf, mapOf, nameOf, resolved, scalarOf, stringOf } from '../document/read.ts'
import { ownValue } from '../document/records.ts'
import { callOf } from '../heat/calls.ts'
import { readValue } from '../heat/merge-keys.ts'
import { referenceOf } from '../heat/reads.ts'
import { section } from '../heat/sections.ts'
import { pythonNumber } from '../heat/values/nodes.ts'
import { mayMeet } from './excluded.ts'
import { declaredIn } from './locations.ts'
import { type CheckScope, hasAllValues, knownValue, reportUnknownResource } from './scope.ts'
import { isResolved } from './vocabulary.ts'
import type { Worlds } from './worlds.ts'

export function checkRelations(scope: CheckScope, worlds: Worlds): void {
  const ports = new Map<string, TakenPort>()
  for (const one of section(scope.root, 'resources')?.entries ?? []) {
    const part = mapOf(one.value)
    if (part === undefined) continue
    checkExternal(one, part, scope)
    checkAccess(part, scope)
    checkPause(part, scope)
    checkPorts(one, part, ports, scope, worlds)
  }
}

/** `ResourceDefinition.required_resource_names`: a resource that exists already waits for nothing. */
function checkExternal(one: Entry, part: Mapping, scope: CheckScope): void {
  const { root, words, report } = scope
  const external = readValue(part, 'external_id')
  if (words.version === undefined || external === undefined) return
  const parameter = parameterIn(external, words)
  if (parameter === undefined ? !stringOf(external) : !givesId(parameter, scope)) return
  const waits = readValue(part, 'depends_on')
  const isEmpty = waits === undefined || listOf(waits)?.items.length === 0 || stringOf(waits) === ''
  if (isEmpty) return
  const from = parameter === undefined ? '' : ` from the parameter "${parameter}"`
  const values =
    parameter !== undefined && isOpen(parameter, scope) ? "; Heat refuses every value but ''" : ''
  const message = `"${nameOf(one)}" has an external_id${from}, and a resource that exists already takes no depends_on${values}`
  const rule = 'heat/engine/rsrc_defn.py: required_resource_names'
  report('bad-combination', waits, message, rule, undefined, declaredIn(root, 'parameters', parameter))
}

/** The parameter that a value is, as a whole. */
function parameterIn(node: Node, words: CheckScope['words']): string | undefined {
  const call = callOf(resolved(node))
  return call?.name === 'get_param' && isResolved(call, words) ? stringOf(call.argument) : undefined
}

/** Whether a parameter has a value that is not empty; one without a default is there to be given one. */
function givesId(name: string, scope: CheckScope): boolean {
  if (scope.words.status('pseudoParameters', name) === 'known') return true
  if (!scope.declared.parameters.has(name)) return false
  const value = knownValue(name, scope)
  return value === undefined ? !hasAllValues(scope) : scalarOf(value)?.value !== ''
}

/** Whether a declared parameter has neither a default nor a value. */
function isOpen(name: string, scope: CheckScope): boolean {
  return scope.declared.parameters.has(name) && knownValue(name, scope) === undefined
}

/** `AccessPolicy.validate` in heat/engine/resources/openstack/heat/access_policy.py */
function checkAccess(part: Mapping, { words, report, declared }: CheckScope): void {
  if (stringOf(readValue(part, words.spell('type'))) !== 'OS::Heat::AccessPolicy') return
  const properties = mapOf(readValue(part, words.spell('properties')))
  for (const item of itemsOf(readValue(properties, 'AllowedResources'))) {
    const name = stringOf(item)
    if (name === undefined || declared.resources.has(name)) continue
    const rule = 'heat/engine/resources/openstack/heat/access_policy.py: validate'
    reportUnknownResource(item, name, rule, report)
  }
}

/** Where a group waits between batches: the policy and its key (`InstanceGroup.validate`, heat/common/timeutils.py). */
const pauses: Readonly<Record<string, readonly [policy: string, key: string]>> = {
  'AWS::AutoScaling::AutoScalingGroup': ['AutoScalingRollingUpdate', 'PauseTime'],
  'OS::Heat::InstanceGroup': ['RollingUpdate', 'PauseTime'],
}

function checkPause(part: Mapping, { words, report }: CheckScope): void {
  const [policy, key] = ownValue(pauses, stringOf(readValue(part, words.spell('type'))) ?? '') ?? []
  const policies = mapOf(readValue(part, words.spell('update_policy')))
  if (policy === undefined || key === undefined || policies === undefined) return
  const at = readValue(mapOf(readValue(policies, policy)), key)
  const text = stringOf(at)
  if (at === undefined || text === undefined) return
  const rule = 'heat/engine/resources/openstack/heat/instance_group.py: validate'
  const [, hours, minutes, seconds] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?\n?$/.exec(text) ?? []
  if (!text.startsWith('PT') || !/^PT(?:\d+H)?(?:\d+M)?(?:\d+S)?\n?$/.test(text))
    report('bad-value', at, `the ${key} "${text}" is not of the form PT#H#M#S, such as PT5M`, rule)
  else if (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0) > 3600)
    report('bad-value', at, `the ${key} "${text}" is longer than one hour`, rule)
}

/** A port that a server gets, and where that is said. */
interface TakenPort {
  readonly by: Entry
  readonly at: Node
}

/** Nova gives a port to one server. */
function checkPorts(
  one: Entry,
  part: Mapping,
  taken: Map<string, TakenPort>,
  scope: CheckScope,
  worlds: Worlds,
): void {
  const { words, report } = scope
  const type = stringOf(readValue(part, words.spell('type')))
  const own = mapOf(readValue(part, words.spell('properties')))
  const group = type === 'OS::Heat::ResourceGroup' ? mapOf(readValue(own, 'resource_def')) : undefined
  const isGroup = stringOf(readValue(group, 'type')) === 'OS::Nova::Server'
  if (!isGroup && type !== 'OS::Nova::Server') return
  const networks = readValue(isGroup ? mapOf(readValue(group, 'properties')) : own, 'networks')
  const count = isGroup ? countOf(own) : 1
  for (const item of itemsOf(networks)) {
    const at = readValue(mapOf(item), 'port')
    const port = referenceOf(at)
    if (at === undefined || port === undefined) continue
    const other = taken.get(port)
    const rule = 'Template Guide, OpenStack Resource Types, OS::Nova::Server'
    if (count > 1)
      report('bad-combination', at, `all ${count} members of "${nameOf(one)}" get the port "${port}"`, rule)
    else if (other === undefined) taken.set(port, { by: one, at })
    else {
      const related = [{ at: other.at, message: `"${nameOf(other.by)}" gets the port here` }]
      if (other.by === one)
        report(
          'bad-combination',
          at,
          `"${nameOf(one)}" gets the port "${port}" twice`,
          rule,
          undefined,
          related,
        )
      else if (mayMeet(worlds, mapOf(other.by.value), part)) {
        const message = `the port "${port}" is that of "${nameOf(other.by)}" already`
        report('bad-combination', at, message, rule, undefined, related)
      }
    }
  }
}

/** How many members a group certainly has. */
function countOf(properties: Mapping | undefined): number {
  const count = readValue(properties, 'count')
  if (count === undefined || callOf(resolved(count)) !== undefined || scalarOf(count) === undefined) return 1
  return pythonNumber(count as Node)?.value ?? 1
}
