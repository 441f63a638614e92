/** Comparisons that never hold, because Python compares types, too; heat/engine/hot/functions.py: Equals, MapReplace. */

import { type Call, callOf } from '../../heat/calls.ts'
import type { RuleCode } from '../../heat/code-facts.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { declaredType } from '../../heat/parameters.ts'
import { sentName, sentText } from '../../heat/sent-names.ts'
import type { Entry, Node } from '../../text/document/node.ts'
import { itemsOf, mapOf, oneOrAll, resolved, scalarOf, stringOf } from '../../text/document/read.ts'
import { declaredIn } from '../locations.ts'
import { quote } from '../remedy.ts'
import { rule } from '../rule.ts'
import type { CheckScope as RuleScope } from '../scope.ts'

const shownTypes: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  number: 'number',
  string: 'string',
  comma_delimited_list: 'list',
}

const codes = {
  'constant-comparison': {
    title: 'A comparison that is always false',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Compare with a value of the same type.',
    why: 'Heat compares values of Python, where a string never equals a boolean or a number. The condition never holds. map_replace compares values with the keys of its table, which are strings once the template is sent.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters:
  large: {type: boolean, default: true}
conditions:
  is_large: {equals: [{get_param: large}, 'true']}
resources:
  disk: {type: OS::Cinder::Volume, condition: is_large, properties: {size: 1}}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  large: {type: boolean, default: true}
conditions:
  is_large: {equals: [{get_param: large}, true]}
resources:
  disk: {type: OS::Cinder::Volume, condition: is_large, properties: {size: 1}}
`,
    },
  },
} as const satisfies Record<string, RuleCode>

type CheckScope = RuleScope<keyof typeof codes>

export const constantComparisons = rule({
  codes,
  source: 'heat/engine/hot/functions.py: Equals',
  asks: 'template',
  extent: 'parts',
  stage: 'reading',
  find(view, report) {
    const scope = { ...view, report }
    for (const { call, at, site } of view.calls) {
      if (call.name === 'map_replace') checkReplaced(call, scope)
      if (site.role !== 'condition' || !/^(?:Fn::E|e)quals$/.test(call.name)) continue
      const [one, two] = oneOrAll(call.argument)
      if (one === undefined || two === undefined) continue
      const never = neverEqual(one, two, scope) ?? neverEqual(two, one, scope)
      if (never === undefined) continue
      const related = [one, two].flatMap((side) => declaredIn(scope.root, 'parameters', parameterIn(side)))
      const rule = `${scope.words.rule('functions')}, ${call.name}`
      // A number that is compared with a string is meant as one.
      const number = [one, two].find(
        (side) => typeof scalarOf(side)?.value === 'number' || scalarOf(side)?.type === 'bool',
      )
      const repair = never.type === 'string' && number !== undefined ? quote(number) : undefined
      scope.report('constant-comparison', at, never.message, { source: rule, repair, related })
    }
  },
})

/** `values` of `map_replace` has keys, which are strings once the template is sent: no number, boolean or null equals one. */
function checkReplaced(call: Call, scope: CheckScope): void {
  const [source, table] = itemsOf(call.argument).map(mapOf)
  const replacements = mapOf(readValue(table, 'values'))?.entries ?? []
  if (source === undefined || replacements.length === 0) return
  const rule = `${scope.words.rule('functions')}, ${call.name}`
  for (const { value } of source.entries) {
    const meant = replacements.find((one) => isMeantFor(one, value, scope))
    if (meant === undefined) continue
    const name = parameterIn(value)
    const what = name === undefined ? sentText(value) : `the parameter "${name}"`
    const kind =
      name === undefined ? kindOf(resolved(value)) : declaredType(scope.declared.parameters.get(name))
    const message = `never replaced: ${what} is ${kind === undefined ? 'no string' : `a ${kind}`}, and the key ${sentName(meant)} of values is sent as a string`
    scope.report('constant-comparison', value, message, {
      source: rule,
      related: declaredIn(scope.root, 'parameters', name),
    })
  }
}

/** Whether a key looks like a value that is no string; a parameter may have any value of its type. */
function isMeantFor(one: Entry, value: Node, { declared }: CheckScope): boolean {
  const scalar = scalarOf(value)
  if (scalar !== undefined) return scalar.type !== 'str' && sentText(scalar) === sentName(one)
  const type = declaredType(declared.parameters.get(parameterIn(value) ?? ''))
  return (type === 'number' || type === 'boolean') && kindOf(resolved(one.key)) === type
}

/** A comparison of a parameter of a type with what it never equals. */
interface NeverEqual {
  readonly type: string
  readonly message: string
}

/** Why a parameter never equals a literal. */
function neverEqual(given: Node, literal: Node, { declared }: CheckScope): NeverEqual | undefined {
  const name = parameterIn(given)
  const own = declaredType(declared.parameters.get(name ?? ''))
  const type = shownTypes[own ?? '']
  const kind = kindOf(resolved(literal))
  if (own === 'json' && kind !== undefined && kind !== 'list')
    return {
      type: own,
      message: `never true while "${name}" is a mapping or a list; compare with {} or []`,
    }
  if (name === undefined || type === undefined || kind === undefined || kind === type) return undefined
  const source = resolved(literal)
  const shown =
    source.kind === 'scalar' ? (kind === 'string' ? `'${source.value}'` : String(source.value)) : '[…]'
  return { type, message: `never true: compares the ${type} "${name}" with the ${kind} ${shown}` }
}

function parameterIn(node: Node): string | undefined {
  const call = callOf(resolved(node))
  return call?.name === 'get_param' || call?.name === 'Ref' ? stringOf(call.argument) : undefined
}

function kindOf(node: ReturnType<typeof resolved>): string | undefined {
  if (node.kind === 'seq') return 'list'
  if (node.kind !== 'scalar') return undefined
  switch (node.type) {
    case 'str':
      return 'string'
    case 'bool':
      return 'boolean'
    case 'int':
    case 'float':
      return 'number'
    default:
      return undefined
  }
}
