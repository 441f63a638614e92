/** Templates as data: what Heat reads, to be changed in one place and written again. */
import { stringify } from 'yaml'

export type Scalar = null | boolean | number | string
export type Data = Scalar | readonly Data[] | Mapping
export type Mapping = ReadonlyMap<Data, Data>
export type Path = readonly Data[]

/** The data in an answer of judge.py. */
export function decoded(encoded: unknown): Data {
  if (!Array.isArray(encoded)) return encoded as Scalar
  const [kind, items] = encoded as ['list' | 'map' | 'number', readonly unknown[]]
  if (kind === 'number') return Number(String(items).replace('inf', 'Infinity'))
  if (kind === 'list') return items.map(decoded)
  return new Map(
    (items as readonly (readonly [unknown, unknown])[]).map(([k, v]) => [decoded(k), decoded(v)]),
  )
}

/** JavaScript data as template data. */
export function dataOf(value: unknown): Data {
  if (value instanceof Map) return value as Mapping
  if (Array.isArray(value)) return value.map(dataOf)
  if (typeof value !== 'object' || value === null) return value as Scalar
  return new Map(Object.entries(value).map(([key, one]) => [key, dataOf(one)]))
}

/** The data as YAML, every string in quotes; equal data gives equal text. */
export function printed(data: Data): string {
  return stringify(data, {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'QUOTE_DOUBLE',
    aliasDuplicateObjects: false,
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  })
}

export const isMapping = (data: Data | undefined): data is Mapping => data instanceof Map
export const isList = (data: Data | undefined): data is readonly Data[] => Array.isArray(data)

/** Whether both are the same data, in the same order. */
export function isSame(one: Data | undefined, other: Data | undefined): boolean {
  if (isMapping(one) && isMapping(other)) return isSame([...one].flat(1), [...other].flat(1))
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  }
  return Object.is(one, other)
}

export function at(data: Data | undefined, path: Path): Data | undefined {
  let found = data
  for (const step of path) {
    if (isMapping(found)) found = found.get(step)
    else if (isList(found)) found = found[step as number]
    else return undefined
  }
  return found
}

/** The data with another value at the path; a mapping gains the entry if it has none. */
export function replaced(data: Data, path: Path, value: Data): Data {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (isMapping(data)) return new Map([...data, [step, replaced(data.get(step) ?? new Map(), rest, value)]])
  if (isList(data)) return data.map((item, index) => (index === step ? replaced(item, rest, value) : item))
  throw new Error(`nothing to replace at ${String(step)}`)
}

/** Every place below, the whole first: its path and its value. */
export function* locations(data: Data, path: Path = []): Generator<readonly [Path, Data]> {
  yield [path, data]
  const steps = isMapping(data) ? data : isList(data) ? data.entries() : []
  for (const [step, value] of steps) yield* locations(value, [...path, step])
}

/** The name and the argument of a function, which is a mapping of one entry. */
export function functionIn(data: Data | undefined): readonly [string, Data] | undefined {
  if (!isMapping(data) || data.size !== 1) return undefined
  const [[name, argument]] = data as unknown as readonly [readonly [Data, Data]]
  return typeof name === 'string' ? [name, argument] : undefined
}

export const call = (name: string, argument: Data): Data => new Map([[name, argument]])
