import { entry, list, mapping, text, withEntries, withItems, withKey, withValue } from '../../../src/document/build.ts'
import type { Mapping, Node, Sequence } from '../../../src/document/node.ts'
import { seqOf, textOf } from '../../../src/document/read.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { type Call, callOf } from '../../../src/heat/calls.ts'
import { awsOperands } from '../../../src/heat/aws-equality.ts'
import { declarations, sectionNames } from '../../../src/heat/sections.ts'
import { isCfn, type Template, withRoot } from '../../../src/heat/template.ts'
import { mapEntries, rewriteValues, type Site } from '../../../src/heat/values.ts'

/** `AWSTemplateFormatVersion` 2010-09-09 has conditions, `HeatTemplateFormatVersion` 2012-12-12 has not. */
export const conditions: Transform = {
  id: 'cfn/conditions',
  title: 'Rewrite condition functions',
  description:
    'Replaces `Fn::If`, `Fn::Equals`, `Fn::Not`, `Fn::And` and `Fn::Or` by their HOT names, and `{Condition: name}` by the name.',
  references: ['heat/engine/cfn/functions.py: And, Equals, If, Not, Or', 'HOT specification, conditions section (2016-10-14)'],
  safety: 'exact',
  appliesTo: isCfn,
  run(template, context) {
    if (template.kind === 'heat-cfn-json' || template.kind === 'heat-cfn-yaml') return template
    const rewrite = (node: Node, site: Site): Node => {
      const call = callOf(node)
      const next = call === undefined ? undefined : rewriteCall(call, site, template, context)
      if (next !== undefined && next !== node) context.change(node, `Rewrite ${call?.name}`)
      return next ?? node
    }
    const root = rewriteValues(template.root, template.document.syntax === 'yaml', rewrite)
    return withRoot(template, namedDefinitions(root))
  },
}

const plural: Readonly<Record<string, string>> = { 'Fn::And': 'and', 'Fn::Or': 'or' }

function rewriteCall(call: Call, site: Site, template: Template, context: TransformContext): Node | undefined {
  switch (call.name) {
    case 'Fn::If':
      return rewriteIf(call, template, context)
    case 'Fn::Equals':
      return site.place === 'condition' ? rewriteEquals(call, template, context) : undefined
    case 'Fn::Not':
      return site.place === 'condition' ? rewriteNot(call, context) : undefined
    case 'Fn::And':
    case 'Fn::Or':
      return site.place === 'condition' ? rewriteSeveral(call, context) : undefined
    case 'Condition':
      return site.place === 'condition' ? conditionName(call, template, context) : undefined
  }
  return undefined
}

function rewriteIf(call: Call, template: Template, context: TransformContext): Node | undefined {
  const args = seqOf(call.argument)
  const [test] = args?.items ?? []
  // Two items come from cfn/omit-no-value.
  const fits = args !== undefined && test !== undefined && (args.items.length === 3 || args.items.length === 2)
  if (!fits || call.argument.kind === 'alias') {
    context.report('bad-arguments', call.node, 'Fn::If takes a condition and two values')
    return undefined
  }
  const name = textOf(test)
  if (name !== undefined && !declarations(template.root).conditions.has(name)) {
    context.report('unknown-reference', call.node, `there is no condition "${name}" in this template`)
    return undefined
  }
  const nested = callOf(test)
  const rewritten = nested === undefined ? test : (rewriteCall(nested, { place: 'condition', inFlow: false }, template, context) ?? test)
  const items = args.items.map((item) => (item === test ? rewritten : item))
  return withEntries(call.node, [withValue(withKey(call.entry, 'if'), withItems(args, items))])
}

function rewriteEquals(call: Call, template: Template, context: TransformContext): Node | undefined {
  const args = seqOf(call.argument)
  if (args?.items.length !== 2 || call.argument.kind === 'alias') {
    context.report('bad-arguments', call.node, 'Fn::Equals takes a list of two')
    return undefined
  }
  const operands = template.reading === 'aws' ? awsOperands(args.items, template) : args.items
  return withEntries(call.node, [withValue(withKey(call.entry, 'equals'), withItems(args, operands))])
}

function rewriteNot(call: Call, context: TransformContext): Node | undefined {
  const items = seqOf(call.argument)?.items
  const [operand] = items ?? []
  if (items?.length !== 1 || operand === undefined) {
    context.report('bad-arguments', call.node, 'Fn::Not takes a list of one')
    return undefined
  }
  const key = withKey(call.entry, 'not').key
  return withEntries(call.node, [entry(key, operand, { for: call.entry })])
}

function rewriteSeveral(call: Call, context: TransformContext): Node | undefined {
  const items = seqOf(call.argument)?.items
  if (items === undefined || items.length < 2) {
    context.report('bad-arguments', call.node, `${call.name} takes a list of two or more`)
    return undefined
  }
  return withEntries(call.node, [withKey(call.entry, plural[call.name] as string)])
}

/** `{Condition: name}`: AWS's way to use one condition in another. */
function conditionName(call: Call, template: Template, context: TransformContext): Node | undefined {
  const name = textOf(call.argument)
  if (name === undefined || template.reading === 'heat') {
    context.report('bad-arguments', call.node, 'Heat takes the name of a condition as plain text')
    return undefined
  }
  if (!declarations(template.root).conditions.has(name)) {
    context.report('unknown-reference', call.node, `there is no condition "${name}" in this template`)
    return undefined
  }
  return call.argument
}

/** A definition must be a call: the name of another condition alone becomes `and` of it with itself. */
function namedDefinitions(root: Mapping): Mapping {
  const keys: readonly string[] = sectionNames.conditions
  return mapEntries(root, (one) => {
    if (!keys.includes(textOf(one.key) ?? '') || one.value.kind !== 'map') return one
    return withValue(
      one,
      mapEntries(one.value, (definition) => {
        const name = textOf(definition.value)
        if (name === undefined || definition.value.kind === 'alias') return definition
        const both: Sequence = list([text(name), text(name)], { style: 'flow' })
        return withValue(definition, mapping([entry('and', both)], { for: definition.value, style: 'flow' }))
      }),
    )
  })
}
