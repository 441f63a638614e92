/**
 * What HOT writes instead of functions of CloudFormation, and of its own that a version lacks: looked up for one name
 * at a time, by `explain`.
 */
import facts from './facts/instead-functions.json' with { type: 'json' }

export interface InsteadOfFunction {
  /** The case: what it is given. */
  readonly of: string
  readonly before: string
  readonly after: string
  /** `nearly` and `no`: `how` explains the difference. */
  readonly exact: 'exact' | 'nearly' | 'no'
  readonly how?: string
  /** The lowest `heat_template_version` that has what is written; all have it where it is absent. */
  readonly since?: string
  /** What makes it, without `hotshift`. */
  readonly command?: string
}

const table = facts.functions as unknown as Readonly<Record<string, readonly InsteadOfFunction[]>>

/** Every case of a function; none for one that needs no substitute. */
export function insteadOfFunction(name: string): readonly InsteadOfFunction[] {
  return Object.hasOwn(table, name) ? (table[name] ?? []) : []
}

/** The functions that something can be written instead of. */
export const replacedFunctions: readonly string[] = Object.keys(table)
