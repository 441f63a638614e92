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
  stringOf,
  type Template,
} from '../../src/engine/authoring.ts'
import { functionCall } from '../../src/heat/calls.ts'

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

/** A part of a string: literal, or a value with a name for it. */
export type Piece = { readonly text: string } | { readonly node: Node; readonly name: string }

export interface Filled {
  readonly template: string
  /** Placeholder to value, in the order of their first use. */
  readonly params: ReadonlyMap<string, Node>
}

/**
 * What `str_replace` does (heat/engine/hot/functions.py, `Replace.result`): longest placeholder
 * first, equal lengths in ascending order, what was replaced is never searched again.
 * @returns the stretches of the result, literal ones (some empty) and values, in order
 */
export function replaceInto<T>(
  template: string,
  values: ReadonlyMap<string, T>,
  literal: (text: string) => T,
): readonly T[] {
  const keys = [...values.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : a > b ? 1 : 0))
  let pieces: readonly (string | { readonly value: T })[] = [template]
  for (const key of keys) {
    const value = { value: values.get(key) as T }
    const found = (piece: string | { readonly value: T }) => typeof piece === 'string' && piece.includes(key)
    if (pieces.some(found))
      pieces = pieces.flatMap((piece) => (found(piece) ? split(piece as string, key, value) : piece))
  }
  return pieces.map((piece) => (typeof piece === 'string' ? literal(piece) : piece.value))
}

/** The string around each `key`, with `value` between. */
function split<V>(text: string, key: string, value: V): (string | V)[] {
  return text.split(key).flatMap((part, at) => (at === 0 ? [part] : [value, part]))
}

/** `replaceInto` with strings as values: the string that comes out. */
export function strReplace(template: string, values: ReadonlyMap<string, string>): string {
  return replaceInto(template, values, (text) => text).join('')
}

/**
 * A template with placeholders for the values, or undefined when no choice of names gives the
 * string exactly. Values with the same `identity` share a placeholder.
 */
export function fillTemplate(
  pieces: readonly Piece[],
  identity: (node: Node) => string,
  form: PlaceholderForm,
): Filled | undefined {
  const names = new Map<string, string>()
  const values = new Map<string, Node>()
  for (const piece of pieces) {
    if ('text' in piece) continue
    const key = identity(piece.node)
    if (!values.has(key)) values.set(key, piece.node)
    if (!names.has(key)) names.set(key, piece.name)
  }
  const keys = pieces.map((piece) => ('text' in piece ? undefined : identity(piece.node)))
  // A literal may make a placeholder at the border of two pieces; other numbers then may not.
  for (let first = 1; first <= 3; first += 1) {
    const chosen = choose(names, pieces, first, form)
    const filled = (value: (key: string) => string): string =>
      pieces.map((piece, at) => ('text' in piece ? piece.text : value(keys[at] as string))).join('')
    const template = filled((key) => chosen.get(key) as string)
    const marks = new Map([...chosen].map(([key, placeholder]) => [placeholder, `\0${key}\0`]))
    if (strReplace(template, marks) !== filled((key) => `\0${key}\0`)) continue
    return {
      template,
      params: new Map([...chosen].map(([key, placeholder]) => [placeholder, values.get(key) as Node])),
    }
  }
  return undefined
}

/** A placeholder for each value that occurs in no literal, numbered where names are equal. */
function choose(
  names: ReadonlyMap<string, string>,
  pieces: readonly Piece[],
  first: number,
  form: PlaceholderForm,
): ReadonlyMap<string, string> {
  const literal = pieces.map((piece) => ('text' in piece ? piece.text : '\0')).join('')
  const taken = new Set<string>()
  const chosen = new Map<string, string>()
  for (const [key, name] of names) {
    let number = first
    let placeholder = numbered(name, number, form)
    while (taken.has(placeholder) || literal.includes(placeholder)) {
      number += 1
      placeholder = numbered(name, number, form)
    }
    taken.add(placeholder)
    chosen.set(key, placeholder)
  }
  return chosen
}

/** How placeholders look: `${name}` as in the string of `Fn::Sub`, or `__name__`. */
type PlaceholderForm = 'underscores' | 'braces'

/** Where the string itself has variables of a shell in braces, nobody could tell placeholders in braces from these. */
export function placeholderForm(literal: readonly string[]): PlaceholderForm {
  return literal.some((text) => text.includes('${')) ? 'underscores' : 'braces'
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
