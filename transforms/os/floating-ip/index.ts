import { entry } from '../../../src/engine/authoring/authoring.ts'
import { externalNetwork } from '../external-network.ts'
import { withProperty } from '../resources.ts'
import { retype } from '../retype.ts'

export const floatingIp = retype(
  {
    title: 'Make AWS::EC2::EIP native',
    description:
      'Writes `AWS::EC2::EIP` as `OS::Neutron::FloatingIP`, on request, for the external network has to be given.',
  },
  'AWS::EC2::EIP',
  (made, { scope }) => ({
    ...made,
    definition: withProperty(made.definition, entry('floating_network', externalNetwork(scope))),
  }),
)
