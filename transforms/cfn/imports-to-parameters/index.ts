import { dataKey } from '../../../src/document/data.ts'
import { callOf, itemsOf, type Node, rewriteTemplate, textOf } from '../../../src/engine/authoring.ts'
import { NewParameters, refTo } from '../parameter-names.ts'

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
  },
  (scope) => {
    const parameters = new NewParameters(scope)
    return scope.mapCalls(({ node, argument }) => {
      const shown = shownText(argument)
      const what = `Fn::ImportValue "${shown}" needs exports between stacks, which Heat does not have`
      if (!scope.accepts('import-value', node, what)) return undefined
      const description = `Value that another stack exports as ${shown}`
      const name = parameters.of(dataKey(argument), shown, 'ImportedValue', { description })
      scope.change(node, `Take the import from the parameter "${name}"`)
      return refTo(name, node)
    })
  },
)

/** The name of an export as people write it: `${Network}-VpcId`. */
function shownText(argument: Node): string {
  const found = callOf(argument)
  const given = textOf(found?.argument ?? argument)
  const [first, parts] = itemsOf(found?.argument)
  if (found === undefined || found.name === 'Fn::Sub') return given ?? textOf(first) ?? '?'
  if (found.name !== 'Fn::Join') return `\${${found.name === 'Ref' ? (given ?? '?') : found.name}}`
  const shown = itemsOf(parts).map(shownText)
  return shown.join(textOf(first) ?? '')
}
