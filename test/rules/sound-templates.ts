/** Templates that Heat takes as they are; the breaks of broken-templates.ts each change one thing in one of them. */

const rocky = `heat_template_version: 2018-08-31
description: A stall on the market
parameter_groups:
  - label: Wares
    parameters: [fruit, crates]
parameters:
  fruit:
    type: string
    default: apple
    constraints:
      - allowed_values: [apple, pear]
      - allowed_pattern: '[a-z]+'
      - length: {min: 3, max: 9}
  crates:
    type: number
    default: 4
    tags: [stock]
    constraints:
      - range: {min: 2, max: 8}
      - modulo: {step: 2, offset: 0}
  days:
    type: comma_delimited_list
    default: [monday, friday]
    immutable: true
  prices: {type: json, default: {apple: 3}, hidden: true}
  open: {type: boolean, default: true}
  image: {type: string}
conditions:
  is_open: {equals: [{get_param: open}, true]}
  sells_apples: {and: [is_open, {equals: [{get_param: fruit}, apple]}]}
  is_closed: {not: is_open}
resources:
  stall:
    type: OS::Nova::Server
    condition: is_open
    deletion_policy: retain
    metadata: {fruit: {get_param: fruit}}
    properties:
      flavor: small
      image: {get_param: image}
      name:
        str_replace:
          template: stall of NAME
          params: {NAME: {get_param: fruit}}
      networks:
        - {port: {get_resource: corner}}
      user_data: {if: [sells_apples, sweet, sour]}
  corner:
    type: OS::Neutron::Port
    properties:
      network: square
      admin_state_up: true
      name: {get_param: open}
      security_groups: {get_param: days}
      value_specs: {get_param: prices}
  cellar:
    type: OS::Cinder::Volume
    depends_on: [corner]
    deletion_policy: Snapshot
    properties: {size: 3, description: {list_join: [' ', {get_param: days}]}}
  helpers:
    type: OS::Heat::ResourceGroup
    update_policy:
      rolling_update: {max_batch_size: 1}
    properties:
      count: 2
      resource_def:
        type: OS::Heat::Value
        properties: {value: '%index%'}
outputs:
  address:
    description: Where the stall is
    value: {get_attr: [corner, fixed_ips, 0, ip_address]}
  price:
    condition: is_open
    value: {get_param: [prices, {get_param: fruit}]}
  names:
    value:
      repeat:
        template: on DAY
        for_each: {DAY: {get_param: days}}
  digest: {value: {digest: [md5, {get_param: fruit}]}}
  parts: {value: {str_split: [',', 'a,b']}}
  sum: {value: {yaql: {expression: $.data.len(), data: abc}}}
`

const first = `heat_template_version: 2013-05-23
parameters:
  town: {type: string, default: Ulm}
  size: {type: number, default: 3, constraints: [{range: {min: 1}}]}
resources:
  tower:
    type: OS::Cinder::Volume
    deletion_policy: Retain
    properties:
      size: {get_param: size}
      name: {'Fn::Join': ['-', [{Ref: town}, tower]]}
  bell:
    type: OS::Cinder::VolumeAttachment
    depends_on: tower
    properties:
      volume_id: {get_resource: tower}
      instance_uuid: {'Fn::Select': ['0', [a, b]]}
outputs:
  place: {value: {get_attr: [tower, size]}}
`

const cfn = `AWSTemplateFormatVersion: '2010-09-09'
Description: A mill
Parameters:
  Grain: {Type: String, Default: rye, AllowedValues: [rye, oats]}
  Sacks: {Type: Number, Default: 5, MinValue: 1, MaxValue: 9}
  Label: {Type: String, Default: abc, MinLength: 2, MaxLength: 5, AllowedPattern: '[a-z]+'}
  Hours: {Type: CommaDelimitedList, Default: '6,7'}
Mappings:
  Stones:
    rye: {weight: heavy}
    oats: {weight: light}
Conditions:
  IsRye: {'Fn::Equals': [{Ref: Grain}, rye]}
  IsOats: {'Fn::Not': [IsRye]}
  IsAny: {'Fn::Or': [IsRye, IsOats]}
Resources:
  Mill:
    Type: AWS::EC2::Instance
    DeletionPolicy: Retain
    Metadata: {weight: {'Fn::FindInMap': [Stones, {Ref: Grain}, weight]}}
    Properties:
      ImageId: mill
      InstanceType: {'Fn::If': [IsRye, large, small]}
      UserData: {'Fn::Base64': {'Fn::Join': ['', [grind, {Ref: Label}]]}}
  Store:
    Type: AWS::EC2::Volume
    DependsOn: Hut
    Condition: IsAny
    Properties: {AvailabilityZone: nova, Size: {Ref: Sacks}}
  Hut:
    Type: AWS::EC2::Volume
    Properties: {AvailabilityZone: {'Fn::Select': [0, {'Fn::GetAZs': ''}]}, Size: '1'}
Outputs:
  Zone: {Value: {'Fn::GetAtt': [Mill, AvailabilityZone]}}
  Parts: {Value: {'Fn::Split': [',', 'a,b']}}
  Region: {Value: {Ref: AWS::Region}}
`

export const soundTemplates = { rocky, first, cfn }

export type SoundTemplate = keyof typeof soundTemplates
