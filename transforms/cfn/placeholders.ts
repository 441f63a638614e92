/** Placeholders of `str_replace`: choosing them, and showing that they give exactly the string that is meant. */

import {
  callRead,
  entry,
  itemsOf,
  listOf,
  mapping,
  type Node,
  resolved,
  scalarOf,
  string,
  stringOf,
  type Template,
} from '../../src/engine/authoring/authoring.ts'
import { functionCall } from '../../src/heat/calls.ts'
import { filled, type Piece, type Pieces, valuesIn } from '../../src/heat/pieces.ts'
import { dataKey } from '../../src/text/document/data.ts'

/** A short call in braces, as one writes it behind a placeholder; data and other calls as they are. */
export function compact(node: Node, template: Template): Node {
  const call = functionCall(node, template)
  if (call === undefined || node.anchor !== undefined) return node
  if (call.argument.kind !== 'scalar' && !isFlatList(call.argument)) return node
  return mapping([entry(call.name, call.argument)], { style: 'flow', for: node })
}

function isFlatList(node: Node): boolean {
  return node.kind === 'seq' && node.items.every((item) => item.kind === 'scalar')
}

/** The literals as strings, and what stands for each value. */
export function pieceNodes<V>(pieces: Pieces<V>, node: (value: V) => Node): readonly Node[] {
  return pieces.map((piece) => ('text' in piece ? string(piece.text) : node(piece.value)))
}

/**
 * What `str_replace` does (heat/engine/hot/functions.py, `Replace.result`): longest placeholder
 * first, equal lengths in ascending order, what was replaced is never searched again.
 * @returns the stretches of the result, literal ones (some empty) and values, in order
 */
export function replaceInto<V>(template: string, values: ReadonlyMap<string, V>): Pieces<V> {
  const keys = [...values.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : a > b ? 1 : 0))
  let pieces: Pieces<V> = [{ text: template }]
  for (const key of keys) {
    const value = { value: values.get(key) as V }
    const found = (piece: Piece<V>) => 'text' in piece && piece.text.includes(key)
    if (pieces.some(found))
      pieces = pieces.flatMap((piece) => ('text' in piece ? split(piece.text, key, value) : piece))
  }
  return pieces
}

/** The string around each `key`, with `value` between. */
function split<V>(text: string, key: string, value: Piece<V>): Pieces<V> {
  return text.split(key).flatMap((part, at) => (at === 0 ? [{ text: part }] : [value, { text: part }]))
}

/** `replaceInto` with strings as values: the string that comes out. */
export function strReplace(template: string, values: ReadonlyMap<string, string>): string {
  return filled(replaceInto(template, values), String)
}

export interface Filled {
  readonly template: string
  /** Placeholder to value, in the order of their first use. */
  readonly params: ReadonlyMap<string, Node>
}

/** A template with placeholders for the values; equal values share one. */
export function fillTemplate(pieces: Pieces<Node>, form = placeholderForm(pieces)): Filled {
  const values = new Map<string, Node>()
  const keyed = pieces.map((piece) => {
    if ('text' in piece) return piece
    const key = dataKey(piece.value)
    if (!values.has(key)) values.set(key, piece.value)
    return { value: key }
  })
  const names = new Map([...values].map(([key, value]) => [key, nameFor(value, form)]))
  const spelling = (key: string, number: number) => numbered(names.get(key) as string, number, form)
  const { content, chosen } = choosePlaceholders(keyed, spelling)
  const params = [...chosen].map(([key, placeholder]) => [placeholder, values.get(key) as Node] as const)
  return { template: content, params: new Map(params) }
}

/** A string with placeholders, and which of them stands for which value. */
export interface Chosen {
  readonly content: string
  readonly chosen: ReadonlyMap<string, string>
}

/**
 * A placeholder for each value with which `str_replace` gives exactly the string that is meant: in no literal, and
 * numbered where names are equal.
 * @param others values that need a placeholder although the string has none of them
 */
export function choosePlaceholders(
  pieces: Pieces<string>,
  spelling: (value: string, number: number) => string,
  others: readonly string[] = [],
): Chosen {
  const literal = filled(pieces, () => '\0')
  // A literal may make a placeholder together with one beside it; then all get others.
  for (let first = 1; ; first += 1) {
    const chosen = new Map<string, string>()
    const taken = new Set<string>()
    for (const value of new Set([...valuesIn(pieces), ...others])) {
      let number = first
      const placeholder = () => spelling(value, number)
      while (taken.has(placeholder()) || literal.includes(placeholder())) number += 1
      taken.add(placeholder())
      chosen.set(value, placeholder())
    }
    const marks = new Map([...chosen].map(([value, placeholder]) => [placeholder, `\0${value}\0`]))
    const content = filled(pieces, (value) => chosen.get(value) as string)
    if (strReplace(content, marks) === filled(pieces, (value) => `\0${value}\0`)) return { content, chosen }
  }
}

/** How placeholders look: `${name}` as in the string of `Fn::Sub`, or `__name__`. */
type PlaceholderForm = 'underscores' | 'braces'

/** Where the string itself has variables of a shell in braces, nobody could tell placeholders in braces from these. */
export function placeholderForm(pieces: Pieces<unknown>): PlaceholderForm {
  return filled(pieces, () => '\0').includes('${') ? 'underscores' : 'braces'
}

/** `__name__`, and `__name_2__` for the second of that name. */
export function numbered(name: string, number: number, form: PlaceholderForm): string {
  const whole = number === 1 ? name : `${name}_${number}`
  return form === 'braces' ? `\${${whole}}` : `__${whole}__`
}

/**
 * A name for a value, from what it refers to: the parameter, the resource and attribute, the key looked
 * up. It has no underscores at its ends nor two in a row, so no `__name__` is part of another one; in braces it is what
 * `Fn::Sub` would name.
 */
export function nameFor(node: Node, form: PlaceholderForm): string {
  if (node.kind === 'alias') return plainName(node.name)
  const named = form === 'braces' ? nameInSub(node) : undefined
  if (named !== undefined) return named
  const call = callRead(node)
  const target = resolved(node)
  // A function in short form (`!Ref Town`) is named after its argument, too.
  const text = target.kind === 'scalar' && target.type === 'str' ? String(target.value) : undefined
  return plainName((call === undefined ? text : nameOfCall(call.name, call.argument)) ?? 'value')
}

/** `stack_name`, `Server.PublicIp`. */
function nameInSub(node: Node): string | undefined {
  const call = callRead(node)
  const path =
    call?.name === 'Fn::GetAtt' ? listOf(call.argument)?.items.map((item) => stringOf(item)) : undefined
  const name = call?.name === 'Ref' ? stringOf(call.argument) : path?.join('.')
  if (name === undefined) return undefined
  return pseudoName(name) ?? (/^[\w.-]+$/.test(name) ? name : undefined)
}

/** What AWS's pseudo parameters are called in a placeholder: the words for what they are. */
const pseudoNames: Readonly<Record<string, string>> = {
  'AWS::AccountId': 'account_id',
  'AWS::Partition': 'partition',
  'AWS::Region': 'region',
  'AWS::StackId': 'stack_id',
  'AWS::StackName': 'stack_name',
  'AWS::URLSuffix': 'url_suffix',
}

export function pseudoName(name: string): string | undefined {
  return Object.hasOwn(pseudoNames, name) ? pseudoNames[name] : undefined
}

/** A name of letters, digits and single underscores. */
export function plainName(raw: string): string {
  const own = pseudoName(raw)
  if (own !== undefined) return own
  const name = raw
    .replace(/^(AWS|OS)::/, '')
    .replace(/\W+/g, '_')
    .replace(/__+/g, '_')
    .replace(/^_|_$/g, '')
  return name === '' ? 'value' : name
}

function nameOfCall(name: string, argument: Node): string | undefined {
  if (name === 'Ref' || name === 'get_resource') return stringOf(argument)
  if (name === 'get_param') return stringOf(argument) ?? lastText(argument)
  if (name === 'Fn::GetAtt' || name === 'get_attr') {
    return listOf(argument)
      ?.items.map((item) => stringOf(item))
      .filter((item) => item !== undefined)
      .join('_')
  }
  if (name === 'Fn::FindInMap') return lastText(argument)
  if (name === 'Fn::If' || name === 'if') return stringOf(itemsOf(argument)[0])
  if (name === 'Fn::Select') return selectedName(argument)
  const inner = listOf(argument)
    ?.items.map((item) => callRead(item))
    .find((one) => one !== undefined)
  return inner === undefined ? undefined : nameOfCall(inner.name, inner.argument)
}

/** The name of the collection and the index. */
function selectedName(argument: Node): string | undefined {
  const [index, collection] = itemsOf(argument)
  const call = callRead(collection)
  const name = call === undefined ? undefined : nameOfCall(call.name, call.argument)
  const at = scalarOf(index)?.value
  return name === undefined || at === undefined ? name : `${name}_${at}`
}

function lastText(argument: Node): string | undefined {
  return listOf(argument)
    ?.items.map((item) => stringOf(item))
    .findLast((item) => item !== undefined)
}
