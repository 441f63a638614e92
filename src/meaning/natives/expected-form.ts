/** The required form of native resources, and what is asked of the original to compute it. */
import type { Key } from '../../heat/values/value.ts'
import type { ResourcePlan } from '../parts.ts'
import type { Snippet } from '../snippet.ts'
import type { Lowered } from '../terms/lowering.ts'
import type { Term, Terms } from '../terms/term.ts'

export type Entries = ReadonlyMap<Key, Term>

/** A resource that the rewrite must have, whatever its name. */
export interface ExpectedResource {
  readonly type: string
  readonly properties: Entries
  readonly lowered: Lowered
}

export interface Expected {
  readonly properties: Entries
  /** The obligations of the surviving properties, and the resources that they wait for. */
  readonly lowered: Lowered
  readonly beside: readonly ExpectedResource[]
  /** Where the original has it as a section of the resource, and the native type as a property. */
  readonly takesUpdatePolicy?: true
}

/** The original of a rewrite. */
export interface OriginalSide {
  readonly terms: Terms
  /** The resources of one type, with what their property names. */
  referring(type: string, property: string): readonly (readonly [plan: ResourcePlan, to: string])[]
  lower(snippet: Snippet, enabled?: Term): { readonly made: Term; readonly lowered: Lowered }
  reference(name: string): Term
  /** The type of a resource. */
  typeOf(name: string): string | undefined
  attribute(name: string, attribute: string): Term
}
