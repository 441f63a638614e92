/** Findings mark what is wrong to the letter: the name, not the function around it. */

import { createChecker } from '../../src/engine/check.ts'
import type { FindingCode } from '../../src/engine/findings/catalogue.ts'
import { filesOf } from './pairs.ts'

interface Marked {
  readonly what: string
  readonly code: FindingCode
  /** What is to be marked stands in ‹ ›. */
  readonly text: string
  /** A nested template, `oven.yaml`. */
  readonly nested?: string
}

const marked: readonly Marked[] = (
  [
    ['a parameter', 'unknown-reference', 'outputs: {o: {value: {get_param: ‹size›}}}\n'],
    [
      'a parameter with a path',
      'unknown-reference',
      'outputs:\n  o:\n    value:\n      get_param:\n        - ‹sizes›\n        - big\n',
    ],
    ['a resource', 'unknown-reference', 'outputs: {o: {value: {get_resource: ‹"oven"›}}}\n'],
    [
      'a resource that is waited for',
      'unknown-reference',
      'resources: {a: {type: OS::Heat::RandomString, depends_on: [‹b›]}}\n',
    ],
    [
      'an attribute',
      'unknown-attribute',
      'resources: {a: {type: OS::Heat::RandomString}}\noutputs: {o: {value: {get_attr: [a, ‹worth›]}}}\n',
    ],
    [
      'an attribute that is called like the resource',
      'unknown-attribute',
      'resources: {worth: {type: OS::Heat::RandomString}}\noutputs: {o: {value: {get_attr: [worth, ‹worth›]}}}\n',
    ],
    [
      'an output',
      'missing-output',
      'resources: {a: {type: oven.yaml}}\noutputs: {o: {value: {get_attr: [a, ‹heat›]}}}\n',
      'heat_template_version: 2018-08-31\nresources: {}\n',
    ],
    ['a file', 'missing-file', 'outputs: {o: {value: {get_file: ‹motd.txt›}}}\n'],
    [
      'the key of a mapping',
      'unknown-reference',
      "AWSTemplateFormatVersion: '2010-09-09'\nMappings: {M: {a: {b: c}}}\nOutputs: {O: {Value: {'Fn::FindInMap': [M, a, ‹z›]}}}\n",
    ],
    ['a function', 'unresolved-call', 'outputs: {o: {value: {‹get_params›: size}}}\n'],
    [
      'a function over several lines',
      'bad-arguments',
      'outputs:\n  o:\n    value:\n      ‹list_join›:\n        - a\n',
    ],
    [
      'a tag',
      'yaml-tag',
      'parameters: {p: {type: string}}\nresources:\n  a: {type: OS::Heat::Value, properties: {value: ‹!Ref› p}}\n',
    ],
    [
      'the type of the members of a group',
      'missing-property',
      'resources:\n  a:\n    type: OS::Heat::ResourceGroup\n    properties:\n      resource_def:\n        type: ‹OS::Neutron::Subnet›\n        properties: {cidr: 10.0.0.0/24}\n',
    ],
    [
      'a name that only an alias brings there, by the alias',
      'unknown-reference',
      'parameter_groups: [{parameters: [p], description: &d {get_param: none}}]\nparameters: {p: {type: string}}\noutputs: {o: {value: ‹*d›}}\n',
    ],
    [
      'the reference that closes a circle',
      'circular-dependency',
      'resources:\n  a: {type: OS::Heat::Value, properties: {value: {get_attr: [b, value]}}}\n  b: {type: OS::Heat::Value, properties: {value: {get_attr: [‹a›, value]}}}\n',
    ],
  ] satisfies readonly (readonly [string, FindingCode, string, string?])[]
).map(([what, code, text, nested]) => ({ what, code, text, ...(nested === undefined ? {} : { nested }) }))

it.each(marked)('marks $what', ({ code, text, nested }) => {
  const whole = filesOf(text)['t.yaml'] ?? ''
  const [start, end] = [whole.indexOf('‹'), whole.indexOf('›') - 1]
  const source = whole.replace(/[‹›]/g, '')
  const readFile = (path: string) =>
    path === 'oven.yaml' && nested !== undefined ? Buffer.from(nested) : undefined
  const checker = createChecker({ readFile, exists: (path) => readFile(path) !== undefined })
  const { findings } = checker.run({ path: 't.yaml', bytes: Buffer.from(source) })
  const range = findings.find((one) => one.code === code)?.range
  expect(range && source.slice(range.start, range.end)).toBe(source.slice(start, end))
  expect(range).toEqual({ start, end })
})
