/** Nested templates: what each caller passes, and the templates themselves with that for their parameters. */

import { Failure, type Key, sameInOrder, type Value } from '../../heat/values/value.ts'
import { sameData } from '../../text/document/data.ts'
import { defined } from '../../text/document/records.ts'
import type { Premises } from '../compare-parameters.ts'
import type { Passed } from '../constraint-flow.ts'
import { absent, type Differences } from '../differences.ts'
import { reordered } from '../order.ts'
import type { ResourcePlan } from '../parts.ts'
import { type Program, readProgram } from '../program.ts'
import type { EnvironmentValues } from '../sample.ts'
import type { EvaluationContext } from '../sampled-world.ts'
import { SampleFrame, Samples } from '../samples.ts'
import {
  type Both,
  calledTemplate,
  type NestedTemplate,
  onBoth,
  registeredType,
  type Side,
  sameContents,
} from '../side.ts'
import type { Agreement } from './agreement.ts'
import { commonAllowed } from './allowed.ts'
import { arrivingTerm } from './arriving.ts'
import { callsIn, type FindTemplate, isGroup, type NestedTemplateCall } from './call-shapes.ts'
import { type LoweringOptions, TemplateLowering } from './lowering.ts'
import { Presets } from './presets.ts'
import type { Telling } from './telling.ts'
import { type NestedComparer, TemplateComparison } from './template-comparison.ts'
import { type Term, type Terms, valueOf } from './term.ts'
import { Witnesses } from './witness.ts'

/** The templates whose resources are compared. */
type ComparedTemplates = Both<NestedTemplate>

/** What all nested templates of a pair of stacks have in common. */
interface SharedContext {
  readonly terms: Terms
  /** The context in which a nested template looks up names that it does not define. */
  readonly outer: Both<Side>
  readonly outside: Both<EvaluationContext>
  readonly defaults: Both<EnvironmentValues['defaults']>
  readonly premises: Premises
  readonly options: Both<LoweringOptions>
  readonly found: Differences
  /** By the pair of templates. */
  readonly programs: Map<string, Both<Program>>
  /** What has been compared, or is being: a template that calls itself would never end. */
  readonly compared: Set<string>
  readonly same: SameTemplates
}

/** Compares the nested templates that the resources of one pair of templates instantiate. */
export class NestedComparisons implements NestedComparer {
  readonly #common: SharedContext
  readonly #callers: ComparedTemplates

  private constructor(common: SharedContext, callers: ComparedTemplates) {
    this.#common = common
    this.#callers = callers
  }

  /**
   * Those that the templates of two stacks instantiate themselves; those of nested ones are compared along with them.
   */
  static ofStacks(
    terms: Terms,
    outer: Both<Side>,
    outside: Both<EvaluationContext>,
    premises: Premises,
    options: Both<LoweringOptions>,
    found: Differences,
  ): NestedComparisons {
    const defaults = onBoth((side) => outer[side].environment?.defaults ?? new Map<string, Value>())
    const same = new SameTemplates(sameInOrder(defaults.before, defaults.after), outer)
    const common: SharedContext = {
      terms,
      outer,
      outside,
      defaults,
      premises: { ...premises, defaults: 'by call' },
      options,
      found,
      programs: new Map(),
      compared: new Set(),
      same,
    }
    return new NestedComparisons(common, outer)
  }

  classOf(side: keyof Both<unknown>, type: string, resource: string | undefined): string | undefined {
    if (calledTemplate(this.#nestedOf(side), type, resource) !== undefined) return undefined
    const registered = registeredType(this.#callers[side], type, resource)
    // What a registry names, and was not read, is no class.
    return registered === type && this.#common.premises.registered.has(type) ? undefined : registered
  }

  mayCall(plans: Both<ResourcePlan>): boolean {
    const mayCall = (side: keyof Both<unknown>) => {
      const { type } = plans[side]
      return typeof type === 'string' && (this.#find(side, plans)(type, 'own') !== undefined || isGroup(type))
    }
    return (this.#nestedOf('before')?.size ?? 0) > 0 && mayCall('before') && mayCall('after')
  }

  compare(
    path: string,
    plans: Both<ResourcePlan>,
    properties: Both<Term>,
    agreement: Agreement,
    care: Term,
  ): boolean {
    if (!this.mayCall(plans)) return false
    const { before: one, after: other } = onBoth((side) =>
      callsIn(this.#common.terms, String(plans[side].type), properties[side], this.#find(side, plans)),
    )
    if (one === undefined || other === undefined || one.calls.length !== other.calls.length) return false
    agreement.compare(path, one.rest, other.rest, care)
    for (const [index, call] of one.calls.entries()) {
      const calls = { before: call, after: other.calls[index] as NestedTemplateCall }
      this.#call(call.at === '' ? path : `${path}.${call.at}`, calls, agreement, care)
    }
    return true
  }

  #nestedOf(side: keyof Both<unknown>): NestedTemplate['nested'] {
    return this.#callers[side].nested ?? this.#common.outer[side].nested
  }

  #find(side: keyof Both<unknown>, plans: Both<ResourcePlan>): FindTemplate {
    const nested = this.#nestedOf(side)
    const { name } = plans[side]
    return (type, of) => calledTemplate(nested, type, of === 'own' ? name : undefined)
  }

  #call(path: string, calls: Both<NestedTemplateCall>, agreement: Agreement, care: Term): void {
    const { terms, premises } = this.#common
    const programs = this.#programsOf(calls)
    const given: Both<Map<string, Term>> = { before: new Map(), after: new Map() }
    const template = nameOf(calls.before)
    const assumed = premises.assumedInside.get(template)
    premises.flow?.add(template, programs)
    for (const side of ['before', 'after'] as const) {
      const isSure = care === terms.true && calls[side].at === ''
      premises.flow?.call(side, template, plainlyPassed(calls[side]), isSure)
    }
    const order = premises.order.of(onBoth((side) => calls[side].template))
    const names = new Set([...programs.before.parameters.keys(), ...programs.after.parameters.keys()])
    for (const name of names) {
      const { before, after } = onBoth((side) => this.#arriving(side, name, programs, calls))
      const own = `${path}.${name}`
      if (before === undefined || after === undefined) this.#onOneSide(own, name, { before, after }, given)
      else {
        const isReordered = agreement.finding('reordered', () => agreement.compare(own, before, after, care))
        if (isReordered && order.seesParameter(name)) this.#common.found.unproved(own, reordered)
        if (assumed?.has(name) !== true || !before.isData || !after.isData) continue
        given.before.set(name, before)
        given.after.set(name, after)
      }
    }
    const undeclared = onBoth((side) => this.#undeclared(side, programs, calls))
    agreement.compare(path, undeclared.before, undeclared.after, care)
    this.#inside(calls, programs, given)
  }

  /** A parameter that one of the templates does not declare. */
  #onOneSide(
    path: string,
    name: string,
    { before, after }: Both<Term | undefined>,
    given: Both<Map<string, Term>>,
  ): void {
    const { omitted } = this.#common.terms
    if (before !== undefined && before !== omitted) given.before.set(name, before)
    if (after === omitted) this.#missing(path, name)
    else if (after !== undefined) given.after.set(name, after)
  }

  #missing(path: string, name: string): void {
    const failure = new Failure('UserParameterMissing', `nothing gives a value to ${name}`)
    this.#common.found.add('value-to-error', path, absent, failure, 'declaration')
  }

  /** The value of the parameter's type that arrives; omitted when there is none, undefined without the parameter. */
  #arriving(
    side: 'before' | 'after',
    name: string,
    programs: Both<Program>,
    calls: Both<NestedTemplateCall>,
  ): Term | undefined {
    const schema = programs[side].parameters.get(name)
    if (schema === undefined) return undefined
    const { terms, defaults } = this.#common
    if (schema instanceof Failure) return terms.refused(schema)
    return arrivingTerm(terms, schema, calls[side].properties.get(name), defaults[side].get(name))
  }

  /** Properties that are no parameters: Heat refuses them. */
  #undeclared(side: 'before' | 'after', programs: Both<Program>, calls: Both<NestedTemplateCall>): Term {
    const unknown = [...calls[side].properties].filter(
      ([key]) => typeof key !== 'string' || !programs[side].parameters.has(key),
    )
    return this.#common.terms.map(new Map<Key, Term>(unknown))
  }

  #inside(
    calls: Both<NestedTemplateCall>,
    programs: Both<Program>,
    given: Both<ReadonlyMap<string, Term>>,
  ): void {
    const { terms, outside, compared, same, ...common } = this.#common
    const callees = onBoth((side) => calls[side].template)
    if (same.are(callees)) return
    const template = nameOf(calls.before)
    const key = JSON.stringify([template, nameOf(calls.after), idsOf(given.before), idsOf(given.after)])
    if (compared.has(key)) return
    compared.add(key)
    const found = common.found.within(template)
    const declared = common.premises.declaredInside.get(template) ?? new Map()
    const order = common.premises.order.of(callees)
    const premises = { ...common.premises, declared, template, order }
    const noParameters: ReadonlyMap<string, Value> = new Map()
    // What is around a nested template: of its caller's environment, the defaults.
    const environments = onBoth((side) => ({ parameters: noParameters, defaults: common.defaults[side] }))
    const surroundings = onBoth((side) => ({
      ...outside[side],
      ...defined({ files: callees[side].files }),
      environment: environments[side],
    }))
    const frame = new SampleFrame(programs.before, programs.after, {
      facts: premises.facts,
      ...defined({ assumed: common.premises.assumedInside.get(template) }),
      environments,
      given: dataIn(given.after),
    })
    const samples = (telling: Telling) => new Samples(frame, telling)
    const witnesses = new Witnesses(programs, surroundings, samples, premises.renamed)
    const nested = new NestedComparisons(this.#common, callees)
    const passed = onBoth((side) => dataIn(withTextNames(calls[side].properties)))
    const presets = Presets.of(terms, template, programs, environments, [passed.before, passed.after])
    const lowerings = this.#loweringsOf(template, callees, programs, given, presets)
    new TemplateComparison(lowerings, found, premises, witnesses, nested).run()
  }

  #loweringsOf(
    scope: string,
    callees: Both<NestedTemplate>,
    programs: Both<Program>,
    given: Both<ReadonlyMap<string, Term>>,
    presets: Presets,
  ): Both<TemplateLowering> {
    const { terms, options } = this.#common
    const allowed = commonAllowed(terms, programs)
    return onBoth((side) => {
      const own = { ...options[side], ...defined({ files: callees[side].files }) }
      return new TemplateLowering(terms, programs[side], {
        ...own,
        scope,
        given: given[side],
        allowed,
        presets,
      })
    })
  }

  #programsOf(calls: Both<NestedTemplateCall>): Both<Program> {
    const { programs } = this.#common
    const key = `${nameOf(calls.before)}\0${nameOf(calls.after)}`
    const known = programs.get(key)
    if (known !== undefined) return known
    const made = onBoth((side) => {
      const { root, dialect, text } = calls[side].template
      return readProgram(root, dialect, text)
    })
    programs.set(key, made)
    return made
  }
}

/** Identifies a nested template among all others of its stack. */
function nameOf({ template, type }: NestedTemplateCall): string {
  return template.path ?? type
}

/** The parameters whose value from the caller is data, or a parameter of the caller as it is. */
function plainlyPassed({ properties }: NestedTemplateCall): ReadonlyMap<string, Passed> {
  const passed = new Map<string, Passed>()
  for (const [name, term] of properties) {
    if (typeof name !== 'string') continue
    const [one, index] = term.tag === 'apply' && term.name === 'with index' ? term.args : [term]
    if (term.isData) passed.set(name, { data: valueOf(term) })
    else if (one?.tag === 'input' && one.of === 'parameter')
      passed.set(name, { from: { template: one.scope, name: one.name }, ...defined({ index }) })
  }
  return passed
}

function withTextNames(properties: ReadonlyMap<Key, Term>): ReadonlyMap<string, Term> {
  return new Map([...properties].flatMap(([name, term]) => (typeof name === 'string' ? [[name, term]] : [])))
}

function idsOf(given: ReadonlyMap<string, Term>): readonly (readonly [string, number])[] {
  return [...given].map(([name, term]) => [name, term.id] as const)
}

function dataIn(given: ReadonlyMap<string, Term>): ReadonlyMap<string, Value> {
  return new Map([...given].flatMap(([name, term]) => (term.isData ? [[name, valueOf(term)] as const] : [])))
}

/**
 * Whether nested templates are the same on both sides, with all that they instantiate and read: only the parameters may
 * differ.
 */
class SameTemplates {
  readonly #hasSameDefaults: boolean
  readonly #outer: Both<Side>
  /** The answers so far, by the first template; a template that calls itself is the same if nothing else differs. */
  readonly #known = new Map<NestedTemplate, Map<NestedTemplate, boolean>>()

  constructor(hasSameDefaults: boolean, outer: Both<Side>) {
    this.#hasSameDefaults = hasSameDefaults
    this.#outer = outer
  }

  are(pair: Both<NestedTemplate>): boolean {
    return this.#hasSameDefaults && this.#same(pair)
  }

  #same({ before, after }: Both<NestedTemplate>): boolean {
    const ofBefore = this.#known.get(before) ?? new Map<NestedTemplate, boolean>()
    this.#known.set(before, ofBefore)
    const known = ofBefore.get(after)
    if (known !== undefined) return known
    ofBefore.set(after, true)
    const isSame =
      sameTree(before, after) &&
      sameContents(before.files, after.files) &&
      this.#sameNested(before.nested ?? this.#outer.before.nested, after.nested ?? this.#outer.after.nested)
    ofBefore.set(after, isSame)
    return isSame
  }

  #sameNested(before: NestedTemplate['nested'], after: NestedTemplate['nested']): boolean {
    if ((before?.size ?? 0) !== (after?.size ?? 0)) return false
    for (const [name, one] of before ?? []) {
      const other = after?.get(name)
      if (other === undefined || !this.#same({ before: one, after: other })) return false
    }
    return true
  }
}

function sameTree(one: NestedTemplate, other: NestedTemplate): boolean {
  return other.root === one.root || sameData(other.root, one.root)
}
