/** One template on both sides of an update, what its comparison needs of the whole, and what it gives. */

import type { Value } from '../../heat/values/value.ts'
import type { OpenName } from '../../stack/stack.ts'
import type { Program } from '../program.ts'
import type { Both, FileContent, NestedTemplate } from '../side.ts'
import type { InnerValues } from '../terms/lowering.ts'
import type { Term, Terms } from '../terms/term.ts'
import type { Definition, UpdateResult } from './decisions.ts'
import type { ValueDifferences } from './differences.ts'
import type { Extent } from './extents.ts'
import type { LiveMembers } from './group-members.ts'
import type { ResourceImpact } from './model.ts'
import type { Refusals } from './refusals.ts'
import type { ResourceComparison } from './resource-comparison.ts'

/** Where resources are: in the stack of a template, or in the one that a group makes of its members. */
export interface Surrounding {
  /** The names of the resources that lead to it, each with a slash behind it; empty for the outer one. */
  readonly scope: string
  readonly depth: number
  readonly templates: Both<NestedTemplate>
  readonly terms: Terms
  readonly whole: Whole
  /** For which values there is a resource. @param name as in effects: of a member, that of its group stands in front */
  presence(side: keyof Both<unknown>, name: string): Term
  /** A resource on one side; undefined where there is none of the name. */
  definitionOf(side: keyof Both<unknown>, name: string): Definition | undefined
}

/** One template on both sides, and what its parameters stand for. */
export interface Level {
  /** The names of the resources that lead to it, each with a slash behind it; empty for the outer one. */
  readonly scope: string
  readonly depth: number
  readonly templates: Both<NestedTemplate>
  readonly programs: Both<Program>
  readonly given: Both<ReadonlyMap<string, Term>>
  /** For which values there is a stack of it. */
  readonly present: Both<Term>
}

/** A resource that is a nested stack, or the members of a group that are; on a side without a template it is not there. */
export interface NestedStack {
  readonly around: Surrounding
  readonly name: string
  readonly definitions: Both<Definition | undefined>
  readonly templates: Both<NestedTemplate | undefined>
}

/** What the comparison of a template needs of the whole. */
export interface Whole {
  readonly terms: Terms
  readonly values: ValueDifferences
  /** Whether a file differs that only what is content names: a stack that is made from that content may read it. */
  readonly hasOtherAttached: boolean
  /** What Heat refuses of the templates, on either side. */
  readonly refusals: Refusals
  /** The template of a nested stack on both sides. */
  levelOf(stack: NestedStack): Level
  /**
   * All that happens in a nested stack, in the order of its template.
   * @param replaced for which values the stack itself is made anew, and all that is in it with it
   */
  resourcesOf(stack: NestedStack, replaced?: Extent): readonly FoundResource[]
  /** What the functions of a template get of its resources that are stacks. */
  valuesIn(around: Surrounding, side: keyof Both<unknown>): InnerValues
  /** Takes what becomes of the members of a group, for those who read them. @param resultOf of members that there are before and afterwards */
  readMembers(
    around: Surrounding,
    group: string,
    definitions: Both<Definition>,
    resultOf: (member: string) => UpdateResult | undefined,
  ): void
  /** The template that a type leads to in another one; undefined for types of classes, and for files that are not there. */
  nested(
    side: keyof Both<unknown>,
    caller: NestedTemplate,
    definition: Pick<Definition, 'type' | 'resource'>,
  ): NestedTemplate | undefined
  /** The template of a resource that is a stack, be it by its type or by one of its properties. */
  templateOf(
    around: Surrounding,
    side: keyof Both<unknown>,
    definition: Definition,
  ): NestedTemplate | undefined
  /** The template that a type leads to, and that was not read; undefined for other types. */
  unread(side: keyof Both<unknown>, type: string): OpenName | undefined
  programOf(template: NestedTemplate): Program
  defaults(side: keyof Both<unknown>): ReadonlyMap<string, Value>
  files(side: keyof Both<unknown>, template: NestedTemplate): ReadonlyMap<string, FileContent> | undefined
  mayGoDeeper(level: Pick<Level, 'depth'>): boolean
  valuesOf(side: keyof Both<unknown>): 'heat' | 'aws'
  /** Counts a resource to which nothing happens. */
  unchanged(): void
  /** The members of a group in the live stack, where these are known. */
  liveMembers(group: string): LiveMembers | undefined
  /** Takes note of a group that every update sets to a size. @param size in words */
  setsSize(group: string, size: string): void
  /** What stands for a value that is not shown. */
  hiddenValue(data: Term): Term
}

/** A resource with what identifies it under another name. */
export interface FoundResource {
  readonly impact: ResourceImpact
  /** Equal for resources that are defined alike. */
  readonly identity?: string
  /** What it is given. */
  readonly properties?: Term
  /** The group of which it is a member, or inside of one: all members have the same definition. */
  readonly group?: string
  /** The names of the members for which it stands, where these are known. */
  readonly members?: readonly string[]
}

/** One resource that both templates have, as it is compared. */
export interface Compared {
  readonly name: string
  readonly definitions: Both<Definition>
  /** When both have it. */
  readonly care: Term
  /** Takes what an update does with the resource. */
  readonly comparison: ResourceComparison
  /** Takes the resources that it is made of. */
  readonly inside: FoundResource[]
}
