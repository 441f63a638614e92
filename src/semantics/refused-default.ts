/** Defaults for which Heat refuses a template, whatever values its parameters are given. */

import { boolean, entry, integer, list, mapping, nothing, number, string } from '../document/build.ts'
import type { Node } from '../document/node.ts'
import { type Limits, misfitAsWritten } from '../heat/parameter-values.ts'
import { allowedValues, type Constraint, limitOf } from './constraints.ts'
import type { ParameterSchema } from './parameters.ts'
import { Failure, isList, isMap, isNumber, type Value } from './value.ts'

/** What `Schema._validate_default` of heat/engine/parameters.py raises; undefined for a default that it takes. */
export function refusedDefault({
  type,
  default: preset,
  constraints,
  hidden,
}: ParameterSchema): Failure | undefined {
  if (preset === null) return undefined
  const misfit = misfitAsWritten(type, constraints.flatMap(limitsOf), nodeOf(preset))
  if (misfit === undefined) return undefined
  const problem = hidden ? 'is not what the parameter takes' : misfit.problem
  return new Failure('InvalidSchemaError', `the default ${problem}`)
}

const at = nothing()

function limitsOf(constraint: Constraint): readonly Limits[] {
  const { kind, limits } = constraint
  const numbers = (names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const limit = limitOf(constraint, name)
        return limit === undefined ? [] : [[name, limit]]
      }),
    )
  switch (kind) {
    case 'range':
    case 'length':
      return [{ kind, ...numbers(['min', 'max']), at }]
    case 'modulo': {
      const [step, offset] = [limitOf(constraint, 'step'), limitOf(constraint, 'offset')]
      return step === undefined || offset === undefined ? [] : [{ kind, step, offset, at }]
    }
    case 'allowed_values':
      return [{ kind, items: (allowedValues(constraint) ?? []).map(nodeOf), at }]
    case 'allowed_pattern':
      return [{ kind, pattern: String(limits.get(kind)), at }]
    case 'custom_constraint':
      return [{ kind, name: String(limits.get(kind)), at }]
  }
}

/** Data as a node, for rules that are about what is written. */
function nodeOf(value: Value): Node {
  if (typeof value === 'string') return string(value)
  if (typeof value === 'boolean') return boolean(value)
  if (typeof value === 'number' || typeof value === 'bigint') return integer(value)
  if (isNumber(value)) return number({ type: 'float', value: value.value })
  if (isList(value)) return list(value.map(nodeOf))
  if (isMap(value)) return mapping([...value].map(([key, one]) => entry(String(key), nodeOf(one))))
  return nothing()
}
