/** What is known of the value of a function before anything runs. */
import {
  callRead,
  type Declarations,
  itemsOf,
  mapOf,
  type Node,
  scalarOf,
  stringOf,
  valueOf,
} from '../../src/engine/authoring/authoring.ts'
import { givesString } from '../../src/heat/functions/table.ts'
import { declaredType } from '../../src/heat/parameters.ts'
import { pseudoParameter } from '../../src/heat/pseudo-parameters.ts'

/**
 * Whether a node gives a string whenever it gives anything, and never null: then it may stand alone where
 * it was the only part of a string. Attributes do not; they are null until the resource is far enough.
 */
export function givesText(node: Node, declared: Declarations): boolean {
  const call = callRead(node)
  if (call === undefined) return node.kind !== 'alias' && stringOf(node) !== undefined
  if (givesString(call.name)) return true
  const name = call.name === 'Ref' ? stringOf(call.argument) : undefined
  if (name === undefined) return false
  const parameter = declared.parameters.get(name)
  if (parameter !== undefined) return declaredType(parameter) === 'string'
  return declared.resources.has(name) || pseudoParameter(name) !== undefined
}

/** Whether a node may give a number or boolean, as far as the template tells. */
export function mayGiveNumber(node: Node, declared: Declarations): boolean {
  const call = callRead(node)
  if (call === undefined) return isNumber(node)
  const items = itemsOf(call.argument)
  switch (call.name) {
    case 'Ref':
      return isNumberParameter(call.argument, declared)
    case 'get_param':
      return (
        isNumberParameter(call.argument, declared) ||
        (items.length > 1 && tableHasNumbers(items[0], declared))
      )
    case 'Fn::FindInMap':
      return tableHasNumbers(items[0], declared)
    case 'Fn::If':
    case 'if':
      return items.slice(1).some((item) => mayGiveNumber(item, declared))
    case 'Fn::Select':
      return itemsOf(items[1]).some((item) => mayGiveNumber(item, declared))
    default:
      return false
  }
}

function isNumber(node: Node | undefined): boolean {
  const type = scalarOf(node)?.type
  return type === 'int' || type === 'float' || type === 'bool'
}

function isNumberParameter(name: Node, declared: Declarations): boolean {
  const type = declaredType(declared.parameters.get(stringOf(name) ?? ''))
  return type === 'number' || type === 'boolean'
}

/** A mapping, or the json parameter that a mapping has become. */
function tableHasNumbers(name: Node | undefined, declared: Declarations): boolean {
  const table =
    declared.mappings.get(stringOf(name) ?? '') ??
    valueOf(declared.parameters.get(stringOf(name) ?? ''), 'Default', 'default')
  const rows = mapOf(table)?.entries.map((row) => mapOf(row.value)) ?? []
  return rows.some((row) => row?.entries.some((one) => isNumber(one.value)))
}
