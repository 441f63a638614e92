import { moduleValue } from '../../src/stack/value-of.ts'
import { mapping } from '../../src/text/document/build.ts'
import { calling, packageIn, packagesIn } from './packages.ts'

const empty = 'heat_template_version: 2016-10-14\n'

function callsIn(texts: Readonly<Record<string, string>>): readonly string[] {
  return packageIn(texts).calls.map(
    ({ caller, resource, how, callee, certainty }) => `${caller} ${resource} ${how} ${callee} ${certainty}`,
  )
}

describe('packages', () => {
  it('are directories', () => {
    const found = packagesIn({
      'a/x.yaml': empty,
      'a/x.env': 'parameters: {}',
      'b/y.yaml': empty,
      'b/readme.md': 'b',
      'c/z.sh': 'c',
    })
    expect(found.map((pkg) => [pkg.directory, [...pkg.files.keys()], pkg.others])).toEqual([
      ['a/', ['a/x.env', 'a/x.yaml'], []],
      ['b/', ['b/y.yaml'], ['b/readme.md']],
    ])
  })

  it('span directories that refer to one another', () => {
    const found = packagesIn({
      'a/x.yaml': calling('../lib/n.yaml'),
      'lib/n.yaml': empty,
      'env/e.yaml': 'resource_registry: {My::Type: ../lib/m.yaml}',
      'lib/m.yaml': empty,
      'other/x.yaml': calling('../gone.yaml', 'http://host/lib/n.yaml'),
    })
    expect(found.map((pkg) => pkg.directories)).toEqual([['a/', 'env/', 'lib/'], ['other/']])
  })

  it('keep what cannot be read', () => {
    const pkg = packageIn({
      'x.yaml': empty,
      'y.yaml': `${empty}parameters: {`,
      'z.yaml.j2': `${empty}{% if x %}\n`,
    })
    expect([...pkg.unreadable.values()].map(({ path, why }) => [path, why])).toEqual([
      ['y.yaml', 'the end of the file does not fit here'],
      ['z.yaml.j2', 'a Jinja template, by its name and tags'],
    ])
  })
})

describe('roles', () => {
  it('follow calls, then names', () => {
    const pkg = packageIn({
      'base_vm.yaml': calling('nested_base.yaml', 'My::Type'),
      'base_vm_volume.yaml': empty,
      'incremental.yaml': empty,
      'nested_base.yaml': empty,
      'registered.yaml': empty,
      'base_vm.env': 'resource_registry: {My::Type: registered.yaml}',
      'loop.yaml': calling('loop.yaml'),
    })
    expect([...pkg.files.keys()].map((path) => [path, pkg.roleOf(path)])).toEqual([
      ['base_vm.env', 'environment'],
      ['base_vm.yaml', 'module'],
      ['base_vm_volume.yaml', 'module'],
      ['incremental.yaml', 'module'],
      ['loop.yaml', 'nested'],
      ['nested_base.yaml', 'nested'],
      ['registered.yaml', 'nested'],
    ])
    expect(pkg.roleOf('gone.yaml')).toBeUndefined()
    expect(pkg.modules().map(({ path }) => path)).toEqual([
      'base_vm.yaml',
      'base_vm_volume.yaml',
      'incremental.yaml',
    ])
  })
})

describe('calls', () => {
  it('are types and the definitions inside of groups', () => {
    const base = `${empty}resources:
  plain: {type: n.yaml, properties: {a: 1}}
  group: {type: OS::Heat::ResourceGroup, properties: {index_var: $i, resource_def: {type: n.yaml}}}
  inner: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Heat::AutoScalingGroup, properties: {resource: {type: n.yaml}}}}}
  chain: {type: OS::Heat::ResourceChain, properties: {resources: [n.yaml, m.yaml, OS::Heat::None]}}
  stack: {type: OS::Heat::Stack, properties: {template: {get_file: n.yaml}}}
  text: {type: OS::Heat::Value, properties: {value: {type: n.yaml}}}
`
    expect(callsIn({ 'base.yaml': base, 'n.yaml': empty, 'm.yaml': empty })).toEqual([
      'base.yaml plain type n.yaml certain',
      'base.yaml group resource_def n.yaml certain',
      'base.yaml inner resource n.yaml certain',
      'base.yaml chain resources n.yaml certain',
      'base.yaml chain resources m.yaml certain',
      'base.yaml stack stack n.yaml certain',
    ])
    const pkg = packageIn({ 'base.yaml': base, 'n.yaml': empty, 'm.yaml': empty })
    expect(pkg.callsOf('n.yaml').map(({ indexVariable }) => indexVariable)).toEqual([
      undefined,
      '$i',
      undefined,
      undefined,
      undefined,
    ])
    expect(pkg.callsOf('n.yaml')[2]?.trail).toEqual([
      'resources',
      'inner',
      'properties',
      'resource_def',
      'properties',
      'resource',
    ])
  })

  it('follow the registry, by way of other names too', () => {
    const texts = {
      'base.yaml': calling('My::First', 'My::Wild', 'OS::Nova::Server', 'My::Loop'),
      'n.yaml': empty,
      'w.yaml': empty,
      's.yaml': empty,
      'e.env': `resource_registry:
  My::First: My::Second
  My::Second: n.yaml
  My::Wi*: w.yaml
  My::Loop: My::Loop
  resources: {r2: {"OS::Nova::Server": s.yaml}, r9: {"OS::Nova::Server": n.yaml}}
`,
    }
    expect(callsIn(texts)).toEqual([
      'base.yaml r0 type n.yaml certain',
      'base.yaml r1 type w.yaml depends',
      'base.yaml r2 type s.yaml depends',
    ])
  })

  it('follow a registry of 20,000 names, each of which stands for the next', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `  My::T${index}: My::T${index + 1}\n`)
    const texts = {
      'base.yaml': calling('My::T0'),
      'n.yaml': empty,
      'e.env': `resource_registry:\n${names.join('')}  My::T20000: n.yaml\n`,
    }
    expect(callsIn(texts)).toEqual(['base.yaml r0 type n.yaml certain'])
  })

  it('follow wildcards of which each one fits all names', () => {
    const starts = 'My::Type::Of::A::Server::In'
    const wildcards = Array.from(
      { length: 24 },
      (_, index) => `  "${starts.slice(0, index + 1)}*": ${starts}${index}\n`,
    )
    const texts = {
      'base.yaml': calling(starts),
      'n.yaml': empty,
      'e.env': `resource_registry:\n${wildcards.join('')}  ${starts}7: n.yaml\n`,
    }
    expect(callsIn(texts)).toEqual(['base.yaml r0 type n.yaml depends'])
  })

  it('depend on the environment where environments disagree', () => {
    const texts = {
      'base.yaml': calling('My::Type'),
      'a.yaml': empty,
      'b.yaml': empty,
      'a.env': 'resource_registry: {My::Type: a.yaml}',
      'b.env': 'resource_registry: {My::Type: b.yaml}',
    }
    expect(callsIn(texts)).toEqual(['base.yaml r0 type a.yaml depends', 'base.yaml r0 type b.yaml depends'])
  })

  it('lead to no file of ours below a base_url', () => {
    const texts = {
      'base.yaml': calling('My::Type'),
      'a.yaml': empty,
      'a.env': 'resource_registry: {base_url: "http://host/", My::Type: a.yaml}',
    }
    expect(callsIn(texts)).toEqual([])
  })

  it('may run in circles', () => {
    const pkg = packageIn({
      'base.yaml': calling('a.yaml'),
      'a.yaml': calling('b.yaml'),
      'b.yaml': calling('a.yaml', 'c.yaml'),
      'c.yaml': empty,
    })
    expect(['base.yaml', 'a.yaml', 'b.yaml', 'c.yaml'].map((path) => pkg.isCircular(path))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(pkg.modulesReaching('c.yaml')).toEqual(['base.yaml'])
    expect([...pkg.reachableFrom('base.yaml')].sort()).toEqual(['a.yaml', 'b.yaml', 'c.yaml'])
  })
})

describe('environments', () => {
  it('belong to modules of their base name', () => {
    const pkg = packageIn({
      'd/x.yaml': calling('n.yaml'),
      'd/x.env': 'parameters: {}',
      'd/n.yaml': empty,
      'd/n.env': 'parameters: {}',
      'd/y.yaml': empty,
    })
    expect(pkg.environmentOf('d/x.yaml')?.path).toBe('d/x.env')
    expect(pkg.environmentOf('d/n.yaml')).toBeUndefined()
    expect(pkg.environmentBeside('d/n.yaml')?.path).toBe('d/n.env')
    expect(pkg.environmentOf('d/y.yaml')).toBeUndefined()
    expect(pkg.environmentPathOf('d/y.yaml')).toBe('d/y.env')
    expect(pkg.templatesOf('d/x.env').map(({ path }) => path)).toEqual(['d/x.yaml'])
  })

  it('may be empty', () => {
    const pkg = packageIn({ 'x.yaml': empty, 'x.env': '# nothing\n' })
    expect(pkg.environmentOf('x.yaml')?.root).toMatchObject({ kind: 'map', entries: [] })
  })
})

describe('values', () => {
  const texts = {
    'base.yaml': `heat_template_version: 2016-10-14
parameters:
  set: {type: string, default: d}
  nothing: {type: string, default: d}
  nulled: {type: string, default: d}
  inherited: {type: string, default: d}
  own: {type: string, default: d}
  none: {type: string, default: null}
resources:
  r: {type: n.yaml, properties: {passed: 1, none: null}}
`,
    'base.env': `parameters: {set: e, nothing: '', nulled: null}
parameter_defaults: {set: f, nulled: f, inherited: f, passed: f}
`,
    'n.yaml': `heat_template_version: 2016-10-14
parameters:
  passed: {type: string, default: d}
  none: {type: string, default: d}
  inherited: {type: string, default: d}
  own: {type: string, default: d}
  missing: {type: string}
`,
  }
  const pkg = packageIn(texts)

  it('of a module come from parameters, parameter_defaults and defaults, in this order; null is none', () => {
    const base = pkg.files.get('base.yaml')
    if (base === undefined) throw new Error('no base')
    const sources = ['set', 'nothing', 'nulled', 'inherited', 'own', 'none'].map(
      (name) => moduleValue(base, pkg.environmentOf('base.yaml'), name).from,
    )
    expect(sources).toEqual([
      'parameters',
      'parameters',
      'parameter_defaults',
      'parameter_defaults',
      'default',
      'input',
    ])
  })
})

describe('a template whose caller names it from elsewhere', () => {
  it.each(['/opt/templates/n.yaml', 'file:///opt/templates/n.yaml', 'https://example.com/n.yaml'])(
    'by %s is no module',
    (name) => {
      const pkg = packageIn({ 'base.yaml': calling(name), 'n.yaml': empty })
      expect(pkg.roleOf('n.yaml')).toBe('nested')
      expect(pkg.callsOf('n.yaml')).toEqual([])
    },
  )
})

describe('a changed package', () => {
  it('leaves the one that it comes from as it was', () => {
    const pkg = packageIn({ 'base.yaml': calling('n.yaml'), 'n.yaml': empty })
    const other = pkg.withRoot('base.yaml', mapping([]))
    expect(pkg.roleOf('n.yaml')).toBe('nested')
    expect(other.roleOf('n.yaml')).toBe('module')
    expect(
      pkg.withRoot('n.yaml', (pkg.files.get('n.yaml') as { root: ReturnType<typeof mapping> }).root),
    ).toBe(pkg)
  })

  it('knows the registry anew', () => {
    const texts = {
      'base.yaml': calling('My::Type'),
      'n.yaml': empty,
      'e.env': 'resource_registry: {My::Type: n.yaml}\nparameters: {}',
    }
    const pkg = packageIn(texts)
    expect(pkg.callsOf('n.yaml')).toHaveLength(1)
    expect(pkg.withRoot('e.env', mapping([])).callsOf('n.yaml')).toHaveLength(0)
  })
})
