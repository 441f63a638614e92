import { locations, runText } from './run-text.ts'

const text = `# who
AWSTemplateFormatVersion: '2010-09-09'
Conditions:
  Live: {"Fn::Equals": [{Ref: AWS::StackName}, live]}
Mappings:
  Sizes: {small: {flavor: m1.small}}
  Unused: {small: {flavor: m1.small}}
Resources:
  # the notes
  Notes:
    Type: OS::Heat::Value
    Properties:
      value:
        - {Ref: AWS::StackName}   # stays with it
        - {"Fn::GetAZs": ""}
        - {"Fn::FindInMap": [Sizes, large, flavor]}
        - {"Fn::FindInMap": [Sizes, small, flavor]}
        - {"Fn::Join": ["", [{Ref: Gone}, a]]}
        - {"Fn::If": [Test, a, b]}
        - {"Fn::If": [Live, a, b]}
`

describe('what --partial leaves', () => {
  it('blocks the next run, too', () => {
    const again = runText(runText(text, { partial: true }).after ?? '')
    expect(again.status).toBe('blocked')
    expect(locations(again)).toEqual([
      'unknown-section 5:1',
      'foreign-function 15:11',
      'foreign-function 16:11',
      'foreign-function 18:29',
      'foreign-function 19:11',
    ])
  })

  it('is not seen in a template that another one holds as data', () => {
    const held = '{AWSTemplateFormatVersion: "2010-09-09", Resources: {a: {Ref: b}}}'
    const hot = `heat_template_version: 2018-08-31\noutputs: {o: {value: ${held}}}\n`
    expect(runText(hot).status).toBe('unchanged')
  })
})

describe('--partial', () => {
  it('converts what can be and leaves the blocked places as they were', () => {
    const outcome = runText(text, { partial: true })
    expect(outcome.status).toBe('changed')
    expect(outcome.after).toBe(`# who
heat_template_version: 2018-08-31
conditions:
  Live: {equals: [{get_param: OS::stack_name}, live]}
Mappings:
  Sizes: {small: {flavor: m1.small}}
  Unused: {small: {flavor: m1.small}}
resources:
  # the notes
  Notes:
    type: OS::Heat::Value
    properties:
      value:
        - {get_param: OS::stack_name}   # stays with it
        - {"Fn::GetAZs": ""}
        - {"Fn::FindInMap": [Sizes, large, flavor]}
        - m1.small
        - {list_join: ["", [{Ref: Gone}, a]]}
        - {"Fn::If": [Test, a, b]}
        - {if: [Live, a, b]}
`)
  })

  it('reports the same places as without', () => {
    const expected = [
      'availability-zones 15:11',
      'always-fails 16:11',
      'unknown-reference 18:30',
      'unknown-reference 19:11',
    ]
    expect(locations(runText(text))).toEqual(expected)
    expect(locations(runText(text, { partial: true }))).toEqual(expected)
    expect(runText(text).status).toBe('blocked')
  })

  it('does not hide what cannot be left out of a rewrite', () => {
    const doubled = text.replace('    Type: OS::Heat::Value\n', '    Type: OS::Heat::None\n$&')
    const outcome = runText(doubled, { partial: true, chain: ['cfn/resources'] })
    expect(outcome.status).toBe('blocked')
    expect(locations(outcome)).toContain('shadowed-edit 11:5')
  })

  it('is as good as without where nothing blocks', () => {
    const fine = "AWSTemplateFormatVersion: '2010-09-09'\nResources: {}\n"
    const { proofMilliseconds: _, ...outcome } = runText(fine)
    expect(runText(fine, { partial: true })).toMatchObject(outcome)
  })
})

describe('what --partial left', () => {
  it('of the types of parameters is found again', () => {
    const once = runText(
      "AWSTemplateFormatVersion: '2010-09-09'\nParameters: {P: {Type: AWS::SSM::Parameter::Value<String>}}\nResources: {}\n",
      { partial: true },
    )
    expect(once.status).toBe('changed')
    const again = runText(once.after ?? '')
    expect(again.status).toBe('blocked')
    expect(locations(again)).toEqual(['unknown-parameter-type 2:18'])
  })
})

describe('--accept', () => {
  const one = (value: string) => `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Text: {Type: String, Default: "[1]"}
Resources:
  Notes:
    Type: OS::Heat::Value
    Properties:
      value: ${value}
Outputs:
  Id: {Value: {Ref: "AWS::StackId"}}
`

  it('turns the error of that code into a warning, and only of that code', () => {
    const zones = one('{"Fn::GetAZs": ""}')
    expect(locations(runText(zones))).toContain('availability-zones 8:14')
    expect(runText(zones, { accept: ['select-json-text'] }).status).toBe('blocked')
    const accepted = runText(zones, { accept: ['availability-zones'] })
    expect(accepted.status).toBe('changed')
    expect(accepted.findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(accepted.after).toContain('value: {get_param: availability_zones}\n')
  })

  it('may ask for another value where nothing blocks', () => {
    const id = one('a')
    expect(runText(id).after).toContain('list_join')
    expect(runText(id, { accept: ['stack-id'] }).after).toContain('value: {get_param: OS::stack_id}')
  })

  it('lets keys go that only AWS gives an effect to', () => {
    const waiting = one('{"Fn::Sub": a}').replace(
      'OS::Heat::Value\n',
      'OS::Heat::Value\n    CreationPolicy: {a: b}\n',
    )
    expect(locations(runText(waiting))).toContain('aws-only-key 7:5')
    expect(runText(waiting, { accept: ['aws-only-key'] }).status).toBe('changed')
  })
})
