/** What classes of Heat decide at run time about a replacement, besides what their schemas say. */
import facts from './replacement-rules.json' with { type: 'json' }

export type ReplacementRule =
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

const rules: Readonly<Record<string, ReplacementRule>> = facts.rules as never

/** The rule of a class, by its name below `heat.engine.resources`. */
export function replacementRule(className: string): ReplacementRule | undefined {
  return Object.hasOwn(rules, className) ? rules[className] : undefined
}
