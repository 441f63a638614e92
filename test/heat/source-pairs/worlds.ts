/** The templates around the values of seeds.yaml, and the worlds in which Heat resolves them. */

/** A value as it stands in a template, in JSON. */
export type Written = unknown

export type Dialect = 'hot' | 'cfn'

export interface World {
  /** The input that takes another value than usual; undefined for none or all of them. */
  readonly of: string | undefined
  readonly parameters: Readonly<Record<string, Written>>
  /** By resource and attribute. */
  readonly attributes: Readonly<Record<string, Written>>
  readonly ready: boolean
}

const hotTypes = {
  s: { type: 'string', default: 'a' },
  t: { type: 'string', default: 'x' },
  p: { type: 'string', default: 'a', constraints: [{ allowed_values: ['a', 'b'] }] },
  i: { type: 'number', default: 1 },
  b: { type: 'boolean', default: true },
  l: { type: 'comma_delimited_list', default: 'a,b' },
  k: { type: 'comma_delimited_list', default: 'b,c' },
  j: { type: 'json', default: { a: 'x' } },
  m: { type: 'json', default: { b: 'y' } },
}

const cfnTypes = {
  s: { Type: 'String', Default: 'a' },
  t: { Type: 'String', Default: 'x' },
  p: { Type: 'String', Default: 'a', AllowedValues: ['a', 'b'] },
  i: { Type: 'Number', Default: '1' },
  l: { Type: 'CommaDelimitedList', Default: 'a,b' },
  k: { Type: 'CommaDelimitedList', Default: 'b,c' },
  j: { Type: 'Json', Default: { a: 'x' } },
  m: { Type: 'Json', Default: { b: 'y' } },
}

/** What stands around each value, without outputs. */
export const surroundings: Readonly<Record<Dialect, object>> = {
  hot: {
    heat_template_version: '2021-04-16',
    parameters: hotTypes,
    conditions: {
      prod: { equals: [{ get_param: 'p' }, 'a'] },
      dev: { equals: [{ get_param: 'p' }, 'b'] },
      flag: { get_param: 'b' },
    },
    resources: {
      srv: {
        type: 'OS::Nova::Server',
        properties: { image: 'i', flavor: 'f', networks: [{ network: 'n' }] },
      },
      val: { type: 'OS::Heat::Value', properties: { value: 'v' } },
    },
  },
  cfn: {
    AWSTemplateFormatVersion: '2010-09-09',
    Parameters: cfnTypes,
    Mappings: {
      M: { x: { a: 'xa', n: 1 }, y: { a: 'ya', n: 2 }, a: { v: 'va' }, b: { v: 'vb' } },
      N: { a: { v: 'na' }, b: { v: 'nb' } },
    },
    Conditions: {
      prod: { 'Fn::Equals': [{ Ref: 'p' }, 'a'] },
      dev: { 'Fn::Equals': [{ Ref: 'p' }, 'b'] },
    },
    Resources: {
      srv: {
        Type: 'OS::Nova::Server',
        Properties: { image: 'i', flavor: 'f', networks: [{ network: 'n' }] },
      },
      val: { Type: 'OS::Heat::Value', Properties: { value: 'v' } },
    },
  },
}

const long = Array.from({ length: 250 }, (_, index) => `n${index}`)

/** What each input may be, one by one: what nobody thinks of, and what the seeds look at. */
const inputs: Readonly<Record<string, readonly Written[]>> = {
  s: [
    '',
    'a',
    'b',
    'x',
    'a,b',
    ',',
    'a,,b',
    'a;b',
    'x-y',
    '--',
    '%x%',
    '%y%',
    '$a',
    '$b$a',
    '1',
    'true',
    'é',
    '€',
    'abc',
    '  ',
  ],
  t: ['', 'a', 'b', ',', '$b', '%x%', '-x'],
  p: ['a', 'b'],
  i: ['0', '1', '2', '-1', '1.5', '1.0', '70000', '80'],
  b: ['true', 'false'],
  l: [
    [],
    [''],
    ['a'],
    ['b'],
    ['b', 'a', 'a'],
    ['c', '', 'c', 'a'],
    ['%x%', '%y%', '%'],
    [','],
    ['1', 'true', 'null'],
    long,
  ],
  k: [[], ['', 'a'], ['a', 'b', 'c'], ['%y%', '%x%'], ['c', 'c'], ['z%x%-%y']],
  j: [
    {},
    { a: 'x', b: 'y' },
    { b: 1, a: null },
    { a: { b: 'c' } },
    { a: ['0', '1'], 0: 'zero', '': '' },
    { x: 'a', a: 'a', z: true },
    { '%x%': 1, 1: 'one', true: 0 },
    [],
    ['a', 'b'],
    [2, 1],
    [1, 1.0, true, null, 'a', { a: 1 }],
    [['a'], ['b', 'a']],
    [{ a: 1 }, { a: 2, b: 1 }],
    Object.fromEntries(long.map((name) => [name, name])),
  ],
  m: [{}, { a: 'm' }, { c: null }, ['m']],
  'val value': [
    null,
    '',
    'a',
    'a,b',
    1,
    0,
    1.0,
    1.5,
    true,
    false,
    [],
    ['a', 'b', 'a'],
    ['a', null],
    [1, true, 'b'],
    {},
    { a: 'x' },
    { a: { b: 'c' }, b: 1 },
    [{ a: 1 }],
    [['a']],
    long,
  ],
  'srv first_address': ['10.0.0.1', '', null, true, ['10.0.0.1'], 7],
  'srv networks': [{ net: ['10.0.0.2'] }, {}, null, 'net', { net: [] }],
}

const usual: World = {
  of: undefined,
  parameters: {},
  attributes: { 'val value': 'v', 'srv first_address': '10.0.0.1', 'srv networks': { net: ['10.0.0.2'] } },
  ready: true,
}

/** All inputs at once by a seeded choice, so many times. */
const mixedWorlds = 24

/** Each input by itself takes its values, then all of them at once. */
export function worldsOf(dialect: Dialect): readonly World[] {
  const names = Object.keys(inputs).filter((name) => dialect === 'hot' || name !== 'b')
  const alone = names.flatMap((name) =>
    (inputs[name] ?? []).map((value) => ({ ...withInputs(new Map([[name, value]])), of: name })),
  )
  let state = 12345
  const next = (count: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % count
  }
  const mixed = Array.from({ length: mixedWorlds }, () =>
    withInputs(new Map(names.map((name) => [name, inputs[name]?.[next(inputs[name]?.length ?? 1)]]))),
  )
  return [usual, { ...usual, of: 'attributes', ready: false }, ...alone, ...mixed]
}

function withInputs(given: ReadonlyMap<string, Written>): World {
  const [parameters, attributes] = [{ ...usual.parameters }, { ...usual.attributes }]
  for (const [name, value] of given) {
    if (name.includes(' ')) attributes[name] = value
    else parameters[name] = Array.isArray(value) && /^[lk]$/.test(name) ? value.join(',') : value
  }
  return { of: undefined, parameters, attributes, ready: true }
}

/** What a value, in JSON, mentions an input by. */
const mentions: Readonly<Record<string, RegExp>> = {
  p: /"(?:prod|dev|p)"/,
  b: /"(?:flag|b)"/,
  attributes: /GetAtt|get_attr/,
  'val value': /"val"/,
  'srv first_address': /"first_address"/,
  'srv networks': /"networks"/,
}

/** The worlds, by their indexes, that may make a difference to a value. */
export function worldsFor(value: string, worlds: readonly World[]): readonly number[] {
  const isMentioned = (name: string) => (mentions[name] ?? new RegExp(`"${name}"`)).test(value)
  return worlds.flatMap(({ of }, index) => (of === undefined || isMentioned(of) ? [index] : []))
}
