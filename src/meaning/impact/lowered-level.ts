/** A template on both sides, as terms. */

import { isTemplateReference } from '../../heat/resource-types.ts'
import { Failure, isList, isMap } from '../../heat/values/value.ts'
import type { OpenName } from '../../stack/stack.ts'
import { extended } from '../../text/document/records.ts'
import { type OutputPlan, deletionPolicy as policyOf, type ResourcePlan } from '../parts.ts'
import type { Program } from '../program.ts'
import { type Both, type NestedTemplate, onBoth, registeredType } from '../side.ts'
import { TemplateLowering } from '../terms/lowering.ts'
import { type Term, type Terms, valueOf } from '../terms/term.ts'
import type { Definition } from './decisions.ts'
import type { Level, Surrounding, Whole } from './level.ts'
import { valueOutside } from './outside-values.ts'
import { ResourceComparison } from './resource-comparison.ts'
import { ConditionWords } from './words.ts'

/** A level with its functions resolved: what its resources are given on both sides, and its conditions in words. */
export class LoweredLevel implements Level, Surrounding {
  readonly scope: string
  readonly depth: number
  readonly templates: Both<NestedTemplate>
  readonly programs: Both<Program>
  readonly given: Both<ReadonlyMap<string, Term>>
  readonly present: Both<Term>
  readonly lowerings: Both<TemplateLowering>
  /** The conditions of both sides, lowered. */
  readonly conditions: Both<ReadonlyMap<string, Term>>
  readonly words: ConditionWords
  readonly whole: Whole
  readonly terms: Terms
  readonly #definitions = new Map<string, Definition>()
  #late: TemplateLowering | undefined

  constructor(whole: Whole, { scope, depth, templates, programs, given, present }: Level) {
    this.scope = scope
    this.depth = depth
    this.templates = templates
    this.programs = programs
    this.given = given
    this.present = present
    this.whole = whole
    this.terms = whole.terms
    const { before, after } = programs
    this.terms.budget.spend(before.conditions.size + after.conditions.size, 0)
    this.lowerings = onBoth((side) => this.#lowering(side))
    this.conditions = onBoth((side) => this.#conditionsOf(side))
    this.words = new ConditionWords(whole.terms, this.#named(), (one) => isHidden(programs, one))
  }

  /** @param read the side whose resources functions read */
  #lowering(side: keyof Both<unknown>, read = side): TemplateLowering {
    const { scope, templates, programs, given } = this
    const stacks = this.whole.valuesIn(this, read)
    const facts = { scope, given: given[side], values: this.whole.valuesOf(side), stacks }
    const files = this.whole.files(side, templates[side])
    return new TemplateLowering(
      this.terms,
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
      [...this.programs[side].conditions.keys()].map((name) => {
        const { made } = lowering.collected(() => lowering.named(name, 'to see'))
        this.#refuse(made, side)
        return [name, made]
      }),
    )
  }

  enabled(name: string, side: keyof Both<unknown>): Term {
    if (!this.programs[side].resources.has(name)) return this.terms.false
    const enabled = this.lowerings[side].enabled(name)
    if (enabled.tag !== 'refused') return enabled
    // Heat makes no stack of it in any case.
    this.#refuse(enabled, side)
    return this.terms.true
  }

  #refuse(term: Term, side: keyof Both<unknown>): void {
    if (term.tag === 'refused') this.whole.refusals.add(side, term.failure, this.present[side])
  }

  presence(side: keyof Both<unknown>, name: string): Term {
    const [own = name] = name.split('/')
    return this.terms.and(this.present[side], this.enabled(own, side))
  }

  /** @param where for which values Heat resolves it, and refuses it where it has to */
  lowered(
    side: keyof Both<unknown>,
    snippet: ResourcePlan['properties'],
    where: Term = this.terms.false,
  ): Term {
    const lowering = this.lowerings[side]
    if (snippet === null) return this.terms.null
    const { made, lowered } = lowering.collected(() => lowering.lower(snippet))
    this.whole.refusals.addIn(side, lowered.obligations, where)
    return made
  }

  definitionOf(side: keyof Both<unknown>, name: string): Definition | undefined {
    const key = `${side} ${name}`
    const known = this.#definitions.get(key)
    if (known !== undefined) return known
    const plan = this.programs[side].resources.get(name)
    if (plan === undefined) return undefined
    const made = this.#definition(side, plan)
    this.#definitions.set(key, made)
    return made
  }

  #definition(side: keyof Both<unknown>, plan: ResourcePlan): Definition {
    const type = plan.type instanceof Failure ? '' : String(plan.type)
    const where = this.presence(side, plan.name)
    return {
      resource: plan.name,
      type: registeredType(this.templates[side], type, plan.name),
      properties: this.lowered(side, plan.properties, where),
      metadata: this.#readNow(side, plan.metadata, where),
      updatePolicy: this.#readNow(side, plan.updatePolicy, where),
    }
  }

  /**
   * What Heat does not store beside the template: functions of the old one read the resources as they are when the update comes
   * to this one (`Resource.frozen_definition`).
   */
  #readNow(side: keyof Both<unknown>, snippet: ResourcePlan['metadata'], where: Term): Term {
    const made = this.lowered(side, snippet, where)
    if (side === 'after' || snippet === null) return made
    this.#late ??= this.#lowering('before', 'after')
    const lowering = this.#late
    return lowering.collected(() => lowering.lower(snippet)).made
  }

  /** What an output gives; null where its condition does not hold. */
  output(side: keyof Both<unknown>, plan: OutputPlan): Term {
    return this.lowerings[side].collected(() => this.#output(side, plan)).made
  }

  /** What an output gives to those that read it. */
  outputOutside(side: keyof Both<unknown>, plan: OutputPlan): Term {
    return valueOutside(this.lowerings[side], this.scope, () => this.#output(side, plan))
  }

  #output(side: keyof Both<unknown>, { condition, value }: OutputPlan): Term {
    const { terms } = this
    const lowering = this.lowerings[side]
    if (condition === undefined) return lowering.lower(value)
    const met = terms.question(lowering.isMet(condition))
    return met.tag === 'refused' ? met : terms.choice(met, lowering.lower(value), terms.null)
  }

  /** A policy as Heat reads it: not given is `Delete`, and case does not count. */
  policy(side: keyof Both<unknown>, policy: ResourcePlan['deletionPolicy']): Term {
    const term = this.lowered(side, policy)
    if (!term.isData && term !== this.terms.null) return term
    const read = policyOf(valueOf(term), this.programs[side].dialect)
    return typeof read === 'string' ? this.terms.constant(read) : term
  }

  /** What is left of it where it goes, by the policy that the live stack has. */
  survives({ deletionPolicy }: ResourcePlan): string | undefined {
    const term = this.lowered('before', deletionPolicy)
    if (!term.isData) return term === this.terms.null ? undefined : 'depends on its deletion policy'
    const policy = policyOf(valueOf(term), this.programs.before.dialect)
    return policy === 'Retain' || policy === 'Snapshot' ? policy : undefined
  }

  nested(
    side: keyof Both<unknown>,
    definition: Pick<Definition, 'type' | 'resource'>,
  ): NestedTemplate | undefined {
    return this.whole.nested(side, this.templates[side], definition)
  }

  /** The template that a resource is a stack of, be it by its type or by one of its properties. */
  templateOf(side: keyof Both<unknown>, definition: Definition): NestedTemplate | undefined {
    return this.whole.templateOf(this, side, definition)
  }

  isTemplate(side: keyof Both<unknown>, definition: Definition): boolean {
    return this.unread(side, definition) !== undefined || this.nested(side, definition) !== undefined
  }

  /** The template that a resource is made from, and that was not read. */
  unread(side: keyof Both<unknown>, definition: Definition): OpenName | undefined {
    const { type: name } = definition
    if (this.nested(side, definition) !== undefined) return undefined
    const unnamed = { name, identity: name, why: `${name} was not read` }
    return this.whole.unread(side, name) ?? (isTemplateReference(name) ? unnamed : undefined)
  }

  comparison(): ResourceComparison {
    return new ResourceComparison(this.terms, this.whole.values, (config, input) =>
      this.#replacesDeployments(config, input),
    )
  }

  /** Whether an input of a configuration in this template has `replace_on_change`. */
  #replacesDeployments(config: Term, input?: string): 'sure' | 'may' | 'no' {
    const isOwn = config.tag === 'input' && config.of === 'reference' && config.scope === this.scope
    const plan = isOwn ? this.programs.after.resources.get(config.name) : undefined
    if (plan === undefined) return 'may'
    const properties = this.lowered('after', plan.properties)
    const inputs = properties.tag === 'map' ? (properties.entries.get('inputs') ?? null) : null
    if (inputs === null) return properties.tag === 'map' || properties === this.terms.null ? 'no' : 'may'
    if (!inputs.isData) return 'may'
    const declared = valueOf(inputs)
    const all = isList(declared) ? declared.filter(isMap) : []
    const named = input === undefined ? all : all.filter((one) => one.get('name') === input)
    return named.some((one) => String(one.get('replace_on_change')).toLowerCase() === 'true') ? 'sure' : 'no'
  }
}

/** Whether a template hides a parameter on one side at least. */
export function isHidden({ before, after }: Both<Program>, parameter: string): boolean {
  return [before, after].some(({ parameters }) => {
    const schema = parameters.get(parameter)
    return schema !== undefined && !(schema instanceof Failure) && schema.hidden
  })
}
