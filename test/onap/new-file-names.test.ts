/** A file that gets another name has one name in all that is said of the run. */
import { inNewFileNames } from '../../src/rules/onap/new-file-names.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

describe('a sentence in new names', () => {
  const said = (sentence: string, ...files: readonly (readonly [path: string, newPath?: string])[]) =>
    inNewFileNames(
      files.map(([path, newPath]) => (newPath === undefined ? { path } : { path, newPath })),
      '.env',
    )(sentence)

  it.each([
    ['creates kiln.env, for kiln.yaml', 'creates base_kiln.env, for base_kiln.yaml'],
    ['names my_kiln.yaml, kiln.yaml.bak and kiln.yamls', 'names my_kiln.yaml, kiln.yaml.bak and kiln.yamls'],
    ['ends with kiln.yaml.', 'ends with base_kiln.yaml.'],
    ['renames kiln.yaml to base_kiln.yaml', 'renames kiln.yaml to base_kiln.yaml'],
  ])('%j', (before, after) => {
    expect(said(before, ['p/kiln.yaml', 'p/base_kiln.yaml'])).toBe(after)
  })

  it('takes signs in names as they are, and the longest name', () => {
    const files = [
      ['p/a+b.yaml', 'p/a_b.yaml'],
      ['p/a+b.yaml.env', 'p/c.env'],
    ] as const
    expect(said('a+b.yaml.env and a+b.yaml', ...files)).toBe('c.env and a_b.yaml')
  })

  it('leaves the name of one file to the other that has it then', () => {
    expect(said('reads b.yaml', ['p/a.yaml', 'p/b.yaml'], ['p/b.yaml', 'p/c.yaml'])).toBe('reads b.yaml')
    expect(said('reads a.yaml', ['p/a.yaml'])).toBe('reads a.yaml')
  })
})

const kiln = `heat_template_version: 2016-10-14
description: A kiln
parameters:
  vnf_name: {type: string, description: of ONAP}
  heat_net_id: {type: string, description: of ONAP}
resources:
  fire_0_heat_port_0:
    type: OS::Neutron::Port
    properties:
      network: {get_param: heat_net_id}
      name: {get_param: vnf_name}
`

it('is that of the file that is created, and of the base in the manifest', async () => {
  const files = {
    'pkg/kiln.yaml': kiln,
    'pkg/MANIFEST.json': '{"name": "kiln", "data": [{"file": "kiln.yaml", "type": "HEAT"}]}\n',
  }
  const { root } = temporaryTree(files)
  const args = ['remediate', 'pkg', '--profile', 'onap,sdc', '--verbose']
  const { stderr } = await inProcess([...args, '--lossy'], root)
  expect(stderr).toMatch(/^created +pkg\/base_kiln\.env/m)
  const repaired = stderr.split('\n').filter((line) => line.includes('help: Repaired: '))
  const names = repaired.flatMap((line) => line.match(/\w+\.(?:env|yaml)/g) ?? [])
  expect(new Set(names)).toEqual(new Set(['base_kiln.env', 'base_kiln.yaml']))
  // Without a new name it keeps the old one.
  expect((await inProcess(args, root)).stderr).toContain('Repaired: creates kiln.env')
})
