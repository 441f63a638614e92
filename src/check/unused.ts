/**
 * Conditions and mappings that nothing uses, and placeholders that do not occur; parameters may be those of a common interface,
 * and outputs are for others.
 */

import { listed } from '../document/listed.ts'
import type { Entry, Node } from '../document/node.ts'
import { mapOf, nameOf, oneOrAll, resolved, stringOf } from '../document/read.ts'
import { callOf } from '../heat/calls.ts'
import { isMerge, readValue } from '../heat/merge-keys.ts'
import { section } from '../heat/sections.ts'
import { callSites } from '../heat/values.ts'
import { declaredIn } from './locations.ts'
import { removal } from './remedy.ts'
import type { CheckScope } from './scope.ts'
import { isResolved } from './vocabulary.ts'

/**
 * One line for all conditions and mappings, and one for all placeholders.
 * @param misread entries of which it was said that something else may be meant
 */
export function checkUnused(scope: CheckScope, misread: ReadonlySet<Node | Entry>): void {
  checkDeclarations(scope)
  checkKeys(scope, misread)
}

/** So many characters of strings are searched for keys, in all of a template. */
const MOST_SEARCHED = 50_000_000

/** Keys of `str_replace` that its string does not have; one that was meant otherwise is a finding of its own. */
function checkKeys({ root, report, words }: CheckScope, misread: ReadonlySet<Node | Entry>): void {
  const found: Entry[] = []
  let searched = 0
  for (const { call } of callSites(root)) {
    if (call.name !== 'str_replace' || !isResolved(call, words)) continue
    const text = stringOf(readValue(mapOf(call.argument), 'template'))
    const params = mapOf(readValue(mapOf(call.argument), 'params'))
    if (text === undefined || params === undefined || isResolved(callOf(params), words)) continue
    searched += text.length * params.entries.length
    if (searched > MOST_SEARCHED) return
    for (const one of params.entries) {
      const key = isMerge(one) ? undefined : nameOf(one)
      if (key !== undefined && !text.includes(key) && !misread.has(one)) found.push(one)
    }
  }
  const [first] = found
  if (first === undefined) return
  const names = [...new Set(found.map((one) => nameOf(one) ?? ''))]
  const message =
    names.length === 1
      ? `the key ${shownNames(names)} of str_replace does not occur in its string`
      : `the keys ${shownNames(names)} of str_replace do not occur in their strings`
  const others = found
    .slice(1)
    .map((one) => ({ at: one, message: `"${nameOf(one)}" does not occur, either` }))
  // With one of them alone the finding goes away.
  const remedy = found.length === 1 ? removal(first) : undefined
  report('unused-declaration', first, message, `${words.rule('functions')}, str_replace`, remedy, others)
}

function checkDeclarations(scope: CheckScope): void {
  const { declared, root, report, words } = scope
  if (declared.conditions.size + declared.mappings.size === 0) return
  const used = usedNames(scope)
  if (used === 'unknown') return
  const conditions = [...declared.conditions.keys()].filter((name) => !used.conditions.has(name))
  const mappings = [...declared.mappings.keys()].filter((name) => !used.mappings.has(name))
  const names = [...conditions, ...mappings]
  const [first] = names
  if (first === undefined) return
  const at = [
    ...(section(root, 'conditions')?.entries ?? []),
    ...(section(root, 'mappings')?.entries ?? []),
  ].find((one) => nameOf(one) === first)
  if (at === undefined || isMerge(at)) return
  const what =
    mappings.length === 0 ? 'condition' : conditions.length === 0 ? 'mapping' : 'conditions or mapping'
  report(
    'unused-declaration',
    at,
    `nothing uses the ${what}${names.length > 1 ? 's' : ''} ${shownNames(names)}`,
    words.rule('structure'),
    undefined,
    [
      ...conditions.flatMap((name) => declaredIn(root, 'conditions', name)),
      ...mappings.flatMap((name) => declaredIn(root, 'mappings', name)),
    ].slice(1),
  )
}

/** Some of the names in quotes, and how many more there are. */
function shownNames(names: readonly string[]): string {
  return listed(
    names.map((name) => `"${name}"`),
    ', ',
    5,
  )
}

interface Used {
  readonly conditions: Set<string>
  readonly mappings: Set<string>
}

function usedNames({ root, declared, words }: CheckScope): Used | 'unknown' {
  const used: Used = { conditions: new Set(), mappings: new Set() }
  const test = (node: Node | undefined): void => {
    const name = node && stringOf(resolved(node))
    if (name !== undefined) used.conditions.add(name)
  }
  for (const part of ['resources', 'outputs'] as const)
    for (const one of section(root, part)?.entries ?? [])
      test(readValue(mapOf(one.value), words.spell('condition')))
  for (const { call } of callSites(root)) {
    const items = oneOrAll(call.argument)
    const [first] = items
    if (/^(?:Fn::)?(?:if|not|and|or)$/i.test(call.name)) for (const item of items) test(item)
    else if (call.name === 'Condition') test(first)
    else if (call.name === 'Fn::FindInMap') {
      const name = stringOf(first)
      if (name === undefined && declared.mappings.size > 0) return 'unknown'
      used.mappings.add(name ?? '')
    }
  }
  return used
}
