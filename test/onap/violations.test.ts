import { requirementsIn } from '../../src/rules/onap/rule.ts'
import { ruleFamilies } from '../../src/rules/onap/rule-families.ts'
import { violationsOf } from '../../src/rules/onap/violations.ts'
import { checkBehaves, type TemplateCode, templateCodes } from '../../src/rules/rules.ts'
import { append, changed, declare, edit, packageTexts, resource } from './changes.ts'
import { packagesIn, shown, violationsIn } from './package.ts'

/** The requirements that are looked at. */
const checkedRequirements = new Set(ruleFamilies.flatMap(requirementsIn))

const lighthouse = packageTexts('onap-lighthouse')

/** `number place` of all violations of some texts. */
function all(texts: Readonly<Record<string, string>>): string[] {
  const map = new Map(Object.entries(texts))
  return violationsIn(map).map((one) => `${one.requirement} ${shown(one, map)}`)
}

describe('violationsOf', () => {
  const texts = changed(lighthouse, [
    append('base_lighthouse.env', '  vnf_id: x\n'),
    declare('base_lighthouse.yaml', 'lamp-colour', 'String', '    default: red\n'),
    resource(
      'module_horn.yaml',
      '  spare.key:\n    type: OS::Nova::KeyPair\n    properties: {name: spare}\n',
    ),
  ])

  it('gives them file by file, in the order of the text', () => {
    expect(violationsIn(texts).map((one) => `${one.requirement} ${shown(one, texts)}`)).toEqual([
      'R-20856 base_lighthouse.env 11:3 supplied',
      'R-25877 base_lighthouse.yaml 6:3 lossy',
      'R-90279 base_lighthouse.yaml 6:3 lossy',
      'R-11441 base_lighthouse.yaml 7:11 safe',
      'R-26124 base_lighthouse.yaml 9:5 safe',
      'R-90526 base_lighthouse.yaml 9:5 safe',
      'R-75141 module_horn.yaml 80:3 lossy',
      'R-85734 module_horn.yaml 82:24 lossy',
    ])
  })

  it('says what each is about, so that a repair finds it', () => {
    const subjects = violationsIn(texts).map(({ requirement, subject }) => [requirement, subject])
    expect(subjects).toEqual([
      [
        'R-20856',
        { kind: 'environment-entry', section: 'parameters', name: 'vnf_id', entry: expect.anything() },
      ],
      ['R-25877', { kind: 'parameter', name: 'lamp-colour', wanted: 'lamp_colour' }],
      ['R-90279', { kind: 'parameter', name: 'lamp-colour' }],
      ['R-11441', { kind: 'parameter', name: 'lamp-colour', type: 'string' }],
      ['R-26124', { kind: 'parameter', name: 'lamp-colour' }],
      ['R-90526', { kind: 'parameter', name: 'lamp-colour' }],
      ['R-75141', { kind: 'resource', id: 'spare.key', wanted: 'spare_key' }],
      ['R-85734', expect.objectContaining({ kind: 'property', resource: 'spare.key', name: 'name' })],
    ])
  })

  it('looks at some requirements only, when asked to', () => {
    const [pkg] = packagesIn(texts)
    if (pkg === undefined) throw new Error('no package')
    const found = violationsOf(pkg, new Set(['R-90526', 'R-75141']))
    expect(found.map(({ requirement }) => requirement)).toEqual(['R-90526', 'R-75141'])
  })

  it('says everything in one line, and how to go on', () => {
    for (const { message, help } of violationsIn(texts)) {
      expect(`${message}${help}`).not.toContain('\n')
      expect(help).toMatch(/^(?:[A-Z]|`hotshift remediate ).*[.?]$/)
    }
  })
})

describe('files that are not as they should be', () => {
  it('takes a template for one, of which the version and more is missing', () => {
    expect(
      all({
        'base.yaml': 'parameters:\n  a: {type: string, description: a}\n',
        'base.env': 'parameters: {}\n',
      }),
    ).toEqual(['R-27078 base.yaml 1:1 safe', 'R-39402 base.yaml 1:1 safe', 'R-90279 base.yaml 2:3 by-hand'])
  })

  it('takes a file for a template that is called like one', () => {
    const now = changed(lighthouse, [(texts) => void texts.set('notes.yml', 'lamp: 1\n')])
    expect(violationsIn(now).map((one) => `${one.requirement} ${shown(one, now)}`)).toEqual([
      'R-27078 notes.yml 1:1 by-hand',
    ])
  })

  it('says of an environment that cannot be read only that, and nothing about what it may hold', () => {
    const now = changed(lighthouse, [
      (texts) => void texts.set('base_lighthouse.env', 'parameters: [\n'),
      edit(
        'base_lighthouse.yaml',
        '    description: Image of the lamp\n',
        '    description: Image of the lamp\n    default: a\n',
      ),
    ])
    expect(violationsIn(now).map((one) => `${one.requirement} ${shown(one, now)}`)).toEqual([
      'R-92635 base_lighthouse.env 1:1 by-hand',
      'R-90526 base_lighthouse.yaml 63:5 by-hand',
    ])
  })

  it('takes a file that nobody calls for nested while a template cannot be read', () => {
    const now = changed(lighthouse, [
      (texts) => void texts.set('module_horn.yaml', 'heat_template_version: 2018-03-02\nresources: [\n'),
    ])
    expect(violationsIn(now).map((one) => `${one.requirement} ${shown(one, now)}`)).toEqual([
      'R-95303 module_horn.yaml 1:1 by-hand',
    ])
  })

  it('takes JSON, with Windows lines too', () => {
    const json =
      '{"heat_template_version": "2018-03-02",\r\n "description": "a",\r\n "parameters": {"a-b": {"type": "string", "description": "a"}},\r\n "outputs": {"x": {"value": {"get_param": "a-b"}}}}\r\n'
    expect(all({ 'base.yaml': json, 'base.env': '{"parameters": {"a-b": 1, "vnf_id": 2}}\r\n' })).toEqual([
      'R-20856 base.env 1:27 supplied',
      'R-599443 base.env 1:27 supplied',
      'R-25877 base.yaml 3:17 lossy',
    ])
  })

  it.each([
    ['resources of no form', 'resources: [1, {a: b}]'],
    ['a resource that is nothing', 'resources: {a: , b: 3, c: {type: }, d: {type: [OS::Nova::Server]}}'],
    [
      'properties of no form',
      'resources: {a_server_0: {type: OS::Nova::Server, properties: [1]}, b: {type: OS::Neutron::Port, properties: {fixed_ips: {get_param: x}, network: , allowed_address_pairs: 3}}}',
    ],
    [
      'metadata of no form',
      'resources: {a_server_0: {type: OS::Nova::Server, properties: {metadata: x, networks: {port: 3}}}}',
    ],
    [
      'calls of no form',
      'resources: {a: {type: OS::Nova::Server, properties: {name: {get_param: []}, image: {get_param: [[x]]}, flavor: {get_param: {a: b}}}}}',
    ],
    ['parameters of no form', 'parameters: {a: , b: 3, c: [d], 4: {type: string}}'],
    [
      'groups of no form',
      'resources: {g: {type: OS::Heat::ResourceGroup, properties: {count: , resource_def: 3}}}',
    ],
    [
      'an alias in itself is read once',
      'resources: {a: &a {type: OS::Heat::Value, properties: {value: [&b {x: 1}, *b, *b]}}, c: *a}',
    ],
    ['a file that calls itself', 'resources: {a: {type: base.yaml, properties: {b: {get_param: b}}}}'],
    ['outputs of no form', 'outputs: [1]'],
  ])('gets along with %s', (_what, text) => {
    expect(() =>
      all({ 'base.yaml': `heat_template_version: 2018-03-02\n${text}\n`, 'base.env': 'parameters: 3\n' }),
    ).not.toThrow()
  })

  it('gets along with files that call one another in a circle', () => {
    const call = (name: string) =>
      `heat_template_version: 2018-03-02\nparameters: {p: {type: string, default: a}}\nresources: {${name}: {type: ${name}.yaml, properties: {q: {get_param: p}}}}\n`
    const found = all({ 'base.yaml': call('a'), 'a.yaml': call('b'), 'b.yaml': call('a') })
    expect(found).toContain('R-90526 a.yaml 2:32 by-hand')
  })
})

it('knows each requirement once', () => {
  expect(checkedRequirements.size).toBe(235)
})

describe('the repair that is possible', () => {
  const classOf = (changes: Parameters<typeof changed>[1], id: string) => {
    const now = changed(lighthouse, changes)
    return violationsIn(now).flatMap((one) => (one.requirement === id ? [one.repair] : []))
  }
  const withDefault = edit(
    'base_lighthouse.yaml',
    '    description: Addresses of the inner network\n',
    '    description: Addresses of the inner network\n    default: 10.9.0.0/24\n',
  )
  const env = 'base_lighthouse.env'

  it.each([
    ['a value wins', [], 'safe'],
    ['a merge strategy', [append(env, 'parameter_merge_strategies: {signal_cidr: merge}\n')], 'by-hand'],
    ['a general merge strategy', [append(env, 'parameter_merge_strategies: {default: merge}\n')], 'by-hand'],
    [
      'the general strategy to overwrite',
      [append(env, 'parameter_merge_strategies: {default: overwrite}\n')],
      'safe',
    ],
    ['another key twice', [append(env, '  lamp_image_name: again\n')], 'safe'],
    [
      'an environment of no form',
      [(texts: Map<string, string>) => texts.set(env, 'parameters: [1]\n')],
      'by-hand',
    ],
    ['no environment', [(texts: Map<string, string>) => texts.delete(env)], 'safe'],
    [
      'an environment of another name',
      [
        (texts: Map<string, string>) => texts.delete(env),
        (texts: Map<string, string>) => texts.set('other.env', 'parameters: {}\n'),
      ],
      'by-hand',
    ],
  ] as const)('of a default, with %s', (_what, changes, repair) => {
    expect(
      classOf(
        [withDefault, ...changes.map((change) => (texts: Map<string, string>) => void change(texts))],
        'R-90526',
      ),
    ).toEqual([repair])
  })

  it('of a nested default, by what its callers do', () => {
    const own = edit(
      'nested_buoy.yaml',
      '    description: Colour of the buoy\n',
      '    description: Colour of the buoy\n    default: red\n',
    )
    const silent = edit('module_horn.yaml', '          colour: {get_param: buoy_colour}\n', '')
    const declared = (value: string) =>
      declare('module_horn.yaml', 'colour', 'string', `    default: ${value}\n`)
    expect(classOf([own], 'R-90526')).toEqual(['safe'])
    expect(classOf([own, silent], 'R-90526')).toEqual(['safe'])
    // The caller's parameter of this name would be passed: the value must be the same.
    expect(classOf([own, silent, declared('red')], 'R-90526')).toEqual(['safe', 'safe'])
    // Nothing reads that one: it can go, which loses its value, and the nested default can be passed then.
    expect(classOf([own, silent, declared('blue')], 'R-90526')).toEqual(['safe', 'lossy'])
    expect(
      classOf([own, silent, declare('module_horn.yaml', 'colour', 'json', '    default: red\n')], 'R-90526'),
    ).toEqual(['safe', 'lossy'])
    const group = edit('nested_buoy.yaml', '    default: red\n', '    default: red-%index%\n')
    expect(classOf([own, silent, group], 'R-90526')).toEqual(['by-hand'])
  })

  it('of an alias of a registry, by what else the registries say', () => {
    const alias = (text: string) => append(env, `resource_registry:\n${text}`)
    expect(classOf([alias('  Sea::Buoy: nested_buoy.yaml\n')], 'R-67231')).toEqual(['safe'])
    expect(classOf([alias('  Sea::Buoy: nested_bell.yaml\n')], 'R-67231')).toEqual(['by-hand'])
    expect(classOf([alias('  Sea::*: nested_buoy.yaml\n')], 'R-67231')).toEqual(['by-hand'])
    expect(classOf([alias('  base_url: "http://x/"\n  Sea::Buoy: nested_buoy.yaml\n')], 'R-67231')).toEqual([
      'by-hand',
    ])
    expect(classOf([alias('  resources: {a: {hooks: pre-create}}\n')], 'R-67231')).toEqual(['by-hand'])
    const other = append('module_horn.env', 'resource_registry:\n  Sea::Buoy: base_lighthouse.yaml\n')
    expect(classOf([alias('  Sea::Buoy: nested_buoy.yaml\n'), other], 'R-67231')).toEqual([
      'by-hand',
      'by-hand',
    ])
  })
})

it('reports files that call one another in a circle once, whatever the level', () => {
  const calling = (file: string) =>
    `heat_template_version: 2018-03-02\ndescription: a\nparameters: {a: {type: string, description: a}}\nresources: {r: {type: ${file}, properties: {a: {get_param: a}}}}\n`
  const found = all({
    'base_a.yaml': calling('nested_b.yaml'),
    'base_a.env': 'parameters: {a: a}\n',
    'nested_b.yaml': calling('nested_c.yaml'),
    'nested_c.yaml': calling('nested_b.yaml'),
  })
  expect(found.filter((one) => /R-60011|R-17528/.test(one))).toEqual(['R-60011 nested_b.yaml 4:13 by-hand'])
})

it('counts as R-92635 only what Heat refuses, and types that nobody has', () => {
  const codes = Object.keys(templateCodes) as readonly TemplateCode[]
  const taken = codes.filter((code) => templateCodes[code].severity !== 'error')
  // Heat takes these, and what they stand for cannot be created all the same; the others need files beside the template.
  const counted = ['unknown-resource-type', 'two-item-if']
  const elsewhere = ['nested-parameter', 'undeclared-parameter']
  expect(taken.filter((code) => !checkBehaves(code, 'accepted by Heat')).sort()).toEqual(
    [...counted, ...elsewhere].sort(),
  )
})
