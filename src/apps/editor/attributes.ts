/** The attributes of a resource, and those of what it creates: the members of a group, the outputs of a stack. */

import type { AttributeSchema } from '../../heat/facts/resource-types.ts'
import { functionRow } from '../../heat/functions/table.ts'
import { memberAttributesOf } from '../../heat/group-types.ts'
import { type TypeReference, typeReferencesOf } from '../../stack/references.ts'
import { meaningOf, schemaOf, type TypeSchema, typeNamed } from '../../stack/type-of.ts'
import type { Mapping } from '../../text/document/node.ts'
import { listOf, stringOf } from '../../text/document/read.ts'
import type { Found } from './paths.ts'
import { typedDocument } from './schemas.ts'
import type { Neighbour, Surroundings } from './surroundings.ts'

/** What is known of an attribute. */
export interface KnownAttribute {
  readonly schema: AttributeSchema
  readonly about: string | undefined
  /** The type that has it, or the path of the template whose output it is. */
  readonly owner: string
  /** Its name there: what is asked of a resource may have a prefix. */
  readonly name: string
  readonly template: Neighbour | undefined
  /** Whether each member of a group has it. */
  readonly isOfMembers: boolean
}

/** An attribute that is asked of a resource, by the names before it in the list of the function. */
interface AskedAttribute {
  readonly resource: string
  readonly before: readonly string[]
}

/** Where something stands as the name of an attribute; undefined where it does not. */
export function attributeAt({ steps, isKey }: Found): AskedAttribute | undefined {
  const [call, item] = steps.slice(-2)
  if (isKey || call?.kind !== 'entry' || item?.kind !== 'item' || item.index === 0) return undefined
  if (functionRow(call.name)?.refersTo !== 'attribute') return undefined
  const names = listOf(call.entry.value)?.items.slice(0, item.index).map(stringOf) ?? []
  const [resource, ...before] = names
  if (resource === undefined || before.some((one) => one === undefined)) return undefined
  return { resource, before: before as readonly string[] }
}

/** The attributes that may be asked for there, by their names. */
export function attributesAt(
  root: Mapping,
  { resource, before }: AskedAttribute,
  around: Surroundings,
): ReadonlyMap<string, KnownAttribute> {
  const type = typeNamed(root, resource)
  if (type === undefined) return new Map()
  const own = schemaOf(around.type(type, resource))
  const named = own?.template === undefined ? memberAttributesOf(own?.name ?? type) : undefined
  const [attribute, another] = before
  if (attribute !== undefined) {
    const isBelow = another === undefined && named?.below.includes(attribute) === true
    return new Map(isBelow ? ofMembers(root, resource, '', around) : [])
  }
  const { prefix } = named ?? {}
  return new Map([
    ...(prefix === undefined ? [] : ofMembers(root, resource, prefix, around)),
    ...(own === undefined ? [] : ofSchema(own, type, '', false)),
  ])
}

function ofMembers(
  root: Mapping,
  resource: string,
  prefix: string,
  around: Surroundings,
): readonly (readonly [string, KnownAttribute])[] {
  return createdBy(root, resource).flatMap((one) => {
    const known = schemaOf(meaningOf(typedDocument(root, around), one))
    return known === undefined ? [] : ofSchema(known, one.name, prefix, one.how !== 'stack')
  })
}

function ofSchema(
  { attributes, aboutAttribute, template }: TypeSchema<Neighbour>,
  type: string,
  prefix: string,
  isOfMembers: boolean,
): readonly (readonly [string, KnownAttribute])[] {
  const owner = template?.path ?? type
  return Object.entries(attributes).map(([name, schema]) => [
    `${prefix}${name}`,
    { schema, about: aboutAttribute(name), owner, name, template, isOfMembers },
  ])
}

/** What a resource creates itself, and not what its members create in turn. */
function createdBy(root: Mapping, resource: string): readonly TypeReference[] {
  const created = typeReferencesOf(root, resource).filter(({ how }) => how !== 'type')
  const isWithin = (one: TypeReference, other: TypeReference) =>
    other.trail.length < one.trail.length && other.trail.every((step, index) => step === one.trail[index])
  return created.filter((one) => !created.some((other) => isWithin(one, other)))
}
