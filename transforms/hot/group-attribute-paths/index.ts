import { type Call, rewriteTemplate } from '../../../src/engine/authoring/authoring.ts'
import { callSites } from '../../../src/heat/walk.ts'
import { affected } from './paths.ts'
import { rewritten } from './selected.ts'

export const groupAttributePaths = rewriteTemplate(
  {
    title: 'Name the member that a path into a group selects',
    description:
      'Reports `get_attr` with a path on groups and nested templates, where the path means something else from 2014-10-16 on, and names the member on request.',
    references: [
      'heat/engine/hot/functions.py: GetAttThenSelect, GetAtt',
      'heat/engine/resources/openstack/heat/resource_group.py: get_attribute',
    ],
    safety: 'lossy',
    keeps: 'meaning of the chain',
    kinds: 'hot',
    calls: ['get_attr'],
    gaining: 'attributePaths',
  },
  (scope) => {
    const { template, root, mapCalls, report } = scope
    for (const { call, at, reach } of callSites(root)) {
      const found = reach === 'alias' && call.name === 'get_attr' ? affected(call, template) : undefined
      if (found !== undefined) report('anchor-edit', at, `${found.why}; write the call out`)
    }
    const instead = (call: Call) => {
      const found = affected(call, template)
      // What names a member and was not read is what another selection has become: it is meant so.
      const isMade = found?.change === 'names-member' && call.node.start === undefined
      return found === undefined || isMade ? undefined : rewritten(call, found, scope)
    }
    return mapCalls(instead)
  },
)
