import type { LocatedFinding } from '../../src/engine/outcome.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

import { isAbout } from './found.ts'

afterEach(removeTemporaryTrees)

const about = ['nested-parameter', 'undeclared-parameter', 'unknown-resource-type', 'unresolved-call']

/** `path:line:column code message` of errors, and of what these tests are about. */
async function findingsIn(
  files: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<readonly string[]> {
  const tree = temporaryTree(files)
  const { stdout } = await inProcess(['check', '--format', 'json', ...args], tree.root)
  const report = JSON.parse(stdout) as {
    readonly files: readonly {
      readonly path: string
      readonly findings: readonly LocatedFinding[]
    }[]
  }
  return report.files.flatMap(({ path, findings }) =>
    findings
      .filter(isAbout(about))
      .map(({ code, line, column, message }) => `${path}:${line}:${column} ${code} ${message}`),
  )
}

const oven = `heat_template_version: 2018-08-31
parameters:
  flour: {type: string}
  loaves: {type: number}
  salt: {type: number, default: 1}
resources: {}
`
const bakery = `heat_template_version: 2018-08-31
resources:
  oven:
    type: My::Oven
    properties: {flour: rye, bogus: 1, salt: much}
  mill:
    type: Other::Mill
  shop:
    type: shop.yaml
    properties: {key: {get_file: keys/shop.pub}, size: {get_params: size}, name: {"get\u00a0param": name}}
`

describe('environments', () => {
  it('make types known, with what they take, and give defaults', async () => {
    expect(
      await findingsIn({
        'bakery.yaml': bakery,
        'lib/oven.yaml': oven,
        'prod.env': 'resource_registry: {My::Oven: lib/oven.yaml}\nparameter_defaults: {loaves: 3}\n',
      }),
    ).toEqual([
      'bakery.yaml:5:30 unknown-property My::Oven has no property "bogus"',
      'bakery.yaml:5:46 bad-value the property "salt" of My::Oven is not a number',
      'bakery.yaml:7:11 unknown-resource-type unknown resource type "Other::Mill": not in Heat, not registered by an environment of this run',
      'bakery.yaml:9:11 missing-file file "shop.yaml" not found (relative to this template)',
      'bakery.yaml:10:34 missing-file file "keys/shop.pub" not found (relative to this template)',
      'bakery.yaml:10:57 unresolved-call "get_params" is not a function (did you mean get_param?); Heat would use it as data',
      'bakery.yaml:10:83 unresolved-call "get<non-breaking space>param" is not a function (did you mean get_param?); Heat would use it as data',
    ])
  })

  it('have merge keys resolved', async () => {
    const files = {
      'bakery.yaml':
        'heat_template_version: 2018-08-31\nparameters: {<<: {loaves: {type: number}}}\nresources: {oven: {type: My::Oven}}\n',
      'lib/oven.yaml': 'heat_template_version: 2018-08-31\nresources: {}\n',
      'prod.env':
        'parameters: {<<: {loaves: 3, rolls: 4}}\nresource_registry: {<<: {My::Oven: lib/oven.yaml, My::Mill: lib/mill.yaml}}\n',
    }
    expect(await findingsIn(files)).toEqual([
      'prod.env:1:30 undeclared-parameter no template in this run has a parameter "rolls"; Heat rejects it',
      'prod.env:2:61 missing-file file "lib/mill.yaml" not found (relative to this environment)',
    ])
  })

  it('may give values to parameters whose names need quotes', async () => {
    const files = {
      'bakery.yaml':
        'heat_template_version: 2018-08-31\nparameters:\n  "loaves, white": {type: number}\n  "a: b": {type: number}\n  "[c]": {type: number}\nresources: {}\n',
      'prod.env': 'parameters: {"loaves, white": 1, "a: b": 2, "[c]": 3, "loaves, brown": 4}\n',
    }
    expect(await findingsIn(files)).toEqual([
      'prod.env:1:55 undeclared-parameter no template in this run has a parameter "loaves, brown"; Heat rejects it',
    ])
  })

  it('count where they are named, or lie beside a given file', async () => {
    const files = {
      'bakery.yaml': `${bakery.split('  mill')[0]}`.replace(', bogus: 1, salt: much', ''),
      'lib/oven.yaml': oven,
      'env/prod.env': 'resource_registry: {My::Oven: ../lib/oven.yaml}\nparameter_defaults: {loaves: 3}\n',
    }
    const unknown =
      'bakery.yaml:4:11 unknown-resource-type unknown resource type "My::Oven": not in Heat, not registered by an environment of this run'
    expect(await findingsIn(files, 'bakery.yaml')).toEqual([unknown])
    expect(await findingsIn(files, 'bakery.yaml', '-e', 'env/prod.env')).toEqual([])
    const beside = { ...files, 'near.env': 'resource_registry: {My::*: lib/oven.yaml}\n' }
    expect(await findingsIn(beside, 'bakery.yaml')).toEqual([
      'bakery.yaml:4:11 unknown-resource-type unknown resource type "My::Oven": Heat ignores a name with * that is registered for a template',
      'bakery.yaml:4:11 nested-parameter nested template My::Oven requires "loaves", which is not passed',
    ])
  })

  it('that disagree about a type say nothing of its properties', async () => {
    const one = 'resource_registry: {My::Oven: lib/oven.yaml, OS::Nova::Server: lib/server.yaml}\n'
    expect(
      await findingsIn({
        'a.yaml': `${bakery.split('  mill')[0]}  host: {type: OS::Nova::Server, properties: {any: thing}}\n`,
        'lib/oven.yaml': oven,
        'lib/big.yaml': oven,
        'one.env': one,
        'two.env': one.replace('oven.yaml', 'big.yaml'),
      }),
    ).toEqual([
      'one.env:1:64 missing-file file "lib/server.yaml" not found (relative to this environment)',
      'two.env:1:63 missing-file file "lib/server.yaml" not found (relative to this environment)',
    ])
  })

  it('are checked themselves', async () => {
    expect(
      await findingsIn({
        'a.yaml': 'heat_template_version: 2018-08-31\nparameters: {size: {type: number}}\nresources: {}\n',
        'a.env': `parameters:
  size: 3
  sise: 4
parameter_default: {size: 1}
parameter_merge_strategys: {}
resource_registry: {My::Oven: oven.yaml}
event_sinks:
`,
        'b.env': 'parameters: []\nparameter_defaults: [a]\n',
      }),
    ).toEqual([
      'a.env:3:3 refused-parameter a.yaml has no parameter "sise", and Heat rejects a value for it; did you mean "size"?',
      'a.env:4:1 unknown-section an environment has no section "parameter_default"; did you mean "parameter_defaults"?',
      'a.env:5:1 unknown-section an environment has no section "parameter_merge_strategys"; did you mean "parameter_merge_strategies"?',
      'a.env:6:31 missing-file file "oven.yaml" not found (relative to this environment)',
      'a.env:7:1 missing-key an empty section event_sinks is an error',
      'b.env:2:1 not-a-mapping the section parameter_defaults is not a mapping',
    ])
  })
})

describe('constraints of a nested template', () => {
  const child = `heat_template_version: 2018-08-31
parameters:
  s: {type: string, default: abc, constraints: [{length: {min: 2, max: 4}}, {allowed_pattern: '[a-z]+'}]}
  v: {type: string, default: x, constraints: [{allowed_values: [x, y]}]}
  i: {type: string, default: '1', constraints: [{allowed_values: [1, 2]}]}
  n: {type: number, default: 3, constraints: [{range: {min: 2, max: 5}}]}
  l: {type: comma_delimited_list, default: 'a,b', constraints: [{length: {max: 2}}]}
  h: {type: string, default: abc, hidden: true, constraints: [{length: {max: 4}}]}
  b: {type: string, default: x, constraints: [{allowed_values: [x, true]}]}
resources: {r: {type: OS::Heat::None}}
`
  const given = async (properties: string) =>
    (
      await findingsIn({
        'a.yaml': `heat_template_version: 2018-08-31\nparameters: {p: {type: string}}\nresources:\n  c: {type: child.yaml, properties: {${properties}}}\n`,
        'child.yaml': child,
      })
    ).filter((one) => !/unused|an allowed value of "b" is the string "True"/.test(one))

  it.each([
    ['s: abcde', 'the property "s" of child.yaml is longer than 4'],
    ['s: AB', 'the property "s" of child.yaml does not match the pattern [a-z]+'],
    ['v: z', 'the property "v" of child.yaml is not one of x, y'],
    ["i: '3'", 'the property "i" of child.yaml is not one of 1, 2'],
    ["n: '6'", 'the property "n" of child.yaml is outside the range 2–5'],
    ['l: [a, b, c]', 'the property "l" of child.yaml has more than 2 items'],
  ])('hold for what a resource gives: %s', async (properties, message) => {
    expect(await given(properties)).toEqual([expect.stringContaining(`bad-value ${message}`)])
  })

  it.each([
    's: abc',
    's: {get_param: p}',
    'v: y',
    'i: 1',
    "n: '3'",
    'l: [a]',
    'h: far too long',
    "b: 'True'",
  ])('take what Heat takes, and say nothing of hidden values: %s', async (properties) => {
    expect(await given(properties)).toEqual([])
  })
})

describe('errors of a nested template', () => {
  const broken = `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {sise: 1}}
`
  const using = (...types: readonly string[]) =>
    `heat_template_version: 2018-08-31\nresources:\n${types.map((type, index) => `  r${index}: {type: ${type}}\n`).join('')}`
  const error =
    'broken.yaml:3:49 unknown-property OS::Cinder::Volume has no property "sise"; did you mean "size"?'
  const within = 'broken.yaml:3 has an error: OS::Cinder::Volume has no property "sise"; did you mean "size"?'

  it('are errors of those that use it, also where only these are checked', async () => {
    const files = { 'a.yaml': using('broken.yaml', 'My::Disk'), 'broken.yaml': broken }
    const environment = { 'e.yaml': 'resource_registry: {My::Disk: broken.yaml}\n' }
    expect(await findingsIn({ ...files, ...environment })).toEqual([
      `a.yaml:3:14 nested-error ${within}`,
      `a.yaml:4:14 nested-error ${within}`,
      error,
    ])
    expect(await findingsIn(files, 'a.yaml')).toEqual([
      `a.yaml:3:14 nested-error ${within}`,
      'a.yaml:4:14 unknown-resource-type unknown resource type "My::Disk": not in Heat, not registered by an environment of this run',
    ])
  })

  it('are none where an output alone cannot be computed', async () => {
    const child = `heat_template_version: 2018-08-31
parameters: {n: {type: number, default: 1}}
outputs: {o: {value: {list_join: ['', [a, {get_param: n}]]}}}
`
    expect(await findingsIn({ 'a.yaml': using('child.yaml'), 'child.yaml': child }, 'a.yaml')).toEqual([])
  })

  it('are errors of those that use these, and of groups', async () => {
    const group = `heat_template_version: 2018-08-31
resources:
  g: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: inner/a.yaml}}}
`
    const files = { 'g.yaml': group, 'inner/a.yaml': using('../broken.yaml'), 'broken.yaml': broken }
    expect(await findingsIn(files, 'g.yaml')).toEqual([
      `g.yaml:3:82 nested-error inner/a.yaml:3 has an error: ${within}`,
    ])
  })

  it('are what is no template, and templates that are made from themselves', async () => {
    const files = {
      'a.yaml': using('b.yaml', 'list.yaml', 'odd.yaml', 'e.env.yaml', 'sound.yaml', 'tags.yaml'),
      'b.yaml': using('a.yaml'),
      'list.yaml': '- a\n',
      'odd.yaml': 'heat_template_version: {\n',
      'e.env.yaml': 'parameters: {}\n',
      'sound.yaml': using('OS::Heat::None'),
      'tags.yaml': `{% if a %}\n${broken}{% endif %}\n`,
    }
    expect(await findingsIn(files, 'a.yaml')).toEqual([
      'a.yaml:3:14 nested-error templates include each other: a.yaml -> b.yaml -> a.yaml',
      'a.yaml:4:14 nested-error list.yaml is not a template',
      'a.yaml:5:14 nested-error odd.yaml:2 has an error: the end of the file does not fit here',
      'a.yaml:6:14 nested-error e.env.yaml is not a template',
    ])
  })

  it('in a circle are the same, whichever file is checked first', async () => {
    const files = {
      'a.yaml': using('b.yaml'),
      'b.yaml': using('c.yaml'),
      'c.yaml': using('b.yaml', 'broken.yaml'),
    }
    const circle = 'templates include each other: b.yaml -> c.yaml -> b.yaml'
    const all = { ...files, 'broken.yaml': broken }
    expect(await findingsIn(all, 'c.yaml')).toEqual([
      `c.yaml:3:14 nested-error ${circle}`,
      `c.yaml:4:14 nested-error ${within}`,
    ])
    const found = await findingsIn(all)
    for (const name of ['a', 'b', 'c']) expect(found).toContain(`${name}.yaml:3:14 nested-error ${circle}`)
  })
})
