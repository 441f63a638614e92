/** Edits of several files where one that may have to do with them cannot be read: all or nothing. */
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const nested = `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 2}
  unused: {type: string, default: a}
resources:
  r: {type: OS::Heat::RandomString, properties: {length: {get_param: size}}}
outputs:
  made: {value: {get_attr: [r, value]}}
`
const caller = `heat_template_version: 2018-08-31
resources:
  c:
    type: nested.yaml
    properties: {size: 4, unused: b}
`
const open = caller.replace('b}', 'b')

/** What cannot be read, and is about the nested template or its parameters. */
const unreadable: readonly (readonly [what: string, name: string, content: string | Uint8Array])[] = [
  ['an open brace', 'top.yaml', open],
  ['an open quote', 'top.yaml', caller.replace('4', '"4')],
  ['a tab', 'top.yaml', caller.replace('    type', '\ttype')],
  [
    'a byte that is no UTF-8',
    'top.yaml',
    Buffer.concat([Buffer.from(caller), Buffer.from([0x23, 0xff, 0x0a])]),
  ],
  ['UTF-16, as Windows saves it', 'top.yaml', Buffer.from(`\ufeff${caller}`, 'utf16le')],
  [
    'UTF-16 in another folder',
    'deploy/top.yaml',
    Buffer.from(caller.replace('nested', '../nested'), 'utf16le'),
  ],
  ['a NUL character', 'top.yaml', `${caller}#\0\n`],
  [
    'a name that is written with escapes',
    'top.yaml',
    open.replace('nested', '"n\\x65st\\u0065d').replace('.yaml', '.yaml"'),
  ],
  ['a template of a template', 'top.j2.yaml', `${caller}{% if x %}\n`],
  ['a caller in another folder', 'deploy/top.yaml', open.replace('nested.yaml', '../nested.yaml')],
  ['a registry', 'reg.yaml', 'resource_registry: {"My::Nested": nested.yaml\n'],
  ['an environment', 'prod.yaml', 'parameter_defaults: {size: 4, unused: c\n'],
  ['an environment of its name', 'nested.env', 'parameters: {size: 4, unused: c\n'],
]

const edits: readonly (readonly [line: string, code: string])[] = [
  ['rename --rename parameter:size=length .', 'not-renamed'],
  ['parameter set-type size --type string .', 'parameter-not-edited'],
  ['parameter remove unused .', 'parameter-not-edited'],
  ['parameter drop-default unused .', 'parameter-not-edited'],
]

const contents = (tree: TemporaryTree) =>
  Object.fromEntries(tree.list().map((path) => [path, tree.read(path)]))

function treeWith(name: string, content: string | Uint8Array): TemporaryTree {
  const tree = temporaryTree({ 'nested.yaml': nested, 'good.yaml': caller })
  tree.write(name, content)
  return tree
}

describe.each(unreadable)('%s', (_, name, content) => {
  it.each(edits)('refuses %s', async (line, code) => {
    const tree = treeWith(name, content)
    const before = contents(tree)
    const { status, stdout, stderr } = await inProcess(
      [...line.split(' '), '--write', '--allow-dirty'],
      tree.root,
    )
    expect([status, stdout, contents(tree)]).toEqual([3, '', before])
    expect(stderr).toContain(code)
    expect(stderr).toContain(`${name} `)
    expect(stderr).toContain('but cannot be read')
  })
})

it('refuses to rename outputs and resources that a caller may read', async () => {
  for (const rename of ['output:made=done', 'resource:r=random']) {
    const tree = treeWith('top.yaml', open)
    const { status, stdout, stderr } = await inProcess(['rename', '--rename', rename, '.'], tree.root)
    expect([status, stdout, stderr]).toEqual([3, '', expect.stringContaining('top.yaml names this template')])
  }
})

it('refuses the same edit where a parameter of a near-copy changes, and makes others', async () => {
  const parameters = nested.replace('  unused: {type: string, default: a}\n', '  other: {type: string}\n')
  const resources = nested.replace('RandomString', 'RandomString, depends_on: []')
  for (const [edited, isMade] of [
    [parameters, false],
    [resources, true],
  ] as const) {
    const tree = treeWith('top.yaml', open)
    tree.write('was.yaml', nested)
    tree.write('now.yaml', edited)
    const line = ['same-edit', 'now.yaml', 'nested.yaml', 'top.yaml', '--from', 'was.yaml']
    const { stdout, stderr } = await inProcess(line, tree.root)
    expect([isMade, stdout.includes('nested.yaml')]).toEqual([isMade, isMade])
    if (!isMade) expect(stderr).toContain('the edit is not made: top.yaml names this template')
    const partial = await inProcess([...line, '--partial'], tree.root)
    expect(partial.stdout).toContain('+++ b/nested.yaml')
  }
})

// Without its default, a caller that nobody can read may no longer work: that stays refused.
it.each(edits.filter(([line]) => !line.includes('drop-default')))(
  '--partial makes %s, and leaves the file',
  async (line) => {
    const tree = treeWith('top.yaml', open)
    const { stdout } = await inProcess([...line.split(' '), '--partial'], tree.root)
    expect(stdout).toContain('+++ b/nested.yaml')
    expect(stdout).not.toContain('top.yaml')
  },
)

it('goes on where what cannot be read has nothing to do with it', async () => {
  const tree = treeWith(
    'other.yaml',
    'heat_template_version: 2018-08-31\nparameters: {size: {type: string}\n',
  )
  const { stdout } = await inProcess(['rename', '--rename', 'size=length', '.'], tree.root)
  expect(stdout).toContain('+++ b/nested.yaml')
})

describe('a registry that cannot be read, and names a caller', () => {
  const lower = `heat_template_version: 2018-08-31
parameters:
  role: {type: string, default: web}
resources:
  v: {type: OS::Heat::Value, properties: {value: {get_param: role}}}
`
  const upper = (passed: string) => `heat_template_version: 2018-08-31
parameters:
  role: {type: string, default: web}
resources:
  n: {type: lower.yaml, properties: {${passed}}}
`
  const extracted = (passed: string) => {
    const registry = 'resource_registry:\n{% for r in roles %}\n  My::{{ r }}: upper.yaml\n{% endfor %}\n'
    const files = { 'lower.yaml': lower, 'upper.yaml': upper(passed), 'registry.j2.yaml': registry }
    return inProcess(['extract-defaults', '.', '--format', 'json'], temporaryTree(files).root)
  }
  const said = async (passed: string) =>
    (
      JSON.parse((await extracted(passed)).stdout) as {
        files: { path: string; status: string; findings: { code: string }[] }[]
      }
    ).files.map(({ path, status, findings }) => [path, status, ...findings.map(({ code }) => code)])

  it('keeps the default of the caller, and not the one below that no stack asks for', async () => {
    expect(await said('role: {get_param: role}')).toEqual([
      ['lower.yaml', 'changed', 'default-dropped'],
      ['registry.j2.yaml', 'skipped'],
      ['upper.yaml', 'blocked', 'default-kept'],
    ])
  })

  it('keeps both where stacks ask for both', async () => {
    expect(await said('')).toEqual([
      ['lower.yaml', 'blocked', 'default-kept'],
      ['registry.j2.yaml', 'skipped'],
      ['upper.yaml', 'blocked', 'default-kept'],
    ])
  })
})
