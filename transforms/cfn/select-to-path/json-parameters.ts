/** String parameters that hold JSON, and what it takes to declare them as json. */
import {
  callOf,
  declarations,
  itemsOf,
  listOf,
  type Mapping,
  mapParts,
  type Node,
  nameOf,
  rewriteValues,
  string,
  stringOf,
  valueOf,
  withEntries,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { literalOf } from '../../../src/heat/values/nodes.ts'
import { misfitInUse } from '../../../src/heat/values/parameters.ts'
import { isConstraintKey } from '../constraints.ts'

/** Why a string parameter cannot become json although something selects from it; undefined when it can. */
export function needsText(root: Mapping, name: string): string | undefined {
  const parameter = declarations(root).parameters.get(name)
  const constraint = parameter?.entries
    .map((one) => nameOf(one) ?? '')
    .find((key) => key === 'constraints' || isConstraintKey(key))
  if (constraint !== undefined) return `its ${constraint} is for a string`
  const preset = valueOf(parameter, 'Default', 'default')
  if (preset !== undefined && misfitInUse('json', [], literalOf(preset))?.problem !== undefined)
    return 'its default is not JSON'
  let references = 0
  let selections = 0
  const count = (node: Node): Node => {
    if (refersTo(node, name)) references += 1
    const select = callOf(node)
    if (select?.name === 'Fn::Select' && refersTo(itemsOf(select.argument)[1], name)) selections += 1
    return node
  }
  rewriteValues(root, false, count, ['Ref', 'get_param', 'Fn::Select'])
  return references > selections ? 'it is also used as a string' : undefined
}

function refersTo(node: Node | undefined, name: string): boolean {
  const call = callOf(node)
  return (call?.name === 'Ref' || call?.name === 'get_param') && stringOf(call.argument) === name
}

/** Declares as json every string parameter that a path of `get_param` goes into. */
export function withJsonParameters(root: Mapping): Mapping {
  const names = pathParameters(root)
  if (names.size === 0) return root
  return mapParts(root, 'parameters', (parameter, one) =>
    names.has(nameOf(one) ?? '') ? asJson(parameter) : parameter,
  )
}

function pathParameters(root: Mapping): ReadonlySet<string> {
  const { parameters } = declarations(root)
  const names = new Set<string>()
  const note = (node: Node): Node => {
    const call = callOf(node)
    const path =
      call?.name === 'get_param' && call.entry.key.start === undefined
        ? listOf(call.argument)?.items
        : undefined
    const name = stringOf(path?.[0])
    if (name !== undefined && declaredType(parameters.get(name)) === 'string') names.add(name)
    return node
  }
  rewriteValues(root, false, note, ['get_param'])
  return names
}

function asJson(parameter: Mapping): Mapping {
  const entries = parameter.entries.map((one) => {
    const key = nameOf(one)
    if (key !== 'Type' && key !== 'type') return one
    return withValue(one, string(key === 'Type' ? 'Json' : 'json', { for: one.value }))
  })
  return withEntries(parameter, entries)
}
