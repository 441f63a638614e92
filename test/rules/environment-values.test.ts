/** What environments give, held against the parameters of the templates that they are for. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const template = (parameters: string) =>
  `heat_template_version: 2018-08-31\nparameters:\n  p: {${parameters}}\nresources:\n  v: {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n`

type Files = Readonly<Record<string, string>>

/** Exit code, and `path:line:column code` of each finding. */
async function found(files: Files, ...args: readonly string[]) {
  const { status, stdout } = await inProcess(
    ['check', '--format', 'json', ...args],
    temporaryTree(files).root,
  )
  const { files: outcomes } = JSON.parse(stdout) as {
    readonly files: readonly {
      readonly path: string
      readonly findings: readonly { code: string; line: number; column: number }[]
    }[]
  }
  const findings = outcomes.flatMap(({ path, findings }) =>
    findings.map(({ code, line, column }) => `${path}:${line}:${column} ${code}`),
  )
  return [status, ...findings]
}

/** What a value that Heat refuses, or takes, is for. */
const values: readonly (readonly [
  parameter: string,
  refused: readonly string[],
  taken: readonly string[],
])[] = [
  ['type: number', ["''", 'a', '[]', '{}', "'0x10'"], ['5', "' 5 '", '5.5', 'true', '5e3']],
  ['type: boolean', ["''", '5', 'maybe', '[]'], ['true', "'no'", "'TRUE '"]],
  ['type: comma_delimited_list', ['5', 'true', '{a: 1}'], ["''", 'a', '[a, 5]']],
  ['type: boolean, constraints: [{allowed_values: [true]}]', ["'no'"], ["'yes'"]],
  [
    'type: comma_delimited_list, constraints: [{allowed_values: [a, b]}]',
    ['c', '[a, c]'],
    ["''", '[]', "'a,b'"],
  ],
  ['type: comma_delimited_list, constraints: [{length: {max: 0}}]', ['a'], ["''", '[]']],
  ['type: json, constraints: [{length: {max: 1}}]', ['{a: 1, b: 2}', "'[1, 2]'"], ['\'{"a": 1}\'', "''"]],
  ['type: string, constraints: [{custom_constraint: mac_addr}]', ['a', 'true'], ["'fa:16:3e:00:00:0a'"]],
  // `IPConstraint.validate` takes strings alone, and no list is one; that of domain names takes what is empty.
  ['type: comma_delimited_list, constraints: [{custom_constraint: ip_addr}]', ['10.0.0.1', "''"], []],
  ['type: comma_delimited_list, constraints: [{custom_constraint: dns_name}]', ['a'], ["''"]],
  ['type: json', ['a', "'{bad'", "'TRUE '"], ["''", '5', '[a]', '{a: 1}', "'[1]'"]],
  ['type: string', [], ["''", '5', '[a]', '{a: 1}']],
  ['type: string, constraints: [{allowed_values: [a, b]}]', ['c', "''"], ['a']],
  ['type: string, constraints: [{length: {min: 2}}]', ['a', '5'], ['ab']],
  ['type: string, constraints: [{allowed_pattern: "[a-c]+"}]', ['abd', '5'], ['abc']],
  ['type: number, constraints: [{range: {max: 4}}]', ['5', "'5'"], ['4']],
  ['type: number, constraints: [{modulo: {step: 2, offset: 0}}]', ['5'], ['4']],
]

describe.each(values)('a value for {%s}', (parameter, refused, taken) => {
  const of = (value: string, section: string) => ({
    't.yaml': template(parameter),
    't.env': `${section}:\n  p: ${value}\n`,
  })

  it.each(['parameters', 'parameter_defaults'])(
    'is an error in %s where Heat refuses it',
    async (section) => {
      for (const value of refused)
        expect([value, ...(await found(of(value, section)))]).toEqual([value, 1, 't.env:2:3 bad-value'])
    },
  )

  it('is none where Heat takes it', async () => {
    for (const value of taken) expect([value, ...(await found(of(value, 'parameters')))]).toEqual([value, 0])
  })
})

describe('an environment that is named', () => {
  const nested = {
    't.yaml': 'heat_template_version: 2018-08-31\nresources:\n  n: {type: n.yaml, properties: {q: 1}}\n',
    'n.yaml': template('type: string, default: a').replace('  p:', '  q: {type: number}\n  p:'),
  }

  it('is checked itself, wherever it lies', async () => {
    const files = { 't.yaml': template('type: number'), 'env/prod.yaml': 'paramters: {p: 1}\n' }
    expect(await found(files, 't.yaml', '-e', 'env/prod.yaml')).toEqual([
      1,
      'env/prod.yaml:1:1 unknown-section',
      't.yaml:3:3 missing-value',
    ])
  })

  it('wins over the one beside the template, in the order given', async () => {
    const files = {
      't.yaml': template('type: number'),
      't.env': 'parameters: {p: beside}\n',
      'a.env': 'parameters: {p: first}\n',
      'b.env': 'parameters: {p: 2}\n',
    }
    // Heat never reads what a later environment replaces.
    expect(await found(files, 't.yaml', '-e', 'a.env', '-e', 'b.env')).toEqual([
      0,
      'a.env:1:14 unread-key',
      'b.env:1:14 later-environment',
    ])
    expect(await found(files, 't.yaml', '-e', 'b.env', '-e', 'a.env')).toEqual([
      1,
      'a.env:1:14 bad-value',
      'a.env:1:14 later-environment',
    ])
  })

  it('has anchors of its own, whatever the template calls its own', async () => {
    const declared = '  length: {type: json}\n  word: {type: string, default: &x long}\n'
    const files = {
      't.yaml': `heat_template_version: 2018-08-31
parameters:
${declared}resources:
  r:
    type: OS::Heat::RandomString
    properties: {length: {get_param: [length, k]}, salt: {get_param: word}}
`,
      'a.env': 'parameters:\n  length: {o: &x 5, k: *x}\n',
    }
    expect(await found(files, 't.yaml', '-e', 'a.env')).toEqual([0])
  })

  it('gives no parameter of a nested template a value below parameters', async () => {
    expect(await found({ ...nested, 'a.env': 'parameters: {p: x}\n' }, 't.yaml', '-e', 'a.env')).toEqual([
      1,
      'a.env:1:14 refused-parameter',
    ])
    expect(
      await found({ ...nested, 'a.env': 'parameter_defaults: {p: x}\n' }, 't.yaml', '-e', 'a.env'),
    ).toEqual([0])
  })

  it('has to give every parameter a value that has no default, of the stack itself', async () => {
    const files = { 't.yaml': template('type: number'), 'a.env': 'parameters: {}\n' }
    expect(await found(files, 't.yaml', '-e', 'a.env')).toEqual([1, 't.yaml:3:3 missing-value'])
    expect(await found({ ...files, 'a.env': 'parameters: {p: null}\n' }, 't.yaml', '-e', 'a.env')).toEqual([
      1,
      't.yaml:3:3 missing-value',
    ])
    expect(await found({ ...nested, 'a.env': 'parameters: {}\n' }, '.', '-e', 'a.env')).toEqual([0])
  })
})

describe('sections of an environment', () => {
  const beside = { 't.yaml': template('type: number, default: 1') }

  it.each([
    ['a misspelt section alone', 'paramters: {p: 1}\n', ['t.env:1:1 unknown-section']],
    [
      'a section below the registry',
      'resource_registry:\n  parameter_defaults: {p: 1}\n',
      ['t.env:2:3 unread-key'],
    ],
    ['an unknown merge strategy', 'parameter_merge_strategies: {p: megre}\n', ['t.env:1:30 unread-key']],
    ['names that are no list', 'encrypted_param_names: p\n', ['t.env:1:24 unread-key']],
    ['sinks without a type', 'event_sinks: [{target: x}]\n', ['t.env:1:15 missing-key']],
    ['a wildcard for a template', 'resource_registry: {"My::*": t.yaml}\n', ['t.env:1:21 unread-key']],
    ['what is no name', 'resource_registry: {My::X: 5}\n', ['t.env:1:21 bad-value']],
    [
      'what is no name for one resource',
      'resource_registry: {resources: {v: {My::X: 5}}}\n',
      ['t.env:1:37 bad-value'],
    ],
    [
      'nothing for one resource',
      'resource_registry: {resources: {v: {hooks: }}}\n',
      ['t.env:1:37 bad-value'],
    ],
    ['a list of nothing', 'resource_registry: {My::X: []}\n', ['t.env:1:21 bad-value']],
    ['a resource without a mapping', 'resource_registry: {resources: {v: }}\n', ['t.env:1:33 not-a-mapping']],
    ['resources in a list', 'resource_registry: {resources: [v]}\n', ['t.env:1:21 not-a-mapping']],
    ['an empty list for a registry', 'resource_registry: []\n', ['t.env:1:1 not-a-mapping']],
    ['a name without a colon', 'resource_registry: {My::X: Value}\n', ['t.env:1:28 missing-file']],
    ['a sink that there is none of', 'event_sinks: [{type: queue, target: x}]\n', ['t.env:1:15 bad-value']],
    ['a sink without a target', 'event_sinks: [{type: zaqar-queue}]\n', ['t.env:1:15 missing-key']],
    [
      'a sink with more',
      'event_sinks: [{type: zaqar-queue, target: x, kind: y}]\n',
      ['t.env:1:46 unknown-key'],
    ],
  ])('tell of %s', async (_, environment, findings) => {
    expect((await found({ ...beside, 't.env': environment })).slice(1)).toEqual(findings)
  })

  it.each([
    'parameter_merge_strategies: {default: merge, p: deep_merge}\n',
    'encrypted_param_names: [p]\n',
    'event_sinks: [{type: zaqar-queue, target: x, ttl: 5}]\n',
    'event_sinks: false\n',
    'parameters: []\nparameter_defaults: false\n',
    'resource_registry: {base_url: , My::X: t.yaml, resources: {v: {base_url: http://a/, My::X: b}}}\n',
    '{}\n',
    '',
  ])('are right in %j', async (environment) => {
    expect(await found({ ...beside, 't.env': environment })).toEqual([0])
  })

  it('are no concern where a file of that name is another program’s', async () => {
    expect(await found({ ...beside, '.env': 'PATH=x\n', 'other.env': 'FOO=bar\n' })).toEqual([0])
  })
})
