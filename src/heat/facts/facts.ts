/**
 * The fact files of this folder, typed. They are the source of truth: new knowledge about Heat is written there, and
 * each file says where it is from. The queries over them are in `src/heat`.
 */
import constraints from './custom-constraints.json' with { type: 'json' }
import deprecations from './deprecations.json' with { type: 'json' }
import instead from './instead.json' with { type: 'json' }
import versions from './template-versions.json' with { type: 'json' }

/** A `heat_template_version`, always as a date. */
export type HotVersion = keyof typeof versions.hotVersions

/** A release name that Heat accepts instead of a date. */
export type HotRelease = keyof typeof versions.hotReleases

/** Every `heat_template_version`, oldest first. */
export const hotVersions = Object.keys(versions.hotVersions) as readonly HotVersion[]

/** The release of Heat that brought a version, as Heat names its releases: `2014.1`, `11.0.0`. */
export const versionReleases: Readonly<Record<HotVersion, string>> = versions.hotVersions

export const hotReleases = versions.hotReleases as Readonly<Record<HotRelease, HotVersion>>

/** The newest version that the Heat of each release of OpenStack has, by all its names; null before there was HOT. */
export const openStackReleases: Readonly<Record<string, HotVersion | null>> =
  versions.openStackReleases as Readonly<Record<keyof typeof versions.openStackReleases, HotVersion | null>>

/** The Heat of each release of OpenStack, by all its names: `2014.1`, `11.0.0`. */
export const heatReleases: Readonly<Record<string, string>> = versions.heatReleases

/** The first Heat whose CloudFormation dialects have conditions. */
export const cfnConditionsSince: string = versions.cfnConditionsSince

/**
 * Which class of Heat implements a function from which template version on;
 * `null` from the version in which the function is removed. Keys are dates, in order.
 */
export type FunctionHistory = Readonly<Record<string, Readonly<Record<string, string | null>>>>

export const hotFunctions: FunctionHistory = versions.hotFunctions

/** What may be called inside a condition. */
export const hotConditionFunctions: FunctionHistory = versions.hotConditionFunctions

type HotWords = typeof versions.hotWords

/** The words that templates may use, with the first version that knows each. */
export const hotWords = versions.hotWords as {
  readonly [Role in keyof HotWords]: { readonly [Word in keyof HotWords[Role]]: HotVersion }
}

/** One of Heat's two CloudFormation dialects, distinguished by the name of its version key. */
export interface CfnDialectFacts {
  readonly version: string
  readonly sections: readonly string[]
  readonly parameterKeys: readonly string[]
  readonly parameterTypes: readonly string[]
  readonly constraints: readonly string[]
  readonly resourceKeys: readonly string[]
  readonly outputKeys: readonly string[]
  readonly deletionPolicies: readonly string[]
  readonly pseudoParameters: readonly string[]
  /** Function name to the class that implements it. */
  readonly functions: Readonly<Record<string, string>>
  /** What may be called inside a condition. */
  readonly conditionFunctions: Readonly<Record<string, string>>
}

/** By version key. */
export const cfnDialectFacts: Readonly<Record<keyof typeof versions.cfnDialects, CfnDialectFacts>> =
  versions.cfnDialects

/** The names that `custom_constraint` of a parameter may give. */
export const customConstraints: readonly string[] = constraints.names

/** Facts about names that a template gives; looked up with `Object.hasOwn` only. */
type ByName<T> = Readonly<Record<string, T>>

/** A type that means the same under another name. */
export interface RenamedType {
  readonly to: string
  /** The first release that has the other name, for example `2014.2` or `7.0.0`. */
  readonly since: string
}

/**
 * A property that Heat translates into another one of the same type. Steps of a path are joined by dots; `[]` means
 * every item of a list, `[0]` the only item of a new one.
 */
export interface MovedProperty {
  readonly type: string
  readonly from: string
  readonly to: string
  /** The first release that has the other name. */
  readonly since: string
  /** Of a map whose entries move: those that do; Heat drops all others. */
  readonly keys?: readonly string[]
  /** Where the new name is the one that Heat translates: null under it is as good as not given. */
  readonly newNullIsNone?: boolean
}

/** What works still, but is deprecated. */
export interface Declined {
  /** The release that documents it, for example `Stein 12.0.0`, where one does. */
  readonly since?: string
  /** A sentence without full stop: what became of it, or what replaces it. */
  readonly why: string
  /** The value of a property that is not given: written out, it changes nothing. */
  readonly default?: string | boolean
}

/** A property that a type had once. */
interface GoneProperty {
  /** The release that removed it, for example `Yoga 18.0.0`. */
  readonly removedIn: string
  /** Another property, or with `#` a part of the resource (`#deletion_policy`). */
  readonly replacement?: string
}

/**
 * What became of a type that is not to be used any more, and what to write instead. Without `failsSince`, `removedIn`
 * and `absentBecause` it works.
 */
export interface InsteadOfType {
  /** The release in which Heat no longer had it, for example `Icehouse 2014.1`. */
  readonly removedIn?: string
  /** The first release of OpenStack that cannot create one, for example `Newton`. */
  readonly failsSince?: string
  /** The release from which on Heat accepts it and makes nothing, for example `2024.1 22.0.0`. */
  readonly emptySince?: string
  /** The release that declares it deprecated. */
  readonly deprecatedSince?: string
  /** Why it fails, as a clause. */
  readonly why?: string
  /** Why Heat never had it, as a clause. */
  readonly absentBecause?: string
  /** The types to write, all of them, or with `choice` one of them. */
  readonly to?: readonly string[]
  readonly choice?: true
  /** What to write, where that is no resource. */
  readonly write?: string
  /** Whether the replacement has the same meaning for every value; `nearly` and `no`: `how` explains the difference. */
  readonly exact: 'exact' | 'nearly' | 'no'
  /** What becomes of its properties, or what to do where no type replaces it. */
  readonly how?: string
  /** The command that writes it, and what has to be accepted there. */
  readonly command?: string
  readonly accept?: string
}

/** Types that mean the same under another name; `*` at the end matches any rest. */
export const renamedTypes: ByName<RenamedType> = deprecations.renamedTypes

/** Properties that Heat itself translates into others. */
export const movedProperties: readonly MovedProperty[] = deprecations.movedProperties

/** Properties of that kind, by type. */
export const declinedProperties: ByName<ByName<Declined>> = deprecations.declinedProperties

/** Attributes of that kind, by type. */
export const declinedAttributes: ByName<ByName<Declined>> = deprecations.declinedAttributes

/** Properties that types had once, by type. */
export const goneProperties: ByName<ByName<GoneProperty>> = deprecations.goneProperties

/** Types that are not to be used any more, with what to write instead. */
export const insteadOfTypes: ByName<InsteadOfType> = instead.types as ByName<InsteadOfType>

/** What HOT writes instead of each function of CloudFormation, in words; `instead-functions.json` has the cases. */
export const insteadOfFunctions: ByName<string> = instead.functions
