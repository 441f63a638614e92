import {
  entriesRead,
  entry,
  hotName,
  integer,
  type Mapping,
  mapOf,
  mapParts,
  mapRead,
  type Node,
  nameOf,
  offeredHelp,
  readValue,
  rewriteTemplate,
  section,
  stringOf,
  type TemplateScope,
  withAppended,
} from '../../../src/engine/authoring/authoring.ts'
import { type OpenRule, openRules } from '../../../src/heat/open-rules.ts'
import { mapNodes } from '../../../src/heat/walk.ts'

const TYPE = 'AWS::EC2::SecurityGroup'
const propertyNames = ['Properties', hotName('Properties')] as const

export const restrictOpenRules = rewriteTemplate(
  {
    title: 'Restrict rules of security groups that Heat would open to any source',
    description:
      'Reports each rule of `AWS::EC2::SecurityGroup` whose source or destination Heat ignores, so that it admits everybody; on request gives the rule ports, with which Heat applies `CidrIp`.',
    references: [
      'heat/engine/resources/aws/ec2/security_group.py: NeutronSecurityGroup._prop_rules_to_common',
    ],
    safety: 'lossy',
    keeps: 'meaning unless accepted',
    kinds: 'all',
    mentions: TYPE,
    reads: ['Fn::If'],
  },
  (scope) => {
    if (scope.registers(TYPE)) return scope.root
    const restricted = new Map<Node, Mapping>()
    for (const one of entriesRead(section(scope.root, 'resources'))) {
      const definition = mapOf(one.value)
      if (stringOf(readValue(definition, 'Type', hotName('Type'))) !== TYPE) continue
      for (const rule of openRules(readValue(definition, ...propertyNames))) {
        if (isRestricted(rule, nameOf(one) ?? '', scope)) restricted.set(rule.rule, withPorts(rule.rule))
      }
    }
    if (restricted.size === 0) return scope.root
    return mapParts(scope.root, 'resources', (definition) =>
      propertyNames.reduce<Mapping>(
        (whole, name) =>
          mapRead(whole, name, (node) => mapNodes(node, (inner) => restricted.get(inner) ?? inner)),
        definition,
      ),
    )
  },
)

/** Heat drops negative ports once it has seen that there are some. */
function withPorts(rule: Mapping): Mapping {
  return ['FromPort', 'ToPort'].reduce((all, name) => withAppended(all, entry(name, integer(-1))), rule)
}

/** Reports a rule; whether it gets ports. */
function isRestricted(open: OpenRule, group: string, scope: TemplateScope): boolean {
  const { at, rule, property, value, direction } = open
  const isKnown = property === 'CidrIp'
  // As long as nobody removes a property that Heat lacks, Heat rejects the template.
  if (!isKnown && !scope.isAccepted('aws-only-property')) return false
  const who = direction === 'ingress' ? 'any source' : 'any destination'
  const restriction = value === undefined ? property : `${property} ${value}`
  const why = isKnown ? ' of a rule without FromPort and ToPort' : ''
  const message = `"${group}" would admit ${who}: Heat ignores ${restriction}${why}`
  if (canHavePorts(open) && scope.isAccepted('restrict-rule')) {
    scope.accepts('restrict-rule', at, message)
    scope.change(rule, `Give the rule ports, so that Heat applies ${restriction}`)
    return true
  }
  if (scope.isAccepted('open-to-any-source')) scope.accepts('open-to-any-source', at, message)
  else {
    const help = canHavePorts(open)
      ? 'Add FromPort: -1 and ToPort: -1 to the rule, or run with --accept restrict-rule: Heat then applies CidrIp to all ports.'
      : 'Restrict the rule by CidrIp and ports, or remove it.'
    scope.report('open-to-any-source', at, message, offeredHelp('open-to-any-source', help))
  }
  return false
}

function canHavePorts({ property, rule }: OpenRule): boolean {
  return property === 'CidrIp' && ['FromPort', 'ToPort'].every((name) => readValue(rule, name) === undefined)
}
