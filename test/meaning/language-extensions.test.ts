/** Loops of `AWS::LanguageExtensions` as the proof reads them, against what somebody wrote out by hand. */

import { compareTemplates } from '../../src/meaning/compare.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { documentOf } from '../document/documents.ts'

const side = (text: string, kind: 'cfn' | 'hot' = 'cfn') => ({
  root: documentOf(text).root as Mapping,
  dialect:
    kind === 'cfn'
      ? ({ kind: 'cfn', reading: 'aws' } as const)
      : ({ kind: 'hot', version: '2018-08-31' } as const),
  text,
})

const head = `AWSTemplateFormatVersion: '2010-09-09'
Transform: AWS::LanguageExtensions
Parameters: {Env: {Type: String}, Zone: {Type: String, AllowedValues: [a, b]}}
Mappings:
  Sizes: {a: {disk: '1', all: [One, two-2]}, b: {disk: '2', all: []}}
Resources:
`
const loop = (list: string, body: string) =>
  `${head}  Fn::ForEach::Notes:\n    - Name\n    - ${list}\n    - ${body}\n`
const note = (name: string, value: string) =>
  `  ${name}: {Type: 'OS::Heat::Value', Properties: {value: ${value}}}\n`
const inLoop = (value: string) =>
  loop('[One, two-2]', `Note&{Name}: {Type: 'OS::Heat::Value', Properties: {value: ${value}}}`)

const verdict = (before: string, after: string) => compareTemplates(side(before), side(after)).verdict

describe('loops', () => {
  it.each([
    ['the item', '{Ref: Name}', 'One', 'two-2'],
    ['a short tag', '!Ref Name', 'One', 'two-2'],
    ['a short tag around a function', '!Ref {"Fn::Sub": "Note&{Name}"}', '{Ref: NoteOne}', '{Ref: Notetwo2}'],
    ['in a string', '"${Name}, &{Name}"', '"One, One"', '"two-2, two2"'],
    [
      'with what a stack knows',
      '{"Fn::Sub": "${Name} in ${Env}"}',
      '{"Fn::Sub": "One in ${Env}"}',
      '{"Fn::Sub": "two-2 in ${Env}"}',
    ],
    [
      'with a short tag',
      '!Sub "${Name} in ${Env}"',
      '{"Fn::Sub": "One in ${Env}"}',
      '{"Fn::Sub": "two-2 in ${Env}"}',
    ],
    ['nothing of the loop', '{Ref: Env}', '{Ref: Env}', '{Ref: Env}'],
  ])('%s', (_name, value, one, two) => {
    const written = `${head}${note('NoteOne', one)}${note('Notetwo2', two)}`
    expect(verdict(inLoop(value), written)).toBe('equal')
    expect(verdict(inLoop(value), `${head}${note('NoteOne', one)}${note('Notetwo2', 'another')}`)).toBe(
      'differs',
    )
    expect(verdict(inLoop(value), `${head}${note('NoteOne', one)}`)).not.toBe('equal')
  })

  it('go over a list in a mapping, and into one another', () => {
    const body = "Note&{Name}: {Type: 'OS::Heat::Value', Properties: {value: {Ref: Name}}}"
    const written = `${head}${note('NoteOne', 'One')}${note('Notetwo2', 'two-2')}`
    expect(verdict(loop('{"Fn::FindInMap": [Sizes, a, all]}', body), written)).toBe('equal')
    const inner =
      '{"Fn::ForEach::Inner": [Other, [x, y], {"N${Name}${Other}": {Type: "OS::Heat::Value", Properties: {value: "${Name}${Other}"}}}]}'
    const pairs = ['Ax', 'Ay', 'Bx', 'By'].map((one) => note(`N${one}`, one)).join('')
    expect(verdict(loop('[A, B]', inner), `${head}${pairs}`)).toBe('equal')
  })

  it('stay where the list is not in the template, or makes two parts of one name', () => {
    const body = "Note: {Type: 'OS::Heat::Value', Properties: {value: a}}"
    expect(verdict(loop('{Ref: Env}', body), `${head}${note('Note', 'a')}`)).not.toBe('equal')
    expect(verdict(loop('[One, Two]', body), `${head}${note('Note', 'a')}`)).not.toBe('equal')
  })

  it('are data to a template that declares no such transform', () => {
    const written = `${head}${note('NoteOne', 'One')}${note('Notetwo2', 'two-2')}`
    const without = inLoop('{Ref: Name}').replace('Transform: AWS::LanguageExtensions\n', '')
    expect(verdict(without, written)).not.toBe('equal')
  })
})

describe('functions', () => {
  it.each([
    ['{"Fn::Length": [a, {Ref: Env}, c]}', '3', 'equal'],
    ['{"Fn::Length": [a, {Ref: Env}, c]}', '2', 'differs'],
    ['{"Fn::Length": {"Fn::FindInMap": [Sizes, a, all]}}', '2', 'equal'],
    ['{"Fn::ToJsonString": {b: [1, "x", true, null], a: {}}}', `'{"b":[1,"x",true,null],"a":{}}'`, 'equal'],
    ['{"Fn::ToJsonString": {b: 1, a: 2}}', `'{"a":2,"b":1}'`, 'differs'],
    ['{"Fn::FindInMap": [Sizes, a, disk, {DefaultValue: "9"}]}', `'1'`, 'equal'],
    ['{"Fn::FindInMap": [Sizes, a, disk, {DefaultValue: "9"}]}', `'9'`, 'differs'],
    ['{"Fn::FindInMap": [Sizes, c, disk, {DefaultValue: "9"}]}', `'9'`, 'equal'],
    ['{"Fn::FindInMap": [Sizes, c, disk, {DefaultValue: {Ref: Env}}]}', '{Ref: Env}', 'equal'],
    [
      '{"Fn::FindInMap": [Sizes, {Ref: Zone}, disk, {DefaultValue: "9"}]}',
      '{"Fn::FindInMap": [Sizes, {Ref: Zone}, disk]}',
      'equal',
    ],
  ])('%s and %s', (before, after, expected) => {
    expect(verdict(`${head}${note('A', before)}`, `${head}${note('A', after)}`)).toBe(expected)
  })

  it('may take the default where a parameter may be anything', () => {
    const [before, after] = [
      '{"Fn::FindInMap": [Sizes, {Ref: Env}, disk, {DefaultValue: "9"}]}',
      '{"Fn::FindInMap": [Sizes, {Ref: Env}, disk]}',
    ]
    expect(verdict(`${head}${note('A', before)}`, `${head}${note('A', after)}`)).not.toBe('equal')
  })
})
