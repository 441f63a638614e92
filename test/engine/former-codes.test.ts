import { commandLine } from '../cli/command-line.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const template = (comment = '') =>
  `heat_template_version: 2013-05-23\nresources:\n${comment}  r: {type: OS::Heat::Value, properties: {value: {yaql: {expression: $.data, data: 1}}}}\n`

describe('codes that had another name', () => {
  it('are accepted, which is said', async () => {
    const tree = temporaryTree({ 'a.yaml': template() })
    const refused = await commandLine(tree.root, 'upgrade --to latest')
    expect(refused.err).toContain('newer-function')
    const { code, err } = await commandLine(tree.root, 'upgrade --to latest --accept becomes-call')
    expect(code).toBe(0)
    expect(err).toContain('becomes-call is now called newer-function')
    expect((await commandLine(tree.root, 'upgrade --to latest --accept newer-function')).err).not.toContain(
      'is now called',
    )
  })

  it('are explained under the name that they have', async () => {
    const tree = temporaryTree()
    const { out, err } = await commandLine(tree.root, 'explain gone-resource-type')
    expect(out).toMatch(/^removed-resource-type /)
    expect(err).toContain('gone-resource-type is now called removed-resource-type')
  })

  it('count in comments that ignore findings', async () => {
    const resource =
      'resources:\n  # hotshift-ignore declined-name: known\n  v: {type: OS::Cinder::Volume, properties: {size: 1}}\n  f: {type: OS::Neutron::Net, properties: {}}\n'
    const old = `heat_template_version: 2018-08-31\n${resource.replace('OS::Cinder::Volume, properties: {size: 1}', 'OS::Neutron::Subnet, properties: {network_id: n, cidr: 10.0.0.0/24}')}`
    const tree = temporaryTree({ 'a.yaml': old })
    const { out } = await commandLine(tree.root, 'check --format json')
    const [file] = JSON.parse(out).files
    expect(file.findings.map((one: { readonly code: string }) => one.code)).not.toContain('unused-ignore')
    expect(file.ignored.map((one: { readonly code: string }) => one.code)).toContain('deprecated-name')
  })
})
