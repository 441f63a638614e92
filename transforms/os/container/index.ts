import { retype } from '../retype.ts'

export const container = retype(
  {
    title: 'Make AWS::S3::Bucket native',
    description:
      'Writes `AWS::S3::Bucket` as `OS::Swift::Container`, on request, for its access lists get lost.',
  },
  'AWS::S3::Bucket',
)
