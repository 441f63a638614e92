/** What an update of a stack does, for all values: two templates lowered to the same terms, resource by resource. */

import { groupedBy, push } from '../document/multimap.ts'
import { extended } from '../document/records.ts'
import { isAws } from '../heat/dialect.ts'
import { Budget, TooLarge } from '../semantics/budget.ts'
import { type Program, readProgram } from '../semantics/program.ts'
import {
  type Both,
  calledTemplate,
  type FileContent,
  type NestedTemplate,
  onBoth,
  type Side,
} from '../semantics/side.ts'
import { type Term, Terms } from '../semantics/terms/term.ts'
import { Failure, type Value } from '../semantics/value.ts'
import { withConsequences } from './cascades.ts'
import { type Declarations, declarationsOf, parameterRefusals, parametersGiven } from './declarations.ts'
import { type Extent, type Referred, ValueDifferences } from './differences.ts'
import { innerTerms } from './inner-terms.ts'
import {
  type Action,
  interruptionIn,
  isOpen,
  noImpact,
  type Refusal,
  type ResourceImpact,
  type StackImpact,
} from './model.ts'
import type { Definition } from './resource-comparison.ts'
import { restrictionsIn, withRestriction } from './restricted-actions.ts'
import { hiddenTerm } from './secret-terms.ts'
import { type FoundResource, type Level, TemplateImpact, type Whole } from './template-impact.ts'

/**
 * Compares the template of a live stack with the one that it is updated to.
 * Values that the environments give count; other parameters have the value that they had, where both templates have them.
 */
export function stackImpact(before: Side, after: Side, live: LiveNames = new Map()): StackImpact {
  const size = (before.text?.length ?? 0) + (after.text?.length ?? 0)
  try {
    return new StackComparison(before, after, new Terms(Budget.ofTerms(size)), live).impact()
  } catch (error) {
    // A text that is longer than JavaScript can hold is a RangeError.
    if (!(error instanceof TooLarge || error instanceof RangeError)) throw error
    return { ...noImpact, open: ['the templates take too many steps to be compared'] }
  }
}

/** Ids of the resources of a live stack, by the names that effects have: `group/0`. */
type LiveNames = ReadonlyMap<string, string>

/** Calls inside of calls are followed so far. */
const deepest = 12

class StackComparison implements Referred, Whole {
  readonly terms: Terms
  readonly values: ValueDifferences
  readonly #sides: Both<Side>
  readonly #levels = new Map<string, TemplateImpact>()
  readonly #programs = new Map<NestedTemplate, Program>()
  readonly #hidden = new Map<Term, Term>()

  readonly #live: LiveNames
  #unchanged = 0

  constructor(before: Side, after: Side, terms: Terms, live: LiveNames) {
    this.#live = live
    this.#sides = { before, after }
    this.terms = terms
    this.values = new ValueDifferences(terms, this)
  }

  impact(): StackImpact {
    const environments = onBoth((side) => this.#sides[side].environment)
    const programs = onBoth((side) => this.programOf(this.#sides[side]))
    const given = parametersGiven(this.terms, programs, environments)
    const root = this.level({ scope: '', depth: 0, templates: this.#sides, programs, given })
    const resources = root.resources()
    const declared: Declarations = declarationsOf(root, environments, this.values, this.terms)
    const { sections } = programs.after
    const refused = (message: string): Refusal => ({ message, certainty: 'sure' })
    const refusals = [
      ...(sections instanceof Failure ? [refused(sections.message)] : []),
      ...[...this.values.refusals].map(refused),
      ...parameterRefusals(root, environments, this.values),
    ]
    const restricted = restrictionsIn(environments.after?.sections)
    const found = paired(resources).map((one) => withRestriction(one, restricted))
    return {
      refusals,
      resources: withConsequences(worstFirst(found)),
      unchanged: this.#unchanged,
      ...declared,
      open: [],
    }
  }

  level(level: Level): TemplateImpact {
    const made = new TemplateImpact(this, level)
    this.#levels.set(level.scope, made)
    return made
  }

  defaults(which: keyof Both<Side>): ReadonlyMap<string, Value> {
    return this.#sides[which].environment?.defaults ?? new Map()
  }

  files(which: keyof Both<Side>, template: NestedTemplate): ReadonlyMap<string, FileContent> | undefined {
    return template.files ?? this.#sides[which].files
  }

  changed(input: Parameters<Referred['changed']>[0]): Extent {
    const level = this.#levels.get(input.scope)
    return level?.changed(input) ?? this.values.never
  }

  identifies(input: Parameters<Referred['identifies']>[0]): boolean {
    return this.#levels.get(input.scope)?.identifies(input) === true
  }

  knownAfter(input: Parameters<Referred['knownAfter']>[0]): Term {
    return this.#levels.get(input.scope)?.knownAfter(input) ?? this.terms.false
  }

  nested(
    which: keyof Both<Side>,
    caller: NestedTemplate,
    { type, resource }: Pick<Definition, 'type' | 'resource'>,
  ): NestedTemplate | undefined {
    return calledTemplate(caller.nested ?? this.#sides[which].nested, type, resource)
  }

  programOf(template: NestedTemplate): Program {
    const known = this.#programs.get(template)
    if (known !== undefined) return known
    const { root, dialect, text } = template
    const made = readProgram(root, dialect, text)
    this.#programs.set(template, made)
    return made
  }

  unchanged(): void {
    this.#unchanged += 1
  }

  liveMembers(group: string): readonly string[] | undefined {
    const scope = `${group}/`
    if (!this.#live.has(group)) return undefined
    return [...this.#live.keys()].flatMap((name) =>
      name.startsWith(scope) && !name.includes('/', scope.length) ? [name.slice(scope.length)] : [],
    )
  }

  mayGoDeeper({ depth }: Level): boolean {
    return depth < deepest
  }

  /** Equal data are one hidden value, in whichever nested template. */
  hiddenValue(data: Term): Term {
    if (data === this.terms.null) return data
    const known = this.#hidden.get(data)
    if (known !== undefined) return known
    const made = hiddenTerm(this.terms, `hidden value ${this.#hidden.size + 1}`)
    this.#hidden.set(data, made)
    return made
  }

  valuesOf(which: keyof Both<Side>): 'heat' | 'aws' {
    return isAws(this.#sides[which].dialect) ? 'aws' : 'heat'
  }
}

/** What an operator has to see first. */
const order: readonly (Action | 'interrupt' | 'unknown')[] = [
  'refuse',
  'delete',
  'replace',
  'unknown',
  'interrupt',
  'create',
  'update',
]

/** The worst first; what is inside of a resource follows it directly. */
function worstFirst(resources: readonly ResourceImpact[]): readonly ResourceImpact[] {
  const blocks = groupedBy(resources, ({ name }) => name.split('/')[0] ?? '')
  const ranked = [...blocks.values()].map((block) => ({ block, rank: Math.min(...block.map(rankOf)) }))
  return ranked.sort((one, other) => one.rank - other.rank).flatMap(({ block }) => block)
}

function rankOf(resource: ResourceImpact): number {
  const all = resource.effects.map(({ action }) => order.indexOf(action))
  const interrupted = interruptionIn(resource) === undefined ? [] : [order.indexOf('interrupt')]
  const rank = Math.min(...all, ...interrupted, ...(isOpen(resource) ? [order.indexOf('unknown')] : []))
  // A cause before what only follows it.
  const follows = resource.changes.length > 0 && resource.changes.every(({ by }) => by !== undefined)
  return follows ? rank + 0.5 : rank
}

// Resources that go under one name and come under another one, or in another stack: Heat makes a new one and
// deletes the old.

/** By what a resource is known again: equal for two that are taken for one. Undefined says nothing. */
type Feature = (one: FoundResource) => string | undefined

/** The impacts with what belongs together named on both. */
function paired(found: readonly FoundResource[]): readonly ResourceImpact[] {
  const shapes = new Shapes()
  const names = new Map<FoundResource, FoundResource>()
  const shapeOf: Feature = ({ impact, properties }) =>
    properties === undefined ? undefined : `${impact.type} ${shapes.of(properties)}`
  const features: readonly Feature[] = [
    (one) => withScope(one, one.identity),
    (one) => withName(one, shapeOf(one)),
    (one) => one.identity,
    shapeOf,
    (one) => withName(one, one.impact.type),
  ]
  for (const feature of features) {
    const [gone, come] = [found, found].map((all, index) =>
      byFeature(
        all.filter((one) => does(one, index === 0 ? 'delete' : 'create') && !names.has(one)),
        feature,
      ),
    ) as [Grouped, Grouped]
    for (const [key, created] of come) {
      const deleted = gone.get(key) ?? []
      // The last feature says little: of several nobody knows which is which.
      if (feature === features.at(-1) && (created.length > 1 || deleted.length > 1)) continue
      for (const [index, one] of created.entries()) {
        const other = deleted[index]
        // A group that makes one member and deletes another moves nothing.
        if (other === undefined || (one.group !== undefined && one.group === other.group)) continue
        names.set(one, other)
        names.set(other, one)
      }
    }
  }
  const byName = new Map(found.map((one) => [one.impact.name, one]))
  const callerOf = ({ impact }: FoundResource) => byName.get(scopeOf(impact.name).slice(0, -1))
  return found.map((one) => {
    const other = names.get(one)
    if (other === undefined) return one.impact
    const [caller, otherCaller] = [callerOf(one), callerOf(other)]
    // What is inside of a stack that has another name goes with it.
    const goesAlong = caller !== undefined && otherCaller !== undefined && names.get(caller) === otherCaller
    return withOther(one.impact, other, goesAlong)
  })
}

type Grouped = ReadonlyMap<string, readonly FoundResource[]>

function byFeature(all: readonly FoundResource[], feature: Feature): Grouped {
  const grouped = new Map<string, FoundResource[]>()
  for (const one of all) {
    const key = feature(one)
    if (key !== undefined) push(grouped, key, one)
  }
  return grouped
}

function withOther(
  impact: ResourceImpact,
  { impact: { name }, group }: FoundResource,
  goesAlong: boolean,
): ResourceImpact {
  const isCreated = impact.effects[0]?.action === 'create'
  const [from, to] = isCreated ? [name, impact.name] : [impact.name, name]
  const [left, entered] = [scopeOf(from), scopeOf(to)]
  // What all members of a group have cannot name one of them.
  const remedy = isCreated || group !== undefined ? {} : remedyFor(impact, to)
  if (goesAlong) return extended(impact, remedy)
  if (left === entered) return extended(impact, { renamed: name, ...remedy })
  const moved = entered.startsWith(left)
    ? 'into a nested stack'
    : left.startsWith(entered)
      ? 'out of a nested stack'
      : 'to another nested stack'
  return extended(impact, { renamed: name, moved, ...remedy })
}

/**
 * Heat moves nothing between names. What the old name leaves in the cloud, the new one can refer to: a resource with an
 * `external_id` is adopted, and no longer updated or deleted (heat/engine/resource.py: `create`, `update`).
 */
function remedyFor({ lost, survives }: ResourceImpact, to: string): Pick<ResourceImpact, 'remedy'> {
  if (lost === undefined) return {}
  const kept = survives === undefined ? 'update with deletion_policy: Retain on it first, then ' : ''
  return { remedy: `${kept}give ${to} external_id: its id, and Heat only refers to it` }
}

function does({ impact }: FoundResource, action: Action): boolean {
  return impact.effects.length === 1 && impact.effects[0]?.action === action
}

/** The names of the resources that lead to it. */
function scopeOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1)
}

function withScope({ impact }: FoundResource, key: string | undefined): string | undefined {
  return key === undefined ? undefined : `${scopeOf(impact.name)} ${key}`
}

function withName({ impact: { name } }: FoundResource, key: string | undefined): string | undefined {
  return key === undefined ? undefined : `${name.slice(scopeOf(name).length)} ${key}`
}

/** Numbers for terms, equal for those that differ only in the stack to which they refer, and in how values are passed. */
class Shapes {
  readonly #numbers = new Map<string, number>()
  readonly #known = new Map<Term, number>()

  of(term: Term): number {
    const known = this.#known.get(term)
    if (known !== undefined) return known
    const made = this.#made(term)
    this.#known.set(term, made)
    return made
  }

  #made(term: Term): number {
    const [passed] = term.tag === 'apply' && term.name.startsWith('passed as ') ? term.args : []
    if (passed !== undefined) return this.of(passed)
    const key = `${labelOf(term)} ${innerTerms(term)
      .map((one) => this.of(one))
      .join(' ')}`
    const number = this.#numbers.get(key) ?? this.#numbers.size
    this.#numbers.set(key, number)
    return number
  }
}

function labelOf(term: Term): string {
  switch (term.tag) {
    case 'constant':
      return `constant ${JSON.stringify(String(term.value))}`
    case 'input':
      return `${term.of} ${term.name} ${term.detail}`
    case 'map':
      return `map ${JSON.stringify([...term.entries.keys()].map(String))}`
    case 'apply':
      return `apply ${term.name}`
    default:
      return term.tag
  }
}
