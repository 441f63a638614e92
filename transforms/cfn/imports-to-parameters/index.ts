import { dataKey } from '../../../src/document/data.ts'
import { callOf, type Node, rewriteTemplate, seqOf, textOf } from '../../../src/engine/authoring.ts'
import { NewNames, refTo } from '../parameter-names.ts'

export const importsToParameters = rewriteTemplate(
  {
    title: 'Replace Fn::ImportValue by a parameter',
    description:
      'Replaces `Fn::ImportValue`, on request, by a parameter that must be given; Heat stacks export nothing to one another.',
    references: ['AWS CloudFormation User Guide, Fn::ImportValue', 'heat/engine/cfn/functions.py'],
    safety: 'lossy',
    kinds: 'cfn',
    calls: ['Fn::ImportValue'],
    reading: 'aws',
    mentions: 'ImportValue',
  },
  ({ root, mapCalls, accepts, change, declare }) => {
    const names = new NewNames(root)
    return mapCalls(({ node, argument }) => {
      const shown = shownText(argument)
      const what = `Fn::ImportValue "${shown}" needs exports between stacks, which Heat does not have`
      if (!accepts('import-value', node, what)) return undefined
      const name = names.of(dataKey(argument), shown, 'ImportedValue')
      declare({ name, type: 'String', description: `Value that another stack exports as ${shown}` })
      change(node, `Take the import from the parameter "${name}"`)
      return refTo(name, node)
    })
  },
)

/** The name of an export as people write it: `${Network}-VpcId`. */
function shownText(argument: Node): string {
  const literal = textOf(argument)
  if (literal !== undefined) return literal
  const found = callOf(argument)
  const items = seqOf(found?.argument)?.items ?? []
  if (found?.name === 'Ref') return `\${${textOf(found.argument) ?? '?'}}`
  if (found?.name === 'Fn::Sub') return textOf(found.argument) ?? textOf(items[0]) ?? '?'
  if (found?.name !== 'Fn::Join') return found === undefined ? '?' : `\${${found.name}}`
  const [delimiter, parts] = items
  return (seqOf(parts)?.items ?? []).map(shownText).join(textOf(delimiter) ?? '')
}
