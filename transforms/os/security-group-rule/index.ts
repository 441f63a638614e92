import { entryOf } from '../../../src/engine/authoring/authoring.ts'
import type { Native, Retyping } from '../native.ts'
import { propertiesOf } from '../resources.ts'
import { retype } from '../retype.ts'

/** Each of them names whom the rule admits. */
const peers = [
  'CidrIp',
  'CidrIpv6',
  'SourceSecurityGroupId',
  'SourceSecurityGroupName',
  'DestinationSecurityGroupId',
] as const

export const securityGroupRule = retype(
  {
    title: 'Make AWS::EC2::SecurityGroupIngress and AWS::EC2::SecurityGroupEgress native',
    description:
      'Writes `AWS::EC2::SecurityGroupIngress` and `AWS::EC2::SecurityGroupEgress` as `OS::Neutron::SecurityGroupRule`.',
  },
  ['AWS::EC2::SecurityGroupIngress', 'AWS::EC2::SecurityGroupEgress'],
  restricted,
)

/** A rule that names nobody is an error on AWS, and admits everybody in Neutron. */
function restricted(made: Native, { resource }: Retyping): Native | string {
  const properties = propertiesOf(resource.definition)
  if (entryOf(properties, ...peers) === undefined) return `it has none of ${peers.join(', ')}`
  return entryOf(properties, 'GroupId', 'GroupName') === undefined
    ? 'it has neither GroupId nor GroupName'
    : made
}
