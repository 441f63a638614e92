/** What is compared, and how. */
import type { Mapping } from '../document/node.ts'
import type { Dialect } from '../heat/dialect.ts'
import type { EnvironmentValues } from './sample.ts'

/** One value for either side. */
export interface Both<Thing> {
  readonly before: Thing
  readonly after: Thing
}

/** One template of a pair. */
export interface Side {
  readonly root: Mapping
  readonly dialect: Dialect
  /** The text of the document; AWS's reading takes numbers as they stand there. */
  readonly text?: string
  readonly environment?: EnvironmentValues
  /** Contents for `get_file` on this side; else those of the options count. */
  readonly files?: ReadonlyMap<string, FileContent>
  /** Templates that are called as resource types, by the name under which they are called. */
  readonly nested?: ReadonlyMap<string, NestedTemplate>
}

/** The text of a file; for what is not a string something that no other content has. */
export type FileContent = string | { readonly digest: string }

/** A template that others use as a resource type. */
export type NestedTemplate = Pick<Side, 'root' | 'dialect' | 'text'>

/**
 * Changes of declarations that do nothing to what is deployed. `capabilities-added`: a section that Heat refuses, and that
 * is taken out again before anything is deployed; `capabilities-removed`: that taking out.
 */
export type DeclarationChange =
  | 'description-added'
  | 'parameter-type'
  | 'constraint-added'
  | 'capabilities-added'
  | 'capabilities-removed'

/** By change, the parameters that it concerns; undefined stands for the template itself. */
export type DeclaredChanges = ReadonlyMap<DeclarationChange, ReadonlySet<string | undefined>>

/** What the caller declares about a rewrite: the proof takes it for granted, and proves all else. */
export interface Facts {
  /** The id of the stack stands for its ARN. */
  readonly stackIdForArn?: boolean
  /** What is selected from is no JSON in a string. */
  readonly selectsNoJson?: boolean
  /** Strings with JSON have become parameters of type json. */
  readonly stringsAreJson?: boolean
  /** A path behind an attribute of a group names members as the rewrite does. */
  readonly groupPathsNameMembers?: boolean
  /** A property that `AWS::NoValue` leaves out may be null instead. */
  readonly noValueIsNull?: boolean
  /** A new parameter stands for the availability zones. */
  readonly zonesAreParameter?: boolean
  /** What the original has for data are calls: of functions that HOT never had, or that the rewrite has. */
  readonly foreignCalls?: boolean
  readonly laterCalls?: boolean
}

/** @returns undefined where the same is asked for as before */
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
  /** Whether types and properties count as those into which Heat itself translates them (`src/heat/deprecations.ts`). */
  readonly names?: 'as Heat translates' | 'as written'
  /** Whether resources of AWS may have native types, of which the facts say what they correspond to. */
  readonly types?: 'natively' | 'as written'
  /** Beside that: what stands for the steps of a `get_attr` that lead to a native resource inside of a stack or a group. */
  readonly inside?: AnswersInside
  /** What resources may pass to nested templates that ask for the external network natively, by the name of the resource. */
  readonly newInside?: (resource: string) => readonly NewInside[]
  /** Changes of meaning that are meant, or taken for granted. */
  readonly facts?: Facts
  /** What transforms change in declarations on purpose. */
  readonly declared?: DeclaredChanges
  /** The same for nested templates, by the name of the template. */
  readonly declaredInside?: ReadonlyMap<string, DeclaredChanges>
  /** Parameters that have the value which environment or default give them in every sample: the change relies on it. */
  readonly assumed?: ReadonlySet<string>
  /** The same for parameters of nested templates that have their default at every call, by the name of the template. */
  readonly assumedInside?: ReadonlyMap<string, ReadonlySet<string>>
}

/** What is made of either side. */
export function onBoth<Thing>(make: (side: keyof Both<unknown>) => Thing): Both<Thing> {
  return { before: make('before'), after: make('after') }
}
