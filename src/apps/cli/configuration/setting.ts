/** Values of a configuration, each with where it stands. */
import { nearNames } from '../../../heat/near-names.ts'
import { didYouMean, UsageError } from '../usage-error.ts'

/** A value of a configuration with where it stands, for messages. */
export type Setting =
  | { readonly kind: 'scalar'; readonly value: string | number | boolean | null; readonly where: string }
  | { readonly kind: 'list'; readonly items: readonly Setting[]; readonly where: string }
  | { readonly kind: 'map'; readonly entries: readonly Pair[]; readonly where: string }

export interface Pair {
  readonly key: string
  readonly value: Setting
  readonly where: string
}

/** @throws UsageError for what is neither a string nor a list of strings */
export function strings(setting: Setting): readonly string[] {
  if (setting.kind === 'list') return setting.items.flatMap(strings)
  if (setting.kind === 'map' || setting.value === null)
    throw new UsageError(`${setting.where}: a string, or a list of strings, is expected here`)
  return [String(setting.value)]
}

/** @throws UsageError for anything but one scalar; null counts as nothing, and is '' */
export function scalarIn(setting: Setting): string {
  if (setting.kind !== 'scalar') throw new UsageError(`${setting.where}: a string is expected here`)
  return setting.value === null ? '' : String(setting.value)
}

/** @throws UsageError for what is no mapping; nothing counts as an empty one */
export function pairsOf(setting: Setting | undefined, name: string): readonly Pair[] {
  if (setting === undefined) return []
  if (setting.kind === 'map') return setting.entries
  if (setting.kind === 'scalar' && setting.value === null) return []
  throw new UsageError(`${setting.where ?? name}: a mapping is expected here`)
}

export function valueOf(pairs: readonly Pair[], key: string): Setting | undefined {
  return pairs.find((one) => one.key === key)?.value
}

/** A key that a configuration must not have here, with those that it may have been meant for. */
export function unknownKey(key: string, where: string, known: readonly string[]): UsageError {
  const near = nearNames(
    key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    [...new Set(known)],
  )
  return new UsageError(`${where}: unknown key "${key}"`, didYouMean(near))
}
