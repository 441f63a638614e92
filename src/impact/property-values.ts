/** Properties as a class of Heat sees them (`Property.get_value` and `Properties` of heat/engine/properties.py). */
import type { PropertySchema, PropertySchemas } from '../heat/facts/resource-types.ts'
import { convertedScalar } from '../semantics/terms/conversions.ts'
import type { MapTerm, Term, Terms } from '../semantics/terms/term.ts'
import { isList, isMap, type Key, type Value, valueOfJson } from '../semantics/value.ts'

/** What null stands for where a schema has no default. */
const nothingOf: Readonly<Partial<Record<NonNullable<PropertySchema['type']>, Value>>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  list: [],
  map: new Map(),
}

/** The value of a property of a resource, or of a key of a map that has a schema, where one is given or not. */
export function propertyTerm(terms: Terms, holder: MapTerm, name: string, schema: PropertySchema): Term {
  const given = holder.entries.get(name)
  const absent = () => presetTerm(terms, schema) ?? terms.null
  if (given === undefined) return absent()
  return terms.each(given, (one) => (one === terms.omitted ? absent() : seenTerm(terms, schema, one)))
}

/** The default of a property, which is written in any type that Heat converts. */
function presetTerm(terms: Terms, schema: PropertySchema): Term | undefined {
  if (schema.default === undefined || schema.default === null) return undefined
  const preset = valueOfJson(schema.default)
  const isEmpty = (isList(preset) && preset.length === 0) || (isMap(preset) && preset.size === 0)
  // An empty default is false to Python: what the type has for nothing counts (`default() or []`).
  return seenTerm(
    terms,
    schema,
    terms.data(isEmpty ? (nothingOf[schema.type ?? 'string'] ?? preset) : preset),
  )
}

function seenTerm(terms: Terms, schema: PropertySchema, value: Term): Term {
  return terms.each(value, (one) => {
    const { type = 'string', allowConversion } = schema
    if (one === terms.null) {
      const nothing = nothingOf[type]
      const preset = presetTerm(terms, schema)
      // A default that is false to Python, `0` or `''`, is what the type has for nothing (`default() or 0`).
      return preset ?? (nothing === undefined ? one : seenTerm(terms, schema, terms.data(nothing)))
    }
    if (one.tag === 'constant') {
      if (type === 'list' && allowConversion === true && typeof one.value === 'string')
        return terms.data(one.value === '' ? [] : one.value.split(',').map((item) => item.trim()))
      return terms.constant(convertedScalar(type, one.value))
    }
    if (one.tag === 'list') return seenList(terms, schema, one.items)
    return one.tag === 'map' ? seenMap(terms, schema, one) : one
  })
}

function seenList(terms: Terms, { items }: PropertySchema, list: readonly Term[]): Term {
  return terms.list(items === undefined ? list : list.map((item) => seenTerm(terms, items, item)))
}

/** With every key of its schema: what is not given has its default, or is null. */
function seenMap(terms: Terms, { schema, items }: PropertySchema, map: MapTerm): Term {
  if (schema !== undefined) {
    const others = [...map.entries].filter(([key]) => !Object.hasOwn(schema, String(key)))
    return terms.map(new Map<Key, Term>([...keysSeen(terms, schema, map), ...others]))
  }
  if (items === undefined) return map
  return terms.map(new Map([...map.entries].map(([key, item]) => [key, seenTerm(terms, items, item)])))
}

function keysSeen(terms: Terms, schema: PropertySchemas, map: MapTerm): readonly (readonly [Key, Term])[] {
  return Object.entries(schema).map(([key, one]) => [key, propertyTerm(terms, map, key, one)])
}

/** Whether a list has a string, or any, where it is written out. */
export function isListed(list: Term, key?: string): 'sure' | 'may' | 'no' {
  if (list.tag !== 'list') return list.isData ? 'no' : 'may'
  if (key === undefined) return list.items.length === 0 ? 'no' : 'may'
  if (list.items.some((item) => item.tag === 'constant' && String(item.value) === key)) return 'sure'
  return list.items.every((item) => item.isData) ? 'no' : 'may'
}
