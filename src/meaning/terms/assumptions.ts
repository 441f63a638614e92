/** The assumptions of a verdict, whose contrary nobody writes: see docs/proof.md. */

export type AssumptionKind =
  | 'selected-item'
  | 'collection'
  | 'whole-number-index'
  | 'no-json-inside'
  | 'allowed-value'
  | 'null-attribute'
  | 'short-string'
  | 'declared-attribute'

/** One that a verdict used. */
export interface Assumption {
  readonly kind: AssumptionKind
  /** What it is about: the name of a parameter, or what is looked up in short. */
  readonly about: string
  /** As a sentence without a full stop. */
  readonly text: string
}

const sentences: Readonly<Record<AssumptionKind, (about: string) => string>> = {
  'selected-item': (about) => `${about} is there`,
  collection: (about) => `the json parameter ${about} holds a list or a map`,
  'whole-number-index': (about) => `the index ${about} is a whole number`,
  'no-json-inside': (about) => `${about} is a list or a map, not JSON in a string`,
  'allowed-value': (about) => `the parameter ${about} has one of its allowed values`,
  'null-attribute': (about) =>
    `${about}, where nothing is found or the resource is not ready, may be null instead of an empty string`,
  'short-string': (about) => `strings in ${about}, which yaql reads, have fewer than 10,000 bytes`,
  'declared-attribute': (about) => `the service sends what Heat declares for the attribute ${about}`,
}

export function assumption(kind: AssumptionKind, about: string): Assumption {
  return { kind, about, text: sentences[kind](about) }
}
