import { entry, mapping, withEntries, withKey } from '../../../src/document/build.ts'
import type { Node } from '../../../src/document/node.ts'
import { mapOf, seqOf, textOf } from '../../../src/document/read.ts'
import { callTransform } from '../../../src/engine/call-transform.ts'
import { isPlainData } from '../../../src/heat/calls.ts'

export const replaceToStrReplace = callTransform(
  {
    id: 'cfn/replace-to-str-replace',
    title: 'Replace Fn::Replace by str_replace',
    description: 'Replaces `Fn::Replace` by `str_replace`, which has the same rules for placeholders.',
    references: ['heat/engine/cfn/functions.py: Replace', 'HOT specification, str_replace'],
    safety: 'exact',
  },
  ['Fn::Replace'],
  (replace, scope) => {
    const items = seqOf(replace.argument)?.items
    const [params, template] = items ?? []
    if (
      items?.length !== 2 ||
      params === undefined ||
      template === undefined ||
      !isTextual(template) ||
      !isPlaceholders(params)
    ) {
      scope.report('bad-arguments', replace.node, 'Fn::Replace takes a map of placeholders and a text')
      return undefined
    }
    const argument = mapping([entry('template', template), entry('params', params)], {
      for: replace.argument,
      style: 'block',
    })
    const key = withKey(replace.entry, 'str_replace').key
    return withEntries(replace.node, [entry(key, argument, { for: replace.entry })])
  },
)

function isTextual(node: Node): boolean {
  return textOf(node) !== undefined || !isPlainData(node)
}

/** Placeholders may come from a call, which gives them only when the stack is made. */
function isPlaceholders(node: Node): boolean {
  const map = mapOf(node)
  if (map === undefined) return node.kind === 'alias'
  return map.entries.every((one) => textOf(one.key) !== '' && !isCollection(one.value))
}

/** Fn::Replace refuses maps and lists as values; str_replace turns them into JSON from 2015-10-15. */
function isCollection(value: Node): boolean {
  return isPlainData(value) && value.kind !== 'scalar'
}
