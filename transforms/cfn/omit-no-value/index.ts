import { entry, list, mapping, withEntries, withItems, withValue } from '../../../src/document/build.ts'
import { type Mapping, type Node, parsedNode } from '../../../src/document/node.ts'
import { seqOf, textOf } from '../../../src/document/read.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { type Call, callOf } from '../../../src/heat/calls.ts'
import { isCfnName } from '../../../src/heat/cfn-dialects.ts'
import { isCfn, withRoot } from '../../../src/heat/template.ts'
import { mapEntries, rewriteValues } from '../../../src/heat/values.ts'
import { hasFeature } from '../../../src/heat/versions.ts'

export const omitNoValue: Transform = {
  id: 'cfn/omit-no-value',
  title: 'Leave out what AWS::NoValue removes',
  description:
    'Leaves out properties and items that are `AWS::NoValue`, and writes `Fn::If` with it as the two-item `if` of 2021-04-16.',
  references: [
    'AWS CloudFormation User Guide, Pseudo parameters reference',
    'heat/engine/hot/functions.py: IfNullable',
  ],
  safety: 'exact',
  appliesTo: isCfn,
  run(template, context) {
    if (!template.document.text.includes('AWS::NoValue')) return template
    const inYaml = template.document.syntax === 'yaml'
    const branches = argumentsOfIf(template.root, inYaml)
    const root = rewriteValues(template.root, inYaml, (node) => {
      const condition = callOf(node)
      if (condition?.name === 'Fn::If') return withoutBranch(condition, context)
      // What a function is given cannot be left out.
      if (condition !== undefined && isCfnName(condition.name)) return node
      if (node.kind === 'map')
        return mapEntries(node, (one) => (isNoValue(one.value) ? omit(one.value, context) : one))
      if (node.kind === 'seq' && !branches.has(parsedNode(node)))
        return withItems(
          node,
          node.items.filter((item) => !isNoValue(item) || omit(item, context)),
        )
      return node
    })
    return withRoot(template, root)
  },
}

/** Lists whose items are the branches of an `Fn::If`, not items of a list property. */
function argumentsOfIf(root: Mapping, inYaml: boolean): ReadonlySet<Node | undefined> {
  const found = new Set<Node | undefined>()
  rewriteValues(root, inYaml, (node) => {
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
