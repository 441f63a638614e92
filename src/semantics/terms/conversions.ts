/** Literal values of properties as Heat converts them to the type of the schema. */
import type { PropertySchema, PropertySchemas } from '../../heat/facts/resource-types.ts'
import { resourceTypeFacts } from '../../heat/resource-types.ts'
import { pythonStr } from '../python-text.ts'
import { Float, type Key, type Value } from '../value.ts'
import type { Term, Terms } from './term.ts'
import { newerType } from './translations.ts'

/** The properties of a resource with `'1'` for `1` and the like; as they are where Heat does not know the type. */
export function convertedProperties(terms: Terms, type: Value, properties: Term): Term {
  const name = newerType(type)
  const schema = typeof name === 'string' ? resourceTypeFacts(name)?.schema.properties : undefined
  return schema === undefined
    ? properties
    : withoutPresets(terms, name, schema, convertedEntries(terms, schema, properties))
}

/** Classes that look at what is written, be it what they have anyway (`properties.data` in heat/engine/resources). */
const readersOfWritten: ReadonlySet<Value> = new Set([
  'AWS::AutoScaling::AutoScalingGroup',
  'AWS::AutoScaling::LaunchConfiguration',
  'OS::Nova::Server',
  'OS::Neutron::NetworkGateway',
  'OS::Mistral::Workflow',
  'OS::Heat::Stack',
  'OS::Cinder::Volume',
])

/** A property with the value of its schema is equivalent to an omitted one (`Properties._get_property_value`). */
function withoutPresets(terms: Terms, type: Value, schema: PropertySchemas, properties: Term): Term {
  if (readersOfWritten.has(type)) return properties
  return terms.each(properties, (one) => {
    if (one.tag !== 'map') return one
    const entries = new Map<Key, Term>()
    for (const [key, value] of one.entries) {
      const own = typeof key === 'string' && Object.hasOwn(schema, key) ? schema[key] : undefined
      const preset = typeof own?.default === 'object' ? undefined : own?.default
      const isPreset = (each: Term) => each.tag === 'constant' && each.value === preset
      entries.set(
        key,
        preset === undefined ? value : terms.each(value, (each) => (isPreset(each) ? terms.omitted : each)),
      )
    }
    return terms.map(entries)
  })
}

function convertedEntries(terms: Terms, schema: PropertySchemas, properties: Term): Term {
  return terms.each(properties, (one) => {
    if (one.tag !== 'map') return one
    const entries = new Map<Key, Term>()
    for (const [key, value] of one.entries) {
      const own = typeof key === 'string' && Object.hasOwn(schema, key) ? schema[key] : undefined
      entries.set(key, own === undefined ? value : converted(terms, own, value))
    }
    return terms.map(entries)
  })
}

/** `Property.get_value` of heat/engine/properties.py, for what is written out. */
function converted(terms: Terms, schema: PropertySchema, value: Term): Term {
  return terms.each(value, (one) => {
    const { items, schema: inner } = schema
    if (one.tag === 'constant') return terms.constant(convertedScalar(schema.type ?? 'string', one.value))
    if (one.tag === 'list' && items !== undefined)
      return terms.list(one.items.map((item) => converted(terms, items, item)))
    if (one.tag !== 'map') return one
    if (inner !== undefined) return convertedEntries(terms, inner, one)
    if (items === undefined) return one
    return terms.map(new Map([...one.entries].map(([key, item]) => [key, converted(terms, items, item)])))
  })
}

function isWhole(value: Key): value is string {
  return typeof value === 'string' && /^[-+]?\d{1,15}$/.test(value)
}

/** `_get_string`, `_get_integer`, `_get_number`, `_get_bool`; what Heat refuses is left as it is. */
export function convertedScalar(type: NonNullable<PropertySchema['type']>, value: Key): Key {
  switch (type) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? pythonStr(value) : value
    case 'integer':
      return isWhole(value) ? Number(value) || 0 : value
    case 'number':
      if (typeof value === 'string' && /^[-+]?\d{1,15}\.\d{1,15}$/.test(value))
        return new Float(Number(value))
      return isWhole(value) ? Number(value) || 0 : value
    case 'boolean':
      return typeof value === 'string' && /^(?:true|false)$/i.test(value)
        ? value.toLowerCase() === 'true'
        : value
    default:
      return value
  }
}
