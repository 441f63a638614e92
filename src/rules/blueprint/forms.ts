/**
 * The forms of a blueprint: components and requirements as lists or as mappings, requirements in short or in full. All
 * are changes of the tree that preserve the source where possible; what the other form cannot express is left unchanged.
 */

import { isMerge } from '../../heat/merge-keys.ts'
import {
  entry,
  inPlaceOf,
  list,
  mapping,
  string,
  withAnchor,
  withEachEntry,
  withEntries,
  withItems,
  withoutEntry,
  withValue,
} from '../../text/document/build.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { entryOf, listOf, mapOf, nameOf, scalarOf, stringOf } from '../../text/document/read.ts'
import { defaultAttributes, defaultRequirement } from './vocabulary.ts'

/** Requirements in full: `minRam: 4gb` becomes `minRam: {value: 4gb}`, and a lone value the requirement that it is for. */
export function expanded(root: Mapping): Mapping {
  return withRequirements(root, (node, type) => {
    if (mapOf(node) === undefined && listOf(node) === undefined && scalarOf(node)?.type !== 'null') {
      const requirement = defaultRequirement(type)
      return requirement === undefined
        ? node
        : mapping([entry(requirement, inFull(requirement, node))], { for: node })
    }
    return withEach(node, (one) =>
      isLong(one) ? one : withValue(one, inFull(nameOf(one) as string, one.value)),
    )
  })
}

/** Requirements in short, where nothing but their default attribute is given. */
export function shortened(root: Mapping): Mapping {
  return withRequirements(root, (node, type) => {
    const short = withEach(
      node,
      (one) => {
        const value = inShort(nameOf(one), mapOf(one.value))
        return value === undefined ? one : withValue(one, value)
      },
      (item) => {
        const type = entryOf(item, 'type')?.value
        const requirement = stringOf(type)
        const [only, ...more] = item.entries.filter((one) => nameOf(one) !== 'type')
        if (requirement === undefined || only === undefined || more.length > 0) return item
        const isDefault = nameOf(only) === defaultAttributes.get(requirement)
        const key = string(requirement, { for: type })
        return isDefault ? mapping([entry(key, only.value)], { for: item, style: item.style }) : item
      },
    )
    const [only, ...more] = mapOf(short)?.entries ?? []
    const isDefault = only !== undefined && more.length === 0 && nameOf(only) === defaultRequirement(type)
    return isDefault && scalarOf(only.value) !== undefined ? only.value : short
  })
}

/** Components and requirements as lists: ids and types are written out. */
export function asLists(root: Mapping): Mapping {
  const lists = withRequirements(root, (node) => {
    const map = mapOf(node)
    if (map === undefined || map.entries.some(isMerge)) return node
    return list(map.entries.map(requirementItem), { for: node })
  })
  return withSection(lists, 'components', (node) => {
    const map = mapOf(node)
    if (map === undefined || map.entries.some(isMerge)) return node
    return list(
      map.entries.map((one) => {
        const id = entry('id', one.key, { for: one })
        const body = mapOf(one.value)
        if (body === undefined) return mapping([id], { for: one.value })
        const others = body.entries.filter((own) => nameOf(own) !== 'id')
        return withEntries(body, [id, ...others])
      }),
      { for: node },
    )
  })
}

/** Components and requirements as mappings, where every component has an id of its own and every requirement a type of its own. */
export function asMappings(root: Mapping): Mapping {
  const maps = withRequirements(root, (node) => {
    const entries = listOf(node)?.items.map(requirementEntry)
    return entries === undefined || !areDistinct(entries) ? node : mapping(entries, { for: node })
  })
  return withSection(maps, 'components', (node) => {
    const entries = listOf(node)?.items.map((item) => {
      const body = mapOf(item)
      const id = entryOf(body, 'id')
      if (body === undefined || id === undefined || stringOf(id.value) === undefined) return undefined
      return entry(string(stringOf(id.value) ?? '', { for: id.value }), withoutEntry(body, id))
    })
    return entries === undefined || !areDistinct(entries) ? node : mapping(entries, { for: node })
  })
}

function areDistinct(entries: readonly (Entry | undefined)[]): entries is readonly Entry[] {
  const names = entries.map((one) => (one === undefined ? undefined : nameOf(one)))
  return names.every((name) => name !== undefined) && new Set(names).size === names.length
}

/** `minRam: 4gb` as `{minRam: 4gb}`, `minRam: {value: 4gb}` as `{type: minRam, value: 4gb}`. */
function requirementItem(one: Entry): Node {
  const body = mapOf(one.value)
  if (body === undefined || entryOf(body, 'type') !== undefined)
    return mapping([entry(one.key, one.value, { for: one })], { style: 'auto' })
  return withEntries(body, [entry('type', one.key, { for: one }), ...body.entries])
}

function requirementEntry(item: Node): Entry | undefined {
  const body = mapOf(item)
  if (body === undefined || item.kind === 'alias' || body.entries.some(isMerge)) return undefined
  const type = entryOf(body, 'type')
  if (type !== undefined && stringOf(type.value) !== undefined)
    return entry(string(stringOf(type.value) ?? '', { for: type.value }), withoutEntry(body, type))
  const [only, ...more] = body.entries
  const name = only === undefined ? undefined : nameOf(only)
  if (only === undefined || name === undefined || more.length > 0) return undefined
  return entry(string(name, { for: only.key }), inPlaceOf(only.value, item))
}

/** Whether an entry of requirements is in full already: a mapping of attributes that is no component. */
function isLong(one: Entry): boolean {
  const body = mapOf(one.value)
  return body !== undefined && entryOf(body, 'type') === undefined
}

function inFull(requirement: string, value: Node): Node {
  const attribute = defaultAttributes.get(requirement) ?? 'fulfillment'
  return mapping([entry(attribute, value)], { for: value, style: 'auto' })
}

function inShort(requirement: string | undefined, body: Mapping | undefined): Node | undefined {
  const [only, ...more] = body?.entries ?? []
  if (requirement === undefined || only === undefined || more.length > 0) return undefined
  const attribute = nameOf(only)
  if (attribute !== (defaultAttributes.get(requirement) ?? 'fulfillment')) return undefined
  // A mapping is read as attributes, not as what fulfils; a component says its type.
  const inner = mapOf(only.value)
  return inner === undefined || entryOf(inner, 'type') !== undefined ? only.value : undefined
}

/** Changes each requirement of a mapping, and of the items of a list those written as mappings. */
function withEach(
  node: Node,
  change: (one: Entry) => Entry,
  changeItem: (item: Mapping) => Mapping = (item) => item,
): Node {
  const map = mapOf(node)
  if (map !== undefined) return withEachEntry(map, (one) => (isMerge(one) ? one : change(one)))
  return withEachItem(node, (item) => {
    const one = mapOf(item)
    if (one === undefined) return item
    if (entryOf(one, 'type') !== undefined) return changeItem(one)
    const [only, ...more] = one.entries
    if (only === undefined || more.length > 0) return item
    const changed = change(only)
    const body = mapOf(changed.value)
    const isLongNow = changed !== only && body !== undefined
    return isLongNow
      ? withEntries(one, [entry('type', string(nameOf(only) as string)), ...body.entries])
      : withEntries(one, [changed])
  })
}

/** Changes the items of a list; any other node is returned unchanged. */
function withEachItem(node: Node, change: (item: Node) => Node): Node {
  const seq = listOf(node)
  return seq === undefined ? node : withItems(seq, seq.items.map(change))
}

/** Changes `requires` wherever it stands: of the blueprint, of components, of those inside requirements and node specifications. */
function withRequirements(root: Mapping, change: (node: Node, type: string | undefined) => Node): Mapping {
  const inBody = (body: Mapping): Mapping =>
    withEachEntry(body, (one) => {
      const name = nameOf(one)
      if (name === 'requires') {
        const inner = withInner(one.value)
        // What an alias names changes where it stands.
        if (inner.kind === 'alias') return one
        const changed = change(inner, stringOf(entryOf(body, 'type')?.value))
        return withValue(one, underAnchor(changed, inner))
      }
      const spec = name === 'nodespec' ? mapOf(one.value) : undefined
      return spec === undefined ? one : withValue(one, inBody(spec))
    })
  /** Components that stand inside of requirements have requirements of their own. */
  const withInner = (node: Node): Node => {
    if (node.kind === 'alias') return node
    const map = mapOf(node)
    if (map === undefined) return withEachItem(node, withInner)
    return entryOf(map, 'requires') === undefined
      ? withEachEntry(map, (one) => withValue(one, withInner(one.value)))
      : inBody(map)
  }
  const inEach = (node: Node): Node => {
    const body = mapOf(node)
    return body === undefined ? node : inBody(body)
  }
  const changed = withSection(root, 'components', (node) => {
    const map = mapOf(node)
    return map === undefined
      ? withEachItem(node, inEach)
      : withEachEntry(map, (one) => withValue(one, inEach(one.value)))
  })
  return withSection(changed, 'requires', (node) => change(node, undefined))
}

function underAnchor(node: Node, { anchor }: Node): Node {
  return anchor === undefined || node.anchor === anchor ? node : withAnchor(node, anchor)
}

function withSection(root: Mapping, name: string, change: (node: Node) => Node): Mapping {
  return withEachEntry(root, (one) =>
    nameOf(one) === name ? withValue(one, underAnchor(change(one.value), one.value)) : one,
  )
}
