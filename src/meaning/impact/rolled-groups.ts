/** What batches make of the members of groups that scale: which change, which new ones replace, and which keep the old definition. */
import { type Both, onBoth } from '../side.ts'
import type { Term } from '../terms/term.ts'
import type { Definition, UpdateResult } from './decisions.ts'
import type { Extent } from './extents.ts'
import { type RolledMembers, rolledMembers } from './group-batches.ts'
import { isScaled, type MemberSets, membersText } from './group-members.ts'
import type { GroupSizes } from './group-sizes.ts'
import type { Compared, FoundResource } from './level.ts'
import type { LoweredLevel } from './lowered-level.ts'
import { membersChange } from './references.ts'
import type { ReportedResources } from './reported-resources.ts'
import { type ResizedGroups, withCount } from './resized-groups.ts'
import type { ResourceComparison } from './resource-comparison.ts'

/** How members are compared, which may be stacks and groups themselves. */
export interface Composing {
  hasOtherClass(definitions: Both<Definition>, care: Term, comparison: ResourceComparison): boolean
  sameClass(compared: Compared): boolean
  withStack(extent: Extent, care: Term, comparison: ResourceComparison): void
}

/** What a policy makes of the members that change, and for which values new ones replace them. */
interface Batches {
  readonly rolled: RolledMembers
  readonly exchanged: Extent
}

/** Changes the members of groups of one template by their policies. */
export class RolledGroups {
  readonly #level: LoweredLevel
  readonly #reported: ReportedResources
  readonly #sizes: GroupSizes
  readonly #resized: ResizedGroups
  readonly #composing: Composing

  constructor(
    level: LoweredLevel,
    reported: ReportedResources,
    sizes: GroupSizes,
    resized: ResizedGroups,
    composing: Composing,
  ) {
    this.#level = level
    this.#reported = reported
    this.#sizes = sizes
    this.#resized = resized
    this.#composing = composing
  }

  /** Where a policy keeps more members in service than a batch leaves, new ones replace the oldest. */
  batches(
    { name, definitions, comparison }: Compared,
    sets: MemberSets | undefined,
    { all: extent, replace }: { readonly all: Extent; readonly replace: Extent },
    inside: FoundResource[],
  ): Batches | undefined {
    const { terms, whole } = this.#level
    const isReplaced = comparison.decision.replace.may !== terms.false
    if (sets === undefined || !isScaled(definitions.after.type) || isReplaced) return undefined
    const { created, deleted, kept } = sets
    const [before, after] = [kept.count + deleted.count, kept.count + created.count]
    const [rolled, other] = (['in-place', 'replaced'] as const)
      .filter((one) => (one === 'in-place' ? replace.sure !== extent.may : replace.may !== terms.false))
      .map((one) => rolledMembers(terms, definitions.after, [before, after], one))
    if (rolled === undefined || (other !== undefined && JSON.stringify(rolled) !== JSON.stringify(other))) {
      const cause = rolled === undefined ? 'its policy' : 'whether members are replaced'
      comparison.unknown(`${cause} depends on values: members may be deleted for new ones`)
      return undefined
    }
    const exchanged = { created: rolled.created - created.count, deleted: rolled.deleted - deleted.count }
    if (exchanged.created + exchanged.deleted === 0) return { rolled, exchanged: whole.values.never }
    const isExact = this.#sizes.isExact(name, definitions)
    const where = isExact ? extent : whole.values.perhaps(extent.may)
    comparison.noteInside('update', where, membersChange)
    const isCertain = where.sure === where.may
    if (!isCertain) inside.push(...this.#resized.exchanged(name, definitions, exchanged, where))
    if (!isCertain) return { rolled, exchanged: where }
    // With those by which the size differs, which have no lines of their own then.
    const sized = `${this.#level.scope}${name}/(`
    const others = inside.filter(({ impact }) => !impact.name.startsWith(sized))
    inside.splice(0, inside.length, ...others, ...this.#resized.exchanged(name, definitions, rolled, where))
    return { rolled, exchanged: where }
  }

  /** What those who read any of the members get where some of these are other ones. */
  exchanged(result: UpdateResult, { exchanged, rolled }: Batches): UpdateResult {
    const { values } = this.#level.whole
    const areAll = rolled.changed + rolled.left === 0
    const replaced = areAll ? exchanged : values.perhaps(exchanged.may)
    return { ...result, replaced: values.either(result.replaced, replaced) }
  }

  /** Members that keep the old definition: what is inside of them is what the new files make of that. */
  left(
    definition: Definition,
    count: number,
    { name: group, care }: Compared,
    inside: FoundResource[],
  ): void {
    const name = `${group}/${membersText({ count }, 'kept')}`
    const comparison = this.#level.comparison()
    const deeper: FoundResource[] = []
    const definitions = onBoth(() => definition)
    this.#composing.sameClass({ name, definitions, care, comparison, inside: deeper })
    const effects = this.#reported.effects(comparison.decision)
    if (effects.length === 0) return
    const types = onBoth(() => definition.type)
    const impact = this.#reported.impact(name, types, effects, comparison.decision)
    for (const one of [{ impact }, ...deeper]) inside.push({ ...one, impact: withCount(one.impact, count) })
  }
}
