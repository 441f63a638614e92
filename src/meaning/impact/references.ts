/** What references to resources of a template, and attributes of these, give after an update. */
import type { Input, Term, Terms } from '../terms/term.ts'
import type { Definition, ResourceDecision, UpdateResult } from './decisions.ts'
import type { ValueDifferences } from './differences.ts'
import { type Extent, surely } from './extents.ts'
import type { Surrounding } from './level.ts'
import {
  type AttributeRule,
  attributeRule,
  referredProperty,
  renewingProperties,
} from './replacement-rules.ts'
import { memberSetMark } from './words.ts'

/** The change of a group whose members come or go. */
export const membersChange = 'size'

/** What the comparison of a resource says to those that read it. */
export function updateResult(
  values: ValueDifferences,
  { replace, update, changes }: ResourceDecision,
  rest: { readonly isComposed: boolean; readonly comesOrGoes: Term },
): UpdateResult {
  const properties = new Map<string, Extent>()
  for (const { path, extent } of changes) {
    const property = path === membersChange ? memberSetMark : /^properties\.([^.[]+)/.exec(path)?.[1]
    if (property !== undefined)
      properties.set(property, values.either(properties.get(property) ?? values.never, extent))
  }
  return {
    replaced: values.either(replace, surely(rest.comesOrGoes)),
    remade: replace.may,
    isOther: changes.some(({ path }) => path === 'type'),
    updated: update,
    properties,
    isComposed: rest.isComposed,
  }
}

/** Answers what reads the resources of one template, or the members of a group. */
export class References {
  readonly #level: Surrounding
  readonly #terms: Terms
  readonly #values: ValueDifferences
  /** What an update does with a resource of the stack. */
  readonly resultOf: (name: string) => UpdateResult | undefined
  /** By resource and property: in a chain, each asks for what the one before it was given. */
  readonly #knownAfter = new Map<string, Term>()

  /** @param resultOf by the name of a resource; undefined for none, and for one that is being looked at */
  constructor(level: Surrounding, resultOf: (name: string) => UpdateResult | undefined) {
    this.#level = level
    this.#terms = level.terms
    this.#values = level.whole.values
    this.resultOf = resultOf
  }

  /** What a reference to a resource of this template, or an attribute of one, gives afterwards. */
  changed({ name, of, detail }: Input): Extent {
    const values = this.#values
    const result = this.resultOf(name)
    if (result === undefined) return values.never
    if (of === 'reference' && detail === '') return this.#referenceChanged(name, result)
    const { replaced, updated, properties } = result
    if (detail === memberSetMark)
      return values.either(replaced, properties.get(memberSetMark) ?? values.never)
    const type = this.#level.definitionOf('after', name)?.type
    const rule = type === undefined ? undefined : attributeRule(type, detail)
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
    const result = this.resultOf(name)
    const definition = this.#level.definitionOf('after', name)
    if (result === undefined || definition === undefined) return terms.false
    const { replaced, updated } = result
    // A resource that does not change was given no new value.
    if (replaced.may === terms.false && updated.may === terms.false) return terms.false
    if (of === 'reference' && detail === '') {
      const property = referredProperty(definition.type)
      return (
        (property === undefined ? undefined : this.#givenKnownAfter(name, definition, property)) ??
        this.#renewed(definition.type, result).sure
      )
    }
    const rule = attributeRule(definition.type, detail)
    if (rule?.gives === 'property')
      return this.#givenKnownAfter(name, definition, rule.property) ?? terms.false
    return mayFollowUpdate(rule, { of, detail }, result)
      ? terms.or(replaced.sure, updated.sure)
      : replaced.sure
  }

  /** For which values what a property is given is known only after the update; undefined where it is given nothing. */
  #givenKnownAfter(name: string, { properties }: Definition, property: string): Term | undefined {
    const key = `${name} ${property}`
    const known = this.#knownAfter.get(key)
    if (known !== undefined) return known
    const given =
      properties.tag === 'map' ? (properties.entries.get(property) ?? this.#terms.null) : properties
    if (given === this.#terms.null) return undefined
    const made = this.#values.knownAfterIn(given)
    this.#knownAfter.set(key, made)
    return made
  }

  /** An attribute that is the value of a property, which a replacement alone does not change. */
  #givenChanged(
    { property, readBy = [] }: Extract<AttributeRule, { readonly gives: 'property' }>,
    { replaced, remade, properties }: UpdateResult,
  ): Extent {
    const values = this.#values
    const comes = this.#terms.and(replaced.may, this.#terms.not(remade))
    const others = readBy.flatMap((one) => properties.get(one) ?? [])
    const open = [values.perhaps(comes), ...others.map(({ may }) => values.perhaps(may))]
    return [properties.get(property) ?? values.never, ...open].reduce((all, one) => values.either(all, one))
  }

  /** A new id for certain, as a name that Heat makes; the name that the template gives is the one that it was, or another. */
  #referenceChanged(name: string, result: UpdateResult): Extent {
    const terms = this.#terms
    const { replaced, remade, properties, isOther } = result
    const definition = this.#level.definitionOf('after', name)
    const property = definition === undefined ? undefined : referredProperty(definition.type)
    if (definition === undefined || isOther) return replaced
    if (property === undefined) return this.#renewed(definition.type, result)
    const given = definition.properties
    const changed = properties.get(property)
    if (changed !== undefined) return { sure: terms.and(replaced.sure, changed.sure), may: replaced.may }
    if (given.tag !== 'map') return this.#values.perhaps(replaced.may)
    if ((given.entries.get(property) ?? terms.null) === terms.null) return replaced
    return this.#values.perhaps(terms.and(replaced.may, terms.not(remade)))
  }

  /** For which values a resource has another id afterwards: it is replaced, or renewed in place. */
  #renewed(type: string, { replaced, properties }: UpdateResult): Extent {
    const values = this.#values
    return renewingProperties(type)
      .map((one) => properties.get(one) ?? values.never)
      .reduce((all, one) => values.either(all, one), replaced)
  }

  /** Whether it is the id of a resource, which no other one has. */
  identifies({ of, detail, name }: Input): boolean {
    if (of !== 'reference' || detail !== '') return false
    const sides = ['before', 'after'] as const
    const types = sides.flatMap((side) => this.#level.definitionOf(side, name)?.type ?? [])
    return types.length > 0 && types.every((one) => one !== '' && referredProperty(one) === undefined)
  }
}

/** Whether an attribute, or one of all, may be another one after an update in place. */
function mayFollowUpdate(
  rule: AttributeRule | undefined,
  { of, detail }: Pick<Input, 'of' | 'detail'>,
  { isComposed, properties }: UpdateResult,
): boolean {
  if (rule?.gives === 'made-anew') return false
  if (of === 'attributes' || detail === 'attributes' || isComposed || properties.has(detail)) return true
  if (rule?.gives !== 'what-follows') return false
  return rule.properties === undefined || rule.properties.some((one) => properties.has(one))
}
