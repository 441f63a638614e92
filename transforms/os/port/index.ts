import { retype } from '../retype.ts'

export const port = retype(
  {
    title: 'Make AWS::EC2::NetworkInterface native',
    description:
      'Writes `AWS::EC2::NetworkInterface` as `OS::Neutron::Port`, where the network of its subnet is known.',
  },
  'AWS::EC2::NetworkInterface',
)
