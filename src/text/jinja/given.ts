/** Renderings with the values that somebody gives. */
import { evaluated, isTrue, itemsOf, NoValue, written } from './expression.ts'
import type { Answers, Scope } from './render.ts'

/** An expression that has no value with what is given, and where it stands. */
export class NotRendered extends Error {
  readonly at: number

  constructor(at: number, why: string) {
    super(why)
    this.at = at
  }
}

/** @throws NotRendered while it renders */
export const givenAnswers: Answers = {
  value: (expression, scope, at) => located(expression, at, () => evaluated(expression, looking(scope))),
  truth: (expression, scope, at) =>
    located(expression, at, () => isTrue(evaluated(expression, looking(scope)))),
  items: ({ targets, iterable, condition, at }, scope) =>
    located(iterable, at, () => {
      const all = itemsOf(evaluated(iterable, looking(scope))).map((item) => {
        const parts = targets.length === 1 ? [item] : itemsOf(item)
        if (parts.length !== targets.length) throw new NoValue('an item has another number of parts')
        return new Map(targets.map((name, index) => [name, parts[index]]))
      })
      if (condition === undefined) return all
      return all.filter((own) => {
        const inside = { ...scope, values: new Map([...scope.values, ...own]) }
        return isTrue(evaluated(condition, looking(inside)))
      })
    }),
  written: (value, expression, at) => located(expression, at, () => written(value)),
}

/** What Jinja and Ansible give a value by themselves. */
const globals = /^(?:range|dict|lipsum|cycler|joiner|namespace|lookup|query|q|now|omit|self|super|caller)$/

function looking({ values }: Scope): (name: string) => unknown {
  return (name) => {
    if (!values.has(name) && globals.test(name)) throw new NoValue(`"${name}" is not followed`)
    return values.get(name)
  }
}

function located<Value>(expression: string, at: number, evaluate: () => Value): Value {
  try {
    return evaluate()
  } catch (error) {
    if (!(error instanceof NoValue)) throw error
    throw new NotRendered(at, `"${expression.slice(0, 60)}": ${error.message}`)
  }
}
