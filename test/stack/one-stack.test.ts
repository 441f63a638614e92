/** Two versions of a stack that differ in a file which only other files name: every command sees it. */

import { provePackage } from '../../src/engine/proof/package-proof.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { packageIn } from './packages.ts'

afterEach(removeTemporaryTrees)

const version = 'heat_template_version: 2018-08-31\n'
const leaf = (size: number) =>
  `${version}parameters: {size: {type: number, default: ${size}}}\nresources:\n  v: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}\n`
const calling = (type: string) => `${version}resources:\n  one: {type: ${type}}\n`
const environment = (registry: string) => `resource_registry:\n  ${registry}\n`
const reading = `${version}resources:\n  s:\n    type: OS::Nova::Server\n    properties: {flavor: f, image: i, networks: [{network: n}], user_data: {get_file: boot.sh}}\n`
/** A stack whose template has no template to call beside two in directories. */
const two = `${version}resources:\n  a: {type: a/x.yaml}\n  b: {type: b/y.yaml}\n`

type Files = Readonly<Record<string, string>>

/** What differs, with the files that both versions have. */
const cases: readonly (readonly [how: string, both: Files, before: Files, after: Files])[] = [
  ['its own name', { 't.yaml': calling('leaf.yaml') }, { 'leaf.yaml': leaf(1) }, { 'leaf.yaml': leaf(2) }],
  ...[
    'My::X: leaf.yaml',
    '"My::*": leaf.yaml',
    'resources: {one: {My::X: leaf.yaml}}',
    'My::X: Your::Y\n  Your::Y: leaf.yaml',
    '"My::*": "Your::*"\n  Your::X: leaf.yaml',
  ].map(
    (registry) =>
      [
        `a registry with ${registry}`,
        { 't.yaml': calling('My::X'), 't.env': environment(registry) },
        { 'leaf.yaml': leaf(1) },
        { 'leaf.yaml': leaf(2) },
      ] as const,
  ),
  [
    'one name in two directories',
    {
      't.yaml': two,
      'a/x.yaml': calling('leaf.yaml'),
      'b/y.yaml': calling('leaf.yaml'),
      'a/leaf.yaml': leaf(1),
    },
    { 'b/leaf.yaml': leaf(1) },
    { 'b/leaf.yaml': leaf(2) },
  ],
  [
    'get_file of one name in two directories',
    { 't.yaml': two, 'a/x.yaml': reading, 'b/y.yaml': reading, 'a/boot.sh': 'echo 1\n' },
    { 'b/boot.sh': 'echo 1\n' },
    { 'b/boot.sh': 'echo 2\n' },
  ],
  [
    'get_file in a nested template that is the same',
    { 't.yaml': calling('x.yaml'), 'x.yaml': reading },
    { 'boot.sh': 'echo 1\n' },
    { 'boot.sh': 'echo 2\n' },
  ],
  [
    'the template of a stack that is a resource',
    {
      't.yaml': `${version}resources:\n  s: {type: OS::Heat::Stack, properties: {template: {get_file: leaf.yaml}}}\n`,
    },
    { 'leaf.yaml': leaf(1) },
    { 'leaf.yaml': leaf(2) },
  ],
  [
    'what the template of a stack that is a resource names',
    {
      't.yaml': `${version}resources:\n  s: {type: OS::Heat::Stack, properties: {template: {get_file: x.yaml}}}\n`,
      'x.yaml': reading,
    },
    { 'boot.sh': 'echo 1\n' },
    { 'boot.sh': 'echo 2\n' },
  ],
  ...['My::X: leaf.yaml', 'My::X: Your::Y\n  Your::Y: leaf.yaml', 'resources: {one: {My::X: leaf.yaml}}'].map(
    (registry) =>
      [
        `the template of a stack that is a resource, by a registry with ${registry}`,
        {
          't.yaml': `${version}resources:\n  s: {type: OS::Heat::Stack, properties: {template: {get_file: x.yaml}}}\n`,
          't.env': environment(registry),
          'x.yaml': calling('My::X'),
        },
        { 'leaf.yaml': leaf(1) },
        { 'leaf.yaml': leaf(2) },
      ] as const,
  ),
]

it('tells one relative base_url from another', async () => {
  const files = {
    't.yaml': calling('My::X'),
    't.env': environment('base_url: sub\n  My::X: leaf.yaml'),
    'sub/leaf.yaml': leaf(1),
  }
  const named = ['--env-before', 'old/t.env', '--env', 'new/t.env']
  const told = async (text: string) =>
    (
      await inProcess(
        ['verify', 'old/t.yaml', 'new/t.yaml', ...named],
        tree(files, {}, { 't.env': environment(text) }),
      )
    ).status
  expect(await told('base_url: sub\n  My::X: leaf.yaml')).toBe(3)
  const absolute = environment('base_url: "http://host/"\n  My::X: leaf.yaml')
  const { root } = temporaryTree({ 't.yaml': calling('My::X'), 'a.env': absolute, 'b.env': absolute })
  const run = await inProcess(['verify', 't.yaml', 't.yaml', '--env-before', 'a.env', '--env', 'b.env'], root)
  expect(run.status).toBe(0)
})

function tree(both: Files, before: Files, after: Files) {
  const side = (folder: string, files: Files) =>
    Object.entries({ ...both, ...files }).map(([path, text]) => [`${folder}/${path}`, text] as const)
  return temporaryTree(Object.fromEntries([...side('old', before), ...side('new', after)])).root
}

const environments = (both: Files, ...options: readonly [before: string, after: string]): string[] =>
  't.env' in both ? [options[0], 'old/t.env', options[1], 'new/t.env'] : []

describe.each(cases)('a change of a file behind %s', (_, both, before, after) => {
  const named = environments(both, '--env-before', '--env')

  it('differs for verify, and is equal where nothing changed', async () => {
    const told = async (next: Files) =>
      (await inProcess(['verify', 'old/t.yaml', 'new/t.yaml', ...named], tree(both, before, next))).status
    expect([await told(before), await told(after)]).toEqual([0, 1])
  })

  it('is something that an update does for diff', async () => {
    const told = async (next: Files) =>
      (await inProcess(['diff', 'old/t.yaml', 'new/t.yaml', ...named], tree(both, before, next))).status
    // Heat 19 finds no such type there, and says so before the update begins, unless the cloud has it.
    expect([await told(before), await told(after)]).toEqual([isWildcard(both) ? 3 : 0, 1])
  })
})

/** Scripts and templates that only `get_file` names are contents, which no rewrite changes. */
const byCalls = cases.filter(([how]) => !how.includes('get_file') && !how.includes('the template of a stack'))

it('are most of them calls', () => {
  expect(byCalls).toHaveLength(7)
})

describe.each(byCalls)('a rewrite of a template behind %s', (_, both, before, after) => {
  const [changed = ''] = Object.keys(after)

  it('is not proved where its default changes, and is where nothing does', () => {
    const verdicts = (next: Files) => {
      const [old, now] = [packageIn({ ...both, ...before }), packageIn({ ...both, ...next })]
      const proofs = provePackage(old, now, new Set([changed]), new Map(), new Map())
      return proofs.filter(({ module }) => module === 't.yaml').map(({ verdict }) => verdict)
    }
    expect([verdicts(before), verdicts(after)]).toEqual([['equal'], ['differs']])
  })

  it('that breaks it is an error of the module for check, too', async () => {
    const broken = { [changed]: leaf(1).replace('properties: {', 'properties: {nonsense: 1, ') }
    const told = async (files: Files) => {
      const run = await inProcess(['check', 't.yaml'], temporaryTree({ ...both, ...files }).root)
      return { status: run.status, output: `${run.stdout}${run.stderr}` }
    }
    expect([(await told(before)).status, (await told(before)).output]).toEqual([
      0,
      isWildcard(both)
        ? expect.stringContaining('unknown-resource-type')
        : expect.not.stringContaining('type'),
    ])
    const { status, output } = await told(broken)
    expect([status, output]).toEqual([1, expect.stringContaining('nested-error')])
  })

  it('leaves what it was where defaults move to an environment', async () => {
    const old = Object.entries({ ...both, ...before }).map(([path, text]) => [`old/${path}`, text] as const)
    const { root } = temporaryTree(
      Object.fromEntries([
        ...old,
        ...old.map(([path, text]) => [path.replace('old/', 'new/'), text] as const),
      ]),
    )
    const moved = await inProcess(['extract-defaults', 'new', '--write', '--format', 'json'], root)
    // What leads there for some names only is left, and said.
    expect([0, 3]).toContain(moved.status)
    if (moved.status === 3) expect(moved.stdout).toContain('"code":"default-kept"')
    expect(moved.stdout).not.toMatch(/internal-error|"proof": ?"(?:differs|unproved)"/)
    const sides = ['old/t.yaml', 'new/t.yaml', ...environments(both, '--env-before', '--env')]
    const named = 't.env' in both ? sides : [...sides, '--env', 'new/t.env']
    expect((await inProcess(['verify', ...named], root)).status).toBe(0)
  })

  it('is a change of the stack where its parameter gets another name', async () => {
    const calls = { 't.yaml': (both['t.yaml'] ?? '').replace('My::X}', 'My::X, properties: {size: 4}}') }
    const renamed = await inProcess(
      ['rename', '--rename', 'size=amount', '.'],
      temporaryTree({ ...both, ...calls, ...before }).root,
    )
    expect(renamed.status).toBe(0)
    expect(`${renamed.stdout}${renamed.stderr}`).toMatch(
      calls['t.yaml'] === both['t.yaml']
        ? /changed +\S*leaf\.yaml/
        : /effect on a live stack: resources: 1 updated/,
    )
  })
})

/** Heat 19 passes over a wildcard that leads to a template. */
function isWildcard(both: Files): boolean {
  return both['t.env']?.includes('"My::*": leaf.yaml') === true
}
