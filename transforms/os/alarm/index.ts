import { retype } from '../retype.ts'

export const alarm = retype(
  {
    title: 'Make AWS::CloudWatch::Alarm native',
    description: 'Writes `AWS::CloudWatch::Alarm` as the `OS::Aodh::Alarm` that Heat makes of it.',
  },
  'AWS::CloudWatch::Alarm',
  (made, { resource, uses }) =>
    uses.of(resource.name).some(({ by }) => by === 'get_resource')
      ? 'something refers to it, and would get another identifier'
      : made,
)
