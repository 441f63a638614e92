import { KeptValuesFiles } from '../../src/apps/cli/keep-values.ts'
import { OutputFailure } from '../../src/apps/cli/output/output-file.ts'
import type { KeptValues } from '../../src/engine/proof/kept-values.ts'
import { string } from '../../src/text/document/build.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const base = `heat_template_version: 2018-03-02
description: A pier
parameters:
  pier_image_name: {type: string, description: Image of the pier}
  pier_flavor_name: {type: string, description: Size of the pier}
  pier_title_0: {type: string, description: Name of the pier}
  harbor_net_id: {type: string, description: The harbor}
  pier_harbor_ips: {type: comma_delimited_list, description: Addresses}
  vnf_id: {type: string, description: Given by ONAP, default: the-pier}
  vnf_name: {type: string, description: Given by ONAP}
  vf_module_id:
    type: string
    description: |
      Given by ONAP
    constraints:
      - length: {min: 2}
resources:
  pier_server_0:
    type: OS::Nova::Server
    properties:
      name: {get_param: pier_title_0}
      image: {get_param: pier_image_name}
      flavor: {get_param: pier_flavor_name}
      networks: [{port: {get_resource: pier_0_harbor_port_0}}]
      metadata:
        vnf_id: {get_param: vnf_id}
        vnf_name: {get_param: vnf_name}
        vf_module_id: {get_param: vf_module_id}
  pier_0_harbor_port_0:
    type: OS::Neutron::Port
    properties:
      network: {get_param: harbor_net_id}
      fixed_ips: [{ip_address: {get_param: [pier_harbor_ips, 1]}}]
`
const environment = `parameters:
  pier_image_name: oak
  pier_flavor_name: m1.long
  pier_title_0: 'pier'  # painted
  harbor_net_id: sea
  pier_harbor_ips: 10.0.0.1,10.0.0.2
`
const files = { 'base_pier.yaml': base, 'base_pier.env': environment }

async function remediate(tree: ReturnType<typeof temporaryTree>, ...options: readonly string[]) {
  return await inProcess(
    ['remediate', '--profile', 'onap', '--lossy', '--keep-values', 'kept', ...options],
    tree.root,
  )
}

describe('--keep-values', () => {
  it('has what stacks must be given now, under the names of now and with the values of before', async () => {
    const tree = temporaryTree(files)
    const { stderr } = await remediate(tree, '--write', '.')
    expect(tree.read('base_pier.env')).not.toContain('sea')
    expect(
      tree.read('kept/base_pier.env'),
    ).toBe(`# Values that base_pier.yaml must be given and its environment does not give.
parameters:
  pier_name_0: 'pier'  # painted
  harbor_net_id: sea
  pier_harbor_ips: 10.0.0.1,10.0.0.2
  vnf_id: the-pier
# Without a value:
# vnf_name: string; Given by ONAP
# vf_module_id: string; Given by ONAP
# vf_module_name: string; Name of the module, given by ONAP
# workload_context: string; Workload context, given by ONAP
# environment_context: string; Environment context, given by ONAP
`)
    expect(stderr).toContain('9 values must be given, 4 of them known, in kept')
  })

  it('has the same as a preload', async () => {
    const tree = temporaryTree(files)
    await remediate(tree, '.')
    const preload = JSON.parse(tree.read('kept/base_pier.preload.json'))
    const information = preload.input['preload-vf-module-topology-information']
    expect(information['vnf-resource-assignments']['vnf-networks']['vnf-network']).toEqual([
      { 'network-role': 'harbor', 'network-name': 'sea' },
    ])
    const [vm, ...others] = information['vf-module-topology']['vf-module-assignments'].vms.vm
    expect(others).toEqual([])
    expect(vm).toMatchObject({ 'vm-type': 'pier', 'vm-count': 1, 'vm-names': { 'vm-name': ['pier'] } })
    const [network] = vm['vm-networks']['vm-network']
    expect(network['network-information-items']['network-information-item'][0]).toEqual({
      'ip-version': '4',
      'use-dhcp': 'N',
      'ip-count': 1,
      'network-ips': { 'network-ip': ['10.0.0.2'] },
    })
    expect(information['vnf-topology-identifier-structure']['vnf-name']).toBe('VALUE FOR: vnf_name')
  })

  it('can be written again, and replaces nothing else', async () => {
    const tree = temporaryTree({ ...files, 'kept/base_pier.env': 'parameters: {mine: 1}\n' })
    const { status, stderr } = await remediate(tree, '.')
    expect(status).toBe(64)
    expect(stderr).toContain('the file exists and is not a file of kept values')
    const again = temporaryTree(files)
    await remediate(again, '--ignore', 'kept', '.')
    expect((await remediate(again, '--ignore', 'kept', '.')).stderr).toContain('4 of them known')
  })

  it('says so where the files become a part of the package', async () => {
    const inside = temporaryTree(files)
    const { stderr } = await remediate(inside, '--write', '.')
    expect(stderr).toContain(
      'kept lies in the directory of the package, .: as a part of it, its files violate R-599443, and SDC rejects them\n' +
        '  move it out of the package, or give another directory: --keep-values ../kept\n',
    )
    const { stdout } = await inProcess(['check', '--profile', 'onap,sdc', '.'], inside.root)
    expect(stdout).toMatch(/R-599443 +no template of this base name/)
    expect(stdout).toMatch(/sdc-upload +the package has a folder in it: kept\//)
    const beside = temporaryTree({ 'v/base_pier.yaml': base, 'v/base_pier.env': environment })
    expect((await remediate(beside, 'v')).stderr).not.toContain('lies in the directory')
  })

  it('of several packages has folders like theirs', async () => {
    const tree = temporaryTree({
      'v/a/base_pier.yaml': base,
      'v/a/base_pier.env': environment,
      'v/b/base_pier.yaml': base,
    })
    await remediate(tree, 'v')
    expect(tree.read('kept/a/base_pier.env')).toContain('harbor_net_id: sea')
    expect(tree.read('kept/b/base_pier.env')).toContain('# harbor_net_id: string; The harbor\n')
  })

  it('has the new name of a module, in its own name and in its text', async () => {
    const module = base.replace('A pier', 'A quay')
    const tree = temporaryTree({ ...files, 'quay-a.yaml': module, 'quay-a.env': environment })
    await remediate(tree, '--write', '.')
    expect(tree.list().filter((one) => one.startsWith('kept/'))).toEqual([
      'kept/base_pier.env',
      'kept/base_pier.preload.json',
      'kept/quay_a.env',
      'kept/quay_a.preload.json',
    ])
    expect(tree.read('kept/quay_a.env')).toMatch(/^# Values that quay_a\.yaml must be given/)
  })

  it('is not short of a default because a template that cannot be read may call the module', async () => {
    const tree = temporaryTree({
      'quay-a.yaml': base,
      'broken.yaml': 'heat_template_version: 2018-03-02\nresources: [\n',
    })
    const { stderr } = await remediate(tree, '--write', '.')
    expect(tree.read('quay_a.yaml')).toContain('default: the-pier')
    expect(tree.read('kept/quay_a.env')).not.toContain('vnf_id')
    expect(stderr).toContain('It is not repaired: a template that cannot be read may call this one.')
  })

  it('has what a nested template gave itself', async () => {
    const nested = `heat_template_version: 2018-03-02
description: A lamp
parameters:
  vnf_name: {type: string, description: Given by ONAP, default: lamps}
resources:
  lamp_rsg:
    type: OS::Neutron::SecurityGroup
    properties: {name: {str_replace: {template: V_lamp, params: {V: {get_param: vnf_name}}}}}
`
    const module = `heat_template_version: 2018-03-02
description: Lamps
parameters: {}
resources:
  lamps: {type: nested_lamp.yaml}
`
    const tree = temporaryTree({ 'base_lamps.yaml': module, 'nested_lamp.yaml': nested })
    await remediate(tree, '--write', '.')
    expect(tree.read('nested_lamp.yaml')).not.toContain('default')
    expect(tree.read('kept/base_lamps.env')).toContain('parameters:\n  vnf_name: lamps\n')
  })

  it('has what an environment gave a parameter that nothing declared before', async () => {
    const without = base
      .replace('  vnf_name: {type: string, description: Given by ONAP}\n', '')
      .replace('        vnf_name: {get_param: vnf_name}\n', '')
    const tree = temporaryTree({
      'base_pier.yaml': without,
      'base_pier.env': `${environment}  # painted on the pier\n  vnf_name: harbour  # old\n`,
    })
    await remediate(tree, '--write', '.')
    expect(tree.read('base_pier.env')).not.toContain('harbour')
    expect(tree.read('kept/base_pier.env')).toContain('  # painted on the pier\n  vnf_name: harbour  # old\n')
    expect(tree.read('kept/base_pier.preload.json')).toContain('"vnf-name": "harbour"')
  })

  it('writes nothing else where it cannot be written', async () => {
    const tree = temporaryTree({ ...files, 'kept/base_pier.env/in-the-way': '' })
    const { status } = await remediate(tree, '--write', '.')
    expect(status).toBe(64)
    expect(tree.read('base_pier.yaml')).toBe(base)
    expect(tree.read('base_pier.env')).toBe(environment)
  })

  it('is not for changes that are decided about later', async () => {
    const tree = temporaryTree({ ...files, 'decisions.yaml': '' })
    const { status, stderr } = await remediate(tree, '--decisions', 'decisions.yaml', '--write', '.')
    expect(status).toBe(64)
    expect(stderr).toContain('the values are written before --decisions decides about changes')
  })
})

describe('KeptValuesFiles', () => {
  const pier: KeptValues = {
    module: 'base_pier.yaml',
    name: 'base_pier',
    environment: '# Values that base_pier.yaml must be given.\nparameters:\n  a: 1\n  b: two\n',
    preload: () => '{\n    "input": {}\n}\n',
    known: 2,
    wanted: 2,
    needed: [],
    removed: [],
    changes: [],
    asItWas: () => undefined,
  }
  const written = (removed: KeptValues['removed']) => {
    const tree = temporaryTree({})
    const files = new KeptValuesFiles('kept', tree.root)
    files.add([{ ...pier, removed }])
    return () => files.write([])
  }

  it('reads back what it has written', () => {
    expect(written([{ name: 'b', value: string('two') }])).not.toThrow()
  })

  it.each([
    ['another value', { name: 'b', value: string('three') }, '"b"'],
    ['no value', { name: 'c', value: string('three') }, '"c"'],
  ])('lets nothing be written for which it has %s', (_what, removed, name) => {
    expect(written([removed])).toThrow(
      new OutputFailure(
        `--keep-values kept/base_pier.env: ${name} cannot be read back from it; nothing else was written`,
      ),
    )
  })

  it('keeps to what is there where the changes are not made', () => {
    const tree = temporaryTree({})
    const files = new KeptValuesFiles('kept', tree.root)
    const before = { ...pier, environment: '# Values that stay\nparameters: {}\n' }
    files.add([{ ...pier, changes: ['base_pier.yaml'], asItWas: () => before }])
    files.write([])
    expect(tree.read('kept/base_pier.env')).toBe('# Values that stay\nparameters: {}\n')
  })
})
