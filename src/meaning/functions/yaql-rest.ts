/** What is left of an expression of YAQL that is not interpreted, so that equal ones are recognised. */
import type { Term, Terms } from '../terms/term.ts'
import type { YaqlExpression } from './yaql-expression.ts'
import { YaqlEvaluation } from './yaql-terms.ts'

/** The expression and the terms that it refers to: other names in the data are irrelevant. */
interface YaqlRest {
  readonly text: string
  readonly given: readonly Term[]
}

/** @returns undefined where `$` cannot be decided statically */
export function yaqlRest(terms: Terms, expression: YaqlExpression, data: Term): YaqlRest | undefined {
  const rest = new RestReader(new YaqlEvaluation(terms), terms.map(new Map([['data', data]])))
  const text = rest.text(expression, 'of all')
  return text === undefined ? undefined : { text, given: rest.given }
}

/** Methods whose arguments are about each item, and those whose arguments are values. */
const aboutItems: ReadonlySet<string> = new Set([
  'where',
  'select',
  'selectMany',
  'any',
  'all',
  'orderBy',
  'orderByDescending',
  'groupBy',
  'toDict',
  'takeWhile',
  'skipWhile',
  'indexWhere',
])
const ofValues: ReadonlySet<string> = new Set([
  'join',
  'get',
  'skip',
  'limit',
  'first',
  'last',
  'concat',
  'contains',
  'containsKey',
  'split',
  'replace',
])
/** Functions whose arguments are about the same data as the whole; `len` is a method as well. */
const functions: ReadonlySet<string> = new Set([
  'coalesce',
  'switch',
  'list',
  'dict',
  'str',
  'int',
  'bool',
  'range',
])

type Root = 'of all' | 'of an item'

class RestReader {
  readonly given: Term[] = []
  readonly #evaluation: YaqlEvaluation
  readonly #root: Term

  constructor(evaluation: YaqlEvaluation, root: Term) {
    this.#evaluation = evaluation
    this.#root = root
  }

  text(expression: YaqlExpression, root: Root): string | undefined {
    const isPath = expression.is === 'root' || expression.is === 'entry' || expression.is === 'item'
    const found = isPath && root === 'of all' ? this.#evaluation.path(expression, this.#root) : undefined
    if (found !== undefined) return this.#named(found)
    const inside = (one: YaqlExpression) => this.text(one, root)
    switch (expression.is) {
      case 'root':
        return '$'
      case 'variable':
      case 'let':
        return undefined
      case 'literal':
        return typeof expression.value === 'string'
          ? JSON.stringify(expression.value)
          : String(expression.value)
      case 'list':
        return joined('[', expression.items.map(inside), ']')
      case 'map':
        return joined('{', expression.entries.map(inside), '}')
      case 'pair':
        return joined('', [inside(expression.key), inside(expression.value)], '', ' => ')
      case 'entry':
        return joined('', [inside(expression.of), expression.name], '', '.')
      case 'item':
        return joined('', [inside(expression.of), joined('[', [inside(expression.key)], ']')], '', '')
      case 'not':
        return joined('(not ', [inside(expression.of)], ')')
      case 'binary':
        return joined(
          '(',
          [inside(expression.one), inside(expression.other)],
          ')',
          ` ${expression.operator} `,
        )
      case 'call':
        return this.#call(expression, root)
      case 'method':
        return this.#method(expression, root)
    }
  }

  #call({ name, args }: Extract<YaqlExpression, { readonly is: 'call' }>, root: Root): string | undefined {
    const [of, ...more] = args
    if (name === 'len' && of !== undefined && more.length === 0)
      return this.#method({ is: 'method', of, name, args: [] }, root)
    const passed = args.map((one) => this.text(one, root))
    return functions.has(name) ? joined(`${name}(`, passed, ')') : undefined
  }

  #method(
    { of, name, args }: Extract<YaqlExpression, { readonly is: 'method' }>,
    root: Root,
  ): string | undefined {
    const isKnown = args.length === 0 || aboutItems.has(name) || ofValues.has(name)
    const inside = aboutItems.has(name) ? 'of an item' : root
    const passed = joined(
      '(',
      args.map((one) => this.text(one, inside)),
      ')',
    )
    return isKnown ? joined('', [this.text(of, root), passed], '', `.${name}`) : undefined
  }

  #named(term: Term): string {
    const known = this.given.indexOf(term)
    if (known < 0) this.given.push(term)
    return `@${known < 0 ? this.given.length - 1 : known}`
  }
}

function joined(
  before: string,
  parts: readonly (string | undefined)[],
  after: string,
  between = ', ',
): string | undefined {
  return parts.every((part) => part !== undefined) ? `${before}${parts.join(between)}${after}` : undefined
}
