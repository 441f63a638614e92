import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const keeper = (tool: string) => `heat_template_version: 2018-08-31
capabilities: {deployment: ${tool}, resource_type: OS::Zoo::Keeper}
parameters:
  size: {type: number, constraints: [{range: {min: 1}}]}
  ${tool}_image: {type: string, default: ${tool}, description: What it runs}
  ${tool}_password: {type: string, hidden: true}
`
const zoo = `heat_template_version: 2018-08-31
parameters:
  name: {type: string}
  colour: {type: string, default: green}
resources:
  keeper:
    type: OS::Zoo::Keeper
    properties: {size: 3}
`
const environment = `requires: {deployment: docker}
resource_registry:
  OS::Zoo::Keeper: [puppet/keeper.yaml, docker/keeper.yaml]
parameter_defaults: {docker_image: zoo}
`
const files = {
  'zoo.yaml': zoo,
  'zoo.env': environment,
  'puppet/keeper.yaml': keeper('puppet'),
  'docker/keeper.yaml': keeper('docker'),
}

async function asked(...args: readonly string[]) {
  const tree = temporaryTree(files)
  const { status, stdout, stderr } = await inProcess(['capabilities', ...args], tree.root)
  return { status, stdout, stderr, tree }
}

describe('hotshift capabilities find', () => {
  it.each([
    [['-c', 'deployment=puppet'], 'puppet/keeper.yaml\n'],
    [['-c', 'resource_type=OS::Zoo::Keeper', '-c', 'deployment=docker'], 'docker/keeper.yaml\n'],
    [['-c', 'deployment=docker', '-c', 'deployment=puppet'], ''],
    [
      ['-r', '-c', 'resource_type=OS::Zoo::Keeper', './docker', './puppet'],
      'docker/keeper.yaml\npuppet/keeper.yaml\n',
    ],
    [
      ['-c', 'deployment=docker', '-f', 'docker/keeper.yaml', '-f', 'puppet/keeper.yaml'],
      'docker/keeper.yaml\n',
    ],
    [['-c', 'deployment=docker', 'puppet'], ''],
    [['-c', 'deployment=docker', '--format', 'json'], '[\n  "docker/keeper.yaml"\n]\n'],
    [['-c', 'deployment=docker', '--format', 'yaml'], '- docker/keeper.yaml\n'],
  ])('%j', async (args, expected) => {
    const { status, stdout } = await asked('find', ...args)
    expect([status, stdout]).toEqual([0, expected])
  })

  it('passes over a directory without templates', async () => {
    const tree = temporaryTree(files)
    mkdirSync(join(tree.root, 'empty'))
    const args = ['find', '-r', '-c', 'deployment=docker', './docker', './empty']
    const { status, stdout, stderr } = await inProcess(['capabilities', ...args], tree.root)
    expect([status, stdout, stderr]).toEqual([0, 'docker/keeper.yaml\n', ''])
  })

  it('says which files could not be read', async () => {
    const tree = temporaryTree({ ...files, 'bad.yaml': 'heat_template_version: [\n' })
    const { status, stderr } = await inProcess(['capabilities', 'find', '-c', 'a=b'], tree.root)
    expect([status, stderr]).toEqual([2, expect.stringContaining('bad.yaml: not read: ')])
  })
})

describe('hotshift capabilities list', () => {
  it('shows capabilities and types', async () => {
    expect((await asked('list')).stdout).toBe(
      'deployment: docker, puppet\nOS::Zoo::Keeper: docker/keeper.yaml, puppet/keeper.yaml\n',
    )
  })

  it('keeps what steers a terminal to itself, and every answer on its line', async () => {
    const { root } = temporaryTree({
      'a.yaml': 'heat_template_version: 2018-08-31\ncapabilities: {"a\\e[31m": "b\\nc: d\\a"}\n',
    })
    expect((await inProcess(['capabilities', 'list'], root)).stdout).toBe('a\\x1b[31m: b c: d\\x07\n')
  })

  it('shows what is chosen, and what is open', async () => {
    expect((await asked('list', '-e', 'zoo.env')).stdout).toContain(
      'chosen  OS::Zoo::Keeper: docker/keeper.yaml\n',
    )
    expect(
      JSON.parse(
        (await asked('list', '-e', 'zoo.env', '--require', 'deployment=kolla', '--format', 'json')).stdout,
      ),
    ).toEqual({
      capabilities: { deployment: ['docker', 'puppet'] },
      types: { 'OS::Zoo::Keeper': ['docker/keeper.yaml', 'puppet/keeper.yaml'] },
      chosen: {},
      open: { 'OS::Zoo::Keeper': ['puppet/keeper.yaml', 'docker/keeper.yaml'] },
    })
  })
})

describe('hotshift capabilities parameters', () => {
  it.each(['text', 'json', 'yaml'])('shows no default that is hidden: %s', async (format) => {
    const secret = '  password: {type: string, hidden: true, default: s3cret}\n'
    const { root } = temporaryTree({ ...files, 'zoo.yaml': zoo.replace('  name:', `${secret}  name:`) })
    const { stdout } = await inProcess(
      ['capabilities', 'parameters', '-e', 'zoo.env', 'zoo.yaml', '--format', format],
      root,
    )
    expect(stdout).toContain('password')
    expect(stdout).toContain('******')
    expect(stdout).not.toContain('s3cret')
  })

  it('shows what is to be given, required ones first', async () => {
    const { status, stdout } = await asked('parameters', '-e', 'zoo.env')
    expect([status, stdout.replaceAll(/ {2,}/g, '  ')]).toEqual([
      0,
      `zoo.yaml:
  required  name  string  zoo.yaml
  required  docker_password  string  docker/keeper.yaml
  optional  colour  string  default "green"  zoo.yaml
  in parameter_defaults  docker_image  string  default "docker"  docker/keeper.yaml
`,
    ])
  })

  it('shows all of it as data', async () => {
    const { stdout } = await asked(
      'parameters',
      '-e',
      'zoo.env',
      '--require',
      'deployment=puppet',
      'zoo.yaml',
      '--format',
      'json',
    )
    const [{ template, parameters }] = JSON.parse(stdout)
    expect(template).toBe('zoo.yaml')
    expect(parameters.at(1)).toEqual({
      name: 'puppet_password',
      template: 'puppet/keeper.yaml',
      required: true,
      given: null,
      giveAs: 'parameter_defaults',
      type: 'string',
    })
    expect(parameters.map(({ name }: { readonly name: string }) => name)).toEqual([
      'name',
      'puppet_password',
      'colour',
      'puppet_image',
    ])
  })

  it('says what cannot be chosen', async () => {
    const { status, stderr } = await asked('parameters', '-e', 'zoo.env', '--require', 'deployment=kolla')
    expect(status).toBe(3)
    expect(stderr).toContain(
      'zoo.env:3:3  capability-none-fits  OS::Zoo::Keeper: none of the candidates fits',
    )
  })
})

describe('hotshift capabilities resolve', () => {
  it('shows, writes, and has nothing left to do', async () => {
    const { tree, status, stdout } = await asked('resolve', '-e', 'zoo.env')
    expect([status, tree.read('zoo.env')]).toEqual([0, environment])
    expect(stdout).toContain('+  OS::Zoo::Keeper: docker/keeper.yaml\n')
    expect((await inProcess(['capabilities', 'resolve', '-e', 'zoo.env', '--write'], tree.root)).status).toBe(
      0,
    )
    expect(tree.read('zoo.env')).toBe(
      'resource_registry:\n  OS::Zoo::Keeper: docker/keeper.yaml\nparameter_defaults: {docker_image: zoo}\n',
    )
    expect(tree.read('docker/keeper.yaml')).not.toContain('capabilities')
    const again = await inProcess(['capabilities', 'resolve', '-e', 'zoo.env', '--check'], tree.root)
    expect([again.status, again.stdout]).toEqual([0, ''])
  })

  it('takes what the command line requires, and leaves annotations where they are', async () => {
    const args = ['-e', 'zoo.env', '--require', 'deployment=puppet', '--keep-annotations', '--write']
    const { tree, status } = await asked('resolve', ...args)
    expect([status, tree.read('zoo.env')]).toEqual([
      0,
      environment.replace('[puppet/keeper.yaml, docker/keeper.yaml]', 'puppet/keeper.yaml'),
    ])
    expect(tree.read('puppet/keeper.yaml')).toBe(keeper('puppet'))
  })

  it('takes several environments together, wherever they are, and of any name', async () => {
    const tree = temporaryTree({
      ...files,
      'zoo.env': 'resource_registry: {OS::Zoo::Keeper: [puppet/keeper.yaml, docker/keeper.yaml]}\n',
      'choices/ours': 'requires: {deployment: puppet}\n',
      'choices/theirs': 'requires: {deployment: docker}\n',
    })
    const args = ['-e', 'zoo.env', '-e', 'choices/theirs', '-e', 'choices/ours', '--write']
    expect((await inProcess(['capabilities', 'resolve', ...args], tree.root)).status).toBe(0)
    expect(tree.read('zoo.env')).toBe('resource_registry: {OS::Zoo::Keeper: puppet/keeper.yaml}\n')
    expect(tree.read('choices/ours')).toBe('{}\n')
  })

  it('warns where another environment cannot choose any more', async () => {
    const tree = temporaryTree({ ...files, 'other.env': environment })
    const { stderr } = await inProcess(['capabilities', 'resolve', '-e', 'zoo.env'], tree.root)
    expect(stderr).toContain('unchanged  other.env\n  3:3  warning  capability-left')
  })

  it.each([[['zoo.env']], [['more.env', 'zoo.env']], [['zoo.env', 'more.env']]])(
    'writes nothing where an environment cannot be read: %j',
    async (given) => {
      const { root, read } = temporaryTree({ ...files, 'zoo.env': 'requires: [\n', 'more.env': environment })
      const args = given.flatMap((path) => ['-e', path])
      const { status } = await inProcess(['capabilities', 'resolve', ...args, '--write'], root)
      expect([status, read('puppet/keeper.yaml'), read('more.env')]).toEqual([
        3,
        keeper('puppet'),
        environment,
      ])
    },
  )

  it('writes nothing where one list is open', async () => {
    const { tree, status, stderr } = await asked(
      'resolve',
      '-e',
      'zoo.env',
      '--require',
      'deployment=kolla',
      '--write',
    )
    expect([status, tree.read('puppet/keeper.yaml')]).toEqual([3, keeper('puppet')])
    expect(stderr).toContain('capability-none-fits')
  })
})

describe('hotshift capabilities annotate', () => {
  it('writes what is asked for, and what registries say', async () => {
    const tree = temporaryTree({
      ...files,
      'docker/keeper.yaml': 'heat_template_version: 2018-08-31\n',
      'puppet/keeper.yaml': 'heat_template_version: 2018-08-31\ncapabilities: {deployment: kolla}\n',
    })
    const said = async (...args: readonly string[]) =>
      (await inProcess(['capabilities', 'annotate', '--write', ...args], tree.root)).status
    expect(await said('-c', 'deployment=docker', '--for', 'docker/**')).toBe(0)
    expect(await said('-c', 'deployment=puppet', '--for', 'puppet/', '--overwrite')).toBe(0)
    expect(tree.read('docker/keeper.yaml')).toBe(
      'heat_template_version: 2018-08-31\ncapabilities:\n  deployment: docker\n  resource_type: OS::Zoo::Keeper\n',
    )
    expect(tree.read('puppet/keeper.yaml')).toBe(
      'heat_template_version: 2018-08-31\ncapabilities: {deployment: puppet, resource_type: OS::Zoo::Keeper}\n',
    )
    expect(tree.read('zoo.yaml')).toBe(zoo)
  })
})

it.each([
  [['look'], 'capabilities look: no such question'],
  [['find'], 'capabilities find needs what to find'],
  [['find', '-c', 'deployment'], '--capability deployment: write it as key=value'],
  [['find', '-c', 'a=b', '--require', 'a=b'], '--require does not apply to capabilities find'],
  [['find', '-c', 'a=b', '--format', 'csv'], 'capabilities find has text, json and yaml'],
  [['list', '--write'], '--write does not apply to capabilities list'],
  [['resolve'], 'capabilities resolve needs an environment'],
  [['parameters'], 'capabilities parameters needs an environment'],
])('capabilities %j cannot be understood', async (args, message) => {
  const { status, stderr } = await asked(...args)
  expect([status, stderr]).toEqual([64, expect.stringContaining(message)])
})
