/** What happens to the resources of one template when another takes its place: the outer one, or one that is called. */

import { groupedBy } from '../document/multimap.ts'
import { defined, extended } from '../document/records.ts'
import { memberDefinitionOf, membersOf } from '../heat/group-types.ts'
import { hiddenValue } from '../heat/parameters.ts'
import { isTemplateReference } from '../heat/resource-types.ts'
import { deletionPolicy as policyOf, type ResourcePlan } from '../semantics/parts.ts'
import type { Program } from '../semantics/program.ts'
import { type Both, type FileContent, type NestedTemplate, onBoth } from '../semantics/side.ts'
import { arrivingTerm } from '../semantics/terms/arriving.ts'
import { isGroup, membersIn, type TypedProperties } from '../semantics/terms/call-shapes.ts'
import { TemplateLowering } from '../semantics/terms/lowering.ts'
import { type Input, kinds, type Term, type Terms, valueOf } from '../semantics/terms/term.ts'
import { Failure, isList, isMap, type Key, type Value } from '../semantics/value.ts'
import { typeOf } from '../workspace/stack.ts'
import {
  choicesIn,
  type Extent,
  newestAtom,
  type Part,
  surely,
  type ValueDifferences,
} from './differences.ts'
import { batchesText } from './group-batches.ts'
import { type MemberSets, type Members, memberSets, membersText, sizeProperties } from './group-members.ts'
import { lostWith } from './interruptions.ts'
import {
  instanceType,
  launchedBy,
  launchedProperties,
  launchesMembers,
  launchProperty,
  scaledType,
} from './launched-members.ts'
import { type Action, dependingOn, type Effect, type ResourceImpact, type ValueChange } from './model.ts'
import { propertyTerm } from './property-values.ts'
import { type AttributeRule, attributeRule, referredProperty, updatedClass } from './replacement-rules.ts'
import {
  type Change,
  type Decision,
  type Definition,
  isSameClass,
  ResourceComparison,
} from './resource-comparison.ts'
import { shownTerm } from './secrets.ts'
import { Words } from './words.ts'

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
  level(level: Level): TemplateImpact
  /** The template that a type leads to in another one; undefined for types of classes, and for files that are not there. */
  nested(
    side: keyof Both<unknown>,
    caller: NestedTemplate,
    definition: Pick<Definition, 'type' | 'resource'>,
  ): NestedTemplate | undefined
  programOf(template: NestedTemplate): Program
  defaults(side: keyof Both<unknown>): ReadonlyMap<string, Value>
  files(side: keyof Both<unknown>, template: NestedTemplate): ReadonlyMap<string, FileContent> | undefined
  mayGoDeeper(level: Level): boolean
  valuesOf(side: keyof Both<unknown>): 'heat' | 'aws'
  /** Counts a resource to which nothing happens. */
  unchanged(): void
  /** The names of the members of a group in the live stack, where that is known. */
  liveMembers(group: string): readonly string[] | undefined
  /** What stands for a value that is not shown. */
  hiddenValue(data: Term): Term
}

/** A resource with what tells it again under another name. */
export interface FoundResource {
  readonly impact: ResourceImpact
  /** Equal for resources that are defined alike. */
  readonly identity?: string
  /** What it is given. */
  readonly properties?: Term
  /** The group of which it is a member, or inside of one: all members have the same definition. */
  readonly group?: string
}

interface Result {
  readonly found: readonly FoundResource[]
  /** For which values another one takes its place, or it comes or goes. */
  readonly replaced: Extent
  /** Where it is replaced, as it is there before and afterwards. */
  readonly remade: Term
  /** Whether it is one of another type then. */
  readonly isOther: boolean
  readonly updated: Extent
  /** The properties that change, or may, and for which values. */
  readonly properties: ReadonlyMap<string, Extent>
  /** Whether anything happens to it, apart from what is inside of it. */
  readonly isFelt: boolean
  /** Anything inside of it may give other outputs. */
  readonly isComposed: boolean
}

/** Looking at a resource takes as long as about so many steps: calls of templates inside of calls multiply these. */
const stepsOfResource = 5

/** One resource that both templates have, as it is compared. */
interface Compared {
  readonly name: string
  readonly definitions: Both<Definition>
  /** When both have it. */
  readonly care: Term
  /** Takes what an update does with the resource. */
  readonly comparison: ResourceComparison
  /** Takes the resources that it is made of. */
  readonly inside: FoundResource[]
}

export class TemplateImpact {
  readonly lowerings: Both<TemplateLowering>
  /** The conditions of both sides, lowered. */
  readonly conditions: Both<ReadonlyMap<string, Term>>
  readonly level: Level
  readonly #whole: Whole
  readonly #terms: Terms
  readonly words: Words
  readonly #results = new Map<string, Result | 'in progress'>()

  constructor(whole: Whole, level: Level) {
    this.level = level
    this.#whole = whole
    this.#terms = whole.terms
    const { before, after } = level.programs
    this.#terms.budget.spend(before.conditions.size + after.conditions.size, 0)
    this.lowerings = onBoth((side) => this.#lowering(side))
    this.conditions = onBoth((side) => this.#conditionsOf(side))
    this.words = new Words(whole.terms, this.#named())
  }

  #lowering(side: keyof Both<unknown>): TemplateLowering {
    const { scope, templates, programs, given } = this.level
    const facts = { scope, given: given[side], values: this.#whole.valuesOf(side) }
    const files = this.#whole.files(side, templates[side])
    return new TemplateLowering(
      this.#terms,
      programs[side],
      files === undefined ? facts : extended(facts, { files }),
    )
  }

  /** Conditions that mean the same on both sides, or stand on one only, by what they mean. */
  #named(): ReadonlyMap<Term, string> {
    const named = new Map<Term, string>()
    const { before, after } = this.conditions
    for (const [name, term] of after) {
      const other = before.get(name)
      if ((other === undefined || other === term) && !term.isData) named.set(term, name)
    }
    for (const [name, term] of before)
      if (!after.has(name) && !named.has(term) && !term.isData) named.set(term, name)
    return named
  }

  #conditionsOf(side: keyof Both<unknown>): ReadonlyMap<string, Term> {
    const lowering = this.lowerings[side]
    return new Map(
      [...this.level.programs[side].conditions.keys()].map((name) => {
        const { made } = lowering.collected(() => lowering.named(name, 'to see'))
        this.#refuse(made, side)
        return [name, made]
      }),
    )
  }

  /** All that happens, in the order of the template. */
  resources(): readonly FoundResource[] {
    const { before, after } = this.level.programs
    const names = new Set([...after.resources.keys(), ...before.resources.keys()])
    return [...names].flatMap((name) => {
      const { found = [], isFelt = false } = this.#resultOf(name) ?? {}
      if (!isFelt) this.#whole.unchanged()
      return found
    })
  }

  /** What a reference to a resource of this template, or an attribute of one, gives afterwards. */
  changed({ name, of, detail }: Input): Extent {
    const { values } = this.#whole
    const result = this.#resultOf(name)
    if (result === undefined) return values.never
    if (of === 'reference' && detail === '') return this.#referenceChanged(name, result)
    const { replaced, updated } = result
    const type = this.level.programs.after.resources.get(name)?.type
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
    const plan = this.level.programs.after.resources.get(name)
    if (result === undefined || typeof plan?.type !== 'string') return terms.false
    const { replaced, updated } = result
    if (of === 'reference' && detail === '') {
      const property = referredProperty(plan.type)
      const given = property === undefined ? terms.null : this.#givenProperty(plan, property)
      return given === terms.null ? replaced.sure : this.#whole.values.knownAfterIn(given)
    }
    const rule = attributeRule(plan.type, detail)
    if (rule?.gives === 'property')
      return this.#whole.values.knownAfterIn(this.#givenProperty(plan, rule.property))
    return mayFollowUpdate(rule, { of, detail }, result)
      ? terms.or(replaced.sure, updated.sure)
      : replaced.sure
  }

  /** The value of a property afterwards; all properties where these are not told apart. */
  #givenProperty({ properties }: ResourcePlan, name: string): Term {
    const given = this.#lowered('after', properties)
    return given.tag === 'map' ? (given.entries.get(name) ?? this.#terms.null) : given
  }

  /** An attribute that is the value of a property, which a replacement alone does not change. */
  #givenChanged(
    { property, readBy = [] }: Extract<AttributeRule, { readonly gives: 'property' }>,
    { replaced, remade, properties }: Result,
  ): Extent {
    const { values } = this.#whole
    const comes = this.#terms.and(replaced.may, this.#terms.not(remade))
    const others = readBy.flatMap((one) => properties.get(one) ?? [])
    const open = [values.perhaps(comes), ...others.map(({ may }) => values.perhaps(may))]
    return [properties.get(property) ?? values.never, ...open].reduce((all, one) => values.either(all, one))
  }

  /** A new id for certain, as a name that Heat makes; the name that the template gives is the one that it was, or another. */
  #referenceChanged(name: string, { replaced, remade, properties, isOther }: Result): Extent {
    const terms = this.#terms
    const { after } = this.level.programs
    const plan = after.resources.get(name)
    const property = typeof plan?.type === 'string' ? referredProperty(plan.type) : undefined
    if (plan === undefined || property === undefined || isOther) return replaced
    const given = this.#lowered('after', plan.properties)
    const changed = properties.get(property)
    if (changed !== undefined) return { sure: terms.and(replaced.sure, changed.sure), may: replaced.may }
    if (given.tag !== 'map') return this.#whole.values.perhaps(replaced.may)
    if ((given.entries.get(property) ?? terms.null) === terms.null) return replaced
    return this.#whole.values.perhaps(terms.and(replaced.may, terms.not(remade)))
  }

  /** Whether it is the id of a resource, which no other one has. */
  identifies({ of, detail, name }: Input): boolean {
    if (of !== 'reference' || detail !== '') return false
    const { before, after } = this.level.programs
    const types = [before, after].flatMap(({ resources }) => resources.get(name)?.type ?? [])
    return (
      types.length > 0 && types.every((one) => typeof one === 'string' && referredProperty(one) === undefined)
    )
  }

  /** @returns undefined for one that is being looked at: what is circular is refused elsewhere */
  #resultOf(name: string): Result | undefined {
    const known = this.#results.get(name)
    if (known === 'in progress') return undefined
    if (known !== undefined) return known
    this.#results.set(name, 'in progress')
    this.#terms.budget.spend(stepsOfResource, 0)
    const result = this.#compared(name)
    this.#results.set(name, result)
    return result
  }

  #compared(name: string): Result {
    const terms = this.#terms
    const plans = onBoth((side) => this.level.programs[side].resources.get(name))
    for (const part of [plans.after?.whole, plans.after?.type])
      if (part instanceof Failure) this.#whole.values.refusals.add(part.message)
    const there = onBoth((side) => this.#enabled(name, side))
    const both = terms.and(there.before, there.after)
    const created = terms.and(terms.not(there.before), there.after)
    const deleted = terms.and(there.before, terms.not(there.after))
    const comparison = this.#comparison()
    const inside: FoundResource[] = []
    let isComposed = false
    if (plans.before !== undefined && plans.after !== undefined && both !== terms.false)
      isComposed = this.#definitions({ before: plans.before, after: plans.after }, both, comparison, inside)
    else if (both === terms.false) inside.push(...this.#wholeStack(name, plans, there))
    const { decision } = comparison
    const { replace, update, changes } = decision
    const effects = this.#effects(decision, { created, deleted })
    const plan = (plans.after ?? plans.before) as ResourcePlan
    const replaced = this.#whole.values.either(replace, surely(terms.or(created, deleted)))
    const properties = this.#changedProperties(changes)
    const goes = effects.some(({ action }) => action === 'delete' || action === 'replace')
    const survives = goes && plans.before !== undefined ? this.#survives(plans.before) : undefined
    const types = { before: plans.before?.type, after: plans.after?.type }
    const whole = this.#impact(name, types, effects, decision, survives)
    // Heat never deletes what others made.
    const { lost: _lost, ...others } = whole
    const own = plans.before?.externalId == null ? whole : others
    const identity = this.#identity(plans.after === undefined ? 'before' : 'after', plan)
    return {
      found: [...(effects.length === 0 ? [] : [{ impact: own, ...identity }]), ...inside],
      isFelt: effects.length > 0,
      replaced,
      remade: replace.may,
      isOther: changes.some(({ path }) => path === 'type'),
      updated: update,
      properties,
      isComposed,
    }
  }

  #changedProperties(changes: readonly Change[]): ReadonlyMap<string, Extent> {
    const { values } = this.#whole
    const properties = new Map<string, Extent>()
    for (const { path, extent } of changes) {
      const [, property] = /^properties\.([^.[]+)/.exec(path) ?? []
      if (property !== undefined)
        properties.set(property, values.either(properties.get(property) ?? values.never, extent))
    }
    return properties
  }

  #comparison(): ResourceComparison {
    return new ResourceComparison(this.#terms, this.#whole.values, (config, input) =>
      this.#replacesDeployments(config, input),
    )
  }

  /** Whether an input of a configuration in this template has `replace_on_change`. */
  #replacesDeployments(config: Term, input?: string): 'sure' | 'may' | 'no' {
    const isOwn = config.tag === 'input' && config.of === 'reference' && config.scope === this.level.scope
    const plan = isOwn ? this.level.programs.after.resources.get(config.name) : undefined
    if (plan === undefined) return 'may'
    const properties = this.#lowered('after', plan.properties)
    const inputs = properties.tag === 'map' ? (properties.entries.get('inputs') ?? null) : null
    if (inputs === null) return properties.tag === 'map' || properties === this.#terms.null ? 'no' : 'may'
    if (!inputs.isData) return 'may'
    const declared = valueOf(inputs)
    const all = isList(declared) ? declared.filter(isMap) : []
    const named = input === undefined ? all : all.filter((one) => one.get('name') === input)
    return named.some((one) => String(one.get('replace_on_change')).toLowerCase() === 'true') ? 'sure' : 'no'
  }

  /** What a resource is, apart from its name. */
  #identity(side: keyof Both<unknown>, plan: ResourcePlan): Pick<FoundResource, 'identity' | 'properties'> {
    if (typeof plan.type !== 'string') return {}
    const properties = this.#lowered(side, plan.properties)
    return { identity: `${plan.type} ${properties.id}`, properties }
  }

  /** What is said of a resource, or of the members of a group. */
  #impact(
    name: string,
    { before: was, after: is }: Both<ResourcePlan['type'] | undefined>,
    effects: readonly Effect[],
    { changes, always, unknown, note }: Decision,
    survives?: string,
  ): ResourceImpact {
    const type = is ?? was
    const isUpdated = effects.some(({ action }) => action === 'update')
    return {
      name: this.level.scope + name,
      type: typeof type === 'string' ? type : 'no type',
      ...(typeof was === 'string' && is !== undefined && was !== is ? { typeBefore: was } : {}),
      effects,
      // What is replaced is not restarted as well.
      changes: changes.map(({ interrupts, ...change }) =>
        this.#valueChange(isUpdated ? extended(change, defined({ interrupts })) : change),
      ),
      ...defined({ survives, always, unknown, note, lost: lostOf(was ?? is, effects, survives) }),
    }
  }

  /** A policy as Heat reads it: not given is `Delete`, and case does not count. */
  #policy(side: keyof Both<unknown>, policy: ResourcePlan['deletionPolicy']): Term {
    const term = this.#lowered(side, policy)
    if (!term.isData && term !== this.#terms.null) return term
    const read = policyOf(valueOf(term), this.level.programs[side].dialect)
    return typeof read === 'string' ? this.#terms.constant(read) : term
  }

  /** What is left of it where it goes, by the policy that the live stack has. */
  #survives({ deletionPolicy }: ResourcePlan): string | undefined {
    const term = this.#lowered('before', deletionPolicy)
    if (!term.isData) return term === this.#terms.null ? undefined : 'depends on its deletion policy'
    const policy = policyOf(valueOf(term), this.level.programs.before.dialect)
    return policy === 'Retain' || policy === 'Snapshot' ? policy : undefined
  }

  #valueChange({ path, before, after, extent, action, by, knownAfter, interrupts }: Change): ValueChange {
    const terms = this.#terms
    const certainty: Effect['certainty'] =
      extent.sure === terms.true ? 'sure' : extent.sure === extent.may ? 'if' : 'may'
    const when = this.words.when(extent.may)
    if (by !== undefined) return defined({ path, certainty, when, action, by, knownAfter, interrupts })
    const [was, is] = [before, after].map((term) => shownTerm(terms, term, path)) as [Term, Term]
    const [one, other] = this.words.parted(was, is)
    const isNone = (term: Term) => term === terms.omitted || term === terms.null
    const values = { before: isNone(before) ? undefined : one, after: isNone(after) ? undefined : other }
    const lines = this.words.lines(was, is)
    return defined({ path, ...values, lines, certainty, when, action, knownAfter, interrupts })
  }

  /** From the worst to the least, each where nothing worse happens. @param presence where the resource comes or goes */
  #effects(
    { refuse, replace, update }: Decision,
    presence?: { readonly created: Term; readonly deleted: Term },
  ): readonly Effect[] {
    const terms = this.#terms
    const { created, deleted } = presence ?? { created: terms.false, deleted: terms.false }
    const extents: readonly (readonly [Action, Extent])[] = [
      ['refuse', refuse],
      ['replace', replace],
      ['delete', surely(deleted)],
      ['create', surely(created)],
      ['update', update],
    ]
    const found: Effect[] = []
    let [surelyWorse, perhapsWorse] = [terms.false, terms.false]
    for (const [action, { sure, may }] of extents) {
      const certain = terms.and(sure, terms.not(perhapsWorse))
      const possible = terms.and(may, terms.not(surelyWorse))
      found.push(...this.#effect(action, certain, terms.and(possible, terms.not(certain))))
      surelyWorse = terms.or(surelyWorse, sure)
      perhapsWorse = terms.or(perhapsWorse, may)
    }
    return found
  }

  /** What happens where, surely or perhaps; as one where the difference is no clearer than that. */
  #effect(action: Action, certain: Term, open: Term): readonly Effect[] {
    const terms = this.#terms
    const when = this.words.when(certain)
    const isClear = certain === terms.false || open === terms.false || !when?.startsWith(dependingOn)
    const effect = (certainty: Effect['certainty'], condition: Term): readonly Effect[] => {
      if (condition === terms.false) return []
      const said = this.words.when(condition)
      if (said !== undefined) return [{ action, certainty, when: said }]
      return [{ action, certainty: certainty === 'if' ? 'sure' : certainty }]
    }
    return isClear
      ? [...effect('if', certain), ...effect('may', open)]
      : effect('may', terms.or(certain, open))
  }

  #enabled(name: string, side: keyof Both<unknown>): Term {
    if (!this.level.programs[side].resources.has(name)) return this.#terms.false
    const enabled = this.lowerings[side].enabled(name)
    if (enabled.tag !== 'refused') return enabled
    // Heat makes no stack of it in any case.
    this.#refuse(enabled, side)
    return this.#terms.true
  }

  #refuse(term: Term, side: keyof Both<unknown>): void {
    if (side === 'after' && term.tag === 'refused') this.#whole.values.refusals.add(term.failure.message)
  }

  #lowered(side: keyof Both<unknown>, snippet: ResourcePlan['properties']): Term {
    const lowering = this.lowerings[side]
    if (snippet === null) return this.#terms.null
    return lowering.collected(() => lowering.lower(snippet)).made
  }

  #definition(side: keyof Both<unknown>, plan: ResourcePlan): Definition {
    const type = plan.type instanceof Failure ? '' : String(plan.type)
    return {
      resource: plan.name,
      type: registeredType(this.level.templates[side], type, plan.name),
      properties: this.#lowered(side, plan.properties),
      metadata: this.#lowered(side, plan.metadata),
      updatePolicy: this.#lowered(side, plan.updatePolicy),
    }
  }

  /** @returns whether the resource is made of others */
  #definitions(
    plans: Both<ResourcePlan>,
    care: Term,
    comparison: ResourceComparison,
    inside: FoundResource[],
  ): boolean {
    const { values } = this.#whole
    const definitions = onBoth((side) => this.#definition(side, plans[side]))
    const { name } = plans.after
    if (this.#hasOtherClass(definitions, care, comparison)) {
      inside.push(...this.#wholeStack(name, plans, { before: care, after: care }))
      return this.#nested('before', definitions.before) !== undefined
    }
    const external = values.between(
      this.#lowered('before', plans.before.externalId),
      this.#lowered('after', plans.after.externalId),
      care,
    )
    comparison.note('refuse', external, 'external_id')
    // Heat leaves alone what only stands for something that others made.
    if (plans.before.externalId !== null && plans.after.externalId !== null) return false
    if (this.level.replaced !== undefined) this.#withStack(this.level.replaced, care, comparison)
    const [policy, newPolicy] = [plans.before.deletionPolicy, plans.after.deletionPolicy]
    const policies = values.between(this.#policy('before', policy), this.#policy('after', newPolicy), care)
    comparison.note('update', policies, 'deletion_policy')
    return this.#sameClass({ name, definitions, care, comparison, inside })
  }

  /** Notes what is made anew because the stack that it is in is. */
  #withStack({ sure, may }: Extent, care: Term, comparison: ResourceComparison): void {
    const terms = this.#terms
    const extent = { sure: terms.and(sure, care), may: terms.and(may, care) }
    if (extent.may !== terms.false) comparison.note('replace', [this.#inside(extent)], 'stack')
  }

  #nested(
    side: keyof Both<unknown>,
    definition: Pick<Definition, 'type' | 'resource'>,
  ): NestedTemplate | undefined {
    return this.#whole.nested(side, this.level.templates[side], definition)
  }

  #isTemplate(side: keyof Both<unknown>, definition: Definition): boolean {
    return isTemplateReference(definition.type) || this.#nested(side, definition) !== undefined
  }

  /** Notes the type where an update makes another resource because of it. */
  #hasOtherClass(definitions: Both<Definition>, care: Term, comparison: ResourceComparison): boolean {
    const { before, after } = definitions
    const areTemplates = onBoth((side) => this.#isTemplate(side, definitions[side]))
    if (isSameClass(before.type, after.type, areTemplates)) return false
    const types = onBoth((side) => this.#terms.constant(definitions[side].type))
    comparison.note('replace', [{ path: '', ...types, extent: surely(care) }], 'type')
    return true
  }

  /** @returns whether the resource is made of others */
  #sameClass(compared: Compared): boolean {
    const { definitions } = compared
    const before = this.#nested('before', definitions.before)
    const after = this.#nested('after', definitions.after)
    if (before === undefined || after === undefined) {
      if (isTemplateReference(definitions.before.type) && isTemplateReference(definitions.after.type))
        this.#unreadTemplates(compared)
      const isGroup = this.#group(compared)
      return isGroup || this.#isTemplate('before', definitions.before)
    }
    this.#call(compared, { before, after })
    return true
  }

  /** Two nested templates of which at least one was not read. */
  #unreadTemplates({ definitions: { before, after }, care, comparison }: Compared): void {
    if (before.type === after.type) return
    const extent = this.#whole.values.perhaps(care)
    comparison.note('update', [this.#inside(extent)], 'resources')
    comparison.unknown(
      `its template is ${after.type} in place of ${before.type}, and they were not both read`,
    )
  }

  /** A group by its own properties, and its members by theirs. */
  #group(compared: Compared): boolean {
    const { name, definitions, care, comparison, inside } = compared
    const { before, after } = definitions
    const [one, other] = [before, after].map(({ type, properties }) =>
      membersIn(this.#terms, type, properties),
    )
    const isSized = this.#resized(compared)
    if (one === undefined || other === undefined) {
      comparison.compare(before, after, care)
      this.#launched(compared)
      return isGroup(after.type) || isSized
    }
    this.#nullMembers(compared)
    // A chain has one list of types; what it passes to all of them it cannot change in place.
    const isChain = membersOf(after.type)?.by === 'types'
    if (isChain) this.#passed(compared)
    comparison.compare({ ...before, properties: one.rest }, { ...after, properties: other.rest }, care)
    for (const [index, call] of other.calls.entries()) {
      const was = one.calls[index]
      if (was === undefined) continue
      const calls = { before: was, after: call }
      const member = onBoth((side) => this.#memberDefinition(side, calls[side]))
      this.#member(`${name}/${isChain ? index : '*'}`, member, compared, inside)
    }
    return true
  }

  /**
   * Members take another launch configuration only by a policy for that (`InstanceGroup._try_rolling_update`); else those that
   * there are stay as they are.
   */
  #launched(compared: Compared): void {
    const { name, definitions, care, comparison, inside } = compared
    if (!launchesMembers(definitions.after.type)) return
    const replaced = comparison.decision.replace
    const launch = `properties.${launchProperty}`
    const changed = comparison.decision.changes.filter(({ path }) => path === launch)
    const extent = this.#whole.values.either(replaced, this.#whole.values.extentOf(changed))
    if (extent.may === this.#terms.false) return
    if (replaced.may === this.#terms.false && batchesText(this.#terms, definitions.after) === undefined) {
      comparison.remark(
        'without an update policy the members that there are stay as they are; new ones take it',
      )
      return
    }
    const members = onBoth((side) => this.#launchedMember(side, definitions[side]))
    if (members.before === undefined || members.after === undefined) {
      comparison.unknown('what its members are made with is not in the template: they may be replaced')
      return
    }
    if (extent.sure !== extent.may) comparison.unknown('its launch configuration may be another one')
    const both = { before: members.before, after: members.after }
    this.#member(`${name}/*`, both, { ...compared, care: this.#terms.and(care, extent.sure) }, inside)
  }

  #launchedMember(side: keyof Both<unknown>, group: Definition): Definition | undefined {
    const name = launchedBy(group, this.level.scope)
    const plan = name === undefined ? undefined : this.level.programs[side].resources.get(name)
    if (plan === undefined) return undefined
    const properties = launchedProperties(this.#terms, this.#lowered(side, plan.properties))
    if (properties === undefined) return undefined
    return {
      type: this.#memberType(side, group.type),
      properties,
      metadata: this.#lowered(side, plan.metadata),
      updatePolicy: this.#terms.null,
    }
  }

  /** What a group is made of that does not say so itself. */
  #memberType(side: keyof Both<unknown>, group: string): string {
    if (!launchesMembers(group)) return group.slice(0, -'Group'.length)
    const registered = registeredType(this.level.templates[side], scaledType)
    return registered === scaledType ? instanceType : registered
  }

  /** What a chain passes is shown with its members, whose parameters may be hidden. */
  #passed({ definitions, care, comparison }: Compared): void {
    const { values } = this.#whole
    const members = membersOf(definitions.after.type)
    if (members?.by !== 'types') return
    const passed = onBoth((side) => {
      const { properties } = definitions[side]
      return properties.tag === 'map'
        ? (properties.entries.get(members.passed) ?? this.#terms.null)
        : properties
    })
    const parts = values.between(passed.before, passed.after, care)
    if (parts.length > 0) comparison.note('replace', [this.#inside(values.extentOf(parts))], 'passed')
  }

  /** Null properties of members are empty ones to Heat, and none at all are not. */
  #nullMembers({ definitions, care, comparison }: Compared): void {
    const isNull = onBoth((side) => {
      const { type, properties } = definitions[side]
      const key = memberDefinitionOf(type)
      const member = key === undefined || properties.tag !== 'map' ? undefined : properties.entries.get(key)
      return member?.tag === 'map' && member.entries.get('properties') === this.#terms.null
    })
    if (isNull.before !== isNull.after) comparison.note('update', [this.#inside(surely(care))], 'members')
  }

  /** Members that come and go. @returns whether the type is one of a group */
  #resized({ name, definitions, care, comparison, inside }: Compared): boolean {
    const { before, after } = definitions
    if (before.type !== after.type || sizeProperties(after.type) === undefined) return false
    const found = this.#memberChanges(name, definitions, care)
    for (const { sets, extent } of found) {
      if (sets === undefined) {
        const said =
          'how many members it has before or after is not known: members may be created, deleted or replaced'
        comparison.note('update', [this.#inside(extent)], 'members')
        comparison.unknown(said)
        continue
      }
      for (const [action, side, members] of [
        ['delete', 'before', sets.deleted],
        ['create', 'after', sets.created],
      ] as const) {
        if (members.count === 0) continue
        comparison.note('update', [this.#inside(extent)], 'size')
        inside.push(...this.#memberSet(action, side, name, members, definitions[side], extent))
      }
    }
    return true
  }

  /** For which values which members come and go: the alternatives of the properties that say how many there are. */
  #memberChanges(
    name: string,
    definitions: Both<Definition | undefined>,
    care: Term,
  ): readonly MemberChange[] {
    const type = definitions.after?.type ?? definitions.before?.type ?? ''
    const live = this.#whole.liveMembers(this.level.scope + name)
    const sizes = onBoth((side) => this.#sizeTerm(definitions[side]))
    const found = new Map<string, MemberChange>()
    let room = mostSizes
    const visit = (before: Term, after: Term, open: Term): void => {
      if (open === this.#terms.false) return
      const choices = [...choicesIn(before), ...choicesIn(after)]
      if (choices.length > 0 && room > 0) {
        room -= 1
        const atom = newestAtom(...choices)
        const condition = this.#terms.condition(atom)
        for (const holds of [true, false])
          visit(
            this.#terms.where(before, atom, holds),
            this.#terms.where(after, atom, holds),
            this.#terms.and(open, holds ? condition : this.#terms.not(condition)),
          )
        return
      }
      // The same unknown number is the same number.
      if (before === after && !before.isData) return
      // The properties as a whole may be what a condition chooses.
      if (before.tag === 'map' || after.tag === 'map') {
        const listed = (term: Term) => (term.tag === 'map' ? this.#sizesIn(type, term) : term)
        visit(listed(before), listed(after), open)
        return
      }
      const isListed = (term: Term) => term === this.#terms.null || (term.isData && isList(valueOf(term)))
      const values = (term: Term) =>
        term === this.#terms.null ? undefined : (valueOf(term) as readonly Value[])
      const isKnown = isListed(before) && isListed(after)
      const sets = isKnown ? memberSets(type, values(before), values(after), live) : undefined
      const key = JSON.stringify(sets) ?? ''
      const extent = isKnown && sets !== undefined ? surely(open) : this.#whole.values.perhaps(open)
      const same = found.get(key)
      if (sets === undefined && before === after) return
      found.set(key, {
        ...(sets === undefined ? {} : { sets }),
        extent: same === undefined ? extent : this.#whole.values.either(same.extent, extent),
      })
    }
    visit(sizes.before, sizes.after, care)
    return [...found.values()]
  }

  /** The values that say which members a group has, as a list; null for no group. */
  #sizeTerm(definition: Definition | undefined): Term {
    const terms = this.#terms
    if (definition === undefined) return terms.null
    const { type, properties } = definition
    return properties.tag === 'map' ? this.#sizesIn(type, properties) : properties
  }

  #sizesIn(type: string, properties: Term & { readonly tag: 'map' }): Term {
    const terms = this.#terms
    const names = sizeProperties(type) ?? []
    const updated = updatedClass(type)
    const schemas = updated.is === 'class' ? updated.properties : {}
    return terms.list(names.map((one) => propertyTerm(terms, properties, one, schemas[one] ?? {})))
  }

  /** Members that are created or deleted, with what is inside of them; those of a chain have types of their own. */
  #memberSet(
    action: 'create' | 'delete',
    side: keyof Both<unknown>,
    group: string,
    members: Members,
    definition: Definition,
    extent: Extent,
  ): readonly FoundResource[] {
    const calls = membersIn(this.#terms, definition.type, definition.properties)?.calls ?? []
    const isChain = membersOf(definition.type)?.by === 'types'
    if (!isChain) return this.#alikeMembers(action, side, group, members, definition.type, calls[0], extent)
    const byType = groupedBy(members.names ?? [], (name) => calls[Number(name)]?.type ?? '')
    return [...byType.values()].flatMap((names) => {
      const some = { count: names.length, names }
      const call = calls[Number(names[0])]
      return this.#alikeMembers(action, side, group, some, definition.type, call, extent)
    })
  }

  #alikeMembers(
    action: 'create' | 'delete',
    side: keyof Both<unknown>,
    group: string,
    members: Members,
    groupType: string,
    call: TypedProperties | undefined,
    extent: Extent,
  ): readonly FoundResource[] {
    const name = `${group}/${membersText(members, action === 'create' ? 'new' : 'oldest')}`
    const type = call?.type ?? this.#memberType(side, groupType)
    const none: Decision = {
      refuse: this.#whole.values.never,
      replace: this.#whole.values.never,
      update: this.#whole.values.never,
      changes: [],
    }
    const presence = { created: this.#terms.false, deleted: this.#terms.false, [`${action}d`]: extent.may }
    const effects = this.#effects(none, presence)
    const own = extended(this.#impact(name, { before: type, after: type }, effects, none), {
      count: members.count,
    })
    const member = call === undefined ? undefined : this.#memberDefinition(side, call)
    const inner = member === undefined ? [] : this.#stackOf(side, name, member)
    const scoped = this.level.scope + group
    const all = inner.map((one) => ({
      ...one,
      impact: extended(one.impact, { count: (one.impact.count ?? 1) * members.count }),
      group: scoped,
    }))
    return [{ impact: own, group: scoped }, ...all]
  }

  /** The members of a group that comes or goes as a whole. */
  #wholeGroup(
    side: keyof Both<unknown>,
    name: string,
    definition: Definition,
    there: Term,
  ): readonly FoundResource[] {
    if (sizeProperties(definition.type) === undefined) return []
    const definitions =
      side === 'before' ? { before: definition, after: undefined } : { before: undefined, after: definition }
    return this.#memberChanges(name, definitions, there).flatMap(({ sets, extent }) => {
      const members = side === 'before' ? sets?.deleted : sets?.created
      if (members === undefined || members.count === 0) return []
      return this.#memberSet(side === 'before' ? 'delete' : 'create', side, name, members, definition, extent)
    })
  }

  #memberDefinition(
    side: keyof Both<unknown>,
    { type, properties }: { readonly type: string; readonly properties: ReadonlyMap<Key, Term> },
  ): Definition {
    const terms = this.#terms
    const registered = registeredType(this.level.templates[side], type)
    return {
      type: registered,
      properties: terms.map(properties),
      metadata: terms.null,
      updatePolicy: terms.null,
    }
  }

  #member(
    name: string,
    definitions: Both<Definition>,
    { name: group, definitions: groups, care, comparison }: Compared,
    inside: FoundResource[],
  ): void {
    const [was, is] = [definitions.before.type, definitions.after.type]
    const member = this.#comparison()
    const deeper: FoundResource[] = []
    this.#withStack(comparison.decision.replace, care, member)
    if (!this.#hasOtherClass(definitions, care, member))
      this.#sameClass({ name, definitions, care, comparison: member, inside: deeper })
    const { decision } = member
    const { replace, update, changes } = decision
    const effects = this.#effects(decision)
    if (effects.length === 0 && deeper.length === 0) return
    const count = name.endsWith('/*') ? this.#keptCount(group, groups, care) : undefined
    if (count === 0) return
    // A group takes its new members' definition in place.
    const all = this.#whole.values.either(replace, update)
    const isDefined = changes.some(({ path }) => !insidePaths.has(path))
    if (isDefined || deeper.length > 0)
      comparison.note('update', [this.#inside(all)], isDefined ? 'members' : 'resources')
    const note = batchesText(this.#terms, groups.after)
    const impact = extended(
      this.#impact(name, { before: was, after: is }, effects, decision),
      defined({ note, count }),
    )
    inside.push({ impact }, ...deeper.map((one) => ({ ...one, impact: withCount(one.impact, count) })))
  }

  /** How many members of a group stay, where that does not depend on anything. */
  #keptCount(group: string, definitions: Both<Definition>, care: Term): number | undefined {
    const [sole, ...others] = this.#memberChanges(group, definitions, care)
    return others.length === 0 ? sole?.sets?.kept.count : undefined
  }

  /** What changes below a resource: what that is stands there. */
  #inside(extent: Extent): Part {
    const { omitted } = this.#terms
    return { path: '', before: omitted, after: omitted, extent }
  }

  /** A nested stack is updated in place; what happens inside is decided there, by what arrives. */
  #call({ name, definitions, care, comparison, inside }: Compared, templates: Both<NestedTemplate>): void {
    const programs = onBoth((side) => this.#whole.programOf(templates[side]))
    const given = onBoth((side) => this.#arriving(side, definitions[side], programs))
    const terms = this.#terms
    for (const parameter of new Set([...given.before.keys(), ...given.after.keys()])) {
      const [one, other] = [given.before.get(parameter), given.after.get(parameter)]
      const schema = programs.after.parameters.get(parameter)
      const isFixed = schema !== undefined && !(schema instanceof Failure) && schema.immutable === true
      const parts = this.#whole.values.between(one ?? terms.omitted, other ?? terms.omitted, care)
      const shown = isHidden(programs, parameter)
        ? parts.map((part) => ({ ...part, before: this.#hidden, after: this.#hidden }))
        : parts
      comparison.note(isFixed ? 'refuse' : 'update', shown, `properties.${parameter}`)
    }
    const metadata = this.#whole.values.between(definitions.before.metadata, definitions.after.metadata, care)
    comparison.note('update', metadata, 'metadata')
    if (!this.#whole.mayGoDeeper(this.level)) return
    const found = this.#whole
      .level({
        scope: `${this.level.scope}${name}/`,
        depth: this.level.depth + 1,
        templates,
        programs,
        given,
        replaced: comparison.decision.replace,
      })
      .resources()
    inside.push(...found)
    if (found.length === 0) return
    const isSure = found.some(({ impact }) => impact.effects.some(({ certainty }) => certainty === 'sure'))
    comparison.note('update', [this.#inside({ sure: isSure ? care : terms.false, may: care })], 'resources')
  }

  get #hidden(): Term {
    return this.#terms.constant(hiddenValue)
  }

  #arriving(
    side: keyof Both<unknown>,
    { properties }: Definition,
    programs: Both<Program>,
  ): ReadonlyMap<string, Term> {
    const terms = this.#terms
    const given = new Map<string, Term>()
    for (const [name, schema] of programs[side].parameters) {
      if (schema instanceof Failure) continue
      const passed =
        properties.tag === 'map'
          ? properties.entries.get(name)
          : properties === terms.null
            ? undefined
            : terms.apply('passed', [properties, terms.constant(name)], kinds.any)
      const arriving = arrivingTerm(terms, schema, passed, this.#whole.defaults(side).get(name))
      if (arriving === terms.omitted) continue
      // Literals at the call, defaults and what an environment gives, wherever they go inside.
      given.set(name, isHidden(programs, name) ? this.#hiding(arriving, name) : arriving)
    }
    return given
  }

  /** What arrives for a hidden parameter: Heat's messages name the value that it refuses. */
  #hiding(arriving: Term, parameter: string): Term {
    const terms = this.#terms
    const hide = (data: Term) => this.#whole.hiddenValue(data)
    return terms.each(arriving, (one) =>
      one.tag === 'refused'
        ? terms.refused(new Failure(one.failure.error, `the value of the hidden parameter ${parameter}`))
        : terms.withData(one, hide),
    )
  }

  /** What is inside of a nested stack or a group that comes or goes as a whole. */
  #wholeStack(
    name: string,
    plans: Both<ResourcePlan | undefined>,
    there: Both<Term>,
  ): readonly FoundResource[] {
    return (['before', 'after'] as const).flatMap((side) => {
      const plan = plans[side]
      if (plan === undefined || there[side] === this.#terms.false) return []
      const definition = this.#definition(side, plan)
      return [
        ...this.#stackOf(side, name, definition),
        ...this.#wholeGroup(side, name, definition, there[side]),
      ]
    })
  }

  /** The resources of the nested stack that a resource is. */
  #stackOf(side: keyof Both<unknown>, name: string, definition: Definition): readonly FoundResource[] {
    const template = this.#nested(side, definition)
    if (template === undefined || !this.#whole.mayGoDeeper(this.level)) return []
    const program = this.#whole.programOf(template)
    const nothing: Program = { ...program, resources: new Map(), outputs: new Map(), conditions: new Map() }
    const programs =
      side === 'before' ? { before: program, after: nothing } : { before: nothing, after: program }
    const given = this.#arriving(side, definition, programs)
    return this.#whole
      .level({
        scope: `${this.level.scope}${name}/`,
        depth: this.level.depth + 1,
        templates: { before: template, after: template },
        programs,
        given: { before: given, after: given },
      })
      .resources()
  }
}

/** Whether an attribute, or one of all, may be another one after an update in place. */
function mayFollowUpdate(
  rule: AttributeRule | undefined,
  { of, detail }: Pick<Input, 'of' | 'detail'>,
  { isComposed, properties }: Result,
): boolean {
  if (of === 'attributes' || detail === 'attributes' || isComposed || properties.has(detail)) return true
  if (rule?.gives !== 'what-follows') return false
  return rule.properties === undefined || rule.properties.some((one) => properties.has(one))
}

/** What goes away with a resource that is not kept. */
function lostOf(
  type: ResourcePlan['type'] | undefined,
  effects: readonly Effect[],
  survives: string | undefined,
): string | undefined {
  const goes = effects.some(({ action }) => action === 'delete' || action === 'replace')
  return goes && survives === undefined && typeof type === 'string' ? lostWith(type) : undefined
}

/** The changes of a resource that are none of its own definition. */
const insidePaths: ReadonlySet<string> = new Set(['resources', 'members', 'size', 'stack'])

/** So many alternatives of the size of a group are told apart. */
const mostSizes = 16

/** Members that come and go, and for which values; without them, what nobody knows. */
interface MemberChange {
  readonly sets?: MemberSets
  readonly extent: Extent
}

function withCount(impact: ResourceImpact, count: number | undefined): ResourceImpact {
  return count === undefined ? impact : extended(impact, { count: (impact.count ?? 1) * count })
}

/** The type that the registry of an environment makes of another one; the type itself where it says nothing. */
function registeredType({ classes }: NestedTemplate, type: string, resource?: string): string {
  if (classes === undefined) return type
  return (
    (resource === undefined ? undefined : classes.get(typeOf(resource, type))) ?? classes.get(type) ?? type
  )
}

/** Whether a template hides a parameter on one side at least. */
function isHidden({ before, after }: Both<Program>, parameter: string): boolean {
  return [before, after].some(({ parameters }) => {
    const schema = parameters.get(parameter)
    return schema !== undefined && !(schema instanceof Failure) && schema.hidden
  })
}
