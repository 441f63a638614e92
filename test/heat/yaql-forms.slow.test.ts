/** The functions that are written instead of yaql, held against Heat's own yaql. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createEngine } from '../../src/engine/engine.ts'
import { transformsWith } from '../../transforms/registry.ts'
import { hasHeat, python } from './installed.ts'

const withHeat = hasHeat ? describe : describe.skip

const values = ["'x,y'", "''", "'a,,x'", '[1, x]', '[]', "'1,2'", "['a,b', '']", "' x , y '"]
const expressions = [
  '{yaql: {expression: $.data.l.contains($.data.a), data: {l: {get_param: l}, a: {get_param: a}}}}',
  '{yaql: {expression: $.data.a in $.data.l, data: {l: {get_param: l}, a: 1}}}',
  '{yaql: {expression: $.data.l + $.data.m, data: {l: {get_param: l}, m: {get_param: m}}}}',
  '{yaql: {expression: $.data.m + $.data.l + $.data.k, data: {l: {get_param: l}, m: {get_param: m}, k: [1, x]}}}',
  `{yaql: {expression: "$.data.l.where($ != '')", data: {l: {get_param: l}}}}`,
  '{yaql: {expression: "$.data.l.where($ != 1)", data: {l: {get_param: l}}}}',
  '{yaql: {expression: "$.data.l.where($ != null)", data: {l: {get_param: l}}}}',
  `{yaql: {expression: "$.data.l.join('-')", data: {l: {get_param: l}}}}`,
]

function template(value: string): string {
  const outputs = expressions.map((one, at) => `  o${at}: {value: ${one}}\n`).join('')
  return `heat_template_version: 2018-08-31
parameters:
  a: {type: string, default: x}
  l: {type: comma_delimited_list, default: ${value}}
  m: {type: comma_delimited_list, default: 'p,x'}
resources: {}
outputs:
${outputs}`
}

function ask(templates: readonly string[]): readonly { refused: string | null; values: object }[] {
  const { stdout, stderr } = spawnSync(python, [join(__dirname, 'pairs.py')], {
    input: JSON.stringify(templates.map((text) => ({ files: { 't.yaml': text } }))),
    encoding: 'utf8',
  })
  const answers = stdout.split('\n').filter((line) => line.startsWith('{'))
  if (answers.length !== templates.length) throw new Error(stderr)
  return answers.map((line) => JSON.parse(line))
}

withHeat('functions instead of yaql', () => {
  const registry = transformsWith({ asked: new Set(['idioms']) })
  const engine = createEngine({ chain: 'upgrade', to: '2018-08-31', accept: [], partial: false, registry })
  const before = values.map(template)
  const after = before.map((text) => {
    const outcome = engine.run({ path: 't.yaml', bytes: Buffer.from(text) })
    return outcome.status === 'changed' ? outcome.after : ''
  })

  it('are written, and proved', () => {
    for (const text of after) expect(text).toMatch(/^heat_template_version/)
    for (const text of after) expect(text).not.toContain('yaql')
  })

  it('give what yaql gives', () => {
    const answers = ask([...before, ...after])
    for (const at of before.keys()) {
      expect(answers[at]?.refused).toBeNull()
      expect(answers[at + before.length]).toEqual(answers[at])
    }
  })

  it('take lists that are too long for yaql', () => {
    const many = `'${Array.from({ length: 300 }, (_, at) => at).join(',')}'`
    const [long] = ask([template(many)])
    expect(JSON.stringify(long)).toContain('Collection length exceeds 200 elements')
  })
})
