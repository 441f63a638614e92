import { call, text } from '../../../src/document/build.ts'
import { replacesForeign } from '../../../src/engine/authoring.ts'
import type { Transform } from '../../../src/engine/transform.ts'
import { callOf } from '../../../src/heat/calls.ts'
import { addParameter, freeName } from '../../../src/heat/parameters.ts'
import { isCfn, withRoot } from '../../../src/heat/template.ts'
import { rewriteValues } from '../../../src/heat/values.ts'
import { hasFunction } from '../../../src/heat/versions.ts'

const wanted = 'availability_zones'

export const zonesToParameter: Transform = {
  id: 'cfn/zones-to-parameter',
  title: 'Replace Fn::GetAZs by a parameter',
  description:
    'Replaces `Fn::GetAZs`, on request, by a list parameter that names the availability zones; HOT keeps the function in 2013-05-23 only.',
  references: [
    'heat/engine/cfn/functions.py: GetAZs',
    'heat/engine/hot/template.py: HOTemplate20141016.functions',
  ],
  safety: 'lossy',
  appliesTo: (kind) => isCfn(kind) || kind === 'hot',
  run(template, context) {
    const { version } = template
    // Elsewhere in HOT it is data, and stays what it is.
    const isCall = version === undefined || hasFunction(version, 'Fn::GetAZs')
    if (!isCall && !replacesForeign(template, context)) return template
    const name = freeName(template.root, wanted, [])
    let used = false
    const root = rewriteValues(template.root, template.document.syntax === 'yaml', (node) => {
      if (callOf(node)?.name !== 'Fn::GetAZs' || hasFunction(context.target, 'Fn::GetAZs')) return node
      if (!context.accepts('availability-zones', node, 'Fn::GetAZs has no equivalent in this version'))
        return node
      used = true
      context.change(node, `Take the availability zones from the parameter "${name}"`)
      return call('Ref', text(name, { for: node }), node)
    })
    if (!used) return template
    const description = 'Names of the availability zones to use, separated by commas'
    return withRoot(template, addParameter(root, { name, type: 'CommaDelimitedList', description }))
  },
}
