/** A resource on its way to its native type. */
import {
  type Entry,
  entryOf,
  type Mapping,
  type Node,
  type TemplateScope,
} from '../../src/engine/authoring/authoring.ts'
import { counterpartOf, type NativeType } from '../../src/heat/native-types.ts'
import type { PropertyConversion } from './conversions.ts'
import type { Resource, Uses } from './resources.ts'

/** What a conversion of one resource may ask and say. */
export interface Retyping {
  readonly scope: TemplateScope
  readonly resource: Resource
  readonly facts: NativeType
  readonly resources: ReadonlyMap<string, Resource>
  readonly uses: Uses
  /** Says that a difference of the facts applies that depends on more than which properties are given. */
  found(difference: string, at: Node | Entry): void
  /** The resources that are converted in the same step. */
  readonly together?: ReadonlySet<string | undefined>
  /** The definition of the members of a group, which has their name. */
  readonly isMember?: true
  /** Conversions that only the transform has. */
  readonly conversions?: ReadonlyMap<string, PropertyConversion>
}

/** A resource as it is natively. */
export interface Native {
  readonly definition: Mapping
  /** Resources to stand behind it. */
  readonly beside?: readonly Entry[]
}

export function factsOf(type: string): NativeType {
  const facts = counterpartOf(type)
  if (facts === undefined) throw new RangeError(`no facts about ${type}`)
  return facts
}

export function typeNodeOf({ definition, entry: declaration }: Resource): Node | Entry {
  return entryOf(definition, 'type')?.value ?? declaration
}
