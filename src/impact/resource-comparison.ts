/** What Heat decides about one resource whose definition changes (`Resource._needs_update` of heat/engine/resource.py). */
import { defined, extended, ownValue } from '../document/records.ts'
import type { PropertySchema } from '../heat/facts/resource-types.ts'
import { resourceTypeFacts } from '../heat/resource-types.ts'
import type { Both } from '../semantics/side.ts'
import { convertedProperties } from '../semantics/terms/conversions.ts'
import type { MapTerm, Term, Terms } from '../semantics/terms/term.ts'
import { isTranslated, newerProperties } from '../semantics/terms/translations.ts'
import { type Value, valueOfJson } from '../semantics/value.ts'
import { type Extent, newestAtom, type Part, surely, type ValueDifferences } from './differences.ts'
import facts from './facts/replacement-rules.json' with { type: 'json' }
import type { ValueChange } from './model.ts'

// Properties as a class of Heat sees them: what is absent has its default (`Property.get_value`).

const nothingOf: Readonly<Partial<Record<NonNullable<PropertySchema['type']>, Value>>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  list: [],
  map: new Map(),
}

/** The value of a property, where one is given or not. */
function propertyTerm(terms: Terms, properties: MapTerm, name: string, schema: PropertySchema): Term {
  const preset = schema.default === undefined || schema.default === null ? undefined : schema.default
  const absent = preset === undefined ? terms.null : terms.data(valueOfJson(preset))
  const given = properties.entries.get(name)
  if (given === undefined) return absent
  return terms.each(given, (one) => {
    if (one === terms.omitted) return absent
    if (one !== terms.null) return one
    if (preset !== undefined) return absent
    const nothing = nothingOf[schema.type ?? 'string']
    return nothing === undefined ? one : terms.data(nothing)
  })
}

// What classes of Heat decide at run time about a replacement, besides what their schemas say.

type ReplacementRule =
  /** A property replaces where another one has some value; else it is changed in place. */
  | {
      readonly rule: 'policies'
      readonly policies: Readonly<Record<string, { readonly property: string; readonly value: string }>>
    }
  /** Every update replaces, changed or not; `where`: with this value only. */
  | { readonly rule: 'always'; readonly where?: { readonly property: string; readonly value: string } }
  /** Changed metadata replaces. */
  | { readonly rule: 'metadata' }
  /** A changed key of a property that may be changed else. */
  | { readonly rule: 'inside'; readonly property: string; readonly key: string }
  /** One of some properties that changes together with one of others. */
  | { readonly rule: 'together'; readonly one: readonly string[]; readonly other: readonly string[] }
  /** Depends on what other resources say: an update may replace. */
  | { readonly rule: 'unknown' }

/** By the names of classes below `heat.engine.resources`. */
const rules: Readonly<Record<string, ReplacementRule>> = facts.rules as never

/** Words without one of which no template has a resource that every update replaces. */
const replacingWords = Object.entries(rules).flatMap(([name, one]) =>
  one.rule === 'always' ? [one.where?.value ?? name.slice(name.lastIndexOf('.') + 1)] : [],
)

/** Whether a template may have resources that every update replaces, changed or not. */
export function everyUpdateReplaces(source: string): boolean {
  return replacingWords.some((word) => source.includes(word))
}

/** A resource on one side: its type and what it is given. */
export interface Definition {
  /** The name of the resource, by which a registry may choose its template; members of groups have none that counts. */
  readonly resource?: string
  readonly type: string
  readonly properties: Term
  readonly metadata: Term
  readonly updatePolicy: Term
}

/** A part that changes, with what that does by itself. */
export interface Change extends Part {
  readonly action: ValueChange['action']
}

/** For which values what happens to a resource that is there before and afterwards. */
export interface Decision {
  readonly refuse: Extent
  readonly replace: Extent
  readonly update: Extent
  readonly changes: readonly Change[]
  /** Every update replaces it, or may, changed or not. */
  readonly always?: true
  readonly unknown?: string
}

export class ResourceComparison {
  readonly #terms: Terms
  readonly #values: ValueDifferences
  readonly #changes: Change[] = []
  #refuse: Extent
  #replace: Extent
  #update: Extent
  #always: true | undefined
  #unknown: string | undefined

  constructor(terms: Terms, values: ValueDifferences) {
    this.#terms = terms
    this.#values = values
    this.#refuse = values.never
    this.#replace = values.never
    this.#update = values.never
  }

  get decision(): Decision {
    return {
      refuse: this.#refuse,
      replace: this.#replace,
      update: this.#update,
      changes: this.#changes,
      ...defined({ always: this.#always, unknown: this.#unknown }),
    }
  }

  /** Takes over that a part changes. */
  note(action: Change['action'], parts: readonly Part[], prefix: string): void {
    const extent = this.#values.extentOf(parts)
    if (action === 'refuse') this.#refuse = this.#values.either(this.#refuse, extent)
    else if (action === 'replace') this.#replace = this.#values.either(this.#replace, extent)
    else this.#update = this.#values.either(this.#update, extent)
    for (const part of parts) this.#changes.push(extended(part, { path: prefix + part.path, action }))
  }

  /** Compares what a class of Heat's declares, by its schema and what it decides at run time. */
  compare(before: Definition, after: Definition, care: Term): void {
    const facts = resourceTypeFacts(after.type)
    const rule = facts === undefined ? undefined : ownValue(rules, facts.schema.class)
    if (facts === undefined || facts.placeholder) {
      const parts = this.#values.between(before.properties, after.properties, care)
      this.#noteMay(parts)
      if (parts.length > 0)
        this.#unknown =
          facts === undefined
            ? `the type ${after.type} is unknown, and so is the effect of a change`
            : `newer versions of Heat keep ${after.type} as a placeholder; the effect in an older one is unknown`
    } else {
      this.#eachMaps(this.#newer(before), this.#newer(after), care, (one, other, open) =>
        this.#properties(one, other, open, facts.schema.properties ?? {}, rule),
      )
    }
    const metadata = this.#values.between(before.metadata, after.metadata, care)
    this.note(rule?.rule === 'metadata' ? 'replace' : 'update', metadata, 'metadata')
    this.note('update', this.#values.between(before.updatePolicy, after.updatePolicy, care), 'update_policy')
  }

  /** Under the names and in the types that Heat's newest classes have. */
  #newer({ type, properties }: Definition): Term {
    const terms = this.#terms
    const own = terms.each(properties, (one) => (one === terms.null ? terms.map(new Map()) : one))
    return convertedProperties(terms, type, isTranslated(type) ? newerProperties(terms, type, own) : own)
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
  #noteMay(parts: readonly Part[]): void {
    this.#mayReplace(parts)
    this.note('update', parts, 'properties')
  }

  #mayReplace(parts: readonly Part[]): void {
    const { may } = this.#values.extentOf(parts)
    this.#replace = this.#values.either(this.#replace, this.#values.perhaps(may))
  }

  #properties(
    before: MapTerm,
    after: MapTerm,
    care: Term,
    schemas: Readonly<Record<string, PropertySchema>>,
    rule: ReplacementRule | undefined,
  ): void {
    const terms = this.#terms
    const changed = new Map<string, readonly Part[]>()
    for (const [name, schema] of Object.entries(schemas)) {
      if (!before.entries.has(name) && !after.entries.has(name)) continue
      const [one, other] = [before, after].map((side) => propertyTerm(terms, side, name, schema)) as [
        Term,
        Term,
      ]
      const parts = this.#values.between(one, other, care)
      if (parts.length === 0) continue
      changed.set(name, parts)
      const action =
        schema.immutable === true ? 'refuse' : schema.updateAllowed === true ? 'update' : 'replace'
      const ruled = action === 'update' ? this.#ruled(rule, name, parts, before, after, schemas) : undefined
      if (ruled === undefined) this.note(action, parts, `properties.${name}`)
    }
    this.#replacedAnyway(rule, after, care, schemas)
    if (rule?.rule === 'together') this.#together(rule, changed)
    if (rule?.rule === 'unknown' && changed.size > 0) {
      this.#mayReplace([...changed.values()].flat())
      this.#unknown = 'another resource decides whether the inputs require a replacement'
    }
  }

  /** What a class decides itself about a property that its schema lets change in place. */
  #ruled(
    rule: ReplacementRule | undefined,
    name: string,
    parts: readonly Part[],
    before: MapTerm,
    after: MapTerm,
    schemas: Readonly<Record<string, PropertySchema>>,
  ): 'done' | undefined {
    const terms = this.#terms
    if (rule?.rule === 'inside' && rule.property === name) {
      const isAt = (part: Part) => part.path === `.${rule.key}` || part.path === ''
      const others = parts.filter((part) => !isAt(part))
      this.note('replace', parts.filter(isAt), `properties.${name}`)
      this.note('update', others, `properties.${name}`)
      return 'done'
    }
    const ruled = rule?.rule === 'policies' ? ownValue(rule.policies, name) : undefined
    if (ruled === undefined) return undefined
    const { property, value } = ruled
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
    this.note('replace', within(replaces), `properties.${name}`)
    this.note('update', within(terms.not(replaces)), `properties.${name}`)
    return 'done'
  }

  #replacedAnyway(
    rule: ReplacementRule | undefined,
    after: MapTerm,
    care: Term,
    schemas: Readonly<Record<string, PropertySchema>>,
  ): void {
    if (rule?.rule !== 'always') return
    const terms = this.#terms
    const isAsked = ({ property, value }: NonNullable<typeof rule.where>) => {
      const given = propertyTerm(terms, after, property, schemas[property] ?? {})
      return terms.condition(terms.equals(given, terms.constant(value)))
    }
    const extent = terms.and(care, rule.where === undefined ? terms.true : isAsked(rule.where))
    if (extent !== terms.false) this.#always = true
    this.#replace = this.#values.either(this.#replace, surely(extent))
  }

  #together(
    { one, other }: Extract<ReplacementRule, { readonly rule: 'together' }>,
    changed: ReadonlyMap<string, readonly Part[]>,
  ): void {
    const terms = this.#terms
    const extentOf = (names: readonly string[]) =>
      this.#values.extentOf(names.flatMap((name) => changed.get(name) ?? []))
    const [first, second] = [extentOf(one), extentOf(other)]
    this.#replace = this.#values.either(this.#replace, {
      sure: terms.and(first.sure, second.sure),
      may: terms.and(first.may, second.may),
    })
  }
}

/** Whether an update keeps the resource although its type is written differently. */
export function isSameClass(before: string, after: string, areTemplates: Both<boolean>): boolean {
  if (before === after) return true
  if (areTemplates.before || areTemplates.after) return areTemplates.before && areTemplates.after
  const [one, other] = [resourceTypeFacts(before), resourceTypeFacts(after)]
  if (one === undefined || other === undefined) return false
  const isSubstituted = one.schema.substituteTypes?.includes(other.name) === true
  return one.schema.class === other.schema.class || isSubstituted
}
