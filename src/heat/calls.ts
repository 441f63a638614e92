/** What is an intrinsic function, in which dialect, and what only looks like one. */
import { withEntries, withoutTag, withReplaced, withValue, withWord } from '../text/document/build.ts'
import { type Entry, type Mapping, type Node, parsedNode } from '../text/document/node.ts'
import { countOf, hasLocalTag, mapOf, nameOf } from '../text/document/read.ts'
import { cfnVersionKeys, isCfnName } from './dialects.ts'
import { insteadOfFunctions } from './facts/facts.ts'
import { withoutMerges } from './merge-keys.ts'
import { isSlip } from './near-names.ts'
import type { Template } from './template.ts'
import { type HotVersion, hasFunction, removedFunctionsOf } from './versions.ts'

/**
 * An intrinsic function with its argument: a mapping of exactly one key. Whether the name is a function depends on the
 * version. Where the key is given more than once, the last entry counts.
 */
export interface Call {
  readonly name: string
  readonly argument: Node
  readonly node: Mapping
  readonly entry: Entry
}

/** The function that a node would be, or undefined when it is not a mapping with one string for its key. */
export function callOf(node: Node | undefined): Call | undefined {
  if (node?.kind !== 'map') return undefined
  const { entries } = node
  const entry = entries.length === 1 ? entries[0] : onlyEntry(entries)
  if (entry === undefined) return undefined
  const { key } = entry
  // As nearly every key: of each node it is asked many times whether it is a function.
  const isPlain = key.kind === 'scalar' && key.type === 'str' && key.tag === undefined
  const name = isPlain ? (key.value as string) : nameOf(entry)
  return name === undefined || name === '<<' ? undefined : { name, argument: entry.value, node, entry }
}

/** The name of that function. */
export function callNameOf(node: Node): string | undefined {
  const entry = node.kind === 'map' ? onlyEntry(node.entries) : undefined
  const name = entry === undefined ? undefined : nameOf(entry)
  return name === '<<' ? undefined : name
}

/** A function with another argument; an entry without effect, because the key is given again, is left as it is. */
export function withArgument({ node, entry }: Call, argument: Node): Mapping {
  return withReplaced(node, entry, withValue(entry, argument))
}

/** The function under another name, with the same argument or a new one. */
export function renamedCall({ node, entry }: Call, name: string, argument: Node = entry.value): Mapping {
  return withEntries(node, [withValue(withWord(entry, name), argument)])
}

/** The entry that counts, where all of them have one name. */
function onlyEntry(entries: readonly Entry[]): Entry | undefined {
  const first = entries[0]
  if (first === undefined || entries.length === 1) return first
  const [one, other] = [first.key, entries[1]?.key]
  // Keys of different values have different names, unless a tag or an alias says what they are.
  const arePlain =
    one.kind === 'scalar' && other?.kind === 'scalar' && one.tag === undefined && other.tag === undefined
  if (arePlain && one.value !== other.value) return undefined
  const name = nameOf(first)
  for (let index = 1; index < entries.length; index += 1)
    if (nameOf(entries[index] as Entry) !== name) return undefined
  return entries[entries.length - 1]
}

/** The function that Heat reads a node as, be it by an alias or merge keys: for analysis, not for changes. */
export function callRead(node: Node | undefined): Call | undefined {
  const map = mapOf(node)
  const own = callOf(map)
  if (map === undefined || own !== undefined || countOf(map, '<<') === 0) return own
  return callOf(withoutMerges(map))
}

/** Whether a node is data rather than a function or an alias: its value is known without evaluation. */
export function isPlainData(node: Node): boolean {
  return node.kind !== 'alias' && callOf(node) === undefined
}

/**
 * The function that a node is, or undefined for data, one-entry mappings included. In a CloudFormation template names
 * of HOT are data, unless a transform has written them; in HOT the names of CloudFormation are functions, even in
 * versions that refuse them or pass them on.
 */
export function functionCall(node: Node, template: Template): Call | undefined {
  const call = callOf(node)
  if (call === undefined) return undefined
  const isMade = call.entry.key.start === undefined
  const isNamed =
    template.version === undefined
      ? call.name === 'Ref' || call.name.startsWith('Fn::')
      : hasFunction(template.version, call.name) || isCfnName(call.name)
  return isMade || isNamed ? call : undefined
}

/** The name of the function that a short tag represents: `Fn::Join` for `!Join`; two have no `Fn::` before theirs. */
export function longName(tag: string): string {
  return tag === '!Ref' || tag === '!Condition' ? tag.slice(1) : `Fn::${tag.slice(1)}`
}

/** The name and the argument of a function of CloudFormation, in its long form or as a short tag. */
export function longForm(node: Node): Pick<Call, 'name' | 'argument'> | undefined {
  if (hasLocalTag(node)) return { name: longName(node.tag as string), argument: withoutTag(node) }
  return callOf(node)
}

/** Whether a name is that of a CloudFormation function, real or not, that a version has not. */
export function isForeign(name: string, version: HotVersion): boolean {
  return isCfnName(name) && !hasFunction(version, name)
}

/** How Heat reads such a function: a phrase for a finding. */
export function foreignMeaning(name: string, version: HotVersion): string {
  const instead = hotCounterpart(name)
  const write = instead === undefined ? misspeltForeign(name) : `; write ${instead}`
  return removedFunctionsOf(version).has(name)
    ? `Heat rejects ${name} in ${version}${write}`
    : `${name} is not a function in HOT; Heat would use it as data${write}`
}

/** The function of CloudFormation that a misspelt name means, as the end of a sentence. */
function misspeltForeign(name: string): string {
  const meant = Object.keys(insteadOfFunctions).find((one) => isSlip(name, one))
  return meant === undefined ? '' : `; for ${meant} write ${hotCounterpart(meant)}`
}

/** What HOT writes instead of a function of CloudFormation, in words; undefined for all other names. */
export function hotCounterpart(name: string): string | undefined {
  return Object.hasOwn(insteadOfFunctions, name) ? insteadOfFunctions[name] : undefined
}

/** Which functions are inside of a CloudFormation template that is itself a mapping in the template. */
export function embeddedTest(root: Mapping): (call: Call) => boolean {
  const embedded = embeddedNodes(root)
  return ({ node }) => embedded.has(parsedNode(node))
}

/** Whether a version passes on an embedded function; it refuses the names of removed ones even there. */
export function passesOn(name: string, version: HotVersion): boolean {
  return !removedFunctionsOf(version).has(name)
}

function embeddedNodes(root: Mapping): ReadonlySet<Node | undefined> {
  const found = new Set<Node | undefined>()
  const visit = (node: Node, inside: boolean): void => {
    if (inside) found.add(parsedNode(node))
    if (node.kind === 'seq') for (const item of node.items) visit(item, inside)
    if (node.kind !== 'map') return
    const isTemplate = inside || cfnVersionKeys.some((key) => countOf(node, key) > 0)
    for (const one of node.entries) visit(one.value, isTemplate)
  }
  visit(root, false)
  return found
}
