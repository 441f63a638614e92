/**
 * What is said of a resource type, a property, an attribute or a function: one description, which hover and completion, `explain`
 * and the JSON schemas show, each in its own form.
 */

import { capitalized } from '../text/document/listed.ts'
import { constraintText } from './constraints.ts'
import { declinedAttribute, declinedPath } from './deprecations.ts'
import { aboutAttribute, aboutProperty, aboutType } from './descriptions.ts'
import { isCfnFunction } from './dialects.ts'
import type { AttributeSchema, PropertySchema, Support } from './facts/resource-types.ts'
import { functionRow } from './functions/table.ts'
import { deadType, deprecatedType, insteadOfType } from './instead.ts'
import { resourceTypeFacts } from './resource-types.ts'
import { conditionFunctionsOf, hotVersions, latestVersion, versionsWith } from './versions.ts'

/** A description of something that has a type. */
export interface Description {
  /** In a few words each, the type first: `integer`, `default 32`, `from 1 to 512`. */
  readonly facts: readonly string[]
  /** Sentences and paragraphs: what Heat says of it, and what became of it. */
  readonly notes: readonly string[]
}

/** What a description depends on beside the schema. */
interface Described {
  readonly about: string | undefined
  /** Why it is deprecated, as the predicate of a sentence. */
  readonly fate?: string | undefined
  /** What it is where it is not given, as it would be written. */
  readonly preset?: string | undefined
  /** What an update does, where that is for the schema to say: a key within a value has no word in it. */
  readonly updates: 'by schema' | 'unknown'
}

/** The type of a value in words: `list of string`. */
export function typeText({ type = 'string', items }: PropertySchema): string {
  return items === undefined ? type : `${type} of ${typeText(items)}`
}

/** What holds for most properties: a table may leave it out. */
export const inPlace = 'an update changes it in place'

/** @param mark around what a template would have */
export function describeSchema(
  schema: PropertySchema,
  { about, fate, preset = presetText(schema), updates }: Described,
  mark = '',
): Description {
  const { required, implemented, support, items } = schema
  const constraints = (schema.constraints ?? items?.constraints ?? []).map((one) => constraintText(one, mark))
  return {
    facts: [
      typeText(schema),
      ...(required === true ? ['required'] : []),
      ...(preset === undefined ? [] : [`default ${mark}${preset}${mark}`]),
      ...constraints,
      ...supportFacts(support),
      ...(updates === 'by schema' ? [updateText(schema)] : []),
    ],
    notes: [
      ...(about === undefined ? [] : [about]),
      ...(implemented === false ? ['Heat knows this property and rejects it.'] : []),
      ...(fate === undefined ? [] : [ended(`It ${fate}`)]),
      ...supportNotes(support),
    ],
  }
}

/** @param path of a property of a class, or of a key within its value: `networks[].port` */
export function describeProperty(type: string, path: string, schema: PropertySchema, mark = ''): Description {
  const described: Described = {
    about: aboutProperty(type, path),
    fate: declinedPath(type, path),
    updates: /[.[]/.test(path) ? 'unknown' : 'by schema',
  }
  return describeSchema(schema, described, mark)
}

export function describeAttribute(type: string, name: string, schema: AttributeSchema): Description {
  const fate = declinedAttribute(type, name)
  return describeOutput(schema, aboutAttribute(type, name), fate)
}

/** An attribute of a class, or the output of a template. */
export function describeOutput(
  { type = 'string', support }: AttributeSchema,
  about: string | undefined,
  fate?: string,
): Description {
  return {
    facts: [...(type === 'unknown' ? [] : [type]), ...supportFacts(support)],
    notes: [
      ...(about === undefined ? [] : [about]),
      ...(fate === undefined ? [] : [ended(`It ${fate}`)]),
      ...supportNotes(support),
    ],
  }
}

function presetText({ default: preset }: PropertySchema): string | undefined {
  return preset === undefined || preset === null ? undefined : JSON.stringify(preset)
}

function updateText({ immutable, updateAllowed }: PropertySchema): string {
  if (immutable === true) return 'an update cannot change it'
  return updateAllowed === true ? inPlace : 'an update replaces the resource'
}

/** Of what is hidden Heat says that nobody is to use it any more. */
const statusWords: Readonly<Record<NonNullable<Support['status']> | 'supported', string>> = {
  supported: 'supported',
  deprecated: 'deprecated',
  hidden: 'deprecated',
  unsupported: 'unsupported',
}

function supportFacts(support: Support | undefined): readonly string[] {
  if (support === undefined) return []
  const { status = 'supported', version } = support
  return [`${statusWords[status]}${version === undefined ? '' : ` since ${version}`}`]
}

function supportNotes(support: Support | undefined): readonly string[] {
  const message = support?.message
  return message === undefined ? [] : [ended(message)]
}

function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

// Types

/** A description of a type of Heat. */
interface TypeDescription {
  /** What Heat says of it, in paragraphs; those that begin with spaces are examples. */
  readonly about: readonly string[]
  /** Its other name, what became of it, what to write instead, and what it needs. */
  readonly notes: readonly string[]
  readonly attributes: readonly string[]
}

/**
 * Undefined for a name that Heat never had, and for which there is nothing else to write.
 * @param mark around what a template would have
 */
export function describeType(name: string, mark = ''): TypeDescription | undefined {
  const facts = resourceTypeFacts(name)
  const dead = deadType(name)
  const fate = dead ?? deprecatedType(name)
  const instead = insteadOfType(name)
  if (facts === undefined && fate === undefined && instead === undefined) return undefined
  // Without a replacement type, the fate already contains the same sentence.
  const how = instead?.how === undefined || fate?.includes(instead.how) === true ? undefined : instead.how
  const required = [...(facts?.properties ?? [])].flatMap(([one, { required, implemented }]) =>
    required && implemented ? [`${mark}${one}${mark}`] : [],
  )
  return {
    about: aboutType(name),
    notes: [
      ...(facts !== undefined && facts.name !== name ? [`Heat has it under the name ${facts.name}.`] : []),
      ...(fate === undefined ? [] : [`It ${fate}.`]),
      ...(how === undefined ? [] : [`${capitalized(how)}.`]),
      // That of a deprecated type holds it already.
      ...(fate === undefined || dead !== undefined ? supportSaid(facts?.schema.support) : []),
      ...(required.length === 0 ? [] : [`Required: ${required.join(', ')}.`]),
    ],
    attributes: [...(facts?.attributes.keys() ?? [])],
  }
}

function supportSaid({ status, version, message }: Support = {}): readonly string[] {
  if (message === undefined) return []
  return [`Heat says (${status ?? 'supported'} since ${version ?? 'the beginning'}): ${message}`]
}

// Functions

/** A description of an intrinsic function. */
interface FunctionDescription {
  readonly takes: string | undefined
  readonly gives: readonly string[]
  /** The versions of HOT that have it, oldest first; and those that have it in conditions. */
  readonly versions: readonly string[]
  readonly inConditions: readonly string[]
  /** Whether Heat has it in templates of CloudFormation. */
  readonly inCloudFormation: boolean
  /** Forms that only newer versions have. */
  readonly newer: readonly { readonly what: string; readonly since: string }[]
  readonly example: string | undefined
  /** All of that but for the example, as sentences. */
  readonly notes: readonly string[]
}

/** @param of whose templates it is described for: versions of HOT are nothing to one of CloudFormation */
export function describeFunction(name: string, of: 'HOT' | 'CloudFormation' = 'HOT'): FunctionDescription {
  const { takes, gives: kinds = [], newer: forms = [], example } = functionRow(name) ?? {}
  const known = {
    takes,
    gives: kinds,
    versions: versionsWith(name),
    inConditions: hotVersions.filter((version) => conditionFunctionsOf(version).has(name)),
    inCloudFormation: isOfCloudFormation(name),
    newer: forms.map(({ what, since }) => ({ what, since })),
    example,
  }
  const certain = kinds.filter((kind) => kind !== 'anything' && kind !== 'argument')
  const notes = [
    ...(takes === undefined ? [] : [`It takes ${takes}.`]),
    ...(certain.length === 0 ? [] : [`It gives a ${certain.join(' or a ')}.`]),
    ...(of === 'CloudFormation' ? [] : [whereItIs(known)]),
    ...(of === 'CloudFormation' ? [] : known.newer.map(({ what, since }) => `${what} needs ${since}.`)),
  ]
  return { ...known, notes }
}

function isOfCloudFormation(name: string): boolean {
  return (['AWSTemplateFormatVersion', 'HeatTemplateFormatVersion'] as const).some(
    (key) => isCfnFunction(key, name, 'anywhere') || isCfnFunction(key, name, 'conditions'),
  )
}

function whereItIs({
  versions,
  inConditions,
  inCloudFormation,
}: Pick<FunctionDescription, 'versions' | 'inConditions' | 'inCloudFormation'>): string {
  const hot = hasIt(versions, 'HOT has it')
  const conditions = hasIt(inConditions, 'conditions may use it')
  const only = versions.length === 0 && inConditions.length > 0 ? 'Among values it is data. ' : ''
  const parts = [
    hot ?? (conditions === undefined ? 'HOT does not have it' : undefined),
    conditions,
    inCloudFormation ? 'Heat has it in templates of CloudFormation' : undefined,
  ]
  return `${only}${parts.flatMap((part) => (part === undefined ? [] : [`${capitalized(part)}.`])).join(' ')}`
}

function hasIt(versions: readonly string[], what: string): string | undefined {
  const [first, last] = [versions[0], versions.at(-1)]
  if (first === undefined || last === undefined) return undefined
  if (first === last) return `${what} in ${first}${last === latestVersion ? '' : ' alone'}`
  const until = last === latestVersion ? '' : ` up to ${last}`
  return first === hotVersions[0] && until === ''
    ? `${what} in every version`
    : `${what} from ${first}${until}`
}
