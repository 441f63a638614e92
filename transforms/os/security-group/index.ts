import { retype } from '../retype.ts'

export const securityGroup = retype(
  {
    title: 'Make AWS::EC2::SecurityGroup native',
    description:
      'Writes `AWS::EC2::SecurityGroup` as `OS::Neutron::SecurityGroup`, its rules in one list with a direction each.',
  },
  'AWS::EC2::SecurityGroup',
)
