/** Where resources call nested templates: by their own type, or for the members of a group. */
import { isList, isMap, type Key, symbol, type Value, type ValueMap } from './value.ts'

export interface NestedCall {
  /** The name of the template. */
  readonly template: string
  /** What the call passes; a property that Heat leaves out is not there. */
  readonly properties: ValueMap
  /** Where the properties stand below those of the resource. */
  readonly at: string
}

export interface ShapedProperties {
  readonly calls: readonly NestedCall[]
  /** The properties without those that are passed on. */
  readonly rest: Value
}

type Shape = (properties: ValueMap) => ShapedProperties | undefined

/** Groups whose members may be templates; heat/engine/resources/openstack/heat. */
const groups: Readonly<Record<string, Shape>> = {
  'OS::Heat::ResourceGroup': resourceGroup,
  'OS::Heat::AutoScalingGroup': autoScalingGroup,
  'OS::Heat::ResourceChain': resourceChain,
}

/** Whether resources of a type may call templates beside being one. */
export function isGroup(type: string): boolean {
  return Object.hasOwn(groups, type)
}

/**
 * The calls of a resource.
 * @param properties resolved
 * @param isTemplate whether a type is the name of a nested template
 * @returns undefined where there is none
 */
export function callsIn(
  type: string,
  properties: Value,
  isTemplate: (type: string) => boolean,
): ShapedProperties | undefined {
  if (properties !== null && !isMap(properties)) return undefined
  const own = properties ?? new Map<Key, Value>()
  if (isTemplate(type)) return { calls: [{ template: type, properties: own, at: '' }], rest: null }
  const shaped = Object.hasOwn(groups, type) ? groups[type]?.(own) : undefined
  if (shaped === undefined) return undefined
  const [member, ...others] = shaped.calls
  if (member !== undefined && others.length === 0 && !isTemplate(member.template))
    return callsOfMember(shaped, member, isTemplate)
  return shaped.calls.every(({ template }) => isTemplate(template)) ? shaped : undefined
}

/** The members of a group may be groups themselves. */
function callsOfMember(
  { rest }: ShapedProperties,
  member: NestedCall,
  isTemplate: (type: string) => boolean,
): ShapedProperties | undefined {
  const inner = callsIn(member.template, member.properties, isTemplate)
  if (inner === undefined) return undefined
  return {
    calls: inner.calls.map((call) => ({ ...call, at: `${member.at}.${call.at}` })),
    rest: new Map<Key, Value>([
      ['group', rest],
      ['member', inner.rest],
    ]),
  }
}

/** The index is put into every text of the properties, and null properties are dropped (`_clean_props`). */
function resourceGroup(properties: ValueMap): ShapedProperties | undefined {
  const definition = properties.get('resource_def')
  const indexVar = properties.get('index_var') ?? '%index%'
  const member = memberIn(definition, 'resource_def', (passed) => {
    const kept = [...passed].filter(([, value]) => value !== null)
    return new Map(kept.map(([key, value]) => [key, withIndex(value, indexVar)]))
  })
  return member === undefined ? undefined : withRest(properties, 'resource_def', member)
}

function autoScalingGroup(properties: ValueMap): ShapedProperties | undefined {
  const member = memberIn(properties.get('resource'), 'resource', (passed) => passed)
  return member === undefined ? undefined : withRest(properties, 'resource', member)
}

/** Every template of the chain gets the same properties. */
function resourceChain(properties: ValueMap): ShapedProperties | undefined {
  const types = properties.get('resources') ?? null
  const passed = properties.get('resource_properties') ?? new Map<Key, Value>()
  if (!isList(types) || !isMap(passed)) return undefined
  const names = types.filter((type) => typeof type === 'string')
  if (names.length !== types.length) return undefined
  const rest = new Map([...properties].filter(([key]) => key !== 'resource_properties'))
  return {
    calls: names.map((template) => ({ template, properties: passed, at: 'resource_properties' })),
    rest,
  }
}

function memberIn(
  definition: Value | undefined,
  at: string,
  passedOn: (properties: ValueMap) => ValueMap,
): { readonly call: NestedCall; readonly rest: Value } | undefined {
  if (definition === undefined || !isMap(definition)) return undefined
  const [type, properties = null] = [definition.get('type'), definition.get('properties')]
  if (typeof type !== 'string' || (properties !== null && !isMap(properties))) return undefined
  return {
    call: { template: type, properties: passedOn(properties ?? new Map()), at: `${at}.properties` },
    rest: new Map([...definition].filter(([key]) => key !== 'properties')),
  }
}

function withRest(
  properties: ValueMap,
  key: string,
  { call, rest }: { readonly call: NestedCall; readonly rest: Value },
): ShapedProperties {
  return { calls: [call], rest: new Map([...properties, [key, rest]]) }
}

function withIndex(value: Value, indexVar: Value): Value {
  if (typeof indexVar !== 'string' || indexVar === '') return value
  if (typeof value === 'string') return value.replaceAll(indexVar, () => symbol('index'))
  if (isList(value)) return value.map((item) => withIndex(item, indexVar))
  if (!isMap(value)) return value
  return new Map([...value].map(([key, one]) => [key, withIndex(one, indexVar)]))
}
