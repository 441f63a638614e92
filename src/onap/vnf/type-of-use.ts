/** The type that a parameter must have, by its constraints and by the properties that take it whole. */
import { entryOf, isNull, listOf, mapOf, resolved, scalarOf } from '../../document/read.ts'
import type { HotParameterType } from '../../heat/dialects.ts'
import type { SchemaType } from '../../heat/facts/resource-types.ts'
import { entriesRead, readValue } from '../../heat/merge-keys.ts'
import { parameterTypeFor } from '../../heat/parameter-types.ts'
import { parameterRead } from '../../heat/reads.ts'
import { resourceTypeFacts } from '../../heat/resource-types.ts'
import { parameterReadsIn } from './parameter-reads.ts'
import type { Parameter, VnfTemplate } from './template.ts'
import type { Vnf } from './vnf.ts'

/** A list may be one of strings or of anything, so that its type is not known. */
type Known = Exclude<HotParameterType, 'comma_delimited_list'>

function knownFor(property: SchemaType | undefined): Known | undefined {
  const type = property === undefined ? undefined : parameterTypeFor(property)
  return type === 'comma_delimited_list' ? undefined : type
}

/** Undefined where not all uses say the same, one of them says nothing, or a value does not fit. */
export function typeOfUse(vnf: Vnf, template: VnfTemplate, parameter: Parameter): Known | undefined {
  const { name, map } = parameter
  const types = new Set<Known | undefined>([...constrained(parameter), ...used(template, name)])
  const [type] = types
  if (types.size !== 1 || type === undefined) return undefined
  const values = [readValue(map, 'default'), ...vnf.valuesOf(template, name).map(({ entry }) => entry.value)]
  return values.every((value) => value === undefined || isNull(value) || fits(resolved(value), type))
    ? type
    : undefined
}

/** Heat takes ranges for numbers, and patterns for strings (heat/engine/constraints.py, `valid_types`). */
function constrained({ map }: Parameter): readonly Known[] {
  return (listOf(readValue(map, 'constraints'))?.items ?? []).flatMap((item): Known[] => {
    if (entryOf(mapOf(item), 'range', 'modulo') !== undefined) return ['number']
    return entryOf(mapOf(item), 'allowed_pattern') === undefined ? [] : ['string']
  })
}

/** What each use asks for: that of a property that takes it whole, and undefined for any other. */
function used({ root, resources }: VnfTemplate, name: string): readonly (Known | undefined)[] {
  const whole = resources.flatMap(({ type, properties }) =>
    entriesRead(properties).flatMap(({ key, value }) => {
      const read = parameterRead(value)
      if (read?.name !== name || read.path.length > 0) return []
      const property = scalarOf(key)?.value
      const schema = resourceTypeFacts(type)?.properties.get(`${property}`)?.type
      return [knownFor(schema)]
    }),
  )
  const others = parameterReadsIn(root).filter((read) => read.name === name).length - whole.length
  return others === 0 ? whole : [...whole, undefined]
}

function fits(value: ReturnType<typeof resolved>, type: Known): boolean {
  const scalar = scalarOf(value)
  if (type === 'json') return value.kind === 'map'
  if (scalar === undefined) return false
  if (type === 'string') return scalar.type === 'str' || scalar.type === 'int'
  if (type === 'boolean') return scalar.type === 'bool'
  return scalar.type === 'int' || scalar.type === 'float'
}
