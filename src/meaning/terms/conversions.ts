/** Properties as their classes see them: the adapter of `convert` for terms. */
import { typedSchemas } from '../../heat/class-rules.ts'
import type { PropertySchema, SchemaType } from '../../heat/facts/resource-types.ts'
import { membersOf } from '../../heat/group-types.ts'
import { convertKey, convertKeys, type Form, type Shape } from '../../heat/values/convert.ts'
import { Float, type Key, type Value } from '../../heat/values/value.ts'
import { classSchema } from '../../stack/type-of.ts'
import { type MapTerm, type Term, type Terms, valueOf } from './term.ts'
import { hasBothNames, newerType } from './translations.ts'

/** Terms, in which functions and what Heat refuses are preserved. */
class TermForm implements Form<Term> {
  readonly keys: Form<Term>['keys']
  readonly #terms: Terms

  /** @param keys `given`: what is given with the value of its schema is left out, as if it were not given */
  constructor(terms: Terms, keys: Form<Term>['keys']) {
    this.#terms = terms
    this.keys = keys
  }

  each = (part: Term, make: (one: Term) => Term): Term => this.#terms.each(part, make)
  /** Python's numbers are equal whatever their types are. */
  of = (value: Value, type?: SchemaType): Term =>
    this.#terms.data(type === 'number' ? alikeNumber(value) : value)
  list = (items: readonly Term[]): Term => this.#terms.list(items)
  map = (entries: ReadonlyMap<Key, Term>): Term => this.#terms.map(entries)
  data = (part: Term): Value | undefined => (part.isData ? valueOf(part) : undefined)
  refused = (part: Term): Term => part
  isAbsent = (part: Term): boolean => part === this.#terms.omitted

  read(part: Term): Shape<Term> | undefined {
    if (part.tag === 'constant') return part.value
    if (part.tag === 'list') return part.items
    return part.tag === 'map' ? part.entries : undefined
  }

  entry = (value: Term | undefined, preset: Term | undefined): Term => {
    if (this.keys === 'all') return value ?? preset ?? this.#terms.null
    return value === undefined || value === preset ? this.#terms.omitted : value
  }
}

function alikeNumber(value: Value): Value {
  if (typeof value === 'boolean') return Number(value)
  return value instanceof Float && Number.isSafeInteger(value.value) ? value.value : value
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

/** The class of the members of a group, by their type; undefined where a template serves as it. */
type ClassOf = (type: string) => string | undefined

/**
 * The properties of a resource with `'1'` for `1` and the like, and without what they are anyway; unchanged where Heat
 * does not have the class.
 */
export function convertedProperties(terms: Terms, type: string, properties: Term, classOf: ClassOf): Term {
  const known = classSchema(String(newerType(type)))
  if (known === undefined) return properties
  const form = new TermForm(terms, 'given')
  return terms.each(properties, (one) => {
    if (one.tag !== 'map') return one
    const { name } = known
    const asWritten = readersOfWritten.has(name) || hasBothNames(name, one)
    const entry: Form<Term>['entry'] = asWritten ? (value) => value ?? terms.omitted : form.entry
    const schemas = typedSchemas(name, known.properties, (property) => stringIn(one, property))
    return withMembers(terms, name, convertKeys(form, schemas, one.entries, entry), classOf)
  })
}

function stringIn(map: MapTerm, property: string): string | undefined {
  const given = map.entries.get(property)
  return given?.tag === 'constant' && typeof given.value === 'string' ? given.value : undefined
}

/** With the properties of the members that a group defines. */
function withMembers(terms: Terms, type: string, properties: ReadonlyMap<Key, Term>, classOf: ClassOf): Term {
  const members = membersOf(type)
  const definition = members?.by === 'definition' ? properties.get(members.property) : undefined
  if (members?.by !== 'definition' || definition?.tag !== 'map') return terms.map(properties)
  const [member, passed] = [definition.entries.get('type'), definition.entries.get('properties')]
  const own = member?.tag === 'constant' ? classOf(String(member.value)) : undefined
  if (own === undefined || passed?.tag !== 'map') return terms.map(properties)
  // A group with an index drops what is null (`ResourceGroup._clean_props`).
  const given = [...passed.entries].filter(([, value]) => members.index === undefined || value !== terms.null)
  const inner = convertedProperties(terms, own, terms.map(new Map(given)), classOf)
  const isNothing = inner.tag === 'map' && inner.entries.size === 0
  const changed = terms.map(
    new Map([...definition.entries, ['properties', isNothing ? terms.omitted : inner]]),
  )
  return terms.map(new Map([...properties, [members.property, changed]]))
}

/** The value of a property of a resource, or of a key of a map that has a schema, where one is given or not. */
export function propertyTerm(terms: Terms, holder: MapTerm, name: string, schema: PropertySchema): Term {
  return convertKey(new TermForm(terms, 'all'), schema, holder.entries.get(name))
}
