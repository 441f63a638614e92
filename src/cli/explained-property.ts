/** What `explain` says of a property or an attribute of a resource type: `OS::Nova::Server.networks.port`. */

import { ownValue } from '../document/records.ts'
import { declinedPath } from '../heat/deprecations.ts'
import { aboutAttribute, aboutProperty } from '../heat/descriptions.ts'
import type { AttributeSchema, PropertySchema, PropertySchemas } from '../heat/facts/resource-types.ts'
import { nearNames } from '../heat/near-names.ts'
import { resourceTypeFacts } from '../heat/resource-types.ts'
import { type Style, wrap } from '../report/style.ts'
import { aboutSchema, typeOf } from './explained-type.ts'

/** A property and an attribute of one name, of which at least one is there. */
interface ExplainedMember {
  readonly kind: 'property'
  readonly type: string
  /** As the facts have it, with `[]` for items: `networks[].port`. */
  readonly name: string
  readonly property?: PropertySchema
  readonly attribute?: AttributeSchema
  /** What Heat says of each. */
  readonly about: { readonly property?: string; readonly attribute?: string }
  /** Why it is deprecated, as the predicate of a sentence. */
  readonly deprecated?: string
  /** The keys of its value, with what Heat says of them. */
  readonly keys: readonly {
    readonly name: string
    readonly schema: PropertySchema
    readonly about?: string
  }[]
}

/** What follows the name of a type; undefined for what is no name of a type and of a member. */
export function memberName(name: string): { readonly type: string; readonly path: string } | undefined {
  const [, type = '', path = ''] = /^(\w+::\w+(?:::\w+)*)\.([\w.[\]:-]+)$/.exec(name) ?? []
  return type === '' ? undefined : { type, path }
}

/** A property or key by the names on the way to it, with or without `[]`; undefined where there is none. */
export function explainedMember(type: string, path: string): ExplainedMember | undefined {
  const facts = resourceTypeFacts(type)
  const found = propertyAt(facts?.schema.properties ?? {}, path.replaceAll(/\[\d*\]/g, '').split('.'))
  const attribute = ownValue(facts?.schema.attributes ?? {}, path)
  if (facts === undefined || (found === undefined && attribute === undefined)) return undefined
  const name = found?.path ?? path
  const deprecated = found === undefined ? undefined : declinedPath(type, name)
  const [said, given] = [aboutProperty(type, name), aboutAttribute(type, path)]
  return {
    kind: 'property',
    type,
    name,
    ...(found === undefined ? {} : { property: found.schema }),
    ...(attribute === undefined ? {} : { attribute }),
    about: {
      ...(found === undefined || said === undefined ? {} : { property: said }),
      ...(attribute === undefined || given === undefined ? {} : { attribute: given }),
    },
    ...(deprecated === undefined ? {} : { deprecated }),
    keys: found === undefined ? [] : keysOf(type, found),
  }
}

/** The names that may be meant by one that there is not. */
export function nearMembers(type: string, path: string): readonly string[] {
  const { properties = {}, attributes = {} } = resourceTypeFacts(type)?.schema ?? {}
  return nearNames(path, new Set([...Object.keys(properties), ...Object.keys(attributes)])).map(
    (name) => `${type}.${name}`,
  )
}

interface FoundProperty {
  readonly schema: PropertySchema
  readonly path: string
}

function propertyAt(
  schemas: PropertySchemas,
  [name = '', ...others]: readonly string[],
  around = '',
): FoundProperty | undefined {
  const schema = ownValue(schemas, name)
  if (schema === undefined) return undefined
  const found = { schema, path: `${around}${name}` }
  if (others.length === 0) return found
  const within = itemsIn(found)
  return propertyAt(within.schema.schema ?? {}, others, `${within.path}.`)
}

/** What the innermost list of a value holds; the value itself where it is no list. */
function itemsIn({ schema, path }: FoundProperty): FoundProperty {
  return schema.items === undefined ? { schema, path } : itemsIn({ schema: schema.items, path: `${path}[]` })
}

function keysOf(type: string, found: FoundProperty): ExplainedMember['keys'] {
  const { schema, path } = itemsIn(found)
  const known = Object.entries(schema.schema ?? {}).filter(([, { implemented }]) => implemented !== false)
  return known.map(([name, one]) => {
    const about = aboutProperty(type, `${path}.${name}`)
    return { name, schema: one, ...(about === undefined ? {} : { about }) }
  })
}

export function memberText(
  { type, name, property, attribute, about, deprecated, keys }: ExplainedMember,
  style: Style,
  width: number | undefined,
): string {
  const isTop = /^\w+$/.test(name)
  const ofProperty = property && [
    ...titleLine(
      ['property:', typeOf(property)],
      [aboutSchema(property, isTop ? 0 : 1), inPlace(property, isTop)],
    ),
    ...indented(
      [
        about.property,
        property.implemented === false ? 'Heat knows it and refuses it.' : undefined,
        deprecated === undefined ? undefined : `It ${deprecated}.`,
        property.support?.message,
      ],
      width,
    ),
  ]
  const ofAttribute = attribute && [
    ...titleLine(['attribute:', attribute.type ?? 'string'], [attribute.support?.status]),
    ...indented([about.attribute, attribute.support?.message], width),
  ]
  const ofKeys = keys.flatMap((one) => [
    ...titleLine([`  ${style.bold(one.name)} `, typeOf(one.schema)], [aboutSchema(one.schema, 1)]),
    ...indented([one.about], width),
  ])
  const shown = keys.length === 0 ? [] : ['', style.bold('keys'), ...ofKeys]
  return [
    style.bold(`${type}.${name}`),
    '',
    ...(ofProperty ?? []),
    ...(ofAttribute ?? []),
    ...shown,
    '',
  ].join('\n')
}

/** A table of the whole type leaves out what holds for most. */
function inPlace({ updateAllowed }: PropertySchema, isTop: boolean): string | undefined {
  return isTop && updateAllowed === true ? 'an update changes it in place' : undefined
}

function titleLine(words: readonly string[], details: readonly (string | undefined)[]): readonly string[] {
  const said = details.filter((one) => one !== undefined && one !== '')
  return [[words.join(' '), ...said].join('; ')]
}

function indented(texts: readonly (string | undefined)[], width: number | undefined): readonly string[] {
  const room = width === undefined ? undefined : width - 4
  return texts.flatMap((text) => (text === undefined ? [] : wrap(text, room))).map((line) => `    ${line}`)
}
