/** Arguments of yaql's functions. */
import type { Arguments, Declaration } from './library.ts'
import type { Argument, Expression } from './syntax.ts'
import { type Data, NotKnown } from './values.ts'

export type Scope = ReadonlyMap<string, Data>
export type Evaluate = (expression: Expression, scope: Scope) => Data

/** The arguments of one call, by the names under which the function takes them. */
export class Bound implements Arguments {
  readonly #evaluate: Evaluate
  readonly #scope: Scope
  readonly #given = new Map<string, Expression>()
  readonly #values = new Map<string, Data>()
  readonly rest: readonly Data[]

  constructor(
    evaluate: Evaluate,
    { parameters, variadic }: Declaration,
    receiver: Data | undefined,
    arguments_: readonly Argument[],
    scope: Scope,
  ) {
    this.#evaluate = evaluate
    this.#scope = scope
    const names = receiver === undefined ? parameters : parameters.slice(1)
    if (receiver !== undefined) this.#values.set(parameters[0] as string, receiver)
    const rest: Data[] = []
    let position = 0
    for (const { key, value } of arguments_) {
      const name = key === undefined ? names[position] : key.kind === 'word' ? key.name : undefined
      if (key === undefined) position += 1
      if (name !== undefined && names.includes(name) && !this.#given.has(name)) this.#given.set(name, value)
      else if (key === undefined && variadic === true) rest.push(evaluate(value, scope))
      else throw new NotKnown('an argument is not expected')
    }
    this.rest = rest
  }

  optional(name: string): Data | undefined {
    if (this.#values.has(name)) return this.#values.get(name)
    const given = this.#given.get(name)
    if (given === undefined) return undefined
    const value = this.#evaluate(given, this.#scope)
    this.#values.set(name, value)
    return value
  }

  get(name: string): Data {
    const value = this.optional(name)
    if (value === undefined) throw new NotKnown('an argument is missing')
    return value
  }

  lambda(name: string): ((...items: readonly Data[]) => Data) | undefined {
    const given = this.#given.get(name)
    if (given === undefined) return undefined
    return (...items) => {
      const scope = new Map<string, Data>([...this.#scope, ['', items[0] ?? null]])
      for (const [index, item] of items.entries()) scope.set(String(index + 1), item)
      return this.#evaluate(given, scope)
    }
  }
}
