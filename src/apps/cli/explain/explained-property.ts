/** What `explain` says of a property or an attribute of a resource type: `OS::Nova::Server.networks.port`. */

import { type Description, describeAttribute, describeProperty } from '../../../heat/describe.ts'
import { aboutProperty } from '../../../heat/descriptions.ts'
import type { AttributeSchema, PropertySchema } from '../../../heat/facts/resource-types.ts'
import { nearNames } from '../../../heat/near-names.ts'
import { type Style, wrap } from '../../../show/report/style.ts'
import { classSchema, propertyAt } from '../../../stack/type-of.ts'
import { defined, ownValue } from '../../../text/document/records.ts'

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
  const known = classSchema(type)
  if (known === undefined) return undefined
  const [name = '', ...inner] = path.replaceAll(/\[\d*\]/g, '').split('.')
  const found = propertyAt(known.properties, name, inner)
  const attribute = ownValue(known.attributes, path)
  if (found === undefined && attribute === undefined) return undefined
  const named = found?.path ?? path
  return {
    kind: 'property',
    type,
    name: named,
    ...defined({ property: found?.schema, attribute }),
    about: defined({
      property: found && known.aboutProperty(named),
      attribute: attribute && known.aboutAttribute(path),
    }),
    ...defined({ deprecated: found && known.fateOf(named) }),
    keys: found === undefined ? [] : keysOf(type, found),
  }
}

/** The names that may be meant by one that there is not. */
export function nearMembers(type: string, path: string): readonly string[] {
  const { properties = {}, attributes = {} } = classSchema(type) ?? {}
  return nearNames(path, new Set([...Object.keys(properties), ...Object.keys(attributes)])).map(
    (name) => `${type}.${name}`,
  )
}

interface FoundProperty {
  readonly schema: PropertySchema
  readonly path: string
}

/** What the innermost list of a value holds; the value itself where it is no list. */
function itemsIn({ schema, path }: FoundProperty): FoundProperty {
  return schema.items === undefined ? { schema, path } : itemsIn({ schema: schema.items, path: `${path}[]` })
}

function keysOf(type: string, found: FoundProperty): ExplainedMember['keys'] {
  const { schema, path } = itemsIn(found)
  const known = Object.entries(schema.schema ?? {}).filter(([, { implemented }]) => implemented !== false)
  return known.map(([name, one]) => {
    return { name, schema: one, ...defined({ about: aboutProperty(type, `${path}.${name}`) }) }
  })
}

export function memberText(
  { type, name, property, attribute, keys }: ExplainedMember,
  style: Style,
  width: number | undefined,
): string {
  const within = property && itemsIn({ schema: property, path: name }).path
  return [
    style.bold(`${type}.${name}`),
    '',
    ...(property === undefined ? [] : described('property:', describeProperty(type, name, property), width)),
    ...(attribute === undefined
      ? []
      : described('attribute:', describeAttribute(type, name, attribute), width)),
    ...(keys.length === 0 ? [] : ['', style.bold('keys')]),
    ...keys.flatMap((one) =>
      described(
        `  ${style.bold(one.name)} `,
        describeProperty(type, `${within}.${one.name}`, one.schema),
        width,
      ),
    ),
    '',
  ].join('\n')
}

function described(
  what: string,
  { facts, notes }: Description,
  width: number | undefined,
): readonly string[] {
  const room = width === undefined ? undefined : width - 4
  return [
    `${what} ${facts.join('; ')}`,
    ...notes.flatMap((note) => wrap(note, room)).map((line) => `    ${line}`),
  ]
}
