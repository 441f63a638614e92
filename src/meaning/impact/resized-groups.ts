/** Members of groups that an update creates or deletes. */

import { membersOf } from '../../heat/group-types.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import { extended } from '../../text/document/records.ts'
import type { Both } from '../side.ts'
import type { TypedProperties } from '../terms/call-shapes.ts'
import type { Term } from '../terms/term.ts'
import type { Definition, ResourceDecision } from './decisions.ts'
import { type Extent, surely } from './extents.ts'
import { type GroupMembers, membersText, sizeProperties } from './group-members.ts'
import type { GroupSizes } from './group-sizes.ts'
import type { Compared, FoundResource } from './level.ts'
import type { LoweredLevel } from './lowered-level.ts'
import { memberDefinition, memberType, namedMembers } from './member-definitions.ts'
import type { ResourceImpact } from './model.ts'
import type { NestedStacks } from './nested-stacks.ts'
import { membersChange } from './references.ts'
import type { ReportedResources } from './reported-resources.ts'
import { anyMember } from './words.ts'

/** All members of a group, however many these are. */
const someMembers: GroupMembers = { count: 1, names: ['*'] }

/** Says which members of groups of one template come and go. */
export class ResizedGroups {
  readonly #level: LoweredLevel
  readonly #reported: ReportedResources
  readonly #stacks: NestedStacks
  readonly #sizes: GroupSizes

  constructor(level: LoweredLevel, reported: ReportedResources, stacks: NestedStacks, sizes: GroupSizes) {
    this.#level = level
    this.#reported = reported
    this.#stacks = stacks
    this.#sizes = sizes
  }

  /** Members that come and go. @returns whether the type is one of a group */
  resized({ name, definitions, care, comparison, inside }: Compared): boolean {
    const { before, after } = definitions
    if (before.type !== after.type || sizeProperties(after.type) === undefined) return false
    const found = this.#sizes.memberChanges(name, definitions, care)
    const size = this.#sizes.setTo(after)
    if (size !== undefined) this.#level.whole.setsSize(this.#level.scope + name, size)
    for (const { sets, why, extent } of found) {
      if (sets === undefined) {
        comparison.noteInside('update', extent, membersChange)
        comparison.unknown(why)
        continue
      }
      for (const [action, side, members] of [
        ['delete', 'before', sets.deleted],
        ['create', 'after', sets.created],
      ] as const) {
        if (members.count === 0) continue
        comparison.noteInside('update', extent, membersChange)
        inside.push(...this.#memberSet(action, side, name, members, definitions[side], extent))
      }
    }
    return true
  }

  /** The members of a group that comes or goes as a whole. */
  wholeGroup(
    side: keyof Both<unknown>,
    name: string,
    definition: Definition,
    there: Term,
  ): readonly FoundResource[] {
    if (sizeProperties(definition.type) === undefined) return []
    const definitions =
      side === 'before' ? { before: definition, after: undefined } : { before: undefined, after: definition }
    const action = side === 'before' ? 'delete' : 'create'
    return this.#sizes.memberChanges(name, definitions, there).flatMap(({ sets, extent }) => {
      // Of so many as nobody knows one is named; those of a chain have types that nobody knows either.
      if (sets === undefined && membersOf(definition.type)?.by === 'types') return []
      if (sets === undefined)
        return this.#memberSet(action, side, name, someMembers, definition, surely(extent.may))
      const members = side === 'before' ? sets.deleted : sets.created
      return members.count === 0 ? [] : this.#memberSet(action, side, name, members, definition, extent)
    })
  }

  /** Members that are exchanged for new ones, because too few would be in service while these change. */
  exchanged(
    name: string,
    definitions: Both<Definition>,
    counts: { readonly created: number; readonly deleted: number },
    extent: Extent,
  ): readonly FoundResource[] {
    const one = (action: 'create' | 'delete', side: keyof Both<unknown>, count: number) =>
      count === 0 ? [] : this.#memberSet(action, side, name, { count }, definitions[side], extent)
    return [...one('delete', 'before', counts.deleted), ...one('create', 'after', counts.created)]
  }

  /** Members that are created or deleted, with what is inside of them; those of a chain have types of their own. */
  #memberSet(
    action: 'create' | 'delete',
    side: keyof Both<unknown>,
    group: string,
    members: GroupMembers,
    definition: Definition,
    extent: Extent,
  ): readonly FoundResource[] {
    const calls = namedMembers(this.#level.terms, definition)?.named ?? new Map<string, TypedProperties>()
    const any = calls.get(anyMember)
    if (any !== undefined || calls.size === 0)
      return this.#alikeMembers(action, side, group, members, definition.type, any, extent)
    const byType = groupedBy(members.names ?? [], (name) => calls.get(name)?.type ?? '')
    return [...byType.values()].flatMap((names) => {
      const some = { count: names.length, names }
      const call = calls.get(names[0] ?? '')
      return this.#alikeMembers(action, side, group, some, definition.type, call, extent)
    })
  }

  #alikeMembers(
    action: 'create' | 'delete',
    side: keyof Both<unknown>,
    group: string,
    members: GroupMembers,
    groupType: string,
    call: TypedProperties | undefined,
    extent: Extent,
  ): readonly FoundResource[] {
    const name = `${group}/${membersText(members, action === 'create' ? 'new' : 'oldest')}`
    const type = call?.type ?? memberType(this.#level, side, groupType)
    const none: ResourceDecision = {
      refuse: this.#level.whole.values.never,
      replace: this.#level.whole.values.never,
      update: this.#level.whole.values.never,
      changes: [],
    }
    const presence = {
      created: this.#level.terms.false,
      deleted: this.#level.terms.false,
      [`${action}d`]: extent.may,
    }
    const effects = this.#reported.effects(none, presence)
    const own = extended(this.#reported.impact(name, { before: type, after: type }, effects, none), {
      count: members.count,
    })
    const member = call === undefined ? undefined : memberDefinition(this.#level, side, call)
    const inner =
      member === undefined
        ? []
        : [...this.#stacks.stackOf(side, name, member), ...this.wholeGroup(side, name, member, extent.may)]
    const scoped = this.#level.scope + group
    const all = inner.map((one) => ({
      ...one,
      impact: withCount(one.impact, members.count),
      group: scoped,
    }))
    return [{ impact: own, group: scoped }, ...all]
  }
}

/** Of so many members, each of which is that or has it inside. */
export function withCount(impact: ResourceImpact, count: number | undefined): ResourceImpact {
  return count === undefined ? impact : extended(impact, { count: (impact.count ?? 1) * count })
}
