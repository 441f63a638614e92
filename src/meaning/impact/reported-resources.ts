/** What happens to a resource, as the plan reports it: effects with their conditions, and values in words. */

import { Failure } from '../../heat/values/value.ts'
import { defined, extended } from '../../text/document/records.ts'
import type { ResourcePlan } from '../parts.ts'
import type { Program } from '../program.ts'
import { type Both, type NestedTemplate, registeredType } from '../side.ts'
import type { Term, Terms } from '../terms/term.ts'
import { collisionText } from './collisions.ts'
import type { PartChange, ResourceDecision } from './decisions.ts'
import { type Extent, surely } from './extents.ts'
import { lostWith } from './interruptions.ts'
import { type Action, dependingOn, type Effect, type ResourceImpact, type ValueChange } from './model.ts'
import { policiesAgainst } from './replacement-rules.ts'
import { shownTerm } from './secrets.ts'
import type { ConditionWords } from './words.ts'

/** Where resources stand, and how conditions are said there. */
interface ReportedLevel {
  readonly terms: Terms
  readonly words: ConditionWords
  readonly scope: string
  readonly templates: Both<NestedTemplate>
  readonly programs: Both<Program>
}

/** What keeps what a resource stands for, whether it is deleted or replaced. */
const retained = 'deletion_policy: retain, in an update before this one'

/** Reports resources of one template. */
export class ReportedResources {
  readonly #terms: Terms
  readonly #words: ConditionWords
  readonly #level: ReportedLevel

  constructor(level: ReportedLevel) {
    this.#level = level
    this.#terms = level.terms
    this.#words = level.words
  }

  /** What is said of a resource, or of the members of a group. */
  impact(
    name: string,
    { before: was, after: is }: Both<ResourcePlan['type'] | undefined>,
    effects: readonly Effect[],
    { changes, always, unknown, note, collision }: ResourceDecision,
    survives?: string,
  ): ResourceImpact {
    const type = is ?? was
    const lost = this.#lost(name, was ?? is, effects, survives)
    const isReplaced = effects.some(({ action }) => action === 'replace')
    const isUpdated = effects.some(({ action }) => action === 'update')
    return {
      name: this.#level.scope + name,
      type: typeof type === 'string' ? type : 'no type',
      ...(typeof was === 'string' && is !== undefined && was !== is ? { typeBefore: was } : {}),
      effects,
      // What is replaced is not restarted as well.
      changes: changes.map(({ interrupts, ...change }) =>
        this.#valueChange(isUpdated ? extended(change, defined({ interrupts })) : change),
      ),
      ...defined({
        survives,
        always,
        unknown,
        note,
        lost,
        remedy:
          this.#remedy(name, is, effects, changes) ??
          this.#oldDefault(effects) ??
          (lost === undefined || name.includes('/') ? undefined : retained),
        collision: isReplaced && collision !== undefined ? collisionText(collision) : undefined,
      }),
    }
  }

  /** What in the new template keeps a resource that is there from being replaced. */
  #remedy(
    name: string,
    type: ResourcePlan['type'] | undefined,
    effects: readonly Effect[],
    changes: readonly PartChange[],
  ): string | undefined {
    if (typeof type !== 'string' || !effects.some(({ action }) => action === 'replace')) return undefined
    const causes = changes.flatMap(({ action, path }) => (action === 'replace' ? [path] : []))
    const properties = causes.map((path) => /^properties\.([^.[]+)/.exec(path)?.[1] ?? '')
    return policiesAgainst(registeredType(this.#level.templates.after, type, name), properties)
  }

  /** The value to pass where only another default of the outer template replaces a resource. */
  #oldDefault(effects: readonly Effect[]): string | undefined {
    const when = effects.find(({ action }) => action === 'replace')?.when
    const [, name] = /^(\S+) is not given$/.exec(when ?? '') ?? []
    if (name === undefined || this.#level.scope !== '') return undefined
    const schema = this.#level.programs.before.parameters.get(name)
    if (schema === undefined || schema instanceof Failure || schema.hidden) return undefined
    const { default: preset } = schema
    return typeof preset === 'string' && /^[-\w.:/]+$/.test(preset)
      ? `--parameter ${name}=${preset}`
      : undefined
  }

  /** What is lost with a resource that is deleted or replaced. */
  #lost(
    name: string,
    type: ResourcePlan['type'] | undefined,
    effects: readonly Effect[],
    survives: string | undefined,
  ): string | undefined {
    const goes = effects.some(({ action }) => action === 'delete' || action === 'replace')
    if (!goes || survives !== undefined || typeof type !== 'string') return undefined
    return lostWith(registeredType(this.#level.templates.before, type, name))
  }

  #valueChange({
    path,
    before,
    after,
    extent,
    action,
    why,
    by,
    knownAfter,
    interrupts,
  }: PartChange): ValueChange {
    const terms = this.#terms
    const certainty: Effect['certainty'] =
      extent.sure === terms.true ? 'sure' : extent.sure === extent.may ? 'if' : 'may'
    const when = this.#words.when(extent.may)
    if (by !== undefined) return defined({ path, certainty, when, action, why, by, knownAfter, interrupts })
    const [was, is] = [before, after].map((term) => shownTerm(terms, term, path)) as [Term, Term]
    const [one, other] = this.#words.parted(was, is)
    const isNone = (term: Term) => term === terms.omitted || term === terms.null
    const values = { before: isNone(before) ? undefined : one, after: isNone(after) ? undefined : other }
    const lines = this.#words.lines(was, is)
    return defined({ path, ...values, lines, certainty, when, action, why, knownAfter, interrupts })
  }

  /** From the worst to the least, each where nothing worse happens. @param presence where the resource comes or goes */
  effects(
    { refuse, replace, update }: ResourceDecision,
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
    const when = this.#words.when(certain)
    const isClear = certain === terms.false || open === terms.false || !when?.startsWith(dependingOn)
    const effect = (certainty: Effect['certainty'], condition: Term): readonly Effect[] => {
      if (condition === terms.false) return []
      const said = this.#words.when(condition)
      if (said !== undefined) return [{ action, certainty, when: said }]
      return [{ action, certainty: certainty === 'if' ? 'sure' : certainty }]
    }
    return isClear
      ? [...effect('if', certain), ...effect('may', open)]
      : effect('may', terms.or(certain, open))
  }
}
