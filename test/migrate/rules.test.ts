/** Rules of CloudFormation that are constraints of parameters, and those that are not. */
import { rewrite } from '../../src/index.ts'

function migrated(assertion: string, { size = 'Type: String', other = '' } = {}) {
  const text = `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Size:
    ${size}
  Other: {Type: String}
Rules:
  Sizes:${other}
    Assertions:
      - Assert: ${assertion}
Resources:
  Note: {Type: OS::Heat::Value, Properties: {value: {Ref: Size}}}
`
  const [outcome] = rewrite([{ path: 'a.yaml', text }], { chain: 'migrate' })
  const constraints = /constraints:\n([\s\S]*?)\n {2}\w/.exec(outcome?.after ?? '')?.[1]
  return { codes: outcome?.findings.map(({ code }) => code), proof: outcome?.proof, constraints }
}

const among = '!Contains [[small, large], !Ref Size]'

it.each([
  [among, '      - allowed_values: [small, large]'],
  ['!Equals [!Ref Size, small]', '      - allowed_values: [small]'],
  ['!Or [!Equals [!Ref Size, a], !Contains [[b, c], !Ref Size]]', '      - allowed_values: [a, b, c]'],
  ["!Not [!Equals ['', !Ref Size]]", '      - length: {min: 1}'],
  [
    "!And [!Equals [!Ref Size, a], !Not [!Equals [!Ref Size, '']]]",
    '      - allowed_values: [a]\n      - length: {min: 1}',
  ],
  ["!Contains [['1', '0644'], !Ref Size]", "      - allowed_values: ['1', '0644']"],
])('%s is a constraint, which is proved', (assertion, expected) => {
  expect(migrated(assertion)).toEqual({ codes: [], proof: 'equal', constraints: expected })
})

it('is one of a parameter whose default it allows', () => {
  expect(migrated(among, { size: 'Type: String\n    Default: large' }).constraints).toBe(
    '      - allowed_values: [small, large]',
  )
})

it.each([
  ['compares two parameters', '!Equals [!Ref Size, !Ref Other]', {}],
  ['is about several parameters', '!Or [!Equals [!Ref Size, a], !Equals [!Ref Other, a]]', {}],
  ['rejects a value', '!Not [!Equals [!Ref Size, a]]', {}],
  ['asks for what a function gives', '!Contains [[!Ref Other], !Ref Size]', {}],
  ['names numbers, which AWS compares as strings', '!Contains [[1, 2], !Ref Size]', {}],
  ['is about a list', among, { size: 'Type: CommaDelimitedList' }],
  ['is about a number', "!Contains [['1'], !Ref Size]", { size: 'Type: Number' }],
  [
    'rejects the default, with which Heat would reject the template',
    among,
    { size: 'Type: String\n    Default: x' },
  ],
  ['has a constraint beside it', among, { size: 'Type: String\n    AllowedPattern: s.*' }],
  ['has a condition', among, { other: '\n    RuleCondition: !Equals [!Ref Other, a]' }],
  ['is about the parameter of an account', '!Equals [!Ref AWS::Region, a]', {}],
  ['asks for what only AWS knows', '!EachMemberIn [[a], !RefAll AWS::EC2::VPC::Id]', {}],
])('stays a rule where it %s', (_why, assertion, more) => {
  expect(migrated(assertion, more).codes).toContain('rules-section')
})

describe('a rule beside another one that is no constraint', () => {
  const text = `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Size: {Type: String}, Other: {Type: String}}
Rules:
  Sizes:
    Assertions: [{Assert: ${among}}]
  # why this one
  Others:
    RuleCondition: !Equals [!Ref Size, small]
    Assertions: [{Assert: !Contains [[a], !Ref Other]}]
Resources:
  Note: {Type: OS::Heat::Value, Properties: {value: {Ref: Size}}}
`
  const outcomeOf = (accept: readonly string[]) =>
    rewrite([{ path: 'a.yaml', text }], { chain: 'migrate', accept })[0]

  it('blocks', () => {
    const outcome = outcomeOf([])
    expect(outcome?.status).toBe('blocked')
    expect(outcome?.findings.filter(({ code }) => code === 'rules-section')).toHaveLength(1)
  })

  it('is a constraint where the removal of the other one is accepted', () => {
    const outcome = outcomeOf(['rules-section'])
    expect(outcome?.proof).toBe('equal')
    expect(outcome?.after).toContain(
      'Size: {type: string, constraints: [{allowed_values: [small, large]}]}, Other: {type: string}',
    )
    expect(outcome?.after).not.toContain('Rules')
  })

  it('is none where it demands the same of a parameter as one before it', () => {
    const twice = text.replace(/ {4}RuleCondition.*\n/, '').replace('[a], !Ref Other', '[small], !Ref Size')
    const [outcome] = rewrite([{ path: 'a.yaml', text: twice }], {
      chain: 'migrate',
      accept: ['rules-section'],
    })
    expect(outcome?.after).toContain('constraints: [{allowed_values: [small, large]}]')
  })
})
