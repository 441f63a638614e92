/** Placeholders of `str_replace`: choosing them, and showing that they give exactly the text that is meant. */
import { entry, mapping } from '../document/build.ts'
import type { Node } from '../document/node.ts'
import { seqOf, textOf } from '../document/read.ts'
import { callOf } from './calls.ts'

/** A short call in braces, as one writes it behind a placeholder; other nodes as they are. */
export function compact(node: Node): Node {
  const call = callOf(node)
  if (call === undefined || node.anchor !== undefined || (call.argument.kind !== 'scalar' && !isFlatList(call.argument))) return node
  return mapping([entry(call.name, call.argument)], { style: 'flow', for: node })
}

function isFlatList(node: Node): boolean {
  return node.kind === 'seq' && node.items.every((item) => item.kind === 'scalar')
}

/** A text put together: literal text, or a value under a name that stands for it. */
export type Piece = { readonly text: string } | { readonly node: Node; readonly name: string }

export interface Filled {
  readonly template: string
  /** Placeholder to value, in the order of their first use. */
  readonly params: ReadonlyMap<string, Node>
}

/**
 * What `str_replace` does (heat/engine/hot/functions.py, `Replace.result`): longest placeholder
 * first, equal lengths in ascending order, replaced text never searched again.
 */
export function strReplace(template: string, values: ReadonlyMap<string, string>): string {
  const keys = [...values.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : a > b ? 1 : 0))
  const replace = (text: string, index: number): string => {
    const key = keys[index]
    if (key === undefined) return text
    return text
      .split(key)
      .map((part) => replace(part, index + 1))
      .join(values.get(key) ?? '')
  }
  return replace(template, 0)
}

/**
 * A template with placeholders for the values, or undefined when no choice of names gives the
 * text exactly. Values with the same `identity` share a placeholder.
 */
export function fillTemplate(pieces: readonly Piece[], identity: (node: Node) => string): Filled | undefined {
  const literal = pieces.map((piece) => ('text' in piece ? piece.text : '\0')).join('')
  const chosen = new Map<string, string>()
  const params = new Map<string, Node>()
  const expected: string[] = []
  const parts: string[] = []
  for (const piece of pieces) {
    if ('text' in piece) {
      parts.push(piece.text)
      expected.push(piece.text)
      continue
    }
    const key = identity(piece.node)
    const placeholder = chosen.get(key) ?? freePlaceholder(piece.name, literal, params)
    chosen.set(key, placeholder)
    params.set(placeholder, params.get(placeholder) ?? piece.node)
    parts.push(placeholder)
    expected.push(`\0${placeholder}\0`)
  }
  const template = parts.join('')
  const marks = new Map([...params.keys()].map((placeholder) => [placeholder, `\0${placeholder}\0`]))
  return strReplace(template, marks) === expected.join('') ? { template, params } : undefined
}

function freePlaceholder(name: string, literal: string, taken: ReadonlyMap<string, Node>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? `__${name}__` : `__${name}_${number}__`
    const clashes = literal.includes(candidate) || [...taken.keys()].some((one) => one.includes(candidate) || candidate.includes(one))
    if (!clashes) return candidate
  }
}

/** A name for a value, from what it refers to: the parameter, the resource and attribute, the key looked up. */
export function nameFor(node: Node): string {
  const call = callOf(node)
  const raw = call === undefined ? textOf(node) : nameOfCall(call.name, call.argument)
  const name = (raw ?? 'value').replace(/^(AWS|OS)::/, '').replace(/\W+/g, '_').replace(/^_+|_+$/g, '')
  return name === '' ? 'value' : name
}

function nameOfCall(name: string, argument: Node): string | undefined {
  if (name === 'Ref' || name === 'get_resource') return textOf(argument)
  if (name === 'get_param') return textOf(argument) ?? lastText(argument)
  if (name === 'Fn::GetAtt' || name === 'get_attr') {
    return seqOf(argument)
      ?.items.map((item) => textOf(item))
      .filter((item) => item !== undefined)
      .join('_')
  }
  if (name === 'Fn::FindInMap') return lastText(argument)
  if (name === 'Fn::If' || name === 'if') return textOf(seqOf(argument)?.items[0])
  const inner = seqOf(argument)?.items.map((item) => callOf(item)).find((one) => one !== undefined)
  return inner === undefined ? undefined : nameOfCall(inner.name, inner.argument)
}

function lastText(argument: Node): string | undefined {
  return seqOf(argument)
    ?.items.map((item) => textOf(item))
    .findLast((item) => item !== undefined)
}
