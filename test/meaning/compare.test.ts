/** What the comparison says beyond equal and not: leave, environments, unknown values, endless templates. */

import type { Value } from '../../src/heat/values/value.ts'
import { compareTemplates } from '../../src/meaning/compare.ts'
import { readProgram } from '../../src/meaning/program.ts'
import { tellingOf } from '../../src/meaning/resource-graph.ts'
import { SampleFrame, Samples } from '../../src/meaning/samples.ts'
import type { Side } from '../../src/meaning/side.ts'
import { integer, withEntries, withItems, withValue } from '../../src/text/document/build.ts'
import type { Entry, Mapping } from '../../src/text/document/node.ts'
import { entryOf, listOf, mapOf, valueOf } from '../../src/text/document/read.ts'
import { compareTexts, sideOf } from './pairs.ts'

const hot = (body: string, version = '2021-04-16') => `heat_template_version: ${version}\n${body}`
const cfn = (body: string) => `AWSTemplateFormatVersion: '2010-09-09'\n${body}`

/** Verdict, the places that differ, the tolerated kinds with their places. */
function told(
  before: string,
  after: string,
  ...rest: [('heat' | 'aws')?, Parameters<typeof compareTexts>[3]?]
) {
  const { verdict, differences, tolerated, reasons } = compareTexts(before, after, ...rest)
  return {
    verdict,
    differences: differences.map(({ kind, path }) => `${kind} ${path}`),
    tolerated: tolerated.map(({ kind, path }) => `${kind} ${path}`),
    reasons: reasons.map(({ path, why }) => `${path}: ${why}`),
  }
}

const equal = { verdict: 'equal', differences: [], tolerated: [], reasons: [] }

describe('a difference', () => {
  it('tells both values, the place and the sample', () => {
    const before = hot(
      'parameters: {p: {type: string, default: a}}\noutputs: {o: {value: [x, {get_param: p}]}}\n',
    )
    const after = hot('parameters: {p: {type: string, default: a}}\noutputs: {o: {value: [x, a]}}\n')
    expect(compareTexts(before, after).differences).toEqual([
      {
        kind: 'value',
        path: 'outputs.o.value[1]',
        before: '"sample-p"',
        after: '"a"',
        world: 'other values 1',
      },
    ])
  })

  it('shows references in guillemets', () => {
    const before = hot('resources: {r: {type: A::B}}\noutputs: {o: {value: {get_attr: [r, a]}}}\n')
    const { differences } = compareTexts(before, before.replace('{get_attr: [r, a]}', '{get_resource: r}'))
    expect(differences).toEqual([
      {
        kind: 'value',
        path: 'outputs.o.value',
        before: '"«attr:r:a»"',
        after: '"«ref:r»"',
        world: 'defaults',
      },
    ])
  })

  it('may lie in what no default value shows', () => {
    const text = hot(`parameters: {p: {type: string, default: a}}
conditions: {live: {equals: [{get_param: p}, live]}, both: {and: [live, live]}}
outputs: {o: {value: {if: [both, one, two]}}}
`)
    expect(told(text, text)).toEqual(equal)
    expect(told(text, text.replace('one', 'other')).differences).toEqual(['value outputs.o.value'])
  })

  it('may lie behind a condition that only chosen values turn', () => {
    const text = hot(`parameters: {p: {type: string, default: a}, q: {type: string, default: b}}
conditions: {odd: {and: [{equals: [{get_param: p}, x]}, {equals: [{get_param: q}, {get_param: p}]}]}}
outputs: {o: {value: {if: [odd, one, two]}}}
`)
    const { differences } = compareTexts(text, text.replace('one', 'other'))
    expect(differences.map(({ path, world }) => `${path} in ${world}`)).toEqual([
      'outputs.o.value in chosen values of p, q',
    ])
  })
})

describe('what a rewrite may change', () => {
  it('may compute what failed before', () => {
    const before = cfn(
      'Parameters: {n: {Type: Number, Default: 3}}\nOutputs: {o: {Value: {"Fn::Join": ["", [a, {Ref: n}]]}}}\n',
    )
    const after = hot(
      'parameters: {n: {type: number, default: 3}}\noutputs: {o: {value: {str_replace: {template: aN, params: {N: {get_param: n}}}}}}\n',
    )
    expect(told(before, after)).toEqual({ ...equal, tolerated: ['error-to-value outputs.o.value'] })
  })

  it('may compute what failed before for some keys of a mapping', () => {
    const before = cfn(`Parameters: {k: {Type: String, Default: a}}
Mappings: {M: {a: {port: 80, host: x}, b: {port: '90', host: y}}}
Outputs: {o: {Value: {'Fn::Join': ['', [a, {'Fn::FindInMap': [M, {Ref: k}, port]}]]}}}
`)
    const after = hot(`parameters:
  k: {type: string, default: a}
  M: {type: json, default: {a: {port: 80, host: x}, b: {port: '90', host: y}}}
outputs:
  o: {value: {str_replace: {template: aN, params: {N: {get_param: [M, {get_param: k}, port]}}}}}
`)
    expect(told(before, after).tolerated).toContain('some-errors-to-values outputs.o.value')
    const [one, other] = [before, after].map((text) => text.replace('port]', 'host]')) as [string, string]
    expect(told(one, other).tolerated).not.toContain('some-errors-to-values outputs.o.value')
  })

  it('may compute what failed before in one branch', () => {
    const before = cfn(`Parameters: {k: {Type: String, Default: a}}
Conditions: {c: {'Fn::Equals': [{Ref: k}, a]}}
Outputs: {o: {Value: {'Fn::Join': ['', [a, {'Fn::If': [c, 4, x]}]]}}}
`)
    const after = hot(`parameters: {k: {type: string, default: a}}
conditions: {c: {equals: [{get_param: k}, a]}}
outputs: {o: {value: {str_replace: {template: aN, params: {N: {if: [c, 4, x]}}}}}}
`)
    expect(told(before, after)).toEqual({ ...equal, tolerated: ['error-to-value outputs.o.value'] })
    expect(told(before, after.replace('4, x', '4, y')).verdict).toBe('differs')
  })

  it.each([
    ['number', '[{range: {min: 1, max: 9}}]', '[{range: {min: 1}}, {range: {max: 9}}]', 'equal'],
    ['number', '[{range: {min: 1, max: 9}}]', '[{range: {min: 0}}, {range: {min: 1, max: 9}}]', 'equal'],
    ['number', '[{range: {min: 1, max: 9}}]', '[{range: {min: 1}}, {range: {max: 8}}]', 'differs'],
    [
      'number',
      '[{range: {min: 1}, description: d}, {range: {max: 9}, description: d}]',
      '[{range: {min: 1, max: 9}, description: d}]',
      'equal',
    ],
    [
      'number',
      '[{range: {min: 1}, description: d}, {range: {max: 9}}]',
      '[{range: {min: 1, max: 9}, description: d}]',
      'differs',
    ],
    ['number', '[{range: {min: 0}, description: d}, {range: {min: 1}}]', '[{range: {min: 1}}]', 'differs'],
    ['string', '[{length: {min: 1, max: 9}}]', '[{length: {max: 9}}, {length: {min: 1}}]', 'equal'],
    [
      'string',
      '[{length: {min: 1, max: 9}}]',
      '[{length: {min: 1, max: 9}}, {allowed_pattern: a}]',
      'differs',
    ],
    ['string', '[{allowed_values: [a, b]}]', '[{allowed_values: [b, a, b]}]', 'equal'],
    ['string', '[{allowed_values: [a, b]}]', '[{allowed_values: [b, c]}]', 'differs'],
  ])('compares what constraints of a %s refuse: %s, %s', (type, one, other, verdict) => {
    const text = (constraints: string) =>
      hot(`parameters: {p: {type: ${type}, constraints: ${constraints}}}\n`)
    expect(compareTexts(text(one), text(other)).verdict).toBe(verdict)
    expect(compareTexts(text(other), text(one)).verdict).toBe(verdict)
  })

  it('may order constraints, and dependencies, in another way', () => {
    const before =
      hot(`parameters: {p: {type: string, default: abc, constraints: [{length: {min: 1}}, {allowed_pattern: '[a-z]+'}]}}
resources: {a: {type: A::B}, b: {type: A::B}, c: {type: A::B, depends_on: [a, b]}}
`)
    const after = before
      .replace(
        "[{length: {min: 1}}, {allowed_pattern: '[a-z]+'}]",
        "[{allowed_pattern: '[a-z]+'}, {length: {min: 1}}]",
      )
      .replace('depends_on: [a, b]', 'depends_on: [b, a, a]')
    expect(told(before, after)).toEqual({
      ...equal,
      tolerated: ['constraint-order parameters.p.constraints'],
    })
  })

  it('may say once what CloudFormation says of each constraint, and HOT may not', () => {
    const cfn = `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {p: {Type: String, MinLength: 1, AllowedPattern: '[a-z]+', ConstraintDescription: letters}}
`
    const both = hot(
      `parameters: {p: {type: string, constraints: [{length: {min: 1}, description: letters}, {allowed_pattern: '[a-z]+', description: letters}]}}\n`,
    )
    const once = both.replace('{min: 1}, description: letters', '{min: 1}')
    expect(told(cfn, both)).toEqual(equal)
    expect(told(cfn, once)).toEqual({
      ...equal,
      tolerated: ['constraint-description parameters.p.constraints'],
    })
    expect(told(both, once).verdict).toBe('differs')
    expect(told(cfn, once.replace('letters', 'digits')).verdict).toBe('differs')
  })

  it('may drop depends_on where a reference says it', () => {
    const before = hot(
      'resources: {a: {type: A::B}, c: {type: A::B, depends_on: a, properties: {x: {get_resource: a}}}}\n',
    )
    expect(told(before, before.replace('depends_on: a, ', ''))).toEqual(equal)
  })

  it('may rename files with their references', () => {
    const before = hot(
      'resources: {a: {type: child.template, properties: {f: {get_file: lib/x.template}}}}\n',
    )
    const after = before.replaceAll('.template,', '.yaml,').replace('x.template', 'x.yaml')
    const renamed = new Map([
      ['child.template', 'child.yaml'],
      ['x.template', 'x.yaml'],
    ])
    expect(told(before, after).verdict).toBe('differs')
    expect(told(before, after, 'heat', { renamed }).verdict).toBe('differs')
    const files = new Map([
      ['lib/x.template', 'content'],
      ['lib/x.yaml', 'content'],
    ])
    expect(told(before, after, 'heat', { renamed, files })).toEqual({
      ...equal,
      tolerated: ['renamed-file resources.a.type'],
    })
  })
})

describe('an environment', () => {
  const before = hot('parameters: {p: {type: number, default: 3}}\noutputs: {o: {value: {get_param: p}}}\n')
  const after = before.replace(', default: 3', '')
  const withDefault = (value: Value) => ({ parameters: new Map(), defaults: new Map([['p', value]]) })

  it('takes the place of defaults', () => {
    const moved = compareTemplates(sideOf(before), { ...sideOf(after), environment: withDefault(3) })
    expect(moved.verdict).toBe('equal')
    expect(moved.tolerated.map(({ kind }) => kind)).toEqual(['moved-default'])
    const values = { parameters: new Map<string, Value>([['p', 3]]), defaults: new Map() }
    expect(compareTemplates(sideOf(before), { ...sideOf(after), environment: values }).verdict).toBe('equal')
  })

  it.each([
    ['type: string, default: none, constraints: [{allowed_values: [fast, safe]}]', 'fast'],
    ['type: number, default: big, constraints: [{range: {min: 1}}]', 3],
    ["type: comma_delimited_list, default: '', constraints: [{allowed_values: [a]}]", 'a'],
    ['type: json, default: \'{"a": 1}\', constraints: [{length: {max: 1}}]', '{}'],
    ['type: string, default: a, constraints: [{length: {min: 2}}]', 'ab'],
    ['type: number, default: 3, constraints: [{modulo: {step: 2, offset: 0}}]', 4],
    ['type: number, default: 2.5, constraints: [{range: {max: 2}}]', 2],
    ['type: string, default: b, constraints: [{allowed_pattern: a}]', 'a'],
  ])('leaves a default refused that Heat tests whatever is given: {%s}', (declaration, value) => {
    const refused = hot(`parameters: {p: {${declaration}}}\noutputs: {o: {value: {get_param: p}}}\n`)
    const accepted = refused.replace(/, default: (?:'[^']*'|[^,}]*)/, '')
    const environment = { parameters: new Map<string, Value>([['p', value]]), defaults: new Map() }
    const [one, other] = [refused, accepted].map((text) => ({ ...sideOf(text), environment }))
    const dropped = compareTemplates(one as Side, other as Side)
    expect([dropped.verdict, dropped.refines]).toEqual(['equal', true])
    expect(compareTemplates(other as Side, one as Side).verdict).toBe('differs')
  })

  it('saves a default that only its own type refuses', () => {
    const refused = before.replace('3', 'big')
    const environment = withDefault(3)
    const [one, other] = [refused, after].map((text) => ({ ...sideOf(text), environment }))
    const { verdict, refines } = compareTemplates(one as Side, other as Side)
    expect([verdict, refines]).toEqual(['equal', false])
  })

  it('counts with its values', () => {
    const wrong = compareTemplates(sideOf(before), { ...sideOf(after), environment: withDefault(4) })
    expect(wrong.differences.map(({ path }) => path)).toEqual(['parameters.p.default'])
    expect(compareTemplates(sideOf(before), sideOf(after)).verdict).toBe('differs')
  })
})

describe('leave', () => {
  it('lets the id of the stack stand for the ARN', () => {
    const before = cfn('Outputs: {o: {Value: {Ref: "AWS::StackId"}}}\n')
    const after = hot('outputs: {o: {value: {get_param: "OS::stack_id"}}}\n')
    expect(told(before, after).verdict).toBe('differs')
    expect(told(before, after, 'heat', { facts: { stackIdForArn: true } })).toEqual(equal)
  })

  it('lets a parameter stand for the availability zones', () => {
    const before = cfn(
      'Resources: {r: {Type: A::B, Properties: {z: {"Fn::Select": [1, {"Fn::GetAZs": ""}]}}}}\n',
    )
    const after = hot(
      'parameters: {availability_zones: {type: comma_delimited_list}}\nresources: {r: {type: A::B, properties: {z: {get_param: [availability_zones, 1]}}}}\n',
    )
    expect(told(before, after).differences).toContain('value parameters.availability_zones')
    expect(told(before, after, 'heat', { facts: { zonesAreParameter: true } })).toEqual({
      ...equal,
      tolerated: ['new-parameter parameters.availability_zones'],
    })
  })

  it('lets a text with JSON become a json parameter', () => {
    const before = cfn(
      `Parameters: {p: {Type: String, Default: '{"a": 1}'}}\nOutputs: {o: {Value: {"Fn::Select": [a, {Ref: p}]}}}\n`,
    )
    const after = hot(
      `parameters: {p: {type: json, default: '{"a": 1}'}}\noutputs: {o: {value: {get_param: [p, a]}}}\n`,
    )
    expect(told(before, after).differences).toContain('value parameters.p.type')
    expect(told(before, after, 'heat', { facts: { stringsAreJson: true } }).differences).toEqual([])
  })

  it('lets members of a group be named', () => {
    const old = (call: string) =>
      hot(`resources: {g: {type: OS::Heat::ResourceGroup}}\noutputs: {o: {value: ${call}}}\n`, '2013-05-23')
    const lifted = (call: string) => old(call).replace('2013-05-23', '2018-08-31')
    const facts = { groupPathsNameMembers: true }
    const first = old('{get_attr: [g, name, 0, 1]}')
    expect(told(first, lifted('{get_attr: [g, name, 0, 1]}')).verdict).toBe('differs')
    expect(told(first, lifted('{get_attr: [g, resource.0, name, 1]}'))).toEqual(equal)
    expect(told(first, lifted('{get_attr: [g, resource.0, name, 1]}'), 'heat', { facts })).toEqual(equal)
    expect(told(first, lifted('{get_attr: [g, resource.1, name, 1]}'), 'heat', { facts }).verdict).toBe(
      'differs',
    )
    const all = old('{get_attr: [g, name, key]}')
    expect(told(all, lifted('{get_attr: [g, name, key]}')).verdict).toBe('differs')
    expect(told(all, lifted('{get_attr: [g, name, key]}'), 'heat', { facts })).toEqual(equal)
  })

  it('lets data become the call that it looks like', () => {
    const before = hot('outputs: {o: {value: {filter: [[a], [a, b]]}}}\n', '2015-04-30')
    const after = before.replace('2015-04-30', '2018-08-31')
    expect(told(before, after).verdict).toBe('differs')
    expect(told(before, after, 'heat', { facts: { laterCalls: true } })).toEqual(equal)
  })
})

describe('what is not known', () => {
  const yaql = (expression: string, around = (call: string) => call) =>
    hot(`parameters: {p: {type: json, default: {}}}
outputs: {o: {value: ${around(`{yaql: {expression: '${expression}', data: {get_param: p}}}`)}}}
`)

  it('is the same when the same is asked', () => {
    expect(told(yaql('$.data.a.hex()'), yaql('$.data.a.hex()'))).toEqual(equal)
  })

  it('is unproved when something else is asked', () => {
    const { verdict, differences, reasons } = told(yaql('$.data.a.hex()'), yaql('$.data.b.hex()'))
    expect({ verdict, differences }).toEqual({ verdict: 'unproved', differences: [] })
    expect(reasons).toEqual([
      expect.stringMatching(
        /^outputs\.o\.value: yaql\(.*a\.hex.* and yaql\(.*b\.hex.* are not proved equal for all values/,
      ),
    ])
    expect(
      told(
        yaql('$.data.a.hex()'),
        hot('parameters: {p: {type: json, default: {}}}\noutputs: {o: {value: x}}\n'),
      ).verdict,
    ).toBe('unproved')
  })

  it('is the same with more white space', () => {
    expect(told(yaql('$.data.where( $.a = 1 )'), yaql('$.data.where($.a  =  1)'))).toEqual(equal)
    expect(told(yaql('$.data.where($.a = "x y")'), yaql('$.data.where($.a = "x  y")')).verdict).toBe(
      'unproved',
    )
  })

  it('makes all that is made of it unknown', () => {
    const joined = (delimiter: string) =>
      yaql('$.data.a.hex()', (call) => `{list_join: ["${delimiter}", [x, ${call}]]}`)
    expect(told(joined('-'), joined('-'))).toEqual(equal)
    expect(told(joined('-'), joined('_')).verdict).toBe('unproved')
  })

  it('is unproved where a condition asks something else', () => {
    const condition = (expression: string) =>
      hot(
        `conditions: {c: {yaql: {expression: '${expression}', data: {}}}}\noutputs: {o: {value: {if: [c, one, two]}}}\n`,
      )
    expect(told(condition('hex($.data)'), condition('hex($.data)'))).toEqual(equal)
    expect(told(condition('hex($.data)'), condition('hex($.other)')).verdict).toBe('unproved')
    expect(
      told(condition('hex($.data)'), condition('hex($.data)').replace('one', 'other')).differences,
    ).toEqual(['value outputs.o.value'])
    expect(
      told(condition('hex($.data)'), condition('hex($.data)').replace('two', 'other')).differences,
    ).toEqual(['value outputs.o.value'])
  })

  it('is what AWS alone knows', () => {
    const before = cfn('Outputs: {o: {Value: !ImportValue net}}\n')
    expect(told(before, hot('outputs: {o: {value: net}}\n'), 'aws').verdict).toBe('unproved')
  })

  it('is a template without end', () => {
    const levels = Array.from(
      { length: 30 },
      (_, n) => `  l${n + 1}: &l${n + 1} {list_join: ['', [*l${n}, *l${n}]]}\n`,
    ).join('')
    const text = hot(
      `parameters: {p: {type: string, default: ''}}\nresources:\n  r:\n    type: A::B\n    properties:\n      l0: &l0 {get_param: p}\n${levels.replaceAll(/^ {2}/gm, '      ')}`,
    )
    const { verdict, reasons } = compareTexts(text, text)
    expect({ verdict, reasons }).toEqual({
      verdict: 'unproved',
      reasons: [
        { path: '', why: 'the template takes too many steps to be resolved', because: 'over-budget' },
      ],
    })
  })
})

describe('aliases of a changed tree', () => {
  const text = hot('outputs:\n  a: {value: &list [1, 2]}\n  b: {value: *list}\n')
  const side = sideOf(text)

  it('mean what stands under the anchor now', () => {
    const outputs = entryOf(side.root, 'outputs') as Entry
    const first = entryOf(mapOf(outputs.value), 'a') as Entry
    const value = entryOf(mapOf(first.value), 'value') as Entry
    const list = listOf(value.value)!
    const changedMap = (map: Mapping, one: Entry, other: Entry) =>
      withEntries(
        map,
        map.entries.map((entry) => (entry === one ? other : entry)),
      )
    const changedValue = withValue(value, withItems(list, [integer(1), integer(3)]))
    const changedOutput = withValue(first, changedMap(mapOf(first.value)!, value, changedValue))
    const root = changedMap(
      side.root,
      outputs,
      withValue(outputs, changedMap(mapOf(outputs.value)!, first, changedOutput)),
    )
    const { differences } = compareTemplates(side, { ...side, root })
    expect(differences.map(({ path }) => path)).toEqual(['outputs.a.value[1]', 'outputs.b.value[1]'])
    expect(valueOf(root, 'outputs')).not.toBe(valueOf(side.root, 'outputs'))
  })
})

describe('samples', () => {
  const program = (text: string) => {
    const { root, dialect } = sideOf(text)
    return readProgram(root, dialect)
  }
  const values = (text: string) => {
    const one = program(text)
    return [...new Samples(new SampleFrame(one, one), tellingOf(one)).first()].map(({ name, parameters }) => [
      name,
      Object.fromEntries(parameters),
    ])
  }

  it('begin with the defaults, and then change every parameter', () => {
    const text = hot(`parameters:
  size: {type: string, default: small, constraints: [{allowed_values: [small, large, huge]}]}
  port: {type: number, constraints: [{range: {min: 1000, max: 2000}}]}
  open: {type: boolean, default: true}
  names: {type: comma_delimited_list, default: ''}
  table: {type: json, default: {}}
  key: {type: string, constraints: [{length: {min: 4, max: 4}}]}
`)
    const [first, second, third, ...rest] = values(text)
    expect(first).toEqual(['defaults', { port: 1024, key: 'a1a1' }])
    expect(second).toEqual([
      'other values 1',
      {
        port: 1000,
        key: 'b2b2',
        size: 'large',
        open: false,
        names: 'one-names,two,three',
        table: expect.any(Map) as unknown,
      },
    ])
    expect(third).toEqual(['other values 2', { port: 1024, key: 'a1a1', size: 'huge' }])
    expect(rest).toEqual([])
  })

  it('take what parameters are compared with', () => {
    const text = hot(`parameters: {p: {type: string, default: a}, n: {type: number, default: 1}}
conditions: {c: {or: [{equals: [{get_param: p}, live]}, {equals: [5, {get_param: n}]}]}}
`)
    expect(values(text)[1]).toEqual(['other values 1', { p: 'live', n: 5 }])
  })

  it('are the same every time', () => {
    const text = hot('parameters: {p: {type: string}, q: {type: json}}\n')
    expect(values(text)).toEqual(values(text))
  })
})
