/** Heat's own descriptions of a resource type, its properties and its attributes. */

import { ownValue } from '../text/document/records.ts'
import { nameInHeat } from './deprecations.ts'
import { typeDescription } from './facts/descriptions.ts'

/**
 * Of a type, by any of its names: in paragraphs, the first of which describes the type itself; empty where Heat has
 * none.
 */
export function aboutType(type: string): readonly string[] {
  return typeDescription(nameInHeat(type))?.about ?? []
}

/** @param path of a property, or of a key within its value: `networks[].port` */
export function aboutProperty(type: string, path: string): string | undefined {
  return ownValue(typeDescription(nameInHeat(type))?.properties ?? {}, path)
}

/** @param path of a key of the update policy of a type, or of one within its value */
export function aboutUpdatePolicy(type: string, path: string): string | undefined {
  return ownValue(typeDescription(nameInHeat(type))?.updatePolicy ?? {}, path)
}

export function aboutAttribute(type: string, attribute: string): string | undefined {
  return ownValue(typeDescription(nameInHeat(type))?.attributes ?? {}, attribute)
}
