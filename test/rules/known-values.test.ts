/** Once functions of literals are computed, only what they changed is checked again: nothing else could be found in the rest. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { versionKeyOf } from '../../src/heat/dialects.ts'
import type { Declarations } from '../../src/heat/sections.ts'
import { isCfn } from '../../src/heat/template.ts'
import { functionCalls } from '../../src/rules/heat/function-calls.ts'
import { askRules } from '../../src/rules/run-rules.ts'
import { nothingBeside, type Report } from '../../src/rules/scope.ts'
import { TemplateView } from '../../src/rules/template-view.ts'
import { cfnVocabulary, hotWords, type Vocabulary } from '../../src/rules/vocabulary.ts'
import { load } from '../../src/stack/load.ts'
import { type Mapping, type Node, offsetOf } from '../../src/text/document/node.ts'
import { filesBelow, ownCorpus } from '../engine/corpus-files.ts'

interface Read {
  readonly root: Mapping
  readonly words: Vocabulary
}

function read(path: string, bytes: Uint8Array): Read | undefined {
  const loaded = load({ path, bytes })
  if (loaded.is !== 'file') return undefined
  const { root, kind, version } = loaded.file
  if (isCfn(kind)) return { root, words: cfnVocabulary(versionKeyOf(kind)) }
  return version === undefined ? undefined : { root, words: hotWords(version, undefined) }
}

function viewOf({ root, words }: Read, declared?: Declarations): TemplateView {
  const basis = { root, words, beside: nothingBeside, tests: new Set<Node>(), source: () => undefined }
  return new TemplateView(declared === undefined ? basis : { ...basis, declared })
}

/** What is said of the functions of a template as it is written, and with what is computed in it. */
function said({ root, words }: Read, again: 'what changed' | 'everything'): readonly string[] {
  const found = new Set<string>()
  const report: Report<string> = (code, at, message) => found.add(`${code} ${offsetOf(at)} ${message}`)
  const view = viewOf({ root, words })
  askRules([functionCalls], view, report)
  if (again === 'everything')
    askRules([functionCalls], viewOf({ root: view.known.root, words }, view.known.declared), report)
  return [...found]
}

test('over the templates of this project', () => {
  const templates = filesBelow(ownCorpus).flatMap(
    (path) => read(path, readFileSync(join(ownCorpus, path))) ?? [],
  )
  expect(templates.length).toBeGreaterThan(50)
  for (const one of templates) expect(said(one, 'what changed')).toEqual(said(one, 'everything'))
})

const word = fc.constantFrom('a', 'b', 'small', 'Sizes', 'Name', '{{resolve:ssm:', 'x}}')

const { value } = fc.letrec<{ value: unknown; list: unknown[] }>((tie) => ({
  list: fc.array(tie('value'), { maxLength: 3 }),
  value: fc.oneof(
    { maxDepth: 4 },
    word,
    fc.integer({ min: 0, max: 3 }),
    fc.record({ Ref: fc.constantFrom('Name', 'Nmae', 'One', 'AWS::Region') }),
    fc.record({
      'Fn::Join': fc.tuple(fc.constant(''), fc.oneof(fc.array(word, { maxLength: 3 }), tie('list'))),
    }),
    fc.record({ 'Fn::Select': fc.tuple(tie('value'), tie('list')) }),
    fc.record({ 'Fn::Split': fc.tuple(fc.constant(','), tie('value')) }),
    fc.record({ 'Fn::FindInMap': fc.tuple(tie('value'), tie('value'), tie('value')) }),
    fc.record({ 'Fn::GetAtt': fc.tuple(fc.constantFrom('One', 'Two'), tie('value')) }),
    fc.record({ 'Fn::If': fc.tuple(fc.constantFrom('Is', 'Isnt'), tie('value'), tie('value')) }),
    fc.record({ 'Fn::Jion': tie('list') }),
    fc.record({ plain: tie('value'), other: tie('value') }),
  ),
}))

/** A template with three values, one of which is another one by its anchor. */
function template(values: readonly unknown[]): string {
  const [one, two, three] = values.map((each) => JSON.stringify(each))
  return `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Name: {Type: String}}
Conditions: {Is: {'Fn::Equals': [${three}, a]}}
Mappings: {Sizes: {small: {a: '1', b: ab}}}
Resources:
  One: {Type: 'AWS::EC2::Instance', Metadata: {k: &v ${one}}, Properties: {ImageId: ${two}}}
  Two: {Type: 'AWS::EC2::Volume', Metadata: [*v], Properties: {Size: ${three}}}
`
}

test('over random ones', () => {
  let computed = 0
  const whole = fc.tuple(value, value, value).map(template)
  fc.assert(
    fc.property(whole, (source) => {
      const one = read('a.yaml', new TextEncoder().encode(source)) as Read
      if (viewOf(one).known.before !== undefined) computed += 1
      expect(said(one, 'what changed')).toEqual(said(one, 'everything'))
    }),
    { numRuns: 200, seed: 61 },
  )
  expect(computed).toBeGreaterThan(50)
})
