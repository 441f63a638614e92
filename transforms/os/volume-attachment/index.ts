import { retype } from '../retype.ts'

export const volumeAttachment = retype(
  {
    title: 'Make AWS::EC2::VolumeAttachment native',
    description: 'Writes `AWS::EC2::VolumeAttachment` as `OS::Cinder::VolumeAttachment`.',
  },
  'AWS::EC2::VolumeAttachment',
)
