import { latestVersion } from '../../src/heat/versions.ts'
import { locations, runText } from './run-text.ts'

const inValue = (value: string) => `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Text: {Type: String, Default: a}
  List: {Type: CommaDelimitedList, Default: "a,b"}
  Data: {Type: Json, Default: "[1]"}
Conditions:
  Live: {"Fn::Equals": [{Ref: Text}, live]}
Resources:
  Server: {Type: "OS::Nova::Server", Properties: {image: a, flavor: b}}
  Notes:
    Type: OS::Heat::Value
    Properties:
      value: ${value}
`

/** The same without conditions, which need 2016-10-14 by themselves. */
const withoutConditions = (value: string) => inValue(value).replace(/Conditions:\n.*\n/, '')

function oldest(text: string, accept: readonly string[] = []): string {
  const outcome = runText(text, { to: 'oldest', accept })
  return /heat_template_version: (\S+)/.exec(outcome.after ?? '')?.[1] ?? outcome.status
}

describe('--to oldest', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['references', withoutConditions('[{Ref: Text}, {Ref: Server}]'), '2013-05-23'],
    ['a join', withoutConditions('{"Fn::Join": ["-", [a, {Ref: Text}]]}'), '2013-05-23'],
    ['availability zones', withoutConditions('{"Fn::GetAZs": ""}'), '2013-05-23'],
    [
      'a selection out of JSON in a text',
      withoutConditions('{"Fn::Select": [0, {Ref: Text}]}'),
      '2013-05-23',
    ],
    ['a split', withoutConditions('{"Fn::Split": [",", {Ref: Text}]}'), '2013-05-23'],
    ['zones with data that 2014-10-16 calls', withoutConditions('[{repeat: 1}, {digest: a}]'), '2013-05-23'],
    ['conditions', inValue('a'), '2016-10-14'],
    ['a choice', inValue('{"Fn::If": [Live, a, b]}'), '2016-10-14'],
    ['a choice of nothing', inValue('[{"Fn::If": [Live, a, {Ref: "AWS::NoValue"}]}]'), '2017-09-01'],
  ]
  it.each(cases)('takes the first version that has all of: %s', (_, text, version) => {
    expect(oldest(text)).toBe(version)
  })

  it('names what is missing in the usual version where none has all', () => {
    const outcome = runText(inValue('[{"Fn::GetAZs": ""}, {"Fn::If": [Live, a, b]}]'), { to: 'oldest' })
    expect(outcome.status).toBe('blocked')
    expect(locations(outcome)).toEqual(['availability-zones 13:15'])
  })

  it('counts what is accepted as said', () => {
    const text = inValue('[{"Fn::GetAZs": ""}, {"Fn::If": [Live, a, b]}]')
    expect(oldest(text, ['availability-zones'])).toBe('2016-10-14')
  })
})

function auto(text: string): string {
  const outcome = runText(text, { to: 'auto' })
  return outcome.version ?? outcome.status
}

describe('--to auto', () => {
  it.each([
    ['what the usual version says', inValue('[{"Fn::If": [Live, a, b]}]'), '2018-08-31'],
    ['availability zones', withoutConditions('{"Fn::GetAZs": ""}'), '2013-05-23'],
    ['JSON in a text', withoutConditions('{"Fn::Select": [0, {Ref: Text}]}'), '2015-04-30'],
    ['data that a newer version calls', withoutConditions('{digest: a}'), '2014-10-16'],
    ['zones together with conditions, which no version has', inValue('{"Fn::GetAZs": ""}'), 'blocked'],
  ])('chooses the version nearest to the usual one for: %s', (_, text, version) => {
    expect(auto(text)).toBe(version)
  })

  it('says why', () => {
    const { findings } = runText(withoutConditions('{"Fn::GetAZs": ""}'), { to: 'auto' })
    expect(findings).toMatchObject([{ code: 'other-version', severity: 'info', line: 11, column: 14 }])
    expect(findings[0]?.message).toContain('2013-05-23')
    expect(findings[0]?.message).toContain('Fn::GetAZs has no equivalent')
  })

  it('leaves what no version changes to its findings', () => {
    const outcome = runText(inValue('[{Ref: Nobody}, {"Fn::GetAZs": ""}]'), { to: 'auto' })
    expect(locations(outcome)).toEqual(['unknown-reference 13:15', 'availability-zones 13:30'])
  })
})

describe('--to a version', () => {
  it('that is too old for conditions names each place', () => {
    const outcome = runText(inValue('{"Fn::If": [Live, a, b]}'), { to: '2016-04-08' })
    expect(locations(outcome)).toEqual(['version-too-old 6:1', 'version-too-old 13:14'])
  })

  it('that is too old to leave out an item', () => {
    const outcome = runText(inValue('[{"Fn::If": [Live, a, {Ref: "AWS::NoValue"}]}]'), { to: '2016-10-14' })
    expect(locations(outcome)).toContain('version-too-old 13:36')
  })

  it('that is too old for a split', () => {
    const outcome = runText(withoutConditions('{"Fn::Split": [",", {Ref: Text}]}'), { to: '2014-10-16' })
    expect(locations(outcome)).toEqual(['version-too-old 11:14'])
  })

  it('that is too new to decode JSON', () => {
    const attribute = '{"Fn::Select": [a, {"Fn::GetAtt": [Wait, Data]}]}'
    const text = `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Handle: {Type: "AWS::CloudFormation::WaitConditionHandle"}
  Wait: {Type: "AWS::CloudFormation::WaitCondition", Properties: {Handle: {Ref: Handle}, Timeout: 9}}
Outputs:
  Data: {Value: ${attribute}}
`
    expect(locations(runText(text))).toEqual(['select-text 6:17'])
    const { status, findings } = runText(text, { to: '2015-04-30' })
    expect([status, findings.map(({ code }) => code)]).toEqual(['changed', ['function-kept']])
  })

  it('that takes data for a call', () => {
    const text = withoutConditions('{digest: a}')
    expect(locations(runText(text, { to: '2015-04-30' }))).toEqual(['data-becomes-call 11:14'])
    expect(runText(text, { to: '2014-10-16' }).after).toContain('value: {digest: a}')
  })

  it('by a release is declared by its date', () => {
    expect(runText(inValue('a'), { to: 'rocky' }).after).toContain('heat_template_version: 2018-08-31\n')
    expect(runText(inValue('a'), { to: 'latest' }).after).toContain(
      `heat_template_version: ${latestVersion}\n`,
    )
  })

  it('may be YAML of CloudFormation', () => {
    const json = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"A": {"Type": "OS::Heat::None"}}}'
    expect(runText(json, { to: 'cfn-yaml' }, 'a.json')).toMatchObject({
      status: 'changed',
      newPath: 'a.yaml',
      after: 'AWSTemplateFormatVersion: 2010-09-09\nResources:\n  A: {Type: OS::Heat::None}\n',
    })
    expect(runText(inValue('{Ref: Text}'), { to: 'cfn-yaml' }).status).toBe('unchanged')
  })
})
