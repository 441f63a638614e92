import {
  type Entry,
  mapEntries,
  mapParts,
  nameOf,
  rewriteTemplate,
  textOf,
  valueOf,
} from '../../../src/engine/authoring.ts'
import { resourceTypeFacts } from '../../../src/heat/resource-types.ts'

export const dropUpdatePolicies = rewriteTemplate(
  {
    title: 'Leave out keys that change when AWS holds a resource for done',
    description:
      'Leaves out, on request, `CreationPolicy`, and `UpdatePolicy` of resources of types that have none in Heat.',
    references: [
      'AWS CloudFormation User Guide, CreationPolicy attribute, UpdatePolicy attribute',
      'heat/engine/resource.py: Resource.update_policy_schema',
    ],
    safety: 'lossy',
    kinds: 'cfn',
    reading: 'aws',
    mentions: 'Policy',
  },
  ({ root, accepts, change }) =>
    mapParts(root, 'resources', (resource, one) => {
      const type = textOf(valueOf(resource, 'Type')) ?? ''
      return mapEntries(resource, (key) => {
        if (!isUnread(key, type)) return key
        const what = `"${nameOf(key)}" of "${nameOf(one)}" changes at AWS when the resource is done; Heat has none`
        if (!accepts('aws-only-key', key, what)) return key
        change(key, `Leave out ${nameOf(key)}`)
        return undefined
      })
    }),
)

function isUnread(key: Entry, type: string): boolean {
  if (nameOf(key) === 'CreationPolicy') return true
  return nameOf(key) === 'UpdatePolicy' && resourceTypeFacts(type)?.schema.updatePolicy === undefined
}
