import type { ScalarType, ScalarValue } from '../node.ts'

/** What Heat's loader makes of a scalar, or why it refuses the scalar (and with it the whole file). */
export type ResolvedScalar =
  | { readonly type: ScalarType; readonly value: ScalarValue }
  | { readonly problem: string }

export const resolvedNull: ResolvedScalar = Object.freeze({ type: 'null', value: null })
export const resolvedTrue: ResolvedScalar = Object.freeze({ type: 'bool', value: true })
export const resolvedFalse: ResolvedScalar = Object.freeze({ type: 'bool', value: false })

/** PyYAML's `bool_values`, keyed by the lower-case word. */
export const booleanWords: ReadonlyMap<string, ResolvedScalar> = new Map([
  ['yes', resolvedTrue],
  ['no', resolvedFalse],
  ['true', resolvedTrue],
  ['false', resolvedFalse],
  ['on', resolvedTrue],
  ['off', resolvedFalse],
])
