/** What can be written under a newer name, and which types are gone. */
import { movedProperties, placeholderTypes, renamedTypes } from './facts/deprecations.ts'
import type { MovedProperty, RenamedType } from './facts/shapes.ts'
import { removedResourceType, resourceTypeFacts } from './resource-types.ts'

/** The other name of a type that means the same by both; undefined where there is none. */
export function renamedType(type: string): RenamedType | undefined {
  if (Object.hasOwn(renamedTypes, type)) return renamedTypes[type]
  for (const [name, { to, since }] of Object.entries(renamedTypes)) {
    const start = name.slice(0, -1)
    const other = to.slice(0, -1) + type.slice(start.length)
    // Heat would map any rest; a type that it does not have is none that it would find.
    if (name.endsWith('*') && type.startsWith(start) && resourceTypeFacts(other) !== undefined)
      return { to: other, since }
  }
  return undefined
}

/** The properties of a type that Heat translates into others, also under another name of the type. */
export function movedPropertiesOf(type: string): readonly MovedProperty[] {
  const name = resourceTypeFacts(type)?.name ?? type
  return movedProperties.filter((one) => one.type === name)
}

/**
 * What became of a type that is gone, as the predicate of a sentence: removed, or a placeholder that
 * accepts everything and makes nothing; undefined for all others.
 */
export function goneType(type: string): string | undefined {
  const removed = renamedType(type) === undefined ? removedResourceType(type) : undefined
  if (removed !== undefined) return `is gone since ${removed.removedIn}${instead(removed.replacement)}`
  const placeholder = Object.hasOwn(placeholderTypes, type) ? placeholderTypes[type] : undefined
  if (placeholder === undefined) return undefined
  return `makes nothing any more since ${placeholder.since}${instead(placeholder.replacement)}`
}

function instead(replacement: string | undefined): string {
  if (replacement === undefined) return '; nothing came instead'
  const fate = goneType(replacement)
  return `; ${replacement} came instead${fate === undefined ? '' : `, and ${fate}`}`
}
