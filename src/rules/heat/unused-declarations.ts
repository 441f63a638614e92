/**
 * Conditions and mappings that nothing uses, and placeholders that do not occur; parameters may be those of a common interface,
 * and outputs are for others.
 */

import { callOf } from '../../heat/calls.ts'
import type { RuleCode } from '../../heat/code-facts.ts'
import { isMerge, readValue } from '../../heat/merge-keys.ts'
import { section } from '../../heat/sections.ts'
import { callSites } from '../../heat/walk.ts'
import { listed } from '../../text/document/listed.ts'
import type { Entry, Node } from '../../text/document/node.ts'
import { mapOf, nameOf, oneOrAll, resolved, stringOf } from '../../text/document/read.ts'
import { declaredIn } from '../locations.ts'
import { removal } from '../remedy.ts'
import { rule } from '../rule.ts'
import type { CheckScope as RuleScope } from '../scope.ts'
import { isResolved } from '../vocabulary.ts'

const codes = {
  'unused-declaration': {
    title: 'Conditions, mappings or placeholders that nothing uses',
    severity: 'info',
    behaves: ['accepted by Heat', 'looked for last'],
    help: 'Remove the declaration, or use it.',
    why: 'Heat reads conditions, mappings and keys of str_replace, and nothing comes of these. Often a name is misspelt where they were meant.',
    example: {
      command: 'check server.yaml',
      at: 'server.yaml:3',
      before: `heat_template_version: 2018-08-31
conditions:
  kept: true
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
`,
      after: `heat_template_version: 2018-08-31
conditions:
  kept: true
resources:
  disk: {type: OS::Cinder::Volume, condition: kept, properties: {size: 1}}
`,
    },
  },
} as const satisfies Record<string, RuleCode>

type CheckScope = RuleScope<keyof typeof codes>

/** One finding for all conditions and mappings, and one for all placeholders. */
export const unusedDeclarations = rule({
  codes,
  source: 'HOT specification, Template structure',
  asks: 'template',
  stage: 'last',
  find(view, report) {
    const misread = view.found.flatMap(({ code, at }) => (code === 'misread-placeholder' ? [at] : []))
    checkDeclarations({ ...view, report })
    // Of those it was said that something else may be meant.
    checkKeys({ ...view, report }, new Set(misread))
  },
})

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
  const repair = found.length === 1 ? removal(first) : undefined
  report('unused-declaration', first, message, {
    source: `${words.rule('functions')}, str_replace`,
    repair,
    related: others,
  })
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
    {
      source: words.rule('structure'),
      related: [
        ...conditions.flatMap((name) => declaredIn(root, 'conditions', name)),
        ...mappings.flatMap((name) => declaredIn(root, 'mappings', name)),
      ].slice(1),
    },
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
