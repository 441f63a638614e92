/** The shapes of the generated fact tables beside this file; `generate.mjs` writes them. */

/**
 * Which class of Heat implements a function from which template version on;
 * `null` from the version in which the function is removed. Keys are dates, in order.
 */
export type FunctionHistory = Readonly<Record<string, Readonly<Record<string, string | null>>>>

/** Words of a template version, each with the first version that knows it. */
export type WordHistory<Version extends string> = Readonly<Record<string, Version>>

/** One of Heat's two CloudFormation dialects, told apart by the name of its version key. */
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

/** `SUPPORTED` of Heat's `SupportStatus` is the absence of a status here. */
export type Decline = 'deprecated' | 'hidden' | 'unsupported'

/**
 * What a reference to a resource gives: `id` the id of the cloud object, `name` a
 * name, `url` a signed URL, `arn` an ARN, `address` an IP address, `value` the
 * value that the resource holds.
 */
export type ReferenceKind = 'id' | 'name' | 'url' | 'arn' | 'address' | 'value'

/**
 * One resource type, packed: words are separated by blanks, a word is
 * `name`, `name=type` (the type is `string` when left out) and may end in `!`
 * (required). `resource-types.ts` unpacks it.
 */
export interface PackedResourceType {
  /** Release in which the type reached its present status, for example `10.0.0` or `2014.1`. */
  readonly since?: string
  readonly status?: Decline
  readonly reference?: ReferenceKind
  /** Accepts every property and creates nothing. */
  readonly placeholder?: true
  /** A path in `get_attr` means something of its own: the class that gives it that meaning. */
  readonly attributePaths?: string
  readonly attributes?: string
  readonly properties?: string
  /** Properties that Heat knows and refuses when they are given. */
  readonly unimplemented?: string
  /** Properties that are deprecated, hidden or unsupported: `name=status`. */
  readonly declining?: string
}

/** A type that means the same under another name. */
export interface RenamedType {
  readonly to: string
  /** The first release that has the other name, for example `2014.2` or `7.0.0`. */
  readonly since: string
}

/** A type of which Heat makes nothing any more. */
export interface PlaceholderType {
  /** The release from which on that is so, for example `2024.1 22.0.0`. */
  readonly since: string
  /** A type, or a property of one (`OS::Neutron::Router/external_gateway_info.network`). */
  readonly replacement?: string
}

/**
 * A property that Heat translates into another one of the same type. Steps of a path are joined by dots;
 * `[]` stands for every item of a list, `[0]` for the only item of a new one.
 */
export interface MovedProperty {
  readonly type: string
  readonly from: string
  readonly to: string
  /** The first release that has the other name. */
  readonly since: string
}

/** What works still, but is not to be used any more. */
export interface Declined {
  /** The release that says so, for example `Stein 12.0.0`, where one does. */
  readonly since?: string
  /** A sentence without full stop: what became of it, or what takes its place. */
  readonly why: string
}

/** A property that a type had once. */
export interface GoneProperty {
  /** The release in which it was gone, for example `Yoga 18.0.0`. */
  readonly removedIn: string
  /** Another property, or with `#` a part of the resource (`#deletion_policy`). */
  readonly replacement?: string
}

/** A type that Heat had once. */
export interface RemovedResourceType {
  /** The release in which it was gone, for example `Icehouse 2014.1`. */
  readonly removedIn: string
  readonly replacement?: string
}
