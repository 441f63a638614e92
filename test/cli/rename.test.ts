import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const main = `heat_template_version: 2016-10-14
parameters:
  size: {type: string}  # of both
  other: {type: string, default: size}
parameter_groups: [{parameters: [size]}]
resources:
  disk:
    type: lib/disk.yaml
    properties: {size: {get_param: size}}
  web:
    type: OS::Nova::Server
    depends_on: disk
    properties:
      name: {str_replace: {template: 'disk $d size', params: {$d: {get_resource: disk}}}}
      user_data: {get_param: [size, 0]}
outputs:
  address: {value: {get_attr: [disk, id]}}
`
const nested = `heat_template_version: 2016-10-14
parameters: {size: {type: string}}
resources:
  volume: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
`
const files = { 'main.yaml': main, 'lib/disk.yaml': nested, 'main.env': 'parameters: {"size": "10"}\n' }

async function rename(args: readonly string[], tree = temporaryTree(files)) {
  return { tree, ...(await inProcess(['rename', ...args], tree.root)) }
}

describe('hotshift rename', () => {
  it('renames a parameter wherever the package names it, and nothing that only looks like it', async () => {
    const { tree, status } = await rename(['--rename', 'size=gigabytes', '--write'])
    expect(status).toBe(0)
    const expected = main
      .replace('  size: {type', '  gigabytes: {type')
      .replace('parameters: [size]', 'parameters: [gigabytes]')
      .replace('{size: {get_param: size}}', '{gigabytes: {get_param: gigabytes}}')
      .replace('[size, 0]', '[gigabytes, 0]')
    expect(tree.read('main.yaml')).toBe(expected)
    expect(tree.read('lib/disk.yaml')).toBe(
      nested.replace('{size: {type', '{gigabytes: {type').replace('get_param: size', 'get_param: gigabytes'),
    )
    expect(tree.read('main.env')).toBe('parameters: {"gigabytes": "10"}\n')
  })

  it('renames a parameter in environments that are named after no template, too', async () => {
    const tree = temporaryTree({
      ...files,
      'production.yaml': 'parameters:\n  size: "20"  # large\nencrypted_param_names: [size]\n',
      'lib/all.env': 'parameter_defaults: {size: 5}\nparameters: {size: 6}\n',
      'elsewhere/test.env': 'parameters: {size: 1}\n',
    })
    const { status, stderr } = await rename(['--rename', 'size=gigabytes', '--write'], tree)
    expect(status).toBe(0)
    expect(tree.read('production.yaml')).toBe(
      'parameters:\n  gigabytes: "20"  # large\nencrypted_param_names: [gigabytes]\n',
    )
    expect(tree.read('lib/all.env')).toBe('parameter_defaults: {gigabytes: 5}\nparameters: {gigabytes: 6}\n')
    expect(stderr).toContain(
      '  1:14  warning  undeclared-parameter  "size" keeps its name here, because no template beside this environment declares it: if stacks are created with it, give it with --env\n',
    )
  })

  it('renames a resource, and says what that means for a stack', async () => {
    const { tree, status, stdout } = await rename(['--rename', 'disk=store', '--write', '--format', 'json'])
    expect(status).toBe(0)
    expect(stdout).toContain('"resource-renamed"')
    const expected = main
      .replace('  disk:\n', '  store:\n')
      .replace('depends_on: disk', 'depends_on: store')
      .replace('get_resource: disk', 'get_resource: store')
      .replace('[disk, id]', '[store, id]')
    expect(tree.read('main.yaml')).toBe(expected)
    expect(tree.read('lib/disk.yaml')).toBe(nested)
  })

  it('takes several, from a file too, one behind the other', async () => {
    const tree = temporaryTree({
      ...files,
      'names.txt': '# names\n\nsize=a # of both\r\noutput:address=where\n',
    })
    expect((await rename(['--rename-file', 'names.txt', '--rename', 'a=b', '--write'], tree)).status).toBe(0)
    expect(tree.read('main.env')).toBe('parameters: {"b": "10"}\n')
    expect(tree.read('main.yaml')).toContain('outputs:\n  where: {value')
  })

  it('changes nothing where a name is taken, or is that of two kinds of things', async () => {
    const { status, stderr, tree } = await rename(['--rename', 'size=other', '--write'])
    expect(status).toBe(3)
    expect(stderr).toContain(
      'the parameter "size" cannot be renamed to "other": parameter other already exists',
    )
    expect(tree.read('main.yaml')).toBe(main)
    const both = temporaryTree({
      ...files,
      'main.yaml': main
        .replace('  disk:\n', '  size:\n')
        .replaceAll('disk', 'size')
        .replace('lib/size', 'lib/disk'),
    })
    expect((await rename(['--rename', 'size=a'], both)).stderr).toContain(
      'write parameter:size=a or resource:size=a',
    )
    expect((await rename(['--rename', 'resource:size=a', '--write'], both)).status).toBe(0)
    expect(both.read('main.yaml')).toContain('depends_on: a\n')
    expect(both.read('main.yaml')).toContain('properties: {size: {get_param: size}}')
  })

  it('repairs a mismatch: what has the new name already, though nothing is called so, means the renamed one', async () => {
    const used = main.replace('{get_resource: disk}', '{get_param: [gigabytes, 0]}')
    const tree = temporaryTree({ ...files, 'main.yaml': used, 'main.env': 'parameters: {gigabytes: 1}\n' })
    const { status, stderr } = await rename(['main.yaml', '--rename', 'size=gigabytes', '--write'], tree)
    expect(status).toBe(0)
    const message = '"gigabytes" was used here without such a parameter; it now refers to the former "size"\n'
    expect(stderr).toContain(`  1:14  warning  rename-repairs  ${message}`)
    expect(stderr).toContain(`  14:80  warning  rename-repairs    ${message}`)
    expect(tree.read('main.yaml')).toBe(
      used
        .replace('  size: {type', '  gigabytes: {type')
        .replace('parameters: [size]', 'parameters: [gigabytes]')
        .replace('{size: {get_param: size}}', '{size: {get_param: gigabytes}}')
        .replace('[size, 0]', '[gigabytes, 0]'),
    )
    expect(tree.read('main.env')).toBe('parameters: {gigabytes: 1}\n')
  })

  it('tells a name that led nowhere from one that another template has', async () => {
    const other = nested.replaceAll('size', 'gigabytes')
    const tree = temporaryTree({ ...files, 'other.yaml': other })
    expect((await rename(['main.yaml', '--rename', 'size=gigabytes', '--write'], tree)).stderr).not.toContain(
      'rename-repairs',
    )
    expect(tree.read('main.yaml')).toContain('properties: {size: {get_param: gigabytes}}')
    expect(tree.read('other.yaml')).toBe(other)
  })

  it('finds the environment beside a template that is named alone, and the templates that call it', async () => {
    const tree = temporaryTree(files)
    expect((await rename(['main.yaml', '--rename', 'size=gigabytes', '--write'], tree)).status).toBe(0)
    expect(tree.read('main.env')).toBe('parameters: {"gigabytes": "10"}\n')
    expect(tree.read('main.yaml')).toContain('properties: {size: {get_param: gigabytes}}')
    expect(tree.read('lib/disk.yaml')).toBe(nested)
    expect((await rename(['lib/disk.yaml', '--rename', 'size=volume_size', '--write'], tree)).status).toBe(0)
    expect(tree.read('main.yaml')).toContain('properties: {volume_size: {get_param: gigabytes}}')
    expect(tree.read('lib/disk.yaml')).toContain('{size: {get_param: volume_size}}')
    expect(tree.read('main.env')).toBe('parameters: {"gigabytes": "10"}\n')
  })

  describe('through types of a registry', () => {
    const leaf = (own: string) => `heat_template_version: 2016-10-14
parameters: {workers: {type: number, default: 4}}
resources: {${own}: {type: OS::Heat::Value, properties: {value: {get_param: workers}}}}
`
    const registered = {
      'main.yaml': `heat_template_version: 2016-10-14
parameters: {count: {type: number}}
resources:
  web: {type: Shop::Web}
  all:
    type: OS::Heat::ResourceGroup
    properties: {count: {get_param: count}, resource_def: {type: Shop::Data}}
`,
      'registry.yaml':
        'resource_registry:\n  Shop::Web: services/web.yaml\n  Shop::Data: services/data.yaml\n',
      'services/web.yaml': leaf('web'),
      'services/data.yaml': leaf('data'),
      'environments/production.yaml': 'parameter_defaults:\n  workers: 8  # of all\n  count: 2\n',
    }
    const web = ['services/web.yaml', '--rename', 'workers=web_workers']
    const given = ['-e', 'registry.yaml', '-e', 'environments/production.yaml']

    it('renames parameter_defaults of the environments that are given, wherever they are', async () => {
      const { tree, status } = await rename(
        ['.', '--rename', 'workers=processes', ...given, '--write'],
        temporaryTree(registered),
      )
      expect(status).toBe(0)
      expect(tree.read('environments/production.yaml')).toBe(
        'parameter_defaults:\n  processes: 8  # of all\n  count: 2\n',
      )
      for (const own of ['web', 'data'])
        expect(tree.read(`services/${own}.yaml`)).toBe(leaf(own).replaceAll('workers', 'processes'))
      expect(tree.read('main.yaml')).toBe(registered['main.yaml'])
    })

    it('renames nothing where one entry is for another template, too, or the new name means something there', async () => {
      const { tree, status, stderr } = await rename([...web, ...given, '--write'], temporaryTree(registered))
      expect(status).toBe(3)
      expect(stderr).toContain(
        '  2:3  error    not-renamed  the parameter "workers" cannot be renamed to "web_workers": services/data.yaml has a parameter workers of its own that takes its value here; give both another name, or neither\n',
      )
      expect(tree.read('services/web.yaml')).toBe(registered['services/web.yaml'])
      const other = await rename(
        ['.', '--rename', 'workers=count', ...given],
        temporaryTree({ ...registered, 'environments/production.yaml': 'parameter_defaults: {count: 2}\n' }),
      )
      expect([other.status, other.stdout]).toEqual([3, ''])
      expect(other.stderr).toContain('main.yaml has a parameter count of its own that takes its value here')
    })

    it('names environments elsewhere that give a value and are not given, but not those of other templates', async () => {
      const tree = temporaryTree({
        ...registered,
        'shop.env': 'parameter_defaults: {workers: 2}\n',
        'other/lab.yaml': leaf('lab'),
        'other/lab.env': 'parameters: {workers: 3}\n',
        'other/more.env': 'parameters: {workers: 3}\n',
      })
      const { status, stderr } = await rename([...web, '--write'], tree)
      expect(stderr).toContain(
        'environments/production.yaml\n  2:3  warning  undeclared-parameter  "workers" keeps its name here, because no template beside this environment declares it: if stacks are created with it, give it with --env\n',
      )
      // It stands beside the template that calls both.
      expect(stderr).toContain('blocked    shop.env\n')
      expect(stderr).not.toContain('other/')
      expect(status).toBe(3)
    })

    it('refuses an environment that is not there', async () => {
      expect((await rename([...web, '-e', 'no.yaml'], temporaryTree(registered))).stderr).toContain(
        'no.yaml:1:1  error  path-not-found  no such file or directory\n',
      )
    })
  })

  it('says why it leaves a template whose environment an ignore rule hides', async () => {
    const { status, stderr } = await rename(['main.yaml', '--rename', 'size=gigabytes', '--ignore', '*.env'])
    expect(status).toBe(3)
    expect(stderr).toContain(
      'the parameter "size" cannot be renamed to "gigabytes": main.env may set it but cannot be read: it is left out of this run',
    )
  })

  it('leaves a template of a version that Heat does not have, for nothing can be shown of it', async () => {
    const tree = temporaryTree({ 'a.yaml': main.replace('2016-10-14', '2019-01-01') })
    const { status, stdout, stderr } = await rename(['--rename', 'size=gigabytes'], tree)
    expect([status, stdout]).toEqual([3, ''])
    expect(stderr).toContain('  1:1  error    no-such-version  "2019-01-01" is not a heat_template_version; ')
  })

  it('leaves the parameter of a template that another one names by an absolute path, too', async () => {
    const also = (type: string) => ({
      ...files,
      'main.yaml': main.replace('  web:\n', `  other:\n    type: ${type}\n  web:\n`),
    })
    for (const type of ['/srv/stacks/lib/disk.yaml', 'file:///srv/stacks/lib/disk.yaml']) {
      const { status, stdout, stderr } = await rename(
        ['--rename', 'size=gigabytes'],
        temporaryTree(also(type)),
      )
      expect([status, stdout]).toEqual([3, ''])
      expect(stderr).toContain(
        '  10:3  error    not-renamed  the parameter "size" cannot be renamed to "gigabytes": other names lib/disk.yaml by an absolute path\n',
      )
    }
    // Another template of that name.
    const tree = temporaryTree(also('/srv/stacks/other/disk.yaml'))
    expect((await rename(['--rename', 'size=gigabytes'], tree)).status).toBe(0)
  })

  it('says which names nothing has', async () => {
    const { status, stderr } = await rename(['--rename', 'sise=a', '--rename', 'resource:size=b'])
    expect(status).toBe(3)
    expect(stderr).toContain('hotshift: no parameter, resource or output is called sise\n')
    expect(stderr).toContain('hotshift: no resource is called size\n')
  })

  it.each([['a'], ['a=a'], ['=a'], ['a='], ['file:a=b'], ['a=b=c'], ['a b=c']])(
    'refuses %j',
    async (text) => {
      expect((await rename(['--rename', text])).status).toBe(64)
    },
  )

  it('refuses a run without names', async () => {
    expect((await rename([])).status).toBe(64)
    expect((await rename(['--rename-file', 'no.txt'])).stderr).toContain(
      '--rename-file no.txt: cannot be read',
    )
  })
})

describe('hotshift remediate --rename', () => {
  it('takes outputs of modules along with the parameters that they feed', async () => {
    const tree = temporaryTree({
      'base_a.yaml': `heat_template_version: 2016-10-14\ndescription: a\nparameters: {}\nresources: {}\noutputs:\n  net: {value: 1, description: the net}\n`,
      'module_b.yaml': `heat_template_version: 2016-10-14\ndescription: b\nparameters:\n  net: {type: string, description: the net}\nresources:\n  p: {type: OS::Neutron::Port, properties: {network: {get_param: net}}}\n`,
    })
    await inProcess(
      ['remediate', '--profile', 'onap', '.', '--rename', 'parameter:net=int_x_net_id', '--write'],
      tree.root,
    )
    expect(tree.read('base_a.yaml')).toContain('  int_x_net_id: {value: 1')
    expect(tree.read('module_b.yaml')).toContain('{get_param: int_x_net_id}')
  })

  it('takes no template from standard input: its callers and environments could not follow', async () => {
    const tree = temporaryTree({})
    const { status, stderr } = await inProcess(['rename', '-', '--rename', 'size=x'], tree.root, {}, main)
    expect(status).toBe(64)
    expect(stderr).toContain('the files of a package cannot come on standard input')
  })
})

it('says of a rename on request that it is all that changes', async () => {
  const { root } = temporaryTree({
    'a.yaml':
      'heat_template_version: 2018-08-31\nparameters: {a: {type: string}}\nresources: {v: {type: OS::Heat::Value, properties: {value: {get_param: a}}}}\n',
  })
  const { stderr } = await inProcess(['rename', '--rename', 'a=b', 'a.yaml'], root)
  expect(stderr).toContain('meaning-accepted')
  expect(stderr).toContain(
    'help: Read the change: it is all that changes in the file, and nothing proves it.\n',
  )
})
