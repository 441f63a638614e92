/**
 * The schemas of all resource types. `resource-types.jsonl` has a first line with its source and the aliases, then one
 * line for each type: at 200 kB it is read when the first type is looked up, and only the lines of the types in
 * question are parsed. The build puts it beside the bundle.
 */
import { currentMachine } from '../../text/document/machine.ts'
import type { HotParameterType } from '../dialects.ts'
import type { Value } from '../values/value.ts'

/** The type of a property or attribute in Heat's schemas; `unknown` where the schema does not define one. */
export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'map' | 'any' | 'unknown'

/** `SUPPORTED` of Heat's `SupportStatus` is the absence of a status here. */
export type Decline = 'deprecated' | 'hidden' | 'unsupported'

/** Heat's `SupportStatus`. */
export interface Support {
  readonly status?: Decline
  /** The release in which it got that status, for example `10.0.0` or `2014.1`. */
  readonly version?: string
  readonly message?: string
  /** What it was before. */
  readonly previous?: Support
}

/** Heat's constraints of a property or a parameter; a bound that is absent is open. */
export type Constraint =
  | { readonly kind: 'allowed_values'; readonly values: readonly Value[] }
  | { readonly kind: 'range' | 'length'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'modulo'; readonly step: number; readonly offset: number }
  | { readonly kind: 'allowed_pattern'; readonly pattern: string }
  | { readonly kind: 'custom_constraint'; readonly name: string }

/** A property, or what a map or list contains (`heat.engine.properties.Schema`). What is absent is Heat's default. */
export interface PropertySchema {
  /** `string` when absent. */
  readonly type?: SchemaType
  readonly required?: true
  /** Whether an update of the stack may change it in place. */
  readonly updateAllowed?: true
  /** Whether an update of the stack may not change it at all. */
  readonly immutable?: true
  /** Whether a value that is no string is made one. */
  readonly allowConversion?: true
  /** Heat knows the property and refuses it. */
  readonly implemented?: false
  readonly default?: unknown
  readonly constraints?: readonly Constraint[]
  readonly support?: Support
  /** The keys of a map. */
  readonly schema?: PropertySchemas
  /** The items of a list, or the values of a map. */
  readonly items?: PropertySchema
  /** The type of the parameter of a nested template that it is for (`Schema.from_parameter`). */
  readonly parameter?: HotParameterType
}

/** The properties of a type, or the keys of a map, by name. */
export type PropertySchemas = Readonly<Record<string, PropertySchema>>

export interface AttributeSchema {
  /** `string` when absent. */
  readonly type?: SchemaType
  /** Read from the cloud every time. */
  readonly cache?: 'none'
  readonly support?: Support
}

/** One of Heat's `translation_rules`, as its class declares it. */
export interface TranslationRule {
  readonly rule: 'add' | 'replace' | 'delete' | 'resolve'
  readonly path: readonly string[]
  readonly [detail: string]: unknown
}

/** A resource type as its class declares it. What is absent is false or empty. */
export interface ResourceTypeSchema {
  readonly name: string
  /** Below `heat.engine.resources`. */
  readonly class: string
  /** The client plug-in that speaks to the cloud. */
  readonly client?: string
  /** Accepts every property and creates nothing. */
  readonly placeholder?: true
  readonly support?: Support
  /** The class that overrides `get_reference_id`, where one does. */
  readonly referenceId?: string
  /** The class that gives a path in `get_attr` a meaning of its own, where one does. */
  readonly attributesAtRunTime?: string
  /** Has `handle_snapshot_delete`: the deletion policy `Snapshot` is allowed. */
  readonly snapshotDeletion?: true
  /** Types to which an update changes the resource without replacing it. */
  readonly substituteTypes?: readonly string[]
  /** The template that it names. */
  readonly template?: string
  readonly translationRules?: readonly TranslationRule[]
  readonly attributes?: Readonly<Record<string, AttributeSchema>>
  readonly properties?: PropertySchemas
  readonly updatePolicy?: PropertySchemas
}

/**
 * What a reference to a resource gives: `id` the id of the cloud object, `name` a
 * name, `url` a signed URL, `arn` an ARN, `address` an IP address, `value` the
 * value that the resource holds.
 */
export type ReferenceKind = 'id' | 'name' | 'url' | 'arn' | 'address' | 'value'

/** The first line of the file. */
interface Head {
  readonly source: string
  /** Other names that Heat's default environment maps to a type; `*` at the end matches any rest. */
  readonly aliases: Readonly<Record<string, string>>
  /** What `get_reference_id` of each overriding class returns. */
  readonly referenceKinds: Readonly<Record<string, ReferenceKind>>
  readonly attributesOfEveryType: Readonly<Record<string, AttributeSchema>>
}

interface ResourceTypeFile {
  readonly head: Head
  /** The line of each type, by its name, in the order of the names. */
  readonly lines: ReadonlyMap<string, string>
}

let file: ResourceTypeFile | undefined

function read(): ResourceTypeFile {
  if (file !== undefined) return file
  const [head = '', ...lines] = currentMachine().facts('resource-types.jsonl').trimEnd().split('\n')
  file = { head: JSON.parse(head) as Head, lines: new Map(lines.map((line) => [nameIn(line), line])) }
  return file
}

/** Every line begins with `{"name":"…",`. */
function nameIn(line: string): string {
  return line.slice('{"name":"'.length, line.indexOf('",'))
}

/** The aliases, and what references give. */
export function resourceTypeHead(): Head {
  return read().head
}

/** Whether Heat's registry has a type under this name, aliases aside. */
export function hasResourceType(name: string): boolean {
  return read().lines.has(name)
}

/** All names of the registry, without aliases. */
export function resourceTypeNames(): readonly string[] {
  return [...read().lines.keys()]
}

/** The facts of Heat's class about a type; undefined for a name that Heat does not have. Parses anew each time. */
export function resourceTypeSchema(name: string): ResourceTypeSchema | undefined {
  const line = read().lines.get(name)
  return line === undefined ? undefined : (JSON.parse(line) as ResourceTypeSchema)
}
