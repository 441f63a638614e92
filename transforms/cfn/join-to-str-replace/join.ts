/** The items of a join, flattened where joins and replacements nest. */
import {
  callRead,
  hasLocalTag,
  isNull,
  itemsOf,
  listOf,
  type Node,
  nameOf,
  type Scalar,
  string,
  stringOf,
  valueOf,
  versionsWith,
} from '../../../src/engine/authoring/authoring.ts'
import { filled, type Piece, type Pieces, valuesIn } from '../../../src/heat/pieces.ts'
import { inLongForm } from '../../../src/heat/short-tags.ts'
import { pythonText } from '../../../src/text/yaml/scalar-value.ts'
import { replaceInto } from '../placeholders.ts'

/** A stretch of the joined string: literal, a delimiter (literal too), or the value of a node. */
type JoinItem = Piece<Node> & { readonly delimiter?: true }

export interface Joined {
  /** Strings and values in order, delimiters included, none empty. */
  readonly items: readonly JoinItem[]
  /** Numbers and booleans that count as strings, with the nodes to write for them. */
  readonly retyped: ReadonlyMap<Node, Node>
}

/** A part of a join that Heat refuses. */
interface Refused {
  readonly problem: string
  readonly at: Node
}

/** What a template makes of the parts of a join. */
interface JoinReader {
  /** A number or boolean as a string, or undefined where those are refused. */
  readonly textOf: (node: Scalar) => string | undefined
  /** Whether a mapping of one entry is a function there, not data that looks like one. */
  readonly isCall: (node: Node) => boolean
}

/**
 * Takes a join with a literal delimiter and a literal list apart. Null items are empty strings, null
 * instead of the list is an empty list (heat/engine/hot/functions.py, `Join.result`). An alias remains a
 * value: the string behind it is written only once.
 * @returns undefined when delimiter or list are calls and nothing can be seen
 */
export function joinItems(delimiter: Node, list: Node, reader: JoinReader): Joined | Refused | undefined {
  if (isCall(delimiter) || isCall(list) || list.kind === 'alias') return undefined
  const retyped = new Map<Node, Node>()
  const between = itemText(delimiter, reader)
  if (between === undefined) return { problem: 'the delimiter of a join must be a string', at: delimiter }
  if (delimiter.kind === 'scalar' && delimiter.type !== 'str')
    retyped.set(delimiter, string(between, { for: delimiter }))
  if (isNull(list)) return { items: [], retyped }
  if (list.kind !== 'seq') return { problem: 'a join takes a list of strings', at: list }
  const flat: JoinItem[] = []
  for (const [index, item] of list.items.entries()) {
    if (index > 0) flat.push({ text: between, delimiter: true })
    const piece = itemOf(item, reader, retyped)
    if ('problem' in piece) return piece
    flat.push(...piece)
  }
  return { items: flat.filter((item) => 'value' in item || item.text !== ''), retyped }
}

function isCall(node: Node): boolean {
  return callRead(node) !== undefined || hasLocalTag(node)
}

function itemText(node: Node, reader: JoinReader): string | undefined {
  const literal = stringOf(node)
  if (literal !== undefined || node.kind !== 'scalar' || node.type === 'null') return literal
  return reader.textOf(node)
}

function itemOf(item: Node, reader: JoinReader, retyped: Map<Node, Node>): Refused | readonly JoinItem[] {
  if (item.kind === 'alias' || hasLocalTag(item)) return [{ value: item }]
  if (item.kind === 'scalar') {
    if (item.type === 'null') return []
    const literal = itemText(item, reader)
    if (literal === undefined)
      return { problem: `Heat joins strings only, not ${String(item.value)}; quote it`, at: item }
    if (item.type !== 'str') retyped.set(item, string(literal, { for: item }))
    return [{ text: literal }]
  }
  const call = callRead(item)
  if (call === undefined) return { problem: notText(item.kind === 'map' ? 'map' : 'list'), at: item }
  if (!reader.isCall(item)) return [{ value: item }]
  const inner = replacedItems(call.name, call.argument) ?? joinedItems(call.name, call.argument, reader)
  return inner ?? [{ value: item }]
}

function notText(what: string): string {
  return `Heat joins strings only, not a ${what}; from 2015-10-15, list_join writes it as JSON`
}

/** The items of a join inside a join. */
function joinedItems(name: string, argument: Node, reader: JoinReader): readonly JoinItem[] | undefined {
  const args = name === 'Fn::Join' || name === 'list_join' ? listOf(argument)?.items : undefined
  const [delimiter, list] = args ?? []
  if (args?.length !== 2 || delimiter === undefined || list === undefined) return undefined
  const inner = joinItems(delimiter, list, reader)
  return inner === undefined || 'problem' in inner ? undefined : inner.items
}

/** The string of a replacement with the values in it; literal values become part of the string. */
function replacedItems(name: string, argument: Node): readonly JoinItem[] | undefined {
  const [params, source] = replacement(name, argument)
  const template = stringOf(source)
  if (template === undefined || params?.kind !== 'map' || isFunction(params)) return undefined
  const values = new Map<string, JoinItem>()
  for (const one of params.entries) {
    const placeholder = nameOf(one)
    const value = replacedItem(one.value)
    if (placeholder === undefined || placeholder === '' || value === undefined) return undefined
    values.set(placeholder, value)
  }
  const pieces = replaceInto(template, values)
  const placed = new Set(valuesIn(pieces))
  // A function whose placeholder is nowhere may still be refused, and makes the resource wait for what it names.
  if ([...values.values()].some((one) => 'value' in one && !placed.has(one))) return undefined
  return pieces.map((piece) => ('text' in piece ? piece : piece.value))
}

/** Whether the placeholders come from a function, under any name that one has anywhere. */
function isFunction(params: Node): boolean {
  const name = callRead(params)?.name
  return name !== undefined && (name === 'Ref' || name.startsWith('Fn::') || versionsWith(name).length > 0)
}

function replacement(name: string, argument: Node): readonly (Node | undefined)[] {
  if (name === 'str_replace') return [valueOf(argument, 'params'), valueOf(argument, 'template')]
  return name === 'Fn::Replace' ? itemsOf(argument) : []
}

function replacedItem(value: Node): JoinItem | undefined {
  if (value.kind === 'alias' || isCall(value)) return { value }
  if (value.kind !== 'scalar') return undefined
  return { text: value.type === 'null' ? '' : pythonText(value.type, value.value) }
}

// Scripts that a join puts together.

/** Several lines that are partly literal: what a person would write as one block. */
export function isScript(items: readonly JoinItem[]): boolean {
  const whole = filled(items, () => 'x')
  const first = whole.indexOf('\n')
  const isLonger = first !== -1 && /[^\n]/.test(whole.slice(first))
  return isLonger && items.some((item) => 'text' in item && item.delimiter !== true && /\S/.test(item.text))
}

/** The string that a join of literals gives, replacing the join. */
export function literalText(items: Pieces<Node>, location: Node): Node {
  const whole = filled(items, () => '')
  return string(whole, { for: location, ...(whole.includes('\n') ? { style: 'literal' } : {}) })
}

/**
 * Whether a value may drop out together with the entry or item that holds it, and with the delimiter beside it:
 * `AWS::NoValue` as AWS reads it, and `if` with two items, of 2021-04-16 (heat/engine/hot/functions.py, `IfNullable`).
 * As a value of `str_replace` it would leave its placeholder in the result.
 */
export function mayBeOmitted(node: Node): boolean {
  const call = callRead(inLongForm(node) ?? node)
  if (call?.name === 'Ref') return stringOf(call.argument) === 'AWS::NoValue'
  if (call?.name !== 'Fn::If' && call?.name !== 'if') return false
  const items = itemsOf(call.argument)
  return items.length === 2 || items.slice(1).some((item) => mayBeOmitted(item))
}
