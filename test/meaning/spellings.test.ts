/** Other spellings of the same, by hand, and their look-alikes, which are not the same. */
import { compareTemplates } from '../../src/meaning/compare.ts'
import type { CompareOptions } from '../../src/meaning/side.ts'
import { compareTexts, sideOf } from './pairs.ts'

const parameters = `parameters:
  p: {type: string, default: a, constraints: [{allowed_values: [a, b]}]}
  q: {type: string, default: a, constraints: [{allowed_values: [a, b, c]}]}
  m: {type: json, default: {}}
  n: {type: json, default: {}}
  l: {type: comma_delimited_list, default: ''}
  s: {type: string, default: ''}
`
const withOutput = (value: string, conditions = '') =>
  `heat_template_version: 2018-08-31\n${parameters}${conditions}outputs: {o: {value: ${value}}}\n`

function verdictOf(before: string, after: string, options?: CompareOptions) {
  return compareTexts(before, after, 'heat', options).verdict
}

describe('functions', () => {
  it.each([
    [
      'nested merges',
      '{map_merge: [{map_merge: [{get_param: m}, {get_param: n}]}, {x: 1}]}',
      '{map_merge: [{get_param: m}, {get_param: n}, {x: 1}]}',
      '{map_merge: [{get_param: n}, {get_param: m}, {x: 1}]}',
    ],
    ['a merge of one', '{map_merge: [{get_param: m}]}', '{get_param: m}', '{get_param: n}'],
    [
      'a replacement in a merge of one',
      '{map_replace: [{map_merge: [{get_param: m}]}, {keys: {a: b}}]}',
      '{map_replace: [{get_param: m}, {keys: {a: b}}]}',
      '{map_replace: [{get_param: m}, {keys: {a: c}}]}',
    ],
    [
      'a replacement of nothing',
      '{map_replace: [{get_param: m}, {keys: {}}]}',
      '{get_param: m}',
      '{get_param: n}',
    ],
    [
      'what is split and joined again',
      '{list_join: [",", {str_split: [",", {get_param: s}]}]}',
      '{get_param: s}',
      '{list_join: [";", {str_split: [",", {get_param: s}]}]}',
    ],
    [
      'a list of one list',
      '{list_concat: [{filter: [[a], {get_param: l}]}]}',
      '{filter: [[a], {get_param: l}]}',
      '{filter: [[b], {get_param: l}]}',
    ],
    [
      'white space in yaql',
      '{yaql: {expression: "$.data.where( $ > 1 )", data: {get_param: l}}}',
      '{yaql: {expression: " $.data.where($>1)", data: {get_param: l}}}',
      '{yaql: {expression: "$.data.where($>=1)", data: {get_param: l}}}',
    ],
    [
      'white space in strings of yaql',
      `{yaql: {expression: '$.data + "a b"', data: {get_param: s}}}`,
      `{yaql: {expression: '$.data+"a b"', data: {get_param: s}}}`,
      `{yaql: {expression: '$.data + "a  b"', data: {get_param: s}}}`,
    ],
    [
      'white space around steps of yaql',
      '{yaql: {expression: "$.data.skip(1).a[0]", data: {get_param: l}}}',
      '{yaql: {expression: "$ . data\\n .skip( 1 ). a [ 0 ]", data: {get_param: l}}}',
      '{yaql: {expression: "$.data.skip(1).a.list(0)", data: {get_param: l}}}',
    ],
    [
      'a number with a dot and steps of numbers in yaql',
      '{yaql: {expression: "1 . 5", data: {get_param: l}}}',
      '{yaql: {expression: "1 .5", data: {get_param: l}}}',
      '{yaql: {expression: "1.5", data: {get_param: l}}}',
    ],
    [
      'words in yaql',
      '{yaql: {expression: "$.data  and  true", data: 1}}',
      '{yaql: {expression: "$.data and true", data: 1}}',
      '{yaql: {expression: "$.dataand true", data: 1}}',
    ],
  ])('are equal to what they come to: %s', (_, before, after, other) => {
    expect(verdictOf(withOutput(before), withOutput(after))).toBe('equal')
    expect(verdictOf(withOutput(before), withOutput(other))).not.toBe('equal')
  })

  it.each([
    ['a merge', '{get_param: m}', '{map_merge: [{get_param: m}]}'],
    [
      'a join of what was split by something else',
      '{get_param: s}',
      '{list_join: ["-", {str_split: [",", {get_param: s}]}]}',
    ],
  ])('are not equal where one may refuse what the other takes: %s', (_, before, after) => {
    expect(verdictOf(withOutput(before), withOutput(after))).not.toBe('equal')
  })
})

describe('conditions', () => {
  const chosen = (condition: string, then: string, otherwise: string, name = 'c') =>
    withOutput(`{if: [${name}, ${then}, ${otherwise}]}`, `conditions: {${name}: ${condition}}\n`)
  const isA = chosen('{equals: [{get_param: p}, a]}', 'one', 'two')

  it('may ask for the other of two values', () => {
    expect(verdictOf(isA, chosen('{equals: [{get_param: p}, b]}', 'two', 'one'))).toBe('equal')
    expect(verdictOf(isA, chosen('{equals: [{get_param: p}, b]}', 'one', 'two'))).toBe('differs')
  })

  it('may ask for the last of some values', () => {
    const isC = chosen('{equals: [{get_param: q}, c]}', 'one', 'two')
    const isNeither = '{not: {or: [{equals: [{get_param: q}, a]}, {equals: [{get_param: q}, b]}]}}'
    expect(verdictOf(isC, chosen(isNeither, 'one', 'two'))).toBe('equal')
    expect(verdictOf(isC, chosen('{not: {equals: [{get_param: q}, a]}}', 'one', 'two'))).not.toBe('equal')
  })

  it('tell values apart only where both sides allow the same', () => {
    const other = chosen('{equals: [{get_param: p}, b]}', 'two', 'one')
    const more = (text: string) => text.replace('[a, b]}', '[a, b, z]}')
    expect(verdictOf(more(isA), more(other))).toBe('differs')
    expect(verdictOf(isA, more(other))).not.toBe('equal')
  })

  it('may have another name, another form, or nothing that uses them', () => {
    expect(verdictOf(isA, chosen('{equals: [{get_param: p}, a]}', 'one', 'two', 'd'))).toBe('equal')
    expect(verdictOf(isA, chosen('{not: {equals: [{get_param: p}, a]}}', 'two', 'one'))).toBe('equal')
    const unused = (value: string) =>
      withOutput('x', `conditions: {c: {equals: [{get_param: p}, ${value}]}, d: {not: c}}\n`)
    expect(verdictOf(unused('a'), unused('b'))).toBe('equal')
    expect(verdictOf(unused('a'), withOutput('x'))).toBe('equal')
  })

  it('are refused by Heat wherever they stand', () => {
    const unused = withOutput('x', 'conditions: {c: {equals: [{get_param: nothing}, a]}}\n')
    expect(verdictOf(withOutput('x'), unused)).not.toBe('equal')
    expect(compareTexts(unused, withOutput('x')).tolerated).toMatchObject([{ kind: 'error-to-value' }])
  })

  it('tell why something differs that uses them, and only then', () => {
    const locations = (before: string, after: string) =>
      compareTexts(before, after).differences.map(({ path }) => path)
    expect(locations(isA, isA.replace('p}, a', 'p}, b'))).toEqual(['outputs.o.value', 'conditions.c'])
    const unused = isA.replace('conditions: {', 'conditions: {u: {equals: [{get_param: q}, a]}, ')
    expect(locations(unused, unused.replace('q}, a', 'q}, b').replace('one', 'three'))).toEqual([
      'outputs.o.value',
    ])
  })
})

describe('a path into an attribute whose shape is known', () => {
  const told = (type: string, before: string, after: string) => {
    const text = (value: string) =>
      `heat_template_version: 2013-05-23\nresources: {r: {type: "${type}"}}\noutputs: {o: {value: ${value}}}\n`
    return verdictOf(text(before), text(after).replace('2013-05-23', '2018-08-31'))
  }

  it.each([
    [
      'OS::Nova::Server',
      '{Fn::Select: [0, {Fn::Select: [net, {get_attr: [r, networks]}]}]}',
      'networks, net, 0',
    ],
    [
      'OS::Nova::Server',
      '{list_join: ["", [{Fn::Select: [0, {Fn::Select: [net, {get_attr: [r, networks]}]}]}, x]]}',
      'networks, net, 0',
    ],
    [
      'OS::Neutron::Port',
      '{Fn::Select: [ip_address, {Fn::Select: ["0", {get_attr: [r, fixed_ips]}]}]}',
      'fixed_ips, 0, ip_address',
    ],
  ])('is what Fn::Select finds step by step: %s', (type, before, path) => {
    const call = `{get_attr: [r, ${path}]}`
    const spelled = (one: string) =>
      before.startsWith('{list_join') ? `{list_join: ["", [${one}, x]]}` : one
    expect(told(type, before, spelled(call))).toBe('equal')
    expect(told(type, before, spelled(call.replace('0', '1')))).not.toBe('equal')
  })

  it('is not where a string with JSON may stand there', () => {
    expect(told('My::Type', '{Fn::Select: [a, {get_attr: [r, x]}]}', '{get_attr: [r, x, a]}')).not.toBe(
      'equal',
    )
  })
})

// Neutron sends a boolean for enable_dhcp, a string by Heat's schema; Heat 19 answers true and 'True'.
describe('the type that a class declares for an attribute', () => {
  const told = (attribute: string, before: string, after: string) => {
    const text = (value: string) =>
      `heat_template_version: 2021-04-16
resources: {r: {type: 'OS::Neutron::Subnet', properties: {network: n, cidr: 10.0.0.0/8}}}
outputs: {o: {value: ${value}}}
`.replaceAll('ATTRIBUTE', `{get_attr: [r, ${attribute}]}`)
    return verdictOf(text(before), text(after))
  }
  const declared = ['enable_dhcp', 'ip_version', 'allocation_pools']

  it.each([
    ['{str_replace: {template: X, params: {X: ATTRIBUTE}}}', 'ATTRIBUTE'],
    ["{list_join: ['', [ATTRIBUTE]]}", 'ATTRIBUTE'],
    ['{if: [{equals: [a, a]}, {str_replace: {template: X, params: {X: ATTRIBUTE}}}, b]}', 'ATTRIBUTE'],
    ['ATTRIBUTE', '{yaql: {expression: str($.data), data: ATTRIBUTE}}'],
    ['{map_replace: [{a: ATTRIBUTE}, {values: {true: b}}]}', '{a: ATTRIBUTE}'],
    ['{filter: [[true], [ATTRIBUTE]]}', '[ATTRIBUTE]'],
  ])('does not make a string of it: %s, %s', (before, after) => {
    expect(declared.filter((one) => told(one, before, after) === 'equal')).toEqual([])
  })

  it('is not needed where nothing is converted', () => {
    const join = "{list_join: ['', [a, ATTRIBUTE]]}"
    const replace = '{str_replace: {template: aX, params: {X: ATTRIBUTE}}}'
    expect(declared.map((one) => told(one, join, replace))).toEqual(['equal', 'equal', 'equal'])
  })
})

/** What a group has anyway, given and not. */
function memberPairs(type: string): readonly (readonly [string, string, string])[] {
  const group = `resource_def: {type: ${type}, properties: {p: 'x%index%'}}`
  const given = ['count: 1', 'index_var: "%index%"', 'removal_policies_mode: append', 'removal_policies: []']
  return given.map((one) => ['OS::Heat::ResourceGroup', `${group}, ${one}`, group])
}

describe('values that Heat converts to the type of a property', () => {
  const resource = (type: string, properties: string) =>
    `heat_template_version: 2018-08-31\nresources: {r: {type: "${type}", properties: {${properties}}}}\n`
  const told = (
    type: string,
    before: string,
    after: string,
    options: CompareOptions = { names: 'as Heat translates' },
  ) => verdictOf(resource(type, before), resource(type, after), options)

  it.each<readonly [string, string, string]>([
    ['OS::Nova::Server', 'flavor: 1', "flavor: '1'"],
    ['OS::Cinder::Volume', 'size: 1', "size: '1'"],
    ['OS::Neutron::Net', 'shared: true', "shared: 'True'"],
    ['OS::Neutron::SecurityGroup', 'rules: [{port_range_min: 22}]', "rules: [{port_range_min: '22'}]"],
    ['OS::Cinder::Volume', 'size: 1', 'size: 1.0'],
    ['OS::Cinder::Volume', 'metadata: null', 'metadata: {}'],
    ['OS::Nova::Server', 'metadata: null', 'metadata: {}'],
    ['OS::Neutron::Net', 'value_specs: {}', ''],
    [
      'OS::Neutron::SecurityGroup',
      'rules: [{protocol: tcp, direction: ingress}]',
      'rules: [{protocol: tcp}]',
    ],
    ['OS::Heat::AutoScalingGroup', 'rolling_updates: {max_batch_size: 1, pause_time: 0}', ''],
    ...memberPairs('OS::Heat::RandomString'),
    [
      'OS::Heat::ResourceGroup',
      'resource_def: {type: OS::Heat::RandomString, properties: {length: 32}}',
      'resource_def: {type: OS::Heat::RandomString}',
    ],
    [
      'OS::Heat::ResourceChain',
      'resources: [OS::Heat::RandomString], concurrent: false',
      'resources: [OS::Heat::RandomString]',
    ],
  ])('of %s are the same: %s', (type, before, after) => {
    expect(told(type, before, after)).toBe('equal')
    expect(told(type, before, after, {})).toBe('differs')
  })

  it.each([
    ['OS::Nova::Server', 'flavor: 0644', "flavor: '0644'"],
    ['OS::Nova::Server', 'flavor: 1.0', "flavor: '1.0'"],
    ['OS::Nova::Server', 'metadata: {a: 1}', "metadata: {a: '1'}"],
    ['OS::Cinder::Volume', 'size: 1', "size: '2'"],
    ['OS::Cinder::Volume', 'size: 1', "size: '1.0'"],
    ['OS::Nova::Server', 'metadata: null', ''],
    ['OS::Heat::ResourceGroup', 'resource_def: {type: A}, count: 1', 'resource_def: {type: A}, count: 2'],
    ['OS::Neutron::Net', 'shared: true', "shared: 'yes'"],
    ['My::Type', 'size: 1', "size: '1'"],
  ])('of %s are others: %s', (type, before, after) => {
    expect(told(type, before, after)).not.toBe('equal')
  })

  it.each(memberPairs('child.yaml'))('of %s of templates are the same: %s', (type, before, after) => {
    const child = sideOf('heat_template_version: 2018-08-31\nparameters: {p: {type: string}}\n')
    const side = (properties: string) => ({
      ...sideOf(resource(type, properties)),
      nested: new Map([['child.yaml', child]]),
    })
    const options = { names: 'as Heat translates' } as const
    expect(compareTemplates(side(before), side(after), options).verdict).toBe('equal')
    expect(compareTemplates(side(before), side(`${before}, update_policy: {}`), options).verdict).toBe(
      'differs',
    )
  })

  it('are as written where an environment has its own type', () => {
    const environment = {
      parameters: new Map(),
      defaults: new Map(),
      sections: new Map([['resource_registry', new Map([['OS::Cinder::Volume', 'mine.yaml']])]]),
    }
    const side = (properties: string) => sideOf(resource('OS::Cinder::Volume', properties))
    const [before, after] = [side('size: 1'), side("size: '1'")]
    const options = { names: 'as Heat translates' } as const
    expect(compareTemplates(before, after, options).verdict).toBe('equal')
    const own = compareTemplates({ ...before, environment }, { ...after, environment }, options)
    expect(own.verdict).toBe('differs')
  })
})

it('an output that is nothing where a condition is not met is not one under that condition: Heat leaves Ellipsis', () => {
  const template = (output: string) => `heat_template_version: 2021-04-16
parameters: {n: {type: string}}
conditions: {c: {equals: [{get_param: n}, a]}}
outputs: {o: ${output}}
`
  const [conditional, nullable] = ['{condition: c, value: x}', '{value: {if: [c, x]}}'].map(template)
  expect(compareTexts(conditional ?? '', nullable ?? '').verdict).not.toBe('equal')
  expect(compareTexts(nullable ?? '', conditional ?? '').verdict).not.toBe('equal')
  expect(compareTexts(template('{value: {if: [c, x, null]}}'), conditional ?? '').verdict).toBe('equal')
})
