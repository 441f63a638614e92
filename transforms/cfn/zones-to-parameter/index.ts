import { freeName, hasFunction, rewriteTemplate } from '../../../src/engine/authoring/authoring.ts'
import { refTo } from '../parameter-names.ts'

export const zonesToParameter = rewriteTemplate(
  {
    title: 'Replace Fn::GetAZs by a parameter',
    description:
      'Replaces `Fn::GetAZs`, on request, by a list parameter that names the availability zones; HOT has the function in 2013-05-23 only, where it gives what Heat gives.',
    references: [
      'heat/engine/cfn/functions.py: GetAZs',
      'heat/engine/hot/template.py: HOTemplate20141016.functions',
    ],
    safety: 'lossy',
    keeps: 'meaning unless accepted',
    asksForValues: true,
    kinds: 'all',
    calls: ['Fn::GetAZs'],
  },
  ({ root, template, target, mapCalls, accepts, change, declare }) => {
    if (template.reading === 'heat' && hasFunction(target, 'Fn::GetAZs')) return root
    const name = freeName(root, 'availability_zones', [])
    const description = 'Names of the availability zones to use, separated by commas, formerly Fn::GetAZs'
    return mapCalls(({ node }) => {
      const what = 'Fn::GetAZs has no equivalent in this version'
      if (!accepts('availability-zones', node, what)) return undefined
      change(node, `Take the availability zones from the parameter "${name}"`)
      declare({ name, type: 'CommaDelimitedList', description })
      return refTo(name, node)
    })
  },
)
