import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const version = 'heat_template_version: 2018-08-31\n'
const value = (name: string) => `resources:
  own:
    type: OS::Heat::Value
    properties:
      value: {get_param: ${name}}
`
const files = {
  'main.yaml': `${version}parameters:
  size: {type: string, default: large}
resources:
  front:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: Shop::Front, properties: {size: {get_param: size}}}
  data: {type: Shop::Data}
`,
  'front.yaml': `${version}parameters:
  size: {type: string, default: tiny}
  image: {type: string, default: debian}  # the newest
resources:
  server: {type: Shop::Server, properties: {size: {get_param: size}, image: {get_param: image}}}
`,
  'server.yaml': `${version}parameters:
  size: {type: string}
  image: {type: string, default: cirros}
  zone: {type: string, default: nova}
${value('zone')}`,
  'services/data.yaml': `${version}parameters:
  workers: {type: number, default: 4}
  debug: {type: boolean, default: true}
${value('workers')}`,
  // No template names its type: it stands in a list that a chain gets as a parameter.
  'services/web.yaml': `${version}parameters:
  workers: {type: number, default: 4}
  debug: {type: boolean, default: false}
${value('workers')}`,
  'registry.yaml': `resource_registry:
  Shop::Front: front.yaml
  Shop::Server: server.yaml
  Shop::Data: services/data.yaml
  Shop::Web: services/web.yaml
`,
  'environments/production.yaml': 'parameter_defaults:\n  zone: az1\n',
}
const given = ['-e', 'registry.yaml', '-e', 'environments/production.yaml']
const into = ['--into', 'environments/production.yaml']

async function extract(tree: ReturnType<typeof temporaryTree>, ...args: string[]) {
  return await inProcess(['extract-defaults', '.', ...args], tree.root)
}

describe('a nested template that is called by a type of a registry', () => {
  it('inherits its values from the environments that are given, and no caller changes', async () => {
    const tree = temporaryTree(files)
    const { status, stderr } = await extract(tree, ...given, ...into, '--write')
    // What stays is left to a person.
    expect(status).toBe(3)
    expect(stderr).toContain('6 proved equal')
    expect(stderr).toContain('effect on a live stack: none\n')
    expect(tree.read('environments/production.yaml')).toBe(`parameter_defaults:
  zone: az1
  image: debian
  workers: 4
parameters:
  size: large
`)
    expect(tree.read('main.yaml')).toBe(files['main.yaml'].replace(', default: large', ''))
    expect(tree.read('front.yaml')).toBe(
      files['front.yaml'].replace(', default: tiny', '').replace(', default: debian', ''),
    )
    expect(tree.read('server.yaml')).toBe(
      files['server.yaml'].replace(', default: cirros', '').replace(', default: nova', ''),
    )
    for (const path of ['services/data.yaml', 'services/web.yaml'] as const)
      expect(tree.read(path)).toBe(files[path].replace(', default: 4', ''))
  })

  it('keeps a default that would be another value for another template, each of them', async () => {
    const { stderr } = await extract(temporaryTree(files), ...given, ...into)
    const stays = (other: string) =>
      `4:3  error    default-kept  the default of "debug" is kept: ${other} has another default, and both share the environment; rename the parameter in one of them first\n`
    expect(stderr).toContain(stays('services/data.yaml'))
    expect(stderr).toContain(stays('services/web.yaml'))
  })

  it('loses no default without a word, and says at the end what gives each its value', async () => {
    const { stderr } = await extract(temporaryTree(files), ...given, ...into, '--verbose')
    for (const [name, was, because] of [
      ['size', 'tiny', 'every caller passes its own value'],
      ['image', 'cirros', 'every caller passes its own value'],
      ['zone', 'nova', 'parameter_defaults of environments/production.yaml set it to az1'],
    ])
      expect(stderr).toContain(`default-dropped  the default ${was} of "${name}" is removed: ${because}\n`)
    expect(stderr.slice(stderr.indexOf('these parameters'))).toBe(
      `these parameters no longer have a default, and are required where nothing sets them:
  front.yaml: image (environments/production.yaml sets it)
  front.yaml: size (every caller sets it)
  main.yaml: size (environments/production.yaml sets it)
  server.yaml: zone (environments/production.yaml sets it)
  server.yaml: image (every caller sets it)
  services/data.yaml: workers (environments/production.yaml sets it)
  services/web.yaml: workers (environments/production.yaml sets it)
`,
    )
  })

  it('is passed the values where the environment of the registry is not among those that are given', async () => {
    const tree = temporaryTree(files)
    await extract(tree, '-e', 'environments/production.yaml', '--write')
    expect(tree.read('services/web.yaml')).toBe(files['services/web.yaml'])
    expect(tree.read('environments/production.yaml')).not.toContain(
      'parameter_defaults:\n  zone: az1\n  image',
    )
    expect(tree.read('main.yaml')).toContain(
      '{size: {get_param: size}, zone: {get_param: zone}, image: {get_param: image}}',
    )
  })

  it('that no template names is left where its environment is not given, which is said', async () => {
    const { stderr } = await extract(temporaryTree(files))
    expect(stderr).toContain(
      'the default of "workers" is kept: no template calls this one, but registry.yaml registers it: if stacks are created with that, give it with --env',
    )
  })

  it('puts what is hidden into the environment for that', async () => {
    const hidden = files['services/data.yaml'].replace('number, default', 'number, hidden: true, default')
    const tree = temporaryTree({
      ...files,
      'services/data.yaml': hidden,
      'services/web.yaml': `${version}resources: {}\n`,
    })
    await extract(tree, ...given, ...into, '--hidden-into', 'secrets.yaml', '--write')
    expect(tree.read('secrets.yaml')).toBe('parameter_defaults:\n  workers: 4\n')
  })
})
