/** Steps into parameters that lead nowhere: Heat gives '' then, and says nothing (heat/engine/hot/functions.py: GetParam). */

import { callRead } from '../../heat/calls.ts'
import { entriesRead, isMerge, readValue, valuesRead } from '../../heat/merge-keys.ts'
import { declaredType } from '../../heat/parameters.ts'
import { memoized } from '../../text/document/attached.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { listOf, mapOf, nameOf, resolved, scalarOf, stringOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import { type CheckScope, givenValue } from '../scope.ts'

/** Reports steps that neither the default nor, where environments are named, the given value of a parameter has. */
export const parameterPaths = rule({
  codes: {},
  source: 'heat/engine/hot/functions.py: GetParam',
  asks: 'template',
  extent: 'parts',
  stage: 'reading',
  find(scope, report) {
    const { words } = scope
    if (words.version === undefined) return
    for (const { call } of scope.calls) {
      if (call.name !== 'get_param') continue
      const [first, ...steps] = listOf(call.argument)?.items ?? []
      const name = stringOf(first)
      if (name !== undefined && first !== undefined && steps[0] !== undefined)
        checkPlain(name, { first, step: steps[0], argument: call.argument }, { ...scope, report })
      const known = name === undefined ? undefined : knownValue(name, scope)
      if (known === undefined) continue
      const lost = lostStep(known.node, steps)
      if (lost === undefined) continue
      const message = `${known.what} of "${name}" has no ${shownStep(lost)}, and get_param gives '' for it`
      report('misread-value', lost, message, { source: `${words.rule('functions')}, get_param` })
    }
  },
})

/** A step into what is no list and no mapping: Python's of a string is a letter, and any other gives ''. */
function checkPlain(
  name: string,
  { first, step, argument }: { readonly first: Node; readonly step: Node; readonly argument: Node },
  { declared, words, report }: Pick<CheckScope, 'declared' | 'words' | 'report'>,
): void {
  const type = declaredType(declared.parameters.get(name))
  if (type !== 'string' && type !== 'number' && type !== 'boolean') return
  const isLetter = type === 'string' && scalarOf(step)?.type === 'int'
  const gives = isLetter
    ? 'one character of it'
    : callRead(step) === undefined
      ? "''"
      : "one character of it or ''"
  report(
    'misread-value',
    step,
    `"${name}" is a ${type}, and get_param with a path returns ${gives}; write {get_param: ${name}}`,
    {
      source: `${words.rule('functions')}, get_param`,
      repair: { do: 'unwrap', node: argument, to: first },
    },
  )
}

interface KnownValue {
  readonly node: Node
  readonly what: 'the default' | 'the value'
}

/** What a parameter is, as far as that is said; an empty default is to be filled by others. */
function knownValue(
  name: string,
  { declared, words, beside }: Omit<CheckScope, 'report'>,
): KnownValue | undefined {
  const map = declared.parameters.get(name)
  if (map === undefined || !/^(?:json|comma_delimited_list)$/.test(declaredType(map) ?? '')) return undefined
  const given = givenValue(name, { beside })
  if (given !== undefined) return { node: given, what: 'the value' }
  const preset = readValue(map, words.spell('default'))
  return preset === undefined || isEmpty(preset) ? undefined : { node: preset, what: 'the default' }
}

function isEmpty(node: Node): boolean {
  const [map, list] = [mapOf(node), listOf(node)]
  return map === undefined ? list === undefined || list.items.length === 0 : map.entries.length === 0
}

/** The first step that certainly leads nowhere. */
function lostStep(value: Node, steps: readonly Node[]): Node | undefined {
  let at = resolved(value)
  for (const step of steps) {
    const scalar = scalarOf(step)
    const [map, list] = [mapOf(at), listOf(at)]
    // What a function gives may be any step, and a string may hold JSON.
    if (scalar === undefined || (map === undefined && list === undefined)) return undefined
    const next =
      list === undefined ? entry(at, String(scalar.value)) : item(list.items, scalar.value, scalar.type)
    if (next === 'unknown') return undefined
    if (next === undefined) return step
    at = resolved(next)
  }
  return undefined
}

function entry(node: Node, name: string): Node | 'unknown' | undefined {
  const map = mapOf(node)
  if (map === undefined) return undefined
  const values = valuesOf(map)
  return values === 'unknown' ? 'unknown' : values.get(name)
}

/** By their names; the same value may be asked for as many keys as it has. */
const valuesOf = memoized((map: Mapping): ReadonlyMap<string, Node> | 'unknown' => {
  const isUnknown = entriesRead(map).some((one) => isMerge(one) || nameOf(one) === undefined)
  return isUnknown ? 'unknown' : valuesRead(map)
})

/** Python counts from the end below 0. */
function item(items: readonly Node[], step: unknown, type: string): Node | 'unknown' | undefined {
  const index =
    type === 'int' || (type === 'str' && /^-?\d{1,9}$/.test(String(step))) ? Number(step) : undefined
  return index === undefined ? 'unknown' : items.at(index)
}

function shownStep(step: Node): string {
  const scalar = scalarOf(step)
  return scalar?.type === 'int' ? `item ${String(scalar.value)}` : `key "${String(scalar?.value)}"`
}
