/** Values of YAQL while an expression is evaluated over terms, and what is computed of constants. */
import { byCodePoints } from '../../heat/values/python-text.ts'
import type { Key } from '../../heat/values/value.ts'
import { itemKinds, kinds, mayBeOmitted, type Term, type Terms } from '../terms/term.ts'
import type { YaqlExpression } from './yaql-expression.ts'

/** A value, and whether it is a list that is made item by item, which has no indexes. */
export interface YaqlValue {
  readonly term: Term
  readonly isMade: boolean
  /** The keys of a map: Heat gives them out as a set, which is no list. */
  readonly isSet?: true
  /** It has no length, as iterators have. */
  readonly isView?: true
}

/** What functions and methods ask of the evaluation of their arguments. */
export interface YaqlEvaluator {
  readonly terms: Terms
  value(expression: YaqlExpression, root: Term): YaqlValue | undefined
  /** A value that is no list that is made item by item. */
  whole(expression: YaqlExpression, root: Term): Term | undefined
  /** Evaluates what YAQL may not come to. */
  lazily<Made>(make: () => Made): Made
  /** A term that YAQL refuses where nothing is found; undefined where that cannot be required. */
  require(term: Term): Term | undefined
  /** A map by its `key => value`. */
  mapOf(pairs: readonly YaqlExpression[], root: Term): YaqlValue | undefined
  each(of: YaqlValue | undefined, make: (item: Term) => Term | undefined): YaqlValue | undefined
  /** A list that is not written out. */
  unknownList(of: YaqlValue | undefined): Term | undefined
  equals(one: Term, other: Term): YaqlValue | undefined
  isIn(value: YaqlValue, list: YaqlValue): YaqlValue | undefined
  joined(items: readonly Term[], separator: Term): YaqlValue | undefined
}

/** Half of what Heat's configuration allows by itself. */
export const mostItems = 100

export function constantOf(terms: Terms, value: Key | undefined): YaqlValue | undefined {
  return value === undefined ? undefined : plain(terms.constant(value))
}

export function plain(term: Term): YaqlValue {
  return { term, isMade: false }
}

export function made(term: Term): YaqlValue {
  return { term, isMade: true }
}

export function isFound<Thing>(one: Thing | undefined): one is Thing {
  return one !== undefined
}

/** The items of a list that is written out. */
export function itemsOf(of: YaqlValue | undefined): readonly Term[] | undefined {
  if (of?.term.tag !== 'list' || of.term.items.length > mostItems) return undefined
  return of.term.items.some(mayBeOmitted) ? undefined : of.term.items
}

/** Whether the items of a list that is not written out are strings. */
export function hasStrings(list: Term): boolean {
  return (itemKinds(list) & ~kinds.str) === 0
}

/** Far below what Heat's configuration allows by itself, 10,000 bytes. */
const mostCharacters = 2000

/** Whether the strings that are written out in it are short. */
export function hasShortStrings(term: Term): boolean {
  if (term.tag === 'constant') return typeof term.value !== 'string' || term.value.length <= mostCharacters
  if (term.tag === 'list') return term.items.every(hasShortStrings)
  return term.tag !== 'map' || [...term.entries.values()].every(hasShortStrings)
}

/** The constant that a term is, be it null; undefined for others. */
export function constantIn(term: Term | undefined): Key | undefined {
  return term?.tag === 'constant' ? term.value : undefined
}

/** Integers, and strings, in their order; undefined for other operands and operators. */
export function comparedConstants(operator: string, one: Term, other: Term): boolean | undefined {
  const order = orderOf(constantIn(one), constantIn(other))
  if (order === undefined) return undefined
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    default:
      return undefined
  }
}

export function orderOf(one: Key | undefined, other: Key | undefined): number | undefined {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return typeof one === 'string' && typeof other === 'string' ? byCodePoints(one, other) : undefined
}

/** Of integers of which none is rounded; undefined for others. */
export function computedNumber(operator: string, one: Term, other: Term): number | undefined {
  const [left, right] = [constantIn(one), constantIn(other)]
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  const found =
    operator === '+'
      ? left + right
      : operator === '-'
        ? left - right
        : operator === '*'
          ? left * right
          : undefined
  return found !== undefined && Number.isSafeInteger(found) ? found + 0 : undefined
}
