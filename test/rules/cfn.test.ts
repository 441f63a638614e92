import { findingsOf } from './found.ts'

const { found, foundInCfn } = findingsOf('unread-key', 'unresolved-call')

describe('CloudFormation, as Heat reads it', () => {
  it('has sections, keys and types of its own', () => {
    const body = `Transform: x
parameters: {}
Parameters:
  A: {Type: string, Constraints: []}
  B: {Type: Number, MinLength: 3, MaxValue: a, AllowedPattern: x}
  C: {Type: String, Default: red, AllowedValues: [green]}
Resources:
  R: {Type: AWS::EC2::Volume, CreationPolicy: x, DependsOn: Z, DeletionPolicy: retain, Properties: null}
Outputs:
  O: {Value: a, Export: {Name: b}}
`
    expect(foundInCfn(body)).toEqual([
      'unknown-section 2:1 unknown section "Transform" in AWSTemplateFormatVersion 2010-09-09; `aws cloudformation get-template --template-stage Processed --stack-name <stack>` prints the template without it',
      'unknown-section 3:1 unknown section "parameters" in AWSTemplateFormatVersion 2010-09-09; did you mean "Parameters"?',
      'unknown-parameter-type 5:13 unknown parameter type "string" in AWSTemplateFormatVersion 2010-09-09; did you mean "String"?',
      'unknown-key 5:21 unknown key "Constraints" of the parameter "A" in AWSTemplateFormatVersion 2010-09-09',
      'bad-constraint 6:21 MinLength and MaxLength cannot test a parameter of type number',
      'bad-constraint 6:35 MinValue and MaxValue are not numbers',
      'bad-constraint 6:64 AllowedPattern cannot test a parameter of type number',
      'bad-value 7:30 the default of "C" is not one of green',
      'unread-key 9:31 unknown key "CreationPolicy" of the resource "R" in AWSTemplateFormatVersion 2010-09-09; did you mean "DeletionPolicy"?',
      'bad-value 9:80 unknown deletion policy "retain" in AWSTemplateFormatVersion 2010-09-09; did you mean "Retain"?',
      'missing-key 9:88 Properties of "R" is empty, which Heat rejects',
      'unread-key 11:17 Heat ignores the key "Export" of the output "O"',
    ])
  })

  it('tells the function that may be meant', () => {
    const said = 'AWSTemplateFormatVersion 2010-09-09 has no function'
    expect(
      foundInCfn("Outputs:\n  A: {Value: {'Fn::Joins': ['', [a]]}}\n  B: {Value: {'Fn::Shout': a}}\n"),
    ).toEqual([
      `unresolved-call 3:15 ${said} Fn::Joins; Heat would use it as data; did you mean "Fn::Join"?`,
      `unresolved-call 4:15 ${said} Fn::Shout; Heat would use it as data`,
    ])
  })

  it('has functions of its own', () => {
    const body = `Parameters: {P: {Type: String}}
Mappings: {M: {a: {b: c}}}
Conditions:
  C: {'Fn::Equals': [{Ref: P}, {'Fn::Join': ['', [a]]}]}
  D: {'Fn::Not': [E]}
  F: {'Fn::And': [{Condition: C}, D]}
Outputs:
  A: {Value: {'Fn::GetAtt': P.Q}}
  B: {Value: {'Fn::FindInMap': [N, a, b]}}
  C: {Value: {'Fn::Sub': 'x'}}
  D: {Value: {'Fn::Equals': [a, b]}}
  E: {Value: [{Ref: P}, {Ref: AWS::StackId}, {Ref: AWS::AccountId}, {Ref: Q}]}
  F: {Value: {'Fn::If': [C, a]}}
`
    expect(foundInCfn(body)).toEqual([
      'not-resolved-here 5:33 a condition cannot use Fn::Join',
      'unknown-reference 6:19 there is no condition "E" in this template',
      'bad-value 7:19 only AWS accepts {Condition: name}; Heat needs the plain name',
      'bad-arguments 9:15 Fn::GetAtt takes a list of two: the resource and its attribute',
      'unknown-reference 10:33 there is no mapping "N" in this template',
      'unresolved-call 11:15 AWSTemplateFormatVersion 2010-09-09 has no function Fn::Sub; Heat would use it as data',
      'unresolved-call 12:15 only a condition can use Fn::Equals; here Heat would use it as data',
      'unknown-reference 13:52 there is no parameter or resource "AWS::AccountId" in this template',
      'unknown-reference 13:75 there is no parameter or resource "Q" in this template',
      'bad-arguments 14:15 Fn::If takes a condition and two values',
    ])
  })

  it('waits for itself', () => {
    const body = `Resources:
  A: {Type: OS::Heat::None, DependsOn: [B]}
  B: {Type: OS::Heat::None, Properties: {Size: {Ref: A}}}
`
    expect(foundInCfn(body)).toEqual(['circular-dependency 4:54 circular dependency: A → B → A'])
  })

  it('cannot be read with short tags, and not without a version', () => {
    const text =
      'Resources:\n  A: {Type: AWS::EC2::Volume, Properties: {Size: !Ref B, Other: [!Ref C, !Sub x]}}\n'
    expect(found(text)).toEqual([
      'template-version 1:1 no version is declared; AWS allows that, Heat does not',
      'yaml-tag 2:50 Heat cannot read the tags !Ref and !Sub, here and in 2 more locations; `hotshift migrate` replaces short tags',
    ])
  })

  it('may have tags that are misspelt', () => {
    expect(
      foundInCfn('Resources:\n  A: {Type: OS::Heat::None, Properties: {Size: !Fn::Sub x, B: !Mine y}}\n'),
    ).toEqual([
      'yaml-tag 3:48 Heat cannot read the tag !Fn::Sub; did you mean "!Sub"?',
      'yaml-tag 3:63 Heat cannot read the tag !Mine',
    ])
  })

  it('say once that macros have to be expanded', () => {
    const macros = `Transform: AWS::LanguageExtensions
Globals: {Function: {Timeout: 3}}
Resources:
  Fn::ForEach::Topics: [Name, [A], {T: {Type: OS::Heat::None}}]
  F: {Type: AWS::Serverless::Function, Properties: {Code: {Ref: TA}}}
  V: {Type: AWS::EC2::Volume, Properties: {Siz: 1, AvailabilityZone: z}}
Outputs:
  X: {Value: {'Fn::GetAtt': [FRole, Arn]}}
`
    expect(foundInCfn(macros)).toEqual([
      'unknown-section 2:1 unknown section "Transform" in AWSTemplateFormatVersion 2010-09-09; `aws cloudformation get-template --template-stage Processed --stack-name <stack>` prints the template without it',
      'unknown-property 7:44 AWS::EC2::Volume has no property "Siz"; did you mean "Size"?',
    ])
    expect(foundInCfn(macros.replace(/^Transform.*\n/, '')).length).toBeGreaterThan(3)
  })

  it("may have YAML's own tags, however they are written", () => {
    const body = `Resources:
  A: {Type: OS::Heat::Value, Properties: {value: [!!str 1, ! 1, !<tag:yaml.org,2002:str> 1, !<tag:yaml.org,2002:int> 1]}}
`
    expect(foundInCfn(body)).toEqual([])
  })

  it('of 2012-12-12 has no conditions', () => {
    const text = "HeatTemplateFormatVersion: '2012-12-12'\nConditions: {C: {'Fn::Equals': [a, a]}}\n"
    expect(found(text)).toEqual([
      'unknown-section 2:1 unknown section "Conditions" in HeatTemplateFormatVersion 2012-12-12; "AWSTemplateFormatVersion: 2010-09-09" has it',
    ])
  })
})
