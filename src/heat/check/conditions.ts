import type { Node } from '../../document/node.ts'
import { nameOf, resolved, scalarOf, seqOf, textOf } from '../../document/read.ts'
import { callOf } from '../calls.ts'
import { isMerge, readValue } from '../merge-keys.ts'
import { section } from '../sections.ts'
import { type CheckScope, partsOf } from './scope.ts'

/** Definitions, and the names by which resources, outputs and other conditions refer to them. */
export function checkConditions(scope: CheckScope): void {
  const { root, words, report } = scope
  const rule = words.rule('conditions')
  for (const one of section(root, 'conditions')?.entries ?? []) {
    if (isMerge(one)) continue
    // The name of another condition is refused here (`_check_condition_type` in heat/engine/conditions.py).
    if (callOf(resolved(one.value)) === undefined && scalarOf(one.value)?.type !== 'bool')
      report('bad-value', one, `the condition "${nameOf(one)}" is neither a call nor true or false`, rule)
    else checkTest(one.value, scope)
  }
  for (const name of ['resources', 'outputs'] as const) {
    const place = name === 'resources' ? 'resourceKeys' : 'outputKeys'
    const key = words.spell('condition')
    if (words.status(place, key) !== 'known') continue
    for (const { map } of partsOf(section(root, name), name.slice(0, -1), name, {
      ...scope,
      report: () => {},
    })) {
      const condition = readValue(map, key)
      if (condition !== undefined) checkTest(condition, scope)
    }
  }
}

/** A place that takes a condition: a name, true or false, or a call. */
export function checkTest(node: Node, scope: CheckScope): void {
  const target = resolved(node)
  const name = textOf(target)
  const rule = scope.words.rule('conditions')
  if (name !== undefined) {
    if (!scope.declared.conditions.has(name))
      scope.report('unknown-reference', node, `there is no condition "${name}" in this template`, rule)
    return
  }
  const call = callOf(target)
  if (call === undefined) {
    if (scalarOf(target)?.type !== 'bool')
      scope.report('bad-value', node, 'a condition is a name, true or false, or a call', rule)
    return
  }
  if (call.name === 'Condition') {
    const message = 'only AWS takes {Condition: name}; Heat takes the name as plain text'
    scope.report('bad-value', node, message, rule)
  }
  if (!/^(?:Fn::)?(?:and|or|not)$/i.test(call.name)) return
  for (const item of seqOf(call.argument)?.items ?? [call.argument]) checkTest(item, scope)
}
