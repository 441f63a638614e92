/** Every function class against what Heat's own made of the same calls (record-functions.py). */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialectOf } from '../../src/heat/dialect.ts'
import { recognise } from '../../src/heat/kind.ts'
import { dataOf } from '../../src/heat/values/data.ts'
import { jsonText, parseJson } from '../../src/heat/values/json-text.ts'
import { isMap, sameValue, type Value, type ValueMap } from '../../src/heat/values/value.ts'
import { evaluateProgram } from '../../src/meaning/evaluate.ts'
import { readProgram } from '../../src/meaning/program.ts'
import { defaultSample } from '../../src/meaning/sample.ts'
import { readDocument } from '../../src/text/document/document.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { mappingOf } from '../document/documents.ts'
import { plain } from '../heat/evaluated.ts'

const recorded = parseJson(readFileSync(join(__dirname, 'functions.json'), 'utf8')) as ValueMap
const given = recorded.get('given') as ValueMap
const calls = recorded.get('calls') as readonly (readonly Value[])[]

const sample = { ...defaultSample(), keys: ['key', 'a'] }

/** The same template around the call as record-functions.py makes. */
function templateText(key: string, version: string, call: string, isCondition: boolean): string {
  const isHot = key === 'heat_template_version'
  const base = String(given.get(isHot ? 'hot' : 'cfn'))
  const hasConditions = isHot ? version >= '2016-10-14' : key.startsWith('AWS')
  const [equals, section] = isHot ? ['equals', 'conditions'] : ['"Fn::Equals"', 'Conditions']
  const definitions = isCondition ? `  c: ${call}` : `  never: {${equals}: [1, 2]}`
  const conditions = hasConditions ? `${section}:\n  known: {${equals}: [1, 1]}\n${definitions}\n` : ''
  const output = isHot ? `outputs:\n  o:\n    value: ${call}\n` : `Outputs:\n  o:\n    Value: ${call}\n`
  return `${key}: "${version}"\n${base}${conditions}${isCondition ? '' : output}`
}

function resultOf(text: string, isCondition: boolean): Value {
  const root = mappingOf(text)
  const dialect = dialectOf(recognise(root, 'yaml'), 'heat')
  if (dialect === undefined) throw new Error('no dialect')
  const { conditions, outputs } = evaluateProgram(readProgram(root, dialect), sample)
  return plain(isCondition ? (conditions.get('c') as Value) : (outputs.get('o')?.value as Value))
}

const described = (value: Value) => jsonText(value, 'sorted')

const cases = calls.map(([key, version, isCondition, call, result]) => ({
  dialect: `${String(key)} ${String(version)}`,
  text: templateText(String(key), String(version), String(call), isCondition === true),
  isCondition: isCondition === true,
  call: String(call),
  result: result as Value,
}))

describe('functions', () => {
  const byDialect = new Map<string, typeof cases>()
  for (const one of cases) byDialect.set(one.dialect, [...(byDialect.get(one.dialect) ?? []), one])

  it('has several hundred recorded calls', () => {
    expect(cases.length).toBeGreaterThan(1000)
  })

  it.each([...byDialect.keys()])('gives what Heat gives in %s', (dialect) => {
    const wrong: string[] = []
    for (const { call, text, isCondition, result } of byDialect.get(dialect) ?? []) {
      const ours = resultOf(text, isCondition)
      if (!sameValue(ours, result)) wrong.push(`${call}: ${described(ours)} | ${described(result)}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('data', () => {
  it('reads maps as Python does, and gives them the keys that JSON has', () => {
    const reading = readDocument('{1: a, true: b, 1.0: c, "1": d, null: e, <<: {f: g, "1": h}}\n')
    const value = dataOf(('document' in reading ? reading.document.root : undefined) as Mapping)
    expect(isMap(value) && [...value]).toEqual([
      ['f', 'g'],
      ['1', 'c'],
      ['null', 'e'],
    ])
  })
})
