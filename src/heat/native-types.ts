/**
 * What replaces a resource type that means nearly the same: the native names of AWS's types
 * (`facts/native-types.json`), and the successors of types whose service is retired (`facts/successor-types.json`).
 */
import facts from './facts/native-types.json' with { type: 'json' }
import successors from './facts/successor-types.json' with { type: 'json' }

/**
 * How a property becomes one of the native type; all but `copy`, `drop`, `refused` and `blocks` have a conversion of
 * that name.
 */
interface NativeProperty {
  /** The property of the native type; a path where the conversion makes more than one. */
  readonly to?: string
  /**
   * - `copy`: the value is preserved, the name changes
   * - `drop`: Heat never reads it
   * - `refused`: Heat refuses the template that has it ("not implemented yet")
   * - `blocks`: the native type has nothing for it
   */
  readonly as: string
  /** Where Heat requires it of this type, or of its replacement only (`natively`). */
  readonly required?: true | 'natively'
}

/** One way in which a native resource differs from the one that it replaces. */
interface NativeDifference {
  readonly id: string
  readonly severity: 'info' | 'behaviour' | 'blocking'
  readonly text: string
  /** The code that has to be accepted before it is made. */
  readonly accept?: string
  /** Applies only where one of these properties is given. */
  readonly when?: readonly string[]
  /** Applies only where none of these properties is given. */
  readonly unless?: readonly string[]
  /** Applies only where the conversion reports that it found the case. */
  readonly found?: boolean
}

type NativeAttribute = readonly (string | number)[] | 'reference' | 'property' | 'expression'

export interface NativeType {
  /** Files of Heat and the classes in them. */
  readonly source: readonly string[]
  readonly confidence: 'equivalent-with-notes' | 'lossy' | 'manual'
  readonly action: 'convert' | 'convert-with-input' | 'drop' | 'inline' | 'keep' | 'manual'
  /** The native type, and those that are made beside it. */
  readonly targets?: readonly string[]
  /** Types that are converted in one step or not at all. */
  readonly family?: string
  /** The id of the transform that converts it. */
  readonly transform?: string
  /** What to do where nothing converts it. */
  readonly advice?: string
  /** In the order in which what becomes one native property is joined. */
  readonly properties?: Readonly<Record<string, NativeProperty>>
  /**
   * What `get_attr` has to select instead; `reference` where `get_resource` gives it, `property` where it is the value
   * of the property of that name, `expression` where the conversion of the type has one for it.
   */
  readonly attributes?: Readonly<Record<string, NativeAttribute>>
  /** What gives natively what a reference gave: an attribute; `none` where nothing does. The same, without this. */
  readonly reference?: readonly string[] | 'none'
  /** Properties that the native resource always gets. */
  readonly sets?: Readonly<Record<string, string | number | boolean>>
  /** Properties that it gets where nothing else gives them. */
  readonly defaults?: Readonly<Record<string, string>>
  readonly differences?: readonly NativeDifference[]
  readonly input?: string
}

/** The service of OpenStack that is closest to what a type does that Heat never had. */
interface NearestService {
  /** Null where there is none. */
  readonly service: string | null
  readonly types?: readonly string[]
}

const types = facts.types as unknown as Readonly<Record<string, NativeType>>
const services = facts.services as Readonly<Record<string, NearestService>>

/** By type of AWS. */
export const nativeTypes: ReadonlyMap<string, NativeType> = new Map(Object.entries(types))

/** By type of OpenStack whose service or API is retired. */
export const successorTypes: ReadonlyMap<string, NativeType> = new Map(
  Object.entries(successors.types as unknown as Readonly<Record<string, NativeType>>),
)

/** The replacement of a type; undefined for types that have none. */
export function counterpartOf(type: string): NativeType | undefined {
  return nativeTypes.get(type) ?? successorTypes.get(type)
}

/** The parameter by which a native template names the external network, for which AWS types look themselves. */
export const externalNetworkParameter = {
  name: 'external_network',
  description: 'Name or ID of the external network',
} as const

/** The native type itself; undefined for what becomes something else than one resource. */
export function targetOf({ targets = [] }: NativeType): string | undefined {
  return targets[0]
}

/** The native attribute that replaces one in `get_attr`; undefined where nothing native has it. */
export function nativeAttribute(
  attribute: string,
  { attributes = {} }: NativeType,
): NativeAttribute | undefined {
  if (Object.hasOwn(attributes, attribute)) return attributes[attribute]
  const open = Object.keys(attributes).find(
    (name) => name.endsWith('*') && attribute.startsWith(name.slice(0, -1)),
  )
  return open === undefined ? undefined : [attribute.slice(open.length - 1)]
}

/**
 * The steps of `get_attr` that select from the native resource instead, none for its reference; undefined where they
 * are the same as before, or nothing native has it.
 * @param attribute undefined for the reference
 */
export function nativeSteps(
  attribute: string | undefined,
  facts: NativeType,
): readonly (string | number)[] | undefined {
  const native = attribute === undefined ? facts.reference : nativeAttribute(attribute, facts)
  if (native === 'reference') return []
  if (native === undefined || typeof native === 'string') return undefined
  return native.length === 1 && native[0] === attribute ? undefined : native
}

/** For a type that Heat does not have; the longest prefix of its name decides. */
export function nearestService(type: string): NearestService {
  const prefixes = Object.keys(services).filter((prefix) => type.startsWith(prefix))
  const longest = prefixes.reduce((best, one) => (one.length > best.length ? one : best), '')
  return services[longest] ?? { service: null }
}
