/** Properties as their classes see them: the adapter of `convert` for terms. */
import type { PropertySchema } from '../../heat/facts/resource-types.ts'
import { resourceTypeFacts } from '../../heat/resource-types.ts'
import { convertKey, convertKeys, type Form, type Shape } from '../../heat/values/convert.ts'
import type { Key, Value } from '../value.ts'
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
  of = (value: Value): Term => this.#terms.data(value)
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

/**
 * The properties of a resource with `'1'` for `1` and the like, and without what they are anyway; unchanged where Heat
 * does not have the type.
 */
export function convertedProperties(terms: Terms, type: Value, properties: Term): Term {
  const name = newerType(type)
  const schemas = typeof name === 'string' ? resourceTypeFacts(name)?.schema.properties : undefined
  if (schemas === undefined) return properties
  const form = new TermForm(terms, 'given')
  return terms.each(properties, (one) => {
    if (one.tag !== 'map') return one
    const asWritten = readersOfWritten.has(name) || hasBothNames(name, one)
    return terms.map(
      convertKeys(form, schemas, one.entries, asWritten ? (value) => value ?? terms.omitted : form.entry),
    )
  })
}

/** The value of a property of a resource, or of a key of a map that has a schema, where one is given or not. */
export function propertyTerm(terms: Terms, holder: MapTerm, name: string, schema: PropertySchema): Term {
  return convertKey(new TermForm(terms, 'all'), schema, holder.entries.get(name))
}
