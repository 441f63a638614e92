import {
  acceptedHelp,
  type Call,
  type Node,
  offeredHelp,
  type Refusal,
  rewriteTemplate,
  type TemplateScope,
} from '../../../src/engine/authoring/authoring.ts'
import { declinedAttribute, declinedAttributesOf } from '../../../src/heat/deprecations.ts'
import { isRegistered, mentionsOld } from '../definitions.ts'
import { askedIn, insteadOf } from './successors.ts'

export const modernizeAttributes = rewriteTemplate(
  {
    title: 'Replace deprecated attributes',
    description:
      'Replaces `get_attr` of deprecated attributes, on request, because the value differs while the resource does not exist; reports those without replacement.',
    references: [
      'heat/engine/resources/openstack: attributes_schema',
      'heat/engine/support.py: SupportStatus',
    ],
    safety: 'review',
    keeps: 'nothing',
    readsRegistry: true,
    kinds: 'hot',
    calls: ['get_attr'],
    concerns: (template) => mentionsOld(template, declinedAttributesOf),
  },
  (scope) => scope.mapCalls((call) => modern(call, scope)),
)

/** What stands in place of a function that asks for a deprecated attribute; reported either way. */
function modern({ node, argument }: Call, scope: TemplateScope): Node | Refusal | undefined {
  const asked = askedIn(argument, scope.root)
  const isFree = asked !== undefined && !isRegistered(asked.definition, scope)
  const fate = isFree ? declinedAttribute(asked.type, asked.attribute) : undefined
  if (asked === undefined || fate === undefined) return undefined
  const what = `${asked.attribute} of ${asked.type} ${fate}`
  const instead = node.anchor === undefined ? insteadOf(asked, node, scope.root) : undefined
  if (instead === undefined) return scope.refuse('deprecated-name', what, { at: node })
  if (!scope.isAccepted('deprecated-attribute'))
    return scope.refuse('deprecated-attribute', what, { at: node, help: offeredHelp('deprecated-attribute') })
  scope.report('deprecated-attribute', node, `accepted: ${what}`, acceptedHelp('deprecated-attribute'))
  scope.change(node, `Replace ${asked.attribute}`)
  return instead
}
