/** Resources by their classes and by what they are made of: nested stacks by their templates, groups by their members. */

import type { OpenName } from '../../stack/stack.ts'
import type { ResourcePlan } from '../parts.ts'
import { type Both, onBoth } from '../side.ts'
import type { Term } from '../terms/term.ts'
import { isChildStack, noTemplateIn, withoutTemplate } from './child-templates.ts'
import type { Definition } from './decisions.ts'
import { type Extent, surely } from './extents.ts'
import { GroupImpact } from './group-impact.ts'
import type { Compared, FoundResource } from './level.ts'
import type { LoweredLevel } from './lowered-level.ts'
import { NestedStacks } from './nested-stacks.ts'
import type { ReportedResources } from './reported-resources.ts'
import { isSameClass, type ResourceComparison } from './resource-comparison.ts'

/** Compares the resources of one template, with all that is inside of them. */
export class Composition {
  readonly #level: LoweredLevel
  readonly #stacks: NestedStacks
  readonly #groups: GroupImpact

  constructor(level: LoweredLevel, reported: ReportedResources) {
    this.#level = level
    this.#stacks = new NestedStacks(level)
    this.#groups = new GroupImpact(level, reported, this.#stacks, this)
  }

  /** Notes what is made anew because the stack that it is in is. */
  withStack({ sure, may }: Extent, care: Term, comparison: ResourceComparison): void {
    const terms = this.#level.terms
    const extent = { sure: terms.and(sure, care), may: terms.and(may, care) }
    if (extent.may !== terms.false) comparison.noteInside('replace', extent, 'stack')
  }

  /** Notes the type where an update makes another resource because of it. */
  hasOtherClass(definitions: Both<Definition>, care: Term, comparison: ResourceComparison): boolean {
    const { before, after } = definitions
    const areTemplates = onBoth((side) => this.#level.isTemplate(side, definitions[side]))
    if (isSameClass(before.type, after.type, areTemplates)) return false
    const types = onBoth((side) => this.#level.terms.constant(definitions[side].type))
    comparison.note('replace', [{ path: '', ...types, extent: surely(care) }], 'type')
    return true
  }

  /** @returns whether the resource is made of others */
  sameClass(compared: Compared): boolean {
    const { definitions } = compared
    const isChild = isChildStack(definitions.after.type)
    // Its stack goes with it where its own properties replace it.
    if (isChild) this.#childStack(compared)
    const before = this.#level.templateOf('before', definitions.before)
    const after = this.#level.templateOf('after', definitions.after)
    if (before !== undefined && after !== undefined) {
      this.#stacks.call(compared, { before, after })
      return true
    }
    if (isChild) {
      this.#unreadChild(compared)
      return true
    }
    if (!this.#level.isTemplate('after', definitions.after)) return this.#groups.compare(compared)
    this.#unreadTemplates(compared)
    return true
  }

  #childStack({ definitions, care, comparison }: Compared): void {
    const { before, after } = onBoth((side) => withoutTemplate(definitions[side], this.#level.terms))
    comparison.compare(before, after, care)
  }

  /** A stack of a template that is not in the files, or that values are put into. */
  #unreadChild({ definitions, care, comparison }: Compared): void {
    const { before, after } = definitions
    const failure = this.#level.templateOf('after', after) === undefined ? noTemplateIn(after) : undefined
    if (failure !== undefined) this.#level.whole.refusals.add('after', failure, care)
    comparison.note(
      'update',
      this.#level.whole.values.between(before.properties, after.properties, care),
      'properties',
    )
    if (this.#level.whole.hasOtherAttached)
      comparison.noteInside('update', this.#level.whole.values.perhaps(care), 'resources')
    if (comparison.decision.update.may === this.#level.terms.false) return
    comparison.unknown('its template is not in the files here: what happens to its resources is unknown')
  }

  /** A nested stack is updated in place; where its template was not read, nobody knows what happens to its resources. */
  #unreadTemplates({ definitions, care, comparison }: Compared): void {
    const { before, after } = definitions
    const { values } = this.#level.whole
    const unread = onBoth((side) => this.#level.unread(side, definitions[side]))
    if (
      unread.before?.identity !== unread.after?.identity ||
      (unread.before ?? unread.after)?.identity === undefined
    )
      comparison.noteInside('update', values.perhaps(care), 'resources')
    comparison.note('update', values.between(before.properties, after.properties, care), 'properties')
    comparison.note('update', values.betweenReadNow(before.metadata, after.metadata, care), 'metadata')
    if (comparison.decision.update.may === this.#level.terms.false) return
    const both = [unread.before, unread.after].flatMap((one) => one ?? [])
    comparison.unknown(`${unreadText(both)}: what happens to its resources is unknown`)
  }

  /** Says of a resource that comes or goes why its resources are not listed. */
  remarkUnread(plans: Both<ResourcePlan | undefined>, comparison: ResourceComparison): void {
    const both = (['before', 'after'] as const).flatMap((side) => {
      const plan = plans[side]
      return plan === undefined
        ? []
        : (this.#level.unread(side, this.#level.definitionOf(side, plan.name) as Definition) ?? [])
    })
    if (both.length > 0) comparison.remark(`${unreadText(both)}: its resources are not listed`)
  }

  /** What is inside of a nested stack or a group that comes or goes as a whole. */
  wholeStack(
    name: string,
    plans: Both<ResourcePlan | undefined>,
    there: Both<Term>,
  ): readonly FoundResource[] {
    return (['before', 'after'] as const).flatMap((side) => {
      const plan = plans[side]
      if (plan === undefined || there[side] === this.#level.terms.false) return []
      // A stack that is retained keeps all that is in it.
      if (side === 'before' && this.#level.survives(plan) === 'Retain') return []
      const definition = this.#level.definitionOf(side, name) as Definition
      return [
        ...this.#stacks.stackOf(side, name, definition),
        ...this.#groups.whole(side, name, definition, there[side]),
      ]
    })
  }
}

/** That templates were not read, and how the reader gives them: only types of registries can lead elsewhere. */
function unreadText(all: readonly OpenName[]): string {
  const files = new Set(all.flatMap(({ identity = '' }) => (identity.includes('://') ? [identity] : [])))
  if (files.size === 0) return [...new Set(all.map(({ why }) => why))].join('; ')
  const copies = files.size === 1 ? 'a copy of it' : 'copies of them'
  const way = all.some(({ name, identity }) => name === identity)
    ? `name ${copies} in both templates`
    : `let resource_registry of --env-before and --env lead to ${copies}`
  return `${[...files].join(' and ')} ${files.size === 1 ? 'was' : 'were'} not read (${way})`
}
