/** The JSON schema of a resource: its keys, and what each type of Heat takes. */

import { push } from '../../text/document/multimap.ts'
import { classRules } from '../class-rules.ts'
import { standInsOf } from '../deprecations.ts'
import { describeProperty, describeSchema, describeType } from '../describe.ts'
import { aboutUpdatePolicy } from '../descriptions.ts'
import type { PropertySchemas } from '../facts/resource-types.ts'
import {
  type ResourceTypeFacts,
  resourceTypeFacts,
  resourceTypeNames,
  typeAliases,
} from '../resource-types.ts'
import { movedPath, otherName } from '../translation-rules.ts'
import { closed, definition, inOneLine, type JsonSchema, when } from './json-schema.ts'
import { keySchemas, type PropertyContext, requirements } from './values.ts'

/** @param keys of a resource that the version knows */
export function resourceSchema(keys: ReadonlySet<string>, deletionPolicies: readonly string[]): JsonSchema {
  const types = resourceTypeNames()
  const known: Readonly<Record<string, JsonSchema>> = {
    type: {
      description: 'A type of Heat, a name that an environment registers, or the file of a nested template.',
      anyOf: [
        { enum: types, enumDescriptions: types.map(typeInWords) },
        { type: 'string', minLength: 1 },
      ],
    },
    properties: { description: 'What the type takes.', type: 'object' },
    metadata: { description: 'Data for the resource, which functions may give.', type: 'object' },
    depends_on: {
      description: 'Resources that are made before this one, and deleted after it.',
      anyOf: [name, { type: 'array', items: name }],
    },
    update_policy: { description: 'How an update proceeds; only some types read any.', type: 'object' },
    deletion_policy: {
      description: 'What becomes of the resource when it is deleted.',
      anyOf: [{ enum: deletionPolicies }, definition('function')],
    },
    description: { type: ['string', 'number'] },
    condition: {
      description: 'The resource is made only where this is true.',
      allOf: [definition('condition')],
    },
    external_id: {
      description: 'The id of something that exists already, which this resource stands for.',
      anyOf: [name, definition('function')],
    },
  }
  return {
    ...closed(Object.fromEntries(Object.entries(known).filter(([key]) => keys.has(key))), ['type']),
    allOf: [...policyConditions(types), ...types.flatMap(typeCondition)],
  }
}

/** Readers of YAML 1.2 take `08` for a number. */
const name: JsonSchema = { type: ['string', 'integer'] }

/** What it is, and what became of it. */
function typeInWords(type: string): string {
  const { about = [], notes = [] } = describeType(type) ?? {}
  return [...about.slice(0, 1), ...notes].join(' ')
}

function isOfType(types: readonly string[]): JsonSchema {
  const names = types.flatMap((type) => [type, ...typeAliases(type)])
  return { properties: { type: { enum: names } }, required: ['type'] }
}

/**
 * Heat asks a class nothing of what exists already, and nothing of what is never there; a condition is looked at here only
 * where it is written out as `false`.
 */
function isAskedOf(types: readonly string[]): JsonSchema {
  const never: JsonSchema = { properties: { condition: { const: false } }, required: ['condition'] }
  return { ...isOfType(types), not: { anyOf: [{ required: ['external_id'] }, never] } }
}

/** What update policies of resources are read: one condition for all types that read the same. */
function policyConditions(types: readonly string[]): readonly JsonSchema[] {
  const byPolicy = new Map<string, string[]>()
  for (const type of types) {
    const facts = resourceTypeFacts(type)
    if (facts === undefined || facts.attributePaths === 'TemplateResource') continue
    const context = contextOf(facts, (path, schema) =>
      describeSchema(schema, { about: aboutUpdatePolicy(type, path), updates: 'unknown' }),
    )
    push(byPolicy, JSON.stringify(closed(keySchemas(facts.schema.updatePolicy ?? {}, '', context))), type)
  }
  return [...byPolicy].map(([policy, names]) =>
    when(isAskedOf(names), { properties: { update_policy: JSON.parse(policy) } }),
  )
}

/** What holds for the properties of a type, by any of its names. Nothing for types whose properties anything may be. */
function typeCondition(type: string): readonly JsonSchema[] {
  const facts = resourceTypeFacts(type)
  if (facts === undefined) return []
  if (facts.attributePaths === 'TemplateResource') return [when(isOfType([type]), offeredProperties(facts))]
  if (facts.placeholder) return []
  const properties = facts.schema.properties ?? {}
  const context = contextOf(facts, (path, schema) => describeProperty(type, path, schema))
  const needed = requirements(properties, '', context)
  const isNeeded = needed.required !== undefined || needed.allOf !== undefined
  return [
    when(isAskedOf([type]), {
      properties: {
        properties: { ...closed(keySchemas(typed(facts, properties), '', context)), ...needed },
      },
      ...(isNeeded ? { required: ['properties'] } : {}),
    }),
  ]
}

/** Environments replace some types by templates, and the parameters of those are what they take. */
function offeredProperties({ name: type, schema }: ResourceTypeFacts): JsonSchema {
  const offers = Object.entries(schema.properties ?? {}).map(
    ([property, one]): readonly [string, JsonSchema] => [
      property,
      { description: inOneLine(describeProperty(type, property, one)) },
    ],
  )
  return { properties: { properties: { type: 'object', properties: Object.fromEntries(offers) } } }
}

/** A property whose type another one names may be anything here. */
function typed({ name: type }: ResourceTypeFacts, properties: PropertySchemas): PropertySchemas {
  const property = classRules(type)?.typed?.property
  const own = property === undefined ? undefined : properties[property]
  return property === undefined || own === undefined
    ? properties
    : { ...properties, [property]: { ...own, type: 'any' } }
}

function contextOf(
  { name: type, schema }: ResourceTypeFacts,
  describe: PropertyContext['describe'],
): PropertyContext {
  const rules = schema.translationRules ?? []
  const within = new Map<string, string[]>()
  for (const rule of rules) {
    const renamed = otherName(rule)
    if (renamed?.path.includes('.') === true) push(within, renamed.path, renamed.other)
  }
  const moved = new Set(rules.flatMap((rule) => movedPath(rule) ?? []))
  return { type, moved, otherNames: new Map([...standInsOf(type), ...within]), describe }
}
