import {
  isMerge,
  type Mapping,
  mapOf,
  mergedNodes,
  type PartScope,
  textOf,
  valueOf,
} from '../../../src/engine/authoring.ts'
import { parameterType } from '../../../src/heat/parameter-types.ts'
import { hasConstraints } from '../constraints.ts'

/** Constraints merge key by key in CloudFormation; in HOT the parameter's own list would hide the merged one. */
export function refuseMergedConstraints(parameter: Mapping, scope: PartScope): void {
  const merge = parameter.entries.find(isMerge)
  if (merge === undefined || !isConstrained(parameter)) return
  if (mergedNodes(parameter).some((node) => isConstrainedDeep(mapOf(node)))) {
    scope.report(
      'anchor-edit',
      merge,
      'both this parameter and the merged one have constraints, which HOT cannot merge',
    )
  }
}

function isConstrained(parameter: Mapping): boolean {
  const meaning = parameterType(textOf(valueOf(parameter, 'Type')) ?? '')
  return (
    hasConstraints(parameter) ||
    (meaning !== undefined && 'hot' in meaning && meaning.customConstraint !== undefined)
  )
}

function isConstrainedDeep(parameter: Mapping | undefined): boolean {
  if (parameter === undefined) return false
  return isConstrained(parameter) || mergedNodes(parameter).some((node) => isConstrainedDeep(mapOf(node)))
}
