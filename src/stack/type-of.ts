/**
 * Which schema the type of a resource gives a location in a template: a class of Heat's, a template that serves as a type, or
 * nothing that is known here. The only answer: check, proof, editor, refactor and ONAP ask it.
 */

import { typedSchemas } from '../heat/class-rules.ts'
import { declinedPath } from '../heat/deprecations.ts'
import { aboutAttribute, aboutProperty, aboutUpdatePolicy } from '../heat/descriptions.ts'
import type {
  AttributeSchema,
  PropertySchema,
  PropertySchemas,
  TranslationRule,
} from '../heat/facts/resource-types.ts'
import { branchesOnCondition } from '../heat/functions/table.ts'
import { memberDefinitionOf } from '../heat/group-types.ts'
import { entriesRead, readValue } from '../heat/merge-keys.ts'
import { type ResourceTypeFacts, resourceTypeFacts } from '../heat/resource-types.ts'
import { declarations, hotName, section } from '../heat/sections.ts'
import { noTranslationRules } from '../heat/translation-rules.ts'
import { memoized } from '../text/document/attached.ts'
import type { Mapping, Node } from '../text/document/node.ts'
import { isNull, listOf, mapOf, nameOf, stringOf } from '../text/document/read.ts'
import { defined, ownValue } from '../text/document/records.ts'
import { parameterSchema } from './parameter-schemas.ts'
import { type TypeReference, typeReferencesOf } from './references.ts'

/** A template by its current tree. */
export interface TemplateTree {
  readonly path: string
  readonly root: Mapping
}

/** What serves as a type. Open: something that is not here, or one of several. */
export type TypeMeaning<Template extends TemplateTree = TemplateTree> =
  | { readonly is: 'class'; readonly type: string }
  | { readonly is: 'template'; readonly template: Template }
  | { readonly is: 'open' }

/** A template of a stack, with what the types in it stand for. */
export interface TypedTemplate<Template extends TemplateTree = TemplateTree> {
  readonly root: Mapping
  /** @param resource the resource that has the type; undefined for members of groups, whose names no registry knows */
  readonly type: (name: string, resource: string | undefined) => TypeMeaning<Template>
  /** The template that a stack which is a resource names. */
  readonly stack: (name: string) => TypeMeaning<Template>
}

/** What a type takes and gives. */
export interface TypeSchema<Template extends TemplateTree = TemplateTree> {
  /** As Heat calls the class; of a template its path. */
  readonly name: string
  readonly properties: PropertySchemas
  readonly attributes: Readonly<Record<string, AttributeSchema>>
  readonly updatePolicy: PropertySchemas
  readonly translationRules: readonly TranslationRule[]
  /** Whether it may be given other properties: a placeholder, or a template of Heat's own that an environment may exchange. */
  readonly takesOthers: boolean
  /** What is said of a property, or of a key within its value: `networks[].port`. */
  readonly aboutProperty: (path: string) => string | undefined
  readonly aboutAttribute: (name: string) => string | undefined
  readonly aboutUpdatePolicy: (path: string) => string | undefined
  /** Why a property, or a key within its value, is deprecated, as the predicate of a sentence. */
  readonly fateOf: (path: string) => string | undefined
  /** The declaration of the parameter that a property of a template is. */
  readonly declarationOf: (property: string) => Mapping | undefined
  readonly template: Template | undefined
}

// Types

type ClassSchema = TypeSchema & { readonly template: undefined }

/** By the name of the type: every resource of it asks several times. */
const classes = new Map<string, ClassSchema>()

/** Undefined for what Heat does not have. */
export function classSchema(type: string): ClassSchema | undefined {
  const known = classes.get(type)
  if (known !== undefined) return known
  const facts = resourceTypeFacts(type)
  if (facts === undefined) return undefined
  const made = ofClass(type, facts)
  classes.set(type, made)
  return made
}

function ofClass(
  type: string,
  { name, schema, placeholder, attributePaths }: ResourceTypeFacts,
): ClassSchema {
  return {
    name,
    properties: schema.properties ?? none,
    attributes: schema.attributes ?? {},
    updatePolicy: schema.updatePolicy ?? none,
    translationRules: schema.translationRules ?? noTranslationRules,
    takesOthers: placeholder || attributePaths === 'TemplateResource',
    aboutProperty: (path) => aboutProperty(type, path),
    aboutAttribute: (name) => aboutAttribute(type, name),
    aboutUpdatePolicy: (path) => aboutUpdatePolicy(type, path),
    fateOf: (path) => declinedPath(type, path),
    declarationOf: () => undefined,
    template: undefined,
  }
}

const none: PropertySchemas = {}
const anything: PropertySchema = { type: 'any' }

/** Parameters are its properties, and outputs its attributes (`generate_class_from_template` of template_resource.py). */
export function templateSchema<Template extends TemplateTree>(template: Template): TypeSchema<Template> {
  const { parameters } = declarations(template.root)
  const outputs = entriesRead(section(template.root, 'outputs'))
  const saidOf = (node: Node | undefined) => stringOf(readValue(mapOf(node), 'description', 'Description'))
  return {
    name: template.path,
    properties: parameterSchemas(template.root),
    attributes: Object.fromEntries(outputs.map((one) => [nameOf(one) ?? '', { type: 'unknown' }])),
    updatePolicy: none,
    translationRules: noTranslationRules,
    takesOthers: false,
    aboutProperty: (name) => saidOf(parameters.get(name)),
    aboutAttribute: (name) => saidOf(outputs.find((one) => nameOf(one) === name)?.value),
    aboutUpdatePolicy: () => undefined,
    fateOf: () => undefined,
    declarationOf: (name) => parameters.get(name),
    template,
  }
}

const parameterSchemas = memoized((root: Mapping): PropertySchemas => {
  const all = [...declarations(root).parameters].map(([name, map]): readonly [string, PropertySchema] => {
    const schema = { updateAllowed: true, ...(parameterSchema(map) ?? anything) } as const
    const preset = readValue(map, 'default', 'Default')
    return [name, preset === undefined || isNull(preset) ? { ...schema, required: true } : schema]
  })
  return Object.fromEntries(all)
})

/** Undefined for what is open, and for a class that Heat does not have. */
export function schemaOf<Template extends TemplateTree>(
  meaning: TypeMeaning<Template>,
): TypeSchema<Template> | undefined {
  switch (meaning.is) {
    case 'class':
      return classSchema(meaning.type)
    case 'template':
      return templateSchema(meaning.template)
    case 'open':
      return undefined
  }
}

/** What a name leads to that a template has for a type, or for the template of a stack. */
export function meaningOf<Template extends TemplateTree>(
  { type, stack }: TypedTemplate<Template>,
  { how, name, resource }: Pick<TypeReference, 'how' | 'name' | 'resource'>,
): TypeMeaning<Template> {
  return how === 'stack' ? stack(name) : type(name, how === 'type' ? resource : undefined)
}

/** The type of a resource, as written. */
export function typeNamed(root: Mapping, resource: string): string | undefined {
  return stringOf(typeOfDefinition(declarations(root).resources.get(resource)))
}

/** The value of `type` in a definition. */
function typeOfDefinition(definition: Node | undefined): Node | undefined {
  return readValue(mapOf(definition), 'type', 'Type')
}

// Locations

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
  /** Of members: the group that they are of, and the same path in it. */
  readonly group?: Defined
}

/** The innermost definition that a path leads into; undefined outside of resources. */
export function definitionAt({ root, type: typeIn }: TypedTemplate, path: Path): Defined | undefined {
  if (!/^resources$/i.test(String(path[0])) || path.length < 2) return undefined
  let resource: string | undefined = String(path[1])
  let definition = mapOf(declarations(root).resources.get(resource))
  let inner = path.slice(2)
  let group: Defined | undefined
  for (;;) {
    const type = stringOf(typeOfDefinition(definition))
    const own = type === undefined ? undefined : schemaOf(typeIn(type, resource))
    const members = own && memberDefinitionOf(own.name)
    const end = members === undefined ? -1 : endOfMembers(inner, members)
    const here = { type, resource, definition, inner, ...defined({ group }) }
    if (end === -1) return here
    group = here
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

/** A property, a key of the update policy, or what one of them holds. */
export interface LocatedType<Template extends TemplateTree = TemplateTree> {
  readonly schema: PropertySchema
  readonly about: string | undefined
  readonly fate: string | undefined
  /** Of a template: the declaration of the parameter that a whole property is. */
  readonly declaration: Mapping | undefined
  /** Whether it is a whole property: an update changes it, or replaces the resource. */
  readonly isWhole: boolean
  readonly template: Template | undefined
}

/** The properties, or the keys of the update policy, that a path leads into. */
interface Tops<Template extends TemplateTree> {
  readonly known: TypeSchema<Template>
  readonly part: 'properties' | 'updatePolicy'
  readonly schemas: PropertySchemas
  /** The rest of the path: the name of one of them, and the steps within its value. */
  readonly rest: Path
}

/**
 * The schema of the location at a path; open where its type is not known here, undefined where there is no property, and
 * where its type has none of that name.
 */
export function typeOf<Template extends TemplateTree>(
  template: TypedTemplate<Template>,
  path: Path,
): LocatedType<Template> | 'open' | undefined {
  const all = topsAt(template, path)
  if (all === 'open') return all
  for (const one of all) {
    const located = locatedIn(one)
    if (located !== undefined) return located
  }
  return undefined
}

/** The same where only a schema is of use. */
export function schemaAt<Template extends TemplateTree>(
  template: TypedTemplate<Template>,
  path: Path,
): LocatedType<Template> | undefined {
  const found = typeOf(template, path)
  return found === 'open' ? undefined : found
}

/** Several where a chain passes the same on to resources of several types. */
function topsAt<Template extends TemplateTree>(
  template: TypedTemplate<Template>,
  path: Path,
): readonly Tops<Template>[] | 'open' {
  const passed = passedAt(template, path)
  if (passed.length > 0) return passed
  const own = definitionAt(template, path)
  // The keys of a definition of members are keys of a property.
  const isKey = own !== undefined && (own.inner.length < 2 || partOf(own) === undefined)
  const at = isKey && own.group !== undefined ? own.group : own
  const part = at && partOf(at)
  if (at === undefined || part === undefined) return []
  const rest = at.inner.slice(1)
  const known = at.type === undefined ? undefined : schemaOf(template.type(at.type, at.resource))
  if (known === undefined) return 'open'
  const properties = mapOf(readValue(at.definition, 'properties', 'Properties'))
  const schemas =
    part === 'properties' && known.template === undefined
      ? typedSchemas(known.name, known.properties, (one) => stringOf(readValue(properties, one)))
      : known[part]
  return [{ known, part, schemas, rest }]
}

function partOf({ inner: [name] }: Defined): 'properties' | 'updatePolicy' | undefined {
  return parts.get(hotName(String(name)))
}

const parts: ReadonlyMap<string, 'properties' | 'updatePolicy'> = new Map([
  ['properties', 'properties'],
  ['update_policy', 'updatePolicy'],
])

/** What a path leads into that a chain or a stack passes on: the properties of the types, the parameters of the template. */
function passedAt<Template extends TemplateTree>(
  template: TypedTemplate<Template>,
  path: Path,
): readonly Tops<Template>[] {
  if (!/^resources$/i.test(String(path[0])) || path.length < 5) return []
  return typeReferencesOf(template.root, String(path[1])).flatMap((one): readonly Tops<Template>[] => {
    if (one.how !== 'stack' && one.how !== 'resources') return []
    const way = [...one.trail, one.propertiesKey]
    if (path.length <= way.length || way.some((step, index) => step !== String(path[index]))) return []
    const known = schemaOf(meaningOf(template, one))
    return known === undefined
      ? []
      : [{ known, part: 'properties', schemas: known.properties, rest: path.slice(way.length) }]
  })
}

function locatedIn<Template extends TemplateTree>({
  known,
  part,
  schemas,
  rest,
}: Tops<Template>): LocatedType<Template> | undefined {
  const [name, ...inner] = rest
  const found = name === undefined ? undefined : propertyAt(schemas, String(name), inner)
  if (found === undefined) return undefined
  const isWhole = part === 'properties' && inner.length === 0
  return {
    schema: found.schema,
    about: part === 'updatePolicy' ? known.aboutUpdatePolicy(found.path) : known.aboutProperty(found.path),
    fate: part === 'updatePolicy' ? undefined : known.fateOf(found.path),
    declaration: isWhole ? known.declarationOf(found.path) : undefined,
    isWhole,
    template: known.template,
  }
}

/**
 * A property, or what is within its value, with its path as descriptions have it: `networks[].port`. A name after that of a
 * list is one of its items.
 */
export function propertyAt(schemas: PropertySchemas, name: string, inner: Path): FoundProperty | undefined {
  const own = ownValue(schemas, name)
  let found: FoundProperty | undefined = own && { schema: own, path: name }
  for (const step of inner) found = found && stepInto(found, step)
  return found
}

interface FoundProperty {
  readonly schema: PropertySchema
  readonly path: string
}

function stepInto({ schema, path }: FoundProperty, step: string | number): FoundProperty | undefined {
  const { items } = schema
  if (typeof step === 'number') return items && { schema: items, path: `${path}[]` }
  if (schema.type === 'list' && items !== undefined)
    return stepInto({ schema: items, path: `${path}[]` }, step)
  const key = ownValue(schema.schema ?? none, step) ?? items
  return key && { schema: key, path: `${path}.${step}` }
}

/** What may stand in the mapping at a path, each with what is said of it; undefined where that is none with known keys. */
export function keysAt<Template extends TemplateTree>(
  template: TypedTemplate<Template>,
  path: Path,
): readonly (readonly [name: string, located: LocatedType<Template>])[] | undefined {
  const all = topsAt(template, [...path, ''])
  const [first] = all === 'open' ? [] : all
  if (all === 'open' || first === undefined) return undefined
  const keys =
    first.rest.length === 1
      ? all.flatMap(({ schemas }) => Object.keys(schemas))
      : Object.keys(schemaAt(template, path)?.schema.schema ?? {})
  return [...new Set(keys)].flatMap((key) => {
    const located = schemaAt(template, [...path, key])
    return located === undefined ? [] : [[key, located] as const]
  })
}

/** The parameters of a template, as an environment gives them values. */
export function parametersOf<Template extends TemplateTree>(
  template: Template,
): ReadonlyMap<string, LocatedType<Template>> {
  const { properties, aboutProperty: about, declarationOf: declaration } = templateSchema(template)
  return new Map(
    Object.entries(properties).map(([name, schema]) => [
      name,
      {
        schema,
        about: about(name),
        fate: undefined,
        declaration: declaration(name),
        isWhole: true,
        template,
      },
    ]),
  )
}
