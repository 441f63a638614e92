import type { Mapping } from '../../../src/document/node.ts'
import { mapOf, textOf, valueOf } from '../../../src/document/read.ts'
import type { PartScope } from '../../../src/engine/section-transform.ts'
import { hasConstraints } from '../../../src/heat/constraints.ts'
import { isMerge, mergedNodes } from '../../../src/heat/merge-keys.ts'
import { parameterType } from '../../../src/heat/parameter-types.ts'

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
