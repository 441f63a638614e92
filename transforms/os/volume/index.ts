import { retype } from '../retype.ts'

export const volume = retype(
  {
    title: 'Make AWS::EC2::Volume native',
    description: 'Writes `AWS::EC2::Volume` as `OS::Cinder::Volume`, its tags as metadata.',
  },
  'AWS::EC2::Volume',
)
