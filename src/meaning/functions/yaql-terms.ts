/**
 * The result of an expression of YAQL, where the data determines it; yaql/standard_library, tested against Heat's own.
 */

import type { Key } from '../../heat/values/value.ts'
import { contained, lists } from '../terms/lists.ts'
import { merged } from '../terms/maps.ts'
import { type Kinds, kinds, mayBeOmitted, type Term, type Terms } from '../terms/term.ts'
import type { YaqlExpression } from './yaql-expression.ts'
import { calledFunction } from './yaql-functions.ts'
import { calledMethod } from './yaql-methods.ts'
import {
  comparedConstants,
  computedNumber,
  constantOf,
  hasShortStrings,
  isFound,
  itemsOf,
  made,
  mostItems,
  plain,
  type YaqlEvaluator,
  type YaqlValue,
} from './yaql-values.ts'

/** What was found. */
interface YaqlResult {
  readonly term: Term
  /** Whether YAQL may refuse it for its length (`yaql.limit_iterators` and `yaql.memory_quota` of Heat). */
  readonly mayBeTooLong: boolean
  /** Items that must be there. */
  readonly needed: readonly Term[]
}

/** @param data the value of the argument `data` @returns undefined where the result cannot be decided statically */
export function yaqlResult(terms: Terms, expression: YaqlExpression, data: Term): YaqlResult | undefined {
  if (!hasShortStrings(data)) return undefined
  const evaluation = new YaqlEvaluation(terms)
  const found = evaluation.value(expression, terms.map(new Map([['data', data]])))
  if (found === undefined || found.isSet === true || !isShort(found.term)) return undefined
  const mayBeTooLong = evaluation.makesStrings || evaluation.readsUnknown || mayBeLong(found.term)
  return { term: found.term, mayBeTooLong, needed: evaluation.needed }
}

const scalars: Kinds = kinds.str | kinds.number | kinds.bool | kinds.null

export class YaqlEvaluation implements YaqlEvaluator {
  readonly terms: Terms
  makesStrings = false
  /** Whether it looks into a list that is not written out, which may be too long for YAQL. */
  readsUnknown = false
  readonly needed: Term[] = []
  /** Inside of what YAQL evaluates only sometimes, nothing can be required. */
  #depth = 0
  /** What is given by `let`, by name; the first by position is `$`. */
  #variables: ReadonlyMap<string, Term> = new Map()

  constructor(terms: Terms) {
    this.terms = terms
  }

  value(expression: YaqlExpression, root: Term): YaqlValue | undefined {
    this.terms.budget.spend(1, 0)
    switch (expression.is) {
      case 'root':
        return plain(root)
      case 'variable': {
        const given = this.#variables.get(expression.name)
        return given && plain(given)
      }
      case 'let':
        return this.#let(expression, root)
      case 'literal':
        return plain(this.terms.constant(expression.value))
      case 'list': {
        const items = expression.items.map((one) => this.whole(one, root))
        return items.every(isFound) ? plain(this.terms.list(items)) : undefined
      }
      case 'map':
        return this.mapOf(expression.entries, root)
      case 'pair':
        return undefined
      case 'entry':
        return this.entry(this.value(expression.of, root), expression.name)
      case 'item':
        return this.#item(this.value(expression.of, root), this.value(expression.key, root)?.term)
      case 'not':
        return this.#bool(this.value(expression.of, root), (one) => this.terms.not(one))
      case 'binary':
        return this.#binary(expression, root)
      case 'call':
        return calledFunction(this, expression.name, expression.args, root)
      case 'method': {
        const of = this.value(expression.of, root)
        return of === undefined ? undefined : calledMethod(this, of, expression.name, expression.args, root)
      }
    }
  }

  #let({ given, body }: Extract<YaqlExpression, { readonly is: 'let' }>, root: Term): YaqlValue | undefined {
    const outer = this.#variables
    const own = new Map(outer)
    let position = 0
    for (const one of given) {
      const isNamed = one.is === 'pair'
      const value = this.whole(isNamed ? one.value : one, root)
      if (value === undefined || (isNamed && !(one.key.is === 'literal' && one.key.isName))) return undefined
      position += isNamed ? 0 : 1
      own.set(isNamed && one.key.is === 'literal' ? String(one.key.value) : String(position), value)
    }
    this.#variables = own
    try {
      return this.value(body, position === 0 ? root : (own.get('1') as Term))
    } finally {
      this.#variables = outer
    }
  }

  /** A path into the data, where what it leads to is written out or needs nothing to be there. */
  path(expression: YaqlExpression, root: Term): Term | undefined {
    return this.lazily(() => this.whole(expression, root))
  }

  /** A value that is no list that is made item by item. */
  whole(expression: YaqlExpression, root: Term): Term | undefined {
    const found = this.value(expression, root)
    return found?.isMade === true || found?.isSet === true ? undefined : found?.term
  }

  /** Evaluates what YAQL may not come to. */
  lazily<Made>(make: () => Made): Made {
    this.#depth += 1
    try {
      return make()
    } finally {
      this.#depth -= 1
    }
  }

  /** A term that YAQL refuses where nothing is found. */
  require(term: Term): Term | undefined {
    if (term.tag !== 'step') return term
    if (this.#depth > 0) return undefined
    this.needed.push(term)
    return term
  }

  /** Entries with keys that are written out; the last of equal ones wins. */
  mapOf(pairs: readonly YaqlExpression[], root: Term): YaqlValue | undefined {
    const entries = new Map<Key, Term>()
    for (const pair of pairs) {
      if (pair.is !== 'pair') return undefined
      const [key, value] = [this.whole(pair.key, root), this.whole(pair.value, root)]
      if (key?.tag !== 'constant' || typeof key.value !== 'string' || value === undefined) return undefined
      if (mayBeOmitted(value)) return undefined
      entries.set(key.value, value)
    }
    return plain(this.terms.map(entries))
  }

  /** Of a mapping its entry, of a list those of its items. */
  entry(of: YaqlValue | undefined, name: string): YaqlValue | undefined {
    if (of?.term.tag === 'map') {
      const found = of.term.entries.get(name)
      return found === undefined || mayBeOmitted(found) ? undefined : plain(found)
    }
    return this.each(of, (item) =>
      item.tag === 'map' ? this.lazily(() => this.entry(plain(item), name)?.term) : undefined,
    )
  }

  each(of: YaqlValue | undefined, make: (item: Term) => Term | undefined): YaqlValue | undefined {
    const items = itemsOf(of)?.map((item) => this.lazily(() => make(item)))
    return items?.every(isFound) === true ? made(this.terms.list(items)) : undefined
  }

  /** A list that is not written out, of strings or of anything. */
  unknownList(of: YaqlValue | undefined): Term | undefined {
    const term = of?.isSet === true ? undefined : of?.term
    if (term === undefined || term.tag === 'list' || term.kinds !== kinds.list) return undefined
    this.readsUnknown = true
    return term
  }

  #item(of: YaqlValue | undefined, key: Term | undefined): YaqlValue | undefined {
    if (of === undefined || of.isMade || key?.tag !== 'constant') return undefined
    if (of.term.tag === 'map' && typeof key.value === 'string') return this.entry(of, key.value)
    if (typeof key.value !== 'number') return undefined
    const found = itemsOf(of)?.at(key.value)
    if (found !== undefined) return plain(found)
    const list = this.unknownList(of)
    const item = list === undefined ? undefined : this.require(this.terms.step(list, key, ''))
    return item === undefined ? undefined : plain(item)
  }

  #bool(of: YaqlValue | undefined, make: (one: Term) => Term): YaqlValue | undefined {
    return of?.term.kinds === kinds.bool ? plain(make(this.terms.condition(of.term))) : undefined
  }

  #binary(
    { operator, one, other }: Extract<YaqlExpression, { readonly is: 'binary' }>,
    root: Term,
  ): YaqlValue | undefined {
    const left = this.value(one, root)
    const isLazy = operator === 'and' || operator === 'or'
    const right = isLazy ? this.lazily(() => this.value(other, root)) : this.value(other, root)
    if (left === undefined || right === undefined) return undefined
    const { terms } = this
    switch (operator) {
      case 'and':
      case 'or': {
        const first = this.#bool(left, (is) => is)?.term
        return (
          first &&
          this.#bool(right, (is) => (operator === 'and' ? terms.and(first, is) : terms.or(first, is)))
        )
      }
      case '=':
        return this.equals(left.term, right.term)
      case '!=': {
        const same = this.equals(left.term, right.term)
        return same && plain(terms.not(same.term))
      }
      case 'in':
        return this.isIn(left, right)
      case '+':
        return this.#sum(left, right)
      default:
        return constantOf(
          terms,
          comparedConstants(operator, left.term, right.term) ??
            computedNumber(operator, left.term, right.term),
        )
    }
  }

  /** Python's `==`; of lists and maps YAQL makes others, which only another one could be equal to. */
  equals(one: Term, other: Term): YaqlValue | undefined {
    const isScalar = [one, other].some((term) => (term.kinds & ~scalars) === 0 && term.tag !== 'omitted')
    return isScalar ? plain(this.terms.equals(one, other)) : undefined
  }

  isIn(value: YaqlValue, list: YaqlValue): YaqlValue | undefined {
    if (value.isMade) return undefined
    const answers = itemsOf(list)?.map((item) => this.equals(value.term, item)?.term)
    if (answers?.every(isFound) === true)
      return plain(answers.reduce((all, answer) => this.terms.or(all, answer), this.terms.false))
    const unknown = this.unknownList(list)
    const isScalar = (value.term.kinds & ~scalars) === 0 && value.term.tag !== 'omitted'
    return unknown === undefined || !isScalar ? undefined : plain(contained(this.terms, value.term, unknown))
  }

  #sum(one: YaqlValue, other: YaqlValue): YaqlValue | undefined {
    const { terms } = this
    const [left, right] = [one.term, other.term]
    if (
      left.kinds === kinds.list &&
      right.kinds === kinds.list &&
      one.isSet !== true &&
      other.isSet !== true
    ) {
      for (const part of [one, other]) this.unknownList(part)
      return { term: lists(terms, [left, right]), isMade: one.isMade || other.isMade }
    }
    if (left.tag === 'map' && right.tag === 'map') return plain(merged(terms, [left, right]))
    return this.joined([left, right], terms.empty) ?? constantOf(terms, computedNumber('+', left, right))
  }

  joined(items: readonly Term[], separator: Term): YaqlValue | undefined {
    if (![...items, separator].every((one) => one.kinds === kinds.str)) return undefined
    this.makesStrings ||= items.some(({ tag }) => tag !== 'constant')
    const parts = items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]))
    return plain(this.terms.concat(parts))
  }
}

/** More parts than Heat's configuration has room for by itself. */
const mostParts = 2000

/** Whether what is written out is short. */
function isShort(term: Term): boolean {
  let left = mostParts
  const isWithin = (part: Term): boolean => {
    left -= 1
    if (left < 0) return false
    if (part.tag === 'list') return part.items.length <= mostItems && part.items.every(isWithin)
    if (part.tag === 'map')
      return part.entries.size <= mostItems && [...part.entries.values()].every(isWithin)
    return hasShortStrings(part)
  }
  return isWithin(term)
}

/** Whether there may be a long list in it. */
function mayBeLong(term: Term): boolean {
  if (term.tag === 'list') return term.items.some(mayBeLong)
  if (term.tag === 'map') return [...term.entries.values()].some(mayBeLong)
  return (term.kinds & ~scalars) !== 0
}
