import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const good = 'heat_template_version: rocky\nresources: {a: {type: OS::Heat::None}}\n'
const bad = 'heat_template_version: rocky\nresources: {a: {type: OS::Heat::None, depends_on: b}}\n'
const odd = 'heat_template_version: rocky\nresources: {a: {type: OS::No::Such}}\n'

describe('hotshift check', () => {
  it('ends with 0 when all is well', async () => {
    const tree = temporaryTree({
      'a.yaml': `${good}parameters: {p: {type: number}}\n`,
      'b.env': 'parameters: {p: 3}\n',
      'c.txt': 'x\n',
    })
    const { status, stdout, stderr } = await inProcess(['check'], tree.root)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^3 files in [\d.]+ s: 2 clean, 1 skipped \(not a template\)\nno errors or warnings in 3 files\n$/,
    )
  })

  it('ends with 1 when Heat would refuse something, and says where', async () => {
    const tree = temporaryTree({ 'a.yaml': bad, 'b.yaml': odd })
    const { status, stdout } = await inProcess(['check'], tree.root)
    expect(status).toBe(1)
    expect(stdout).toContain(
      'a.yaml\n  2:51  error    unknown-reference  there is no resource "b" in this template\n' +
        '      2 | resources: {a: {type: OS::Heat::None, depends_on: b}}\n' +
        '        |                                                   ^\n',
    )
    expect(stdout).toContain(
      'b.yaml\n  2:23  warning  unknown-resource-type  unknown resource type "OS::No::Such": not in Heat, not registered by an environment of this run\n',
    )
    expect(stdout).not.toContain('dry run')
    expect((await inProcess(['check', 'b.yaml'], tree.root)).status).toBe(0)
  })

  it('holds templates against another version', async () => {
    const text = 'heat_template_version: pike\noutputs: {a: {value: {make_url: {host: a}}}}\n'
    const tree = temporaryTree({ 'a.yaml': text })
    expect((await inProcess(['check'], tree.root)).status).toBe(0)
    const { status, stdout } = await inProcess(['check', '--to', 'ocata', '--format', 'json'], tree.root)
    expect(status).toBe(1)
    expect(JSON.parse(stdout).files[0].findings).toEqual([
      {
        code: 'version-too-old',
        severity: 'error',
        message: expect.stringContaining('make_url'),
        path: 'a.yaml',
        line: 2,
        column: 23,
        endLine: 2,
        endColumn: 31,
        about: { kind: 'output', name: 'a', location: '/outputs/a/value/make_url' },
        source: 'HOT specification, Intrinsic functions, make_url',
        help: expect.stringContaining('newer version'),
      },
    ])
  })

  it('counts warnings when asked to', async () => {
    const tree = temporaryTree({ 'a.yaml': odd })
    expect((await inProcess(['check'], tree.root)).status).toBe(0)
    expect((await inProcess(['check', '--strict'], tree.root)).status).toBe(1)
    expect((await inProcess(['check', '--strict'], temporaryTree({ 'a.yaml': good }).root)).status).toBe(0)
  })

  it('proposes the version that is meant', async () => {
    const texts = {
      'between.yaml': "heat_template_version: '2018-02-01'\noutputs: {a: {value: {filter: [[a], [b]]}}}\n",
      'empty.yaml': 'heat_template_version:\noutputs: {a: {value: {str_split: [a, b]}}}\n',
      'missing.yaml': 'resources: {a: {type: OS::Heat::None}}\n',
      'never.yaml':
        'heat_template_version: 2015\noutputs: {a: {value: {Ref: a}}, b: {value: {yaql: {expression: a}}}}\n',
      'timed.yaml': 'heat_template_version: 2015-04-30 00:00:00\nresources: {a: {type: OS::Heat::None}}\n',
    }
    const { status, stdout } = await inProcess(['check', '--format', 'json'], temporaryTree(texts).root)
    expect(status).toBe(1)
    const files: { readonly findings: readonly { code: string; message: string; help: string }[] }[] =
      JSON.parse(stdout).files
    const found = files.flatMap(({ findings }) => findings.filter(({ code }) => code === 'no-such-version'))
    const declare = (version: string) => `Declare it, or use --assume-version ${version} with upgrade.`
    expect(found.map(({ message, help }) => [message, help])).toEqual([
      [
        '"2018-02-01" is not a heat_template_version; the last one before it is 2017-09-01, which supports the whole template',
        declare('2017-09-01'),
      ],
      [
        'the heat_template_version is empty; the lowest version that supports the whole template is 2015-10-15 (the function str_split)',
        declare('2015-10-15'),
      ],
      [
        'no heat_template_version is declared; the lowest version that supports the whole template is 2013-05-23',
        declare('2013-05-23'),
      ],
      [
        '"2015" is not a heat_template_version; no version supports the whole template: the function yaql needs 2016-10-14, and the function Ref is removed from 2014-10-16 on',
        `Correct it, or give the intended version with --assume-version.`,
      ],
      [
        '"2015-04-30 00:00:00" is not a heat_template_version; it reads like 2015-04-30, which supports the whole template',
        declare('2015-04-30'),
      ],
    ])
  })

  it('knows the outputs of nested templates, and of the members of groups', async () => {
    const asking = (path: string) =>
      `heat_template_version: rocky
resources:
  a: {type: inner.yaml}
  g: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: inner.yaml}}}
  s: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 2, resource: {type: inner.yaml}}}
  c: {type: OS::Heat::ResourceGroup, properties: {resource_def: {if: [on1, {type: inner.yaml}, {type: x.yaml}]}}}
  v: {type: OS::Heat::Value, properties: {value: {get_attr: [${path}]}}}
conditions: {on1: true}
parameters: {p: {type: string}}
`
    const inner =
      'heat_template_version: rocky\nresources: {r: {type: OS::Heat::None}}\noutputs: {address: {value: 1}}\n'
    const fine = [
      'a, address',
      'a, address, 0',
      'a, show',
      'a, resource.r, x',
      'a, resource.r.x',
      'a, {get_param: p}',
    ]
    const members = [
      'g, address',
      'g, refs',
      'g, refs_map, 0',
      'g, attributes, address',
      'g, resource.0.address',
    ]
    const others = [
      'g, resource.0, address',
      'g, resource.0',
      's, outputs_list, address',
      's, current_size',
      'c, x',
    ]
    const wrong = [
      'a, adress',
      'g, adress',
      'g, attributes, adress',
      'g, resource.0.adress',
      's, outputs, adress',
    ]
    const all = [...fine, ...members, ...others, ...wrong]
    const texts = all.map((path, at) => [`${10 + at}.yaml`, asking(path)] as const)
    const tree = temporaryTree({ 'inner.yaml': inner, 'x.yaml': inner, ...Object.fromEntries(texts) })
    const { stdout } = await inProcess(['check', '.', '--format', 'json'], tree.root)
    const files: { readonly path: string; readonly findings: readonly { message: string }[] }[] =
      JSON.parse(stdout).files
    const found = files.flatMap(({ path, findings }) =>
      findings.map(({ message }) => `${all[Number.parseInt(path, 10) - 10]}: ${message}`),
    )
    const message = 'inner.yaml has no output "adress"; did you mean "address"?'
    expect(found).toEqual(wrong.map((path) => `${path}: ${message}`))
  })

  it('knows nested templates that stand beside', async () => {
    const inner =
      'heat_template_version: rocky\nparameters: {size: {type: number}, name: {type: string, default: a}}\n'
    const outer = (properties: string) =>
      `heat_template_version: rocky\nresources: {a: {type: ../inner/b.yaml, properties: {${properties}}}}\n`
    const tree = temporaryTree({
      // What templates name is read in the whole repository of the given paths, and nowhere else.
      '.git/HEAD': '',
      'inner/b.yaml': inner,
      'outer/fine.yaml': outer('size: 3'),
      'outer/odd.yaml': outer('nmae: 3'),
    })
    const { status, stdout } = await inProcess(['check', 'outer', '--format', 'json'], tree.root)
    expect(status).toBe(1)
    const files: {
      readonly findings: readonly { code: string; message: string; line: number; source: string }[]
    }[] = JSON.parse(stdout).files
    expect(files.map(({ findings }) => findings.map(({ code, message }) => `${code}: ${message}`))).toEqual([
      [],
      [
        'nested-parameter: nested template ../inner/b.yaml requires "size", which is not passed',
        'unknown-property: ../inner/b.yaml has no property "nmae"; did you mean "name"?',
      ],
    ])
    expect(files[1]?.findings.map(({ source }) => source)).toEqual([
      'HOT specification, Parameters section',
      'HOT specification, Parameters section',
    ])
  })

  it('ends with 1 for what cannot be read', async () => {
    const tree = temporaryTree({ 'a.yaml': 'heat_template_version: rocky\nresources: {\n' })
    expect((await inProcess(['check'], tree.root)).status).toBe(1)
  })

  it('writes SARIF', async () => {
    const tree = temporaryTree({ 'a.yaml': bad })
    const log = JSON.parse((await inProcess(['check', '--format', 'sarif'], tree.root)).stdout)
    expect(log.runs[0].results[0]).toMatchObject({ ruleId: 'unknown-reference', level: 'error' })
  })

  it('refuses what is not a version', async () => {
    const { status, stderr } = await inProcess(['check', '--to', 'oldest'], temporaryTree().root)
    expect(status).toBe(64)
    expect(stderr).toContain('--to oldest: no such version\n  check takes a date, a release or latest\n')
  })
})
