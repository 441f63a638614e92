/** What classes of Heat decide at run time about an update, besides what their schemas say; interpreted by the comparison. */

import type { PropertySchemas } from '../../heat/facts/resource-types.ts'
import { type ResourceTypeFacts, resourceTypeFacts } from '../../heat/resource-types.ts'
import { ownValue } from '../../text/document/records.ts'
import formerTypes from './facts/former-types.json' with { type: 'json' }
import facts from './facts/replacement-rules.json' with { type: 'json' }

export type ReplacementRule =
  /** A property replaces where another one has some value; else it is changed in place, as with `instead`. */
  | {
      readonly rule: 'policies'
      readonly policies: Readonly<Record<string, ReplacingPolicy>>
    }
  /** Every update replaces, changed or not; `where`: with this value only. */
  | { readonly rule: 'always'; readonly where?: { readonly property: string; readonly value: string } }
  /** The class has no handler for updates: any changed property replaces (`Resource.handle_update`). */
  | { readonly rule: 'no-handler' }
  /** Changed metadata replaces. */
  | { readonly rule: 'metadata' }
  /** A changed key of a property that may be changed else. */
  | { readonly rule: 'inside'; readonly property: string; readonly key: string }
  /** One of some properties that changes together with one of others. */
  | { readonly rule: 'together'; readonly one: readonly string[]; readonly other: readonly string[] }
  /** The keys of a property that another property lists. */
  | { readonly rule: 'listed'; readonly property: string; readonly keys: string }
  /** The inputs of which the resource that a property refers to says so. */
  | { readonly rule: 'deployment'; readonly property: string; readonly config: string }

interface ReplacingPolicy {
  readonly property: string
  readonly value: string
  readonly instead: string
}

/** A change that the handler of a class refuses. */
export interface RefusalRule {
  readonly property: string
  /** `smaller`: a smaller number; `from-a-value`: another one in place of one; `not-within`: networks that are not within the new ones. */
  readonly when: 'smaller' | 'from-a-value' | 'not-within'
  readonly why: string
}

/** What becomes of an attribute when its resource is updated or replaced. */
export type AttributeRule =
  /** It is the value of a property, as others say how to read it. */
  | { readonly gives: 'property'; readonly property: string; readonly readBy?: readonly string[] }
  /** Each resource makes another one. */
  | { readonly gives: 'made-anew' }
  /** It may be another one after some properties have changed; without a list of them, after any update. */
  | { readonly gives: 'what-follows'; readonly properties?: readonly string[] }

/** By the names of classes below `heat.engine.resources`. */
const rules: Readonly<Record<string, ReplacementRule>> = facts.rules as never

const refusals: Readonly<Record<string, readonly RefusalRule[]>> = facts.refusals as never

const references: Readonly<Record<string, string>> = facts.references

const renewals: Readonly<Record<string, readonly string[]>> = facts.renewals

const attributes: Readonly<Record<string, Readonly<Record<string, AttributeRule>>>> =
  facts.attributes as never

/** Words without one of which no template has a resource that every update replaces. */
const replacingWords = Object.entries(rules).flatMap(([name, one]) =>
  one.rule === 'always' ? [one.where?.value ?? name.slice(name.lastIndexOf('.') + 1)] : [],
)

/** Whether a template may have resources that every update replaces, changed or not. */
export function everyUpdateReplaces(source: string): boolean {
  return replacingWords.some((word) => source.includes(word))
}

export function ruleOf(className: string): ReplacementRule | undefined {
  return ownValue(rules, className)
}

/** The property that a reference to a resource gives, where it is given; undefined where each resource has an id of its own. */
export function referredProperty(type: string): string | undefined {
  const updated = updatedClass(type)
  return updated.is === 'class' ? ownValue(references, updated.name) : undefined
}

/** The properties whose change gives a resource another id in place: its handler deletes what it stands for, and creates it anew. */
export function renewingProperties(type: string): readonly string[] {
  const updated = updatedClass(type)
  return (updated.is === 'class' ? ownValue(renewals, updated.name) : undefined) ?? []
}

export function attributeRule(type: string, attribute: string): AttributeRule | undefined {
  const updated = updatedClass(type)
  const own = updated.is === 'class' ? ownValue(attributes, updated.name) : undefined
  // The cloud shows all that it knows of a resource.
  if (attribute === 'show') return { gives: 'what-follows' }
  return own === undefined ? undefined : (ownValue(own, attribute) ?? ownValue(own, '*'))
}

/**
 * What keeps a resource of a type from being replaced by changes of some properties: `user_data_update_policy: IGNORE`; undefined
 * where nothing does.
 */
export function policiesAgainst(type: string, changed: readonly string[]): string | undefined {
  const updated = updatedClass(type)
  const rule = updated.is === 'class' ? ruleOf(updated.name) : undefined
  if (rule?.rule !== 'policies' || changed.length === 0) return undefined
  const found = [...new Set(changed)].map((one) => ownValue(rule.policies, one))
  const known = found.flatMap((one) => (one === undefined ? [] : [`${one.property}: ${one.instead}`]))
  return known.length === found.length ? known.join(' and ') : undefined
}

export function refusalsOf(className: string): readonly RefusalRule[] {
  return ownValue(refusals, className) ?? []
}

/** What Heat does with changed properties of a type. */
export type UpdatedClass =
  | {
      readonly is: 'class'
      readonly name: string
      readonly properties: PropertySchemas
      /** Newer releases have a placeholder instead, of which no update changes anything. */
      readonly isFormer?: true
    }
  /** It accepts every property and changes nothing (`NoneResource._needs_update`). */
  | { readonly is: 'placeholder' }
  | { readonly is: 'unknown'; readonly why: string }

const former = formerTypes.types as unknown as Readonly<Record<string, PropertySchemas>>

export function updatedClass(type: string): UpdatedClass {
  const known = resourceTypeFacts(type)
  if (known === undefined) {
    const hint = 'an environment that registers it goes to --env-before and --env'
    return {
      is: 'unknown',
      why: `the type ${type} is unknown here (${hint}), and so is the effect of a change`,
    }
  }
  const { schema, placeholder } = known
  if (!placeholder) return { is: 'class', name: schema.class, properties: schema.properties ?? {} }
  return placeholderClass(type, known)
}

/** Newer releases of Heat keep a placeholder of a class that they no longer have; an older one still has the class. */
function placeholderClass(type: string, { name, since, schema }: ResourceTypeFacts): UpdatedClass {
  if (name === 'OS::Heat::None') return { is: 'placeholder' }
  const properties = ownValue(former, name)
  if (properties !== undefined) return { is: 'class', name: schema.class, properties, isFormer: true }
  const until = since ?? 'some release'
  return {
    is: 'unknown',
    why: `Heat keeps ${type} as a placeholder from ${until} on; the effect in an older one is unknown`,
  }
}
