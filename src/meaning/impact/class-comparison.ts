/** What a class of Heat decides about changed properties: by its schema, and at run time. */

import type { PropertySchema } from '../../heat/facts/resource-types.ts'
import { isList } from '../../heat/values/value.ts'
import { defined, ownValue } from '../../text/document/records.ts'
import { propertyTerm } from '../terms/conversions.ts'
import { type MapTerm, type Term, type Terms, valueOf } from '../terms/term.ts'
import { isTranslated, newerProperties } from '../terms/translations.ts'
import { collisionOf } from './collisions.ts'
import type { Definition, Noting, PartChange, ReplacingInputs } from './decisions.ts'
import { newestAtom, type ValueDifferences } from './differences.ts'
import { type DifferingPart, surely } from './extents.ts'
import { interruptionOf } from './interruptions.ts'
import {
  type RefusalRule,
  type ReplacementRule,
  refusalsOf,
  ruleOf,
  type UpdatedClass,
  updatedClass,
} from './replacement-rules.ts'

type KnownClass = Extract<UpdatedClass, { readonly is: 'class' }>

type UpdatedSchemas = KnownClass['properties']

/** A property that is another one afterwards, in some parts. */
interface ChangedProperty {
  readonly name: string
  readonly schema: PropertySchema
  readonly parts: readonly DifferingPart[]
  /** Its whole value, before and after. */
  readonly values: readonly [Term, Term]
  /** All properties, before and after. */
  readonly before: MapTerm
  readonly after: MapTerm
}

/** Compares definitions of one class, and notes what that does. */
export class ClassComparison {
  readonly #terms: Terms
  readonly #values: ValueDifferences
  readonly #inputs: ReplacingInputs
  readonly #into: Noting

  constructor(terms: Terms, values: ValueDifferences, inputs: ReplacingInputs, into: Noting) {
    this.#terms = terms
    this.#values = values
    this.#inputs = inputs
    this.#into = into
  }

  /** Compares what a class of Heat's declares, by its schema and what it decides at run time. */
  compare(before: Definition, after: Definition, care: Term): void {
    const updated = updatedClass(after.type)
    // `NoneResource._needs_update` never asks for one.
    if (updated.is === 'placeholder') return
    if (updated.is === 'class')
      this.#eachMaps(this.#newer(before), this.#newer(after), care, (one, other, open) =>
        this.#properties(one, other, open, updated),
      )
    else this.#unknownClass(before, after, care, updated.why)
    const metadata = this.#values.betweenReadNow(before.metadata, after.metadata, care)
    const replaces = updated.is === 'class' && ruleOf(updated.name)?.rule === 'metadata'
    this.#into.note(replaces ? 'replace' : 'update', metadata, 'metadata')
    this.#into.note(
      'update',
      this.#values.betweenReadNow(before.updatePolicy, after.updatePolicy, care),
      'update_policy',
    )
  }

  /** What is no class that this Heat has. */
  #unknownClass(before: Definition, after: Definition, care: Term, why: string): void {
    const parts = this.#values.between(before.properties, after.properties, care)
    this.#noteMay(parts)
    if (parts.length > 0) this.#into.unknown(why)
  }

  /** Under the names that Heat's newest classes have. */
  #newer({ type, properties }: Definition): Term {
    const terms = this.#terms
    const own = terms.each(properties, (one) => (one === terms.null ? terms.map(new Map()) : one))
    return isTranslated(type) ? newerProperties(terms, type, own) : own
  }

  /** Looks at each alternative of properties that depend on conditions as a whole. */
  #eachMaps(
    before: Term,
    after: Term,
    care: Term,
    compare: (before: MapTerm, after: MapTerm, care: Term) => void,
  ): void {
    const terms = this.#terms
    if (care === terms.false) return
    if (before.tag === 'choice' || after.tag === 'choice') {
      const atom = newestAtom(before, after)
      const condition = terms.condition(atom)
      for (const holds of [true, false]) {
        const open = terms.and(care, holds ? condition : terms.not(condition))
        this.#eachMaps(terms.where(before, atom, holds), terms.where(after, atom, holds), open, compare)
      }
    } else if (before.tag === 'map' && after.tag === 'map') compare(before, after, care)
    else this.#noteMay(this.#values.between(before, after, care))
  }

  /** What changes may do anything. */
  #noteMay(parts: readonly DifferingPart[]): void {
    this.#mayReplace(parts)
    this.#into.note('update', parts, 'properties')
  }

  #mayReplace(parts: readonly DifferingPart[]): void {
    const { may } = this.#values.extentOf(parts)
    this.#into.replaced(this.#values.perhaps(may))
  }

  #properties(before: MapTerm, after: MapTerm, care: Term, updated: KnownClass): void {
    const terms = this.#terms
    const { name: className, properties: schemas } = updated
    const rule = ruleOf(className)
    const changed = new Map<string, readonly DifferingPart[]>()
    for (const [name, schema] of Object.entries(schemas)) {
      if (!before.entries.has(name) && !after.entries.has(name)) continue
      const [one, other] = [before, after].map((side) => propertyTerm(terms, side, name, schema)) as [
        Term,
        Term,
      ]
      const parts = this.#values.between(one, other, care)
      if (parts.length === 0) continue
      changed.set(name, parts)
      this.#changedProperty({ name, schema, parts, before, after, values: [one, other] }, updated, rule)
    }
    if (changed.size > 0 && updated.isFormer === true)
      this.#into.remark('newer releases of Heat keep it as a placeholder, of which nothing changes')
    this.#collision(updated, after, changed)
    this.#replacedAnyway(rule, after, care, schemas)
    if (rule?.rule === 'together') this.#together(rule, changed)
  }

  /** What a replacement has in common with the old one, where both have it. */
  #collision(
    { name: className, properties }: KnownClass,
    after: MapTerm,
    changed: ReadonlyMap<string, unknown>,
  ): void {
    const collision = collisionOf(className)
    const isSame = (name: string) =>
      !changed.has(name) &&
      propertyTerm(this.#terms, after, name, properties[name] ?? {}) !== this.#terms.null
    if (collision?.same.every(isSame) === true) this.#into.collides(collision)
  }

  #changedProperty(property: ChangedProperty, updated: KnownClass, rule: ReplacementRule | undefined): void {
    const { name, schema, parts } = property
    const refusal = refusalsOf(updated.name).find((one) => one.property === name)
    const refused = refusal === undefined ? [] : this.#refusedParts(property, refusal)
    if (refused.length > 0)
      this.#into.note('refuse', refused, `properties.${name}`, defined({ why: refusal?.why }))
    // What is refused perhaps happens otherwise.
    const allowed = parts.filter((part) => !refused.some(({ extent }) => extent === part.extent))
    const action =
      schema.immutable === true
        ? 'refuse'
        : schema.updateAllowed === true && rule?.rule !== 'no-handler'
          ? 'update'
          : 'replace'
    const isRuled = action === 'update' && this.#isRuled(rule, { ...property, parts: allowed }, updated)
    if (!isRuled && allowed.length > 0)
      this.#into.note(action, allowed, `properties.${name}`, this.#interrupted(property, updated))
  }

  /** What the handler of the class interrupts to make the change. */
  #interrupted(
    { name, after }: ChangedProperty,
    { name: className, properties }: KnownClass,
  ): Pick<PartChange, 'interrupts'> {
    const fact = interruptionOf(className, name)
    if (fact === undefined) return {}
    const { interrupts, where } = fact
    if (where === undefined) return { interrupts }
    const { property, value } = where
    const given = propertyTerm(this.#terms, after, property, properties[property] ?? {})
    return given.isData && given !== this.#terms.constant(value) ? {} : { interrupts }
  }

  /** What the handler of the class refuses, for certain or perhaps. */
  #refusedParts({ parts, values }: ChangedProperty, rule: RefusalRule): readonly DifferingPart[] {
    return parts.flatMap((part) => {
      const isWhole = rule.when === 'not-within'
      if (!isWhole && part.path !== '') return []
      const [before, after] = isWhole ? values : [part.before, part.after]
      const answer = isRefused(rule.when, before, after)
      if (answer === 'no') return []
      const { extent } = part
      return [{ ...part, extent: answer === 'sure' ? extent : this.#values.perhaps(extent.may) }]
    })
  }

  /** What a class decides itself about a property that its schema lets change in place; whether it does. */
  #isRuled(rule: ReplacementRule | undefined, property: ChangedProperty, updated: KnownClass): boolean {
    const { name } = property
    const { properties: schemas } = updated
    switch (rule?.rule) {
      case 'inside':
        return (
          rule.property === name &&
          this.#keysReplace(property, (key = rule.key) => (key === rule.key ? 'sure' : 'no'))
        )
      case 'listed': {
        if (rule.property !== name) return false
        const listed = propertyTerm(this.#terms, property.after, rule.keys, schemas[rule.keys] ?? {})
        return this.#keysReplace(property, (key) => isListed(listed, key))
      }
      case 'deployment':
        return this.#deployment(rule, property)
      case 'policies': {
        const policy = ownValue(rule.policies, name)
        if (policy !== undefined) this.#byPolicy(policy, property, updated)
        return policy !== undefined
      }
      default:
        return false
    }
  }

  /** Another configuration brings other defaults of inputs. */
  #deployment(
    rule: Extract<ReplacementRule, { readonly rule: 'deployment' }>,
    property: ChangedProperty,
  ): boolean {
    const config = property.after.entries.get(rule.config)
    // Without a configuration no input is declared (`_load_config`).
    const isNone = config === undefined || config === this.#terms.null || config === this.#terms.omitted
    const answer = (input?: string) => (isNone ? 'no' : this.#inputs(config, input))
    if (property.name === rule.property) return this.#keysReplace(property, answer)
    if (property.name !== rule.config) return false
    if (answer() !== 'no') this.#mayReplace(property.parts)
    return false
  }

  /** Keys of a map of which some replace where they change; the rest is changed in place. */
  #keysReplace({ name, parts }: ChangedProperty, replaces: (key?: string) => 'sure' | 'may' | 'no'): true {
    for (const part of parts) {
      const [, key] = /^\.([^.[]+)/.exec(part.path) ?? []
      // Of a whole map nobody knows which of its keys change.
      const answer = key === undefined && replaces() !== 'no' ? 'may' : replaces(key)
      if (answer !== 'sure') this.#into.note('update', [part], `properties.${name}`)
      if (answer === 'sure') this.#into.note('replace', [part], `properties.${name}`)
      else if (answer === 'may') this.#mayReplace([part])
    }
    return true
  }

  #byPolicy(
    { property, value }: { readonly property: string; readonly value: string },
    changed: ChangedProperty,
    updated: KnownClass,
  ): void {
    const { name, parts, before, after } = changed
    const { properties: schemas } = updated
    const terms = this.#terms
    const valueIn = (side: MapTerm) => propertyTerm(terms, side, property, schemas[property] ?? {})
    // As the class has it: the new policy, or else the old one.
    const policy = terms.each(valueIn(after), (one) => (one === terms.null ? valueIn(before) : one))
    const replaces = terms.condition(terms.equals(policy, terms.constant(value)))
    const within = (condition: Term) =>
      parts.flatMap((part) => {
        const extent = {
          sure: terms.and(part.extent.sure, condition),
          may: terms.and(part.extent.may, condition),
        }
        return extent.may === terms.false ? [] : [{ ...part, extent }]
      })
    this.#into.note('replace', within(replaces), `properties.${name}`)
    this.#into.note(
      'update',
      within(terms.not(replaces)),
      `properties.${name}`,
      this.#interrupted(changed, updated),
    )
  }

  #replacedAnyway(
    rule: ReplacementRule | undefined,
    after: MapTerm,
    care: Term,
    schemas: UpdatedSchemas,
  ): void {
    if (rule?.rule !== 'always') return
    const terms = this.#terms
    const isAsked = ({ property, value }: NonNullable<typeof rule.where>) => {
      const given = propertyTerm(terms, after, property, schemas[property] ?? {})
      return terms.condition(terms.equals(given, terms.constant(value)))
    }
    const extent = terms.and(care, rule.where === undefined ? terms.true : isAsked(rule.where))
    if (extent !== terms.false) this.#into.always()
    this.#into.replaced(surely(extent))
  }

  #together(
    { one, other }: Extract<ReplacementRule, { readonly rule: 'together' }>,
    changed: ReadonlyMap<string, readonly DifferingPart[]>,
  ): void {
    const terms = this.#terms
    const extentOf = (names: readonly string[]) =>
      this.#values.extentOf(names.flatMap((name) => changed.get(name) ?? []))
    const [first, second] = [extentOf(one), extentOf(other)]
    this.#into.replaced({
      sure: terms.and(first.sure, second.sure),
      may: terms.and(first.may, second.may),
    })
  }
}

/** Whether a list has a string, or any, where it is written out. */
function isListed(list: Term, key?: string): 'sure' | 'may' | 'no' {
  if (list.tag !== 'list') return list.isData ? 'no' : 'may'
  if (key === undefined) return list.items.length === 0 ? 'no' : 'may'
  if (list.items.some((item) => item.tag === 'constant' && String(item.value) === key)) return 'sure'
  return list.items.every((item) => item.isData) ? 'no' : 'may'
}

/** Whether a change is refused; `may` where the values are not known. */
function isRefused(when: RefusalRule['when'], before: Term, after: Term): 'sure' | 'may' | 'no' {
  const isKnown = before.isData && after.isData
  const [one, other] = isKnown ? [valueOf(before), valueOf(after)] : [null, null]
  switch (when) {
    case 'smaller':
      if (!isKnown) return 'may'
      return typeof one === 'number' && typeof other === 'number' && other < one ? 'sure' : 'no'
    case 'from-a-value':
      if (!isKnown) return before.isData && valueOf(before) === null ? 'no' : 'may'
      return one !== null && one !== '' && other !== null && other !== '' ? 'sure' : 'no'
    case 'not-within':
      if (!isKnown) return 'may'
      return isList(one) && isList(other) ? areWithin(one.map(String), other.map(String)) : 'may'
  }
}

/** Whether one of some networks is in none of others (`netutils.is_prefix_subset` of heat/common/netutils.py). */
function areWithin(some: readonly string[], others: readonly string[]): 'sure' | 'may' | 'no' {
  const left = some.filter((one) => !others.includes(one))
  if (left.length === 0) return 'no'
  const isIn4 = (text: string) => networkOf(text) !== undefined
  if (![...left, ...others].every(isIn4)) return 'may'
  const isInside = (one: string) => others.some((other) => contains(networkOf(other), networkOf(one)))
  // Several networks may make up one.
  if (left.every(isInside)) return 'no'
  return others.some((other) => left.some((one) => contains(networkOf(one), networkOf(other))))
    ? 'may'
    : 'sure'
}

interface Network {
  readonly address: number
  readonly bits: number
}

/** Of IPv4, as in `10.0.0.0/24`. */
function networkOf(text: string): Network | undefined {
  const found = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(text)
  if (found === null) return undefined
  const [a = 0, b = 0, c = 0, d = 0, bits = 0] = found.slice(1).map(Number)
  return { address: ((a * 256 + b) * 256 + c) * 256 + d, bits }
}

function contains(outer: Network | undefined, inner: Network | undefined): boolean {
  if (outer === undefined || inner === undefined || outer.bits > inner.bits) return false
  const size = 2 ** (32 - outer.bits)
  return Math.floor(outer.address / size) === Math.floor(inner.address / size)
}
