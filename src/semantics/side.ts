/** What is compared, and how. */
import type { Mapping } from '../document/node.ts'
import type { Dialect } from './dialect.ts'
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
  readonly files?: ReadonlyMap<string, string>
  /** Templates that are called as resource types, by the name under which they are called. */
  readonly nested?: ReadonlyMap<string, NestedTemplate>
}

/** A template that others use as a resource type. */
export type NestedTemplate = Pick<Side, 'root' | 'dialect' | 'text'>

/** Changes of declarations that do nothing to what is deployed. */
export type DeclarationChange = 'description-added' | 'parameter-type' | 'constraints-moved'

/** By change, the parameters that it concerns; undefined stands for the template itself. */
export type DeclaredChanges = ReadonlyMap<DeclarationChange, ReadonlySet<string | undefined>>

export interface CompareOptions {
  /** Contents for `get_file`, of both sides. */
  readonly files?: ReadonlyMap<string, string>
  /** Old name of a file to its new name, for references that follow. */
  readonly renamed?: ReadonlyMap<string, string>
  /** Whether types and properties count as those into which Heat itself translates them (`src/heat/deprecations.ts`). */
  readonly names?: 'as Heat translates' | 'as written'
  /** Finding codes whose change of meaning was accepted. */
  readonly accepted?: ReadonlySet<string>
  /** What transforms change in declarations on purpose. */
  readonly declared?: DeclaredChanges
  /** The same for nested templates, by the name of the template. */
  readonly declaredInside?: ReadonlyMap<string, DeclaredChanges>
  /** Parameters that have the value which environment or default give them in every sample: the change relies on it. */
  readonly settled?: ReadonlySet<string>
  /** The same for parameters of nested templates that have their default at every call, by the name of the template. */
  readonly settledInside?: ReadonlyMap<string, ReadonlySet<string>>
}
