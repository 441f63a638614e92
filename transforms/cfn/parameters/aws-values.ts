/** Defaults and allowed values as AWS reads them: always texts. */
import {
  type Entry,
  type Node,
  nameOf,
  type Template,
  text,
  withItems,
  withValue,
} from '../../../src/engine/authoring.ts'
import { parameterType } from '../../../src/heat/parameter-types.ts'
import { awsText, keptAsText } from '../../../src/heat/reading.ts'

/** AWS trims the items of a list; Heat keeps the blanks, and refuses a list that is a number. */
export function awsDefault(value: Node, type: string, template: Template): Node {
  const hot = hotType(type, template)
  if (hot === 'string') return keptAsText(value, template.document)
  if (hot !== 'comma_delimited_list' || value.kind !== 'scalar' || value.type === 'null') return value
  const source = awsText(value, template.document)
  const trimmed = source
    .split(',')
    .map((item) => item.trim())
    .join(',')
  return value.type === 'str' && trimmed === source
    ? value
    : text(trimmed, { for: value, style: quotes(value) })
}

/** The entry `AllowedValues`, its items the texts that the default is compared with. */
export function awsAllowedValues(one: Entry, type: string, template: Template): Entry {
  const hot = hotType(type, template)
  const isText = hot === 'string' || hot === 'comma_delimited_list'
  if (!isText || nameOf(one) !== 'AllowedValues' || one.value.kind !== 'seq') return one
  // Heat converts what it compares a text with, but not what it compares the items of a list with.
  const meant = hot === 'string' ? keptAsText : asText
  return withValue(
    one,
    withItems(
      one.value,
      one.value.items.map((item) => meant(item, template.document)),
    ),
  )
}

function asText(node: Node, document: Template['document']): Node {
  if (node.kind !== 'scalar' || node.type === 'str') return node
  return text(awsText(node, document), { for: node, style: 'single' })
}

/** Undefined where Heat itself reads the template: nothing is to be done then. */
function hotType(type: string, template: Template): string | undefined {
  const meaning = template.reading === 'aws' ? parameterType(type) : undefined
  return meaning !== undefined && 'hot' in meaning ? meaning.hot : undefined
}

function quotes(value: Node): 'single' | 'double' {
  return value.kind === 'scalar' && value.style === 'double' ? 'double' : 'single'
}
