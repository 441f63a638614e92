/** Values that move between templates, environments and calls: what arrives decides. */

import type { Value } from '../../src/heat/values/value.ts'
import { compareDeployments } from '../../src/meaning/deployment.ts'
import { sideOf } from './pairs.ts'

const hot = (body: string) => `heat_template_version: 2018-08-31\n${body}`

interface Files {
  readonly module: string
  readonly nested?: Readonly<Record<string, string>>
  readonly parameters?: Readonly<Record<string, Value>>
  readonly defaults?: Readonly<Record<string, Value>>
}

function deployment({ module, nested = {}, parameters = {}, defaults = {} }: Files) {
  return {
    ...sideOf(hot(module)),
    environment: {
      parameters: new Map(Object.entries(parameters)),
      defaults: new Map(Object.entries(defaults)),
    },
    nested: new Map(Object.entries(nested).map(([name, text]) => [name, sideOf(hot(text))])),
  }
}

/** Verdict, then `kind path` or `kind template: path` of all that makes the difference. */
function told(before: Files, after: Files): readonly string[] {
  const { verdict, differences, reasons } = compareDeployments(deployment(before), deployment(after))
  return [
    verdict,
    ...differences.map(
      ({ kind, path, template }) => `${kind} ${template === undefined ? '' : `${template}: `}${path}`,
    ),
    ...reasons.map(({ path, why }) => `${path}: ${why}`),
  ]
}

describe('a default that moves into the environment', () => {
  const module = (rest: string) =>
    `parameters:\n  size: {type: string${rest}}\nresources:\n  s: {type: OS::Nova::Server, properties: {flavor: {get_param: size}}}\n`
  const before = { module: module(', default: small') }
  const moved = module('')

  it('counts there', () => {
    expect(told(before, { module: moved, parameters: { size: 'small' } })).toEqual(['equal'])
    expect(told(before, { module: moved, defaults: { size: 'small' } })).toEqual(['equal'])
  })

  it.each([
    ['with another value', { parameters: { size: 'Small' } }],
    ['with a number for a text of the same look', { parameters: { size: 0 } }],
    ['as null, which is not a value', { parameters: { size: null } }],
    ['nowhere', {}],
    ['with another value in front of it', { defaults: { size: 'small' }, parameters: { size: 'big' } }],
  ])('differs when it moves %s', (_, environment) => {
    expect(told(before, { module: moved, ...environment })[0]).toBe('differs')
    expect(told(before, { module: moved, ...environment })).toContain('value parameters.size.default')
  })

  it('is not shown where it is a secret', () => {
    const secret = (rest: string) => ({ module: module(`${rest}, hidden: true`) })
    const { differences } = compareDeployments(
      deployment(secret(', default: s3cret')),
      deployment({ ...secret(''), parameters: { size: 'S3cret' } }),
    )
    const [first] = differences
    expect([first?.path, first?.before, first?.after]).toEqual([
      'parameters.size.default',
      '"******"',
      '"******"',
    ])
  })

  it('differs when it moves into the environment of somebody else', () => {
    const other = { module: moved, parameters: { sizes: 'small' } }
    expect(told(before, other)).toContain('value-to-error environment.parameters.sizes')
  })

  it('was nothing when the environment won before', () => {
    const given = { parameters: { size: 'large' } }
    expect(told({ ...before, ...given }, { module: moved, ...given })).toEqual(['equal'])
    const preset = { defaults: { size: 'large' } }
    expect(told({ ...before, ...preset }, { module: moved, ...preset })).toEqual(['equal'])
    expect(
      told({ ...before, ...preset }, { module: moved, ...preset, parameters: { size: 'small' } })[0],
    ).toBe('differs')
  })

  it('may be null in the environment, which is as if it were not there', () => {
    const nothing = { ...before, parameters: { size: null } }
    expect(told(nothing, { module: moved, parameters: { size: 'small' } })).toEqual(['equal'])
    expect(told(nothing, { module: moved, parameters: { size: null } })[0]).toBe('differs')
  })

  it.each<[string, string, Value, Value, 'equal' | 'differs']>([
    ['a number in quotes to a number', 'number', '5', 5, 'equal'],
    ['text that looks like a number to a number', 'string', '05', 5, 'differs'],
    ['a text to the number that Python writes so', 'string', '5', 5, 'equal'],
    ['a float to an integer', 'number', '5.0', 5, 'differs'],
    ['a list to its text', 'comma_delimited_list', 'a,b', ['a', 'b'], 'equal'],
    ['a list to another order', 'comma_delimited_list', 'a,b', ['b', 'a'], 'differs'],
    ['a list to one with blanks', 'comma_delimited_list', 'a,b', 'a, b', 'differs'],
    ['JSON in a text to the map', 'json', '{"a": 1}', new Map([['a', 1]]), 'equal'],
    ['a map to one with a text', 'json', '{"a": 1}', new Map([['a', '1']]), 'differs'],
    ['yes to true', 'boolean', 'yes', true, 'equal'],
    ['an empty text to null', 'string', '', null, 'differs'],
  ])('goes from %s', (_, type, given, moves, verdict) => {
    const own = `parameters: {p: {type: ${type}}}\noutputs: {o: {value: {get_param: p}}}\n`
    const text = own.replace('}}\n', `, default: ${JSON.stringify(given)}}}\n`)
    expect(told({ module: text }, { module: own, parameters: { p: moves } })[0]).toBe(verdict)
  })
})

describe('a default of a nested template', () => {
  const nested = (rest: string) => `parameters:
  role: {type: string}
  size: {type: number${rest}}
resources:
  v: {type: OS::Cinder::Volume, properties: {name: {get_param: role}, size: {get_param: size}}}
`
  const module = (size: string, declared = '') =>
    `parameters:\n  role: {type: string}\n${declared}resources:\n  disk: {type: disk.yaml, properties: {role: {get_param: role}${size}}}\n`
  const size = '  size: {type: number}\n'
  const before = { module: module(''), nested: { 'disk.yaml': nested(', default: 10') } }
  const without = { 'disk.yaml': nested('') }

  it('may move to the environment, when the call passes it', () => {
    const after = { module: module(', size: {get_param: size}', size), nested: without }
    expect(told(before, { ...after, parameters: { size: 10 } })).toEqual(['equal'])
    expect(told(before, { ...after, parameters: { size: '10' } })).toEqual(['equal'])
    expect(told(before, { ...after, parameters: { size: 11 } })).toEqual([
      'differs',
      'value resources.disk.properties.size',
    ])
    expect(told(before, after)).toContain('value parameters.size')
  })

  it('may go where every call passes the same', () => {
    const passing = (files: Readonly<Record<string, string>>) => ({
      module: module(', size: 3'),
      nested: files,
    })
    expect(told(passing(before.nested), passing(without))).toEqual(['equal'])
    expect(told(passing(before.nested), { module: module(', size: 4'), nested: without })[0]).toBe('differs')
  })

  it('is missed where a call does not pass it', () => {
    expect(told(before, { ...before, nested: without })).toContain('value resources.disk.properties.size')
    const defaults = { size: 10 }
    expect(told(before, { ...before, nested: without, defaults })).toEqual(['equal'])
    expect(told({ ...before, defaults: { size: 9 } }, { ...before, nested: without, defaults })[0]).toBe(
      'differs',
    )
  })

  it('is not null at the call', () => {
    expect(told(before, { module: module(', size: null'), nested: without })).toEqual([
      'differs',
      'value resources.disk.properties.size',
    ])
  })

  it('differs from what only the cloud knows', () => {
    const asked = { ...before, module: module(', size: {get_attr: [disk, n]}') }
    expect(told(asked, { ...before, module: module(', size: 5') })[0]).toBe('differs')
    expect(told(before, asked)[0]).toBe('differs')
    expect(told(asked, { ...asked, nested: without })).toEqual(['equal'])
  })

  it('is the same for the template, whatever is computed with it', () => {
    const changed = { 'disk.yaml': nested('').replace('{get_param: size}', '10') }
    expect(told(before, { module: module(', size: 10'), nested: changed })).toEqual([
      'differs',
      'value disk.yaml: resources.v.properties.size',
    ])
  })

  it('arrives in the members of a group', () => {
    const group = (rest: string, declared = '') =>
      `parameters:\n  role: {type: string}\n${declared}resources:\n  disks:\n    type: OS::Heat::ResourceGroup\n    properties: {count: 2, resource_def: {type: disk.yaml, properties: {role: {get_param: role}${rest}}}}\n`
    const old = { module: group(''), nested: before.nested }
    const passing = group(', size: {get_param: size}', size)
    expect(told(old, { module: passing, nested: without, parameters: { size: 10 } })).toEqual(['equal'])
    // Heat leaves null out for members of groups.
    expect(told(old, { ...old, module: group(', size: null') })).toEqual(['equal'])
    expect(
      told(old, {
        module: passing.replace('count: 2', 'count: 3'),
        nested: without,
        parameters: { size: 10 },
      }),
    ).toEqual(['differs', 'value resources.disks.properties.count'])
    expect(told(old, { module: passing, nested: without, parameters: { size: 12 } })).toContain(
      'value resources.disks.properties.resource_def.properties.size',
    )
  })

  it('must not hold the index of a group, which is put into what is passed', () => {
    const named = (rest: string) =>
      `parameters: {name: {type: string${rest}}}\nresources:\n  v: {type: OS::Cinder::Volume, properties: {name: {get_param: name}}}\n`
    const group = (rest: string, declared = '') =>
      `${declared}resources:\n  g:\n    type: OS::Heat::ResourceGroup\n    properties: {resource_def: {type: n.yaml${rest}}}\n`
    const after = group(', properties: {name: {get_param: name}}', 'parameters: {name: {type: string}}\n')
    const defaulted = (value: string) => ({
      module: group(''),
      nested: { 'n.yaml': named(`, default: ${value}`) },
    })
    const passed = (name: string) => ({
      module: after,
      nested: { 'n.yaml': named('') },
      parameters: { name },
    })
    expect(told(defaulted('plain'), passed('plain'))).toEqual(['equal'])
    expect(told(defaulted('"v%index%"'), passed('v%index%'))[0]).toBe('differs')
  })

  it('is passed on through templates in between', () => {
    const middle = (rest: string, declared = '') =>
      `parameters:\n  role: {type: string}\n${declared}resources:\n  d: {type: disk.yaml, properties: {role: {get_param: role}${rest}}}\n`
    const outer = (rest: string, declared = '') =>
      `parameters:\n  role: {type: string}\n${declared}resources:\n  m: {type: middle.yaml, properties: {role: {get_param: role}${rest}}}\n`
    const old = { module: outer(''), nested: { ...before.nested, 'middle.yaml': middle('') } }
    const passing = ', size: {get_param: size}'
    const lifted = (value: number) => ({
      module: outer(passing, size),
      nested: { ...without, 'middle.yaml': middle(passing, size) },
      parameters: { size: value },
    })
    expect(told(old, lifted(10))).toEqual(['equal'])
    expect(told(old, lifted(11))).toContain('value middle.yaml: resources.d.properties.size')
  })

  it('does not go with an unknown property', () => {
    expect(told(before, { ...before, module: module(', sise: 10') })).toEqual([
      'differs',
      'value resources.disk.properties.sise',
    ])
  })
})

describe('nested templates', () => {
  it('may call themselves, which Heat refuses', () => {
    const loop = 'resources: {again: {type: loop.yaml, properties: {}}}\n'
    const files = { module: loop, nested: { 'loop.yaml': `${loop}outputs: {o: {value: 1}}\n` } }
    expect(told(files, files)).toEqual(['equal'])
    const changed = { ...files, nested: { 'loop.yaml': `${loop}outputs: {o: {value: 2}}\n` } }
    expect(told(files, changed)).toEqual(['differs', 'value loop.yaml: outputs.o.value'])
  })

  it('are compared with whatever their callers pass', () => {
    const inner = (text: string) =>
      `parameters: {p: {type: string}}\nconditions: {live: {equals: [{get_param: p}, live]}}\noutputs: {o: {value: {if: [live, ${text}, two]}}}\n`
    const module = 'resources: {c: {type: in.yaml, properties: {p: test}}}\n'
    const files = (text: string) => ({ module, nested: { 'in.yaml': inner(text) } })
    expect(told(files('one'), files('other'))).toEqual(['differs', 'value in.yaml: outputs.o.value'])
  })

  it('keep their declarations', () => {
    const inner = 'parameters: {p: {type: string, hidden: true}}\noutputs: {o: {value: {get_param: p}}}\n'
    const module = 'resources: {c: {type: in.yaml, properties: {p: test}}}\n'
    expect(
      told(
        { module, nested: { 'in.yaml': inner } },
        { module, nested: { 'in.yaml': inner.replace(', hidden: true', '') } },
      ),
    ).toEqual(['differs', 'value in.yaml: parameters.p.hidden'])
  })
})
