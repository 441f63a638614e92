import type { Data } from './values.ts'

/** The arguments of one call; for a method the receiver is the first. */
export interface Arguments {
  /** @throws NotKnown when it is not given */
  get(name: string): Data
  optional(name: string): Data | undefined
  /** An argument that is computed for items, which it sees as `$`, `$1`, `$2`. */
  lambda(name: string): ((...items: readonly Data[]) => Data) | undefined
  /** What is given beyond the named ones, where the function takes more. */
  readonly rest: readonly Data[]
}

export interface Declaration {
  readonly parameters: readonly string[]
  readonly variadic?: true
  readonly run: (given: Arguments) => Data
}

export type Library = Readonly<Record<string, Declaration>>
