import type { Attempt } from '../../src/stack/refactor/edit.ts'
import { removeParameter } from '../../src/stack/refactor/remove-parameter.ts'
import { renameParameter } from '../../src/stack/refactor/rename-parameter.ts'
import { renameResource } from '../../src/stack/refactor/rename-resource.ts'
import type { Workspace } from '../../src/stack/workspace.ts'
import { changedTexts, packageOf, type Texts } from './texts.ts'

const template = (rest: string) => `heat_template_version: 2016-10-14\n${rest}`

function result(texts: Texts, edit: (pkg: Workspace) => Attempt<Workspace>): Texts | string {
  const before = packageOf(texts)
  const made = edit(before)
  return 'done' in made ? changedTexts(before, made.done) : `${made.blocker.path}: ${made.blocker.why}`
}

const bakery: Texts = {
  'base_bakery.yaml': template(`
parameter_groups:
- label: oven
  parameters: [oven_ip, "vnf_id"]  # what the oven needs
parameters:
  # where the oven is
  oven_ip: {type: string}
  vnf_id:
    type: string
conditions:
  warm: {equals: [{get_param: oven_ip}, ""]}
resources:
  oven:
    type: nested_oven.yaml
    properties:
      oven_ip: {get_param: oven_ip}   # passed on
      label:
        str_replace:
          template: oven_ip is oven_ip
          params:
            oven_ip: { get_param: [ 'oven_ip' , 0 ] }
outputs:
  oven_ip:
    value: {get_param: "oven_ip"}
`),
  'base_bakery.env':
    'parameters:\n  oven_ip: 10.0.0.1  # lab\n  vnf_id: x\nparameter_defaults: {oven_ip: 10.0.0.2}\n',
  'nested_oven.yaml': template(`
parameters:
  oven_ip: {type: string}
  label: {type: string}
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: oven_ip
      name: {get_param: oven_ip}
      fixed_ips: [{ip_address: {get_param: label}}]
`),
}

describe('renameParameter', () => {
  it('follows it through templates, calls, groups, environments and outputs', () => {
    const texts = result(bakery, (pkg) =>
      renameParameter(pkg, { from: 'oven_ip', to: 'oven_lan_ip_0', withOutputs: true }),
    )
    expect(texts).toEqual({
      'base_bakery.yaml': template(`
parameter_groups:
- label: oven
  parameters: [oven_lan_ip_0, "vnf_id"]  # what the oven needs
parameters:
  # where the oven is
  oven_lan_ip_0: {type: string}
  vnf_id:
    type: string
conditions:
  warm: {equals: [{get_param: oven_lan_ip_0}, ""]}
resources:
  oven:
    type: nested_oven.yaml
    properties:
      oven_lan_ip_0: {get_param: oven_lan_ip_0}   # passed on
      label:
        str_replace:
          template: oven_ip is oven_ip
          params:
            oven_ip: { get_param: [ 'oven_lan_ip_0' , 0 ] }
outputs:
  oven_lan_ip_0:
    value: {get_param: "oven_lan_ip_0"}
`),
      'base_bakery.env':
        'parameters:\n  oven_lan_ip_0: 10.0.0.1  # lab\n  vnf_id: x\nparameter_defaults: {oven_lan_ip_0: 10.0.0.2}\n',
      'nested_oven.yaml': template(`
parameters:
  oven_lan_ip_0: {type: string}
  label: {type: string}
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: oven_ip
      name: {get_param: oven_lan_ip_0}
      fixed_ips: [{ip_address: {get_param: label}}]
`),
    })
  })

  it('renames only what the named template passes, when only that one is meant', () => {
    const { 'base_bakery.env': _, ...texts } = bakery
    const changed = result(texts, (pkg) =>
      renameParameter(pkg, {
        from: 'oven_ip',
        to: 'ip',
        templates: ['nested_oven.yaml'],
        withOutputs: false,
      }),
    )
    expect(changed).toEqual({
      'base_bakery.yaml': bakery['base_bakery.yaml']?.replace(
        'oven_ip: {get_param: oven_ip}   #',
        'ip: {get_param: oven_ip}   #',
      ),
      'nested_oven.yaml': bakery['nested_oven.yaml']
        ?.replace('oven_ip: {type', 'ip: {type')
        .replace('get_param: oven_ip', 'get_param: ip'),
    })
  })

  const small = (rest: string) =>
    ({ 'base_a.yaml': template(`parameters:\n  a: {type: string}\n  b: {type: string}\n${rest}`) }) as const

  it.each<[string, Texts, string]>([
    ['the name is taken', small(''), 'base_a.yaml: parameter b already exists'],
  ])('leaves all as it is when %s', (_, texts, why) => {
    expect(result(texts, (pkg) => renameParameter(pkg, { from: 'a', to: 'b', withOutputs: false }))).toBe(why)
  })

  it.each<[string, Texts, string]>([
    [
      'a name is computed',
      small('outputs:\n  o: {value: {get_param: {get_param: b}}}\n'),
      'base_a.yaml: get_param computes the name of a parameter',
    ],
    [
      'an alias stands for the name',
      small('outputs:\n  o: {description: &n a, value: {get_param: *n}}\n'),
      'base_a.yaml: an alias contains a',
    ],
    [
      'the environment gives a value under the new name',
      { ...small(''), 'base_a.env': 'parameters:\n  a: 1\n  c: 2\n' },
      'base_a.env: c already has a value',
    ],
    [
      'what is passed is computed',
      {
        'base_a.yaml': template(
          'resources:\n  r:\n    type: n.yaml\n    properties: {map_merge: [{a: 1}]}\n',
        ),
        'n.yaml': template('parameters:\n  a: {type: string}\n'),
      },
      'base_a.yaml: what is passed to n.yaml is computed',
    ],
    [
      'another template reads the same default',
      {
        ...small('resources:\n  r: {type: n.yaml}\n'),
        'base_a.env': 'parameter_defaults: {a: 1}\n',
        'n.yaml': template('parameters:\n  a: {type: string}\n'),
      },
      'base_a.env: n.yaml has a parameter a of its own that takes its value here; give both another name, or neither',
    ],
  ])('leaves all as it is when %s', (_, texts, why) => {
    const templates = [Object.keys(texts).find((path) => texts[path]?.includes('a: {type: string}')) ?? '']
    const made = result(texts, (pkg) =>
      renameParameter(pkg, { from: 'a', to: 'c', templates, withOutputs: false }),
    )
    expect(made).toBe(why)
  })

  it('asks of an environment that is named after no template whether another one may take the value', () => {
    const spread: Texts = {
      ...bakery,
      'other.yaml': template('parameters:\n  oven_ip: {type: string}\n'),
      'lab.env': 'parameters:\n  oven_ip: 10.0.0.3\n',
    }
    const only = ['base_bakery.yaml', 'nested_oven.yaml']
    const rename = (texts: Texts) =>
      result(texts, (pkg) =>
        renameParameter(pkg, { from: 'oven_ip', to: 'ip', templates: only, withOutputs: false }),
      )
    expect(rename(spread)).toBe(
      'lab.env: other.yaml has a parameter oven_ip of its own that takes its value here; give both another name, or neither',
    )
    expect(rename({ ...spread, 'lab.env': 'parameters: {vnf_id: x}\n' })).not.toHaveProperty('lab.env')
    expect(rename({ ...spread, 'other.yaml': template('') })).toMatchObject({
      'lab.env': 'parameters:\n  ip: 10.0.0.3\n',
    })
  })

  it('renames what a function names twice where Heat reads it', () => {
    const twice = {
      'a.yaml': template(
        'parameters: {one: {type: string}, two: {type: string}}\noutputs: {o: {value: {get_param: one, get_param: two}}}\n',
      ),
    }
    const changed = result(twice, (pkg) =>
      renameParameter(pkg, { from: 'two', to: 'six', withOutputs: false }),
    )
    expect(changed).toEqual({
      'a.yaml': template(
        'parameters: {one: {type: string}, six: {type: string}}\noutputs: {o: {value: {get_param: one, get_param: six}}}\n',
      ),
    })
  })
})

describe('renameResource', () => {
  const texts: Texts = {
    'base_a.yaml': template(`resources:
  oven-1:   # the first
    type: OS::Nova::Server
    properties: {name: oven-1}
  shelf:
    type: OS::Nova::Server
    depends_on: [ oven-1, 'oven-2' ]
    properties:
      name: {get_attr: [oven-1, name]}
      user_data: {str_replace: {template: use oven-1, params: {oven-1: {get_resource: oven-1}}}}
  oven-2:
    type: OS::Nova::Server
    depends_on: "oven-1"
outputs:
  oven-1: {value: {get_attr: [ "oven-1", networks, oven-1, 0 ]}}
`),
  }

  it('follows it through functions and depends_on, and nothing else', () => {
    expect(result(texts, (pkg) => renameResource(pkg, 'base_a.yaml', 'oven-1', 'oven_1'))).toEqual({
      'base_a.yaml': template(`resources:
  oven_1:   # the first
    type: OS::Nova::Server
    properties: {name: oven-1}
  shelf:
    type: OS::Nova::Server
    depends_on: [ oven_1, 'oven-2' ]
    properties:
      name: {get_attr: [oven_1, name]}
      user_data: {str_replace: {template: use oven-1, params: {oven-1: {get_resource: oven_1}}}}
  oven-2:
    type: OS::Nova::Server
    depends_on: "oven_1"
outputs:
  oven-1: {value: {get_attr: [ "oven_1", networks, oven-1, 0 ]}}
`),
    })
  })

  it('leaves all as it is when the name is taken, or an environment names the resource', () => {
    expect(result(texts, (pkg) => renameResource(pkg, 'base_a.yaml', 'oven-1', 'shelf'))).toBe(
      'base_a.yaml: there is a resource shelf already',
    )
    const hooked = {
      ...texts,
      'base_a.env': 'resource_registry:\n  resources:\n    oven-1:\n      hooks: pre-create\n',
    }
    expect(result(hooked, (pkg) => renameResource(pkg, 'base_a.yaml', 'oven-1', 'oven_1'))).toBe(
      'base_a.env: the registry names oven-1',
    )
  })
})

describe('removeParameter', () => {
  const texts: Texts = {
    'base_a.yaml': template(`parameter_groups:
- label: one
  parameters:
  - spare  # for later
- label: two
  parameters: [used, spare]
parameters:
  used: {type: string}
  # nobody asks for it
  spare:
    type: string  # any
resources:
  r:
    type: n.yaml
    properties:
      x: {get_param: used}
      spare: 3
`),
    'base_a.env': 'parameters:\n  spare: 1\nparameter_defaults:\n  spare: 2\n  x: 3\n',
    'n.yaml': template('parameters:\n  x: {type: string}\n  spare: {type: string}\n'),
  }

  it('takes the values of a module along, but not those that nested templates inherit', () => {
    expect(result(texts, (pkg) => removeParameter(pkg, 'base_a.yaml', 'spare'))).toEqual({
      'base_a.yaml': template(`parameter_groups:
- label: two
  parameters: [used]
parameters:
  used: {type: string}
resources:
  r:
    type: n.yaml
    properties:
      x: {get_param: used}
      spare: 3
`),
      'base_a.env': 'parameters: {}\nparameter_defaults:\n  spare: 2\n  x: 3\n',
    })
  })

  it('takes values out of an environment that is named after no template, unless another one may take them', () => {
    const lab = { ...texts, 'lab.env': 'parameters: {spare: 1, used: 2}\nparameter_defaults: {spare: 2}\n' }
    expect(result(lab, (pkg) => removeParameter(pkg, 'base_a.yaml', 'spare'))).not.toHaveProperty('lab.env')
    const alone = { ...lab, 'n.yaml': template('parameters:\n  x: {type: string}\n') }
    expect(result(alone, (pkg) => removeParameter(pkg, 'base_a.yaml', 'spare'))).toMatchObject({
      'lab.env': 'parameters: {used: 2}\nparameter_defaults: {}\n',
    })
  })

  it('takes the property along at each call of a nested template', () => {
    expect(result(texts, (pkg) => removeParameter(pkg, 'n.yaml', 'spare'))).toEqual({
      'base_a.yaml': texts['base_a.yaml']?.replace('      spare: 3\n', ''),
      'n.yaml': template('parameters:\n  x: {type: string}\n'),
    })
  })

  it('goes into the branches of an if', () => {
    const passing = (names: string) => `resources:
  r:
    type: OS::Heat::ResourceGroup
    properties:
      resource_def:
        if:
        - big
        - type: n.yaml   # the big one
          properties: {${names}}
        - {type: OS::Heat::None}
`
    const nested = {
      'base_a.yaml': template(passing('x: 1, spare: 3')),
      'n.yaml': texts['n.yaml'] as string,
    }
    expect(result(nested, (pkg) => removeParameter(pkg, 'n.yaml', 'spare'))).toEqual({
      'base_a.yaml': template(passing('x: 1')),
      'n.yaml': template('parameters:\n  x: {type: string}\n'),
    })
    expect(result(nested, (pkg) => renameParameter(pkg, { from: 'x', to: 'y', withOutputs: false }))).toEqual(
      {
        'base_a.yaml': template(passing('y: 1, spare: 3')),
        'n.yaml': template('parameters:\n  y: {type: string}\n  spare: {type: string}\n'),
      },
    )
  })

  it('keeps the last parameter', () => {
    const last = { 'base_a.yaml': template('parameters:\n  spare: {type: string}\n') }
    expect(result(last, (pkg) => removeParameter(pkg, 'base_a.yaml', 'spare'))).toBe(
      'base_a.yaml: it is the last parameter of the template',
    )
  })
})
