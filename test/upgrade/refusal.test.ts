import { refusal } from '../../src/heat/refusal.ts'
import type { HotVersion } from '../../src/heat/versions.ts'
import { documentOf } from '../document/documents.ts'

function ask(version: HotVersion, body: string): string | undefined {
  const document = documentOf(`heat_template_version: ${version}\n${body}\n`)
  return refusal({ document: document, version })
}

// What stands here was tried on Heat 19.
describe('what Heat refuses whole', () => {
  it.each([
    ['2015-10-15', 'conditions: {c: true}', 'the section conditions'],
    ['2015-10-15', 'resources: {a: {type: T, condition: true}}', 'condition of a resource'],
    ['2015-10-15', 'resources: {a: {type: T, external_id: x}}', 'external_id of a resource'],
    ['2015-10-15', 'resources: {a: {type: T, deletion_policy: retain}}', 'the deletion policy retain'],
    ['2017-09-01', 'parameters: {p: {type: string, tags: [a]}}', 'tags of a parameter'],
    ['2016-10-14', 'parameters: {p: {type: number, constraints: [{modulo: {}}]}}', 'the constraint modulo'],
    ['2014-10-16', 'outputs: {a: {value: {Ref: p}}}', 'the function Ref'],
    [
      '2015-10-15',
      "resources: {a: {type: T, metadata: {a: {'Fn::Select': [0, []]}}}}",
      'the function Fn::Select',
    ],
    ['2018-08-31', 'outputs: {a: {value: {if: [true, b]}}}', 'if with two items'],
  ] as const)('%s: %s', (version, body, what) => {
    expect(ask(version, body)).toBe(what)
  })
})

describe('what Heat takes', () => {
  it.each([
    ['2016-10-14', 'conditions: {c: true}'],
    ['2015-10-15', 'outputs: {a: {value: 1, condition: true}}'],
    ['2015-10-15', 'outputs: {a: {value: {if: [true, b]}}}'],
    ['2016-10-14', 'parameters: {p: {type: number, constraints: [{modulo: {}, range: {min: 1}}]}}'],
    ['2013-05-23', 'outputs: {a: {value: {Ref: p}}}'],
    ['2018-08-31', "outputs: {a: {value: {'Fn::GetAtt': [a, b]}}}"],
    ['2018-08-31', 'outputs: {a: {value: {if: [true, b, {Ref: p}]}}}'],
    ['2018-08-31', 'parameters: {p: {type: json, default: {Ref: p}}}'],
    ['2015-10-15', 'outputs: {a: {value: {conditions: {c: true}, Ref: x}}}'],
    ['2014-10-16', 'outputs: {a: {value: {list_join: [c, [a], [b]]}}}'],
    ['2014-10-16', 'outputs: {a: {value: {list_join: [conditions, [a], [b]]}}}'],
  ] as const)('%s: %s', (version, body) => {
    expect(ask(version, body)).toBeUndefined()
  })
})
