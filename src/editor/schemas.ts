/** The schema that holds where something stands in a resource. */

import type { Mapping, Node } from '../document/node.ts'
import { mapOf, stringOf } from '../document/read.ts'
import { aboutProperty as describedProperty } from '../heat/descriptions.ts'
import type { PropertySchema, SchemaConstraint } from '../heat/facts/resource-types.ts'
import { readValue } from '../heat/merge-keys.ts'
import { type ResourceTypeFacts, resourceTypeFacts } from '../heat/resource-types.ts'
import { declarations } from '../heat/sections.ts'

type Path = readonly (string | number)[]

/** The type of a resource, as written. */
export function typeNamed(root: Mapping, resource: string): string | undefined {
  return stringOf(typeOfDefinition(declarations(root).resources.get(resource)))
}

/** The value of `type` in a definition. */
function typeOfDefinition(definition: Node | undefined): Node | undefined {
  return readValue(mapOf(definition), 'type', 'Type')
}

/** What Heat has under the type of a resource. */
export function factsOf(root: Mapping, resource: string): ResourceTypeFacts | undefined {
  const type = typeNamed(root, resource)
  return type === undefined ? undefined : resourceTypeFacts(type)
}

/** Whether a path leads into the properties of a resource, to one of them or further. */
export function isInProperties(path: Path): boolean {
  return /^resources$/i.test(String(path[0])) && /^properties$/i.test(String(path[2]))
}

/** The schemas of what may stand in a mapping at a path; undefined where that is none with known keys. */
export function keysAt(root: Mapping, path: Path): Readonly<Record<string, PropertySchema>> | undefined {
  if (!isInProperties(path)) return undefined
  const top = factsOf(root, String(path[1]))?.schema.properties
  return path.length === 3 ? top : schemaAt(root, path)?.schema
}

/** The schema of a property, or of what it holds. */
export function schemaAt(root: Mapping, path: Path): PropertySchema | undefined {
  if (!isInProperties(path) || path.length < 4) return undefined
  const [, resource, , name, ...inner] = path
  let schema = factsOf(root, String(resource))?.schema.properties?.[String(name)]
  for (const step of inner)
    schema = typeof step === 'number' ? schema?.items : (schema?.schema?.[step] ?? schema?.items)
  return schema
}

/** What Heat says of a property, or of a key within its value. */
export function aboutProperty(root: Mapping, path: Path): string | undefined {
  const [, resource, , name, ...inner] = path
  const type = typeNamed(root, String(resource))
  if (type === undefined || !isInProperties(path)) return undefined
  const within = inner.map((step) => (typeof step === 'number' ? '[]' : `.${step}`)).join('')
  return describedProperty(type, `${name}${within}`)
}

/** Values that a schema allows, as they are written. */
export function valuesOf(schema: PropertySchema | undefined): readonly string[] {
  const listed = (schema?.constraints ?? []).flatMap((one) =>
    one.kind === 'allowed_values' ? one.values : [],
  )
  if (listed.length > 0) return listed.map(String)
  return schema?.type === 'boolean' ? ['true', 'false'] : []
}

/** The type of a value in words: `list of string`. */
export function typeText({ type = 'string', items }: PropertySchema): string {
  return items === undefined ? type : `${type} of ${typeText(items)}`
}

/** A constraint in words. */
export function constraintText(one: SchemaConstraint): string {
  switch (one.kind) {
    case 'allowed_values':
      return `one of ${one.values.map((value) => `\`${String(value)}\``).join(', ')}`
    case 'range':
    case 'length':
      return `${one.kind} ${one.min === undefined ? '' : `from ${one.min} `}${one.max === undefined ? '' : `to ${one.max}`}`.trim()
    case 'allowed_pattern':
      return `matches \`${one.pattern}\``
    case 'custom_constraint':
      return `\`${one.name}\``
  }
}
