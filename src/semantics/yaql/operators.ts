/** Operators that mean one thing for numbers and another for texts, lists and maps. */
import { byCodePoints } from '../python-text.ts'
import { isList, isMap } from '../value.ts'
import { areEqual, asValue, type Data, integerOf, isMutable, itemsOf, NotKnown, Stream } from './values.ts'

/** Numbers, texts, lists, maps. */
export function plus(left: Data, right: Data): Data {
  if (typeof left === 'string' && typeof right === 'string') return left + right
  if (typeof left === 'number' && typeof right === 'number') return integerOf(left) + integerOf(right)
  if (isMap(left) && isMap(right)) return new Map([...left, ...right])
  if (isList(left) && isList(right) && !isMutable(left) && !isMutable(right)) return [...left, ...right]
  return new Stream([...itemsOf(left), ...itemsOf(right)])
}

export function times(left: Data, right: Data): Data {
  if (typeof left === 'number' && typeof right === 'number') return integerOf(left) * integerOf(right)
  const [list, count] = isList(left) ? [left, integerOf(right)] : [right, integerOf(left)]
  if (!isList(list) || count > 100) throw new NotKnown('* is not computed')
  return Array.from({ length: Math.max(0, count) }, () => list).flat()
}

/** Null is less than everything else. */
export function compareData(operator: '<' | '>' | '<=' | '>=', left: Data, right: Data): boolean {
  const order = orderOf(left, right)
  switch (operator) {
    case '<':
      return order < 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    case '>=':
      return order >= 0
  }
}

function orderOf(one: Data, other: Data): number {
  const [a, b] = [asValue(one), asValue(other)]
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1
  if (typeof a === 'number' && typeof b === 'number') return integerOf(a) - integerOf(b)
  if (typeof a === 'string' && typeof b === 'string') return byCodePoints(a, b)
  throw new NotKnown('values of other types have no order')
}

/** Every operator between two values that are both computed. */
export function operated(operator: string, left: Data, right: Data): Data {
  switch (operator) {
    case '=':
      return areEqual(left, right)
    case '!=':
      return !areEqual(left, right)
    case '+':
      return plus(left, right)
    case '*':
      return times(left, right)
    case '-':
      return integerOf(left) - integerOf(right)
    case '/': {
      const by = integerOf(right)
      if (by === 0) throw new NotKnown('division by zero')
      return Math.floor(integerOf(left) / by)
    }
    case 'in':
      return itemsOf(right).some((item) => areEqual(item, left))
    case '<':
    case '>':
    case '<=':
    case '>=':
      return compareData(operator, left, right)
    default:
      throw new NotKnown(`${operator} is not computed`)
  }
}
