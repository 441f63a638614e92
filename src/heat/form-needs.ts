import type { Mapping, Node } from '../document/node.ts'
import { mapOf, seqOf, textOf } from '../document/read.ts'
import { type Call, callOf } from './calls.ts'
import { pathChange } from './group-attributes.ts'
import { readValue } from './merge-keys.ts'
import { declarations } from './sections.ts'
import { need, type VersionNeed } from './version-need.ts'
import { features } from './versions.ts'

/** Forms of a function that an older class of it refuses or reads otherwise. */
export function formNeeds(call: Call, at: Node, root: Mapping): VersionNeed[] {
  const items = seqOf(call.argument)?.items ?? []
  switch (call.name) {
    case 'if': {
      const needs = items.length === 2 ? need(at, 'if with two items', features.twoItemIf, 'refused') : []
      return needs.map((one) => ({ ...one, of: call.name }))
    }
    case 'get_attr':
      return attributeNeeds(items, at, root)
    case 'list_join':
      return joinNeeds(items, at)
    case 'str_replace': {
      const values = mapOf(readValue(mapOf(call.argument), 'params'))?.entries ?? []
      return values.some((one) => isCollection(one.value))
        ? need(at, 'str_replace of maps or lists', features.jsonInText, 'other')
        : []
    }
    case 'repeat':
      return readValue(mapOf(call.argument), 'permutations') === undefined
        ? []
        : need(at, 'permutations of repeat', features.permutations, 'other')
    default:
      return []
  }
}

function attributeNeeds(path: readonly Node[], at: Node, root: Mapping): VersionNeed[] {
  if (path.length === 1) return need(at, 'get_attr without an attribute', features.allAttributes, 'refused')
  const [resource, attribute] = path.map((item) => textOf(item))
  if (path.length < 3 || resource === undefined) return []
  const type = textOf(readValue(mapOf(declarations(root).resources.get(resource)), 'type'))
  return pathChange(type, attribute) === 'same'
    ? []
    : need(at, `this path into ${type}`, features.attributePaths, 'other')
}

function joinNeeds([, ...lists]: readonly Node[], at: Node): VersionNeed[] {
  if (lists.length > 1) return need(at, 'list_join of several lists', features.jsonInText, 'refused')
  const items = lists.flatMap((one) => seqOf(one)?.items ?? [])
  return items.some(isCollection) ? need(at, 'list_join of maps or lists', features.jsonInText, 'other') : []
}

/** Whether a node is a map or list that is seen to be one. */
function isCollection(node: Node): boolean {
  return seqOf(node) !== undefined || (mapOf(node) !== undefined && callOf(node) === undefined)
}
