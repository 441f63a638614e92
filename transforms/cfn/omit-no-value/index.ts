import {
  type Call,
  callOf,
  entry,
  hasFeature,
  list,
  mapEntries,
  mapping,
  type Node,
  parsedNode,
  rewriteTemplate,
  seqOf,
  type TemplateScope,
  type TransformContext,
  textOf,
  withEntries,
  withItems,
  withValue,
} from '../../../src/engine/authoring.ts'
import { isCfnName } from '../../../src/heat/dialects.ts'

export const omitNoValue = rewriteTemplate(
  {
    title: 'Leave out what AWS::NoValue removes',
    description:
      'Leaves out properties and items that are `AWS::NoValue`, and writes `Fn::If` with it as the two-item `if` of 2021-04-16.',
    references: [
      'AWS CloudFormation User Guide, Pseudo parameters reference',
      'heat/engine/hot/functions.py: IfNullable',
    ],
    safety: 'exact',
    kinds: 'cfn',
    mentions: 'AWS::NoValue',
  },
  (scope) => {
    const branches = argumentsOfIf(scope)
    return scope.mapValues((node) => {
      const condition = callOf(node)
      if (condition?.name === 'Fn::If') return withoutBranch(condition, scope)
      // What a function is given cannot be left out.
      if (condition !== undefined && isCfnName(condition.name)) return node
      if (node.kind === 'map')
        return mapEntries(node, (one) => (isNoValue(one.value) ? omit(one.value, scope) : one))
      if (node.kind === 'seq' && !branches.has(parsedNode(node)))
        return withItems(
          node,
          node.items.filter((item) => !isNoValue(item) || omit(item, scope)),
        )
      return node
    })
  },
)

/** Lists whose items are the branches of an `Fn::If`, not items of a list property. */
function argumentsOfIf({ mapValues }: TemplateScope): ReadonlySet<Node | undefined> {
  const found = new Set<Node | undefined>()
  mapValues((node) => {
    const condition = callOf(node)
    if (condition?.name === 'Fn::If') found.add(parsedNode(condition.argument))
    return node
  })
  return found
}

function omit(node: Node, context: TransformContext): undefined {
  context.change(node, 'Leave out AWS::NoValue')
  return undefined
}

function isNoValue(node: Node): boolean {
  const ref = callOf(node)
  return ref?.name === 'Ref' && textOf(ref.argument) === 'AWS::NoValue'
}

/** `[c, x, NoValue]` → `[c, x]`; `[c, NoValue, x]` → `[{Fn::Not: [c]}, x]`; `[c, NoValue, NoValue]` → NoValue. */
function withoutBranch(condition: Call, context: TransformContext): Node {
  const args = seqOf(condition.argument)
  const [test, whenTrue, whenFalse, ...more] = args?.items ?? []
  if (args === undefined || test === undefined || whenTrue === undefined || whenFalse === undefined)
    return condition.node
  const [noTrue, noFalse] = [isNoValue(whenTrue), isNoValue(whenFalse)]
  if (more.length > 0 || (!noTrue && !noFalse)) return condition.node
  if (noTrue && noFalse) return whenTrue
  if (!hasFeature(context.target, 'twoItemIf')) {
    const message = 'Fn::If with AWS::NoValue needs heat_template_version 2021-04-16'
    context.report(
      'version-too-old',
      noFalse ? whenFalse : whenTrue,
      message,
      'Choose --to 2021-04-16, or write both branches out.',
    )
    return condition.node
  }
  context.change(condition.node, 'Write Fn::If with AWS::NoValue as if with two items')
  const negated = () =>
    mapping([entry('Fn::Not', list([test], { style: 'flow' }))], { for: test, style: 'flow' })
  const items = noFalse ? [test, whenTrue] : [negated(), whenFalse]
  return withEntries(condition.node, [withValue(condition.entry, withItems(args, items))])
}
