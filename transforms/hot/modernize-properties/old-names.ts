/** Where properties stand under names that Heat translates, and whether the new names mean the same there. */
import {
  callOf,
  callRead,
  declarations,
  type Entry,
  entryOf,
  isMerge,
  isNull,
  listOf,
  type Mapping,
  mapEntries,
  mapItems,
  mapOf,
  mapRead,
  type Node,
  nameOf,
  readValue,
  resolved,
  stringOf,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import type { MovedProperty } from '../../../src/heat/facts/facts.ts'
import { type Sharing, useOf } from '../definitions.ts'

/** A property under its old name. */
export interface OldName {
  readonly move: MovedProperty
  /** What holds the property: the properties of a resource, or an item of a list in them. */
  readonly map: Mapping
  readonly entry: Entry
  /** The last step of the old name, `subnet_id`. */
  readonly from: string
  /** The new name below `map`: `subnet`, `l3_agent_ids[0]`; empty where all keys of the value move up. */
  readonly to: string
  /** Why it has to be preserved; undefined where the new name means the same. */
  readonly whyPreserved: string | undefined
}

/** Gives what replaces `old.map`. */
type NameRewrite = (old: OldName) => Mapping

/** What holds for all that is looked at inside of one resource. */
interface Surroundings {
  readonly root: Mapping
  readonly move: MovedProperty
  readonly use: Sharing
  /** Strings that a `repeat` around it replaces. */
  readonly replaced: readonly string[]
  readonly rewrite: NameRewrite
}

/**
 * Replaces what holds a property under its old name. Looks into the branches of `if` and the template of
 * `repeat`, whose values Heat translates like any other; into no other calls.
 * @param properties of a resource of the type `move.type`
 */
export function mapOldNames(
  root: Mapping,
  properties: Mapping,
  use: Sharing,
  move: MovedProperty,
  rewrite: NameRewrite,
): Mapping {
  const lists = move.from
    .split('.')
    .slice(0, -1)
    .map((step) => step.replace('[]', ''))
  return inMap(properties, lists, { root, move, use, replaced: [], rewrite })
}

function inMap(map: Mapping, lists: readonly string[], location: Surroundings): Mapping {
  const [list, ...rest] = lists
  if (list === undefined) return atEnd(map, location)
  return mapRead(map, list, (value) => inList(value, rest, location))
}

function inList(node: Node, lists: readonly string[], around: Surroundings): Node {
  const location = { ...around, use: useOf(node, around.use) }
  const inside = (one: Node) => inList(one, lists, location)
  if (node.kind === 'seq') return mapItems(node, (item) => inItem(item, lists, location))
  const call = callOf(node)
  if (call?.name === 'if') return inCall(node, (branches) => mapTail(branches, inside))
  if (call?.name === 'repeat') return inRepeat(node, lists, location)
  return node
}

function inItem(node: Node, lists: readonly string[], around: Surroundings): Node {
  if (node.kind !== 'map') return node
  const location = { ...around, use: useOf(node, around.use) }
  if (callOf(node)?.name === 'if')
    return inCall(node, (branches) => mapTail(branches, (one) => inItem(one, lists, location)))
  return inMap(node, lists, location)
}

function inRepeat(node: Node, lists: readonly string[], location: Surroundings): Node {
  return inCall(node, (argument) => {
    if (argument.kind !== 'map') return argument
    const replaced = mapOf(readValue(argument, 'for_each'))?.entries.map((one) => nameOf(one) ?? '') ?? ['']
    const inside = {
      ...location,
      use: useOf(argument, location.use),
      replaced: [...location.replaced, ...replaced],
    }
    return mapRead(argument, 'template', (value) => inItem(value, lists, inside))
  })
}

function inCall(node: Node, change: (argument: Node) => Node): Node {
  return node.kind === 'map' ? mapEntries(node, (one) => withValue(one, change(one.value))) : node
}

/** All items but the first, which is the condition. */
function mapTail(branches: Node, change: (item: Node) => Node): Node {
  if (branches.kind !== 'seq' || branches.anchor !== undefined) return branches
  return mapItems(branches, (item) => (item === branches.items[0] ? item : change(item)))
}

function atEnd(map: Mapping, location: Surroundings): Mapping {
  const { move } = location
  const steps = move.from.split('.')
  const from = steps.at(-1) ?? ''
  const to = move.to
    .split('.')
    .slice(steps.length - 1)
    .join('.')
  const own = entryOf(map, from)
  const entry = own ?? (readValue(map, from) === undefined ? undefined : map.entries.find(isMerge))
  if (entry === undefined) return map
  const whyPreserved =
    own === undefined ? 'a merge key brings it' : whyPreservedIn(map, own, from, to, location)
  const changed = location.rewrite({ move, map, entry, from, to, whyPreserved })
  return whyPreserved === undefined ? changed : map
}

function whyPreservedIn(
  map: Mapping,
  { value }: Entry,
  from: string,
  to: string,
  { root, use, replaced, move: { keys = [] } }: Surroundings,
): string | undefined {
  const target = to.split('[')[0] ?? ''
  if (use === 'shared') return 'an anchor contains it'
  if (map.entries.filter((one) => nameOf(one) === from).length > 1) return 'it is a duplicate key'
  if (target === '') return whyPoliciesStay(map, value, root, keys)
  if (readValue(map, target) !== undefined) return `${target} is also set`
  if (replaced.some((text) => from.includes(text) || to.includes(text)))
    return 'repeat replaces a part of the name'
  return mayBeEmpty(value, root) ? emptyReason : undefined
}

/** Under the old name Heat reads null and an empty string as nothing given, under the new one as a value. */
const emptyReason = 'it may be empty, and is as good as not given only under the old name'

/** Of a task of `OS::Mistral::Workflow`: Heat moves some entries out of its policies, and drops all others. */
function whyPoliciesStay(
  task: Mapping,
  value: Node,
  root: Mapping,
  keys: readonly string[],
): string | undefined {
  if (value.kind !== 'map' || value.anchor !== undefined || value.entries.some(isMerge))
    return 'its entries are an alias'
  for (const one of value.entries) {
    const name = nameOf(one) ?? ''
    if (!keys.includes(name)) return `it holds ${name}, which is not a policy`
    if (readValue(task, name) !== undefined) return `${name} is also set`
    if (mayBeEmpty(one.value, root)) return `${name} may be empty, and is as good as not given only here`
  }
  return undefined
}

/** Whether a value is, or is written to be in some case, null or an empty string. */
function mayBeEmpty(value: Node, root: Mapping): boolean {
  const node = resolved(value)
  if (isNull(node) || stringOf(node) === '') return true
  const call = callRead(node)
  if (call === undefined) return false
  const items = listOf(call.argument)?.items
  if (call.name === 'if') return items?.slice(1).some((branch) => mayBeEmpty(branch, root)) ?? false
  if (call.name !== 'get_param') return false
  const [name, ...path] = (items ?? [call.argument]).map((item) => stringOf(item) ?? '')
  const preset = readValue(declarations(root).parameters.get(name ?? ''), 'default')
  return preset !== undefined && isEmptyAt(preset, path, root)
}

/** A default of null is none, so that there always is a value. */
function isEmptyAt(preset: Node, path: readonly string[], root: Mapping): boolean {
  const [key, ...rest] = path
  if (key === undefined) return !isNull(preset) && mayBeEmpty(preset, root)
  const map = mapOf(preset)
  const next = readValue(map, key)
  if (next === undefined) return map !== undefined
  return isNull(next) || isEmptyAt(next, rest, root)
}
