import { Failure, type Opaque, type Value } from '../heat/values/value.ts'
import type { Budget } from './budget.ts'

/**
 * The context in which a template is evaluated: everything that functions ask for and that the template itself does not
 * define.
 */
export interface TemplateWorld {
  /** How many unknown values have come up so far. */
  readonly unknowns: number
  /** Counts the work; throws `TooLarge` when there is no end to it. */
  step(): void
  /** Counts bytes that are about to be made; throws `TooLarge`. */
  made(bytes: number): void
  /** A value that is not known here, represented by a question about data. */
  opaque(question: string, parts: readonly Value[], why: string): Opaque
  /** @throws UserParameterMissing, or `unknown` where nothing of the name is declared */
  parameter(name: string, unknown: string): Value
  /** `Conditions.is_enabled` of heat/engine/conditions.py. */
  condition(name: Value): boolean
  /** The name, when it is that of a resource whose condition holds; else InvalidTemplateReference. */
  resource(name: Value): string
  reference(resource: string): Value
  /** @param path is applied to the resource itself (`GetAtt`) or selected from the attribute (`GetAttThenSelect`) */
  attribute(resource: string, attribute: Value, path: readonly Value[], by: 'asking' | 'selecting'): Value
  allAttributes(resource: string): Value
  /** The section `Mappings`, plain data. */
  readonly mappings: Value
  readonly zones: Value
  file(name: string): string
  /** What a template that is used as a resource type learns of the resource. */
  facade(part: 'metadata' | 'deletion_policy' | 'update_policy'): Value
}

/**
 * Only data is computed in it. An argument may be data although a function needs more, as a replacement does for what
 * its template does not have: then the function is not interpreted.
 */
export class NoWorld implements TemplateWorld {
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
  parameter: TemplateWorld['parameter'] = unknown
  condition = unknown
  resource = unknown
  reference = unknown
  attribute = unknown
  allAttributes = unknown
  file = unknown
  facade = unknown
}

/** Raised where a function needs more than data. */
export const notComputed = new Failure('NotComputed', 'not computed here')

function unknown(): never {
  throw notComputed
}
