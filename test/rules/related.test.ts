/** Findings name the other locations that they are about. */

import { createChecker } from '../../src/engine/check.ts'
import type { FindingCode } from '../../src/engine/findings/catalogue.ts'
import { filesOf } from './pairs.ts'

/** What is found in `t.yaml`, or in `env.yaml` where there is one: the other locations of the first finding of a code. */
function related(code: FindingCode, texts: string | Readonly<Record<string, string>>): readonly string[] {
  const files = filesOf(texts)
  const names = Object.keys(files)
  const environments = names.filter((name) => name === 'env.yaml')
  const checker = createChecker({
    readFile: (path) => (Object.hasOwn(files, path) ? Buffer.from(files[path] ?? '') : undefined),
    exists: (path) => Object.hasOwn(files, path),
    besides: names,
    ...(environments.length === 0 ? {} : { environments, together: environments }),
  })
  const findings = ['t.yaml', ...environments].flatMap(
    (path) => checker.run({ path, bytes: Buffer.from(files[path] ?? '') }).findings,
  )
  const found = findings.find((one) => one.code === code)
  if (found === undefined) throw new Error(`there is no ${code} among ${findings.map((one) => one.code)}`)
  return (found.related ?? []).map(({ path, line, column, message }) =>
    path === undefined ? `${line}:${column} ${message}` : `${path}:${line}:${column} ${message}`,
  )
}

const nested = {
  'oven.yaml': 'heat_template_version: 2018-08-31\nparameters:\n  loaves: {type: number}\nresources: {}\n',
}

it('the name that may be meant', () => {
  const text = 'parameters:\n  loaves: {type: number}\noutputs: {o: {value: {get_param: loafs}}}\n'
  expect(related('unknown-reference', text)).toEqual(['3:3 "loaves" is declared here'])
})

it('the resource that lacks an attribute', () => {
  const text =
    'resources:\n  a: {type: OS::Heat::RandomString}\noutputs: {o: {value: {get_attr: [a, no_such]}}}\n'
  expect(related('unknown-attribute', text)).toEqual(['3:3 "a" is declared here'])
})

it('the parameter that says what a function gives', () => {
  const text =
    'parameters:\n  list: {type: comma_delimited_list}\nresources: {a: {type: OS::Neutron::Net, properties: {name: {get_param: list}}}}\n'
  expect(related('bad-value', text)).toEqual(['3:3 "list" is declared here'])
})

it('the constraint or the type that a default does not meet', () => {
  const wrong = (preset: string) =>
    `parameters:\n  p:\n    type: number\n    default: ${preset}\n    constraints: [{range: {min: 2}}]\nresources: {}\n`
  expect(related('bad-value', wrong('1'))).toEqual(['6:27 this is the constraint'])
  expect(related('bad-value', wrong('one'))).toEqual(['4:11 this is the type'])
})

it('the other of two of one name', () => {
  const text = 'parameters:\n  a: {type: string}\nresources:\n  a: {type: OS::Heat::None}\n'
  expect(related('name-collision', text)).toEqual(['5:3 "a" is declared here'])
  const twice = 'parameters:\n  a: {type: string}\n  a: {type: number}\nresources: {}\n'
  expect(related('duplicate-key', twice)).toEqual(['4:3 this is the one that counts'])
})

it('the resource that has a port already', () => {
  const server =
    '{type: OS::Nova::Server, properties: {flavor: a, image: b, networks: [{port: {get_resource: p}}]}}'
  const text = `resources:\n  p: {type: OS::Neutron::Port, properties: {network: n}}\n  a: ${server}\n  b: ${server}\n`
  expect(related('bad-combination', text)).toEqual(['4:83 "a" gets the port here'])
})

it('the references of a circle, without the one that closes it', () => {
  const text = `resources:
  a: {type: OS::Heat::None, depends_on: b}
  b: {type: OS::Heat::None, depends_on: [c]}
  c: {type: OS::Heat::Value, properties: {value: {get_attr: [a, show]}}}
`
  expect(related('circular-dependency', text)).toEqual(['3:41 this refers to "b"', '4:42 this refers to "c"'])
})

it('the resource that is left out, and its condition', () => {
  const text = `parameters: {p: {type: string}}
conditions:
  c: {equals: [{get_param: p}, x]}
resources:
  a: {type: OS::Heat::None, condition: c}
outputs: {o: {value: {get_attr: [a, show]}}}
`
  expect(related('possibly-excluded-reference', text)).toEqual([
    '6:3 "a" is declared here',
    '4:3 "c" is declared here',
  ])
})

describe('in other files', () => {
  it('the parameter that a nested template needs', () => {
    const files = { ...nested, 't.yaml': 'resources: {a: {type: oven.yaml}}\n' }
    expect(related('nested-parameter', files)).toEqual(['oven.yaml:3:3 "loaves" is declared here'])
  })

  it('the parameters that it has, and the environment that puts it there', () => {
    const files = {
      ...nested,
      't.yaml': 'resources: {a: {type: My::Oven, properties: {loaves: 1, rolls: 2}}}\n',
      'env.yaml': 'resource_registry:\n  My::Oven: oven.yaml\n',
    }
    expect(related('unknown-property', files)).toEqual([
      'oven.yaml:2:1 these are the parameters of My::Oven',
      'env.yaml:2:3 "My::Oven" is registered here',
    ])
  })

  it('the error of a nested template', () => {
    const files = {
      'oven.yaml':
        'heat_template_version: 2018-08-31\nresources:\n  a: {type: OS::Heat::None, depends_on: z}\n',
      't.yaml': 'resources: {a: {type: oven.yaml}}\n',
    }
    const [only, ...others] = related('nested-error', files)
    expect(only).toMatch(/^oven\.yaml:3:41 there is no resource "z"/)
    expect(others).toEqual([])
  })

  it('the parameter that a value of an environment does not fit', () => {
    const files = {
      't.yaml': 'parameters:\n  loaves: {type: number}\nresources: {}\n',
      'env.yaml': 'parameters: {loaves: many}\n',
    }
    expect(related('bad-value', files)).toEqual(['t.yaml:3:3 "loaves" is declared here'])
  })
})
