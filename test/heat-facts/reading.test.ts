import { recognise } from '../../src/heat/kind.ts'
import { chooseReading } from '../../src/heat/reading.ts'
import type { ReadingOption } from '../../src/heat/template.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { documentOf } from '../document/documents.ts'

/** The reading, what Heat refuses, and what both read otherwise, with the texts that stand there. */
function read(text: string, asked?: ReadingOption): readonly string[] {
  const document = documentOf(text)
  const { reading, refused, differences } = chooseReading(
    document.root as Mapping,
    recognise(document.root, document.syntax),
    asked,
  )
  return [
    reading,
    ...(refused === undefined ? [] : [`refused: ${refused.what}`]),
    ...differences.map(({ at, what }) => `${what} at ${at.start}`),
  ]
}

const yaml = (value: string, more = '') =>
  `AWSTemplateFormatVersion: '2010-09-09'\n${more}Resources:\n  A: {Type: T::A::B, Properties: {p: ${value}}}\n`

describe('how CloudFormation is read', () => {
  it.each<readonly [string, readonly string[]]>([
    [yaml('{Ref: A}'), ['heat']],
    [yaml('a', 'Rules: {}\n'), ['aws', 'refused: the section "Rules"']],
    [
      yaml('a', 'Parameters: {P: {Type: List<Number>}}\n'),
      ['aws', 'refused: the parameter type "List<Number>"'],
    ],
    [yaml('{Ref: "AWS::AccountId"}'), ['aws', 'refused: the pseudo parameter AWS::AccountId']],
    [yaml('{"Fn::GetAtt": A.b}'), ['aws', 'refused: Fn::GetAtt with one dotted string']],
    [yaml('a').replace(/^.*\n/, ''), ['aws', 'refused: a template without a version']],
    [yaml('{"Fn::Sub": x}'), ['aws', 'the function Fn::Sub at 87']],
    [yaml('{Ref: "AWS::Region"}'), ['heat', 'the pseudo parameter AWS::Region at 87']],
    [yaml('{"Fn::GetAZs": {Ref: "AWS::Region"}}'), ['heat']],
    // Heat looks at a branch only when it takes it.
    [yaml('{"Fn::If": [c, a, {Ref: "AWS::NoValue"}]}'), ['aws', 'the pseudo parameter AWS::NoValue at 105']],
    [
      yaml('{"Fn::If": [{Ref: "AWS::NoValue"}, a, b]}'),
      ['aws', 'refused: the pseudo parameter AWS::NoValue'],
    ],
    // A name that the template declares is no pseudo parameter.
    [yaml('{Ref: "AWS::AccountId"}', 'Parameters: {"AWS::AccountId": {Type: String}}\n'), ['heat']],
    // Data of one key is no call.
    [yaml('{FnSub: x}'), ['heat']],
    [
      "HeatTemplateFormatVersion: '2012-12-12'\nResources:\n  A: {Type: B, Properties: {a: {'Fn::Sub': b}}}\n",
      ['heat'],
    ],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it('compares as Heat does, by types, and says where AWS compares texts', () => {
    const equals = (operands: string) =>
      yaml(
        'a',
        `Parameters: {N: {Type: Number}, S: {Type: String}}\nConditions: {C: {"Fn::Equals": ${operands}}}\n`,
      )
    expect(read(equals('[{Ref: N}, "3"]'))).toEqual([
      'heat',
      'Fn::Equals of a number or boolean and a string at 106',
    ])
    expect(read(equals('[{Ref: N}, 3]'))).toEqual(['heat'])
    expect(read(equals('[{Ref: S}, a]'))).toEqual(['heat'])
    expect(read(equals('[{Ref: S}, true]'))).toHaveLength(2)
  })

  it.each(['!Ref A', '!GetAtt A.b', '!Sub "${A}"', '!Ref AWS::Region', '!ImportValue x'])(
    "is AWS's for the short tag of %s, which Heat cannot parse",
    (short) => {
      expect(read(yaml(short))).toEqual(['aws', `refused: the tag ${short.split(' ')[0]}`])
    },
  )

  it('is what the user says', () => {
    expect(read(yaml('{"Fn::Sub": x}'), 'heat')).toEqual(['heat'])
    expect(read(yaml('a'), 'aws')).toEqual(['aws'])
  })
})
