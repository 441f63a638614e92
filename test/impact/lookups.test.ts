/** Values that templates look up in tables: they are other ones for the keys of which the entries change. */
import { effectsOf, impactBetween, template } from './impact-of.ts'

const mapped = (large: string, more = '') => `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Kind: {Type: String, AllowedValues: [small, large]}
  Arch: {Type: String}
Mappings:
  Images:
    small: {old: ami-1, new: ami-2${more}}
    large: {old: ami-3, new: ${large}}
Resources:
  Server:
    Type: AWS::EC2::Instance
    Properties:
      InstanceType: m1.small
      ImageId: !FindInMap [Images, !Ref Kind, !Ref Arch]
`

describe('values of a mapping', () => {
  it('part for the keys of the entries that part', () => {
    const impact = impactBetween(mapped('ami-4'), mapped('ami-9'))
    expect(effectsOf(impact)).toEqual({ Server: 'replace if Arch is "new" and Kind is "large"' })
    expect(impact.resources[0]?.changes).toEqual([
      {
        path: 'properties.ImageId',
        before: '"ami-4"',
        after: '"ami-9"',
        certainty: 'if',
        when: 'Arch is "new" and Kind is "large"',
        action: 'replace',
      },
    ])
    expect(effectsOf(impactBetween(mapped('ami-4'), mapped('ami-9'), { Kind: 'small' }))).toEqual({})
    expect(
      effectsOf(impactBetween(mapped('ami-4'), mapped('ami-9'), { Kind: 'large', Arch: 'new' })),
    ).toEqual({
      Server: 'replace',
    })
  })

  it('may part where an entry is in one table only', () => {
    const impact = impactBetween(mapped('ami-4'), mapped('ami-4', ', other: ami-5'))
    expect(effectsOf(impact)).toEqual({ Server: 'may replace' })
  })

  it('are shown without the table', () => {
    const key = (name: string) => mapped('ami-4').replace('!Ref Arch]', `!Ref ${name}]`)
    expect(impactBetween(key('Arch'), key('Kind')).resources[0]?.changes).toMatchObject([
      { before: '{…}[get_param Kind][get_param Arch]', after: '{…}[get_param Kind][get_param Kind]' },
    ])
  })

  it('part for certain where strings ask for them, and may where numbers do', () => {
    const of = (one: string, type: string) =>
      template(
        `parameters:\n  table: {type: json, default: {'1': ${one}, '2': b}}\n  key: {type: ${type}}\nresources:\n  s: {type: OS::Heat::RandomString, properties: {salt: {get_param: [table, {get_param: key}]}}}\n`,
      )
    expect(effectsOf(impactBetween(of('a', 'string'), of('c', 'string')))).toEqual({
      s: 'replace if key is "1" and table is not given',
    })
    expect(effectsOf(impactBetween(of('a', 'number'), of('c', 'number')))).toEqual({
      s: 'may replace if table is not given',
    })
  })
})
