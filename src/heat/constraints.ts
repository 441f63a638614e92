/** Constraints of a parameter: keys of their own in CloudFormation, one list in HOT. */
import { entry, mapping, withKey } from '../document/build.ts'
import type { Entry, Mapping } from '../document/node.ts'
import { nameOf } from '../document/read.ts'

const bounds: Readonly<Record<string, { readonly constraint: string; readonly bound: string }>> = {
  MinLength: { constraint: 'length', bound: 'min' },
  MaxLength: { constraint: 'length', bound: 'max' },
  MinValue: { constraint: 'range', bound: 'min' },
  MaxValue: { constraint: 'range', bound: 'max' },
}
const single: Readonly<Record<string, string>> = { AllowedValues: 'allowed_values', AllowedPattern: 'allowed_pattern' }

export function isConstraintKey(key: string): boolean {
  return Object.hasOwn(bounds, key) || Object.hasOwn(single, key) || key === 'ConstraintDescription'
}

export interface Constraints {
  /** One mapping per constraint, as HOT wants them: an entry with two would lose one. */
  readonly entries: readonly Mapping[]
  /** The entry in whose place the list goes. */
  readonly first: Entry | undefined
  readonly description: Entry | undefined
}

/**
 * The constraints of a CloudFormation parameter in the order in which they stand; both bounds of a
 * length or range make one constraint. `ConstraintDescription` goes to each of them.
 * HOT specification, Parameter Constraints; heat/engine/hot/parameters.py.
 */
export function constraintsOf(parameter: Mapping): Constraints {
  const description = parameter.entries.findLast((one) => nameOf(one) === 'ConstraintDescription')
  const found = new Map<string, Entry[]>()
  let first: Entry | undefined
  for (const one of parameter.entries) {
    const key = nameOf(one) ?? ''
    if (!isConstraintKey(key)) continue
    first ??= one
    const bound = bounds[key]
    if (bound !== undefined) {
      const group = found.get(bound.constraint) ?? []
      group.push(withKey(one, bound.bound))
      found.set(bound.constraint, group)
    } else if (single[key] !== undefined) found.set(single[key], [withKey(one, single[key])])
  }
  const entries = [...found].map(([constraint, parts]) => {
    const own = Object.values(single).includes(constraint) ? parts : [entry(constraint, mapping(parts, { style: 'flow' }))]
    return mapping(description === undefined ? own : [...own, entry('description', description.value)], { style: 'block' })
  })
  return { entries, first, description }
}
