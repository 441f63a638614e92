/**
 * What a template that serves as a type takes for its parameters (heat/engine/properties.py: `Schema.from_parameter`).
 */

import type { Mapping, Node } from '../document/node.ts'
import { listOf, mapOf, scalarOf, stringOf } from '../document/read.ts'
import { defined } from '../document/records.ts'
import type { PropertySchema, PropertySchemas, SchemaConstraint } from '../heat/facts/resource-types.ts'
import { readValue } from '../heat/merge-keys.ts'
import { pythonNumber } from '../heat/parameter-values.ts'
import { cfnBounds, declaredType, isHidden } from '../heat/parameters.ts'

const facadeSchemas: PropertySchemas = {
  string: {},
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  comma_delimited_list: { type: 'list', allowConversion: true },
  json: { type: 'map', allowConversion: true },
}

/** Undefined where the type is none of Heat's. */
export function facadeSchema(parameter: Mapping | undefined): PropertySchema | undefined {
  const schema = facadeSchemas[declaredType(parameter) ?? '']
  // The message about a constraint may name the value, which is secret for a hidden parameter.
  if (schema === undefined || isHidden(parameter)) return schema
  const constraints = constraintsOf(parameter)
  return constraints.length === 0 ? schema : { ...schema, constraints }
}

/** Those whose limits are literal; mistakes in the others are reported where they are declared. */
function constraintsOf(parameter: Mapping | undefined): readonly SchemaConstraint[] {
  const hot = listOf(readValue(parameter, 'constraints'))?.items.flatMap(hotConstraints) ?? []
  const cfn = [
    ...cfnBounds.flatMap(({ kind, min, max }) =>
      bounds(kind, readValue(parameter, min), readValue(parameter, max)),
    ),
    ...allowed(readValue(parameter, 'AllowedValues')),
    ...pattern(readValue(parameter, 'AllowedPattern')),
  ]
  return [...hot, ...cfn]
}

function hotConstraints(item: Node): readonly SchemaConstraint[] {
  const map = mapOf(item)
  const both = (kind: 'range' | 'length') => {
    const value = mapOf(readValue(map, kind))
    return bounds(kind, readValue(value, 'min'), readValue(value, 'max'))
  }
  return [
    ...both('range'),
    ...both('length'),
    ...allowed(readValue(map, 'allowed_values')),
    ...pattern(readValue(map, 'allowed_pattern')),
  ]
}

function bounds(
  kind: 'range' | 'length',
  least: Node | undefined,
  most: Node | undefined,
): readonly SchemaConstraint[] {
  const [min, max] = [least, most].map((one) => (one === undefined ? undefined : pythonNumber(one)?.value))
  if (min === undefined && max === undefined) return []
  return [{ kind, ...defined({ min, max }) }]
}

/** How Heat compares booleans and fractions with strings is not followed here. */
function allowed(list: Node | undefined): readonly SchemaConstraint[] {
  const values = listOf(list)?.items.map(scalarOf)
  if (values === undefined || values.length === 0) return []
  if (values.some((one) => one?.type !== 'str' && one?.type !== 'int')) return []
  return [{ kind: 'allowed_values', values: values.map((one) => String(one?.value)) }]
}

function pattern(node: Node | undefined): readonly SchemaConstraint[] {
  const text = stringOf(node)
  return text === undefined ? [] : [{ kind: 'allowed_pattern', pattern: text }]
}
