/** What happens to the resources of one template when another replaces it: the outer one, or a nested one. */

import { Failure } from '../../heat/values/value.ts'
import type { ResourcePlan } from '../parts.ts'
import { type Both, onBoth } from '../side.ts'
import type { Term, Terms } from '../terms/term.ts'
import { Composition } from './composition.ts'
import type { Definition, UpdateResult } from './decisions.ts'
import type { Extent } from './extents.ts'
import type { FoundResource, Whole } from './level.ts'
import type { LoweredLevel } from './lowered-level.ts'
import { References, updateResult } from './references.ts'
import { ReportedResources } from './reported-resources.ts'
import type { ResourceComparison } from './resource-comparison.ts'

/** What is known of a resource that was looked at. */
interface Looked extends UpdateResult {
  readonly found: readonly FoundResource[]
  /** Whether anything happens to it, apart from what is inside of it. */
  readonly isAffected: boolean
}

/** Looking at a resource takes as long as about so many steps: nested templates inside of nested ones multiply these. */
const stepsOfResource = 5

export class TemplateImpact {
  readonly level: LoweredLevel
  readonly references: References
  readonly #whole: Whole
  readonly #replaced: Extent | undefined
  readonly #terms: Terms
  readonly #reported: ReportedResources
  readonly #composition: Composition
  readonly #results = new Map<string, Looked | 'in progress'>()

  /** @param replaced for which values the stack itself is made anew */
  constructor(level: LoweredLevel, replaced?: Extent) {
    const { whole } = level
    this.level = level
    this.#replaced = replaced
    this.references = new References(this.level, (name) => this.#resultOf(name))
    this.#whole = whole
    this.#terms = whole.terms
    this.#reported = new ReportedResources(this.level)
    this.#composition = new Composition(this.level, this.#reported)
  }

  /** All that happens, in the order of the template. */
  resources(): readonly FoundResource[] {
    const { before, after } = this.level.programs
    const names = new Set([...after.resources.keys(), ...before.resources.keys()])
    return [...names].flatMap((name) => {
      const { found = [], isAffected = false } = this.#resultOf(name) ?? {}
      if (!isAffected) this.#whole.unchanged()
      return found
    })
  }

  /** @returns undefined for one that is being looked at: what is circular is refused elsewhere */
  #resultOf(name: string): Looked | undefined {
    const known = this.#results.get(name)
    if (known === 'in progress') return undefined
    if (known !== undefined) return known
    this.#results.set(name, 'in progress')
    this.#terms.budget.spend(stepsOfResource, 0)
    const result = this.#compared(name)
    this.#results.set(name, result)
    return result
  }

  #compared(name: string): Looked {
    const terms = this.#terms
    const plans = this.#plansOf(name)
    const there = onBoth((side) => this.level.enabled(name, side))
    const both = terms.and(there.before, there.after)
    const created = terms.and(terms.not(there.before), there.after)
    const deleted = terms.and(there.before, terms.not(there.after))
    const comparison = this.level.comparison()
    const inside: FoundResource[] = []
    let isComposed = false
    if (plans.before !== undefined && plans.after !== undefined && both !== terms.false)
      isComposed = this.#definitions({ before: plans.before, after: plans.after }, both, comparison, inside)
    else if (both === terms.false) {
      this.#composition.remarkUnread(plans, comparison)
      inside.push(...this.#composition.wholeStack(name, plans, there))
    }
    const { decision } = comparison
    const effects = this.#reported.effects(decision, { created, deleted })
    const goes = effects.some(({ action }) => action === 'delete' || action === 'replace')
    const survives = goes && plans.before !== undefined ? this.level.survives(plans.before) : undefined
    const types = { before: plans.before?.type, after: plans.after?.type }
    const whole = this.#reported.impact(name, types, effects, decision, survives)
    // Heat never deletes what others made.
    const { lost: _lost, ...others } = whole
    const own = plans.before?.externalId == null ? whole : others
    return {
      found: [...(effects.length === 0 ? [] : [{ impact: own, ...this.#identity(plans) }]), ...inside],
      isAffected: effects.length > 0,
      ...updateResult(this.#whole.values, decision, { isComposed, comesOrGoes: terms.or(created, deleted) }),
    }
  }

  #plansOf(name: string): Both<ResourcePlan | undefined> {
    const plans = onBoth((side) => this.level.programs[side].resources.get(name))
    for (const part of [plans.after?.whole, plans.after?.type])
      if (part instanceof Failure) this.#whole.refusals.add('after', part, this.level.present.after)
    return plans
  }

  /** What a resource is, apart from its name. */
  #identity({
    before,
    after,
  }: Both<ResourcePlan | undefined>): Pick<FoundResource, 'identity' | 'properties'> {
    const [side, plan] = after === undefined ? (['before', before] as const) : (['after', after] as const)
    if (typeof plan?.type !== 'string') return {}
    const properties = this.level.lowered(side, plan.properties)
    return { identity: `${plan.type} ${properties.id}`, properties }
  }

  /** @returns whether the resource is made of others */
  #definitions(
    plans: Both<ResourcePlan>,
    care: Term,
    comparison: ResourceComparison,
    inside: FoundResource[],
  ): boolean {
    const { values } = this.#whole
    const { name } = plans.after
    const definitions = onBoth((side) => this.level.definitionOf(side, name) as Definition)
    if (this.#composition.hasOtherClass(definitions, care, comparison)) {
      inside.push(...this.#composition.wholeStack(name, plans, { before: care, after: care }))
      return this.level.nested('before', definitions.before) !== undefined
    }
    const external = values.between(
      this.level.lowered('before', plans.before.externalId),
      this.level.lowered('after', plans.after.externalId),
      care,
    )
    comparison.note('refuse', external, 'external_id')
    // Heat leaves alone what only stands for something that others made.
    if (plans.before.externalId !== null && plans.after.externalId !== null) return false
    if (this.#replaced !== undefined) this.#composition.withStack(this.#replaced, care, comparison)
    const [policy, newPolicy] = [plans.before.deletionPolicy, plans.after.deletionPolicy]
    const policies = values.between(
      this.level.policy('before', policy),
      this.level.policy('after', newPolicy),
      care,
    )
    comparison.note('update', policies, 'deletion_policy')
    return this.#composition.sameClass({ name, definitions, care, comparison, inside })
  }
}
