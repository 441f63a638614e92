import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const version = 'heat_template_version: 2018-08-31\n'

const web = `${version}
parameters:
  image: {type: string, default: cirros}  # small
  count:
    type: number
    description: How many
    default: 2  # for tests

parameter_groups:
- label: all
  parameters: [image, count]

resources:
  # All of them
  servers:
    type: OS::Heat::ResourceGroup
    properties:
      count: {get_param: count}
      resource_def:
        type: lib/server.yaml
        properties: {image: {get_param: image}, name: web-%index%}
`
const server = `${version}
parameters:
  image:
    type: string
  name:
    type: string
resources:
  server:
    type: OS::Nova::Server
    properties:
      name: {get_param: name}
      image: {get_param: image}
      flavor: m1.small  # cheap
      networks:
      - network: private
      user_data:
        str_replace:
          template: listen $port
          params:
            $port: 80
`
const files = { 'web.yaml': web, 'lib/server.yaml': server }

async function parameter(args: readonly string[], tree = temporaryTree(files)) {
  return { tree, ...(await inProcess(['parameter', ...args], tree.root)) }
}

describe('hotshift parameter add', () => {
  it('declares it, passes it from the top, and lets a property read it, with its own value as default', async () => {
    const { tree, status, stderr } = await parameter([
      'add',
      'flavor',
      '--used-by',
      'server.flavor',
      '--write',
    ])
    expect(status).toBe(0)
    expect(tree.read('lib/server.yaml')).toBe(
      server
        .replace('  name:\n    type: string\n', '  name:\n    type: string\n  flavor:\n    type: string\n')
        .replace('flavor: m1.small  #', 'flavor: {get_param: flavor}  #'),
    )
    expect(tree.read('web.yaml')).toBe(
      web
        .replace('  # for tests\n', '  # for tests\n  flavor:\n    type: string\n    default: m1.small\n')
        .replace('name: web-%index%}', 'name: web-%index%, flavor: {get_param: flavor}}'),
    )
    expect(stderr).toContain('changed by parameter add on request; nothing is proved')
    expect(stderr).toContain('  effect on a live stack: ')
  })

  it('reaches an item of a list, and the parameters of a str_replace', async () => {
    const { tree } = await parameter(['add', 'net', '--used-by', 'server.networks.0.network', '--write'])
    expect(tree.read('lib/server.yaml')).toContain('      - network: {get_param: net}\n')
    expect(tree.read('web.yaml')).toContain('  net:\n    type: string\n    default: private\n')
    const port = ['add', 'port', '--used-by', 'server.user_data.str_replace.params.$port', '--write']
    expect((await parameter(port, tree)).status).toBe(0)
    expect(tree.read('lib/server.yaml')).toContain('            $port: {get_param: port}\n')
    expect(tree.read('web.yaml')).toContain('  port:\n    type: number\n    default: 80\n')
  })

  it('takes type, description and a hidden value, and writes the value into the environment', async () => {
    const tree = temporaryTree({ ...files, 'web.env': 'parameters:\n  count: 3\n' })
    const args = ['--type', 'string', '--description', 'The key: ours', '--hidden', '--value', '0644']
    const run = await parameter(
      [
        'add',
        'key',
        '--used-by',
        'server.key_name',
        ...args,
        'web.yaml',
        '--in',
        'lib/server.yaml',
        '--write',
      ],
      tree,
    )
    expect(run.status).toBe(0)
    const declared = "  key:\n    type: string\n    description: 'The key: ours'\n    hidden: true\n"
    expect(tree.read('web.yaml')).toContain(declared)
    expect(tree.read('lib/server.yaml')).toContain(declared)
    expect(tree.read('lib/server.yaml')).toMatch(/ {6}key_name: \{get_param: key\}\n$/)
    expect(tree.read('web.env')).toMatch(/^parameters:\n {2}count: 3\n {2}key: ["']0644["']\n$/)
  })

  it('says which stacks have to be given it, and which value gives way', async () => {
    const { stderr, status } = await parameter(['add', 'key', '--used-by', 'server.key_name'])
    expect(status).toBe(0)
    expect(stderr).toContain(
      'warning  required-parameter  "key" has no default: every stack has to be given it',
    )
    const other = await parameter(['add', 'flavor', '--used-by', 'server.flavor', '--default', 'm1.large'])
    expect(other.stderr).toContain(
      '  14:15  warning  value-parameterized  "server.flavor" had its own value and now reads the parameter "flavor", whose default is another value\n',
    )
  })

  it('is about the files that are named, and finds those that call them', async () => {
    const { tree } = await parameter([
      'add',
      'zone',
      '--type',
      'string',
      '--default',
      'nova',
      'lib/server.yaml',
      '--write',
    ])
    expect(tree.read('lib/server.yaml')).toContain('  zone:\n    type: string\nresources:')
    expect(tree.read('web.yaml')).toContain('  zone:\n    type: string\n    default: nova\n')
    const top = temporaryTree(files)
    await parameter(['add', 'zone', '--type', 'string', '--default', 'nova', 'web.yaml', '--write'], top)
    expect(top.read('lib/server.yaml')).toBe(server)
    expect(top.read('web.yaml')).toContain('  zone:\n    type: string\n    default: nova\n')
  })

  it.each([
    [
      'a name that is taken',
      {},
      ['add', 'image', '--type', 'string', 'web.yaml'],
      'web.yaml already declares "image"',
    ],
    [
      'a name that a resource has',
      {},
      ['add', 'servers', '--type', 'string', 'web.yaml'],
      'web.yaml has a resource of that name',
    ],
    [
      'a property that a function gives',
      {},
      ['add', 'label', '--used-by', 'server.name', '--type', 'string'],
      'a function computes "server.name"',
    ],
    [
      'a value of another type',
      {},
      ['add', 'flavor', '--used-by', 'server.flavor', '--type', 'number'],
      'its value is not a number',
    ],
    [
      'properties that an alias shares',
      {
        'web.yaml': web
          .replace('properties: {image', 'properties: &all {image')
          .concat('  more: {type: lib/server.yaml, properties: *all}\n'),
      },
      ['add', 'flavor', '--used-by', 'server.flavor'],
      'nothing can be added to the caller',
    ],
    [
      'a type that means another template, too',
      {
        'web.yaml': web.replace('lib/server.yaml', 'My::Server'),
        'a.env': 'resource_registry: {My::Server: lib/server.yaml}\n',
        'b.env': 'resource_registry: {My::Server: lib/other.yaml}\n',
        'lib/other.yaml': `${version}resources: {}\n`,
      },
      ['add', 'flavor', '--used-by', 'server.flavor'],
      'may also mean lib/other.yaml, which has no parameter "flavor"',
    ],
    [
      'a caller that cannot be read',
      { 'broken.yaml': `${version}resources: {a: {type: lib/server.yaml\n` },
      ['add', 'flavor', '--used-by', 'server.flavor'],
      'broken.yaml names this template but cannot be read',
    ],
  ])('refuses %s, and changes nothing', async (_what, changed, args, message) => {
    const tree = temporaryTree({ ...files, ...changed })
    const { status, stdout, stderr } = await parameter(args, tree)
    expect([status, stdout]).toEqual([3, ''])
    expect(stderr).toContain('parameter-not-edited')
    expect(stderr).toContain(message)
  })
})

describe('hotshift parameter pass', () => {
  it('takes a parameter with its declaration to a nested template', async () => {
    const tree = temporaryTree({
      ...files,
      'web.yaml': web.replace('  count:\n', '  count:\n    constraints: [{range: {min: 1}}]\n'),
    })
    const { status } = await parameter(
      ['pass', 'count', '--to', 'lib/server.yaml', 'web.yaml', '--write'],
      tree,
    )
    expect(status).toBe(0)
    expect(tree.read('lib/server.yaml')).toBe(
      server.replace(
        'resources:\n',
        '  count:\n    constraints: [{range: {min: 1}}]\n    type: number\n    description: How many\nresources:\n',
      ),
    )
    expect(tree.read('web.yaml')).toContain('name: web-%index%, count: {get_param: count}}')
  })

  it('says that there is none of that name', async () => {
    const { status, stderr } = await parameter(['pass', 'colour', '--to', 'lib/server.yaml'])
    expect(status).toBe(3)
    expect(stderr).toContain('hotshift: no parameter is called colour\n')
  })
})

describe('hotshift parameter remove', () => {
  it('takes it out of all layers, with what callers had for its sake alone, groups and environments', async () => {
    const named = web
      .replace('  count:\n', '  label: {type: string}  # of all\n  count:\n')
      .replace('[image, count]', '[image, label, count]')
      .replace('web-%index%', '{get_param: label}')
    const tree = temporaryTree({
      ...files,
      'web.yaml': named,
      'web.env': 'parameters:\n  label: ours  # short\n  count: 3\n',
    })
    const args = ['remove', 'name', '--used-by', 'server.name', 'lib/server.yaml', '--write']
    expect((await parameter(args, tree)).status).toBe(0)
    expect(tree.read('lib/server.yaml')).toBe(
      server.replace('  name:\n    type: string\n', '').replace('      name: {get_param: name}\n', ''),
    )
    expect(tree.read('web.yaml')).toBe(web.replace(', name: web-%index%', ''))
    expect(tree.read('web.env')).toBe('parameters:\n  count: 3\n')
  })

  it('takes the value of a nested template out of the environments that are given, once no other template has it', async () => {
    const leaf = (own: string) => `heat_template_version: 2018-08-31
parameters: {workers: {type: number, default: 4}, size: {type: string, default: a}}
resources:
  ${own}: {type: OS::Heat::Value, properties: {value: {w: {get_param: workers}, s: {get_param: size}}}}
`
    const tree = temporaryTree({
      'main.yaml':
        'heat_template_version: 2018-08-31\nresources: {a: {type: Shop::Web}, b: {type: Shop::Data}}\n',
      'registry.yaml': 'resource_registry: {Shop::Web: web.yaml, Shop::Data: data.yaml}\n',
      'web.yaml': leaf('web'),
      'data.yaml': leaf('data'),
      'environments/production.yaml': 'parameter_defaults:\n  workers: 8\n  size: b\n',
    })
    const remove = (...args: string[]) => inProcess(['parameter', 'remove', 'workers', ...args], tree.root)
    const without = await remove('web.yaml', '--used-by', 'web.value.w')
    expect(without.status).toBe(0)
    expect(without.stderr).toContain('"workers" stays here, because no template beside this environment')
    const given = ['-e', 'registry.yaml', '-e', 'environments/production.yaml', '--write']
    expect((await remove('web.yaml', '--used-by', 'web.value.w', ...given)).status).toBe(0)
    expect(tree.read('environments/production.yaml')).toContain('workers: 8')
    expect((await remove('data.yaml', '--used-by', 'data.value.w', ...given)).status).toBe(0)
    expect(tree.read('environments/production.yaml')).toBe('parameter_defaults:\n  size: b\n')
  })

  it('says that Heat would refuse what is left', async () => {
    const { status, stderr } = await parameter(['remove', 'image', '--used-by', 'server.image', '.'])
    expect(status).toBe(3)
    expect(stderr).toContain('OS::Nova::Server requires an "image"')
  })

  it('names all that still reads it', async () => {
    const { status, stdout, stderr } = await parameter(['remove', 'name', 'lib/server.yaml'])
    expect([status, stdout]).toEqual([3, ''])
    expect(stderr).toContain(
      '  12:13  error    parameter-not-edited  "name" stays as it is: "name" is read here\n',
    )
  })

  it('removes a section with its last parameter, which Heat refuses when it is empty', async () => {
    const tree = temporaryTree({
      'a.yaml': `${version}parameters:\n  # Not used\n  old: {type: string}\nresources: {}\n`,
    })
    expect((await parameter(['remove', 'old', 'a.yaml', '--write'], tree)).status).toBe(0)
    expect(tree.read('a.yaml')).toBe(`${version}resources: {}\n`)
  })
})

describe('hotshift parameter', () => {
  it('drops a default, writes it nowhere, and says who has to give a value', async () => {
    const { tree, status, stderr } = await parameter(['drop-default', 'count', '.', '--write'])
    expect(status).toBe(0)
    expect(tree.read('web.yaml')).toBe(web.replace('    default: 2  # for tests\n', ''))
    expect(tree.list()).toEqual(['lib/server.yaml', 'web.yaml'])
    expect(stderr).toContain('"count" has no default: every stack has to be given it')
    expect((await parameter(['drop-default', 'name'])).stderr).toContain(
      'hotshift: no parameter name has a default\n',
    )
  })

  it('sets a default where there is one, and where there is none', async () => {
    const { tree } = await parameter(['set-default', 'count', '--default', '3', '.', '--write'])
    expect(tree.read('web.yaml')).toBe(web.replace('default: 2', 'default: 3'))
    const other = await parameter(['set-default', 'name', '--default', 'web', '--write'])
    expect(other.tree.read('lib/server.yaml')).toContain(
      '  name:\n    type: string\n    default: web\nresources',
    )
    expect((await parameter(['set-default', 'count', '--default', 'many'])).stderr).toContain(
      'it is of type number, and the value is not a number',
    )
  })

  it('changes a type along the chain of templates that pass the parameter', async () => {
    const tree = temporaryTree({ ...files, 'web.env': 'parameters: {count: 3}\n' })
    await parameter(['pass', 'count', '--to', 'lib/server.yaml', 'web.yaml', '--write'], tree)
    expect(
      (await parameter(['set-type', 'count', '--type', 'string', 'lib/server.yaml', '--write'], tree)).status,
    ).toBe(0)
    expect(tree.read('web.yaml')).toContain('  count:\n    type: string\n    description: How many\n')
    expect(tree.read('lib/server.yaml')).toContain('  count:\n    type: string\n')
    const { status, stderr } = await parameter(['set-type', 'image', '--type', 'number', 'web.yaml'], tree)
    expect(status).toBe(3)
    expect(stderr).toContain(
      '  4:34  error    parameter-not-edited  "image" stays as it is: what it has here is not a number',
    )
  })

  it.each([
    [['ad', 'x'], 'parameter ad: no such edit'],
    [['add', 'a b', '--type', 'string'], 'a b: no name for a parameter'],
    [['add', 'x'], 'parameter add needs a type'],
    [['add', 'x', '--type', 'text'], '--type text: no such type'],
    [['add', 'x', '--type', 'number', '--default', 'many'], '--default many: is not a number'],
    [['add', 'x', '--type', 'number', '--default', '1', '--value', '2'], 'cannot be combined'],
    [['add', 'x', '--used-by', 'server'], '--used-by server: a resource and its property'],
    [['remove', 'x', '--type', 'string'], '--type does not apply to parameter remove'],
    [['pass', 'x'], 'parameter pass needs a nested template'],
    [['set-default', 'x'], 'parameter set-default needs a value'],
    [['set-type', 'x'], 'parameter set-type needs a type'],
    [['add'], 'an argument is missing'],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await parameter(args)
    expect(status).toBe(64)
    expect(stderr).toContain(message)
  })
})
