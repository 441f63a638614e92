/** Values that a parameter may be given to see what becomes of it. */
import { allowedValues } from '../heat/constraints.ts'
import { misfitInUse } from '../heat/values/parameters.ts'
import { Float, type Key, pythonEquals, type Value } from '../heat/values/value.ts'
import { orFailure } from './failing.ts'
import { type ParameterSchema, parameterValue } from './parameters.ts'
import type { Telling } from './terms/telling.ts'

const texts = [
  'Sample2', 'b2', 'abcd1234', 'ABCD1234', '7', '42', '8080', '65000', '10.20.30.40', '10.20.0.0/16', '0.0.0.0/0',
  'eu-west-1', 'eu-west-1a', 'true', 'false', 'm1.large', 't2.micro', 'ami-0123456789abcdef0', 'user@example.org',
  'host.example.org', 'https://example.org/a', 'arn:aws:iam::123456789012:role/x', '/srv/data', 'Abcd-1234!', 'x',
] // biome-ignore format: a word list
const numbers: readonly Value[] = [
  7, 8, 1, 2, 3, 10, 22, 80, 443, 1024, 8080, 65000, 0, 5, 20, 100, 500, 1000, 30000, 300, 3600,
]
const mostChoices = 12

/**
 * Values for a parameter, the most telling first, all different and as far as possible allowed by its
 * constraints; never empty, and the first is not the default.
 * @param literals what the template compares the parameter with
 */
export function choicesFor(
  schema: ParameterSchema,
  literals: readonly Value[],
  hints: Pick<Telling, 'keys' | 'items'>,
): readonly Value[] {
  const found: Value[] = []
  const take = (values: readonly Value[], most: number) => {
    for (const value of values) {
      if (found.length >= most) return
      if (value === null || isDefault(schema, value) || found.some((one) => pythonEquals(one, value)))
        continue
      if (isAllowed(schema, value)) found.push(value)
    }
  }
  take([...literals, ...namedValues(schema)], mostChoices)
  const usual = usualValues(schema, hints)
  // One for the default sample where there is no default, and another one.
  const fewest = schema.default === null ? 2 : 1
  take(usual, fewest)
  // Values that no constraint allows still distinguish values; a parameter with one allowed value has only that.
  const hasOneValue = found.length > 0 && allowedValues(schema.constraints) !== undefined
  if (!hasOneValue)
    for (const value of usual)
      if (found.length < fewest && !isDefault(schema, value) && !found.includes(value)) found.push(value)
  return found
}

/** The values that the constraints name. */
function namedValues(schema: ParameterSchema): readonly Value[] {
  const allowed = allowedValues(schema.constraints) ?? []
  if (schema.type !== 'comma_delimited_list') return allowed
  return allowed.length === 0 ? [] : [[allowed.at(-1) as Value], allowed]
}

function isDefault(schema: ParameterSchema, value: Value): boolean {
  if (schema.default === null) return false
  const [one, other] = [schema.default, value].map((raw) =>
    orFailure(() => parameterValue(schema.type, raw)),
  ) as [Value, Value]
  return pythonEquals(one, other)
}

function usualValues(
  schema: ParameterSchema,
  { keys, items }: Pick<Telling, 'keys' | 'items'>,
): readonly Value[] {
  const { name } = schema
  switch (schema.type) {
    case 'number':
      return [...numbers, ...boundaries(schema)]
    case 'boolean':
      return [false, true]
    case 'comma_delimited_list':
      return [
        [`one-${name}`, 'two', 'three', ...more('item', items)].join(','),
        ['x', 'y', 'z', ...more('other', items)],
        '10.0.0.1,10.0.0.2',
        'a',
      ]
    case 'json':
      return [jsonSample(name, keys), '{"key": "as text", "list": [1, 2.5, null, true]}', ['first', 'second']]
    case 'string':
      return [`sample-${name}`, ...lengths(schema), ...texts]
  }
}

/** Items of a list beyond the first three. */
function more(word: string, items: number): string[] {
  return Array.from({ length: Math.max(0, items - 3) }, (_, index) => `${word}-${index + 3}`)
}

function jsonSample(name: string, keys: readonly string[]): Value {
  const entries = keys.map((key): [Key, Value] => [key, `${key} of ${name}`])
  return new Map<Key, Value>([...entries, ['list', ['a', 'b']], ['n', 3]])
}

function boundaries(schema: ParameterSchema): Value[] {
  return schema.constraints.flatMap((constraint) => {
    if (constraint.kind !== 'range') return []
    return [constraint.min, constraint.max].flatMap((limit) => {
      if (limit === undefined) return []
      return [limit, limit - 1, limit + 1].map((one) => (Number.isInteger(one) ? one : new Float(one)))
    })
  })
}

/** Strings as long as the constraints require. */
function lengths(schema: ParameterSchema): string[] {
  return schema.constraints.flatMap((constraint) => {
    const length = constraint.kind === 'length' ? (constraint.min ?? 2) : undefined
    return length === undefined || length > 10_000
      ? []
      : ['a1'.repeat(length).slice(0, length), 'b2'.repeat(length).slice(0, length)]
  })
}

/** Whether the constraints allow a value; patterns that cannot be read here allow every one. */
export function isAllowed({ type, constraints }: ParameterSchema, raw: Value): boolean {
  return misfitInUse(type, constraints, raw) === undefined
}
