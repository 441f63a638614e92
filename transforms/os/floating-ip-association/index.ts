import { entryOf } from '../../../src/engine/authoring/authoring.ts'
import { propertiesOf } from '../resources.ts'
import { retype } from '../retype.ts'

export const floatingIpAssociation = retype(
  {
    title: 'Make AWS::EC2::EIPAssociation native',
    description:
      'Writes `AWS::EC2::EIPAssociation` as `OS::Neutron::FloatingIPAssociation`, where the port is known; else it stays and takes the native address.',
  },
  'AWS::EC2::EIPAssociation',
  (made, { resource, resources }) => {
    const given = (name: string) => entryOf(propertiesOf(resource.definition), name) !== undefined
    if (!given('EIP') && !given('AllocationId')) return 'it has neither EIP nor AllocationId'
    if (!given('InstanceId') && !given('NetworkInterfaceId')) return 'it has no port'
    const hasVpc = [...resources.values()].some(({ type }) => type === 'AWS::EC2::VPC')
    return given('AllocationId') && hasVpc ? 'with AllocationId it connects the router of the VPC, too' : made
  },
)
