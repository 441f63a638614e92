/** Defaults for which Heat refuses a template, whatever values its parameters are given. */

import { misfitAsWritten } from '../heat/values/parameters.ts'
import { Failure } from '../heat/values/value.ts'
import type { ParameterSchema } from './parameters.ts'

/** What `Schema._validate_default` of heat/engine/parameters.py raises; undefined for a default that it takes. */
export function refusedDefault(schema: ParameterSchema): Failure | undefined {
  const { type, default: preset, constraints, hidden } = schema
  const misfit = preset === null ? undefined : misfitAsWritten(type, constraints, preset)
  if (misfit === undefined) return undefined
  const problem = hidden ? 'is not what the parameter takes' : misfit.problem
  return new Failure('InvalidSchemaError', `the default ${problem}`)
}
