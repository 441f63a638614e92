/** Comparisons that never hold, because Python compares types, too; heat/engine/hot/functions.py: Equals. */

import type { Node } from '../document/node.ts'
import { oneOrAll, resolved, scalarOf, stringOf } from '../document/read.ts'
import { callOf } from '../heat/calls.ts'
import { declaredType } from '../heat/parameters.ts'
import { callSites } from '../heat/values.ts'
import { declaredIn } from './locations.ts'
import { quote } from './remedy.ts'
import type { CheckScope } from './scope.ts'

const shownTypes: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  number: 'number',
  string: 'string',
  comma_delimited_list: 'list',
}

export function checkComparisons(scope: CheckScope): void {
  for (const { call, at, site } of callSites(scope.root)) {
    if (site.role !== 'condition' || !/^(?:Fn::E|e)quals$/.test(call.name)) continue
    const [one, two] = oneOrAll(call.argument)
    if (one === undefined || two === undefined) continue
    const message = neverEqual(one, two, scope) ?? neverEqual(two, one, scope)
    if (message === undefined) continue
    const related = [one, two].flatMap((side) => declaredIn(scope.root, 'parameters', parameterIn(side)))
    const rule = `${scope.words.rule('functions')}, ${call.name}`
    // A number that is compared with a string is meant as one.
    const number = [one, two].find(
      (side) => typeof scalarOf(side)?.value === 'number' || scalarOf(side)?.type === 'bool',
    )
    const remedy = / is a string, and /.test(message) && number !== undefined ? quote(number) : undefined
    scope.report('constant-comparison', at, message, rule, remedy, related)
  }
}

/** Why a parameter never equals a literal, as a sentence. */
function neverEqual(given: Node, literal: Node, { declared }: CheckScope): string | undefined {
  const name = parameterIn(given)
  const own = declaredType(declared.parameters.get(name ?? ''))
  const type = shownTypes[own ?? '']
  const kind = kindOf(resolved(literal))
  if (own === 'json' && kind !== undefined && kind !== 'list')
    return `always false as long as the parameter "${name}" is a mapping or a list; compare with {} or []`
  if (name === undefined || type === undefined || kind === undefined || kind === type) return undefined
  const source = resolved(literal)
  const shown =
    source.kind === 'scalar' ? (kind === 'string' ? `'${source.value}'` : String(source.value)) : 'a list'
  return `always false: the parameter "${name}" is a ${type}, and ${shown} is a ${kind}`
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
