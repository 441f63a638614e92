import { call } from '../../../src/document/build.ts'
import type { Node } from '../../../src/document/node.ts'
import { seqOf } from '../../../src/document/read.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { callOf } from '../../../src/heat/calls.ts'
import { attributeAsked, declinedAttributes } from '../../../src/heat/declined-names.ts'
import { type Template, withRoot } from '../../../src/heat/template.ts'
import { rewriteValues } from '../../../src/heat/values.ts'

export const modernizeAttributes: Transform = {
  id: 'hot/modernize-attributes',
  title: 'Ask for attributes as Heat wants them asked for',
  description:
    'Writes the attribute `queue_id` of a queue as `get_resource`, and reports attributes that Heat does not want used any more.',
  references: [
    'heat/engine/resources/openstack/zaqar/queue.py: QUEUE_ID',
    'heat/engine/resources: attributes_schema, support_status',
  ],
  safety: 'exact',
  appliesTo: (kind) => kind === 'hot',
  run(template, context) {
    if (!template.document.text.includes('get_attr')) return template
    const root = rewriteValues(template.root, true, (node) => reference(node, template, context) ?? node)
    for (const { at, message } of declinedAttributes(root)) context.report('declined-name', at, message)
    return withRoot(template, root)
  },
}

/** `get_resource` in the place of a call for the id of a queue (`Use get_resource|Ref command instead`). */
function reference(node: Node, { root }: Template, context: TransformContext): Node | undefined {
  const found = callOf(node)
  if (found?.name !== 'get_attr' || found.argument.kind !== 'seq' || found.argument.anchor !== undefined)
    return undefined
  const asked = attributeAsked(found.argument, root)
  const [resource, ...path] = seqOf(found.argument)?.items ?? []
  if (asked?.type !== 'OS::Zaqar::Queue' || asked.attribute !== 'queue_id') return undefined
  if (resource?.kind !== 'scalar' || path.length !== 1 || node.anchor !== undefined) return undefined
  context.change(node, 'Refer to the queue itself')
  return call('get_resource', resource, node)
}
