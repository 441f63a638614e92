/** Templates that a property of a resource gives; heat/engine/resources/openstack/heat/remote_stack.py and aws/cfn/stack.py. */

import { callOf } from '../heat/calls.ts'
import { membersOf } from '../heat/group-types.ts'
import { entriesRead, readValue } from '../heat/merge-keys.ts'
import { didYouMean } from '../heat/near-names.ts'
import type { Mapping, Node } from '../text/document/node.ts'
import { isNull, mapOf, nameOf, resolved, stringOf } from '../text/document/read.ts'
import { parameterOf, sectionOf } from './locations.ts'
import { removal } from './remedy.ts'
import { type CheckScope, type NestedTemplate, passingHelp } from './scope.ts'
import { isResolved } from './vocabulary.ts'

/** Holds what such a resource passes on against the parameters of its template, where that is a file beside this one. */
export function checkChildStack(
  type: string,
  properties: Mapping | undefined,
  at: Node,
  scope: CheckScope,
): void {
  const members = membersOf(type)
  if (members?.by !== 'template' || properties === undefined) return
  const template = readValue(properties, members.property)
  const file = template && fileOf(type, template, scope)
  const passed = readValue(properties, members.passed)
  const child = file === undefined ? undefined : scope.beside.nested(file)
  if (file === undefined || template === undefined) return
  const error = scope.beside.nestedError(file)
  if (error !== undefined)
    scope.report('nested-error', template, error.message, { source: ruleOf(type), related: error.related })
  if (child === undefined || (passed !== undefined && (mapOf(passed) === undefined || isCall(passed, scope))))
    return
  checkPassed(type, file, child, mapOf(passed), at, scope)
}

function ruleOf(type: string): string {
  return `Template Guide, OpenStack Resource Types, ${type}`
}

/** A path beside the template; Heat itself fetches a URL, and only from the network (heat/common/urlfetch.py). */
function fileOf(type: string, template: Node, scope: CheckScope): string | undefined {
  const call = callOf(resolved(template))
  if (call?.name === 'get_file' && isResolved(call, scope.words)) return stringOf(call.argument)
  const name = type === 'AWS::CloudFormation::Stack' ? stringOf(template) : undefined
  if (name === undefined || /^(?:https?|ftp):\/\//i.test(name)) return undefined
  const message = `Heat fetches "TemplateURL" from the network, and "${name}" is not an address; in HOT, type: FILE takes a template beside this one`
  scope.report('bad-value', template, message, { source: 'heat/common/urlfetch.py' })
  return /^[a-z][\w+.-]*:/i.test(name) ? undefined : name
}

function isCall(node: Node, { words }: CheckScope): boolean {
  return isResolved(callOf(resolved(node)), words)
}

function checkPassed(
  type: string,
  file: string,
  child: NestedTemplate,
  passed: Mapping | undefined,
  at: Node,
  { report, beside }: CheckScope,
): void {
  const declared = new Map(child.parameters.map((one) => [one.name, one]))
  const given = new Set<string>()
  for (const one of entriesRead(passed)) {
    const name = nameOf(one)
    if (name === undefined) continue
    if (!isNull(one.value)) given.add(name)
    if (declared.has(name)) continue
    const { hint, instead } = didYouMean(name, declared)
    report('unknown-property', one, `${file} has no parameter "${name}"${hint}`, {
      source: ruleOf(type),
      repair: instead ?? removal(one),
      related: sectionOf(child, 'parameters', file),
    })
  }
  for (const { name, hasDefault } of child.parameters)
    if (!hasDefault && !given.has(name) && !beside.hasDefault(name)) {
      const code = beside.isComplete ? 'missing-value' : 'nested-parameter'
      const message = `nested template ${file} requires "${name}", which is not passed`
      report(code, at, message, {
        source: ruleOf(type),
        help: passingHelp(name),
        related: parameterOf(child, name),
        item: name,
      })
    }
}
