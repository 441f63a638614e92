import { memberListToMap } from '../../src/heat/functions/literals.ts'

// Recorded from heat/api/aws/utils.py by way of Fn::MemberListToMap.
it.each([
  [['.member.0.Name=a', '.member.0.Value=b'], [['a', 'b']]],
  [
    ['.member.2.Name=b', '.member.2.Value=2', '.member.10.Name=a', '.member.10.Value=1'],
    [
      ['b', '2'],
      ['a', '1'],
    ],
  ],
  [
    ['.member.1.Name=a', '.member.1.Value=late', '.member.0.Name=a', '.member.0.Value=early'],
    [['a', 'late']],
  ],
  [['.member.0.Name=a', '.member.0.Value=b=c'], [['a', 'b=c']]],
  [['.member.0.Name=a', '.member.1.Value=b'], []],
  [['member.0.Name=a', 'member.0.Value=b'], []],
  [[], []],
  [['.member.0.Name'], undefined],
])('%j', (members, pairs) => {
  expect(memberListToMap('Name', 'Value', members)).toEqual(pairs)
})
