import type { Node } from '../../document/node.ts'
import { goneType } from '../deprecations.ts'
import { nearNames } from '../near-names.ts'
import { isTemplateReference, resourceTypeFacts, resourceTypeNames } from '../resource-types.ts'
import type { CheckScope } from './scope.ts'

const rule = 'Template Guide, OpenStack Resource Types'

/** What Heat has of a type. Those that only an environment knows are as good as any; so all are warnings. */
export function checkType(type: string, at: Node, { report }: CheckScope): void {
  const facts = resourceTypeFacts(type)
  const gone = goneType(type)
  if (gone !== undefined) report('gone-resource-type', at, `${type} ${gone}`, rule)
  else if (facts !== undefined && facts.status !== 'supported') {
    const since = facts.since === undefined ? '' : ` since ${facts.since}`
    report('deprecated-resource-type', at, `${type} is ${facts.status} in Heat${since}`, rule)
  } else if (facts === undefined && !isTemplateReference(type) && isHeatsOwn(type)) {
    const near = nearNames(type, resourceTypeNames(), 1).map((one) => `; did you mean ${one}?`)
    report('unknown-resource-type', at, `Heat has no resource type ${type}${near.join('')}`, rule)
  }
}

/** Names in the name spaces of Heat's own types. */
function isHeatsOwn(type: string): boolean {
  return /^(?:OS|AWS|Heat|HEAT)::/.test(type)
}
