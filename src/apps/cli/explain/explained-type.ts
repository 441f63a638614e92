/** What `explain` says of a resource type: what Heat has, its properties and attributes, and what to write instead. */

import { describeAttribute, describeProperty, describeType, inPlace } from '../../../heat/describe.ts'
import type { PropertySchema } from '../../../heat/facts/resource-types.ts'
import { commandOf, deadType, deprecatedType, insteadOfType, neverType } from '../../../heat/instead.ts'
import { type NativeType, nativeTypes, nearestService, targetOf } from '../../../heat/native-types.ts'
import { nearNames } from '../../../heat/near-names.ts'
import {
  type ResourceTypeFacts,
  removedResourceType,
  resourceTypeFacts,
  resourceTypeNames,
} from '../../../heat/resource-types.ts'
import { type Style, wrap } from '../../../show/report/style.ts'
import { capitalized } from '../../../text/document/listed.ts'
import { didYouMean } from '../usage-error.ts'

/** Whether a name looks like that of a resource type: `AWS::EC2::Instance`. */
export function isTypeName(name: string): boolean {
  return /^\w+::\w+(::\w+)*$/.test(name)
}

/** What `explain` knows of a resource type; undefined for an unknown name. */
export function explainedType(name: string): TypeAnswer | undefined {
  const facts = resourceTypeFacts(name)
  const explanation = [...ofHeat(name, facts), ...ofOpenStack(name)]
  return explanation.length === 0 ? undefined : { ...typeFacts(name, facts), explanation }
}

interface TypeFacts {
  readonly name: string
  readonly about: readonly string[]
  /** What else programs get: status, properties, replacement and the like. */
  readonly [more: string]: unknown
}

interface TypeAnswer extends TypeFacts {
  readonly explanation: readonly string[]
}

/** The same for people. */
export function typeText(
  { name, about: paragraphs, explanation }: TypeAnswer,
  style: Style,
  width: number | undefined,
): string {
  const facts = resourceTypeFacts(name)
  const tables = facts === undefined ? [] : [...propertyLines(facts, style), ...attributeLines(facts, style)]
  const about = paragraphs.flatMap((one) => ['', ...paragraphLines(one, width)])
  return [
    style.bold(name),
    '',
    ...explanation.flatMap((one) => wrap(one, width)),
    ...about,
    ...tables,
    '',
  ].join('\n')
}

/** Wraps a paragraph; an indented one is an example and is not wrapped. */
function paragraphLines(paragraph: string, width: number | undefined): readonly string[] {
  return paragraph.startsWith('    ') ? paragraph.split('\n') : wrap(paragraph, width)
}

function typeFacts(name: string, facts: ResourceTypeFacts | undefined): TypeFacts {
  const removed = removedResourceType(name)
  const native = nativeTypes.get(name)
  const instead = insteadOfType(name)
  const properties = [...(facts?.properties ?? [])].filter(([, { implemented }]) => implemented)
  return {
    kind: 'type',
    name,
    status: facts?.status ?? (removed === undefined ? 'unknown' : 'removed'),
    canBeCreated: deadType(name) === undefined && facts !== undefined,
    failsSince: instead?.failsSince,
    properties: properties.map(([one]) => one),
    required: properties.flatMap(([one, { required }]) => (required ? [one] : [])),
    attributes: [...(facts?.attributes.keys() ?? [])],
    schema: facts && { properties: facts.schema.properties ?? {}, attributes: facts.schema.attributes ?? {} },
    about: describeType(name)?.about ?? [],
    native: native && targetOf(native),
    transform: native?.transform,
    removedIn: removed?.removedIn,
    replacement: removed?.replacement,
    instead: instead && {
      to: instead.to ?? [],
      exact: instead.exact,
      how: instead.how,
      command: commandOf(instead),
    },
  }
}

function ofHeat(name: string, facts: ResourceTypeFacts | undefined): readonly string[] {
  const { notes = [] } = describeType(name) ?? {}
  if (facts !== undefined) {
    const isDead = deadType(name) !== undefined || deprecatedType(name) !== undefined
    return isDead || facts.name !== name ? notes : ['Heat has this type.', ...notes]
  }
  if (deadType(name) !== undefined) return notes
  const removed = removedResourceType(name)
  if (removed !== undefined) {
    const successor = removed.replacement === undefined ? '' : ` ${removed.replacement} took its place.`
    return [`Heat had this type until ${removed.removedIn}.${successor}`]
  }
  const never = neverType(name)
  if (never !== undefined) return [`Heat does not have this type${never}.`, ...notes]
  if (!name.startsWith('AWS::') && !name.startsWith('OS::')) return []
  const near = name.startsWith('OS::') ? didYouMean(nearNames(name, resourceTypeNames())) : []
  return [
    'Heat does not have this type: it cannot be used, unless an environment registers a template for it.',
    ...near.map(capitalized),
  ]
}

function ofOpenStack(name: string): readonly string[] {
  const native = nativeTypes.get(name)
  if (native !== undefined) return ofNative(native)
  if (!name.startsWith('AWS::') || resourceTypeFacts(name) !== undefined) return []
  const { service, types = [] } = nearestService(name)
  if (service === null) return ['OpenStack has no such service.']
  const offered = types.length === 0 ? 'for which Heat has no types' : types.join(', ')
  return [`The closest service is ${service}: ${offered}. hotshift does not convert it.`]
}

function ofNative(native: NativeType): readonly string[] {
  const target = targetOf(native)
  const [transform, advice] = [native.transform, native.advice]
  const fate = target === undefined ? undefined : deadType(target)
  return [
    ...(target === undefined ? [] : [`OpenStack's own type for it is ${target}.`]),
    ...(fate === undefined ? [] : [`${target} ${fate}.`]),
    ...(transform === undefined
      ? []
      : [
          `hotshift nativize, or migrate --native, converts it (${transform}); docs/native.md says what differs.`,
        ]),
    ...(advice === undefined ? [] : [advice]),
  ]
}

type Row = readonly [name: string, type: string, about: string]

function propertyLines({ name: type, schema }: ResourceTypeFacts, style: Style): readonly string[] {
  const rows = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    propertyRows(type, name, one, 0),
  )
  return rows.length === 0 ? [] : ['', style.bold('properties'), ...tableLines(rows)]
}

/** A property with the keys of its value below it, and those of the items of its lists. */
function propertyRows(type: string, path: string, one: PropertySchema, depth: number): readonly Row[] {
  if (one.implemented === false) return []
  const [of = '', ...facts] = describeProperty(type, path, one).facts
  const inner = one.schema ?? one.items?.schema ?? one.items?.items?.schema ?? {}
  const items = one.schema !== undefined ? '' : one.items?.schema !== undefined ? '[]' : '[][]'
  return [
    [
      `${'  '.repeat(depth)}${path.slice(path.lastIndexOf('.') + 1)}`,
      of,
      facts.filter((fact) => fact !== inPlace).join('; '),
    ],
    ...Object.entries(inner).flatMap(([key, value]) =>
      propertyRows(type, `${path}${items}.${key}`, value, depth + 1),
    ),
  ]
}

function attributeLines({ name: type, schema }: ResourceTypeFacts, style: Style): readonly string[] {
  const rows = Object.entries(schema.attributes ?? {}).map(([name, one]): Row => {
    const { facts } = describeAttribute(type, name, one)
    const [of, ...others] = one.type === 'unknown' ? ['unknown', ...facts] : facts
    return [name, of ?? '', others.join('; ')]
  })
  return rows.length === 0 ? [] : ['', style.bold('attributes'), ...tableLines(rows)]
}

/** Columns as wide as what stands in them. */
function tableLines(rows: readonly Row[]): readonly string[] {
  const wide = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length))
  const [first, second] = [wide(0), wide(1)]
  return rows.map(([name, type, about]) =>
    `  ${name.padEnd(first)}  ${type.padEnd(second)}  ${about}`.trimEnd(),
  )
}
