/** What calls refer to: parameters, resources and their attributes, mappings. */

import type { Node } from '../document/node.ts'
import { mapOf, nameOf, resolved, scalarOf, seqOf, textOf } from '../document/read.ts'
import type { CallSite } from '../heat/call-sites.ts'
import { functionRow } from '../heat/functions/table.ts'
import { isMerge, readValue } from '../heat/merge-keys.ts'
import { resourceTypeFacts } from '../heat/resource-types.ts'
import { didYouMean } from './did-you-mean.ts'
import type { CheckScope } from './scope.ts'

/** @param one a call of a function that the dialect has there, with arguments that it takes */
export function checkReference(one: CallSite, scope: CheckScope): void {
  const { call, site } = one
  const items = seqOf(call.argument)?.items ?? [call.argument]
  const name = textOf(items[0])
  if (name === undefined) return
  switch (functionRow(call.name)?.refersTo) {
    case 'parameter':
      checkParameter(name, one, scope)
      return
    case 'parameter or resource':
      if (site.place === 'condition' || !scope.declared.resources.has(name)) checkParameter(name, one, scope)
      return
    case 'resource':
      checkResourceName(name, one, scope)
      return
    case 'attribute':
      if (checkResourceName(name, one, scope)) checkAttribute(name, textOf(items[1]), one, scope)
      return
    case 'mapping':
      checkLookUp(name, items.slice(1), one, scope)
      return
    case 'condition': // only in AWS, and said where conditions are looked at
    case 'file': // read only when the stack is made
    case undefined:
  }
}

function ruleOf({ call }: CallSite, { words }: CheckScope): string {
  return `${words.rule('functions')}, ${call.name}`
}

function checkResourceName(name: string, one: CallSite, scope: CheckScope): boolean {
  if (scope.declared.resources.has(name)) return true
  const hint = didYouMean(name, scope.declared.resources.keys())
  const message = `there is no resource "${name}" in this template${hint}`
  scope.report('unknown-reference', one.at, message, ruleOf(one, scope))
  return false
}

/** Heat knows the attributes of its own types; others, and those that only a cloud tells, pass. */
function checkAttribute(
  resource: string,
  attribute: string | undefined,
  one: CallSite,
  { words, declared, report }: CheckScope,
): void {
  const type = textOf(readValue(mapOf(declared.resources.get(resource)), words.spell('type')))
  const facts = type === undefined ? undefined : resourceTypeFacts(type)
  if (facts === undefined || attribute === undefined) return
  const isOpen = facts.placeholder || facts.attributePaths !== undefined
  if (isOpen || attribute === 'show' || facts.attributes.has(attribute)) return
  const hint = didYouMean(attribute, facts.attributes.keys())
  const message = `"${resource}" (${type}) has no attribute "${attribute}"${hint}`
  report('unknown-attribute', one.at, message, `Template Guide, OpenStack Resource Types, ${type}`)
}

function checkParameter(name: string, one: CallSite, scope: CheckScope): void {
  const { declared, words, report } = scope
  if (declared.parameters.has(name) || words.status('pseudoParameters', name) === 'known') return
  // HOT 2013-05-23 has Ref, but not the pseudo parameters of CloudFormation.
  const what =
    name === 'OS::region' ? 'OS::region has no value in any stack' : missing(name, one.call.name, scope)
  const rule = name.includes('::') ? words.rule('pseudo parameters') : ruleOf(one, scope)
  report('unknown-reference', one.at, what, rule)
}

function missing(name: string, functionName: string, { declared }: CheckScope): string {
  const isResource = functionName === 'Ref' ? ' or resource' : ''
  const known = [...declared.parameters.keys(), ...(isResource === '' ? [] : declared.resources.keys())]
  const hint = name.includes('::') ? '' : didYouMean(name, known)
  return `there is no parameter${isResource} "${name}" in this template${hint}`
}

/** A look-up is as certain as its first unknown key; keys are texts and numbers apart, as in Python. */
function checkLookUp(name: string, keys: readonly Node[], one: CallSite, scope: CheckScope): void {
  const { declared, report } = scope
  const mapping = declared.mappings.get(name)
  if (mapping === undefined) {
    report('unknown-reference', one.at, `there is no mapping "${name}" in this template`, ruleOf(one, scope))
    return
  }
  let where: Node | undefined = mapping
  let path = name
  for (const key of keys) {
    const scalar = scalarOf(key)
    const map = mapOf(where)
    if (scalar === undefined || map === undefined || map.entries.some(isMerge)) return
    const found = map.entries.findLast((entry) => isSameKey(entry.key, scalar))
    if (found === undefined) {
      const message = `the mapping "${path}" has no key ${keyText(scalar)}`
      report('unknown-reference', one.at, message, ruleOf(one, scope))
      return
    }
    path = `${path}.${nameOf(found) ?? String(scalar.value)}`
    where = found.value
  }
}

function keyText(scalar: NonNullable<ReturnType<typeof scalarOf>>): string {
  return scalar.type === 'str' ? `"${String(scalar.value)}"` : `${String(scalar.value)} (which is no text)`
}

function isSameKey(key: Node, wanted: NonNullable<ReturnType<typeof scalarOf>>): boolean {
  const scalar = resolved(key)
  if (scalar.kind !== 'scalar') return false
  return (scalar.type === 'str') === (wanted.type === 'str') && String(scalar.value) === String(wanted.value)
}
