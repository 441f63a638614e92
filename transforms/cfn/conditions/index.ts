import {
  type CallScope,
  callOf,
  declarations,
  type Entry,
  entry,
  isMerge,
  list,
  mapEntries,
  mapping,
  mapSections,
  type Node,
  nameOf,
  type Rewritten,
  resolved,
  rewriteCalls,
  type Sequence,
  scalarOf,
  seqOf,
  type Template,
  type TransformContext,
  text,
  textOf,
  type UnnamedTransform,
  withItems,
  withRoot,
  withValue,
} from '../../../src/engine/authoring.ts'
import { awsOperands } from './aws-equality.ts'

const about = {
  title: 'Rewrite condition functions',
  description:
    'Replaces `Fn::If`, `Fn::Equals`, `Fn::Not`, `Fn::And` and `Fn::Or` by their HOT names, and `{Condition: name}` by the name.',
  references: [
    'heat/engine/cfn/functions.py: And, Equals, If, Not, Or',
    'HOT specification, conditions section (2016-10-14)',
  ],
  safety: 'exact',
} as const satisfies Partial<UnnamedTransform>

const functions = rewriteCalls(about, {
  'Fn::If': (scope) => {
    const { args, call, to, refuse } = scope
    if (call.argument.kind === 'alias')
      return refuse('bad-arguments', 'Fn::If takes a condition and two values')
    return undeclared([args[0]], scope) ?? to('if')
  },
  'Fn::Equals': (scope) => aliased(scope) ?? equals(scope),
  'Fn::Not': (scope) => aliased(scope) ?? undeclared(scope.args, scope) ?? scope.to('not', scope.args[0]),
  'Fn::And': (scope) => aliased(scope) ?? undeclared(scope.args, scope) ?? scope.to('and'),
  'Fn::Or': (scope) => aliased(scope) ?? undeclared(scope.args, scope) ?? scope.to('or'),
  // AWS's way to use one condition in another.
  Condition: (scope) => {
    if (scope.template.reading === 'heat')
      return scope.refuse('bad-arguments', 'Heat takes the name of a condition as a literal string')
    return undeclared([scope.call.argument], scope) ?? scope.call.argument
  },
})

/** `AWSTemplateFormatVersion` 2010-09-09 has conditions, `HeatTemplateFormatVersion` 2012-12-12 has not. */
export const conditions: UnnamedTransform = {
  ...functions,
  run(template, context) {
    if (template.kind === 'heat-cfn-json' || template.kind === 'heat-cfn-yaml') return template
    const rewritten = functions.run(template, context)
    if (template.kind === 'hot') return rewritten
    return withRoot(
      template,
      mapSections(rewritten.root, (section, map) =>
        section === 'conditions' ? mapEntries(map, (one) => definition(one, template, context)) : map,
      ),
    )
  },
}

function aliased({ call, refuse }: CallScope): Rewritten | undefined {
  if (call.argument.kind !== 'alias') return undefined
  return refuse('anchor-edit', `the arguments of ${call.name} stand elsewhere; write them out`)
}

/** A refusal where a name, where one is given, is not that of a condition. */
function undeclared(tests: readonly Node[], { declared, refuse }: CallScope): Rewritten | undefined {
  const unknown = tests
    .map((test) => textOf(test))
    .find((name) => name !== undefined && !declared.conditions.has(name))
  return unknown === undefined
    ? undefined
    : refuse('unknown-reference', `there is no condition "${unknown}" in this template`)
}

function equals({ call, args, template, to, refuse }: CallScope<'Fn::Equals'>): Rewritten {
  const operands = template.reading === 'aws' ? awsOperands(args, template) : args
  return operands === undefined
    ? refuse('no-equivalent', 'AWS compares texts here; HOT would compare a number or boolean with a text')
    : to('equals', withItems(seqOf(call.argument) as Sequence, operands))
}

/**
 * A definition must be a function or a boolean (heat/engine/conditions.py, `_check_condition_type`). AWS's
 * `{Condition: name}` as a whole definition, a name by now, becomes `and` of it with itself.
 */
function definition(one: Entry, { root }: Template, context: TransformContext): Entry {
  const name = textOf(one.value)
  if (isMerge(one) || callOf(resolved(one.value)) !== undefined || scalarOf(one.value)?.type === 'bool')
    return one
  const wasCall = callOf(declarations(root).conditions.get(nameOf(one) ?? ''))?.name === 'Condition'
  if (!wasCall || name === undefined) {
    const message = `Heat refuses this definition: "${nameOf(one)}" must be a call, true or false`
    context.report('bad-arguments', one, message)
    return one
  }
  const both = list([text(name), text(name)], { style: 'flow' })
  return withValue(one, mapping([entry('and', both)], { for: one.value, style: 'flow' }))
}
