/** Resources by their classes and by what they are made of: nested stacks by their templates, groups by their members. */
import { isTemplateReference } from '../heat/resource-types.ts'
import type { ResourcePlan } from '../semantics/parts.ts'
import { type Both, onBoth } from '../semantics/side.ts'
import type { Term, Terms } from '../semantics/terms/term.ts'
import { type Extent, surely } from './differences.ts'
import { GroupImpact } from './group-impact.ts'
import type { Compared, FoundResource, Whole } from './level.ts'
import type { LoweredLevel } from './lowered-level.ts'
import { NestedStacks } from './nested-stacks.ts'
import type { ReportedResources } from './reported-resources.ts'
import { type Definition, isSameClass, type ResourceComparison } from './resource-comparison.ts'

/** Compares the resources of one template, with all that is inside of them. */
export class Composition {
  readonly #level: LoweredLevel
  readonly #whole: Whole
  readonly #terms: Terms
  readonly #stacks: NestedStacks
  readonly #groups: GroupImpact

  constructor(level: LoweredLevel, reported: ReportedResources) {
    this.#level = level
    this.#whole = level.whole
    this.#terms = level.terms
    this.#stacks = new NestedStacks(level)
    this.#groups = new GroupImpact(level, reported, this.#stacks, this)
  }

  /** Notes what is made anew because the stack that it is in is. */
  withStack({ sure, may }: Extent, care: Term, comparison: ResourceComparison): void {
    const terms = this.#terms
    const extent = { sure: terms.and(sure, care), may: terms.and(may, care) }
    if (extent.may !== terms.false) comparison.noteInside('replace', extent, 'stack')
  }

  /** Notes the type where an update makes another resource because of it. */
  hasOtherClass(definitions: Both<Definition>, care: Term, comparison: ResourceComparison): boolean {
    const { before, after } = definitions
    const areTemplates = onBoth((side) => this.#level.isTemplate(side, definitions[side]))
    if (isSameClass(before.type, after.type, areTemplates)) return false
    const types = onBoth((side) => this.#terms.constant(definitions[side].type))
    comparison.note('replace', [{ path: '', ...types, extent: surely(care) }], 'type')
    return true
  }

  /** @returns whether the resource is made of others */
  sameClass(compared: Compared): boolean {
    const { definitions } = compared
    const before = this.#level.nested('before', definitions.before)
    const after = this.#level.nested('after', definitions.after)
    if (before === undefined || after === undefined) {
      if (isTemplateReference(definitions.before.type) && isTemplateReference(definitions.after.type))
        this.#unreadTemplates(compared)
      const isGroup = this.#groups.compare(compared)
      return isGroup || this.#level.isTemplate('before', definitions.before)
    }
    this.#stacks.call(compared, { before, after })
    return true
  }

  /** Two nested templates of which at least one was not read. */
  #unreadTemplates({ definitions: { before, after }, care, comparison }: Compared): void {
    if (before.type === after.type) return
    const extent = this.#whole.values.perhaps(care)
    comparison.noteInside('update', extent, 'resources')
    comparison.unknown(
      `its template is ${after.type} in place of ${before.type}, and they were not both read`,
    )
  }

  /** What is inside of a nested stack or a group that comes or goes as a whole. */
  wholeStack(
    name: string,
    plans: Both<ResourcePlan | undefined>,
    there: Both<Term>,
  ): readonly FoundResource[] {
    return (['before', 'after'] as const).flatMap((side) => {
      const plan = plans[side]
      if (plan === undefined || there[side] === this.#terms.false) return []
      const definition = this.#level.definition(side, plan)
      return [
        ...this.#stacks.stackOf(side, name, definition),
        ...this.#groups.whole(side, name, definition, there[side]),
      ]
    })
  }
}
