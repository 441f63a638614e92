/** Every comment stands in the result, and once, wherever the author put it. */
import { runText } from './run-text.ts'

/** One entry or item on each line, so that comments can stand above and behind all of them. */
const asHeatReadsIt = `HeatTemplateFormatVersion: '2012-12-12'
Description: The bakery
Parameters:
  Flour:
    Type: String
    Default: rye
    MinLength: 1
    MaxLength: 9
    AllowedPattern: '[a-z]*'
    ConstraintDescription: lower case
    NoEcho: 'true'
  Names:
    Type: CommaDelimitedList
Mappings:
  Ovens:
    rye:
      heat: '220'
      racks:
        - '1'
    wheat:
      heat: '200'
Resources:
  Oven:
    Type: OS::Nova::Server
    DeletionPolicy: Retain
    Properties:
      image: stone
      metadata:
        a:
          Fn::FindInMap:
            - Ovens
            - Ref: Flour
            - heat
        b:
          Fn::Select:
            - 0
            - Ref: Names
        c:
          Fn::Join:
            - '-'
            - - a
              - Ref: Flour
              - Fn::Select:
                  - 1
                  - Ref: Names
        d:
          - Fn::Replace:
              - $a: x
                $b:
                  Ref: Flour
              - $a and $b
          - Fn::Select:
              - heat
              - Fn::FindInMap:
                  - Ovens
                  - Ref: Flour
                  - racks
          - Fn::Base64:
              Ref: Flour
          - Fn::MemberListToMap:
              - Name
              - Value
              - - .member.0.Name=a
                - .member.0.Value=b
  Table:
    Type: OS::Nova::Server
    DependsOn:
      - Oven
    Properties:
      image:
        Fn::GetAtt:
          - Oven
          - first_address
      name:
        Fn::Select:
          - bakery
          - Fn::GetAtt:
              - Oven
              - networks
Outputs:
  Place:
    Description: where
    Value:
      Ref: Oven
`

const asAwsReadsIt = `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Flour:
    Type: String
  Ids:
    Type: List<Number>
Conditions:
  Hot:
    Fn::Equals:
      - Ref: Flour
      - rye
  Cold:
    Fn::Not:
      - Condition: Hot
  Both:
    !And
      - !Condition Hot
      - Condition: Cold
Resources:
  Oven:
    Type: AWS::EC2::Instance
    Condition: Hot
    Properties:
      ImageId: !Ref Flour
      InstanceType: !If
        - Hot
        - !Sub '\${Flour}-\${!Flour}'
        - Fn::Sub:
            - \${a} and \${b}
            - a: !Select
                - 0
                - !Ref Ids
              b:
                Fn::Split:
                  - ','
                  - !Ref Flour
      Tags:
        - Key: a
          Value: !Join
            - ''
            - - x
              - !Ref AWS::StackName
        - Fn::If:
            - Both
            - Key: b
              Value: !GetAtt Table.PublicIp
            - Key: c
              Value: !Sub '\${Table.PublicIp}:\${AWS::Region}'
  Table:
    Type: AWS::EC2::Instance
    Properties:
      ImageId: a
      InstanceType: b
`

/** The template with a comment above each line and one behind it, and all of them. */
function commented(template: string): { readonly text: string; readonly comments: readonly string[] } {
  const lines = template.trimEnd().split('\n')
  const text = lines.map((line, at) => {
    const indent = /^ */.exec(line)?.[0] ?? ''
    return `${indent}# above-${at}-\n${line} # beside-${at}-\n`
  })
  return { text: text.join(''), comments: lines.flatMap((_, at) => [`# above-${at}-`, `# beside-${at}-`]) }
}

describe('a template with comments everywhere', () => {
  it.each([
    ['as Heat reads it', asHeatReadsIt, '2018-08-31'],
    ['as Heat reads it, in the first version', asHeatReadsIt, 'oldest'],
    ['as AWS reads it', asAwsReadsIt, '2021-04-16'],
  ] as const)('keeps each of them once: %s', (_, template, to) => {
    const { text, comments } = commented(template)
    const accept = ['select-json-text', 'select-text', 'select-null']
    const { after, status, findings } = runText(text, { to, accept })
    expect({ status, errors: findings.filter(({ severity }) => severity === 'error') }).toEqual({
      status: 'changed',
      errors: [],
    })
    const counts = comments.map((one) => [one, (after ?? '').split(one).length - 1] as const)
    expect(counts.filter(([, count]) => count !== 1)).toEqual([])
  })
})
