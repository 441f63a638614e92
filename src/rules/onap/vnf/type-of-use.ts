/** The type that a parameter must have, by its constraints and by the properties that take it whole. */

import type { HotParameterType } from '../../../heat/dialects.ts'
import type { SchemaType } from '../../../heat/facts/resource-types.ts'
import { entriesRead, readValue } from '../../../heat/merge-keys.ts'
import { parameterTypeFor } from '../../../heat/parameter-types.ts'
import { type ParameterRead, parameterRead } from '../../../heat/reads.ts'
import { typedTemplate } from '../../../stack/package-stack.ts'
import { schemaOf } from '../../../stack/type-of.ts'
import type { Mapping } from '../../../text/document/node.ts'
import { entryOf, isNull, listOf, mapOf, resolved, scalarOf } from '../../../text/document/read.ts'
import { ownValue } from '../../../text/document/records.ts'
import { parameterReadsIn } from './parameter-reads.ts'
import type { SlotName } from './slots.ts'
import type { Parameter, VnfTemplate } from './template.ts'
import type { Vnf } from './vnf.ts'

/** What a property that takes it whole asks for. A list may be one of strings or of anything, so that its type is not known. */
function wholeFor(property: SchemaType | undefined): HotParameterType | undefined {
  const type = property === undefined ? undefined : parameterTypeFor(property)
  return type === 'comma_delimited_list' ? undefined : type
}

/** What a property that takes one item of it asks for. */
function listFor(property: SchemaType | undefined): HotParameterType | undefined {
  return property !== undefined && parameterTypeFor(property) === 'string'
    ? 'comma_delimited_list'
    : undefined
}

/** Undefined where not all uses say the same, one of them says nothing, or a value does not fit. */
export function typeOfUse(
  vnf: Vnf,
  template: VnfTemplate,
  parameter: Parameter,
): HotParameterType | undefined {
  const { name, map } = parameter
  const given = [readValue(map, 'default'), ...vnf.valuesOf(template, name).map(({ entry }) => entry.value)]
  const values = given.filter((value) => value !== undefined && !isNull(value))
  const types = new Set([...constrained(parameter), ...used(vnf, template, name, values.length > 0)])
  const [type] = types
  if (types.size !== 1 || type === undefined) return undefined
  return values.every((value) => value === undefined || fits(resolved(value), type)) ? type : undefined
}

/** Heat takes ranges for numbers, and patterns for strings (heat/engine/constraints.py, `valid_types`). */
function constrained({ map }: Parameter): readonly HotParameterType[] {
  return (listOf(readValue(map, 'constraints'))?.items ?? []).flatMap((item): HotParameterType[] => {
    if (entryOf(mapOf(item), 'range', 'modulo') !== undefined) return ['number']
    return entryOf(mapOf(item), 'allowed_pattern') === undefined ? [] : ['string']
  })
}

/**
 * What each use asks for: that of a property that takes it or an item of it, and undefined for any other.
 * @param isGiven whether values are known, which show that what is read by index is a list of strings
 */
function used(
  vnf: Vnf,
  template: VnfTemplate,
  name: string,
  isGiven: boolean,
): readonly (HotParameterType | undefined)[] {
  const { root, resources } = template
  const types = new Map<Mapping, HotParameterType | undefined>()
  for (const read of parameterReadsIn(root))
    if (read.name === name) types.set(read.call, isGiven && isItem(read) ? 'comma_delimited_list' : undefined)
  const typed = typedTemplate(vnf.pkg, template.path)
  for (const { id, isMember, type, properties } of resources) {
    const known = schemaOf(typed.type(type, isMember ? undefined : id))?.properties ?? {}
    for (const { key, value } of entriesRead(properties)) {
      const read = parameterRead(value)
      if (read?.name !== name) continue
      const own = ownValue(known, `${scalarOf(key)?.value}`)
      const schema = own && (own.type ?? 'string')
      if (read.path.length === 0) types.set(read.call, wholeFor(schema))
      else if (isItem(read)) types.set(read.call, types.get(read.call) ?? listFor(schema))
    }
  }
  for (const slot of vnf.slots(template)) {
    const read = takeStrings.has(slot.name) ? parameterRead(slot.value) : undefined
    if (read?.name !== name) continue
    if (read.path.length === 0) types.set(read.call, 'string')
    else if (isItem(read)) types.set(read.call, 'comma_delimited_list')
  }
  return [...types.values()]
}

/** Properties that take a string, also those that stand deeper. */
const takeStrings: ReadonlySet<SlotName> = new Set<SlotName>([
  'server-image',
  'server-flavor',
  'server-name',
  'port-network',
  'port-address',
  'port-subnet',
  'port-pair',
])

/** Whether what is read is an item of a list, by its number. */
export function isItem({ path }: ParameterRead): boolean {
  const [index, ...more] = path
  return more.length === 0 && index !== undefined && scalarOf(index)?.type === 'int'
}

function fits(value: ReturnType<typeof resolved>, type: HotParameterType): boolean {
  const scalar = scalarOf(value)
  if (type === 'comma_delimited_list')
    return (
      scalar?.type === 'str' || listOf(value)?.items.every((item) => scalarOf(item)?.type === 'str') === true
    )
  if (type === 'json') return value.kind === 'map'
  if (scalar === undefined) return false
  if (type === 'string') return scalar.type === 'str' || scalar.type === 'int'
  if (type === 'boolean') return scalar.type === 'bool'
  return scalar.type === 'int' || scalar.type === 'float'
}
