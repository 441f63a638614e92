/** Groups by their own properties, and their members by theirs. */

import { memberDefinitionOf, membersOf } from '../../heat/group-types.ts'
import { defined, extended } from '../../text/document/records.ts'
import { type Both, onBoth } from '../side.ts'
import { isGroup } from '../terms/call-shapes.ts'
import type { Term } from '../terms/term.ts'
import type { Definition, UpdateResult } from './decisions.ts'
import { surely } from './extents.ts'
import { batchesText } from './group-batches.ts'
import { GroupSizes } from './group-sizes.ts'
import type { Compared, FoundResource } from './level.ts'
import type { LoweredLevel } from './lowered-level.ts'
import {
  launchedMember,
  launchesMembers,
  launchProperty,
  memberDefinition,
  memberType,
  namedMembersOnBoth,
} from './member-definitions.ts'
import type { ResourceImpact } from './model.ts'
import type { NestedStacks } from './nested-stacks.ts'
import { membersChange, updateResult } from './references.ts'
import type { ReportedResources } from './reported-resources.ts'
import { ResizedGroups, withCount } from './resized-groups.ts'
import type { ResourceComparison } from './resource-comparison.ts'
import { type Composing, RolledGroups } from './rolled-groups.ts'
import { anyMember, inWords } from './words.ts'

/** Compares the groups of one template. */
export class GroupImpact {
  readonly #level: LoweredLevel
  readonly #reported: ReportedResources
  readonly #composing: Composing
  readonly #sizes: GroupSizes
  readonly #resized: ResizedGroups
  readonly #rolled: RolledGroups

  constructor(level: LoweredLevel, reported: ReportedResources, stacks: NestedStacks, composing: Composing) {
    this.#level = level
    this.#reported = reported
    this.#composing = composing
    this.#sizes = new GroupSizes(level)
    this.#resized = new ResizedGroups(level, reported, stacks, this.#sizes)
    this.#rolled = new RolledGroups(level, reported, this.#sizes, this.#resized, composing)
  }

  /** The members of a group that comes or goes as a whole. */
  whole(
    side: keyof Both<unknown>,
    name: string,
    definition: Definition,
    there: Term,
  ): readonly FoundResource[] {
    return this.#resized.wholeGroup(side, name, definition, there)
  }

  /** A group by its own properties, and its members by theirs. */
  compare(compared: Compared): boolean {
    const { name, definitions, care, comparison, inside } = compared
    const { before, after } = definitions
    const { before: one, after: other } = namedMembersOnBoth(this.#level.terms, definitions)
    const isSized = this.#resized.resized(compared)
    if (one === undefined || other === undefined) {
      comparison.compare(before, after, care)
      this.#launched(compared)
      this.#unreadMembers(compared)
      return isGroup(after.type) || isSized
    }
    this.#nullMembers(compared)
    // A chain has one list of types; what it passes to all of them it cannot change in place.
    const isChain = membersOf(after.type)?.by === 'types'
    if (isChain) this.#passed(compared)
    comparison.compare({ ...before, properties: one.rest }, { ...after, properties: other.rest }, care)
    const results = new Map<string, UpdateResult>()
    this.#level.whole.readMembers(this.#level, name, definitions, (member) =>
      results.get(results.has(member) ? member : anyMember),
    )
    for (const [of, call] of other.named) {
      const was = one.named.get(of)
      if (was === undefined) continue
      const calls = { before: was, after: call }
      const member = onBoth((side) => memberDefinition(this.#level, side, calls[side]))
      results.set(of, this.#member(`${name}/${of}`, member, compared, inside))
    }
    return true
  }

  /**
   * Members take another launch configuration only by a policy for that (`InstanceGroup._try_rolling_update`); else those that
   * there are do not change.
   */
  #launched(compared: Compared): void {
    const { name, definitions, care, comparison, inside } = compared
    if (!launchesMembers(definitions.after.type)) return
    const replaced = comparison.decision.replace
    const launch = `properties.${launchProperty}`
    const changed = comparison.decision.changes.filter(({ path }) => path === launch)
    const extent = this.#level.whole.values.either(replaced, this.#level.whole.values.extentOf(changed))
    if (extent.may === this.#level.terms.false) return
    if (
      replaced.may === this.#level.terms.false &&
      batchesText(this.#level.terms, definitions.after) === undefined
    ) {
      comparison.remark(
        'without an update policy the members that there are stay as they are; new ones take it',
      )
      return
    }
    const members = onBoth((side) => launchedMember(this.#level, side, definitions[side]))
    const isWhole = replaced.sure === extent.may
    const both = isWhole
      ? onBoth((side) => members[side] ?? this.#unreadMember(side, definitions[side]))
      : members
    if (both.before === undefined || both.after === undefined) {
      comparison.unknown('what its members are made with is not in the template: they may be replaced')
      return
    }
    if (extent.sure !== extent.may) comparison.unknown('its launch configuration may be another one')
    const surely = { ...compared, care: this.#level.terms.and(care, extent.sure) }
    this.#member(`${name}/*`, { before: both.before, after: both.after }, surely, inside)
  }

  /** Members of which the templates do not say what they are. */
  #unreadMembers({ definitions, comparison }: Compared): void {
    const key = memberDefinitionOf(definitions.after.type)
    const path = `properties.${key}`
    if (key === undefined || !comparison.decision.changes.some((one) => one.path.startsWith(path))) return
    const said = onBoth((side) => memberTypeText(definitions[side], key))
    const texts = [...new Set([said.before, said.after])].join(' and ')
    comparison.unknown(`what its members are is not known here (${texts}), and so is what happens to them`)
  }

  /** A member that is replaced with its group, whatever it is made with. */
  #unreadMember(side: keyof Both<unknown>, { type }: Definition): Definition {
    const { null: nothing } = this.#level.terms
    return {
      type: memberType(this.#level, side, type),
      properties: nothing,
      metadata: nothing,
      updatePolicy: nothing,
    }
  }

  /** What a chain passes is shown with its members, whose parameters may be hidden. */
  #passed({ definitions, care, comparison }: Compared): void {
    const { values } = this.#level.whole
    const members = membersOf(definitions.after.type)
    if (members?.by !== 'types') return
    const passed = onBoth((side) => {
      const { properties } = definitions[side]
      return properties.tag === 'map'
        ? (properties.entries.get(members.passed) ?? this.#level.terms.null)
        : properties
    })
    const parts = values.between(passed.before, passed.after, care)
    if (parts.length > 0) comparison.noteInside('replace', values.extentOf(parts), 'passed')
  }

  /** Null properties of members are empty ones to Heat, and none at all are not. */
  #nullMembers({ definitions, care, comparison }: Compared): void {
    const isNull = onBoth((side) => {
      const { type, properties } = definitions[side]
      const key = memberDefinitionOf(type)
      const member = key === undefined || properties.tag !== 'map' ? undefined : properties.entries.get(key)
      return member?.tag === 'map' && member.entries.get('properties') === this.#level.terms.null
    })
    if (isNull.before !== isNull.after) comparison.noteInside('update', surely(care), 'members')
  }

  #member(
    name: string,
    definitions: Both<Definition>,
    compared: Compared,
    inside: FoundResource[],
  ): UpdateResult {
    const { name: group, definitions: groups, care, comparison } = compared
    const [was, is] = [definitions.before.type, definitions.after.type]
    const member = this.#level.comparison()
    const deeper: FoundResource[] = []
    this.#composing.withStack(comparison.decision.replace, care, member)
    const isComposed =
      !this.#composing.hasOtherClass(definitions, care, member) &&
      this.#composing.sameClass({ name, definitions, care, comparison: member, inside: deeper })
    const { decision } = member
    const { replace, update, changes } = decision
    const { values } = this.#level.whole
    const effects = this.#reported.effects(decision)
    const comesOrGoes = this.#level.terms.false
    const result = updateResult(values, decision, { isComposed, comesOrGoes })
    if (effects.length === 0 && deeper.length === 0) return result
    const sets = name.endsWith('/*') ? this.#sizes.soleSets(group, groups, care) : undefined
    if (sets?.kept.count === 0) return result
    // A group takes its new members' definition in place.
    const all = values.either(replace, update)
    const isDefined = was !== is || changes.some(({ path }) => !insidePaths.has(path))
    const batches = isDefined ? this.#rolled.batches(compared, sets, { all, replace }, inside) : undefined
    const rolled = batches?.rolled
    const count = rolled?.changed ?? sets?.kept.count
    if (isDefined || deeper.length > 0 || changes.some(({ path }) => path === 'resources'))
      comparison.noteInside('update', all, isDefined ? 'members' : 'resources')
    if (rolled !== undefined && rolled.left > 0)
      this.#rolled.left(definitions.before, rolled.left, compared, inside)
    const note = batchesText(this.#level.terms, groups.after, rolled)
    if (count === 0) {
      if (note !== undefined) comparison.remark(note)
    } else {
      const survives = this.#surviving(group, comparison)
      const impact = extended(
        this.#reported.impact(name, { before: was, after: is }, effects, decision, survives),
        defined({ note, count }),
      )
      inside.push(
        { impact, ...defined({ members: sets?.kept.names }) },
        ...deeper.map((one) => ({ ...one, impact: retainedWith(withCount(one.impact, count), survives) })),
      )
    }
    return batches === undefined ? result : this.#rolled.exchanged(result, batches)
  }

  /** What a group leaves behind that is replaced, and its members with it. */
  #surviving(group: string, { decision }: ResourceComparison): string | undefined {
    const plan = this.#level.programs.before.resources.get(group)
    if (plan === undefined || decision.replace.may === this.#level.terms.false) return undefined
    return this.#level.survives(plan) === 'Retain' ? 'Retain' : undefined
  }
}

/** The type of the members of a group as it is given. */
function memberTypeText({ properties }: Definition, key: string): string {
  const member = properties.tag === 'map' ? properties.entries.get(key) : undefined
  const type = member?.tag === 'map' ? member.entries.get('type') : undefined
  return type === undefined ? inWords(member ?? properties) : `their type is ${inWords(type)}`
}

/** The changes of a resource that are none of its own definition. */
const insidePaths: ReadonlySet<string> = new Set(['resources', 'members', membersChange, 'stack'])

/** What is inside of a group that is retained is so as well. */
function retainedWith(impact: ResourceImpact, survives: string | undefined): ResourceImpact {
  if (survives === undefined) return impact
  const { lost: _lost, remedy: _remedy, ...others } = impact
  return { ...others, survives }
}
