/** What references to resources of a template, and attributes of these, give after an update. */
import type { ResourcePlan } from '../semantics/parts.ts'
import type { Input, Term, Terms } from '../semantics/terms/term.ts'
import type { ValueDifferences } from './differences.ts'
import type { Extent } from './extents.ts'
import type { LoweredLevel } from './lowered-level.ts'
import { type AttributeRule, attributeRule, referredProperty } from './replacement-rules.ts'

/** What an update does with a resource, as far as it affects others that read it. */
export interface UpdateResult {
  /** For which values another one replaces it, or it is created or deleted. */
  readonly replaced: Extent
  /** Where it is replaced, as it is there before and afterwards. */
  readonly remade: Term
  /** Whether it is one of another type then. */
  readonly isOther: boolean
  readonly updated: Extent
  /** The properties that change, or may, and for which values. */
  readonly properties: ReadonlyMap<string, Extent>
  /** Anything inside of it may give other outputs. */
  readonly isComposed: boolean
}

/** Answers what reads the resources of one template. */
export class References {
  readonly #level: LoweredLevel
  readonly #terms: Terms
  readonly #values: ValueDifferences
  readonly #resultOf: (name: string) => UpdateResult | undefined
  /** By resource and property: in a chain, each asks for what the one before it was given. */
  readonly #knownAfter = new Map<string, Term>()

  /** @param resultOf by the name of a resource; undefined for none, and for one that is being looked at */
  constructor(level: LoweredLevel, resultOf: (name: string) => UpdateResult | undefined) {
    this.#level = level
    this.#terms = level.terms
    this.#values = level.whole.values
    this.#resultOf = resultOf
  }

  /** What a reference to a resource of this template, or an attribute of one, gives afterwards. */
  changed({ name, of, detail }: Input): Extent {
    const values = this.#values
    const result = this.#resultOf(name)
    if (result === undefined) return values.never
    if (of === 'reference' && detail === '') return this.#referenceChanged(name, result)
    const { replaced, updated } = result
    const type = this.#level.programs.after.resources.get(name)?.type
    const rule = typeof type === 'string' ? attributeRule(type, detail) : undefined
    if (rule?.gives === 'property' && !result.isOther) return this.#givenChanged(rule, result)
    const mayFollow = mayFollowUpdate(rule, { of, detail }, result)
    const open = values.perhaps(mayFollow ? this.#terms.or(replaced.may, updated.may) : replaced.may)
    return rule?.gives === 'made-anew' ? replaced : open
  }

  /**
   * For which values only the cloud decides what a reference or an attribute gives, while the update runs: of what is made
   * anew, and of attributes that follow what the cloud makes of an update in place.
   */
  knownAfter({ name, of, detail }: Input): Term {
    const terms = this.#terms
    const result = this.#resultOf(name)
    const plan = this.#level.programs.after.resources.get(name)
    if (result === undefined || typeof plan?.type !== 'string') return terms.false
    const { replaced, updated } = result
    // A resource that does not change was given no new value.
    if (replaced.may === terms.false && updated.may === terms.false) return terms.false
    if (of === 'reference' && detail === '') {
      const property = referredProperty(plan.type)
      return (property === undefined ? undefined : this.#givenKnownAfter(plan, property)) ?? replaced.sure
    }
    const rule = attributeRule(plan.type, detail)
    if (rule?.gives === 'property') return this.#givenKnownAfter(plan, rule.property) ?? terms.false
    return mayFollowUpdate(rule, { of, detail }, result)
      ? terms.or(replaced.sure, updated.sure)
      : replaced.sure
  }

  /** For which values what a property is given is known only after the update; undefined where it is given nothing. */
  #givenKnownAfter(plan: ResourcePlan, property: string): Term | undefined {
    const key = `${plan.name} ${property}`
    const known = this.#knownAfter.get(key)
    if (known !== undefined) return known
    const given = this.#givenProperty(plan, property)
    if (given === this.#terms.null) return undefined
    const made = this.#values.knownAfterIn(given)
    this.#knownAfter.set(key, made)
    return made
  }

  /** The value of a property afterwards; all properties where these cannot be separated. */
  #givenProperty({ properties }: ResourcePlan, name: string): Term {
    const given = this.#level.lowered('after', properties)
    return given.tag === 'map' ? (given.entries.get(name) ?? this.#terms.null) : given
  }

  /** An attribute that is the value of a property, which a replacement alone does not change. */
  #givenChanged(
    { property, readBy = [] }: Extract<AttributeRule, { readonly gives: 'property' }>,
    { replaced, remade, properties }: UpdateResult,
  ): Extent {
    const values = this.#values
    const comes = this.#terms.and(replaced.may, this.#terms.not(remade))
    const others = readBy.flatMap((one) => properties.get(one) ?? [])
    const open = [values.perhaps(comes), ...others.map(({ may }) => values.perhaps(may))]
    return [properties.get(property) ?? values.never, ...open].reduce((all, one) => values.either(all, one))
  }

  /** A new id for certain, as a name that Heat makes; the name that the template gives is the one that it was, or another. */
  #referenceChanged(name: string, { replaced, remade, properties, isOther }: UpdateResult): Extent {
    const terms = this.#terms
    const { after } = this.#level.programs
    const plan = after.resources.get(name)
    const property = typeof plan?.type === 'string' ? referredProperty(plan.type) : undefined
    if (plan === undefined || property === undefined || isOther) return replaced
    const given = this.#level.lowered('after', plan.properties)
    const changed = properties.get(property)
    if (changed !== undefined) return { sure: terms.and(replaced.sure, changed.sure), may: replaced.may }
    if (given.tag !== 'map') return this.#values.perhaps(replaced.may)
    if ((given.entries.get(property) ?? terms.null) === terms.null) return replaced
    return this.#values.perhaps(terms.and(replaced.may, terms.not(remade)))
  }

  /** Whether it is the id of a resource, which no other one has. */
  identifies({ of, detail, name }: Input): boolean {
    if (of !== 'reference' || detail !== '') return false
    const { before, after } = this.#level.programs
    const types = [before, after].flatMap(({ resources }) => resources.get(name)?.type ?? [])
    return (
      types.length > 0 && types.every((one) => typeof one === 'string' && referredProperty(one) === undefined)
    )
  }
}

/** Whether an attribute, or one of all, may be another one after an update in place. */
function mayFollowUpdate(
  rule: AttributeRule | undefined,
  { of, detail }: Pick<Input, 'of' | 'detail'>,
  { isComposed, properties }: UpdateResult,
): boolean {
  if (of === 'attributes' || detail === 'attributes' || isComposed || properties.has(detail)) return true
  if (rule?.gives !== 'what-follows') return false
  return rule.properties === undefined || rule.properties.some((one) => properties.has(one))
}
