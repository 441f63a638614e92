/** Functions of YAQL that are no methods; yaql/standard_library: branching.py, collections.py, strings.py, math.py. */
import { intOfText, pythonStr } from '../../heat/values/python-text.ts'
import type { Key } from '../../heat/values/value.ts'
import { kinds, type Term } from '../terms/term.ts'
import type { YaqlExpression } from './yaql-expression.ts'
import { calledMethod } from './yaql-methods.ts'
import {
  constantIn,
  constantOf,
  isFound,
  itemsOf,
  mostItems,
  plain,
  type YaqlEvaluator,
  type YaqlValue,
} from './yaql-values.ts'

export function calledFunction(
  evaluation: YaqlEvaluator,
  name: string,
  args: readonly YaqlExpression[],
  root: Term,
): YaqlValue | undefined {
  const { terms } = evaluation
  const values = () => args.map((one) => evaluation.whole(one, root))
  switch (name) {
    case 'len': {
      const [of, ...more] = args
      const value = of === undefined || more.length > 0 ? undefined : evaluation.value(of, root)
      return value && calledMethod(evaluation, value, name, [], root)
    }
    case 'coalesce':
      return coalesced(evaluation, args, root)
    case 'switch':
      return switched(evaluation, args, root)
    case 'dict':
      return args.every((one) => one.is === 'pair')
        ? evaluation.mapOf(args, root)
        : ofPairs(evaluation, args, root)
    case 'list': {
      const items = values()
      return items.every(isFound) ? plain(terms.list(items)) : undefined
    }
    case 'range':
      return ranged(evaluation, values())
    case 'str':
    case 'int': {
      const [value, ...more] = values()
      return value === undefined || more.length > 0 ? undefined : converted(evaluation, name, value)
    }
    default:
      return undefined
  }
}

/** A map of lists with a key and a value each; further items do not matter. */
function ofPairs(
  evaluation: YaqlEvaluator,
  [pairs, ...more]: readonly YaqlExpression[],
  root: Term,
): YaqlValue | undefined {
  if (pairs === undefined || more.length > 0) return undefined
  const entries = new Map<Key, Term>()
  for (const pair of itemsOf(evaluation.value(pairs, root)) ?? [undefined]) {
    const [key, value] = itemsOf(pair && plain(pair)) ?? []
    const name = constantIn(key)
    if (typeof name !== 'string' || value === undefined) return undefined
    entries.set(name, value)
  }
  return plain(evaluation.terms.map(entries))
}

/** The first that is not null; what follows it is not evaluated. */
function coalesced(
  evaluation: YaqlEvaluator,
  [first, ...others]: readonly YaqlExpression[],
  root: Term,
): YaqlValue | undefined {
  const { terms } = evaluation
  if (first === undefined) return plain(terms.null)
  const value = evaluation.whole(first, root)
  if (value === undefined || value.decides) return undefined
  if (value === terms.null) return coalesced(evaluation, others, root)
  if ((value.kinds & kinds.null) === 0) return plain(value)
  const otherwise = evaluation.lazily(() => coalesced(evaluation, others, root))?.term
  return otherwise && plain(terms.choice(terms.equals(value, terms.null), otherwise, value))
}

/** The value beside the first condition that holds, or null. */
function switched(
  evaluation: YaqlEvaluator,
  [first, ...others]: readonly YaqlExpression[],
  root: Term,
): YaqlValue | undefined {
  const { terms } = evaluation
  if (first === undefined) return plain(terms.null)
  if (first.is !== 'pair') return undefined
  const condition = evaluation.whole(first.key, root)
  if (condition?.kinds !== kinds.bool) return undefined
  const then =
    condition === terms.false ? terms.null : evaluation.lazily(() => evaluation.whole(first.value, root))
  const otherwise =
    condition === terms.true ? plain(terms.null) : evaluation.lazily(() => switched(evaluation, others, root))
  return then && otherwise && plain(terms.choice(terms.condition(condition), then, otherwise.term))
}

function ranged({ terms }: YaqlEvaluator, args: readonly (Term | undefined)[]): YaqlValue | undefined {
  const [from, to] = args.length === 1 ? [0, constantIn(args[0])] : args.map(constantIn)
  const isKnown =
    args.length < 3 && typeof from === 'number' && typeof to === 'number' && to - from <= mostItems
  if (!isKnown) return undefined
  const items = Array.from({ length: Math.max(0, to - from) }, (_, index) => terms.constant(from + index))
  return { term: terms.list(items), isMade: true }
}

/** `str` writes null, true and false as YAQL does; `int` reads as Python does. */
function converted({ terms }: YaqlEvaluator, name: 'str' | 'int', value: Term): YaqlValue | undefined {
  if (name === 'str' && value.kinds === kinds.str) return plain(value)
  const known: Key | undefined = constantIn(value)
  if (known === undefined) return undefined
  if (name === 'str') {
    if (known === null || typeof known === 'boolean') return plain(terms.constant(String(known)))
    return typeof known === 'number' ? plain(terms.constant(pythonStr(known))) : undefined
  }
  if (typeof known === 'number') return plain(value)
  const read = typeof known === 'string' ? intOfText(known) : undefined
  return constantOf(terms, typeof read === 'number' ? read : undefined)
}
