/** Limits of literal arguments that lie between them: one argument decides about another. */

import { string } from '../../text/document/build.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { isNull, itemsOf, listOf, mapOf, nameOf, scalarOf, stringOf } from '../../text/document/read.ts'
import { callRead } from '../calls.ts'
import { isMerge, readValue, withoutMerges } from '../merge-keys.ts'
import { sentEntries, sentName } from '../sent-names.ts'
import { pythonNumber } from '../values/nodes.ts'
import { hasFeature } from '../versions.ts'
import { type FormScope, misfit } from './forms.ts'
import { yaqlProblem } from './yaql-syntax.ts'

/** What is to blame, and the predicate of a sentence about the function. */
interface BrokenRelation {
  readonly at: Node
  readonly why: string
}

type Relation = (argument: Node, scope: FormScope) => BrokenRelation | undefined

/** By name, for the rows of the table. */
const relations = {
  /** `Replace.result`: every key is searched for. */
  placeholders: (argument, scope) => brokenPlaceholder(paramsOf(argument), scope),
  /** `ReplaceJsonStrict`: every key is found, longer ones first. */
  'found placeholders': foundPlaceholders,
  /** `ReplaceJsonVeryStrict` */
  'values of placeholders': (argument, scope) => {
    const empty = entriesOf(readValue(argument, 'params'), scope).find(({ value }) => isEmpty(value))
    return empty && { at: empty.value, why: `rejects the empty value of ${nameOf(empty)}` }
  },
  /** `Repeat.result` */
  loops: brokenLoop,
  /** `StrSplit.result` */
  parts: brokenSplit,
  /** `MapReplace.result` */
  'distinct keys': collidingKey,
  /** Python's `in` finds nothing but strings in a string. */
  'text in text': (argument, scope) => {
    const [value, sequence] = itemsOf(argument)
    if (value === undefined || stringOf(sequence) === undefined) return undefined
    return misfit(value, 'string', scope) && { at: value, why: 'finds nothing but strings in a string' }
  },
  /** `Select.result` in heat/engine/cfn/functions.py */
  selection: brokenSelection,
  /** `Yaql.validate` */
  expression: (argument) => {
    const expression = readValue(argument, 'expression')
    const text = stringOf(expression)
    const problem = text === undefined ? undefined : yaqlProblem(text)
    return expression && problem ? { at: expression, why: `has an expression that ${problem}` } : undefined
  },
} as const satisfies Readonly<Record<string, Relation>>

export type RelationName = keyof typeof relations

/** What of literal arguments breaks a relation, whatever functions give; undefined where nothing is seen to. */
export function brokenRelation(
  name: RelationName,
  argument: Node,
  scope: FormScope,
): BrokenRelation | undefined {
  return scope.isFunction(argument) ? undefined : relations[name](argument, scope)
}

/** `{params: …}` of HOT, or the first item of CloudFormation's list. */
function paramsOf(argument: Node): Node | undefined {
  return itemsOf(argument)[0] ?? readValue(argument, 'params')
}

/** The entries of a mapping that is written out, without those that it merges. */
function entriesOf(node: Node | undefined, scope: FormScope): readonly Entry[] {
  const map = mapOf(node)
  return map === undefined || scope.isFunction(map) ? [] : map.entries.filter((one) => !isMerge(one))
}

function brokenPlaceholder(params: Node | undefined, scope: FormScope): BrokenRelation | undefined {
  const empty = entriesOf(params, scope).find((one) => sentName(one) === '')
  return empty && { at: empty.key, why: 'cannot replace an empty string' }
}

function shown(node: Node): string {
  const scalar = scalarOf(node)
  return scalar === undefined ? 'a list or mapping' : String(scalar.value)
}

function isEmpty(node: Node): boolean {
  const map = mapOf(node)
  const isNothing = listOf(node)?.items.length === 0 || map?.entries.length === 0
  return isNull(node) || stringOf(node) === '' || isNothing
}

function foundPlaceholders(argument: Node, scope: FormScope): BrokenRelation | undefined {
  const template = stringOf(readValue(argument, 'template'))
  const params = mapOf(readValue(argument, 'params'))
  if (template === undefined || params === undefined || params.entries.some(isMerge)) return undefined
  const known = entriesOf(params, scope).flatMap((one) => sentName(one) || [])
  // The lengths are those of Python: in characters.
  const names = [...new Set(known)].sort((a, b) => [...b].length - [...a].length || (a < b ? -1 : 1))
  let rest = [template]
  for (const name of names) {
    const parts = rest.map((text) => text.split(name))
    if (parts.every(({ length }) => length === 1)) {
      const entry = params.entries.find((one) => sentName(one) === name)
      return entry && { at: entry.key, why: `finds no ${name} in its template` }
    }
    rest = parts.flat()
  }
  return undefined
}

/** Items of a list; some functions may give none. */
interface RepeatLoop {
  readonly entry: Entry
  readonly items: readonly Node[]
  readonly isComplete: boolean
}

function brokenLoop(argument: Node, scope: FormScope): BrokenRelation | undefined {
  const forEach = readValue(argument, 'for_each')
  const map = mapOf(forEach)
  if (forEach === undefined || map === undefined || scope.isFunction(map)) return undefined
  if (map.entries.length === 0) return { at: forEach, why: 'needs something to repeat its template for' }
  const loops = entriesOf(map, scope).flatMap((entry) => loopOf(entry, scope) ?? [])
  return unevenLoop(argument, loops, scope) ?? unreplaced(argument, map, loops, scope)
}

/** The items of a list, or the keys of a mapping, which are strings as they are sent. */
function loopOf(entry: Entry, scope: FormScope): RepeatLoop | undefined {
  const map = scope.isFunction(entry.value) ? undefined : mapOf(entry.value)
  const items =
    listOf(entry.value)?.items ?? map?.entries.map((one) => string(sentName(one) ?? '', { for: one.key }))
  return items && { entry, items, isComplete: !items.some(mayVanish) }
}

/** `{if: [condition, value]}` */
function mayVanish(node: Node): boolean {
  return callRead(node)?.name === 'if'
}

/** `RepeatWithNestedLoop` */
function unevenLoop(
  argument: Node,
  loops: readonly RepeatLoop[],
  { version }: FormScope,
): BrokenRelation | undefined {
  const permutations = scalarOf(readValue(argument, 'permutations'))
  const isRead = version !== undefined && hasFeature(version, 'permutations')
  if (permutations?.value !== false || !isRead) return undefined
  const mapping = loops.find(({ entry }) => mapOf(entry.value) !== undefined)
  if (mapping !== undefined) return { at: mapping.entry.value, why: 'without permutations takes no mappings' }
  const [first, ...others] = loops.filter(({ isComplete }) => isComplete)
  const uneven = others.find(({ items }) => items.length !== first?.items.length)
  return uneven && { at: uneven.entry.value, why: 'without permutations needs lists of one length' }
}

/** Python replaces strings by strings only, whether it finds them or not. */
function unreplaced(
  argument: Node,
  forEach: Mapping,
  loops: readonly RepeatLoop[],
  scope: FormScope,
): BrokenRelation | undefined {
  const template = readValue(argument, 'template')
  const isSure =
    loops.length === forEach.entries.length &&
    loops.every(({ items }) => items.some((one) => !mayVanish(one)))
  if (!isSure || template === undefined || !holdsString(template, scope)) return undefined
  for (const { items } of loops) {
    for (const item of items) {
      const found = misfit(item, 'string', scope)
      const why = 'puts nothing but strings into its template'
      if (found?.by !== undefined) return { at: item, why: `${why}, and ${found.by.given.sentence}` }
      if (found !== undefined) return { at: item, why: `${why}, not ${shown(item)}; quote it` }
    }
  }
  return undefined
}

/** A string that no function may change. */
function holdsString(node: Node, scope: FormScope): boolean {
  if (scope.isFunction(node)) return false
  const { items } = listOf(node) ?? {}
  if (items !== undefined) return items.some((item) => holdsString(item, scope))
  const map = mapOf(node)
  return map === undefined ? stringOf(node) !== undefined : map.entries.length > 0
}

function brokenSplit(argument: Node, scope: FormScope): BrokenRelation | undefined {
  const [delimiter, text, index] = itemsOf(argument)
  if (delimiter === undefined || isNull(text)) return undefined
  if (stringOf(delimiter) === '') return { at: delimiter, why: 'cannot split at an empty string' }
  if (stringOf(delimiter) === undefined && !isNull(delimiter) && !scope.isFunction(delimiter))
    return { at: delimiter, why: `splits at strings only, not at ${shown(delimiter)}; quote it` }
  if (index === undefined || scope.isFunction(index)) return undefined
  const at = indexOf(index)
  if (at === undefined) return { at: index, why: `requires a number as the index, not ${shown(index)}` }
  const parts = partsOf(stringOf(text), isNull(delimiter) ? /\s+/ : stringOf(delimiter))
  if (parts === undefined || (at < parts && at >= -parts)) return undefined
  return { at: index, why: `finds no part ${at}: there ${parts === 1 ? 'is 1' : `are ${parts}`}` }
}

/** How many; Python's `split` without delimiter leaves out those that are empty. */
function partsOf(text: string | undefined, by: string | RegExp | undefined): number | undefined {
  if (text === undefined || by === undefined) return undefined
  return typeof by === 'string' ? text.split(by).length : text.split(by).filter(Boolean).length
}

/** Python's `int`: it cuts the fraction off a number, and refuses it in a string. */
function indexOf(node: Node): number | undefined {
  const number = pythonNumber(node)
  if (number === undefined || !Number.isFinite(number.value)) return undefined
  return stringOf(node) !== undefined && !number.isInteger ? undefined : Math.trunc(number.value)
}

function collidingKey(argument: Node, scope: FormScope): BrokenRelation | undefined {
  const [map, replaced] = itemsOf(argument)
  const names = entriesOf(map, scope).flatMap((one) => sentName(one) ?? [])
  const keys = mapOf(readValue(replaced, 'keys'))
  if (keys === undefined || scope.isFunction(keys)) return undefined
  const renames = sentEntries(withoutMerges(keys))
  const taken = new Set<string>()
  for (const name of new Set(names)) {
    const value = renames.get(name)
    const next = value === undefined || isNull(value) ? name : stringOf(value)
    if (next === undefined) return undefined
    const isTaken = (names.includes(next) && next !== name) || taken.has(next)
    if (isTaken && value !== undefined) return { at: value, why: `has the key "${next}" twice in its result` }
    taken.add(next)
  }
  return undefined
}

function brokenSelection(argument: Node, scope: FormScope): BrokenRelation | undefined {
  const [index, collection] = itemsOf(argument)
  if (index === undefined || collection === undefined || scope.isFunction(collection)) return undefined
  if (scalarOf(collection) !== undefined)
    return isSelectable(collection)
      ? undefined
      : { at: collection, why: `selects from lists, mappings and JSON, and not from ${shown(collection)}` }
  if (scope.isFunction(index)) return undefined
  if (listOf(collection) !== undefined)
    return indexOf(index) === undefined
      ? { at: index, why: `requires a number as the index of a list, not ${shown(index)}` }
      : undefined
  return stringOf(index) === undefined
    ? { at: index, why: `requires a string as the key of a mapping, not ${shown(index)}; quote it` }
    : undefined
}

/** Null and an empty string give an empty string; other strings hold JSON. */
function isSelectable(collection: Node): boolean {
  const text = stringOf(collection)
  if (text === undefined) return isNull(collection)
  if (text === '') return true
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
