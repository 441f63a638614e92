import { entry, text, withEntries, withKey } from '../../../src/document/build.ts'
import { textOf } from '../../../src/document/read.ts'
import { callTransform } from '../../../src/engine/call-transform.ts'

/** `ResourceFacade` in heat/engine/hot/functions.py spells the attributes in lower case. */
const attributes: ReadonlyMap<string, string> = new Map([
  ['Metadata', 'metadata'],
  ['DeletionPolicy', 'deletion_policy'],
  ['UpdatePolicy', 'update_policy'],
])

export const resourceFacade = callTransform(
  {
    id: 'cfn/resource-facade',
    title: 'Replace Fn::ResourceFacade by resource_facade',
    description:
      'Replaces `Fn::ResourceFacade` by `resource_facade` and its argument by the name that HOT has for it.',
    references: ['heat/engine/cfn/functions.py: ResourceFacade', 'HOT specification, resource_facade'],
    safety: 'exact',
  },
  ['Fn::ResourceFacade'],
  (facade, scope) => {
    const name = attributes.get(textOf(facade.argument) ?? '')
    if (name === undefined) {
      const known = [...attributes.keys()].join(', ')
      scope.report('bad-arguments', facade.node, `Fn::ResourceFacade takes one of ${known}`)
      return undefined
    }
    const key = withKey(facade.entry, 'resource_facade').key
    return withEntries(facade.node, [entry(key, text(name, { for: facade.argument }), { for: facade.entry })])
  },
)
