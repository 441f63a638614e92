/** The words of the blueprint language that have a meaning of their own; all other types are somebody's extension. */

import { isSlip, nearNames } from '../../heat/near-names.ts'
import { nearType } from '../../heat/near-types.ts'
import { resourceTypeFacts } from '../../heat/resource-types.ts'

/** What stands for a requirement that is written as one value: `minRam: 4gb` is `{type: minRam, value: 4gb}`. */
export const defaultAttributes: ReadonlyMap<string, string> = new Map([
  ['minRam', 'value'],
  ['minCores', 'value'],
  ['minDisk', 'value'],
  ['os', 'value'],
  ['run', 'fulfillment'],
  ['unpack', 'fulfillment'],
  ['database', 'fulfillment'],
  ['dns', 'hostname'],
  ['loadbalancer', 'publicPort'],
])

/** Component types that become resources of OpenStack's own. */
export type NativeType = 'server' | 'script' | 'tier' | 'loadbalancer' | 'database' | 'schema'

/** Requirements of the whole blueprint; they say where it may run, not what it is made of. */
const globalRequirements: ReadonlySet<string> = new Set(['providers', 'jurisdiction'])

/** The requirement of this language that a misspelt one is meant to be. */
export function meantRequirement(type: string): string | undefined {
  const names = [...defaultAttributes.keys(), ...globalRequirements]
  // No two of these differ in number alone.
  const isMeant = (name: string) => isSlip(type, name) || `${type}s` === name || type === `${name}s`
  return names.includes(type) ? undefined : names.find(isMeant)
}

/** What a component is when a requirement of this type points to it. */
const impliedByPointer: ReadonlyMap<string, string> = new Map([
  ['loadbalancer', 'loadbalancer'],
  ['database', 'database'],
])

/** What a component is that has a requirement of this type; first match counts. */
const impliedByOwn: readonly (readonly [string, string])[] = [
  ['loadbalancer', 'tier'],
  ['run', 'server'],
  ['unpack', 'server'],
  ['minRam', 'server'],
  ['minCores', 'server'],
  ['minDisk', 'server'],
  ['os', 'server'],
]

const impliedByEnding: readonly (readonly [string, string])[] = [
  ['.sh', 'ShellScript'],
  ['.sql', 'Schema'],
]

/**
 * The type of a component that a requirement of `requirement` points to. What an extension's requirement is for, and the
 * platform that fulfils it, are two things, so that each has a name and a provider template of its own; the name of a
 * type of Heat says what fulfils it.
 */
export function typeOfTarget(requirement: string): string | undefined {
  const known = impliedByPointer.get(requirement)
  if (known !== undefined) return known
  if (defaultAttributes.has(requirement)) return undefined
  return isTypeOfHeat(requirement) ? requirement : requirement + platformEnding
}

/** The type that a component's own requirements give it: what an extension's requirement is for has its name. */
export function typeOfOwner(requirements: readonly string[]): string | undefined {
  const known = impliedByOwn.find(([name]) => requirements.includes(name))
  if (known !== undefined) return known[1]
  return requirements.find(
    (name) => !defaultAttributes.has(name) && !globalRequirements.has(name) && !isTypeOfHeat(name),
  )
}

const platformEnding = '.Platform'

/** The requirement that a component of an inferred type fulfils as its platform: `x.Cached` for `x.Cached.Platform`. */
export function fulfilledBy(type: string): string | undefined {
  return type.endsWith(platformEnding) ? type.slice(0, -platformEnding.length) : undefined
}

function isTypeOfHeat(name: string): boolean {
  return resourceTypeFacts(name) !== undefined
}

/** The type that the name of a component's content gives it. */
export function typeOfContent(content: string): string | undefined {
  return impliedByEnding.find(([ending]) => content.toLowerCase().endsWith(ending))?.[1]
}

/** `Schema` for `com.example.database:Schema`. */
export function shortName(type: string): string {
  return type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf(':')) + 1)
}

/** Concrete types of servers: sub-types of `server`, which require of image and flavor what that does. */
const serverTypes: ReadonlySet<string> = new Set([
  'OpenStack::Nova::Server',
  'OS::Nova::Server',
  'AWS::EC2::Instance',
])

/** The types of components that a blueprint has by itself. */
const componentTypes: readonly string[] = ['server', 'tier', 'loadbalancer', 'database', ...serverTypes]

/** The type that a misspelt one is meant to be: one of this language, or one of Heat. */
export function meantType(type: string): string | undefined {
  const isOfNameSpace = /[.:]/.test(type)
  if (!isOfNameSpace) return nearNames(type, componentTypes, 1)[0]
  return componentTypes.find((one) => isSlip(type, one)) ?? nearType(type)
}

/** What a type is natively; undefined for an extension's type, which is left unchanged. */
export function nativeType(type: string): NativeType | undefined {
  const name = shortName(type)
  if (name.endsWith('ShellScript')) return 'script'
  if (name.endsWith('Schema')) return 'schema'
  if (serverTypes.has(type)) return 'server'
  switch (type) {
    case 'server':
    case 'tier':
    case 'loadbalancer':
    case 'database':
      return type
    default:
      return undefined
  }
}

/** The requirement that a lone value under `requires` is for, by the type of the component. */
export function defaultRequirement(type: string | undefined): string | undefined {
  const native = type === undefined ? undefined : nativeType(type)
  if (native === 'schema') return 'database'
  return native === 'server' ? 'run' : undefined
}

/** Requirements of which a component can meet one only. */
export const singleRequirements: ReadonlySet<string> = new Set([
  'minRam',
  'minCores',
  'minDisk',
  'os',
  'dns',
  'database',
])
