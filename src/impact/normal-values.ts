/** Properties as a class of Heat sees them: what is absent has its default (`Property.get_value`). */
import type { PropertySchema } from '../heat/facts/resource-types.ts'
import type { MapTerm, Term, Terms } from '../semantics/terms/term.ts'
import { type Value, valueOfJson } from '../semantics/value.ts'

const nothingOf: Readonly<Partial<Record<NonNullable<PropertySchema['type']>, Value>>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  list: [],
  map: new Map(),
}

/** The value of a property, where one is given or not. */
export function propertyTerm(terms: Terms, properties: MapTerm, name: string, schema: PropertySchema): Term {
  const preset = schema.default === undefined || schema.default === null ? undefined : schema.default
  const absent = preset === undefined ? terms.null : terms.data(valueOfJson(preset))
  const given = properties.entries.get(name)
  if (given === undefined) return absent
  return terms.each(given, (one) => {
    if (one === terms.omitted) return absent
    if (one !== terms.null) return one
    if (preset !== undefined) return absent
    const nothing = nothingOf[schema.type ?? 'string']
    return nothing === undefined ? one : terms.data(nothing)
  })
}
