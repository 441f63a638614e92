import { integer, list, text, withEntries, withItems, withKey, withValue } from '../../../src/document/build.ts'
import type { Node } from '../../../src/document/node.ts'
import { mapOf, scalarOf, seqOf, textOf, valueOf } from '../../../src/document/read.ts'
import { type CallScope, callTransform } from '../../../src/engine/call-transform.ts'
import { type Call, callOf, isPlainData } from '../../../src/heat/calls.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { resourceTypeFacts, type SchemaType } from '../../../src/heat/resource-types.ts'
import { hasFunction } from '../../../src/heat/versions.ts'

export const selectToPath = callTransform(
  {
    id: 'cfn/select-to-path',
    title: 'Replace Fn::Select by a path',
    description:
      'Replaces `Fn::Select` by the item itself, or by a path in `get_param`, `get_attr` or `str_split`, whatever the collection comes from.',
    references: ['heat/engine/cfn/functions.py: Select', 'heat/engine/hot/functions.py: GetParam.result'],
    safety: 'review',
  },
  ['Fn::Select'],
  (select, scope) => {
    const args = seqOf(select.argument)?.items
    const [index, collection] = args ?? []
    if (args?.length !== 2 || index === undefined || collection === undefined) {
      scope.report('bad-arguments', select.node, 'Fn::Select takes an index and a collection')
      return undefined
    }
    if (callOf(index) === undefined && !usableIndex(index)) {
      scope.report('always-fails', select.node, 'this index of Fn::Select is neither a number nor a key')
      return undefined
    }
    const items = collection.kind === 'seq' ? collection.items : undefined
    if (items !== undefined && isPlainData(index)) return literalItem(select, index, items, scope)
    return selectFrom(select, index, collection, scope)
  },
)

function usableIndex(index: Node): boolean {
  const scalar = scalarOf(index)
  return scalar !== undefined && scalar.type !== 'null'
}

/** Python's `int()` of an index: `"1"`, 1, 1.7 and true are 1; undefined for other texts. */
function wholeNumber(index: Node): number | undefined {
  const scalar = scalarOf(index)
  if (scalar === undefined) return undefined
  if (scalar.type === 'str') return /^\s*[+-]?\d+\s*$/.test(String(scalar.value)) ? Number(scalar.value) : undefined
  return scalar.type === 'null' ? undefined : Math.trunc(Number(scalar.value))
}

function literalItem(select: Call, index: Node, items: readonly Node[], scope: CallScope): Node | undefined {
  const at = wholeNumber(index)
  if (at === undefined) {
    scope.report('always-fails', select.node, 'a list is indexed by whole numbers')
    return undefined
  }
  const position = at < 0 ? items.length + at : at
  const dropped = items.filter((_, one) => one !== position)
  if (dropped.some((item) => refersToResource(item, scope))) {
    const message = 'an item that is not selected refers to a resource, and so makes the stack wait for it'
    scope.report('no-equivalent', select.node, message, 'Name the item itself, with depends_on for the others.')
    return undefined
  }
  return items[position] ?? text('', { for: select.node, style: 'single' })
}

function refersToResource(node: Node, scope: CallScope): boolean {
  const call = callOf(node)
  if (call?.name === 'Fn::GetAtt' || call?.name === 'get_attr' || call?.name === 'get_resource') return true
  if (call?.name === 'Ref' && scope.declared.resources.has(textOf(call.argument) ?? '')) return true
  if (node.kind === 'seq') return node.items.some((item) => refersToResource(item, scope))
  return node.kind === 'map' && node.entries.some((one) => refersToResource(one.value, scope))
}

function selectFrom(select: Call, index: Node, collection: Node, scope: CallScope): Node | undefined {
  const source = callOf(collection)
  switch (source?.name) {
    case 'Ref':
      return fromParameter(select, index, source, [source.argument], scope)
    case 'get_param':
      return fromParameter(select, index, source, seqOf(source.argument)?.items ?? [source.argument], scope)
    case 'Fn::GetAtt':
    case 'get_attr':
      return fromAttribute(select, index, source, scope)
    case 'Fn::Split':
    case 'str_split':
      return fromSplit(select, index, source, scope)
    case 'Fn::GetAZs':
      // cfn/zones-to-parameter has said why it is still there.
      return undefined
  }
  const map = mapOf(collection)
  const key = textOf(index)
  if (source === undefined && map !== undefined && key !== undefined) {
    return valueOf(map, key) ?? text('', { for: select.node, style: 'single' })
  }
  if (collection.kind === 'scalar') return fromText(select, index, String(collection.value), scope)
  if (hasFunction(scope.target, 'Fn::Select')) return undefined
  scope.report('no-equivalent', select.node, `HOT cannot select from ${source === undefined ? 'this' : source.name}`)
  return undefined
}

/** A text is decoded as JSON first; empty text gives empty text. */
function fromText(select: Call, index: Node, source: string, scope: CallScope): Node | undefined {
  if (source === '') return text('', { for: select.node, style: 'single' })
  scope.report('no-equivalent', select.node, `write the item that ${textOf(index) ?? 'the index'} selects from this text`)
  return undefined
}

function fromParameter(select: Call, index: Node, source: Call, path: readonly Node[], scope: CallScope): Node | undefined {
  const name = textOf(path[0])
  const parameter = scope.declared.parameters.get(name ?? '')
  const type = declaredType(parameter)
  if (source.name === 'Ref' && scope.declared.resources.has(name ?? '')) {
    if (hasFunction(scope.target, 'Fn::Select')) return undefined
    scope.report('no-equivalent', select.node, 'a reference to a resource is a text; nothing can be selected from it')
    return undefined
  }
  if (parameter === undefined) return undefined
  if (type === 'number' || type === 'boolean') {
    scope.report('always-fails', select.node, `nothing can be selected from the ${type} parameter "${name}"`)
    return undefined
  }
  if (type === 'string' && path.length === 1) {
    if (hasFunction(scope.target, 'Fn::Select')) return undefined
    const message = `the text parameter "${name}" is decoded as JSON here`
    if (!scope.accepts('select-json-text', select.node, message)) return undefined
  }
  const step = type === 'comma_delimited_list' && path.length === 1 ? listIndex(index) : index
  return pathCall('get_param', select, [...path, step])
}

/** `"1"` as 1, and what Python makes of other numbers; a text that is no number is left to fail. */
function listIndex(index: Node): Node {
  const at = wholeNumber(index)
  const scalar = scalarOf(index)
  return at === undefined || scalar?.type === 'int' ? index : integer(at, { for: index })
}

function pathCall(name: string, select: Call, path: readonly Node[]): Node {
  const argument = list(path, { for: select.argument, style: 'flow' })
  return withEntries(select.node, [withValue(withKey(select.entry, name), argument)])
}

/** Groups give a path a meaning of their own, so an index behind their attribute asks each member. */
function fromAttribute(select: Call, index: Node, source: Call, scope: CallScope): Node | undefined {
  const path = seqOf(source.argument)
  const [resource, attribute] = path?.items.map((item) => textOf(item)) ?? []
  const type = textOf(valueOf(mapOf(scope.declared.resources.get(resource ?? '')), 'Type', 'type'))
  const facts = type === undefined ? undefined : resourceTypeFacts(type)
  // Every type has `show`; what lies behind a first step is known of no attribute.
  const isDirect = path?.items.length === 2
  const schema = !isDirect ? undefined : attribute === 'show' ? 'map' : facts?.attributes.get(attribute ?? '')
  if (facts?.attributePaths !== undefined && scope.target !== '2013-05-23') {
    if (hasFunction(scope.target, 'Fn::Select')) return undefined
    scope.report('no-equivalent', select.node, `${type} gives a path behind its attributes a meaning of its own`)
    return undefined
  }
  if (schema !== 'list' && schema !== 'map') {
    if (hasFunction(scope.target, 'Fn::Select')) return undefined
    const message = `the attribute "${attribute}" of ${type ?? 'this resource'} may be JSON in a text, which only Fn::Select decodes`
    if (!scope.accepts('select-text', select.node, message)) return undefined
  }
  if (path === undefined || path.items.length < 2 || source.argument.kind === 'alias') return undefined
  return pathCall('get_attr', select, [...path.items, attributeIndex(index, schema)])
}

/** A list wants a number; a map wants the text as it is. */
function attributeIndex(index: Node, schema: SchemaType | undefined): Node {
  return schema === 'map' ? index : listIndex(index)
}

function fromSplit(select: Call, index: Node, source: Call, scope: CallScope): Node | undefined {
  const args = seqOf(source.argument)
  const at = wholeNumber(index)
  if (args?.items.length !== 2 || source.argument.kind === 'alias') return undefined
  if (isPlainData(index) && at === undefined) {
    scope.report('always-fails', select.node, 'a list is indexed by whole numbers')
    return undefined
  }
  const parts = literalParts(args.items)
  if (parts !== undefined && at !== undefined) {
    return text(parts[at < 0 ? parts.length + at : at] ?? '', { for: select.node })
  }
  scope.report('select-error', select.node, 'an index beyond the parts is an error in str_split, empty text in Fn::Select')
  const argument = withItems(args, [...args.items, listIndex(index)])
  return withEntries(select.node, [withValue(withKey(select.entry, 'str_split'), argument)])
}

function literalParts(items: readonly Node[]): readonly string[] | undefined {
  const [delimiter, source] = items.map((item) => textOf(item))
  return delimiter && source !== undefined ? source.split(delimiter) : undefined
}
