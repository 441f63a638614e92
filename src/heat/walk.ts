/**
 * Walks a template: its sections and parts, the values in which functions are resolved, and every function among them.
 */

import { memoized } from '../text/document/attached.ts'
import { inPlaceOf, mapEntries, withItems, withValue } from '../text/document/build.ts'
import {
  type Alias,
  type Entry,
  type Mapping,
  type Node,
  parsedNode,
  type Sequence,
} from '../text/document/node.ts'
import { entryOf, nameOf } from '../text/document/read.ts'
import { type Call, callNameOf, callOf, callRead } from './calls.ts'
import { anyCall, callsWithin, marks, signOf } from './calls-within.ts'
import { branchesOnCondition, isTransparent } from './functions/table.ts'
import { entryRead, isMerge, mapStanding, mergedNodes, replacedRead } from './merge-keys.ts'
import { hotName, type SectionName, sectionNames } from './sections.ts'

/** The role and the surroundings of a value. */
export interface Site {
  /** `condition` for definitions in the section `Conditions`, tests of `Fn::If`, and keys `Condition`. */
  readonly role: 'value' | 'condition'
  /** With the role `condition`: whether the template declares it as one, or `if` uses it as one. */
  readonly conditionOf?: 'template' | 'if'
  /** Whether a `[ ]` or `{ }` of the author's surrounds it, where block style is not possible. */
  readonly inFlow: boolean
}

/** Gives the node that replaces `node`, or `node` itself. Applied from the leaves upwards. */
export type Rewrite = (node: Node, site: Site) => Node

/** Whether a resource, an output or the definition of a condition is to be visited. */
type IsOfInterest = (part: Node) => boolean

/**
 * The parts of a resource that may hold functions (`_rsrc_defn_args` in heat/engine/template_common.py and
 * hot/template.py).
 */
const resourceValues: ReadonlySet<string> = new Set([
  'properties',
  'metadata',
  'update_policy',
  'deletion_policy',
  'external_id',
])

/**
 * Rewrites every value of a template: properties, metadata, policies, output values, conditions and their definitions.
 * Aliases are left alone, their anchors are rewritten where they are.
 * @param inYaml whether the author's flow style is preserved (false for JSON, which is written anew)
 * @param only the functions of interest, `calls` for all functions and nodes with tags, or a test for resources,
 * outputs and conditions: nothing else need be visited
 */
export function rewriteValues(
  root: Mapping,
  inYaml: boolean,
  rewrite: Rewrite,
  only?: readonly string[] | 'calls' | IsOfInterest,
): Mapping {
  if (typeof only === 'function') return rewriteWanted(root, { inYaml, rewrite, wanted: undefined }, only)
  const wanted = only === 'calls' ? anyCall | marks.tag : only && signOf(only)
  return rewriteWanted(root, { inYaml, rewrite, wanted })
}

function rewriteWanted(root: Mapping, walker: Walker, isOfInterest?: IsOfInterest): Mapping {
  const { inYaml, wanted } = walker
  const mayHold = (node: Node) => wanted === undefined || (callsWithin(node) & wanted) !== 0
  const isMet = (part: Node) => mayHold(part) && isOfInterest?.(part) !== false
  const walk = (node: Node, site: Site): Node => rewriteNode(node, site, walker)
  const shape = (map: Mapping, site: Site): Site =>
    inYaml && isAuthorsFlow(map) ? { ...site, inFlow: true } : site
  return mapSections(root, (name, sectionMap) => {
    if (!mayHold(sectionMap)) return sectionMap
    if (name === 'conditions') {
      const site = shape(sectionMap, {
        role: 'condition',
        conditionOf: 'template',
        inFlow: false,
      })
      return mapStanding(sectionMap, (entry) =>
        isMet(entry.value) ? withValue(entry, walk(entry.value, site)) : entry,
      )
    }
    if (name !== 'resources' && name !== 'outputs') return sectionMap
    const value: Site = { role: 'value', inFlow: false }
    return mapStanding(sectionMap, (entry) => {
      const part = entry.value
      if (part.kind !== 'map' || !isMet(part)) return entry
      const site = shape(part, shape(sectionMap, value))
      const changed = mapStanding(part, (one) => {
        const key = hotName(nameOf(one) ?? '')
        if (key === 'condition')
          return withValue(
            one,
            walk(one.value, { role: 'condition', conditionOf: 'template', inFlow: site.inFlow }),
          )
        const holdsCalls = name === 'resources' ? resourceValues.has(key) : key === 'value'
        return holdsCalls ? withValue(one, walk(one.value, site)) : one
      })
      return withValue(entry, changed)
    })
  })
}

function isAuthorsFlow(node: Node): boolean {
  return (node.kind === 'map' || node.kind === 'seq') && node.style === 'flow' && node.start !== undefined
}

interface Walker {
  readonly inYaml: boolean
  readonly rewrite: Rewrite
  /** The sign of what is of interest, see `callsWithin`; undefined for all values. */
  readonly wanted: number | undefined
}

function rewriteNode(node: Node, site: Site, walker: Walker): Node {
  const { wanted, inYaml } = walker
  if (wanted !== undefined && (callsWithin(node) & wanted) === 0) return node
  if (node.kind === 'scalar' || node.kind === 'alias') return walker.rewrite(node, site)
  const name = callNameOf(node)
  const opensFlow =
    inYaml && !site.inFlow && isAuthorsFlow(node) && (name === undefined || !isTransparent(name))
  const inside = opensFlow ? { ...site, inFlow: true } : site
  const changed =
    node.kind === 'map'
      ? rewriteEntries(node, name, inside, walker)
      : mapItems(node, (item) => rewriteNode(item, inside, walker))
  return walker.rewrite(changed, site)
}

/** @param name of the function that it may be */
function rewriteEntries(map: Mapping, name: string | undefined, site: Site, walker: Walker): Node {
  const walk = name !== undefined && branchesOnCondition(name) ? rewriteBranches : rewriteNode
  const mergesData = (callsWithin(map) & marks.merge) !== 0 && callRead(map) === undefined
  const changed = mapEntries(map, (entry) =>
    withValue(entry, (mergesData && isMerge(entry) ? rewriteMerged : walk)(entry.value, site, walker)),
  )
  return withValueOfMerge(changed, map)
}

/** Below a merge key Heat reads the entries, which are data beside others, whatever their names. */
function rewriteMerged(node: Node, site: Site, walker: Walker): Node {
  if (node.kind === 'seq') return mapItems(node, (item) => rewriteMerged(item, site, walker))
  if (node.kind !== 'map') return rewriteNode(node, site, walker)
  return mapEntries(node, (entry) =>
    withValue(entry, (isMerge(entry) ? rewriteMerged : rewriteNode)(entry.value, site, walker)),
  )
}

/**
 * A function below a merge key may become something that cannot be merged: it replaces the whole mapping, if it is all
 * of it.
 */
function withValueOfMerge(map: Mapping, before: Mapping): Node {
  const only = map.entries[0]
  if (map === before || only === undefined || map.entries.length > 1 || !isMerge(only)) return map
  const wasMapping = before.entries[0]?.value.kind === 'map'
  return wasMapping && only.value.kind !== 'map' ? inPlaceOf(only.value, map) : map
}

/** The arguments of a conditional function: a condition and values. */
function rewriteBranches(args: Node, site: Site, walker: Walker): Node {
  if (args.kind !== 'seq') return rewriteNode(args, site, walker)
  const inside = walker.inYaml && isAuthorsFlow(args) ? { ...site, inFlow: true } : site
  const test: Site = { conditionOf: 'if', ...inside, role: 'condition' }
  const changed = mapItems(args, (item) => rewriteNode(item, item === args.items[0] ? test : inside, walker))
  return walker.rewrite(changed, site)
}

/**
 * The mapping with another value where Heat reads a name, also in a mapping below a merge key. What an alias brings in,
 * or may carry elsewhere, is not changed.
 */
export function mapRead(map: Mapping, name: string, change: (value: Node) => Node): Mapping {
  const read = entryRead(map, name)
  if (read === undefined || (entryOf(map, name) === undefined && isSharedMerge(map))) return map
  const made = withValue(read, change(read.value))
  return made === read ? map : (replacedRead(map, read, made) ?? map)
}

/** Whether an anchor or an alias precedes something that a mapping merges. */
function isSharedMerge(map: Mapping): boolean {
  return mergedNodes(map).some(
    (node) =>
      node.kind === 'alias' || node.anchor !== undefined || (node.kind === 'map' && isSharedMerge(node)),
  )
}

/** The list with its items replaced; the same object where none is another one, and what is no list as it is. */
export function mapItems<One extends Node>(node: One, change: (item: Node) => Node): One | Sequence {
  if (node.kind !== 'seq') return node
  const seq: Sequence = node
  let changed: Node[] | undefined
  for (let index = 0; index < seq.items.length; index += 1) {
    const item = seq.items[index] as Node
    const next = change(item)
    if (changed === undefined && next !== item) changed = seq.items.slice(0, index)
    changed?.push(next)
  }
  return changed === undefined ? seq : withItems(seq, changed)
}

const sectionOf: ReadonlyMap<string, SectionName> = new Map(
  (Object.keys(sectionNames) as SectionName[]).flatMap((name) =>
    sectionNames[name].map((key) => [key, name] as const),
  ),
)

/** Replaces the sections that are mappings, also those below a merge key. */
export function mapSections(root: Mapping, change: (name: SectionName, map: Mapping) => Mapping): Mapping {
  return mapStanding(root, (entry) => {
    const name = sectionOf.get(nameOf(entry) ?? '')
    return name === undefined || entry.value.kind !== 'map'
      ? entry
      : withValue(entry, change(name, entry.value))
  })
}

/** Replaces every node of a tree, from the leaves upwards; what an alias names is visited where its anchor is. */
export function mapNodes(node: Node, change: (node: Node) => Node): Node {
  if (node.kind === 'map')
    return change(mapEntries(node, (one) => withValue(one, mapNodes(one.value, change))))
  return change(node.kind === 'seq' ? mapItems(node, (item) => mapNodes(item, change)) : node)
}

/** Visits every node of a tree that has a tag, outer ones first. */
export function forEachTagged(node: Node, visit: (node: Node) => void): void {
  if ((callsWithin(node) & marks.tag) === 0) return
  if (node.tag !== undefined) visit(node)
  if (node.kind === 'seq') for (const item of node.items) forEachTagged(item, visit)
  if (node.kind === 'map') for (const { value } of node.entries) forEachTagged(value, visit)
}

/** Replaces every node of a tree that has a tag, from the leaves upwards. */
export function mapTagged(node: Node, change: (node: Node) => Node): Node {
  if ((callsWithin(node) & marks.tag) === 0) return node
  const next =
    node.kind === 'map'
      ? mapEntries(node, (one) => withValue(one, mapTagged(one.value, change)))
      : node.kind === 'seq'
        ? mapItems(node, (item) => mapTagged(item, change))
        : node
  return next.tag === undefined ? next : change(next)
}

/** Replaces the entries of one section; an entry for which the function gives undefined goes. */
export function mapSection(
  root: Mapping,
  section: SectionName,
  change: (entry: Entry) => Entry | undefined,
): Mapping {
  return mapSections(root, (name, map) => (name === section ? mapStanding(map, change) : map))
}

/** Replaces the parts of one section that are mappings at their locations. */
export function mapParts(
  root: Mapping,
  section: SectionName,
  change: (part: Mapping, entry: Entry) => Mapping,
): Mapping {
  return mapSection(root, section, (one) =>
    one.value.kind === 'map' ? withValue(one, change(one.value, one)) : one,
  )
}

export interface CallSite {
  readonly call: Call
  readonly site: Site
  /** The location to report: the function, or the alias that refers to it. */
  readonly at: Node
  /**
   * `alias`: the function is where functions are not resolved, and only an alias refers to it from where they are, so
   * that it cannot be rewritten at its own location.
   */
  readonly reach: 'here' | 'alias'
}

/**
 * The sites in document order of their ends, inner functions first; those behind aliases last. Cached, since transforms
 * of a chain that change nothing need those of one tree again and again.
 */
export const callSites = memoized((root: Mapping): readonly CallSite[] => callSitesIn(root))

/** The same of those parts alone that are of interest, in which every alias of theirs has its anchor. */
export function callSitesIn(root: Mapping, isOfInterest?: IsOfInterest): readonly CallSite[] {
  const found: CallSite[] = []
  const aliases: { readonly alias: Alias; readonly site: Site }[] = []
  const add = (node: Node, site: Site, at: Node, reach: CallSite['reach']): void => {
    const call = callOf(node)
    if (call !== undefined) found.push({ call, site, at, reach })
  }
  const visit: Rewrite = (node, site) => {
    if (node.kind === 'alias') aliases.push({ alias: node, site })
    else add(node, site, node, 'here')
    return node
  }
  rewriteWanted(root, { inYaml: false, rewrite: visit, wanted: anyCall | marks.alias }, isOfInterest)
  // Few templates have aliases, and the nodes of a large one are a million.
  if (aliases.length === 0) return found
  const seen = metNodes(root, isOfInterest)
  for (const { alias, site } of aliases) {
    if (!seen.has(alias.target) && !seen.has(parsedNode(alias.target)))
      forEachNode(alias.target, (node) => add(node, site, alias, 'alias'))
  }
  return found
}

/** The nodes that `rewriteValues` meets, and those that they were made from. */
function metNodes(root: Mapping, isOfInterest?: IsOfInterest): ReadonlySet<Node | undefined> {
  const seen = new Set<Node | undefined>()
  const visit: Rewrite = (node) => {
    seen.add(node).add(parsedNode(node))
    return node
  }
  rewriteValues(root, false, visit, isOfInterest)
  return seen
}

/** Whether a node of a tree passes a test, the root included; what an alias names is visited where its anchor is. */
export function someNode(node: Node, test: (node: Node) => boolean): boolean {
  if (test(node)) return true
  if (node.kind === 'seq') for (const item of node.items) if (someNode(item, test)) return true
  if (node.kind === 'map') for (const { value } of node.entries) if (someNode(value, test)) return true
  return false
}

/** Every node of a tree, from the root downwards; what an alias names is visited where its anchor is. */
export function forEachNode(node: Node, visit: (node: Node) => void): void {
  visit(node)
  if (node.kind === 'seq') for (const item of node.items) forEachNode(item, visit)
  if (node.kind === 'map') for (const one of node.entries) forEachNode(one.value, visit)
}
