/** Functions that fail with null, which is what attributes give as long as the stack is not made. */

import { callOf } from '../../heat/calls.ts'
import { anyCall, callsWithin } from '../../heat/calls-within.ts'
import { branchesOnCondition } from '../../heat/functions/table.ts'
import { isMerge, readValue } from '../../heat/merge-keys.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { listOf, mapOf, nameOf, resolved, stringOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import type { CheckScope } from '../scope.ts'
import { isResolved } from '../vocabulary.ts'

/**
 * Reports them in properties, which Heat computes when it validates the template; outputs, and the branches of `if`,
 * come later or never.
 */
export const nullAttributes = rule({
  codes: {},
  source: 'heat/engine/hot/functions.py',
  asks: 'resource',
  find({ propertiesNode, isExternal }, report, view) {
    if (view.words.version !== undefined && propertiesNode !== undefined && !isExternal)
      visit(propertiesNode, { ...view, report })
  },
})

function visit(node: Node, scope: CheckScope): void {
  if (node.kind === 'scalar' || node.kind === 'alias' || (callsWithin(node) & anyCall) === 0) return
  const call = callOf(node)
  if (call !== undefined && isResolved(call, scope.words)) {
    if (branchesOnCondition(call.name)) return
    const argument = mapOf(call.argument)
    if (call.name === 'yaql') checkYaql(argument, node, scope)
    if (call.name === 'str_replace_vstrict') checkParams(argument, scope)
  }
  if (node.kind === 'seq') for (const item of node.items) visit(item, scope)
  else for (const { value } of node.entries) visit(value, scope)
}

/** A step, an index or a method behind `$.data` or `$.data.NAME`, which is an attribute as a whole. */
function checkYaql(argument: Mapping | undefined, at: Node, scope: CheckScope): void {
  const expression = stringOf(readValue(argument, 'expression'))
  const data = readValue(argument, 'data')
  // An expression that speaks of null or of other presets is taken to know.
  if (expression === undefined || data === undefined || /\bnull\b|\?\.|coalesce|\bdefault\b/.test(expression))
    return
  const attribute = nullPart(expression, data, scope)
  if (attribute === undefined) return
  const message = `yaql fails, because the attribute in "${attribute}" is null until its resource exists; write coalesce(${attribute}, [])`
  scope.report('bad-arguments', at, message, { source: `${scope.words.rule('functions')}, yaql` })
}

function nullPart(expression: string, data: Node, scope: CheckScope): string | undefined {
  if (isAttribute(data, scope)) return /\$\.data\s*[.[]/.test(expression) ? '$.data' : undefined
  for (const one of mapOf(data)?.entries ?? []) {
    const name = isMerge(one) ? undefined : nameOf(one)
    if (name === undefined || !isAttribute(one.value, scope)) continue
    const path = `$.data.${name}`
    for (let from = expression.indexOf(path); from !== -1; from = expression.indexOf(path, from + 1))
      if (/^\s*[.[]/.test(expression.slice(from + path.length, from + path.length + 20))) return path
  }
  return undefined
}

/** The attribute of a resource that the stack makes. */
function isAttribute(node: Node, { words, declared }: CheckScope): boolean {
  const call = callOf(resolved(node))
  if (call?.name !== 'get_attr' || !isResolved(call, words)) return false
  const resource = mapOf(declared.resources.get(stringOf(listOf(call.argument)?.items[0]) ?? ''))
  return resource !== undefined && readValue(resource, 'external_id') === undefined
}

/** `ReplaceJsonStrictAbsent` and its neighbours in heat/engine/hot/functions.py */
function checkParams(argument: Mapping | undefined, scope: CheckScope): void {
  for (const one of mapOf(readValue(argument, 'params'))?.entries ?? []) {
    if (!isAttribute(one.value, scope)) continue
    const message = `str_replace_vstrict rejects the null that the attribute for "${nameOf(one)}" is until its resource exists; use str_replace_strict`
    scope.report('bad-arguments', one.value, message, {
      source: `${scope.words.rule('functions')}, str_replace_vstrict`,
    })
  }
}
