/** `hotshift bundle`: one request of a template and all that it needs. */
import { bundle } from '../../src/index.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const files = {
  'top.yaml': `heat_template_version: 2018-08-31
parameters:
  mode: {type: string, default: 0644}
  secret: {type: string, hidden: true}
resources:
  one: {type: sub/nested.yaml, properties: {q: {get_param: mode}}}
  two: {type: My::Nested}
  script: {type: OS::Heat::Value, properties: {value: {get_file: "sub/a b.sh"}}}
`,
  'sub/nested.yaml': `heat_template_version: 2018-08-31
parameters: {q: {type: string, default: ''}}
outputs:
  o:
    value: |
      last
`,
  'sub/a b.sh': 'echo é\n',
  'base.env': 'resource_registry: {"My::Nested": sub/nested.yaml}\nparameters: {mode: a, secret: x}\n',
  'prod.env': 'parameters: {mode: b}\n',
}

const run = (line: string, more: Readonly<Record<string, string>> = {}) => {
  const { root } = temporaryTree({ ...files, ...more })
  return { root, answer: inProcess(line.split(' '), root) }
}

it('holds template, files and environments, by addresses', async () => {
  const { root, answer } = run('bundle top.yaml -e base.env -e prod.env --set mode=c --name web')
  const { status, stdout, stderr } = await answer
  expect([status, stderr]).toEqual([0, 'proved: the stack of the bundle is the stack of the files\n'])
  const at = (path: string) => `file://${root}/${path}`
  const { template, files: sent, ...rest } = JSON.parse(stdout)
  expect(template.parameters.mode.default).toBe(420)
  expect(template.resources).toEqual({
    one: { type: at('sub/nested.yaml'), properties: { q: { get_param: 'mode' } } },
    two: { type: 'My::Nested' },
    script: { type: 'OS::Heat::Value', properties: { value: { get_file: at('sub/a b.sh') } } },
  })
  const registry = { 'My::Nested': at('sub/nested.yaml') }
  expect(Object.keys(sent).sort()).toEqual(['base.env', 'prod.env', 'sub/a b.sh', 'sub/nested.yaml'].map(at))
  expect(sent[at('sub/a b.sh')]).toBe('echo é\n')
  // As python-heatclient reads templates: without blanks at their ends.
  expect(JSON.parse(sent[at('sub/nested.yaml')]).outputs.o.value).toBe('last')
  expect(rest).toEqual({
    stack_name: 'web',
    disable_rollback: true,
    parameters: { mode: 'c' },
    environment: { resource_registry: registry, parameters: { mode: 'b', secret: 'x' } },
    environment_files: [at('base.env'), at('prod.env')],
  })
})

it.each([
  ['a file that is not there', { 'sub/nested.yaml': undefined }, 'the file "sub/nested.yaml" cannot be read'],
  [
    'an address of the network',
    { 'prod.env': 'resource_registry: {A: "http://a/b.yaml"}\n' },
    'does not lead to a file',
  ],
  ['a file outside', { 'prod.env': 'resource_registry: {A: "../../b.yaml"}\n' }, 'cannot be read'],
  [
    'a template that is made from itself',
    { 'sub/nested.yaml': 'heat_template_version: 2018-08-31\nresources: {r: {type: nested.yaml}}\n' },
    'includes itself',
  ],
  ['an environment that is no YAML', { 'prod.env': 'parameters: {a: c\n' }, 'is not an environment'],
  ['a section that no environment has', { 'prod.env': 'a: 1\n' }, 'no section "a"'],
  [
    'YAML that begins like JSON',
    { 'top.yaml': '{heat_template_version: 2018-08-31}\n' },
    'starts with "{" but is not JSON',
  ],
  ['a mapping over a string', { 'prod.env': 'parameters: {mode: {a: 1}}\n' }, '"mode" is a mapping here'],
])('is not made with %s', async (_, more, message) => {
  const tree = Object.fromEntries(
    Object.entries({ ...files, ...more }).filter(([, text]) => text !== undefined),
  )
  const { root } = temporaryTree(tree as Record<string, string>)
  const { status, stdout, stderr } = await inProcess(
    'bundle top.yaml -e base.env -e prod.env'.split(' '),
    root,
  )
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain('not-bundled')
  expect(stderr).toContain(message)
})

it('is the same in the library', async () => {
  const { root, answer } = run('bundle top.yaml -e prod.env')
  const { stack_name, disable_rollback, parameters, ...sent } = JSON.parse((await answer).stdout)
  expect({ stack_name, disable_rollback, parameters }).toEqual({
    stack_name: 'top',
    disable_rollback: true,
    parameters: {},
  })
  const contents = new Map(Object.entries(files).map(([path, text]) => [`${root}/${path}`, text]))
  const made = bundle(
    {
      path: 'top.yaml',
      text: files['top.yaml'],
      environments: [{ path: 'prod.env', text: files['prod.env'] }],
    },
    root,
    (path) => (contents.has(path) ? Buffer.from(contents.get(path) ?? '') : undefined),
  )
  expect('json' in made && JSON.parse(made.json)).toEqual(sent)
})

describe('in the form of another tool', () => {
  const flat = {
    'web.yaml': `heat_template_version: 2018-08-31
parameters: {size: {type: string}} # of the server
resources:
  script:
    type: OS::Heat::Value
    properties:
      value: {get_file: boot.sh}
`,
    'boot.sh': 'echo ${HOME} %{x}\n',
    'a.env': 'parameters: {size: a}\n',
    'b.env': 'parameters: {size: "0644"}\n',
  }
  const made = async (line: string, more: Readonly<Record<string, string>> = {}) => {
    const tree = temporaryTree({ ...flat, ...more })
    return { ...(await inProcess(`bundle web.yaml ${line}`.split(' '), tree.root)), tree }
  }
  const proof = 'proved: the stack of the bundle is the stack of the files\n'

  it('is a resource of Terraform, in which nothing is replaced', async () => {
    const { status, stdout, stderr } = await made(
      '-e a.env -e b.env --set size=${x} --for terraform --name 1-web',
    )
    expect([status, stderr]).toEqual([0, proof])
    expect(
      stdout,
    ).toBe(`# Made by hotshift bundle. It has all values of the environments, those of hidden parameters too.
resource "openstack_orchestration_stack_v1" "_1_web" {
  name             = "1-web"
  disable_rollback = true
  parameters = {
    "size" = "\\u0024{x}"
  }
  environment_opts = {
    Bin = <<EOT
parameters:
  size: "0644"
EOT
  }
  template_opts = {
    Bin = <<EOT
heat_template_version: 2018-08-31
parameters: {size: {type: string}} # of the server
resources:
  script:
    type: OS::Heat::Value
    properties:
      value: |
        echo $\${HOME} %%{x}
EOT
  }
}
`)
    const section = await made('-e a.env --for terraform', { 'a.env': 'event_sinks: []\n' })
    expect([section.status, section.stderr]).toEqual([
      2,
      expect.stringMatching(/not-self-contained .*"event_sinks"/),
    ])
  })

  it('is quoted for Terraform where lines cannot stand as they are', async () => {
    const { stdout } = await made('-e a.env --for terraform', { 'boot.sh': 'a\u0007$${b}' })
    expect(stdout).toContain('Bin = "heat_template_version: 2018-08-31\\n')
    expect(stdout).toContain('$\\u0024{b}')
  })

  it('is a template and an environment for Horizon', async () => {
    const { status, stdout, stderr, tree } = await made('-e a.env -e b.env --for horizon --output up.yaml')
    expect([status, stdout, stderr]).toEqual([0, '', proof])
    expect(tree.read('up.yaml')).toBe(
      flat['web.yaml'].replace('{get_file: boot.sh}', '|\n        echo ${HOME} %{x}'),
    )
    expect(tree.read('up.env')).toBe('parameters:\n  size: "0644"\n')
    expect((await made('-e a.env --for horizon')).status).toBe(64)
    expect((await made('--for horizon')).status).toBe(0)
    expect((await made('--for chef')).status).toBe(64)
  })

  it('is neither of these with a nested template', async () => {
    const nested = { 'web.yaml': 'heat_template_version: 2018-08-31\nresources: {r: {type: part.yaml}}\n' }
    const part = { 'part.yaml': 'heat_template_version: 2018-08-31\n' }
    expect(await made('--for horizon', { ...nested, ...part })).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(
        'web.yaml:2:23  error  not-self-contained  "r" is a nested stack of part.yaml',
      ),
    })
    const { status, stdout } = await made('--for ansible', { ...nested, ...part })
    expect(status).toBe(0)
    expect(stdout).toContain('- name: Write part.yaml\n')
  })

  it('is tasks of Ansible, in which nothing is replaced', async () => {
    const { status, stdout, stderr } = await made('-e a.env --for ansible --set size={{x}}', {
      'boot.sh': '{{ x }}',
    })
    expect([status, stderr]).toEqual([0, proof])
    expect(stdout).toContain(`- name: Write boot.sh
  ansible.builtin.copy:
    dest: "{{ web_files.path }}/boot.sh"
    mode: "0600"
    content: !unsafe "{{ x }}"
- name: Create or update the stack web
  openstack.cloud.stack:
    name: web
    state: present
    rollback: false
    template: "{{ web_files.path }}/web.yaml"
    environment:
      - "{{ web_files.path }}/a.env"
    parameters:
      size: !unsafe "{{x}}"
`)
    const binary = await inProcess(
      ['bundle', 'web.yaml', '-e', 'a.env', '--for', 'ansible'],
      (() => {
        const tree = temporaryTree(flat)
        tree.write('boot.sh', new Uint8Array([255, 254]))
        return tree.root
      })(),
    )
    expect([binary.status, binary.stderr]).toEqual([2, expect.stringContaining('is not text')])
  })
})
