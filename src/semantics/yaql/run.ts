/** Computes yaql expressions, as far as real templates go; everything else is not known. */
import { entryOf, isList, isMap, type Key, type Value } from '../value.ts'
import { Bound, type Scope } from './bound.ts'
import { functions, methods } from './functions.ts'
import { operated } from './operators.ts'
import { type Argument, type Expression, parseExpression } from './syntax.ts'
import {
  asValue,
  Bindings,
  type Data,
  hashable,
  inputData,
  integerOf,
  isTrue,
  itemsOf,
  limitWeight,
  NotKnown,
  outputData,
  Stream,
  sequenceOf,
  withinLimits,
} from './values.ts'

/**
 * The result of an expression, as `hot.functions.Yaql` gives it.
 * @param data what the expression sees as `$.data`
 * @returns undefined where it is not computed: functions that are not here, errors, data without end
 */
export function yaqlResult(text: string, data: Value): Value | undefined {
  try {
    const root = new Map<Key, Value>([['data', inputData(data)]])
    return outputData(new Run().evaluate(parsed(text), new Map([['', root]])))
  } catch (error) {
    if (error instanceof NotKnown) return undefined
    throw error
  }
}

/** An expression is evaluated once for each sample, and parsed once for all of them. */
const lately = new Map<string, Expression>()
const mostKept = 100

function parsed(text: string): Expression {
  let expression = lately.get(text)
  if (expression === undefined) {
    expression = parseExpression(text)
    if (lately.size >= mostKept) lately.clear()
    lately.set(text, expression)
  }
  return expression
}

const mostSteps = 20_000

class Run {
  #steps = 0

  evaluate(expression: Expression, scope: Scope): Data {
    this.#steps += 1
    if (this.#steps > mostSteps) throw new NotKnown('the expression takes too long')
    switch (expression.kind) {
      case 'literal':
        return expression.value
      case 'variable':
        return variable(expression.name, scope)
      case 'word':
        return expression.name
      case 'list': {
        const items = expression.items.map((one) => asValue(this.evaluate(one, scope)))
        limitWeight(items)
        return items
      }
      case 'map':
        return this.#map(expression.arguments, scope)
      case 'call':
        return this.#call(expression.name, undefined, expression.arguments, scope)
      case 'index':
        return this.#indexed(expression.of, expression.arguments, scope)
      case 'prefix':
        return this.#prefix(expression.operator, this.evaluate(expression.operand, scope))
      case 'binary':
        return this.#binary(expression.operator, expression.left, expression.right, scope)
    }
  }

  /** `a => b` pairs, of `{…}` and of `dict(…)`. */
  #map(pairs: readonly Argument[], scope: Scope): Data {
    const map = new Map<Key, Value>()
    for (const { key, value } of pairs) {
      if (key === undefined) throw new NotKnown('a map has pairs')
      const name = key.kind === 'word' ? key.name : hashable(this.evaluate(key, scope))
      if (isList(name) || isMap(name)) throw new NotKnown('a key is a list')
      map.set(name as Key, asValue(this.evaluate(value, scope)))
    }
    limitWeight([...map.values()])
    return map
  }

  #indexed(of: Expression, arguments_: readonly Argument[], scope: Scope): Data {
    const target = this.evaluate(of, scope)
    const [index, fallback, ...others] = arguments_.map(({ key, value }) => {
      if (key !== undefined) throw new NotKnown('an index has no name')
      return this.evaluate(value, scope)
    })
    if (index === undefined || others.length > 0) throw new NotKnown('an index is missing')
    if (isMap(target)) {
      const found = entryOf(target, hashable(index) as Key)
      if (found !== undefined) return found
      if (fallback === undefined) throw new NotKnown('there is no such key')
      return fallback
    }
    const items = sequenceOf(target)
    const at = integerOf(index)
    const item = items[at < 0 ? items.length + at : at]
    if (item === undefined || fallback !== undefined) throw new NotKnown('there is no such item')
    return item
  }

  #prefix(operator: string, operand: Data): Data {
    if (operator === 'not') return !isTrue(operand)
    return operator === '-' ? -integerOf(operand) : integerOf(operand)
  }

  #binary(operator: string, left: Expression, right: Expression, scope: Scope): Data {
    switch (operator) {
      case '.':
        return this.#member(this.evaluate(left, scope), right, scope)
      case '?.': {
        const receiver = this.evaluate(left, scope)
        return receiver === null ? null : this.#member(receiver, right, scope)
      }
      case '->': {
        const bindings = this.evaluate(left, scope)
        if (!(bindings instanceof Bindings)) throw new NotKnown('-> follows let')
        return this.evaluate(right, new Map([...scope, ...bindings.names]))
      }
      case 'and': {
        const first = this.evaluate(left, scope)
        return isTrue(first) ? this.evaluate(right, scope) : first
      }
      case 'or': {
        const first = this.evaluate(left, scope)
        return isTrue(first) ? first : this.evaluate(right, scope)
      }
      default:
        return operated(operator, this.evaluate(left, scope), this.evaluate(right, scope))
    }
  }

  #member(receiver: Data, member: Expression, scope: Scope): Data {
    if (member.kind === 'call') return this.#call(member.name, receiver, member.arguments, scope)
    if (member.kind !== 'word') throw new NotKnown('a dot leads to a name')
    if (isMap(receiver)) {
      const found = entryOf(receiver, member.name)
      if (found === undefined) throw new NotKnown('there is no such key')
      return found
    }
    return new Stream(itemsOf(receiver).map((item) => this.#member(item, member, scope)))
  }

  #call(name: string, receiver: Data | undefined, arguments_: readonly Argument[], scope: Scope): Data {
    if (receiver === undefined) {
      const special = this.#special(name, arguments_, scope)
      if (special !== undefined) return special
    }
    const table = receiver === undefined ? functions : methods
    const declaration = Object.hasOwn(table, name) ? table[name] : undefined
    if (declaration === undefined) throw new NotKnown(`${name}() is not computed`)
    return withinLimits(
      declaration.run(
        new Bound((one, names) => this.evaluate(one, names), declaration, receiver, arguments_, scope),
      ),
    )
  }

  /** Functions that do not just take values. */
  #special(name: string, arguments_: readonly Argument[], scope: Scope): Data | undefined {
    switch (name) {
      case 'let':
        return new Bindings(
          new Map(
            arguments_.map(({ key, value }, index) => {
              const bound = key === undefined ? String(index + 1) : key.kind === 'word' ? key.name : undefined
              if (bound === undefined) throw new NotKnown('let binds names')
              return [bound, this.evaluate(value, scope)] as const
            }),
          ),
        )
      case 'coalesce':
        for (const { value } of arguments_) {
          const found = this.evaluate(value, scope)
          if (found !== null) return found
        }
        return null
      case 'switch':
        for (const { key, value } of arguments_) {
          if (key === undefined) throw new NotKnown('switch has pairs')
          if (isTrue(this.evaluate(key, scope))) return this.evaluate(value, scope)
        }
        return null
      case 'dict':
        return arguments_.some(({ key }) => key !== undefined) || arguments_.length === 0
          ? this.#map(arguments_, scope)
          : undefined
      default:
        return undefined
    }
  }
}

function variable(name: string, scope: Scope): Data {
  const found = scope.get(name === '1' && !scope.has('1') ? '' : name)
  // A name that nothing binds is null.
  return found === undefined ? null : found
}
