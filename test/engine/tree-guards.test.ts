import { locations, runText } from './run-text.ts'

const head = "AWSTemplateFormatVersion: '2010-09-09'\n"

describe('anchors and aliases', () => {
  it('that stand where the same rules hold follow their anchor', () => {
    const outcome = runText(`${head}Resources:
  First:
    Type: OS::Heat::Value
    Properties:
      value: &name {Ref: AWS::StackName}
  Second:
    Type: OS::Heat::Value
    Metadata: {a: *name}
    Properties:
      value: [*name, b]
Outputs:
  Name: {Value: *name}
`)
    expect(outcome).toMatchObject({ status: 'changed', findings: [] })
    expect(outcome.after).toBe(`heat_template_version: 2018-08-31
resources:
  First:
    type: OS::Heat::Value
    properties:
      value: &name {get_param: OS::stack_name}
  Second:
    type: OS::Heat::Value
    metadata: {a: *name}
    properties:
      value: [*name, b]
outputs:
  Name: {value: *name}
`)
  })

  it('are refused where the alias stands for data and its anchor for a call', () => {
    const outcome = runText(`${head}Resources:
  First:
    Type: OS::Heat::Value
    Properties:
      value: &name {Ref: AWS::StackName}
Parameters:
  Data: {Type: Json, Default: *name}
`)
    expect(outcome.status).toBe('blocked')
    expect(locations(outcome)).toEqual(['anchor-edit 8:31'])
    expect(outcome.reason).toBe('*name: its content would change')
  })

  it('are refused between values and conditions, which have other functions', () => {
    const outcome = runText(`${head}Conditions:
  Same: {"Fn::Equals": [&name {Ref: AWS::StackName}, a]}
Outputs:
  Name: {Value: *name}
`)
    expect(locations(outcome)).toEqual(['anchor-edit 5:17'])
  })

  const lookedUp = `${head}Parameters:
  Image: {Type: AWS::SSM::Parameter::Value<String>, Default: &path /image}
Outputs:
  Path: {Value: *path}
`

  it('are refused where the anchor would be gone', () => {
    const outcome = runText(lookedUp, { accept: ['ssm-parameter'] })
    expect(locations(outcome)).toEqual(['ssm-parameter 3:11', 'anchor-edit 5:17'])
    expect(outcome.reason).toBe('*path: its anchor would be removed')
  })

  it('become the value where their anchor goes with its section', () => {
    const outcome = runText(`${head}Mappings:
  Unused: {row: &row {a: b}}
Outputs:
  Row: {Value: *row}
`)
    expect(locations(outcome)).toEqual(['unused-mapping 3:3'])
    expect(outcome.after).toBe('heat_template_version: 2018-08-31\noutputs:\n  Row: {value: {a: b}}\n')
  })

  it('are refused where the anchor would stand behind the alias', () => {
    const mapping = 'Mappings:\n  Sizes: &sizes\n    small: {flavor: m1.small}\n'
    const size = 'Parameters:\n  Size: {Type: String, Default: *sizes}\n'
    const flavor = 'Outputs:\n  Flavor: {Value: {"Fn::FindInMap": [Sizes, {Ref: Size}, flavor]}}\n'
    const outcome = runText(`${head}${mapping}Others: *sizes\n${size}${flavor}`, { partial: true })
    expect(locations(outcome)).toContain('anchor-edit 5:9')
    expect(outcome.status).toBe('blocked')
  })

  it('of keys follow them', () => {
    const text = (version: string) =>
      `heat_template_version: ${version}\nparameters:\n  &size size: {type: string}\noutputs:\n  o: {value: {get_param: *size}}\n`
    const outcome = runText(text('2016-10-14'), { chain: 'upgrade', to: '2018-08-31' })
    expect(outcome).toMatchObject({ status: 'changed', after: text('2018-08-31'), proof: 'equal' })
  })

  it('are refused with --partial as well', () => {
    const outcome = runText(lookedUp, { accept: ['ssm-parameter'], partial: true })
    expect(outcome.status).toBe('blocked')
  })

  it('without any change stay as they are', () => {
    const outcome = runText(`${head}Parameters:
  A: {Type: Json, Default: &data {a: [1]}}
  B: {Type: Json, Default: *data}
Outputs:
  Data: {Value: *data}
`)
    expect(outcome.status).toBe('changed')
    expect(outcome.after).toContain('default: &data {a: [1]}')
    expect(outcome.after).toContain('default: *data')
    expect(outcome.after).toContain('value: *data')
  })

  it('that name a call where functions are not resolved are reported where they are', () => {
    const outcome = runText(`${head}Parameters:
  A: {Type: Json, Default: &data {Ref: B}}
  B: {Type: String, Default: b}
Outputs:
  Data: {Value: *data}
`)
    expect(locations(outcome)).toEqual(['unknown-function 6:17'])
  })

  it('of merged mappings follow their keys', () => {
    const outcome = runText(`${head}Resources:
  First: &first
    Type: OS::Heat::Value
    Properties: {value: {Ref: AWS::StackName}}
  Second:
    <<: *first
    DependsOn: First
`)
    expect(outcome.after).toBe(`heat_template_version: 2018-08-31
resources:
  First: &first
    type: OS::Heat::Value
    properties: {value: {get_param: OS::stack_name}}
  Second:
    <<: *first
    depends_on: First
`)
  })
})

describe('entries that a later one with the same key shadows', () => {
  it('are a warning where nothing is changed in them', () => {
    const outcome = runText(`${head}Resources:
  Notes:
    Type: OS::Heat::Value
    Properties: {value: {a: 1, a: 2}}
`)
    expect(outcome.status).toBe('changed')
    expect(outcome.findings).toMatchObject([
      { code: 'duplicate-key', severity: 'warning', line: 5, column: 26 },
    ])
    expect(outcome.after).toContain('{value: {a: 1, a: 2}}')
  })

  const text = `${head}Resources:
  Notes:
    Type: OS::Heat::Value
    Properties: {value: {a: {Ref: AWS::StackName}, a: 2}}
`

  it('block where a change concerns them', () => {
    const outcome = runText(text, { chain: ['cfn/ref-to-get'] })
    expect(locations(outcome)).toEqual(['duplicate-key 5:26', 'shadowed-edit 5:26'])
  })

  it('are rewritten like those that count where all of a template becomes HOT', () => {
    const outcome = runText(text)
    expect(locations(outcome)).toEqual(['duplicate-key 5:26'])
    expect(outcome).toMatchObject({ status: 'changed', proof: 'equal' })
    expect(outcome.after).toContain('{value: {a: {get_param: OS::stack_name}, a: 2}}')
  })

  it('are found among few keys and among many, and in templates that do not change', () => {
    const keys = Array.from({ length: 12 }, (_, index) => `k${index}: 1`)
    const many = (...more: string[]) =>
      `heat_template_version: 2018-08-31\noutputs: {a: {value: {${[...keys, ...more].join(', ')}}}}\n`
    const few = (more: string) =>
      `heat_template_version: 2018-08-31\noutputs: {a: {value: {a: 1, ${more}}}}\n`
    const upgraded = (text: string) => runText(text, { chain: ['hot/target-version'] })
    expect(locations(upgraded(few('b: 2, a: 3')))).toEqual(['duplicate-key 2:23'])
    expect(locations(upgraded(few('b: 2, "a": 3')))).toEqual(['duplicate-key 2:23'])
    expect(locations(upgraded(few('b: 2, c: 3')))).toEqual([])
    expect(locations(upgraded(many('k3: 2')))).toEqual(['duplicate-key 2:44'])
    expect(locations(upgraded(many('K3: 2')))).toEqual([])
    expect(upgraded(many('k3: 2')).status).toBe('unchanged')
  })

  it('are listed up to a thousand, and counted beyond', () => {
    const text = `heat_template_version: 2018-08-31\n${'a: 1\n'.repeat(1004)}`
    const { findings } = runText(text, { chain: ['hot/target-version'] })
    const duplicates = findings.filter(({ code }) => code === 'duplicate-key')
    expect(duplicates).toHaveLength(1000)
    const message = 'duplicate key "a"; Heat uses the last one'
    expect(duplicates.at(-2)?.message).toBe(message)
    expect(duplicates.at(-1)?.message).toBe(`${message} (and 3 more, which are not listed)`)
  })

  it('are found in JSON, too', () => {
    const json =
      '{\n"AWSTemplateFormatVersion": "2010-09-09",\n"Outputs": {"A": {"Value": 1, "Value": 2}}\n}\n'
    const outcome = runText(json, {}, 'a.json')
    expect(locations(outcome)).toEqual(['duplicate-key 3:19'])
  })

  it('count as Heat counts keys: 1 and true are one, 1 and "1" are two', () => {
    const withKeys = (keys: string) => `${head}Outputs: {A: {Value: {${keys}}}}\n`
    expect(locations(runText(withKeys('1: a, true: b')))).toEqual(['duplicate-key 2:23'])
    expect(locations(runText(withKeys('1: a, "1": b')))).toEqual([])
  })
})
