import { removedResourceTypes } from './facts/removed-resource-types.ts'
import { packedResourceTypes, resourceTypeAliases } from './facts/resource-types.ts'
import type { Decline, PackedResourceType, ReferenceKind, RemovedResourceType } from './facts/shapes.ts'

/** The type of a property or attribute in Heat's schemas; `unknown` where the schema says nothing. */
export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'map' | 'any' | 'unknown'

export interface PropertyFacts {
  readonly type: SchemaType
  readonly required: boolean
  /** False when Heat knows the property and refuses it. */
  readonly implemented: boolean
  readonly status: 'supported' | Decline
}

export interface ResourceTypeFacts {
  /** The name under which Heat has the type: another one than asked for when that was an alias. */
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
  /** Without `show`, which every type has. */
  readonly attributes: ReadonlyMap<string, SchemaType>
  /** Properties at the top; what they contain is not here. */
  readonly properties: ReadonlyMap<string, PropertyFacts>
}

/**
 * Whether Heat's own registry has a type, directly or by an alias of its default environment
 * (`OS::Quantum*`). Nested templates (`*.yaml`, URLs), `Custom::*` and types that only an environment
 * maps are not in it.
 */
export function isKnownResourceType(name: string): boolean {
  return registeredName(name) !== undefined
}

const unpacked = new Map<string, ResourceTypeFacts>()

/** The facts about a type of Heat's registry, or undefined for a type that is not in it. */
export function resourceTypeFacts(name: string): ResourceTypeFacts | undefined {
  const registered = registeredName(name)
  if (registered === undefined) return undefined
  const known = unpacked.get(registered)
  if (known !== undefined) return known
  const facts = unpack(registered, packedResourceTypes[registered] ?? {})
  unpacked.set(registered, facts)
  return facts
}

/** All names of the registry, without aliases. */
export function resourceTypeNames(): readonly string[] {
  return Object.keys(packedResourceTypes)
}

/** Where a type went that Heat had once; undefined for all other names. */
export function removedResourceType(name: string): RemovedResourceType | undefined {
  return Object.hasOwn(removedResourceTypes, name) ? removedResourceTypes[name] : undefined
}

/**
 * Whether `type:` names a nested template: Heat takes any name that ends in `.yaml` or `.template`
 * for one (`ResourceInfo.__new__` in heat/engine/environment.py), a URL included.
 */
export function isTemplateReference(type: string): boolean {
  return type.endsWith('.yaml') || type.endsWith('.template')
}

function registeredName(name: string): string | undefined {
  if (Object.hasOwn(packedResourceTypes, name)) return name
  const target = aliasTarget(name)
  return target !== undefined && Object.hasOwn(packedResourceTypes, target) ? target : undefined
}

function aliasTarget(name: string): string | undefined {
  if (Object.hasOwn(resourceTypeAliases, name)) return resourceTypeAliases[name]
  for (const [alias, target] of Object.entries(resourceTypeAliases)) {
    const start = alias.slice(0, -1)
    if (alias.endsWith('*') && name.startsWith(start)) return target.slice(0, -1) + name.slice(start.length)
  }
  return undefined
}

function unpack(name: string, packed: PackedResourceType): ResourceTypeFacts {
  return {
    name,
    status: packed.status ?? 'supported',
    since: packed.since,
    reference: packed.reference ?? 'id',
    placeholder: packed.placeholder ?? false,
    attributePaths: packed.attributePaths,
    attributes: new Map(words(packed.attributes).map((word) => [word.name, word.type as SchemaType])),
    properties: unpackProperties(packed),
  }
}

function unpackProperties(packed: PackedResourceType): Map<string, PropertyFacts> {
  const unimplemented = new Set(words(packed.unimplemented).map(({ name }) => name))
  const declining = new Map(words(packed.declining).map(({ name, type }) => [name, type as Decline]))
  return new Map(
    words(packed.properties).map(({ name, type, required }) => [
      name,
      {
        type: type as SchemaType,
        required,
        implemented: !unimplemented.has(name),
        status: declining.get(name) ?? 'supported',
      },
    ]),
  )
}

interface Word {
  readonly name: string
  readonly type: string
  readonly required: boolean
}

/** Takes `name`, `name=type` and `name=type!` apart; see `PackedResourceType`. */
function words(text: string | undefined): Word[] {
  if (text === undefined) return []
  return text.split(' ').map((word) => {
    const required = word.endsWith('!')
    const [name = '', type = 'string'] = (required ? word.slice(0, -1) : word).split('=')
    return { name, type, required }
  })
}
