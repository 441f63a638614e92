import {
  mapEntries,
  mapParts,
  nameOf,
  rewriteTemplate,
  stringOf,
  valueOf,
} from '../../../src/engine/authoring/authoring.ts'
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
    keeps: 'meaning unless accepted',
    kinds: 'cfn',
    reading: 'aws',
    mentions: 'Policy',
  },
  ({ root, accepts, change }) =>
    mapParts(root, 'resources', (resource, one) => {
      const type = resourceTypeFacts(stringOf(valueOf(resource, 'Type')) ?? '')
      const unread = ['CreationPolicy', ...(type?.schema.updatePolicy === undefined ? ['UpdatePolicy'] : [])]
      return mapEntries(resource, (key) => {
        const name = nameOf(key) ?? ''
        const what = `Heat does not support ${name} (resource "${nameOf(one)}")`
        if (!unread.includes(name) || !accepts('aws-only-key', key, what)) return key
        change(key, `Leave out ${name}`)
        return undefined
      })
    }),
)
