/**
 * Pairs that Heat judged: each call that is recorded from its function classes (record-functions.py) beside what Heat made of it,
 * beside something else, and, where Heat refused it, on either side of a value. Null, empty and wrong types, digits, order,
 * missing and repeated keys of each class are among the calls.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialectOf } from '../../src/heat/dialect.ts'
import { recognise } from '../../src/heat/kind.ts'
import { jsonText, parseJson } from '../../src/heat/values/json-text.ts'
import { isMap, type Value, type ValueMap } from '../../src/heat/values/value.ts'
import { compareTemplates } from '../../src/meaning/compare.ts'
import type { Side } from '../../src/meaning/side.ts'
import { mappingOf } from '../document/documents.ts'

const recorded = parseJson(readFileSync(join(__dirname, 'functions.json'), 'utf8')) as ValueMap
const given = recorded.get('given') as ValueMap
const calls = (recorded.get('calls') as readonly (readonly Value[])[]).filter(
  ([, , isCondition]) => isCondition !== true,
)

/** The parameters have the values that they declare; `missing` has none. */
const assumed = new Set(
  Object.entries({ hot: given.get('hot'), cfn: given.get('cfn') }).flatMap(([, text]) =>
    [...String(text).matchAll(/^ {2}(\w+): \{[tT]ype: [^}]*[dD]efault/gm)].map(([, name]) => name as string),
  ),
)

function sideWith(key: string, version: string, value: string): Side {
  const isHot = key === 'heat_template_version'
  const hasConditions = isHot ? version >= '2016-10-14' : key.startsWith('AWS')
  const [section, equals] = isHot ? ['conditions', 'equals'] : ['Conditions', '"Fn::Equals"']
  const conditions = hasConditions
    ? `${section}:\n  known: {${equals}: [1, 1]}\n  never: {${equals}: [1, 2]}\n`
    : ''
  const output = isHot ? `outputs:\n  o: {value: ${value}}\n` : `Outputs:\n  o: {Value: ${value}}\n`
  const text = `${key}: "${version}"\n${String(given.get(isHot ? 'hot' : 'cfn'))}${conditions}${output}`
  const root = mappingOf(text)
  const dialect = dialectOf(recognise(root, 'yaml'), 'heat')
  if (dialect === undefined) throw new Error('no dialect')
  return { root, dialect, text }
}

/** What depends on the cloud that it was recorded in, and maps with keys that JSON, which keeps the results, makes strings. */
const isOfCloud = (call: string) => /get_attr|GetAtt|OS::|AWS::/.test(call)
const hasNumbersAsKeys = (call: string) => /\{1: |keys: \{a: 2\}/.test(call)
const holdsMark = (text: string) => /\\u0001|<<|<error>|<reason>/.test(text)

type Kind = 'what Heat made of it' | 'something else' | 'a value that Heat rejects afterwards'
const count: Record<Kind | 'equal', number> = {
  'what Heat made of it': 0,
  'something else': 0,
  'a value that Heat rejects afterwards': 0,
  equal: 0,
}

it('is never wrong about a pair that Heat judged', () => {
  const wrong: string[] = []
  const verdictOf = (key: Value, version: Value, before: string, after: string) => {
    const side = (value: string) => sideWith(String(key), String(version), value)
    return compareTemplates(side(before), side(after), { assumed }).verdict
  }
  for (const [key, version, , call, result] of calls) {
    const [before, after] = [String(call), jsonText(result as Value, 'as it is')]
    const say = (kind: Kind, verdict: string) =>
      wrong.push(`${String(version)} ${before}: ${kind}: ${verdict}`)
    const fails = isMap(result as Value) && (result as ValueMap).has('<error>')
    if (fails) {
      count['a value that Heat rejects afterwards'] += 1
      const verdict = verdictOf(key as Value, version as Value, '[z]', before)
      if (verdict === 'equal') say('a value that Heat rejects afterwards', verdict)
      continue
    }
    if (holdsMark(after) || isOfCloud(before) || hasNumbersAsKeys(before)) continue
    count['what Heat made of it'] += 1
    const verdict = verdictOf(key as Value, version as Value, before, after)
    if (verdict === 'equal') count.equal += 1
    if (verdict === 'differs') say('what Heat made of it', verdict)
    count['something else'] += 1
    const other = verdictOf(key as Value, version as Value, before, `[${after}, z]`)
    if (other === 'equal') say('something else', other)
  }
  expect(wrong).toEqual([])
  expect(count['what Heat made of it']).toBeGreaterThan(400)
  expect(count['a value that Heat rejects afterwards']).toBeGreaterThan(300)
  // What is not proved asks for what only another engine or a cloud knows.
  expect(count.equal / count['what Heat made of it']).toBeGreaterThan(0.95)
})
