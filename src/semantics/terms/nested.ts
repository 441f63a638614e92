/** Nested templates: what arrives at each call, and the templates themselves with that for their parameters. */
import { sameData } from '../../document/data.ts'
import type { Premises } from '../compare-parameters.ts'
import type { Passed } from '../constraint-flow.ts'
import { absent, type Differences } from '../differences.ts'
import type { ResourcePlan } from '../parts.ts'
import { type Program, readProgram } from '../program.ts'
import type { EnvironmentValues } from '../sample.ts'
import type { Surroundings } from '../sampled-world.ts'
import { Samples } from '../samples.ts'
import type { Both, NestedTemplate, Side } from '../side.ts'
import { Failure, type Key, sameValue, type Value } from '../value.ts'
import type { Agreement } from './agreement.ts'
import { commonAllowed } from './allowed.ts'
import { arrivingTerm } from './arriving.ts'
import { callsIn, isGroup, type NestedCall } from './call-shapes.ts'
import { type LoweringOptions, TemplateLowering } from './lowering.ts'
import type { Telling } from './telling.ts'
import { type NestedTemplates, TemplateComparison } from './template-comparison.ts'
import { type Term, type Terms, valueOf } from './term.ts'
import { Witnesses } from './witness.ts'

type Templates = ReadonlyMap<string, NestedTemplate>

export class NestedComparisons implements NestedTemplates {
  readonly #terms: Terms
  readonly #templates: Both<Templates>
  readonly #outside: Both<Surroundings>
  readonly #defaults: Both<EnvironmentValues['defaults']>
  readonly #premises: Premises
  readonly #options: Both<LoweringOptions>
  readonly #found: Differences
  readonly #programs = new Map<string, Both<Program>>()
  /** What has been compared, or is being: a template that calls itself would never end. */
  readonly #compared = new Set<string>()
  /** Whether only what is passed may differ. */
  readonly #unchanged: boolean

  constructor(
    terms: Terms,
    { before, after }: Both<Side>,
    surroundings: Both<Surroundings>,
    premises: Premises,
    options: Both<LoweringOptions>,
    found: Differences,
  ) {
    this.#terms = terms
    this.#templates = { before: before.nested ?? new Map(), after: after.nested ?? new Map() }
    this.#defaults = {
      before: before.environment?.defaults ?? new Map(),
      after: after.environment?.defaults ?? new Map(),
    }
    this.#outside = surroundings
    this.#premises = { ...premises, defaults: 'by call' }
    this.#options = options
    this.#found = found
    this.#unchanged = sameTemplates(this.#templates) && sameDefaults(this.#defaults)
  }

  mayCall(plans: Both<ResourcePlan>): boolean {
    const mayCall = ({ type }: ResourcePlan, templates: Templates) =>
      typeof type === 'string' && (templates.has(type) || isGroup(type))
    const { before, after } = this.#templates
    return before.size > 0 && mayCall(plans.before, before) && mayCall(plans.after, after)
  }

  compare(
    path: string,
    plans: Both<ResourcePlan>,
    properties: Both<Term>,
    agreement: Agreement,
    care: Term,
  ): boolean {
    if (!this.mayCall(plans)) return false
    const { before, after } = this.#templates
    const one = callsIn(this.#terms, String(plans.before.type), properties.before, (type) => before.has(type))
    const other = callsIn(this.#terms, String(plans.after.type), properties.after, (type) => after.has(type))
    if (one === undefined || other === undefined || one.calls.length !== other.calls.length) return false
    agreement.compare(path, one.rest, other.rest, care)
    for (const [index, call] of one.calls.entries()) {
      const calls = { before: call, after: other.calls[index] as NestedCall }
      this.#call(call.at === '' ? path : `${path}.${call.at}`, calls, agreement, care)
    }
    return true
  }

  #call(path: string, calls: Both<NestedCall>, agreement: Agreement, care: Term): void {
    const programs = this.#programsOf(calls)
    const given: { before: Map<string, Term>; after: Map<string, Term> } = {
      before: new Map(),
      after: new Map(),
    }
    const { template } = calls.before
    const assumed = this.#premises.assumedInside.get(template)
    this.#premises.flow?.add(template, programs)
    for (const side of ['before', 'after'] as const) {
      const isSure = care === this.#terms.true && calls[side].at === ''
      this.#premises.flow?.call(side, template, plainlyPassed(calls[side]), isSure)
    }
    const names = new Set([...programs.before.parameters.keys(), ...programs.after.parameters.keys()])
    for (const name of names) {
      const [one, other] = [
        this.#arriving('before', name, programs, calls),
        this.#arriving('after', name, programs, calls),
      ]
      const own = `${path}.${name}`
      if (one !== undefined && other !== undefined) {
        agreement.compare(own, one, other, care)
        if (assumed?.has(name) === true && one.isData && other.isData) {
          given.before.set(name, one)
          given.after.set(name, other)
        }
      } else if (one !== undefined) {
        if (one !== this.#terms.omitted) given.before.set(name, one)
      } else if (other !== undefined) {
        if (other === this.#terms.omitted) this.#missing(own, name)
        else given.after.set(name, other)
      }
    }
    agreement.compare(
      path,
      this.#undeclared('before', programs, calls),
      this.#undeclared('after', programs, calls),
      care,
    )
    this.#inside(calls, programs, given)
  }

  #missing(path: string, name: string): void {
    const failure = new Failure('UserParameterMissing', `nothing gives a value to ${name}`)
    this.#found.add('value-to-error', path, absent, failure, 'declaration')
  }

  /** The value of the parameter's type that arrives; omitted when there is none, undefined without the parameter. */
  #arriving(
    side: 'before' | 'after',
    name: string,
    programs: Both<Program>,
    calls: Both<NestedCall>,
  ): Term | undefined {
    const schema = programs[side].parameters.get(name)
    if (schema === undefined) return undefined
    if (schema instanceof Failure) return this.#terms.refused(schema)
    return arrivingTerm(this.#terms, schema, calls[side].properties.get(name), this.#defaults[side].get(name))
  }

  /** Properties that are no parameters: Heat refuses them. */
  #undeclared(side: 'before' | 'after', programs: Both<Program>, calls: Both<NestedCall>): Term {
    const unknown = [...calls[side].properties].filter(
      ([key]) => typeof key !== 'string' || !programs[side].parameters.has(key),
    )
    return this.#terms.map(new Map<Key, Term>(unknown))
  }

  #inside(calls: Both<NestedCall>, programs: Both<Program>, given: Both<ReadonlyMap<string, Term>>): void {
    if (this.#unchanged) return
    const { template } = calls.before
    const key = JSON.stringify([template, calls.after.template, idsOf(given.before), idsOf(given.after)])
    if (this.#compared.has(key)) return
    this.#compared.add(key)
    const found = this.#found.within(template)
    const declared = this.#premises.declaredInside.get(template) ?? new Map()
    const premises = { ...this.#premises, declared, template }
    const assumed = this.#premises.assumedInside.get(template)
    const allowed = commonAllowed(this.#terms, programs)
    const lowering = (side: 'before' | 'after') =>
      new TemplateLowering(this.#terms, programs[side], {
        ...this.#options[side],
        scope: template,
        given: given[side],
        allowed,
      })
    const surroundings = { before: this.#surroundings('before'), after: this.#surroundings('after') }
    const samples = (telling: Telling) =>
      new Samples(programs.before, programs.after, telling, {
        facts: premises.facts,
        ...(assumed === undefined ? {} : { assumed }),
        environments: {
          before: surroundings.before.environment,
          after: surroundings.after.environment,
        },
        given: dataIn(given.after),
      })
    const witnesses = new Witnesses(programs, surroundings, samples, premises.renamed)
    new TemplateComparison(
      { before: lowering('before'), after: lowering('after') },
      found,
      premises,
      witnesses,
      this,
    ).run()
  }

  /** What is around a nested template: of its caller's environment, the defaults. */
  #surroundings(side: 'before' | 'after'): Surroundings {
    return {
      ...this.#outside[side],
      environment: { parameters: new Map(), defaults: this.#defaults[side] },
    }
  }

  #programsOf({ before, after }: Both<NestedCall>): Both<Program> {
    const key = `${before.template}\0${after.template}`
    let programs = this.#programs.get(key)
    if (programs === undefined) {
      const read = (templates: Templates, name: string) => {
        const { root, dialect, text } = templates.get(name) as NestedTemplate
        return readProgram(root, dialect, text)
      }
      programs = {
        before: read(this.#templates.before, before.template),
        after: read(this.#templates.after, after.template),
      }
      this.#programs.set(key, programs)
    }
    return programs
  }
}

/** What a call passes that is data, or a parameter of the caller as it is. */
function plainlyPassed({ properties }: NestedCall): ReadonlyMap<string, Passed> {
  const passed = new Map<string, Passed>()
  for (const [name, term] of properties) {
    if (typeof name !== 'string') continue
    if (term.isData) passed.set(name, { data: valueOf(term) })
    else if (term.tag === 'input' && term.of === 'parameter')
      passed.set(name, { from: { template: term.scope, name: term.name } })
  }
  return passed
}

function idsOf(given: ReadonlyMap<string, Term>): readonly (readonly [string, number])[] {
  return [...given].map(([name, term]) => [name, term.id] as const)
}

function dataIn(given: ReadonlyMap<string, Term>): ReadonlyMap<string, Value> {
  return new Map([...given].flatMap(([name, term]) => (term.isData ? [[name, valueOf(term)] as const] : [])))
}

function sameDefaults({ before, after }: Both<EnvironmentValues['defaults']>): boolean {
  return sameValue(before, after)
}

function sameTemplates({ before, after }: Both<Templates>): boolean {
  if (before.size !== after.size) return false
  for (const [name, one] of before) {
    const other = after.get(name)
    const isSame = other !== undefined && (other.root === one.root || sameData(other.root, one.root))
    if (!isSame) return false
  }
  return true
}
