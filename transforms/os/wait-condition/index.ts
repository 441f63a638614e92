import { retype } from '../retype.ts'

export const waitCondition = retype(
  {
    title: 'Make wait conditions native',
    description:
      'Writes `AWS::CloudFormation::WaitCondition` as `OS::Heat::WaitCondition`; its handle stays, for cfn-signal knows no other.',
  },
  'AWS::CloudFormation::WaitCondition',
)
