/** The schema that holds where something stands in a resource. */

import type { Mapping, Node } from '../document/node.ts'
import { isNull, listOf, mapOf, nameOf, stringOf } from '../document/read.ts'
import {
  aboutAttribute,
  aboutUpdatePolicy,
  aboutProperty as describedProperty,
} from '../heat/descriptions.ts'
import type { AttributeSchema, PropertySchema, PropertySchemas } from '../heat/facts/resource-types.ts'
import { branchesOnCondition } from '../heat/functions/table.ts'
import { memberDefinitionOf } from '../heat/group-types.ts'
import { entriesRead, entryRead, readValue } from '../heat/merge-keys.ts'
import { resourceTypeFacts } from '../heat/resource-types.ts'
import { declarations, hotName, section } from '../heat/sections.ts'
import { facadeSchema } from '../workspace/facade-schemas.ts'
import { type TypeReference, typeReferencesOf } from '../workspace/references.ts'
import { shownEntry } from './plain.ts'
import type { Neighbour, Surroundings } from './surroundings.ts'

type Path = readonly (string | number)[]

/** Where a path leads in the definition of a resource, or in that of the members of a group. */
export interface Defined {
  /** The type, as written. */
  readonly type: string | undefined
  /** The name of the resource; undefined for members of groups, which have none in the template. */
  readonly resource: string | undefined
  readonly definition: Mapping | undefined
  /** The rest of the path: `properties`, `networks`, 0. */
  readonly inner: Path
}

/** The innermost definition that a path leads into; undefined outside of resources. */
export function definitionAt(root: Mapping, path: Path): Defined | undefined {
  if (!/^resources$/i.test(String(path[0])) || path.length < 2) return undefined
  let resource: string | undefined = String(path[1])
  let definition = mapOf(declarations(root).resources.get(resource))
  let inner = path.slice(2)
  for (;;) {
    const type = stringOf(typeOfDefinition(definition))
    const members = type === undefined ? undefined : memberDefinitionOf(resourceTypeFacts(type)?.name ?? type)
    const end = members === undefined ? -1 : endOfMembers(inner, members)
    if (end === -1) return { type, resource, definition, inner }
    definition = mapOf(along(definition, inner.slice(0, end)))
    resource = undefined
    inner = inner.slice(end)
  }
}

/** How far a path leads to the definition of members, which may stand in the branch of a condition; -1 where it leads elsewhere. */
function endOfMembers(inner: Path, property: string): number {
  if (!/^properties$/i.test(String(inner[0])) || inner[1] !== property) return -1
  let end = 2
  while (branchesOnCondition(String(inner[end])) && typeof inner[end + 1] === 'number') end += 2
  return inner.length > end ? end : -1
}

function along(node: Node | undefined, path: Path): Node | undefined {
  return path.reduce<Node | undefined>(
    (at, step) => (typeof step === 'number' ? listOf(at)?.items[step] : readValue(mapOf(at), step)),
    node,
  )
}

/** The type of a resource, as written. */
export function typeNamed(root: Mapping, resource: string): string | undefined {
  return stringOf(typeOfDefinition(declarations(root).resources.get(resource)))
}

/** The value of `type` in a definition. */
function typeOfDefinition(definition: Node | undefined): Node | undefined {
  return readValue(mapOf(definition), 'type', 'Type')
}

/** What a type takes and gives: a class of Heat, or a template that serves as one. */
export interface TypeSchema {
  readonly properties: PropertySchemas
  readonly attributes: Readonly<Record<string, AttributeSchema>>
  readonly updatePolicy: PropertySchemas
  /** What is said of a property, or of a key within its value: `networks[].port`. */
  readonly aboutProperty: (path: string) => string | undefined
  readonly aboutAttribute: (name: string) => string | undefined
  readonly template: Neighbour | undefined
}

/** @param resource the resource that has the type; undefined for members of groups */
export function schemaOfType(
  type: string,
  resource: string | undefined,
  around: Surroundings,
): TypeSchema | undefined {
  const template = around.template(type, resource)
  if (template !== undefined) return schemaOfTemplate(template)
  const schema = resourceTypeFacts(type)?.schema
  if (schema === undefined) return undefined
  return {
    properties: schema.properties ?? {},
    attributes: schema.attributes ?? {},
    updatePolicy: schema.updatePolicy ?? {},
    aboutProperty: (path) => describedProperty(type, path),
    aboutAttribute: (name) => aboutAttribute(type, name),
    template,
  }
}

/** What a name leads to that a template has for a type, or for the template of a stack. */
export function schemaOfReference(
  { how, name, resource }: Pick<TypeReference, 'how' | 'name' | 'resource'>,
  around: Surroundings,
): TypeSchema | undefined {
  if (how !== 'stack') return schemaOfType(name, how === 'type' ? resource : undefined, around)
  const template = around.stack(name)
  return template === undefined ? undefined : schemaOfTemplate(template)
}

/** Parameters are its properties, and outputs its attributes. */
function schemaOfTemplate(template: Neighbour): TypeSchema {
  const { parameters } = declarations(template.root)
  const outputs = entriesRead(section(template.root, 'outputs'))
  const saidOf = (node: Node | undefined) => stringOf(readValue(mapOf(node), 'description', 'Description'))
  const properties = [...parameters].flatMap(([name, map]): readonly [string, PropertySchema][] => {
    const schema = facadeSchema(map)
    const preset = entryRead(map, 'default') ?? entryRead(map, 'Default')
    const isOpen = preset === undefined || isNull(preset.value)
    const more = isOpen ? { required: true as const } : { default: shownEntry(map, preset) }
    return schema === undefined ? [] : [[name, { updateAllowed: true, ...schema, ...more }]]
  })
  return {
    properties: Object.fromEntries(properties),
    attributes: Object.fromEntries(outputs.map((one) => [nameOf(one) ?? '', { type: 'unknown' }])),
    updatePolicy: {},
    aboutProperty: (name) => saidOf(parameters.get(name)),
    aboutAttribute: (name) => saidOf(outputs.find((one) => nameOf(one) === name)?.value),
    template,
  }
}

/** The parameters of a template, as an environment gives them values. */
export function parametersOf(template: Neighbour): ReadonlyMap<string, Located> {
  const { properties, aboutProperty } = schemaOfTemplate(template)
  return new Map(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { schema, about: aboutProperty(name), isWhole: true, template },
    ]),
  )
}

/** What the type of a resource takes and gives. */
export function schemaOfResource(
  root: Mapping,
  resource: string,
  around: Surroundings,
): TypeSchema | undefined {
  const type = typeNamed(root, resource)
  return type === undefined ? undefined : schemaOfType(type, resource, around)
}

/** What is known of a property, of a key of the update policy, or of what one of them holds. */
export interface Located {
  readonly schema: PropertySchema
  readonly about: string | undefined
  /** Whether it is a whole property: an update changes it, or replaces the resource. */
  readonly isWhole: boolean
  readonly template: Neighbour | undefined
}

/** The properties, or the keys of the update policy, that a path leads into. */
interface Tops {
  readonly type: string
  readonly known: TypeSchema
  readonly part: 'properties' | 'updatePolicy'
  /** The rest of the path: the name of one of them, and the steps within its value. */
  readonly rest: Path
}

/** Several where a chain passes the same on to resources of several types. */
function topsAt(root: Mapping, path: Path, around: Surroundings): readonly Tops[] {
  const passed = passedAt(root, path, around)
  if (passed.length > 0) return passed
  const at = definitionAt(root, path)
  const [section, ...rest] = at?.inner ?? []
  const part = tops.get(hotName(String(section)))
  if (at?.type === undefined || part === undefined) return []
  const known = schemaOfType(at.type, at.resource, around)
  return known === undefined ? [] : [{ type: at.type, known, part, rest }]
}

/** What a path leads into that a chain or a stack passes on: the properties of the types, the parameters of the template. */
function passedAt(root: Mapping, path: Path, around: Surroundings): readonly Tops[] {
  if (!/^resources$/i.test(String(path[0])) || path.length < 5) return []
  return typeReferencesOf(root, String(path[1])).flatMap((one): readonly Tops[] => {
    if (one.how !== 'stack' && one.how !== 'resources') return []
    const way = [...one.trail, one.propertiesKey]
    if (path.length <= way.length || way.some((step, index) => step !== String(path[index]))) return []
    const known = schemaOfReference(one, around)
    return known === undefined
      ? []
      : [{ type: one.name, known, part: 'properties', rest: path.slice(way.length) }]
  })
}

const tops: ReadonlyMap<string, Tops['part']> = new Map([
  ['properties', 'properties'],
  ['update_policy', 'updatePolicy'],
])

/** What stands at a path; undefined outside of properties, and where nothing is known. */
export function locatedAt(root: Mapping, path: Path, around: Surroundings): Located | undefined {
  for (const one of topsAt(root, path, around)) {
    const located = locatedIn(one)
    if (located !== undefined) return located
  }
  return undefined
}

function locatedIn({ type, known, part, rest }: Tops): Located | undefined {
  const [name, ...inner] = rest
  if (name === undefined) return undefined
  let schema = Object.hasOwn(known[part], String(name)) ? known[part][String(name)] : undefined
  for (const step of inner)
    schema = typeof step === 'number' ? schema?.items : (schema?.schema?.[step] ?? schema?.items)
  if (schema === undefined) return undefined
  const within = inner.map((step) => (typeof step === 'number' ? '[]' : `.${step}`)).join('')
  const said = `${name}${within}`
  return {
    schema,
    about: part === 'updatePolicy' ? aboutUpdatePolicy(type, said) : known.aboutProperty(said),
    isWhole: part === 'properties' && inner.length === 0,
    template: known.template,
  }
}

/** What may stand in the mapping at a path, each with what is said of it; undefined where that is none with known keys. */
export function keysAt(
  root: Mapping,
  path: Path,
  around: Surroundings,
): readonly (readonly [name: string, located: Located])[] | undefined {
  const all = topsAt(root, [...path, ''], around)
  const [first] = all
  if (first === undefined) return undefined
  const keys =
    first.rest.length === 1
      ? all.flatMap(({ known, part }) => Object.keys(known[part]))
      : Object.keys(locatedAt(root, path, around)?.schema.schema ?? {})
  return [...new Set(keys)].flatMap((key) => {
    const located = locatedAt(root, [...path, key], around)
    return located === undefined ? [] : [[key, located] as const]
  })
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
