import type { Mapping } from '../text/document/node.ts'
import { stringOf } from '../text/document/read.ts'
import { defined } from '../text/document/records.ts'
import { insteadOfTypes } from './facts/facts.ts'
import {
  type Decline,
  hasResourceType,
  type ReferenceKind,
  type ResourceTypeSchema,
  resourceTypeHead,
  resourceTypeNames,
  resourceTypeSchema,
  type SchemaType,
} from './facts/resource-types.ts'
import { readValue } from './merge-keys.ts'
import { declarations } from './sections.ts'

export { resourceTypeNames, type SchemaType }

interface PropertyFacts {
  readonly type: SchemaType
  readonly required: boolean
  /** False when Heat knows the property and refuses it. */
  readonly implemented: boolean
  readonly status: 'supported' | Decline
}

export interface ResourceTypeFacts {
  /** The name under which Heat has the type: not the one that was looked up when that was an alias. */
  readonly name: string
  readonly status: 'supported' | Decline
  /** The Heat release in which the type got that status, when Heat says so. */
  readonly since: string | undefined
  /** What a reference to the resource (`Ref`, `get_resource`) gives. */
  readonly reference: ReferenceKind
  /** Accepts every property and creates nothing; its attributes are null. */
  readonly placeholder: boolean
  /** The class that gives a path in `get_attr` a meaning of its own; undefined when a path just selects. */
  readonly attributePaths: string | undefined
  /** Whether the deletion policy `Snapshot` is allowed; Heat refuses it for other types of its own. */
  readonly snapshotDeletion: boolean
  /** Without `show`, which every type has. */
  readonly attributes: ReadonlyMap<string, SchemaType>
  /** Properties at the top; what they contain is in the schema. */
  readonly properties: ReadonlyMap<string, PropertyFacts>
  /** All that the class declares. */
  readonly schema: ResourceTypeSchema
}

/**
 * Whether Heat's own registry has a type, directly or by an alias of its default environment
 * (`OS::Quantum*`). Nested templates (`*.yaml`, URLs), `Custom::*` and types that only an environment
 * maps are not in it.
 */
export function isKnownResourceType(name: string): boolean {
  return registeredName(name) !== undefined
}

/** By the name under which Heat has the type. */
const known = new Map<string, ResourceTypeFacts>()

/** The facts about a type of Heat's registry, or undefined for a type that is not in it. */
export function resourceTypeFacts(name: string): ResourceTypeFacts | undefined {
  return known.get(name) ?? foundFacts(name)
}

function foundFacts(name: string): ResourceTypeFacts | undefined {
  const registered = registeredName(name)
  if (registered === undefined) return undefined
  const before = known.get(registered)
  if (before !== undefined) return before
  const schema = resourceTypeSchema(registered)
  if (schema === undefined) return undefined
  const facts = factsOf(schema)
  known.set(registered, facts)
  return facts
}

/** The types that a template names and Heat does not have, in their order; other templates as types do not count. */
export function missingResourceTypes(root: Mapping): readonly string[] {
  const types = [...declarations(root).resources.values()].flatMap(
    (resource) => stringOf(readValue(resource, 'Type', 'type')) ?? [],
  )
  return [...new Set(types)].filter((type) => !isKnownResourceType(type) && !isTemplateReference(type))
}

/** The release in which Heat no longer had a type that it had once; undefined for all other names. */
export function removedResourceType(
  name: string,
): { readonly removedIn: string; readonly replacement?: string } | undefined {
  const row = Object.hasOwn(insteadOfTypes, name) ? insteadOfTypes[name] : undefined
  return row?.removedIn === undefined
    ? undefined
    : defined({ removedIn: row.removedIn, replacement: row.to?.[0] })
}

/** Why Heat can make no resource of a type, as a sentence; undefined where it can, and for the name of a template. */
export function absentType(type: string): string | undefined {
  if (isKnownResourceType(type) || isTemplateReference(type)) return undefined
  const removed = removedResourceType(type)
  if (removed === undefined) return `Heat has no resource type "${type}"`
  const instead = removed.replacement === undefined ? '' : `; ${removed.replacement} took its place`
  return `"${type}" was removed from Heat in ${removed.removedIn}${instead}`
}

/**
 * Whether `type:` names a nested template: Heat takes any name that ends in `.yaml` or `.template`
 * for one (`ResourceInfo.__new__` in heat/engine/environment.py), a URL included.
 */
export function isTemplateReference(type: string): boolean {
  return type.endsWith('.yaml') || type.endsWith('.template')
}

/**
 * Whether a name in a file is that of a template, in the author's view: `.yml` is none to Heat, and a file to its
 * author.
 */
export function namesTemplate(name: string): boolean {
  return isTemplateReference(name) || name.endsWith('.yml')
}

function registeredName(name: string): string | undefined {
  if (hasResourceType(name)) return name
  const target = aliasTarget(name)
  return target !== undefined && hasResourceType(target) ? target : undefined
}

function aliasTarget(name: string): string | undefined {
  const { aliases } = resourceTypeHead()
  if (Object.hasOwn(aliases, name)) return aliases[name]
  const family = families().find(({ alias }) => name.startsWith(alias))
  return family === undefined ? undefined : family.target + name.slice(family.alias.length)
}

/** The other names that Heat's default environment has for a type of its registry. */
export function typeAliases(type: string): readonly string[] {
  const single = Object.entries(resourceTypeHead().aliases).flatMap(([alias, target]) =>
    target === type ? [alias] : [],
  )
  const ofFamilies = families().flatMap(({ alias, target }) =>
    type.startsWith(target) ? [alias + type.slice(target.length)] : [],
  )
  return [...single, ...ofFamilies]
}

interface Family {
  readonly alias: string
  readonly target: string
}

let knownFamilies: readonly Family[] | undefined

/** Aliases of all types with a beginning (`OS::Quantum*`): looked up for every type that Heat does not have. */
function families(): readonly Family[] {
  knownFamilies ??= Object.entries(resourceTypeHead().aliases)
    .filter(([alias]) => alias.endsWith('*'))
    .map(([alias, target]) => ({ alias: alias.slice(0, -1), target: target.slice(0, -1) }))
  return knownFamilies
}

function factsOf(schema: ResourceTypeSchema): ResourceTypeFacts {
  const { attributes = {}, properties = {}, referenceId } = schema
  return {
    name: schema.name,
    status: schema.support?.status ?? 'supported',
    since: schema.support?.version,
    reference: referenceId === undefined ? 'id' : (resourceTypeHead().referenceKinds[referenceId] ?? 'id'),
    placeholder: schema.placeholder ?? false,
    attributePaths: schema.attributesAtRunTime,
    snapshotDeletion: schema.snapshotDeletion ?? false,
    attributes: mapped(attributes, ({ type }) => type ?? 'string'),
    properties: mapped(properties, ({ type, required, implemented, support }) => ({
      type: type ?? 'string',
      required: required ?? false,
      implemented: implemented ?? true,
      status: support?.status ?? 'supported',
    })),
    schema,
  }
}

function mapped<From, To>(from: Readonly<Record<string, From>>, to: (one: From) => To): Map<string, To> {
  return new Map(Object.entries(from).map(([name, one]) => [name, to(one)]))
}

/**
 * What the values inside list and map attributes are, step by step, where the attribute's description says
 * so: heat/engine/resources/openstack/nova/server.py (`networks`, `addresses`, `console_urls`),
 * neutron/port.py (`fixed_ips`), neutron/net.py (`subnets`).
 */
const inner: Readonly<Record<string, Readonly<Record<string, readonly SchemaType[]>>>> = {
  'OS::Nova::Server': { networks: ['list', 'string'], addresses: ['list', 'map'], console_urls: ['string'] },
  'OS::Neutron::Port': { fixed_ips: ['map', 'string'] },
  'OS::Neutron::Net': { subnets: ['string'] },
}

/** The type of an attribute, or of what `steps` further steps into it find; undefined where it is unknown. */
export function attributeShape(type: string, attribute: string, steps: number): SchemaType | undefined {
  const facts = resourceTypeFacts(type)
  if (steps > 0)
    return Object.hasOwn(inner, facts?.name ?? '')
      ? inner[facts?.name ?? '']?.[attribute]?.[steps - 1]
      : undefined
  return attributeOfEveryType(attribute) ?? facts?.attributes.get(attribute)
}

/** The type of an attribute that every resource has, whatever its type, and a nested template beside its outputs. */
export function attributeOfEveryType(attribute: string): SchemaType | undefined {
  const { attributesOfEveryType: all } = resourceTypeHead()
  return Object.hasOwn(all, attribute) ? all[attribute]?.type : undefined
}
