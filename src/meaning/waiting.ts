/** Which resources wait for one another by their classes, from their properties in one sample. */

import {
  addressesOfPort,
  portType,
  subnetOfAddress,
  subnetOfInterface,
  type WaitingRule,
  waitingRules,
} from '../heat/implicit-dependencies.ts'
import { Failure, isList, isMap, sameValue, type Value } from '../heat/values/value.ts'
import { push } from '../text/document/multimap.ts'

/** A resource as it is in a sample; the type is the one that registries make of it. */
export interface SampledResource {
  readonly type: string
  readonly properties: Value
  /** The resources that it refers to, or that `depends_on` names. */
  readonly needs: readonly string[]
}

/** For each resource what it waits for by the rule of its class (`Stack._add_implicit_dependencies`). */
export function implicitDependencies(
  resources: ReadonlyMap<string, SampledResource>,
): ReadonlyMap<string, readonly string[]> {
  const byType = new Map<string, string[]>()
  for (const [name, { type }] of resources) push(byType, type, name)
  const found = new Map<string, string[]>()
  for (const rule of waitingRules)
    for (const name of byType.get(rule.type) ?? []) {
      const own = resources.get(name)
      for (const other of byType.get(rule.on) ?? []) {
        const { properties = null } = resources.get(other) ?? {}
        if (own !== undefined && waits(rule, own, properties, resources)) push(found, name, other)
      }
    }
  return found
}

function waits(
  rule: WaitingRule,
  { properties, needs }: SampledResource,
  other: Value,
  resources: ReadonlyMap<string, SampledResource>,
): boolean {
  if (rule.by === 'subnet of its port') {
    const [subnet = null] = valuesAt(other, subnetOfInterface)
    return needs.some((name) => isInSubnet(resources.get(name), subnet, rule.addresses))
  }
  const [value] = valuesAt(other, rule.other)
  const own = valuesAt(properties, rule.own)
  // All are required: what is not given is an error, which Heat reports later.
  if (value === undefined || [value, ...own].some((one) => one instanceof Failure)) return false
  if (rule.unlessEmpty === true && (value === null || value === '')) return false
  if (rule.orUnknown === true && (value === null || own.includes(undefined) || own.includes(null)))
    return own.length > 0
  return own.some((one) => one !== undefined && sameValue(one, value))
}

function isInSubnet(port: SampledResource | undefined, subnet: Value, addresses: 'first' | 'all'): boolean {
  if (port?.type !== portType || subnet instanceof Failure) return false
  const [list = null] = valuesAt(port.properties, addressesOfPort)
  const all = isList(list) ? list : []
  const counted = addresses === 'first' ? all.slice(0, 1) : all
  return counted.some((one) =>
    valuesAt(one, subnetOfAddress).some((value = null) => sameValue(value, subnet)),
  )
}

/** The values at a path, one for each item of lists on the way; undefined for what is not given there. */
function valuesAt(value: Value, path: readonly (readonly string[])[]): readonly (Value | undefined)[] {
  const [names, ...rest] = path
  if (names === undefined) return [value]
  if (isList(value)) return value.flatMap((one) => valuesAt(one, path))
  if (value instanceof Failure) return [value]
  const given = isMap(value) ? names.find((name) => value.has(name)) : undefined
  if (given === undefined || !isMap(value)) return rest.length > 0 ? [] : [undefined]
  return valuesAt(value.get(given) ?? null, rest)
}
