/**
 * What a template that serves as a type takes for its parameters (heat/engine/properties.py: `Schema.from_parameter`).
 */

import { readConstraint } from '../heat/constraint-reading.ts'
import type { HotParameterType } from '../heat/dialects.ts'
import type { Constraint, PropertySchema } from '../heat/facts/resource-types.ts'
import { readValue } from '../heat/merge-keys.ts'
import { cfnBounds, cfnSingle, constraintOrder, declaredType, isHidden } from '../heat/parameters.ts'
import { literalOf } from '../heat/values/nodes.ts'
import { propertiesFor } from '../heat/values/parameters.ts'
import type { Value } from '../heat/values/value.ts'
import type { Mapping } from '../text/document/node.ts'
import { listOf, mapOf } from '../text/document/read.ts'

/** Undefined where the type is none of Heat's. */
export function parameterSchema(parameter: Mapping | undefined): PropertySchema | undefined {
  const type = declaredType(parameter)
  const schema = type && propertiesFor[type]
  // The message about a constraint may name the value, which is secret for a hidden parameter.
  if (type === undefined || schema === undefined || isHidden(parameter)) return schema
  const constraints = constraintsOf(parameter, type)
  return constraints.length === 0 ? schema : { ...schema, constraints }
}

/** Those that Heat takes; mistakes in the others are reported where they are declared. */
function constraintsOf(parameter: Mapping | undefined, type: HotParameterType): readonly Constraint[] {
  const read = (kind: Constraint['kind'], value: Value): readonly Constraint[] => {
    const constraint = readConstraint(kind, value, type)
    return typeof constraint === 'string' ? [] : [constraint]
  }
  const under = (map: Mapping | undefined, kind: Constraint['kind'], key: string): readonly Constraint[] => {
    const node = readValue(map, key)
    return node === undefined ? [] : read(kind, literalOf(node))
  }
  const hot = (listOf(readValue(parameter, 'constraints'))?.items ?? []).flatMap((item) => {
    const kind = constraintOrder.find((one) => readValue(mapOf(item), one) !== undefined)
    return kind === undefined ? [] : under(mapOf(item), kind, kind)
  })
  const bounds = cfnBounds.flatMap(({ kind, min, max }) => {
    const [least, most] = [min, max]
      .map((key) => readValue(parameter, key))
      .map((one) => one && literalOf(one))
    const limits = new Map([['min', least ?? null] as const, ['max', most ?? null] as const])
    return read(kind, limits)
  })
  return [...hot, ...bounds, ...cfnSingle.flatMap(({ kind, key }) => under(parameter, kind, key))]
}
