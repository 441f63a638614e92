/** Names of things of a cloud in templates: where they occur, and which of them only AWS has. */
import type { PropertySchema } from './facts/resource-types.ts'
import { resourceTypeFacts } from './resource-types.ts'

/** The sections of a map of names, by what is named. */
export const nameSections = ['flavors', 'images', 'networks', 'zones'] as const
export type NameSection = (typeof nameSections)[number]

/** What AWS calls something, to what this cloud calls it. */
export type CloudNames = Readonly<Partial<Record<NameSection, Readonly<Record<string, string>>>>>

/** The user's choices about the cloud for which names become modern, and AWS types native. */
export interface NamedThing {
  readonly section: NameSection
  /** The constraint that checks in the cloud that there is such a thing; zones have none. */
  readonly constraint?: string
}

/** Constraints of Heat's schemas whose values are names that a map may give (`heat/engine/clients/os/*.py`). */
const sectionOf: Readonly<Record<string, NameSection>> = {
  'nova.flavor': 'flavors',
  'glance.image': 'images',
  'neutron.network': 'networks',
  'neutron.subnet': 'networks',
}

/** What a value names by the custom constraint that checks it; undefined for all others. */
export function sectionOfConstraint(name: string): NameSection | undefined {
  return Object.hasOwn(sectionOf, name) ? sectionOf[name] : undefined
}

/** The schema of a property of a resource type; undefined for what Heat does not have. */
export function propertySchema(type: string, property: string): PropertySchema | undefined {
  const properties = resourceTypeFacts(type)?.schema.properties
  return properties !== undefined && Object.hasOwn(properties, property) ? properties[property] : undefined
}

/** What a string names as a property, or as a part of one, by its schema. */
export function namedThing(
  property: string,
  { type, constraints = [] }: PropertySchema,
): NamedThing | undefined {
  if (/^(availability_zone|AvailabilityZone)$/.test(property)) return { section: 'zones' }
  for (const one of constraints) {
    const section = one.kind === 'custom_constraint' ? sectionOf[one.name] : undefined
    if (one.kind === 'custom_constraint' && section !== undefined) return { section, constraint: one.name }
  }
  const unchecked = type === undefined ? uncheckedNames.get(property) : undefined
  return unchecked === undefined ? undefined : { section: 'networks', constraint: unchecked }
}

/** Heat resolves names there, too, without a constraint (`networks[].subnet` of servers, the gateway of routers). */
const uncheckedNames: ReadonlyMap<string, string> = new Map([
  ['network', 'neutron.network'],
  ['subnet', 'neutron.subnet'],
])

/**
 * Names as AWS makes them, which no OpenStack cloud gives by itself. `m1.small` and its like are not among them:
 * OpenStack had flavours of these names by default.
 */
const awsNames: Readonly<Record<NameSection, RegExp>> = {
  flavors:
    /^(?!m1\.(?:tiny|small|medium|large|xlarge)$)[a-z][a-z0-9-]{0,19}\.(?:nano|micro|small|medium|large|\d{0,2}xlarge|metal)$/,
  images: /^ami-[0-9a-f]{8,17}$/,
  networks: /^(?:subnet|vpc)-[0-9a-f]{8,17}$/,
  zones: /^[a-z]{2}(?:-[a-z]{3,4})?-[a-z]{4,9}-\d[a-z]$/,
}

/** Whether a name can be none of OpenStack's. */
export function isAwsName(section: NameSection, name: string): boolean {
  return awsNames[section].test(name)
}
