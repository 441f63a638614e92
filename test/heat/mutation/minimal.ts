/** Makes a pair of templates smaller as long as it stays what it is. */
import { at, type Data, isList, isMapping, isSame, locations, type Path, printed } from './data.ts'
import type { Pair } from './mutator.ts'

function removed(data: Data, path: Path): Data {
  const [step, ...rest] = path
  if (isMapping(data)) {
    return rest.length === 0
      ? new Map([...data].filter(([key]) => key !== step))
      : new Map([...data].map(([key, value]) => [key, key === step ? removed(value, rest) : value]))
  }
  if (!isList(data)) return data
  return rest.length === 0
    ? data.filter((_, index) => index !== step)
    : data.map((item, index) => (index === step ? removed(item, rest) : item))
}

/** The pair without all that can be left out of both sides while `holds` says yes to their texts. */
export async function minimal(
  pair: Pair,
  holds: (before: string, after: string) => Promise<boolean>,
): Promise<Pair> {
  let current = pair
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    const paths = [...locations(current.before)].map(([path]) => path).filter((path) => path.length > 0)
    paths.sort((one, other) => one.length - other.length)
    for (const path of paths) {
      const [one, other] = [at(current.before, path), at(current.after, path)]
      if (one === undefined || !isSame(one, other)) continue
      const smaller = { before: removed(current.before, path), after: removed(current.after, path) }
      if (!(await holds(printed(smaller.before), printed(smaller.after)))) continue
      current = smaller
      isSmaller = true
      // Indices of lists have moved.
      if (typeof path.at(-1) === 'number') break
    }
  }
  return current
}
