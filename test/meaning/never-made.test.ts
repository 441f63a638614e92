/** What Heat refuses of resources and outputs that are never made: it loads them all the same. */
import { compareTexts } from './pairs.ts'

/** Two resources of which one is never there, with an output that is none either. */
const text = (part: string, output = 'value: x') => `heat_template_version: 2018-08-31
parameters: {policy: {type: string, default: Delete}}
conditions: {never: {equals: [1, 2]}, maybe: {equals: [{get_param: policy}, Retain]}}
resources:
  lamp: {type: OS::Heat::Value, properties: {value: on}}
  gone: {type: OS::Heat::Value, condition: never, ${part}}
outputs: {o: {condition: never, ${output}}}
`
const fine = 'properties: {value: off}'

const kindsOf = (before: string, after: string) =>
  compareTexts(before, after).tolerated.map(({ kind }) => kind)

describe('verify knows that Heat refuses', () => {
  it.each([
    ['properties that are a list', 'properties: [a, b]'],
    ['properties that are a number', 'properties: 5'],
    ['properties that are null', 'properties: null'],
    ['metadata that are a string', 'metadata: some'],
    ['a function with arguments that its class rejects', 'properties: {value: {list_join: 5}}'],
    ['a condition that is not declared', 'properties: {value: {if: [nowhere, 1, 2]}}'],
    ['what the taken branch has wrong', 'properties: {value: {if: [never, 1, {list_join: 5}]}}'],
    ['an update policy that is a list', 'update_policy: [a]'],
    ['a deletion policy that no version has', 'deletion_policy: Bogus'],
    ['a deletion policy of a function that fails', 'deletion_policy: {get_file: 5}'],
    ['dependencies that are a number', 'depends_on: 5'],
    ['an id that is a list', 'external_id: [a]'],
    ['an id of a function that its class rejects', 'external_id: {list_join: 5}'],
  ])('%s', (_, part) => {
    expect(compareTexts(text(fine), text(part)).verdict).toBe('differs')
    expect(kindsOf(text(part), text(fine))).toEqual(['error-to-value'])
    expect(kindsOf(text(part), text(part))).toEqual([])
  })

  it('an output without a value', () => {
    expect(compareTexts(text(fine), text(fine, 'description: x')).verdict).toBe('differs')
    expect(kindsOf(text(fine, 'description: x'), text(fine, 'description: x, value: y'))).toEqual([
      'error-to-value',
    ])
  })

  it('an unknown policy of what exists elsewhere', () => {
    const of = (policy: string) => `heat_template_version: 2018-08-31
resources: {r: {type: OS::Heat::Value, external_id: abc, deletion_policy: ${policy}}}
`
    expect(compareTexts(of('Delete'), of('Bogus')).verdict).toBe('differs')
    expect(compareTexts(of('Delete'), of('Retain')).verdict).toBe('equal')
  })
})

describe('verify knows that Heat takes', () => {
  it.each([
    ['other properties', 'properties: {value: b}'],
    ['a reference to nothing', 'properties: {value: {get_resource: nowhere}}'],
    ['properties of a function', 'properties: {get_param: policy}'],
    ['what fails where it is computed', 'properties: {value: {get_file: [x]}}'],
    ['what the other branch has wrong', 'properties: {value: {if: [never, {list_join: 5}, 1]}}'],
    ['a dependency on nothing', 'depends_on: nowhere'],
    ['another policy', 'deletion_policy: Retain'],
  ])('%s', (_, part) => {
    expect(compareTexts(text(fine), text(part)).verdict).toBe('equal')
  })
})

describe('what depends on values is never called equal', () => {
  it.each([
    ['the taken branch', 'properties: {value: {if: [maybe, 1, {list_join: 5}]}}'],
    ['the policy', 'deletion_policy: {get_param: policy}'],
  ])('%s', (_, part) => {
    expect(compareTexts(text(fine), text(part)).verdict).not.toBe('equal')
  })
})
