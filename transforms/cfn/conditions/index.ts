import {
  entry,
  list,
  mapping,
  text,
  withEntries,
  withItems,
  withKey,
  withValue,
} from '../../../src/document/build.ts'
import type { Entry, Mapping, Node, Sequence } from '../../../src/document/node.ts'
import { nameOf, resolved, scalarOf, seqOf, textOf } from '../../../src/document/read.ts'
import { type CallScope, callTransform } from '../../../src/engine/call-transform.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { awsOperands } from '../../../src/heat/aws-equality.ts'
import { type Call, callOf } from '../../../src/heat/calls.ts'
import { isMerge } from '../../../src/heat/merge-keys.ts'
import { declarations } from '../../../src/heat/sections.ts'
import { isCfn, type Template, withRoot } from '../../../src/heat/template.ts'
import { mapEntries, mapSections } from '../../../src/heat/values.ts'

const about = {
  id: 'cfn/conditions',
  title: 'Rewrite condition functions',
  description:
    'Replaces `Fn::If`, `Fn::Equals`, `Fn::Not`, `Fn::And` and `Fn::Or` by their HOT names, and `{Condition: name}` by the name.',
  references: [
    'heat/engine/cfn/functions.py: And, Equals, If, Not, Or',
    'HOT specification, conditions section (2016-10-14)',
  ],
  safety: 'exact',
} as const satisfies Partial<Transform>

const functions = ['Fn::If', 'Fn::Equals', 'Fn::Not', 'Fn::And', 'Fn::Or', 'Condition']
const calls = callTransform(about, functions, (call, scope) => {
  if (call.name === 'Fn::If') return scope.site.place === 'value' ? rewriteIf(call, scope) : undefined
  return scope.site.place === 'condition' ? rewriteTest(call, scope) : undefined
})

/** `AWSTemplateFormatVersion` 2010-09-09 has conditions, `HeatTemplateFormatVersion` 2012-12-12 has not. */
export const conditions: Transform = {
  ...about,
  appliesTo: (kind) => isCfn(kind) || kind === 'hot',
  run(template, context) {
    if (template.kind === 'hot') return calls.run(template, context)
    if (template.kind === 'heat-cfn-json' || template.kind === 'heat-cfn-yaml') return template
    const rewritten = calls.run(template, context)
    return withRoot(template, checkDefinitions(rewritten.root, template, context))
  },
}

function rewriteIf(call: Call, scope: CallScope): Node | undefined {
  const args = seqOf(call.argument)
  const [test] = args?.items ?? []
  // Two items come from cfn/omit-no-value.
  const fits =
    args !== undefined && test !== undefined && (args.items.length === 3 || args.items.length === 2)
  if (!fits || call.argument.kind === 'alias') {
    scope.report('bad-arguments', call.node, 'Fn::If takes a condition and two values')
    return undefined
  }
  return isDeclared(textOf(test), call, scope) ? renamed(call, 'if') : undefined
}

function rewriteTest(call: Call, scope: CallScope): Node | undefined {
  if (call.name === 'Condition') return conditionName(call, scope)
  if (call.argument.kind === 'alias') {
    scope.report('anchor-edit', call.node, `the arguments of ${call.name} stand elsewhere; write them out`)
    return undefined
  }
  const items = seqOf(call.argument)?.items ?? []
  if (call.name === 'Fn::Equals') return rewriteEquals(call, items, scope)
  const [operand] = items
  if (call.name === 'Fn::Not' ? items.length !== 1 : items.length < 2) {
    scope.report(
      'bad-arguments',
      call.node,
      `${call.name} takes a list of ${call.name === 'Fn::Not' ? 'one' : 'two or more'}`,
    )
    return undefined
  }
  if (!items.every((item) => isDeclared(textOf(item), call, scope))) return undefined
  if (call.name !== 'Fn::Not') return renamed(call, call.name === 'Fn::And' ? 'and' : 'or')
  return withEntries(call.node, [entry(withKey(call.entry, 'not').key, operand as Node, { for: call.entry })])
}

function rewriteEquals(call: Call, items: readonly Node[], scope: CallScope): Node | undefined {
  if (items.length !== 2) {
    scope.report('bad-arguments', call.node, 'Fn::Equals takes a list of two')
    return undefined
  }
  const operands = scope.template.reading === 'aws' ? awsOperands(items, scope.template) : items
  if (operands === undefined) {
    scope.report(
      'no-equivalent',
      call.node,
      'AWS compares texts here; HOT would compare a number or boolean with a text',
    )
    return undefined
  }
  return withEntries(call.node, [
    withValue(withKey(call.entry, 'equals'), withItems(seqOf(call.argument) as Sequence, operands)),
  ])
}

/** `{Condition: name}`: AWS's way to use one condition in another. */
function conditionName(call: Call, scope: CallScope): Node | undefined {
  const name = textOf(call.argument)
  if (name === undefined || scope.template.reading === 'heat') {
    scope.report('bad-arguments', call.node, 'Heat takes the name of a condition as plain text')
    return undefined
  }
  return isDeclared(name, call, scope) ? call.argument : undefined
}

function renamed(call: Call, name: string): Node {
  return withEntries(call.node, [withKey(call.entry, name)])
}

/** Whether a name, where one is given, is that of a condition. */
function isDeclared(name: string | undefined, call: Call, scope: CallScope): boolean {
  if (name === undefined || scope.declared.conditions.has(name)) return true
  scope.report('unknown-reference', call.node, `there is no condition "${name}" in this template`)
  return false
}

/** A definition must be a call or a boolean (heat/engine/conditions.py, `_check_condition_type`). */
function checkDefinitions(root: Mapping, template: Template, context: TransformContext): Mapping {
  return mapSections(root, (section, map) => {
    if (section !== 'conditions') return map
    return mapEntries(map, (one) => checkDefinition(one, template, context))
  })
}

/** AWS's `{Condition: name}` as a whole definition, a name by now, becomes `and` of it with itself. */
function checkDefinition(one: Entry, template: Template, context: TransformContext): Entry {
  const name = textOf(one.value)
  if (isMerge(one) || callOf(resolved(one.value)) !== undefined || scalarOf(one.value)?.type === 'bool')
    return one
  const wasCall = callOf(declarations(template.root).conditions.get(nameOf(one) ?? ''))?.name === 'Condition'
  if (!wasCall || name === undefined) {
    context.report(
      'bad-arguments',
      one,
      `Heat refuses this definition: "${nameOf(one)}" must be a call, true or false`,
    )
    return one
  }
  const both = list([text(name), text(name)], { style: 'flow' })
  return withValue(one, mapping([entry('and', both)], { for: one.value, style: 'flow' }))
}
