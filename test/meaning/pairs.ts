/** Templates and their right rewrites, made by hand; mutants.test.ts spoils the rewrites. */

import { dialectOf } from '../../src/heat/dialect.ts'
import { recognise } from '../../src/heat/kind.ts'
import type { Reading } from '../../src/heat/template.ts'
import { compareTemplates, type Verdict } from '../../src/meaning/compare.ts'
import type { CompareOptions, Side } from '../../src/meaning/side.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { documentOf } from '../document/documents.ts'

/** One side of a comparison, from its text. */
export function sideOf(text: string, reading: Reading = 'heat'): Side {
  const document = documentOf(text)
  const { root, syntax } = document
  const dialect = dialectOf(recognise(root, syntax), reading)
  if (dialect === undefined) throw new Error(`no template: ${text}`)
  return { root: root as Mapping, dialect, text }
}

export function compareTexts(
  before: string,
  after: string,
  reading: Reading = 'heat',
  options?: CompareOptions,
): Verdict {
  return compareTemplates(sideOf(before, reading), sideOf(after), options)
}

/** A text with something in the place of something else, which it must have: a mutant that changes nothing is no test. */
export function spoiled(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`there is no ${from} in\n${text}`)
  return text.replace(from, () => to)
}

/** A CloudFormation template as Heat reads it. */
export const bakery = `AWSTemplateFormatVersion: '2010-09-09'
Description: Ovens and a counter
Parameters:
  Size: {Type: String, Default: small, AllowedValues: [small, large], ConstraintDescription: small or large}
  Loaves: {Type: Number, Default: '12', MinValue: 1, MaxValue: 40}
  Key: {Type: String, NoEcho: true, MinLength: '8', Description: Key of the till}
  Flours: {Type: CommaDelimitedList, Default: 'rye,wheat'}
  Stage: {Type: String, Default: test}
Mappings:
  Ovens:
    small: {Flavor: m1.small, Trays: 2}
    large: {Flavor: m1.large, Trays: 8}
Conditions:
  Open: {'Fn::Equals': [{Ref: Stage}, live]}
  Closed: {'Fn::Not': [Open]}
Resources:
  Net: {Type: 'OS::Neutron::Net', Properties: {name: {'Fn::Join': ['-', [{Ref: 'AWS::StackName'}, net]]}}}
  Oven:
    Type: AWS::EC2::Instance
    DependsOn: Shelf
    DeletionPolicy: Retain
    Metadata: {mode: 0644, note: "0644"}
    Properties:
      InstanceType: {'Fn::FindInMap': [Ovens, {Ref: Size}, Flavor]}
      KeyName: {Ref: Key}
      UserData:
        'Fn::Base64':
          'Fn::Join':
            - ''
            - - "#!/bin/sh\\n"
              - 'bake '
              - {Ref: Size}
              - ' --flour '
              - {'Fn::Select': ['1', {Ref: Flours}]}
              - ' --size-in-words '
              - {'Fn::GetAtt': [Shelf, PublicIp]}
              - "\\n"
      SecurityGroups: [one, two, {Ref: Stage}]
      Ports: [80, 443]
  Shelf: {Type: AWS::EC2::Instance, Properties: {ImageId: shelf}}
  Sign: {Type: 'OS::Heat::None', Condition: Open, UpdatePolicy: {pause: 10}}
Outputs:
  Trays: {Value: {'Fn::FindInMap': [Ovens, {Ref: Size}, Trays]}, Description: How many}
  Address: {Value: {'Fn::If': [Open, {'Fn::GetAtt': [Oven, PublicIp]}, none]}}
  Hours: {Value: {'Fn::If': [Closed, none, all]}}
  Stack: {Value: {Ref: 'AWS::StackId'}}
`

export const bakeryInHot = `heat_template_version: 2018-08-31
description: Ovens and a counter
parameters:
  Size:
    type: string
    default: small
    constraints:
      - allowed_values: [small, large]
        description: small or large
  Loaves:
    type: number
    default: '12'
    constraints:
      - range: {min: 1, max: 40}
  Key:
    type: string
    hidden: true
    constraints:
      - length: {min: '8'}
    description: Key of the till
  Flours: {type: comma_delimited_list, default: 'rye,wheat'}
  Stage: {type: string, default: test}
  Ovens:
    type: json
    default:
      small: {Flavor: m1.small, Trays: 2}
      large: {Flavor: m1.large, Trays: 8}
conditions:
  Open: {equals: [{get_param: Stage}, live]}
  Closed: {not: Open}
resources:
  Net: {type: 'OS::Neutron::Net', properties: {name: {list_join: ['-', [{get_param: 'OS::stack_name'}, net]]}}}
  Oven:
    type: AWS::EC2::Instance
    depends_on: Shelf
    deletion_policy: Retain
    metadata: {mode: 0644, note: "0644"}
    properties:
      InstanceType: {get_param: [Ovens, {get_param: Size}, Flavor]}
      KeyName: {get_param: Key}
      UserData:
        str_replace:
          template: |
            #!/bin/sh
            bake __Size__ --flour __Flours__ --size-in-words __Shelf__
          params:
            __Size__: {get_param: Size}
            __Flours__: {get_param: [Flours, 1]}
            __Shelf__: {get_attr: [Shelf, PublicIp]}
      SecurityGroups: [one, two, {get_param: Stage}]
      Ports: [80, 443]
  Shelf: {type: AWS::EC2::Instance, properties: {ImageId: shelf}}
  Sign: {type: 'OS::Heat::None', condition: Open, update_policy: {pause: 10}}
outputs:
  Trays: {value: {get_param: [Ovens, {get_param: Size}, Trays]}, description: How many}
  Address: {value: {if: [Open, {get_attr: [Oven, PublicIp]}, none]}}
  Hours: {value: {if: [Closed, none, all]}}
  Stack:
    value:
      list_join: ['', ['arn:openstack:heat::', {get_param: 'OS::project_id'}, ':stacks/', {get_param: 'OS::stack_name'}, /, {get_param: 'OS::stack_id'}]]
`

/** A template that only AWS accepts. */
export const library = `AWSTemplateFormatVersion: '2010-09-09'
Metadata:
  AWS::CloudFormation::Interface: {ParameterLabels: {Hall: {default: Reading room}}}
Parameters:
  Hall: {Type: 'AWS::EC2::VPC::Id'}
  Seats: {Type: Number, Default: 30}
  Quiet: {Type: String, Default: true, AllowedValues: [true, false]}
  Rooms: {Type: 'List<String>', Default: 'north, south'}
Conditions:
  IsQuiet: !Equals [!Ref Quiet, true]
  IsFull: !And [{Condition: IsQuiet}, !Equals [!Ref Seats, '31']]
Resources:
  Door:
    Type: AWS::EC2::Instance
    CreationPolicy: {ResourceSignal: {Count: 1}}
    Properties:
      ImageId: !Sub 'img-\${AWS::Region}-\${!Literal}-\${Seats}'
      KeyName: !If [IsQuiet, hush, !Ref AWS::NoValue]
      SubnetId: !Select [1, !Ref Rooms]
      Tags:
        - {Key: owner, Value: !Join ['/', [!Ref 'AWS::AccountId', !Ref Hall, 7, !GetAtt Desk.PrivateIp]]}
  Desk: {Type: AWS::EC2::Instance, Condition: IsFull, Properties: {ImageId: desk}}
Outputs:
  Suffix: {Value: !Ref 'AWS::URLSuffix', Export: {Name: suffix}}
`

export const libraryInHot = `heat_template_version: 2021-04-16
parameter_groups: [{parameters: [Hall]}]
parameters:
  Hall:
    type: string
    label: Reading room
    constraints: [{custom_constraint: neutron.network}]
  Seats: {type: number, default: 30}
  Quiet:
    type: string
    default: 'true'
    constraints: [{allowed_values: ['true', 'false']}]
  Rooms: {type: comma_delimited_list, default: 'north,south'}
  region: {type: string}
  url_suffix: {type: string, default: amazonaws.com}
conditions:
  IsQuiet: {equals: [{get_param: Quiet}, 'true']}
  IsFull: {and: [IsQuiet, {equals: [{get_param: Seats}, 31]}]}
resources:
  Door:
    type: AWS::EC2::Instance
    properties:
      ImageId:
        str_replace:
          template: 'img-__region__-\${Literal}-__seats__'
          params: {__region__: {get_param: region}, __seats__: {get_param: Seats}}
      KeyName: {if: [IsQuiet, hush]}
      SubnetId: {get_param: [Rooms, 1]}
      Tags:
        - {Key: owner, Value: {list_join: [/, [{get_param: 'OS::project_id'}, {get_param: Hall}, '7', {get_attr: [Desk, PrivateIp]}]]}}
  Desk: {type: AWS::EC2::Instance, condition: IsFull, properties: {ImageId: desk}}
outputs:
  Suffix: {value: {get_param: url_suffix}}
`

/** A HOT template, to be lifted to a newer version. */
export const orchard = `heat_template_version: 2015-04-30
parameters:
  trees: {type: comma_delimited_list, default: 'apple,pear'}
  rows: {type: number, default: 2}
  gate: {type: json, default: {lock: {code: '0000'}}}
resources:
  group: {type: 'OS::Heat::ResourceGroup', properties: {count: {get_param: rows}}}
  pump:
    type: OS::Nova::Server
    properties:
      user_data:
        repeat: {template: 'plant %tree% in %row%', for_each: {'%tree%': {get_param: trees}, '%row%': [r1, r2]}}
      code: {get_param: [gate, lock, code]}
      sum: {digest: [sha256, {get_file: seeds.txt}]}
      data: {filter: [a, b]}
      first: {get_attr: [group, refs, 0]}
      named: {str_replace: {template: t-ab, params: {a: b, b: c}}}
  well: {type: 'OS::Neutron::Port', metadata: {uses: {get_attr: [pump, first_address]}}}
outputs:
  first: {value: {get_attr: [pump, networks, private, 0]}}
`

export const orchardLifted = orchard
  .replace('2015-04-30', '2018-08-31')
  .replace('{filter: [a, b]}', '{map_replace: [{filter_: [a, b]}, {keys: {filter_: filter}}]}')
