/** Compares everything in two templates, for all values: conditions, resources, outputs, nested templates. */

import { knows } from '../../heat/dialect.ts'
import { Failure, isMap, type Value } from '../../heat/values/value.ts'
import { compareParameters, type Premises } from '../compare-parameters.ts'
import { comparePlans } from '../compare-parts.ts'
import { absent, type DifferenceKind, type Differences, isBreaking } from '../differences.ts'
import { neededResources, outputValue, resourceDeletionPolicy } from '../evaluate.ts'
import { NativeResources } from '../natives/comparison.ts'
import { reordered } from '../order.ts'
import {
  deletionPolicy,
  differingContents,
  forgetParsed,
  type OutputPlan,
  type ResourceContent,
  type ResourcePlan,
} from '../parts.ts'
import type { Program } from '../program.ts'
import type { SampledWorld } from '../sampled-world.ts'
import { type Both, onBoth } from '../side.ts'
import { evaluated, type Snippet } from '../snippet.ts'
import { nothingUntouched, type Untouched } from '../untouched.ts'
import { Agreement, type Allowance, decisionsIn, type Parting } from './agreement.ts'
import { isGroup } from './call-shapes.ts'
import { convertedProperties } from './conversions.ts'
import { loadedParts } from './loading.ts'
import { joinedLowered, type Lowered, type TemplateLowering } from './lowering.ts'
import { shown } from './shown.ts'
import { kinds, type Term, type Terms, valueOf } from './term.ts'
import { isTranslated, newerProperties } from './translations.ts'
import type { ValuesIn, Witnesses } from './witness.ts'

/** Compares the properties of resources that instantiate nested templates by what the templates receive. */
export interface NestedComparer {
  /** The class of a type, also of the members of groups; undefined where a template serves as it, or nothing known. */
  classOf(side: keyof Both<unknown>, type: string, resource: string | undefined): string | undefined
  /** Whether resources may instantiate nested templates on both sides. */
  mayCall(plans: Both<ResourcePlan>): boolean
  /** @returns whether the resource is a caller of one, and all has been compared */
  compare(
    path: string,
    plans: Both<ResourcePlan>,
    properties: Both<Term>,
    agreement: Agreement,
    care: Term,
  ): boolean
}

interface NamedTerm {
  readonly name: string
  readonly term: Term
}

export class TemplateComparison {
  readonly #terms: Terms
  readonly #lowerings: Both<TemplateLowering>
  readonly #found: Differences
  readonly #premises: Premises
  readonly #witnesses: Witnesses
  readonly #nested: NestedComparer
  readonly #natives: NativeResources | undefined

  constructor(
    lowerings: Both<TemplateLowering>,
    found: Differences,
    premises: Premises,
    witnesses: Witnesses,
    nested: NestedComparer,
  ) {
    this.#terms = lowerings.before.terms
    this.#lowerings = lowerings
    this.#found = found
    this.#premises = premises
    this.#witnesses = witnesses
    this.#nested = nested
    this.#natives =
      premises.natives === undefined ? undefined : new NativeResources(lowerings, premises.natives, found)
  }

  /** @param untouched parts that are known to mean the same */
  run(untouched: Untouched = nothingUntouched): void {
    const { before, after } = this.#programs
    if (!untouched.parameters) {
      const [one, other] = this.#witnesses.usualWorlds()
      compareParameters(one, other, this.#found, this.#premises)
    }
    comparePlans(before, after, this.#found, this.#premises, untouched)
    // Also those that are the same: lowered one after the other, they need not be one inside of the other.
    for (const name of new Set([...before.conditions.keys(), ...after.conditions.keys()])) this.#defined(name)
    for (const [name, plan] of before.resources) {
      const next = after.resources.get(name)
      if (next === undefined || untouched.resources.has(name)) continue
      const plans = { before: plan, after: next }
      if (this.#natives?.has(name) === true) this.#native(plans, this.#natives)
      else this.#resource(plans)
      // Native resources are compared in the context of others.
      if (this.#natives === undefined) for (const one of [plan, next]) forgetParsed(one)
    }
    this.#natives?.finish()
    for (const [name, plan] of before.outputs) {
      const next = after.outputs.get(name)
      if (next !== undefined && !untouched.outputs.has(name))
        this.#output(`outputs.${name}.value`, { before: plan, after: next })
    }
    this.#conditionsBehind()
  }

  /** The classes of a resource, where Heat translates names for both; what serves as a type otherwise takes what is written. */
  #classes(plans: Both<ResourcePlan>): Both<string> | undefined {
    if (this.#premises.names !== 'as Heat translates') return undefined
    const [before, after] = (['before', 'after'] as const).map((side) =>
      this.#nested.classOf(side, String(plans[side].type), plans[side].name),
    )
    return before === undefined || after === undefined ? undefined : { before, after }
  }

  get #programs(): Both<Program> {
    return { before: this.#lowerings.before.program, after: this.#lowerings.after.program }
  }

  #agreement(): Agreement {
    const { renamed, template, names } = this.#premises
    const isSent = template === '' && names === 'as Heat translates'
    return new Agreement(this.#terms, renamed, isSent ? 'as sent' : 'as read')
  }

  /** Heat reads the definition of every condition, whether or not anything depends on it. */
  #defined(name: string): void {
    const path = `conditions.${name}`
    const agreement = this.#agreement()
    const [one, other] = [this.#definition(name, 'before'), this.#definition(name, 'after')]
    agreement.obligations(path, one.lowered, other.lowered, this.#terms.true)
    this.#conclude(agreement, one.lowered, (world) => [[path, conditionIn(world, name)]])
  }

  #definition(name: string, side: 'before' | 'after') {
    const lowering = this.#lowerings[side]
    const isThere = this.#programs[side].conditions.has(name)
    return lowering.collected(() => (isThere ? lowering.named(name, 'to see') : this.#terms.null))
  }

  /** The effects of a condition have been compared where it decides. Where those differ, the conditions explain why. */
  #conditionsBehind(): void {
    if (!this.#found.all.some(isBreaking)) return
    const used = this.#both((lowering) => lowering.usedConditions())
    for (const name of used.before) {
      if (!used.after.has(name)) continue
      const path = `conditions.${name}`
      const agreement = this.#agreement()
      const [one, other] = [this.#definition(name, 'before'), this.#definition(name, 'after')]
      agreement.compare(path, one.made, other.made, this.#terms.true)
      this.#conclude(agreement, one.lowered, (world) => [[path, conditionIn(world, name)]])
    }
  }

  #output(path: string, plans: Both<OutputPlan>): void {
    const agreement = this.#agreement()
    const { true: always } = this.#terms
    const one = this.#lowerings.before.collected(() => outputTerm(plans.before, this.#lowerings.before))
    const other = this.#lowerings.after.collected(() => outputTerm(plans.after, this.#lowerings.after))
    agreement.compare(path, one.made, other.made, always)
    agreement.obligations(path, one.lowered, other.lowered, always)
    this.#conclude(agreement, one.lowered, (world, side) => [[path, outputValue(plans[side], world)]])
  }

  #resource(plans: Both<ResourcePlan>): void {
    const { name } = plans.before
    const path = `resources.${name}`
    const agreement = this.#agreement()
    const enabled = this.#enabled(`${path}.condition`, plans, agreement)
    if (enabled === undefined) return
    const care = enabled.before
    const classes = this.#classes(plans)
    // Code that compares properties together needs all of them.
    const isByEntry = classes === undefined && this.#natives === undefined && !this.#nested.mayCall(plans)
    const contents = isByEntry ? differingContents(plans.before, plans.after) : plans
    const parts = this.#both((lowering, side) =>
      resourceParts(plans[side], lowering, enabled[side], contents[side]),
    )
    const own = parts.before.properties
    const before = this.#natives?.withPassed(name, own) ?? own
    const properties = { before, after: parts.after.properties }
    // A template takes what it is passed; a group has properties of its own beside that.
    const ofGroup = (side: 'before' | 'after') =>
      classes !== undefined && isGroup(classes[side])
        ? this.#converted(side, classes[side], properties[side])
        : properties[side]
    const isNested = this.#nested.compare(`${path}.properties`, plans, onBoth(ofGroup), agreement, care)
    if (!isNested) {
      const newer = onBoth((side) => this.#newer(side, classes, properties[side]))
      agreement.compare(`${path}.properties`, newer.before, newer.after, care)
    }
    for (const [index, part] of parts.before.others.entries())
      agreement.compare(
        `${path}.${part.name}`,
        part.term,
        (parts.after.others[index] as NamedTerm).term,
        care,
      )
    agreement.obligations(path, parts.before.lowered, parts.after.lowered, care)
    this.#loaded(path, plans, contents, agreement, care)
    // What a function that Heat refuses would have waited for cannot be decided.
    const taken = this.#terms.and(care, this.#terms.not(agreement.refusedIn(parts.before.lowered)))
    this.#needs(path, plans, parts, agreement, taken)
    this.#conclude(agreement, parts.before.lowered, (world, side) =>
      valuesOf(plans[side], world, (value) =>
        classes === undefined ? value : asValue(this.#newer(side, classes, this.#terms.data(value))),
      ),
    )
  }

  /** Compares the conditions of a resource; undefined where Heat refuses one, so that there is nothing else to compare. */
  #enabled(path: string, plans: Both<ResourcePlan>, agreement: Agreement): Both<Term> | undefined {
    const enabled = this.#both((lowering) => lowering.enabled(plans.before.name))
    agreement.compare(path, enabled.before, enabled.after, this.#terms.true)
    const asked = this.#both((lowering, side) =>
      lowering.collected(() => {
        const { condition } = plans[side]
        if (condition !== undefined) lowering.isMet(condition)
      }),
    )
    agreement.obligations(path, asked.before.lowered, asked.after.lowered, this.#terms.true)
    if (enabled.before.tag !== 'refused' && enabled.after.tag !== 'refused') return enabled
    this.#conclude(agreement, asked.before.lowered, (world, side) => [
      [path, world.enabledOrFailure(plans[side].name)],
    ])
    return undefined
  }

  #converted(side: 'before' | 'after', type: string, properties: Term): Term {
    return convertedProperties(this.#terms, type, properties, (member) =>
      this.#nested.classOf(side, member, undefined),
    )
  }

  /** Properties as the class of the resource gets them; unchanged where that is not known. */
  #newer(side: 'before' | 'after', classes: Both<string> | undefined, properties: Term): Term {
    if (classes === undefined) return properties
    const isOld = isTranslated(classes.before)
    const named = isOld ? newerProperties(this.#terms, classes[side], properties) : properties
    return this.#converted(side, classes[side], named)
  }

  /** Heat parses all resources, and resolves their deletion policies, also where their conditions do not hold. */
  #loaded(
    path: string,
    plans: Both<ResourcePlan>,
    contents: Both<ResourceContent>,
    agreement: Agreement,
    care: Term,
  ): void {
    const away = this.#terms.not(care)
    if (away === this.#terms.false) return
    const parsed = this.#both((lowering, side) => loadedParts(plans[side], contents[side], lowering))
    if (parsed.after.tag === 'refused' && parsed.before === this.#terms.null)
      this.#found.add('value-to-error', path, 'declared', parsed.after.failure, 'all values')
    else agreement.compare(path, parsed.before, parsed.after, away)
    const policies = this.#both((lowering, side) =>
      lowering.collected(() =>
        this.#terms.each(policyTerm(lowering.lower(plans[side].deletionPolicy), lowering), (one) =>
          one.tag === 'refused' ? one : this.#terms.null,
        ),
      ),
    )
    agreement.compare(`${path}.deletion_policy`, policies.before.made, policies.after.made, away)
    agreement.obligations(`${path}.deletion_policy`, policies.before.lowered, policies.after.lowered, away)
  }

  /** A resource of AWS, and the native one that replaces it. */
  #native(plans: Both<ResourcePlan>, natives: NativeResources): void {
    const terms = this.#terms
    const path = `resources.${plans.before.name}`
    const agreement = this.#agreement()
    const enabled = this.#both((lowering) => lowering.enabled(plans.before.name))
    const care = enabled.before
    agreement.compare(`${path}.condition`, enabled.before, enabled.after, terms.true)
    const expected = natives.expected(plans.before, care)
    if (typeof expected === 'string') {
      this.#found.unproved(`${path}.properties`, expected)
      return
    }
    const parts = this.#both((lowering, side) => resourceParts(plans[side], lowering, enabled[side]))
    const properties = terms.each(parts.after.properties, (one) =>
      one === terms.null ? terms.map(new Map()) : one,
    )
    const wanted = natives.withPassed(plans.before.name, terms.map(expected.properties))
    agreement.compare(`${path}.properties`, wanted, properties, care)
    for (const [index, { name, term }] of parts.before.others.entries()) {
      const isMoved = name === 'update_policy' && expected.takesUpdatePolicy === true
      const next = (parts.after.others[index] as NamedTerm).term
      agreement.compare(`${path}.${name}`, isMoved ? terms.map(new Map()) : term, next, care)
    }
    const { metadata } = plans.before
    const said = this.#lowerings.before.collected(() => this.#lowerings.before.lower(metadata), care)
    const own = joinedLowered(terms, [expected.lowered, said.lowered])
    agreement.obligations(path, joinedLowered(terms, [parts.before.lowered, own]), parts.after.lowered, care)
    this.#needs(
      path,
      plans,
      { before: { ...parts.before, needs: own.needs }, after: parts.after },
      agreement,
      care,
    )
    this.#conclude(agreement, parts.before.lowered, () => [])
  }

  /** The resources that a resource waits for, by its references or explicitly. */
  #needs(
    path: string,
    plans: Both<ResourcePlan>,
    parts: Both<ResourceParts>,
    agreement: Agreement,
    care: Term,
  ): void {
    const terms = this.#terms
    const { before: explicit, after: other } = onBoth((side) =>
      explicitNeeds(plans[side], this.#programs[side]),
    )
    const natives = this.#natives
    const one =
      natives === undefined || explicit instanceof Failure
        ? explicit
        : explicit.flatMap((name) => natives.insteadOf(name))
    if (one instanceof Failure || other instanceof Failure) {
      agreement.compare(
        `${path}.depends_on`,
        one instanceof Failure ? terms.refused(one) : terms.null,
        other instanceof Failure ? terms.refused(other) : terms.null,
        care,
      )
      return
    }
    const needed = (side: 'before' | 'after', explicit: readonly string[], name: string) =>
      explicit.includes(name) ? terms.true : (parts[side].needs.get(name) ?? terms.false)
    const names = new Set([...one, ...other, ...parts.before.needs.keys(), ...parts.after.needs.keys()])
    for (const name of names) {
      const [was, is] = [
        terms.and(care, needed('before', one, name)),
        terms.and(care, needed('after', other, name)),
      ]
      const decided = {
        before: terms.choice(was, terms.constant(name), terms.omitted),
        after: terms.choice(is, terms.constant(name), terms.omitted),
      }
      agreement.compare(`${path}.depends_on`, decided.before, decided.after, care)
    }
  }

  #both<Made>(make: (lowering: TemplateLowering, side: 'before' | 'after') => Made): Both<Made> {
    return onBoth((side) => make(this.#lowerings[side], side))
  }

  /** Reports the result: differences that counterexamples show, and mismatches for which there is none. */
  #conclude(agreement: Agreement, original: Lowered, values: ValuesIn): void {
    for (const one of agreement.allowances) this.#allow(one)
    for (const path of agreement.reordered) if (this.#isListed(path)) this.#found.unproved(path, reordered)
    if (agreement.partings.length === 0) return
    const open = agreement.partings.filter((parting) => !this.#isPlain(parting))
    const taken = this.#takenBefore(original)
    const left =
      // Samples do not model the correspondence of types.
      this.#natives !== undefined
        ? open.map((parting) => ({ parting, agreed: 0 }))
        : this.#witnesses.show(
            open.map((parting) => this.#where(parting, taken)),
            values,
            this.#found,
          )
    for (const { parting, agreed } of left)
      this.#found.unproved(
        parting.path,
        doubt(parting, agreed),
        parting.asksList === true ? { ifLists: [shown(parting.after)] } : {},
      )
  }

  /** No function lists the outputs of the outermost template, and none sees properties as one map. */
  #isListed(path: string): boolean {
    const { order, template } = this.#premises
    if (path.endsWith('.properties')) return false
    return (template !== '' || !path.startsWith('outputs.')) && order.seesBuilt()
  }

  /** Under which conditions the resources that the original refers to exist. */
  #takenBefore({ obligations }: Lowered): Term {
    const terms = this.#terms
    return obligations.reduce(
      (all, { about, path, term }) =>
        about === 'enabled' ? terms.and(all, terms.choice(path, term, terms.true)) : all,
      terms.true,
    )
  }

  /** The mismatch with everything that must be decided for it to matter. */
  #where(parting: Parting, taken: Term): Parting {
    const terms = this.#terms
    let where = terms.and(taken, parting.care)
    for (const [atom, holds] of parting.decisions) {
      const condition = terms.condition(atom)
      where = terms.and(where, holds ? condition : terms.not(condition))
    }
    return where === terms.false ? parting : { ...parting, decisions: decisionsIn(where) }
  }

  /** Whether data differs from other data, or from nothing: every value shows that. */
  #isPlain({ path, before, after, failure, decisions }: Parting): boolean {
    const isPlain = [before, after].every((term) => term.isData || term === this.#terms.omitted)
    if (!isPlain || failure !== undefined || decisions.size > 0) return false
    const value = (term: Term) => (term.isData ? valueOf(term) : absent)
    this.#found.add('value', path, value(before), value(after), 'all values')
    return true
  }

  #allow({ kind, path, before, after, failure }: Allowance): void {
    const was = failure === undefined ? shown(before) : `${failure.error}: ${failure.message}`
    this.#found.include({
      kind: differenceKinds[kind],
      path,
      before: was,
      after: shown(after),
      world: 'all values',
    })
  }
}

const differenceKinds: Readonly<Record<Allowance['kind'], DifferenceKind>> = {
  'refused before': 'error-to-value',
  'some refused before': 'some-errors-to-values',
  'values refused before': 'parameter-errors-to-values',
  'narrower before': 'narrower-before',
  null: 'null-before-ready',
  file: 'renamed-file',
  'assumed found': 'assumed-found',
}

/** The value of data in which something may be refused. */
function asValue(term: Term): Value {
  if (term.tag === 'refused') return term.failure
  if (term.tag === 'list') return term.items.map(asValue)
  if (term.tag === 'map') return new Map([...term.entries].map(([key, one]) => [key, asValue(one)]))
  return valueOf(term)
}

function conditionIn(world: SampledWorld, name: string): Value {
  return world.program.conditions.has(name) ? world.conditionOrFailure(name) : true
}

function doubt({ before, after, failure, decisions }: Parting, agreed: number): string {
  const what =
    failure === undefined
      ? `${shown(before)} and ${shown(after)} are not proved equal for all values${whereDecided(decisions)}`
      : `Heat may reject the result for values it accepts today: ${failure.message}`
  return `${what} (${agreed} ${agreed === 1 ? 'sample agrees' : 'samples agree'})`
}

/** A longer list of decisions is harder to understand. */
const mostDecisions = 3

function whereDecided(decisions: Parting['decisions']): string {
  const asked = [...decisions].slice(-mostDecisions)
  if (asked.length === 0) return ''
  return ` where ${asked.map(([atom, holds]) => `${holds ? '' : 'not '}${shown(atom)}`).join(' and ')}`
}

function outputTerm({ condition, value }: OutputPlan, lowering: TemplateLowering): Term {
  const { terms } = lowering
  if (value instanceof Failure) return lowering.refuse(value)
  if (condition === undefined) return wholeOutput(lowering, lowering.lower(value))
  const met = terms.question(lowering.isMet(condition))
  if (met.tag === 'refused') return met
  const term = lowering.under(met, true, () => lowering.lower(value))
  return terms.choice(met, wholeOutput(lowering, term), terms.null)
}

/**
 * Heat leaves out items and values that are `Ellipsis` (`function.resolve`), but an output that is it as a whole keeps it: that
 * is not the null of an output whose condition is not met.
 */
function wholeOutput({ terms, program }: TemplateLowering, term: Term): Term {
  if (program.dialect.kind !== 'hot') return withoutOmitted(terms, term)
  return terms.each(term, (one) => (one === terms.omitted ? terms.apply('Ellipsis', [], kinds.any) : one))
}

/** Where nothing is around it, an omitted value is null. */
function withoutOmitted(terms: Terms, term: Term): Term {
  return terms.each(term, (one) => (one === terms.omitted ? terms.null : one))
}

/** Properties with null where they would be left out, once "no-value-null" is accepted. */
function withNulls(properties: Term, { terms, facts }: TemplateLowering): Term {
  if (facts.noValueIsNull !== true) return properties
  return terms.each(properties, (one) =>
    one.tag === 'map'
      ? terms.map(new Map([...one.entries].map(([key, value]) => [key, withoutOmitted(terms, value)])))
      : one,
  )
}

interface ResourceParts {
  readonly properties: Term
  readonly others: readonly NamedTerm[]
  readonly lowered: Lowered
  readonly needs: ReadonlyMap<string, Term>
}

function resourceParts(
  plan: ResourcePlan,
  lowering: TemplateLowering,
  enabled: Term,
  { properties, metadata, updatePolicy }: ResourceContent = plan,
): ResourceParts {
  const { terms } = lowering
  const lower = (snippet: Snippet) =>
    snippet === null ? terms.null : withoutOmitted(terms, lowering.lower(snippet))
  const lowerMap = (snippet: Snippet) => (isNothing(snippet) ? terms.map(new Map()) : lower(snippet))
  let needs: ReadonlyMap<string, Term> = new Map()
  const { made, lowered } = lowering.collected(() => {
    const first = lowering.collected(
      () => ({ properties: withNulls(lowerMap(properties), lowering), metadata: lowerMap(metadata) }),
      enabled,
    )
    needs = plan.externalId === null ? first.lowered.needs : new Map()
    lowering.include(first.lowered)
    const policy = policyTerm(lower(plan.deletionPolicy), lowering)
    const others: NamedTerm[] = [
      { name: 'metadata', term: first.made.metadata },
      { name: 'update_policy', term: lowerMap(updatePolicy) },
      { name: 'external_id', term: lower(plan.externalId) },
      { name: 'deletion_policy', term: plan.externalId === null ? policy : retained(terms, policy) },
    ]
    return { properties: first.made.properties, others }
  }, enabled)
  return { lowered, needs, ...made }
}

/**
 * The explicit dependencies of a resource; Heat refuses other names, and any where it exists already
 * (`ResourceDefinition.dependencies`).
 */
function explicitNeeds(
  { name, explicit, externalId }: ResourcePlan,
  { resources }: Program,
): readonly string[] | Failure {
  if (explicit instanceof Failure) return explicit
  const unknown = explicit.find((one) => !resources.has(one))
  if (unknown !== undefined)
    return new Failure(
      'InvalidTemplateReference',
      `The specified reference "${unknown}" (in ${name}) is incorrect.`,
    )
  return typeof externalId === 'string' && externalId !== '' && explicit.length > 0
    ? new Failure(
        'InvalidExternalResourceDependency',
        `Invalid dependency with external resource: ${externalId}`,
      )
    : explicit
}

/** `{}` is the value in Heat where nothing is declared (`ResourceDefinition` of heat/engine/rsrc_defn.py). */
function isNothing(snippet: Snippet): boolean {
  return snippet === null || (isMap(snippet) && snippet.size === 0)
}

function policyTerm(policy: Term, lowering: TemplateLowering): Term {
  return lowering.terms.each(policy, (one) => {
    if (one.tag === 'refused') return one
    // Newer versions of HOT accept the words in lower case, too.
    const takesLower = knows(lowering.program.dialect, 'deletionPolicies', 'delete')
    if (!one.isData) return lowering.applied('deletion policy', [one], kinds.str, takesLower ? 3 : 1)
    const value = deletionPolicy(valueOf(one), lowering.program.dialect)
    return value instanceof Failure ? lowering.refuse(value) : lowering.terms.data(value)
  })
}

/** What is external is retained, with any policy that Heat takes. */
function retained(terms: Terms, policy: Term): Term {
  return terms.each(policy, (one) => (one.tag === 'refused' ? one : terms.constant('Retain')))
}

function declared(snippet: Snippet, world: SampledWorld): Value {
  return isNothing(snippet) ? new Map() : evaluated(snippet, world)
}

/** All values of a resource in a sample, by their paths. */
function valuesOf(
  plan: ResourcePlan,
  world: SampledWorld,
  newer: (properties: Value) => Value,
): readonly (readonly [string, Value])[] {
  const path = `resources.${plan.name}`
  const enabled = world.enabledOrFailure(plan.name)
  const policy = resourceDeletionPolicy(plan, world)
  if (enabled !== true)
    return [
      [`${path}.condition`, enabled],
      [`${path}.deletion_policy`, policy instanceof Failure ? policy : null],
    ]
  return [
    [`${path}.condition`, enabled],
    [`${path}.properties`, newer(declared(plan.properties, world))],
    [`${path}.metadata`, declared(plan.metadata, world)],
    [`${path}.update_policy`, declared(plan.updatePolicy, world)],
    [`${path}.external_id`, evaluated(plan.externalId, world)],
    [`${path}.deletion_policy`, policy],
    [`${path}.depends_on`, neededResources(plan, world)],
  ]
}
