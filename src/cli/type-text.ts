/** What `explain` says of a resource type: what Heat has, and what OpenStack offers in its place. */
import { type NativeType, nativeTypes, nearestService, targetOf } from '../heat/native-types.ts'
import { nearNames } from '../heat/near-names.ts'
import { removedResourceType, resourceTypeFacts, resourceTypeNames } from '../heat/resource-types.ts'
import { type Style, wrap } from '../report/style.ts'
import { didYouMean } from './usage-error.ts'

/** Whether a name looks like that of a resource type: `AWS::EC2::Instance`. */
export function isTypeName(name: string): boolean {
  return /^\w+::\w+(::\w+)*$/.test(name)
}

/** The text; undefined for a name of which nothing is known. */
export function typeText(name: string, style: Style, width: number | undefined): string | undefined {
  const sentences = [...ofHeat(name), ...ofOpenStack(name)]
  if (sentences.length === 0) return undefined
  return [style.bold(name), '', ...sentences.flatMap((one) => wrap(one, width)), ''].join('\n')
}

/** The same for programs. */
export function typeAnswer(name: string): Readonly<Record<string, unknown>> {
  const facts = resourceTypeFacts(name)
  const removed = removedResourceType(name)
  const native = nativeTypes.get(name)
  const properties = [...(facts?.properties ?? [])].filter(([, { implemented }]) => implemented)
  return {
    kind: 'type',
    name,
    status: facts?.status ?? (removed === undefined ? 'unknown' : 'removed'),
    properties: properties.map(([one]) => one),
    required: properties.flatMap(([one, { required }]) => (required ? [one] : [])),
    attributes: [...(facts?.attributes.keys() ?? [])],
    native: native && targetOf(native),
    transform: native?.transform,
    removedIn: removed?.removedIn,
    replacement: removed?.replacement,
    explanation: [...ofHeat(name), ...ofOpenStack(name)],
  }
}

function ofHeat(name: string): readonly string[] {
  const facts = resourceTypeFacts(name)
  if (facts !== undefined) {
    const properties = [...facts.properties].filter(([, { implemented }]) => implemented)
    const required = properties.flatMap(([property, { required }]) => (required ? [property] : []))
    const status = facts.status === 'supported' ? '' : ` It is ${facts.status} there.`
    return [
      `Heat has this type.${status}`,
      ...(properties.length === 0 ? [] : [`Properties: ${properties.map(([one]) => one).join(', ')}.`]),
      ...(required.length === 0 ? [] : [`Required: ${required.join(', ')}.`]),
      ...(facts.attributes.size === 0 ? [] : [`Attributes: ${[...facts.attributes.keys()].join(', ')}.`]),
    ]
  }
  const removed = removedResourceType(name)
  if (removed !== undefined) {
    const instead = removed.replacement === undefined ? '' : ` ${removed.replacement} took its place.`
    return [`Heat had this type until ${removed.removedIn}.${instead}`]
  }
  if (!name.startsWith('AWS::') && !name.startsWith('OS::')) return []
  const near = name.startsWith('OS::') ? didYouMean(nearNames(name, resourceTypeNames())) : []
  return [
    'Heat does not have this type: it cannot be used, unless an environment registers a template for it.',
    ...near.map((one) => `${one.slice(0, 1).toUpperCase()}${one.slice(1)}`),
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
  return [
    ...(target === undefined ? [] : [`OpenStack's own type for it is ${target}.`]),
    ...(transform === undefined
      ? []
      : [
          `hotshift nativize, or migrate --native, converts it (${transform}); docs/native.md says what differs.`,
        ]),
    ...(advice === undefined ? [] : [advice]),
  ]
}
