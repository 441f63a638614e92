/** What an update of a stack does, for all values: two templates lowered to the same terms, resource by resource. */

import { isAws } from '../../heat/dialect.ts'
import { Failure, type Value } from '../../heat/values/value.ts'
import type { OpenName } from '../../stack/stack.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import { defined } from '../../text/document/records.ts'
import { Budget, TooLarge } from '../budget.ts'
import { changedAttached } from '../left-open.ts'
import { type Program, readProgram } from '../program.ts'
import {
  type Both,
  calledTemplate,
  type FileContent,
  type NestedTemplate,
  onBoth,
  type Side,
} from '../side.ts'
import { laws } from '../terms/laws.ts'
import type { InnerValues } from '../terms/lowering.ts'
import { type Input, type Term, Terms } from '../terms/term.ts'
import { withConsequences } from './cascades.ts'
import { ChildTemplates } from './child-templates.ts'
import { quotaText } from './collisions.ts'
import type { Definition, UpdateResult } from './decisions.ts'
import {
  type DeclarationChanges,
  declarationsOf,
  parameterRefusals,
  parametersGiven,
} from './declarations.ts'
import { ValueDifferences } from './differences.ts'
import type { Extent } from './extents.ts'
import type { LiveMembers } from './group-members.ts'
import type { GroupStack } from './group-stack.ts'
import { InnerStacks } from './inner-stacks.ts'
import type { FoundResource, Level, NestedStack, Surrounding, Whole } from './level.ts'
import { LoweredLevel } from './lowered-level.ts'
import {
  type Action,
  interruptionIn,
  isOpen,
  noImpact,
  type Refusal,
  type ResourceImpact,
  type StackImpact,
} from './model.ts'
import type { ReferredResources } from './readings.ts'
import { References } from './references.ts'
import { Refusals } from './refusals.ts'
import { paired } from './renamed-resources.ts'
import { restrictionsIn, withRestrictions } from './restricted-actions.ts'
import { hiddenTerm } from './secret-terms.ts'
import { TemplateImpact } from './template-impact.ts'

/**
 * Compares the template of a live stack with the one that it is updated to.
 * Values that the environments give count; other parameters have the value that they had, where both templates have them.
 */
export function stackImpact(before: Side, after: Side, live: LiveNames = new Map()): StackImpact {
  const size = (before.text?.length ?? 0) + (after.text?.length ?? 0)
  try {
    return new StackComparison(before, after, new Terms(Budget.ofTerms(size), laws), live).impact()
  } catch (error) {
    // A string that is longer than JavaScript can hold is a RangeError.
    if (!(error instanceof TooLarge || error instanceof RangeError)) throw error
    return { ...noImpact, open: ['the templates take too many steps to be compared'] }
  }
}

/** A stack by itself, with its functions resolved, and the stacks inside of it. */
export interface SoleStack {
  readonly level: LoweredLevel
  levelOf(stack: NestedStack): LoweredLevel
  groupOf(
    around: Surrounding,
    name: string,
    definitions: Both<Definition | undefined>,
  ): GroupStack | undefined
}

/** @param given what the parameters of the stack stand for; others are open */
export function soleStack(
  side: Side,
  given: (terms: Terms, program: Program) => ReadonlyMap<string, Term>,
): SoleStack {
  const terms = new Terms(Budget.ofTerms(side.text?.length ?? 0), laws)
  const whole = new StackComparison(side, side, terms, new Map())
  const values = given(terms, whole.programOf(side))
  return {
    level: whole.root(onBoth(() => values)),
    levelOf: (stack) => whole.levelOf(stack),
    groupOf: (...group) => whole.groupOf(...group),
  }
}

/** Ids of the resources of a live stack, by the names that effects have: `group/0`. */
type LiveNames = ReadonlyMap<string, string>

/** Nested templates are followed to this depth. */
const deepest = 12

class StackComparison implements ReferredResources, Whole {
  readonly terms: Terms
  readonly values: ValueDifferences
  readonly refusals: Refusals
  readonly #sides: Both<Side>
  /** What answers those who read the resources of a stack, by its scope. */
  readonly #references = new Map<string, References>()
  readonly #inner: InnerStacks
  readonly #programs = new Map<NestedTemplate, Program>()
  readonly #children = new ChildTemplates()
  readonly #hidden = new Map<Term, Term>()

  readonly #live: LiveNames
  readonly #sizes = new Map<string, string>()
  #unchanged = 0

  constructor(before: Side, after: Side, terms: Terms, live: LiveNames) {
    this.#live = live
    this.#sides = { before, after }
    this.terms = terms
    this.refusals = new Refusals(terms)
    this.values = new ValueDifferences(terms, this, this.refusals)
    this.#inner = new InnerStacks(this)
  }

  impact(): StackImpact {
    const environments = onBoth((side) => this.#sides[side].environment)
    const programs = onBoth((side) => this.programOf(this.#sides[side]))
    const root = this.#template(this.root(parametersGiven(this.terms, programs, environments)))
    const resources = root.resources()
    const declared: DeclarationChanges = declarationsOf(root, environments, this.values, this.terms)
    const { sections } = programs.after
    const refused = (message: string): Refusal => ({ message, certainty: 'sure', of: 'template' })
    const refusals = [
      ...(sections instanceof Failure ? [refused(sections.message)] : []),
      ...this.refusals.all(root.level.words),
      ...parameterRefusals(root, environments, this.values),
    ]
    const restricted = restrictionsIn(environments.after?.sections)
    const members = new Map(
      resources.flatMap(({ impact, members: names }) => (names === undefined ? [] : [[impact.name, names]])),
    )
    const found = paired(resources).flatMap((one) => withRestrictions(one, restricted, members))
    return {
      refusals,
      resources: withConsequences(worstFirst(found)),
      unchanged: this.#unchanged,
      ...declared,
      open: [],
      ...defined({ remarks: this.#remarks(found) }),
    }
  }

  /** The outermost templates, with what their parameters stand for. */
  root(given: Level['given']): LoweredLevel {
    return new LoweredLevel(this, {
      scope: '',
      depth: 0,
      templates: this.#sides,
      programs: onBoth((side) => this.programOf(this.#sides[side])),
      given,
      present: onBoth(() => this.terms.true),
    })
  }

  /** What is not about one resource: quotas, and groups that scale, which are set to a size, whichever they have. */
  #remarks(found: readonly ResourceImpact[]): readonly string[] | undefined {
    const sizes = [...this.#sizes].map(([group, size]) => `${group} to ${size}`).join(', ')
    const said = `every update sets groups that scale to their own size (${sizes})`
    const all = [
      quotaText(found),
      sizes === ''
        ? undefined
        : `${said}: whether that creates or deletes members only the live stack knows (--live)`,
    ].filter((one) => one !== undefined)
    return all.length === 0 ? undefined : all
  }

  levelOf(stack: NestedStack): LoweredLevel {
    return this.#inner.levelOf(stack)
  }

  resourcesOf(stack: NestedStack, replaced?: Extent): readonly FoundResource[] {
    return this.#template(this.#inner.levelOf(stack), replaced).resources()
  }

  valuesIn(around: Surrounding, side: keyof Both<Side>): InnerValues {
    return this.#inner.valuesIn(around, side)
  }

  #template(level: LoweredLevel, replaced?: Extent): TemplateImpact {
    const made = new TemplateImpact(level, replaced)
    this.#references.set(level.scope, made.references)
    return made
  }

  groupOf(
    around: Surrounding,
    name: string,
    definitions: Both<Definition | undefined>,
  ): GroupStack | undefined {
    return this.#inner.groupOf(around, name, definitions)
  }

  readMembers(...[around, name, definitions, resultOf]: Parameters<Whole['readMembers']>): void {
    const group = this.#inner.groupOf(around, name, definitions)
    if (group === undefined) return
    const ofMember = (member: string) => {
      const result = resultOf(member)
      return result && group.resultOf(member, result)
    }
    this.#references.set(group.scope, new References(group, ofMember))
  }

  defaults(which: keyof Both<Side>): ReadonlyMap<string, Value> {
    return this.#sides[which].environment?.defaults ?? new Map()
  }

  files(which: keyof Both<Side>, template: NestedTemplate): ReadonlyMap<string, FileContent> | undefined {
    return template.files ?? this.#sides[which].files
  }

  changed(input: Input): Extent {
    const { references, around } = this.#readFrom(input.scope)
    if (references !== undefined) return references.changed(input)
    // Of a stack that was not looked into, anything may be another one once something happens to it.
    if (around === undefined) return this.values.never
    return { sure: around.replaced.sure, may: this.terms.or(around.replaced.may, around.updated.may) }
  }

  identifies(input: Input): boolean {
    return this.#readFrom(input.scope).references?.identifies(input) === true
  }

  knownAfter(input: Input): Term {
    const { references, around } = this.#readFrom(input.scope)
    return references?.knownAfter(input) ?? around?.replaced.sure ?? this.terms.false
  }

  /** What answers for the resources of a stack; for one that was not looked into, what happens to it as a whole. */
  #readFrom(scope: string): { readonly references?: References; readonly around?: UpdateResult } {
    let references = this.#references.get('')
    let at = ''
    for (const name of scope.split('/').slice(0, -1)) {
      // What is inside of it is known once it was compared.
      const around = references?.resultOf(name)
      const [own, any] = [`${at}${name}/`, `${at}*/`]
      at = this.#references.has(own) ? own : any
      references = this.#references.get(at)
      if (references === undefined) return defined({ around })
    }
    return defined({ references })
  }

  nested(
    which: keyof Both<Side>,
    caller: NestedTemplate,
    { type, resource }: Pick<Definition, 'type' | 'resource'>,
  ): NestedTemplate | undefined {
    return calledTemplate(caller.nested ?? this.#sides[which].nested, type, resource)
  }

  templateOf(around: Surrounding, which: keyof Both<Side>, one: Definition): NestedTemplate | undefined {
    return this.nested(which, around.templates[which], one) ?? this.#children.of(around, which, one)
  }

  unread(which: keyof Both<Side>, type: string): OpenName | undefined {
    return this.#sides[which].open?.find(({ name }) => name === type)
  }

  programOf(template: NestedTemplate): Program {
    const known = this.#programs.get(template)
    if (known !== undefined) return known
    const { root, dialect, text } = template
    const made = readProgram(root, dialect, text)
    this.#programs.set(template, made)
    return made
  }

  get hasOtherAttached(): boolean {
    return changedAttached(this.#sides).length > 0
  }

  unchanged(): void {
    this.#unchanged += 1
  }

  liveMembers(group: string): LiveMembers | undefined {
    const scope = `${group}/`
    const members = [...this.#live].flatMap(([name, id]): (readonly [string, string])[] =>
      name.startsWith(scope) && !name.includes('/', scope.length) ? [[name.slice(scope.length), id]] : [],
    )
    // Without what is nested, or with less of that, the list of a stack has no member of any group.
    return members.length === 0 ? undefined : new Map(members)
  }

  setsSize(group: string, size: string): void {
    if (this.liveMembers(group) === undefined) this.#sizes.set(group, size)
  }

  mayGoDeeper({ depth }: Pick<Level, 'depth'>): boolean {
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
