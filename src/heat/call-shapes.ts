/**
 * Which arguments a function takes, as far as the text shows: what Heat's class refuses cannot have been
 * meant as a call (heat/engine/hot/functions.py). Only the functions that were added after 2013-05-23.
 */

import type { Node } from '../document/node.ts'
import { mapOf, nameOf, resolved, scalarOf, seqOf, textOf, valueOf } from '../document/read.ts'
import { type Call, callOf } from './calls.ts'
import { compareVersions, conditionFunctionsOf, features, type HotVersion, hasFunction } from './versions.ts'

interface Scope {
  readonly version: HotVersion
  /** Names of the conditions that the template declares. */
  readonly conditions: ReadonlyMap<string, Node>
}

type Fits = (argument: Node, scope: Scope) => boolean

const fits: Readonly<Record<string, Fits>> = {
  digest: (argument, scope) =>
    hasItems(argument, [2, 2], (item) => isText(item, scope)) && hasAlgorithm(argument),
  repeat: (argument, scope) =>
    hasKeys(argument, ['template', 'for_each']) && isMap(valueOf(mapOf(argument), 'for_each'), scope),
  str_split: (argument, scope) =>
    hasItems(argument, [2, many], (item, at) => (at < 2 ? isText(item, scope) || isEmpty(item) : true)),
  map_merge: (argument, scope) =>
    hasItems(argument, [0, many], (item) => isMap(item, scope) || isEmpty(item)),
  yaql: (argument, scope) =>
    hasKeys(argument, ['expression'], ['data']) && isText(valueOf(mapOf(argument), 'expression'), scope),
  map_replace: (argument, scope) =>
    hasItems(argument, [2, 2], (item, at) => (at === 0 ? isMap(item, scope) : isReplacement(item, scope))),
  if: (argument, scope) => isBranching(argument, scope),
  filter: (argument, scope) =>
    hasItems(
      argument,
      [2, 2],
      (item) => isList(item, scope) || isEmpty(item) || mapOf(item)?.entries.length === 0,
    ),
  str_replace_strict: isReplace,
  str_replace_vstrict: isReplace,
  make_url: (argument, scope) => hasKeys(argument, [], urlKeys) && isMap(argument, scope),
  list_concat: isConcat,
  list_concat_unique: isConcat,
  contains: (argument, scope) =>
    hasItems(argument, [2, 2], (item, at) => at === 0 || isList(item, scope) || isText(item, scope)),
}

const many = Number.POSITIVE_INFINITY
const urlKeys = ['scheme', 'username', 'password', 'host', 'port', 'path', 'query', 'fragment']

/**
 * Whether Heat might take a mapping for a call in a version that has a function of its name: false only
 * where it would refuse the arguments whatever the values are.
 */
export function mayBeCall(call: Call, scope: Scope): boolean {
  const test = Object.hasOwn(fits, call.name) ? fits[call.name] : undefined
  if (test === undefined) return true
  return (isOpaque(call.argument, scope) && takesCalls.has(call.name)) || test(call.argument, scope)
}

/** Functions that look at their argument only when it is resolved, so that a call may give all of it. */
const takesCalls: ReadonlySet<string> = new Set([
  'digest',
  'str_split',
  'map_merge',
  'map_replace',
  'list_concat',
  'list_concat_unique',
])

/** A call, which may give anything. */
function isOpaque(node: Node | undefined, { version }: Scope): boolean {
  const name = node === undefined ? undefined : callOf(resolved(node))?.name
  return name !== undefined && hasFunction(version, name)
}

function isText(node: Node | undefined, scope: Scope): boolean {
  return textOf(node) !== undefined || isOpaque(node, scope)
}

function isMap(node: Node | undefined, scope: Scope): boolean {
  return mapOf(node) !== undefined || isOpaque(node, scope)
}

/** Null and what else Python takes for false. */
function isEmpty(node: Node): boolean {
  const scalar = scalarOf(node)
  return scalar !== undefined && (!scalar.value || scalar.value === 0n)
}

function isList(node: Node, scope: Scope): boolean {
  return seqOf(node) !== undefined || isOpaque(node, scope)
}

function hasItems(
  node: Node,
  [min, max]: readonly [number, number],
  test: (item: Node, at: number) => boolean,
): boolean {
  const items = seqOf(node)?.items
  return items !== undefined && items.length >= min && items.length <= max && items.every(test)
}

/** Whether a mapping has all of some keys; where others are named too, no further ones. */
function hasKeys(node: Node, required: readonly string[], optional?: readonly string[]): boolean {
  const names = mapOf(node)?.entries.map(nameOf)
  if (names === undefined || !required.every((name) => names.includes(name))) return false
  // What a merge key brings is not looked at.
  const known = [...required, ...(optional ?? []), '<<']
  return optional === undefined || names.every((name) => name !== undefined && known.includes(name))
}

function isReplace(argument: Node, scope: Scope): boolean {
  const map = mapOf(argument)
  return (
    hasKeys(argument, ['template', 'params']) &&
    isMap(valueOf(map, 'params'), scope) &&
    isText(valueOf(map, 'template'), scope)
  )
}

function isReplacement(node: Node, scope: Scope): boolean {
  return isOpaque(node, scope) || isEmpty(node) || hasKeys(node, [], ['keys', 'values'])
}

function isConcat(argument: Node, scope: Scope): boolean {
  return hasItems(argument, [0, many], (item) => isList(item, scope) || isEmpty(item))
}

/** The families of names that `hashlib.algorithms_available` has, with OpenSSL or without. */
function hasAlgorithm(argument: Node): boolean {
  const name = textOf(seqOf(argument)?.items[0])
  return name === undefined || /^(md[45]|sha|blake|shake|ripemd|rmd|whirlpool|sm3|mdc2)/i.test(name)
}

/** The first item is a condition: declared by name, true or false, or a call. */
function isBranching(argument: Node, { version, conditions }: Scope): boolean {
  const items = seqOf(argument)?.items ?? []
  const least = compareVersions(version, features.twoItemIf) >= 0 ? 2 : 3
  const [condition] = items
  if (condition === undefined || items.length < least || items.length > 3) return false
  const name = textOf(condition)
  if (name !== undefined) return conditions.has(name)
  const test = callOf(resolved(condition))?.name
  return test === undefined ? scalarOf(condition)?.type === 'bool' : conditionFunctionsOf(version).has(test)
}
