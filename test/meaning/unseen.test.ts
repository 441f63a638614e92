/** What no sample reaches: two templates with different things there are not called equal. */
import { compareTexts } from './pairs.ts'

const head = `heat_template_version: 2021-04-16
parameters:
  data: {type: json, default: {}}
  town: {type: string, default: here}
  open: {type: boolean, default: false}
conditions:
  far:
    and: [{equals: [{get_param: open}, true]}, {not: {equals: [{get_param: town}, '']}}]
  near:
    or: [{equals: [{get_param: town}, here]}, {equals: [{get_param: town}, there]}]
resources:
  r: {type: OS::No::Facts}
outputs:
  o:
    value:
`

function verdict(before: string, after: string): string {
  return compareTexts(before, after).verdict
}

describe.each([
  [
    'the body of a loop without rounds',
    "repeat: {for_each: {'%x%': {get_param: [data, list]}}, template: {a: '%x%', b: oven}}",
  ],
  ['a branch beside what fails', 'list_concat: [{get_attr: [r, list]}, {if: [far, [oven], []]}]'],
  ['an attribute that only null gets by', 'map_merge: [{get_attr: [r, oven, part]}, {a: b}]'],
  [
    'a selection that finds nothing',
    "yaql: {expression: '$.data.where($.a = oven).b', data: {get_param: [data, list]}}",
  ],
])('%s', (_what, value) => {
  const before = `${head}      ${value}\n`

  it('is equal to itself', () => {
    expect(verdict(before, before)).toBe('equal')
  })

  it('is not equal to another one', () => {
    expect(verdict(before, before.replace('oven', 'stove'))).not.toBe('equal')
  })
})

describe('a condition', () => {
  const text = `${head}      {if: [near, a, b]}\n`

  it('differs from one with another alternative', () => {
    expect(verdict(text.replace(', there]', ', oven]'), text)).toBe('differs')
  })
})

describe('another spelling of what no sample reaches', () => {
  it('is proved where it is the same by itself', () => {
    const cfn = `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Town: {Type: String, AllowedValues: [here], Default: here}}
Conditions: {Far: {'Fn::Not': [{'Fn::Equals': [{Ref: Town}, here]}]}}
Outputs: {o: {Value: {'Fn::If': [Far, {'Fn::Join': ['-', [a, {Ref: Town}]]}, b]}}}
`
    const hot = `heat_template_version: 2016-10-14
parameters: {Town: {type: string, constraints: [{allowed_values: [here]}], default: here}}
conditions: {Far: {not: {equals: [{get_param: Town}, here]}}}
outputs: {o: {value: {if: [Far, {list_join: ['-', [a, {get_param: Town}]]}, b]}}}
`
    expect(verdict(cfn, hot)).toBe('equal')
    expect(verdict(cfn, hot.replace('[a,', '[x,'))).not.toBe('equal')
    expect(verdict(cfn, hot.replace("'-'", "'+'"))).not.toBe('equal')
  })

  it('looks regions up that a mapping has', () => {
    const before = `AWSTemplateFormatVersion: '2010-09-09'
Mappings: {Images: {eu-1: {web: a}, us-1: {web: b}}}
Outputs: {o: {Value: {'Fn::FindInMap': [Images, {Ref: 'AWS::Region'}, web]}}}
`
    expect(verdict(before, before)).toBe('equal')
    expect(compareTexts(before, before.replace('web: a', 'web: x'), 'aws').verdict).not.toBe('equal')
  })
})
