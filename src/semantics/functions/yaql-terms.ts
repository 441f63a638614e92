/**
 * The result of an expression of YAQL, where the data determines it; yaql/standard_library, tested against Heat's own.
 */

import { type Kinds, kinds, mayBeOmitted, type Term, type Terms } from '../terms/term.ts'
import type { YaqlExpression } from './yaql-expression.ts'

/** What was found. */
interface YaqlResult {
  readonly term: Term
  /** Whether YAQL may refuse it for its length (`yaql.limit_iterators` and `yaql.memory_quota` of Heat). */
  readonly mayBeTooLong: boolean
}

/** Far below what Heat's configuration allows by itself: 200 items, 10,000 bytes. */
const mostItems = 100
const mostCharacters = 2000

/** @param data the value of the argument `data` @returns undefined where the result cannot be decided statically */
export function yaqlResult(terms: Terms, expression: YaqlExpression, data: Term): YaqlResult | undefined {
  const evaluation = new Evaluation(terms)
  const found = evaluation.value(expression, terms.map(new Map([['data', data]])))
  if (found === undefined || !isShort(found.term)) return undefined
  return { term: found.term, mayBeTooLong: evaluation.makesStrings || mayBeLong(found.term) }
}

/**
 * The residual of an expression that is not interpreted, with the terms that it refers to: other names in the data are
 * irrelevant.
 */
interface YaqlRest {
  readonly text: string
  readonly given: readonly Term[]
}

/** @returns undefined where `$` cannot be decided statically */
export function yaqlRest(terms: Terms, expression: YaqlExpression, data: Term): YaqlRest | undefined {
  const rest = new RestReader(new Evaluation(terms), terms.map(new Map([['data', data]])))
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
])

class RestReader {
  readonly given: Term[] = []
  readonly #evaluation: Evaluation
  readonly #root: Term

  constructor(evaluation: Evaluation, root: Term) {
    this.#evaluation = evaluation
    this.#root = root
  }

  text(expression: YaqlExpression, root: 'of all' | 'of an item'): string | undefined {
    const isPath = expression.is === 'root' || expression.is === 'entry' || expression.is === 'item'
    const found = isPath && root === 'of all' ? this.#evaluation.value(expression, this.#root) : undefined
    if (found !== undefined) return this.#named(found.term)
    const inside = (one: YaqlExpression) => this.text(one, root)
    switch (expression.is) {
      case 'root':
        return '$'
      case 'literal':
        return typeof expression.value === 'string'
          ? JSON.stringify(expression.value)
          : String(expression.value)
      case 'list':
        return joined('[', expression.items.map(inside), ']')
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
      case 'method':
        return this.#method(expression, root)
    }
  }

  #method(
    { of, name, args }: Extract<YaqlExpression, { readonly is: 'method' }>,
    root: 'of all' | 'of an item',
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
  return parts.every(isFound) ? `${before}${parts.join(between)}${after}` : undefined
}

/** A value, and whether it is a list that is made item by item, which has no indexes. */
interface YaqlValue {
  readonly term: Term
  readonly isMade: boolean
}

const equal = kinds.str
const scalars: Kinds = kinds.str | kinds.number | kinds.bool | kinds.null

class Evaluation {
  readonly #terms: Terms
  makesStrings = false

  constructor(terms: Terms) {
    this.#terms = terms
  }

  value(expression: YaqlExpression, root: Term): YaqlValue | undefined {
    switch (expression.is) {
      case 'root':
        return plain(root)
      case 'literal':
        return plain(this.#terms.constant(expression.value))
      case 'list': {
        const items = expression.items.map((one) => this.value(one, root)?.term)
        return items.every(isFound) ? plain(this.#terms.list(items)) : undefined
      }
      case 'entry':
        return this.#entry(this.value(expression.of, root), expression.name)
      case 'item':
        return this.#item(this.value(expression.of, root), this.value(expression.key, root)?.term)
      case 'not':
        return this.#bool(this.value(expression.of, root), (one) => this.#terms.not(one))
      case 'binary':
        return this.#binary(
          expression.operator,
          this.value(expression.one, root),
          this.value(expression.other, root),
        )
      case 'method': {
        const of = this.value(expression.of, root)
        return of === undefined ? undefined : this.#method(of, expression.name, expression.args, root)
      }
    }
  }

  /** Of a mapping its entry, of a list those of its items. */
  #entry(of: YaqlValue | undefined, name: string): YaqlValue | undefined {
    if (of?.term.tag === 'map') {
      const found = of.term.entries.get(name)
      return found === undefined || mayBeOmitted(found) ? undefined : plain(found)
    }
    return this.#each(of, (item) => (item.tag === 'map' ? this.#entry(plain(item), name)?.term : undefined))
  }

  #each(of: YaqlValue | undefined, make: (item: Term) => Term | undefined): YaqlValue | undefined {
    const items = itemsOf(of)?.map(make)
    return items?.every(isFound) === true ? made(this.#terms.list(items)) : undefined
  }

  #item(of: YaqlValue | undefined, key: Term | undefined): YaqlValue | undefined {
    if (of === undefined || of.isMade || key?.tag !== 'constant') return undefined
    if (of.term.tag === 'map' && typeof key.value === 'string') return this.#entry(of, key.value)
    const found = typeof key.value === 'number' ? itemsOf(of)?.[key.value] : undefined
    return found === undefined ? undefined : plain(found)
  }

  #bool(of: YaqlValue | undefined, make: (one: Term) => Term): YaqlValue | undefined {
    return of?.term.kinds === kinds.bool ? plain(make(this.#terms.condition(of.term))) : undefined
  }

  #binary(operator: string, one: YaqlValue | undefined, other: YaqlValue | undefined): YaqlValue | undefined {
    if (one === undefined || other === undefined) return undefined
    const terms = this.#terms
    switch (operator) {
      case 'and':
        return (
          this.#bool(one, (left) => left) &&
          this.#bool(other, (right) => terms.and(terms.condition(one.term), right))
        )
      case 'or':
        return (
          this.#bool(one, (left) => left) &&
          this.#bool(other, (right) => terms.or(terms.condition(one.term), right))
        )
      case '=':
        return this.#equals(one.term, other.term)
      case '!=': {
        const same = this.#equals(one.term, other.term)
        return same && plain(terms.not(same.term))
      }
      case 'in': {
        const answers = other.isMade
          ? undefined
          : itemsOf(other)?.map((item) => this.#equals(one.term, item)?.term)
        return answers?.every(isFound) === true
          ? plain(answers.reduce((all, answer) => terms.or(all, answer), terms.false))
          : undefined
      }
      default:
        return this.#joined([one.term, other.term], terms.empty)
    }
  }

  /** Only where no kind of number is taken for another one. */
  #equals(one: Term, other: Term): YaqlValue | undefined {
    const areStrings = (one.kinds | other.kinds) === equal
    return areStrings || isSameKind(one, other) ? plain(this.#terms.equals(one, other)) : undefined
  }

  #joined(items: readonly Term[], separator: Term): YaqlValue | undefined {
    if (![...items, separator].every((one) => one.kinds === kinds.str)) return undefined
    this.makesStrings ||= items.some(({ tag }) => tag !== 'constant')
    const parts = items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]))
    return plain(this.#terms.concat(parts))
  }

  #method(of: YaqlValue, name: string, args: readonly YaqlExpression[], root: Term): YaqlValue | undefined {
    const [first, ...more] = args
    if (more.length > 0) return undefined
    if (first !== undefined) return this.#methodOf(of, name, first, root)
    const items = itemsOf(of)
    if (items === undefined) return undefined
    switch (name) {
      case 'len':
      case 'count':
        return plain(this.#terms.constant(items.length))
      case 'first':
        return items[0] && plain(items[0])
      case 'last':
        return items.at(-1) && plain(items.at(-1) as Term)
      case 'sum':
        return items.length > 0 ? this.#sum(items) : undefined
      default:
        return undefined
    }
  }

  /** @param arg the expression applied to each item, or the argument */
  #methodOf(of: YaqlValue, name: string, arg: YaqlExpression, root: Term): YaqlValue | undefined {
    switch (name) {
      case 'where':
        return this.#where(of, arg)
      case 'select':
        return this.#each(of, (item) => {
          const one = this.value(arg, item)
          return one?.isMade === true ? undefined : one?.term
        })
      case 'join': {
        const separator = this.value(arg, root)?.term
        const items = itemsOf(of)
        return items === undefined || separator === undefined ? undefined : this.#joined(items, separator)
      }
      case 'get': {
        const key = this.value(arg, root)?.term
        if (of.term.tag !== 'map' || key?.tag !== 'constant' || typeof key.value !== 'string')
          return undefined
        return of.term.entries.has(key.value) ? this.#entry(of, key.value) : plain(this.#terms.null)
      }
      default:
        return undefined
    }
  }

  #where(of: YaqlValue, condition: YaqlExpression): YaqlValue | undefined {
    const kept: Term[] = []
    for (const item of itemsOf(of) ?? [undefined]) {
      const answer = item === undefined ? undefined : this.value(condition, item)?.term
      if (item === undefined || (answer !== this.#terms.true && answer !== this.#terms.false))
        return undefined
      if (answer === this.#terms.true) kept.push(item)
    }
    return made(this.#terms.list(kept))
  }

  #sum(items: readonly Term[]): YaqlValue | undefined {
    let sum = 0
    for (const item of items) {
      if (item.tag !== 'constant' || typeof item.value !== 'number') return undefined
      sum += item.value
    }
    return Number.isSafeInteger(sum) ? plain(this.#terms.constant(sum)) : undefined
  }
}

function plain(term: Term): YaqlValue {
  return { term, isMade: false }
}

function made(term: Term): YaqlValue {
  return { term, isMade: true }
}

function isFound<Thing>(one: Thing | undefined): one is Thing {
  return one !== undefined
}

/** The items of a list that is written out. */
function itemsOf(of: YaqlValue | undefined): readonly Term[] | undefined {
  if (of?.term.tag !== 'list' || of.term.items.length > mostItems) return undefined
  return of.term.items.some(mayBeOmitted) ? undefined : of.term.items
}

function isSameKind(one: Term, other: Term): boolean {
  return (
    one.tag === 'constant' &&
    other.tag === 'constant' &&
    typeof one.value === typeof other.value &&
    one.kinds === other.kinds
  )
}

/** Whether what is written out is short. */
function isShort(term: Term): boolean {
  if (term.tag === 'constant') return typeof term.value !== 'string' || term.value.length <= mostCharacters
  if (term.tag === 'list') return term.items.length <= mostItems && term.items.every(isShort)
  if (term.tag === 'map') return term.entries.size <= mostItems && [...term.entries.values()].every(isShort)
  return true
}

/** Whether there may be a long list in it. */
function mayBeLong(term: Term): boolean {
  if (term.tag === 'list') return term.items.some(mayBeLong)
  if (term.tag === 'map') return [...term.entries.values()].some(mayBeLong)
  return (term.kinds & ~scalars) !== 0
}
