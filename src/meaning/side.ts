/** What is compared, and how. */

import type { Dialect } from '../heat/dialect.ts'
import { type FileContent, type OpenName, typeKey } from '../stack/stack.ts'
import type { Mapping } from '../text/document/node.ts'
import type { EnvironmentValues } from './sample.ts'

export type { FileContent } from '../stack/stack.ts'

/** One value for either side. */
export interface Both<Thing> {
  readonly before: Thing
  readonly after: Thing
}

/** A template of a stack, with what the names in it lead to: two templates may name different files alike. */
export interface NestedTemplate {
  readonly root: Mapping
  readonly dialect: Dialect
  /** The source of the document; AWS's reading uses numbers as they are written there. */
  readonly text?: string
  /** Distinguishes it from another template of the same name; without it, the name does. */
  readonly path?: string
  /** Contents for `get_file`, by the names as written; without it, those of the outermost template count. */
  readonly files?: ReadonlyMap<string, FileContent>
  /**
   * The templates that its resources are made from, see `calledTemplate`; without it, those of the outermost template
   * count.
   */
  readonly nested?: NestedTemplates
  /** Types that registries turn into other ones, keyed as `nested`. */
  readonly classes?: ReadonlyMap<string, string>
  /** The template that is the content of a file, by its name in `get_file`. */
  readonly contents?: (name: string) => NestedTemplate | undefined
}

/** Templates by the type that a resource names, and by `typeKey` where a type leads there for one resource only. */
type NestedTemplates = ReadonlyMap<string, NestedTemplate>

/** One stack of a pair: its template, and what it is created with. */
export interface Side extends NestedTemplate {
  readonly environment?: EnvironmentValues
  /** What registries make of its types, where they do nothing else, see `Stack.registered`. */
  readonly registered?: () => ReadonlyMap<string, string> | undefined
  /** What the names in its templates lead to that was not read. */
  readonly open?: readonly OpenName[]
  /** What a client sends along because a file that is content names it, by the names that lead there. */
  readonly attached?: ReadonlyMap<string, FileContent>
}

/** The type of a key that `typeKey` made, or that is a type. */
export function typeIn(key: string): string {
  return key.slice(key.indexOf('\0') + 1)
}

/** The template that a resource is made from; members of groups have names that no registry knows. */
export function calledTemplate(
  nested: NestedTemplates | undefined,
  type: string,
  resource?: string,
): NestedTemplate | undefined {
  if (nested === undefined) return undefined
  return (resource === undefined ? undefined : nested.get(typeKey(resource, type))) ?? nested.get(type)
}

/** The type that registries make of another one; the type itself where they say nothing. */
export function registeredType({ classes }: NestedTemplate, type: string, resource?: string): string {
  if (classes === undefined) return type
  return (
    (resource === undefined ? undefined : classes.get(typeKey(resource, type))) ?? classes.get(type) ?? type
  )
}

/**
 * Changes of declarations that do nothing to what is deployed. `capabilities-added`: a section that Heat refuses, and
 * that is taken out again before anything is deployed; `capabilities-removed`: that taking out.
 */
export type DeclarationChange =
  | 'description-added'
  | 'parameter-type'
  | 'constraint-added'
  | 'capabilities-added'
  | 'capabilities-removed'

/** By change, the parameters that it concerns; undefined means the template itself. */
export type DeclaredChanges = ReadonlyMap<DeclarationChange, ReadonlySet<string | undefined>>

/** What the caller declares about a rewrite: assumed by the proof, which proves everything else. */
export interface Facts {
  /** The id of the stack replaces its ARN. */
  readonly stackIdForArn?: boolean
  /** What is selected from is no JSON in a string. */
  readonly selectsNoJson?: boolean
  /** Strings with JSON have become parameters of type json. */
  readonly stringsAreJson?: boolean
  /** A path after an attribute of a group names members as the rewrite does. */
  readonly groupPathsNameMembers?: boolean
  /** A property that `AWS::NoValue` leaves out may be null instead. */
  readonly noValueIsNull?: boolean
  /** A new parameter represents the availability zones. */
  readonly zonesAreParameter?: boolean
  /** Data of the original that counts as functions: ones that HOT never had, or that the rewrite has. */
  readonly foreignCalls?: boolean
  readonly laterCalls?: boolean
}

/** @returns undefined where the lookup is the same as before */
export type AnswersInside = (
  resource: string,
  steps: readonly (string | number | undefined)[],
) => readonly (string | number)[] | undefined

/** A parameter that only the rewrite of a nested template has, and where a resource passes it. */
export interface NewInside {
  readonly name: string
  /** The keys from the properties of the resource to the mapping that holds it. */
  readonly trail: readonly string[]
}

export interface CompareOptions {
  /** Contents for `get_file`, of both sides. */
  readonly files?: ReadonlyMap<string, FileContent>
  /** Old name of a file to its new name, for references that follow. */
  readonly renamed?: ReadonlyMap<string, string>
  /**
   * Whether types and properties count as those into which Heat itself translates them (`src/heat/deprecations.ts`).
   */
  readonly names?: 'as Heat translates' | 'as written'
  /** Whether resources of AWS may have native types, with the correspondence that the facts define. */
  readonly types?: 'natively' | 'as written'
  /**
   * In addition: what replaces the steps of a `get_attr` that lead to a native resource inside of a stack or a group.
   */
  readonly inside?: AnswersInside
  /**
   * The parameters that resources may pass to nested templates that require the external network natively, by the name
   * of the resource.
   */
  readonly newInside?: (resource: string) => readonly NewInside[]
  /** Changes of meaning that are intended, or assumed not to matter. */
  readonly facts?: Facts
  /** What transforms change in declarations on purpose. */
  readonly declared?: DeclaredChanges
  /** The same for nested templates, by the name of the template. */
  readonly declaredInside?: ReadonlyMap<string, DeclaredChanges>
  /** Parameters that have the value which environment or default give them in every sample: the change relies on it. */
  readonly assumed?: ReadonlySet<string>
  /**
   * The same for parameters of nested templates that have their default with every caller, by the name of the template.
   */
  readonly assumedInside?: ReadonlyMap<string, ReadonlySet<string>>
}

/** What is made of either side. */
export function onBoth<Thing>(make: (side: keyof Both<unknown>) => Thing): Both<Thing> {
  return { before: make('before'), after: make('after') }
}

/** Whether the same names lead to the same contents. */
export function sameContents(one: NestedTemplate['files'], other: NestedTemplate['files']): boolean {
  if (one === other) return true
  if ((one?.size ?? 0) !== (other?.size ?? 0)) return false
  return [...(one ?? [])].every(([name, content]) => sameContent(content, other?.get(name)))
}

export function sameContent(one: FileContent, other: FileContent | undefined): boolean {
  if (other === undefined) return false
  return typeof one === 'string' || typeof other === 'string' ? one === other : one.digest === other.digest
}
