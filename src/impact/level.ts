/** One template on both sides of an update, what its comparison needs of the whole, and what it gives. */
import type { Program } from '../semantics/program.ts'
import type { Both, FileContent, NestedTemplate } from '../semantics/side.ts'
import type { Term, Terms } from '../semantics/terms/term.ts'
import type { Value } from '../semantics/value.ts'
import type { OpenName } from '../workspace/stack.ts'
import type { Definition } from './decisions.ts'
import type { ValueDifferences } from './differences.ts'
import type { Extent } from './extents.ts'
import type { LiveMembers } from './group-members.ts'
import type { ResourceImpact } from './model.ts'
import type { ResourceComparison } from './resource-comparison.ts'

/** One template on both sides, and what its parameters stand for. */
export interface Level {
  /** The names of the resources that lead to it, each with a slash behind it; empty for the outer one. */
  readonly scope: string
  readonly depth: number
  readonly templates: Both<NestedTemplate>
  readonly programs: Both<Program>
  readonly given: Both<ReadonlyMap<string, Term>>
  /** For which values the stack itself is made anew, and all that is in it with it. */
  readonly replaced?: Extent
}

/** What the comparison of a template needs of the whole. */
export interface Whole {
  readonly terms: Terms
  readonly values: ValueDifferences
  /** All that happens in a stack inside of another one, in the order of its template. */
  resourcesOf(level: Level): readonly FoundResource[]
  /** The template that a type leads to in another one; undefined for types of classes, and for files that are not there. */
  nested(
    side: keyof Both<unknown>,
    caller: NestedTemplate,
    definition: Pick<Definition, 'type' | 'resource'>,
  ): NestedTemplate | undefined
  /** The template that a type leads to, and that was not read; undefined for other types. */
  unread(side: keyof Both<unknown>, type: string): OpenName | undefined
  programOf(template: NestedTemplate): Program
  defaults(side: keyof Both<unknown>): ReadonlyMap<string, Value>
  files(side: keyof Both<unknown>, template: NestedTemplate): ReadonlyMap<string, FileContent> | undefined
  mayGoDeeper(level: Level): boolean
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
