/** Constraints of a parameter: keys of their own in CloudFormation, one list in HOT. */
import {
  type Entry,
  entry,
  integer,
  list,
  type Mapping,
  mapping,
  type Node,
  nameOf,
  string,
  stringOf,
  withValue,
  withWord,
} from '../../src/engine/authoring/authoring.ts'
import { cfnBounds, cfnSingle } from '../../src/heat/parameters.ts'

const bounds = new Map<string, { readonly constraint: string; readonly bound: string }>(
  cfnBounds.flatMap(({ kind, min, max }) => [
    [min, { constraint: kind, bound: 'min' }],
    [max, { constraint: kind, bound: 'max' }],
  ]),
)
const single = new Map<string, string>(cfnSingle.map(({ kind, key }) => [key, kind]))

export function isConstraintKey(key: string): boolean {
  return bounds.has(key) || single.has(key) || key === 'ConstraintDescription'
}

/** Whether one of a parameter's own keys goes into its list of constraints. */
export function hasConstraints(parameter: Mapping): boolean {
  return parameter.entries.some((one) => isConstraintKey(nameOf(one) ?? ''))
}

/** The `ConstraintDescription` of a parameter. */
export function constraintDescription(parameter: Mapping): Entry | undefined {
  return parameter.entries.findLast((one) => nameOf(one) === 'ConstraintDescription')
}

/**
 * The entry `constraints` for a CloudFormation parameter, its constraints in the order in which they
 * stand; undefined when it has none. Both bounds of a length or range make one constraint, each
 * constraint gets an item of its own (an item with two would lose one), and the description goes to
 * one of them, for it would only be repeated (HOT specification, Parameter Constraints; heat/engine/hot/parameters.py).
 * @param value gives the value to write for a key, for example retyped
 * @param custom name of a `custom_constraint` to add
 */
export function constraintList(
  parameter: Mapping,
  value: (one: Entry) => Entry,
  custom: string | undefined,
): Entry | undefined {
  const found = new Map<string, Entry[]>()
  for (const one of parameter.entries) {
    const key = nameOf(one) ?? ''
    const bound = bounds.get(key)
    const name = single.get(key)
    if (bound !== undefined) {
      const group = found.get(bound.constraint) ?? []
      group.push(withWord(withValue(one, plainNumber(one.value)), bound.bound))
      found.set(bound.constraint, group)
    } else if (name !== undefined) found.set(name, [withWord(value(one), name)])
  }
  const constraints = [...found].map(([name, parts]) => {
    const isBound = parts.some((part) => stringOf(part.key) !== name)
    return isBound ? [entry(name, mapping(parts.toSorted(minimumFirst), { style: 'flow' }))] : parts
  })
  if (custom !== undefined) constraints.push([entry('custom_constraint', string(custom))])
  if (constraints.length === 0) return undefined
  const description = constraintDescription(parameter)
  // Of a pattern, Heat's own message says least.
  const explained = Math.max(
    0,
    constraints.findIndex(([one]) => one !== undefined && nameOf(one) === 'allowed_pattern'),
  )
  const items = constraints.map((own, index) =>
    mapping([...own, ...(index === explained ? describing(description) : [])], { style: 'block' }),
  )
  return entry('constraints', list(items, { style: 'block' }))
}

function minimumFirst(one: Entry, other: Entry): number {
  return Number(nameOf(other) === 'min') - Number(nameOf(one) === 'min')
}

/**
 * What Heat compares with a number is one in quotes, too (`Schema.get_num`, `Schema.to_schema_type`); others than plain
 * decimals are preserved.
 */
export function plainNumber(value: Node): Node {
  if (value.kind !== 'scalar' || value.anchor !== undefined || value.tag !== undefined) return value
  const isPlain = typeof value.value === 'string' && /^-?(0|[1-9][0-9]{0,14})$/.test(value.value)
  return isPlain ? integer(Number(value.value), { for: value }) : value
}

function describing(description: Entry | undefined): Entry[] {
  return description === undefined ? [] : [withWord(description, 'description')]
}
