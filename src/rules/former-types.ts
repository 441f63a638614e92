/** Types that releases of Heat had and later ones have not: what they took in the release of a cloud. */

import { type Cloud, type CloudRelease, cloudRelease, cloudReleaseNames, isBefore } from '../heat/cloud.ts'
import { nameInHeat } from '../heat/deprecations.ts'
import type { PropertySchema, PropertySchemas } from '../heat/facts/resource-types.ts'
import { typeHistory } from '../heat/facts/type-releases.ts'
import { deadSince } from '../heat/instead.ts'
import { classSchema } from '../stack/type-of.ts'

type Members = NonNullable<NonNullable<ReturnType<typeof typeHistory>>['properties']>

/** What a type takes and gives. */
interface Taken {
  readonly properties: PropertySchemas
  readonly attributes: PropertySchemas
}

/** By the release and the name of the type. */
const formers = new Map<string, Taken | undefined>()

/** The schema that a type had in the release of a cloud, where Heat has removed it since; undefined for all others. */
export function formerType(type: string, { release }: Cloud = {}): Taken | undefined {
  if (release === undefined || classSchema(type)?.takesOthers === false) return undefined
  // That it cannot be created there is said already.
  const ended = deadSince(type)
  if (ended !== undefined && !isBefore(release, ended)) return undefined
  return takenIn(release, type)
}

/** By the release and the name of the type. */
const earlier = new Map<string, PropertySchemas>()

/** The properties of a type that Heat still has, as the release of a cloud reads them: without what was changed later. */
export function asOfCloud(
  type: string,
  properties: PropertySchemas,
  { release }: Cloud = {},
): PropertySchemas {
  if (release === undefined) return properties
  const key = `${release.heat} ${type}`
  const known = earlier.get(key)
  if (known !== undefined) return known
  const history = typeHistory(nameInHeat(type))?.properties ?? {}
  const changed = Object.entries(history).flatMap(([name, { changed: changes = [] }]) => {
    const later = changes.filter((one) => isBefore(release, one.in))
    const schema = properties[name]
    return later.length === 0 || schema === undefined
      ? []
      : [[name, later.reduceRight(before, schema)] as const]
  })
  const made = changed.length === 0 ? properties : { ...properties, ...Object.fromEntries(changed) }
  earlier.set(key, made)
  return made
}

/** The last schema that a type had, for a cloud of which nobody says the release. */
export function lastOfType(type: string, { release }: Cloud = {}): Taken | undefined {
  if (release !== undefined || classSchema(type)?.takesOthers !== true) return undefined
  const removed = typeHistory(nameInHeat(type))?.removed
  if (removed === undefined) return undefined
  const last = cloudReleaseNames
    .flatMap((name) => cloudRelease(name) ?? [])
    .findLast((one) => isBefore(one, removed))
  return last && takenIn(last, type)
}

function takenIn(release: CloudRelease, type: string): Taken | undefined {
  const key = `${release.heat} ${type}`
  if (!formers.has(key)) formers.set(key, typeIn(release, nameInHeat(type)))
  return formers.get(key)
}

function typeIn(release: CloudRelease, name: string): Taken | undefined {
  const history = typeHistory(name)
  if (history?.removed === undefined || !isBefore(release, history.removed)) return undefined
  const isYetToCome = history.since !== undefined && isBefore(release, history.since)
  if (isYetToCome || history.properties === undefined) return undefined
  return {
    properties: withOldNames(membersIn(release, history.properties)),
    attributes: membersIn(release, history.attributes ?? {}, {}),
  }
}

/** @param plain what is there without a schema of its own, as attributes are */
function membersIn(release: CloudRelease, members: Members, plain?: PropertySchema): PropertySchemas {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, { since, removed, schema = plain, changed = [] }]) => {
      const isThere =
        (since === undefined || !isBefore(release, since)) &&
        (removed === undefined || isBefore(release, removed))
      if (!isThere || schema === undefined) return []
      const later = changed.filter((one) => isBefore(release, one.in))
      return [[name, later.reduceRight(before, schema)] as const]
    }),
  )
}

/** A schema as it was before a change. */
function before(
  schema: PropertySchema,
  change: NonNullable<Members[string]['changed']>[number],
): PropertySchema {
  const kept = Object.entries(schema).filter(([key]) => !Object.hasOwn(change.after, key))
  return { ...Object.fromEntries(kept), ...change.before }
}

/** What is required may be given under its older name instead: `subnet` as `subnet_id`. */
function withOldNames(properties: PropertySchemas): PropertySchemas {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { required, ...schema }]) =>
      required === true && !Object.hasOwn(properties, `${name}_id`)
        ? [name, { ...schema, required }]
        : [name, schema],
    ),
  )
}
