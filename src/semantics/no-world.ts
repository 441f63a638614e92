import type { Budget } from './budget.ts'
import { Failure, type Value } from './value.ts'
import type { World } from './world.ts'

/**
 * Only data is computed in it. An argument may be data although a function asks for more, as a replacement does for what
 * its template does not have: then the function is not looked into.
 */
export class NoWorld implements World {
  readonly unknowns = 0
  readonly zones: Value = null
  readonly #budget: Budget

  constructor(budget: Budget) {
    this.#budget = budget
  }

  get mappings(): Value {
    return null
  }

  step(): void {
    this.#budget.spend(1, 0)
  }

  made(bytes: number): void {
    this.#budget.spend(0, bytes)
  }

  opaque = unknown
  parameter = unknown
  condition = unknown
  resource = unknown
  reference = unknown
  attribute = unknown
  allAttributes = unknown
  file = unknown
  facade = unknown
}

/** Raised where a function asks for more than data. */
export const notComputed = new Failure('NotComputed', 'not computed here')

function unknown(): never {
  throw notComputed
}
