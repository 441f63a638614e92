/**
 * The changes that Heat's `translation_rules` make to the properties of a resource before it reads them
 * (heat/engine/translation.py).
 */
import type { TranslationRule } from './facts/resource-types.ts'

/** Those of a type that has none: one list for all, so that what is found out about it is found out once. */
export const noTranslationRules: readonly TranslationRule[] = []

/**
 * The path, without indexes, whose value a rule moves elsewhere or deletes: what it names is not validated
 * (`Translation.is_deleted` and `is_replaced`). Undefined for rules that leave values where they are.
 */
export function movedPath({
  rule,
  path,
  value_name,
  custom_value_path = [],
}: TranslationRule): string | undefined {
  if (rule === 'delete') return path.join('.')
  if (rule !== 'replace' || typeof value_name !== 'string') return undefined
  return [...path.slice(0, -1), value_name, ...(custom_value_path as readonly string[])].join('.')
}

/**
 * The key that a rule gives another name, by its path without indexes, with that name; undefined for all other rules.
 */
export function otherName({
  rule,
  path,
  value_name,
  custom_value_path,
}: TranslationRule): { readonly path: string; readonly other: string } | undefined {
  if (rule !== 'replace' || typeof value_name !== 'string' || custom_value_path !== undefined)
    return undefined
  return { path: path.join('.'), other: value_name }
}

/** A path without the indexes of lists: `networks[0].port` is `networks.port`. */
export function withoutIndexes(path: string): string {
  return path.includes('[') ? path.replaceAll(/\[\d*\]/g, '') : path
}
