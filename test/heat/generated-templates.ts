import fc from 'fast-check'

/** CloudFormation of 2010-09-09 as data; every name that an expression uses is declared below. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const declared = {
  Parameters: {
    Word: { Type: 'String', Default: 'plum' },
    Zone: { Type: 'String', Default: 'east', AllowedValues: ['east', 'west'] },
    Words: { Type: 'CommaDelimitedList', Default: 'a,b,c' },
    Tree: { Type: 'Json', Default: '{"leaf": "green", "items": ["x", "y"]}' },
    Count: { Type: 'Number', Default: '3' },
  },
  Mappings: { Table: { east: { image: 'e-1', size: 'small' }, west: { image: 'w-1', size: 'large' } } },
  Conditions: {
    InEast: { 'Fn::Equals': [{ Ref: 'Zone' }, 'east'] },
    Many: { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'Count' }, 1] }] },
    Either: {
      'Fn::Or': [{ 'Fn::Equals': [{ Ref: 'Word' }, 'plum'] }, { 'Fn::Equals': [{ Ref: 'Zone' }, 'west'] }],
    },
  },
} as const

/** Pieces of scripts with what trips a careless rewrite. */
const piece = fc.constantFrom<string>(
  'echo ',
  '#!/bin/sh\n',
  '\n',
  '$HOME',
  '${x}',
  "it's ",
  '"q" ',
  ' tail',
  '  indented\n',
  'a: b\n',
  '# note\n',
  '\t',
  '__Word__',
  '%',
  'é',
  '-',
  '/',
  '',
  'yes',
  '0644',
  '{',
  '\\n',
  'trailing \n',
)

const expressions = fc.letrec<{ text: Json; value: Json }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'call', withCrossShrink: true },
    piece,
    fc.constantFrom<Json>(
      { Ref: 'Word' },
      { Ref: 'Zone' },
      { Ref: 'Other' },
      { Ref: 'AWS::StackName' },
      { Ref: 'AWS::Region' },
    ),
    fc.constant<Json>({ 'Fn::GetAtt': ['Other', 'PublicIp'] }),
    fc.constantFrom<Json>(
      { 'Fn::FindInMap': ['Table', { Ref: 'Zone' }, 'image'] },
      { 'Fn::FindInMap': ['Table', 'east', 'size'] },
    ),
    fc.constantFrom<Json>(
      { 'Fn::Select': ['1', { Ref: 'Words' }] },
      { 'Fn::Select': ['leaf', { Ref: 'Tree' }] },
    ),
    fc
      .tuple(fc.constantFrom('', '-', ',', '\n'), fc.array(tie('text'), { minLength: 1, maxLength: 7 }))
      .map(([delimiter, items]): Json => ({ 'Fn::Join': [delimiter, items] })),
    tie('text').map((argument): Json => ({ 'Fn::Base64': argument })),
    fc
      .tuple(fc.constantFrom('InEast', 'Many', 'Either'), tie('text'), tie('text'))
      .map((branches): Json => ({ 'Fn::If': branches })),
    fc.tuple(tie('text'), piece).map(
      ([value, template]): Json => ({
        'Fn::Replace': [{ NAME: value, NA: 'short' }, `NAME${template}NAM NA`],
      }),
    ),
  ),
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'call' },
    tie('text'),
    fc.constantFrom<Json>({ Ref: 'Words' }, { Ref: 'Count' }, { Ref: 'Tree' }, 7, true, 'no', '12:30'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'on', '1'), tie('value'), {
      minKeys: 2,
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
}))

/** Templates that Heat itself loads, with functions nested at random. */
export const cfnTemplates = fc
  .record({
    script: expressions.text,
    value: expressions.value,
    output: expressions.text,
    condition: fc.boolean(),
  })
  .map(({ script, value, output, condition }) => ({
    AWSTemplateFormatVersion: '2010-09-09',
    ...declared,
    Resources: {
      Other: { Type: 'AWS::EC2::Instance', Properties: { ImageId: 'x', InstanceType: 'm1' } },
      Server: {
        Type: 'AWS::EC2::Instance',
        ...(condition ? { Condition: 'InEast' } : {}),
        Metadata: { value },
        Properties: { ImageId: 'y', InstanceType: 'm1', UserData: script },
      },
    },
    Outputs: { Text: { Value: output } },
  }))
