/** What can be written under a newer name, and what is deprecated or removed. */

import { groupedBy, push } from '../text/document/multimap.ts'
import {
  type Declined,
  declinedAttributes,
  declinedProperties,
  goneProperties,
  type MovedProperty,
  movedProperties,
  type RenamedType,
  renamedTypes,
} from './facts/facts.ts'
import { resourceTypeFacts } from './resource-types.ts'

/** The other name of a type that means the same by both; undefined where there is none. */
export function renamedType(type: string): RenamedType | undefined {
  if (Object.hasOwn(renamedTypes, type)) return renamedTypes[type]
  for (const [start, { to, since }] of renamedFamilies) {
    if (!type.startsWith(start)) continue
    const other = to.slice(0, -1) + type.slice(start.length)
    // Heat would map any rest; a type that it does not have is none that it would find.
    if (resourceTypeFacts(other) !== undefined) return { to: other, since }
  }
  return undefined
}

/** The release that first has a type under this name, which was called otherwise before; undefined for all others. */
export function renamedSince(type: string): string | undefined {
  return Object.values(renamedTypes).find(({ to }) => to === type)?.since
}

/** By the beginning that their names have in common. */
const renamedFamilies = Object.entries(renamedTypes)
  .filter(([name]) => name.endsWith('*'))
  .map(([name, renamed]) => [name.slice(0, -1), renamed] as const)

/** The properties of a type that Heat translates into others, also under another name of the type. */
export function movedPropertiesOf(type: string): readonly MovedProperty[] {
  return movedByType.get(nameInHeat(type)) ?? noneMoved
}

const movedByType = groupedBy(movedProperties, ({ type }) => type)
const noneMoved: readonly MovedProperty[] = []

/** What a path (`networks[].uuid`) is called now, where only its last name changed; undefined for all others. */
export function newNameBeside(type: string, path: string): string | undefined {
  const to = movedPropertiesOf(type).find(({ from }) => from === path)?.to
  const around = path.slice(0, path.lastIndexOf('.') + 1)
  return to?.startsWith(around) === true && /^\w+$/.test(to.slice(around.length)) ? to : undefined
}

/** Old names of whole properties that Heat itself translates, by the new name: they are valid alternatives to it. */
export function standInsOf(type: string): ReadonlyMap<string, readonly string[]> {
  const moved = movedPropertiesOf(type).filter(({ from, to }) => /^\w+$/.test(from) && /^\w+$/.test(to))
  const byName = new Map<string, string[]>()
  for (const { from, to } of moved) push(byName, to, from)
  return byName
}

/** The name that Heat itself has for a type, which may have several. */
export function nameInHeat(type: string): string {
  return resourceTypeFacts(type)?.name ?? type
}

/** What to report of a top-level property of a type that is deprecated or removed, as the predicate of a sentence. */
export function declinedProperty(type: string, property: string): string | undefined {
  return declinedOf(nameInHeat(type), property)
}

function declinedOf(name: string, property: string): string | undefined {
  const gone = memberOf(goneProperties, name, property)
  if (gone !== undefined) {
    const location = gone.replacement?.replace(/^#(.*)$/, 'the key $1 of the resource')
    return `was removed in ${gone.removedIn}${instead(location)}`
  }
  return declinedText(memberOf(declinedProperties, name, property))
}

/** What a property, or a key within its value (`networks[].uuid`), is called now, or why it is deprecated. */
export function declinedPath(type: string, path: string): string | undefined {
  return (declinedPaths.get(type) ?? declinedPathsOf(type))?.get(path)
}

/** Every property of every resource is looked for: by the type, as it is written. */
const declinedPaths = new Map<string, ReadonlyMap<string, string>>()

function declinedPathsOf(type: string): ReadonlyMap<string, string> | undefined {
  const name = nameInHeat(type)
  const moves = movedByType.get(name) ?? noneMoved
  const others = [...membersOf(goneProperties, name), ...membersOf(declinedProperties, name)]
  // Types are as many as somebody writes; those of Heat are few.
  if (resourceTypeFacts(type) === undefined && moves.length + others.length === 0) return undefined
  const paths = new Map(others.map((path) => [path, declinedOf(name, path) ?? '']))
  for (const { from, to, since } of [...moves].reverse())
    paths.set(from, `was renamed to "${to}" in ${since}`)
  declinedPaths.set(type, paths)
  return paths
}

/** The value of a property that is deprecated which is as good as none; undefined where no value is known to be. */
export function declinedDefault(type: string, property: string): string | boolean | undefined {
  return memberOf(declinedProperties, nameInHeat(type), property)?.default
}

/** Whether a type has properties of that kind. */
export function hasDeclinedDefaults(type: string): boolean {
  const name = nameInHeat(type)
  const own = Object.hasOwn(declinedProperties, name) ? Object.values(declinedProperties[name] ?? {}) : []
  return own.some((one) => one.default !== undefined)
}

/** The keys of properties of a type that have another name now, are deprecated, or are removed. */
export function oldPropertiesOf(type: string): readonly string[] {
  const name = nameInHeat(type)
  const moved = movedPropertiesOf(name).map(({ from }) => from.slice(from.lastIndexOf('.') + 1))
  return [...moved, ...membersOf(declinedProperties, name), ...membersOf(goneProperties, name)]
}

/** The attributes of a type that are deprecated. */
export function declinedAttributesOf(type: string): readonly string[] {
  return membersOf(declinedAttributes, nameInHeat(type))
}

function membersOf<T>(
  table: Readonly<Record<string, Readonly<Record<string, T>>>>,
  type: string,
): readonly string[] {
  return Object.hasOwn(table, type) ? Object.keys(table[type] ?? {}) : []
}

/** The same of an attribute of a type. */
export function declinedAttribute(type: string, attribute: string): string | undefined {
  return declinedText(memberOf(declinedAttributes, nameInHeat(type), attribute))
}

function memberOf<T>(
  table: Readonly<Record<string, Readonly<Record<string, T>>>>,
  type: string,
  member: string,
): T | undefined {
  const own = Object.hasOwn(table, type) ? table[type] : undefined
  return own !== undefined && Object.hasOwn(own, member) ? own[member] : undefined
}

function declinedText(declined: Declined | undefined): string | undefined {
  if (declined === undefined) return undefined
  const since = declined.since === undefined ? '' : ` since ${declined.since}`
  const why = declined.why.replace(/^(?:Use|Ignored|Worked)\b/, (first) => first.toLowerCase())
  return `is deprecated${since}; ${why}`
}

function instead(replacement: string | undefined): string {
  return replacement === undefined ? '; it has no successor' : `; its successor is ${replacement}`
}
