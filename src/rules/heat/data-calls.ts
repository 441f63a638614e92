/** What is meant as a function, and data for Heat. */

import { callOf, hotCounterpart } from '../../heat/calls.ts'
import { cfnFunctionNames } from '../../heat/dialects.ts'
import { isMerge, readValue } from '../../heat/merge-keys.ts'
import { hotName, section } from '../../heat/sections.ts'
import { functionsOf } from '../../heat/versions.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { isNull, listOf, mapOf, nameOf, stringOf } from '../../text/document/read.ts'
import type { Remedy } from '../remedy.ts'
import { rule } from '../rule.ts'
import type { CheckScope } from '../scope.ts'

/** Keys below which strings are programs or templates of other tools. */
const texts: ReadonlySet<string> = new Set(['user_data', 'config', 'template', 'description', 'UserData'])

export const dataCalls = rule({
  codes: {},
  source: 'HOT specification, Intrinsic functions',
  asks: 'template',
  extent: 'parts',
  stage: 'reading',
  find(view, report) {
    const scope = { ...view, report }
    const names = plainNames(scope)
    const walk = new DataWalk(scope, names)
    for (const one of section(view.root, 'parameters')?.entries ?? []) checkDeclaration(one, names, scope)
    checkDescriptions(names, scope)
    for (const part of ['resources', 'outputs'] as const)
      for (const one of section(view.root, part)?.entries ?? [])
        for (const inner of mapOf(one.value)?.entries ?? []) {
          const key = hotName(nameOf(inner) ?? '')
          if (key === 'properties' || key === 'metadata' || key === 'value') walk.visit(inner.value, key)
        }
  },
})

/** Names that nobody gives to data: `get_param`, `Fn::Join`, `Ref`; not `filter` and `if`. */
function plainNames({ words }: CheckScope): ReadonlySet<string> {
  if (words.version !== undefined)
    return new Set([...functionsOf(words.version)].filter((name) => name.includes('_')))
  return new Set(words.versionKey === undefined ? [] : cfnFunctionNames(words.versionKey))
}

/** Heat resolves nothing in the section of parameters (heat/engine/template.py: `param_schemata`). */
function checkDeclaration(one: Entry, names: ReadonlySet<string>, scope: CheckScope): void {
  const report = (node: Node, key: string): void => {
    const call = plainCall(node, names)
    if (call === undefined) return
    const message = `Heat computes no functions in parameters: ${call} in the ${key} of "${nameOf(one)}" is data`
    scope.report('unresolved-call', node, message, { source: scope.words.rule('parameters') })
  }
  for (const inner of mapOf(one.value)?.entries ?? []) {
    const key = nameOf(inner) ?? ''
    if (isMerge(inner)) continue
    if (/^(?:default|label|description|hidden)$/i.test(key)) report(inner.value, key)
    if (key === 'AllowedValues') for (const item of listOf(inner.value)?.items ?? []) report(item, key)
    if (key === 'constraints')
      for (const limit of (listOf(inner.value)?.items ?? []).flatMap((item) => mapOf(item)?.entries ?? []))
        for (const item of limitParts(limit.value)) report(item, `constraint ${nameOf(limit) ?? ''}`)
  }
}

/** A limit itself, and what it lists. */
function limitParts(limit: Node): readonly Node[] {
  const map = mapOf(limit)
  return [limit, ...(listOf(limit)?.items ?? []), ...(map?.entries ?? []).map(({ value }) => value)]
}

/** The name of a function that stands alone; an alias may take it to where functions are computed. */
function plainCall(node: Node, names: ReadonlySet<string>): string | undefined {
  const call = callOf(mapOf(node))
  return call === undefined || !names.has(call.name) || node.anchor !== undefined ? undefined : call.name
}

/** Descriptions are what they are written as, those of properties apart (heat/engine/hot/template.py). */
function checkDescriptions(names: ReadonlySet<string>, { root, words, report }: CheckScope): void {
  const described: readonly (readonly [Mapping | undefined, string])[] = [
    [root, 'the template'],
    ...(['resources', 'outputs'] as const).flatMap((part) =>
      (section(root, part)?.entries ?? []).map(
        (one) => [mapOf(one.value), `"${nameOf(one) ?? ''}"`] as const,
      ),
    ),
  ]
  for (const [map, what] of described) {
    const description = readValue(map, words.spell('description'))
    const call = description && plainCall(description, names)
    if (description !== undefined && call !== undefined)
      report(
        'unresolved-call',
        description,
        `Heat computes no functions in descriptions: ${call} in that of ${what} is data`,
        { source: words.rule('structure') },
      )
  }
}

class DataWalk {
  readonly #scope: CheckScope
  readonly #names: ReadonlySet<string>

  constructor(scope: CheckScope, names: ReadonlySet<string>) {
    this.#scope = scope
    this.#names = names
  }

  visit(node: Node, key: string): void {
    if (node.kind === 'scalar') this.#quoted(node, key)
    else if (node.kind === 'seq') for (const item of node.items) this.visit(item, key)
    else if (node.kind === 'map') {
      this.#beside(node)
      this.#bare(node)
      for (const one of node.entries) this.visit(one.value, nameOf(one) ?? '')
    }
  }

  /** `Sub |` for `!Sub |`: the line and those below it are one plain string. */
  #unmarked(node: Node, text: string): boolean {
    const { words } = this.#scope
    if (words.version !== undefined || node.kind !== 'scalar' || node.style !== 'plain') return false
    const [, name = ''] = /^([A-Z]\w{1,20}) ?[|>][-+]? /.exec(text) ?? []
    if (hotCounterpart(`Fn::${name}`) === undefined) return false
    this.#report(
      node,
      `${name} | begins a plain string of several lines, not a function; write !${name} |`,
      `Fn::${name}`,
    )
    return true
  }

  /** `'{get_param: name}'` */
  #quoted(node: Node, key: string): void {
    const text = stringOf(node)
    if (text !== undefined && this.#unmarked(node, text)) return
    if (text === undefined || text.length > 200 || texts.has(key)) return
    const [, name] = /^\{\s*["']?([\w:]+)["']?\s*:[^{}]*\}$/.exec(text.trim()) ?? []
    if (name === undefined || !this.#names.has(name)) return
    const message = `${name} is in quotes: the value is the string ${text.trim()}; remove the quotes`
    this.#report(node, message, name, { do: 'write', node, text: text.trim(), isMeant: true })
  }

  /** A function and something else in one mapping. */
  #beside(node: Mapping): void {
    if (node.entries.length < 2 || node.entries.some(isMerge)) return
    const [call] = node.entries.filter((one) => this.#names.has(nameOf(one) ?? ''))
    const other = node.entries.find((one) => !this.#names.has(nameOf(one) ?? ''))
    if (call === undefined) return
    const name = nameOf(call) ?? ''
    const rest = other === undefined ? 'another function' : `"${nameOf(other) ?? '?'}"`
    this.#report(
      call,
      `${name} shares a mapping with ${rest}, so Heat treats both as data; give ${name} its own mapping`,
      name,
    )
  }

  /** `{flavor}`, which is a mapping of one key without a value. */
  #bare(node: Mapping): void {
    const [one] = node.entries
    const { declared, words, source } = this.#scope
    if (node.entries.length !== 1 || one === undefined || node.style !== 'flow' || !isNull(one.value)) return
    const name = nameOf(one)
    const isMeant = declared.parameters.has(name ?? '') || declared.resources.has(name ?? '')
    if (name === undefined || !isMeant || (source(one.value) ?? '') !== '') return
    const by =
      words.version === undefined ? 'Ref' : declared.parameters.has(name) ? 'get_param' : 'get_resource'
    const message = `{${name}} is a mapping with the key "${name}" and no value; write {${by}: ${name}}`
    this.#report(node, message, by, { do: 'write', node, text: `{${by}: ${name}}`, isMeant: true })
  }

  #report(at: Node | Entry, message: string, name: string, repair?: Remedy): void {
    const { report, words } = this.#scope
    report('unresolved-call', at, message, { source: `${words.rule('functions')}, ${name}`, repair })
  }
}
