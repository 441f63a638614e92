/** Newer functions and forms of functions, and what older versions have instead. */

import {
  type Call,
  compareVersions,
  entriesRead,
  entryOf,
  type HotVersion,
  hasFunction,
  inPlaceOf,
  listOf,
  type Node,
  nameOf,
  readValue,
  renamedCall,
  scalarOf,
  stringOf,
  withArgument,
  withItems,
} from '../../../src/engine/authoring/authoring.ts'
import { newerFormOf } from '../../../src/heat/functions/arguments.ts'

/** What older versions have instead; asked only where the target is older than what the template declares. */
export const older: Readonly<Record<string, (call: Call, target: HotVersion) => Node | undefined>> = {
  str_replace_strict: withoutStrictness,
  str_replace_vstrict: withoutStrictness,
  list_join: ofOneList,
  list_concat: writtenOut,
}

/** The lenient function gives the same where each placeholder is in the template, which only literals show. */
function withoutStrictness(one: Call, target: HotVersion): Node | undefined {
  if (hasFunction(target, one.name)) return undefined
  const template = stringOf(readValue(one.argument, 'template'))
  const params = entryOf(one.argument, 'params')?.value
  if (template === undefined || params?.kind !== 'map') return undefined
  const names = entriesRead(params).map(nameOf)
  // One placeholder may be a part of another one, which takes it away.
  const isFound = (name: string | undefined) =>
    name !== undefined && name !== '' && template.includes(name) && !isPartOfOther(name, names)
  if (!names.every(isFound)) return undefined
  const isVery = one.name === 'str_replace_vstrict'
  if (!isVery || !hasFunction(target, 'str_replace_strict'))
    return isVery && !hasValues(params) ? undefined : renamedCall(one, 'str_replace')
  return hasValues(params) ? renamedCall(one, 'str_replace_strict') : undefined
}

function isPartOfOther(name: string, names: readonly (string | undefined)[]): boolean {
  return names.some((other) => other !== name && other?.includes(name) === true)
}

/** The very strict function refuses what has no value; a literal has one. */
function hasValues(params: Node): boolean {
  return entriesRead(params).every(({ value }) => {
    const scalar = scalarOf(value)
    return scalar !== undefined && scalar.value !== null && scalar.value !== ''
  })
}

/** Several lists that are written out are one. */
function ofOneList(one: Call, target: HotVersion): Node | undefined {
  const form = newerFormOf(one.name, one.argument)
  if (form === undefined || compareVersions(target, form.since) >= 0) return undefined
  const [delimiter, ...lists] = listOf(one.argument)?.items ?? []
  const items = itemsOfAll(lists)
  const [first] = lists
  if (one.argument.kind !== 'seq' || delimiter === undefined || items === undefined || first?.kind !== 'seq')
    return undefined
  if (lists.length < 2 || items.some((item) => listOf(item) !== undefined)) return undefined
  return withArgument(one, withItems(one.argument, [delimiter, withItems(first, items)]))
}

/** Lists that are written out need no function. */
function writtenOut(one: Call, target: HotVersion): Node | undefined {
  if (hasFunction(target, one.name)) return undefined
  const lists = listOf(one.argument)?.items ?? []
  const [first] = lists
  const items = itemsOfAll(lists)
  return items === undefined || first?.kind !== 'seq'
    ? undefined
    : inPlaceOf(withItems(first, items), one.node)
}

/** The items of lists that stand there themselves, without anchors. */
function itemsOfAll(lists: readonly Node[]): readonly Node[] | undefined {
  const isOwn = lists.length > 0 && lists.every((one) => one.kind === 'seq' && one.anchor === undefined)
  return isOwn ? lists.flatMap((one) => (one.kind === 'seq' ? one.items : [])) : undefined
}
