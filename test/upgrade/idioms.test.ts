import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const template = (version: string) => `heat_template_version: ${version}
parameters:
  roads: {type: comma_delimited_list}
  town: {type: string}
conditions:
  here: {equals: [{get_param: town}, x]}
resources:
  door: {type: OS::Neutron::Port, properties: {network_id: street}}
  shop:
    type: OS::Heat::Value
    depends_on: door
    properties:
      value:
        - {get_resource: door}
        - {yaql: {expression: $.data.a + $.data.b, data: {a: {get_param: roads}, b: [end]}}}
        - {if: [{equals: [{get_param: town}, x]}, {list_join: ['', [a, {list_join: ['', [b, {get_param: town}]]}]]}, c]}
`
const written = (version: string) =>
  template(version)
    .replace('    depends_on: door\n', '')
    .replace(
      '{yaql: {expression: $.data.a + $.data.b, data: {a: {get_param: roads}, b: [end]}}}',
      '{list_concat: [{get_param: roads}, [end]]}',
    )
    .replace(
      "{equals: [{get_param: town}, x]}, {list_join: ['', [a, {list_join: ['', [b, {get_param: town}]]}]]}",
      "here, {list_join: ['', [a, b, {get_param: town}]]}",
    )

describe('hotshift upgrade --idioms', () => {
  it('writes them with the version, each proved', async () => {
    const tree = temporaryTree({ 'a.yaml': template('2017-02-24') })
    const { status, stderr } = await inProcess(
      ['upgrade', '--to', '2018-08-31', '--idioms', '--write'],
      tree.root,
    )
    expect([status, stderr]).toEqual([0, expect.stringContaining('1 proved equal')])
    expect(tree.read('a.yaml')).toBe(written('2018-08-31'))
    expect(
      (await inProcess(['upgrade', '--to', '2018-08-31', '--idioms', '--check'], tree.root)).status,
    ).toBe(0)
  })

  it('writes them beside modern names, in a template whose version stays, and only on request', async () => {
    const tree = temporaryTree({ 'a.yaml': template('2018-08-31') })
    expect(
      (await inProcess(['upgrade', '--to', '2018-08-31', '--modernize', '--check'], tree.root)).status,
    ).toBe(1)
    await inProcess(['upgrade', '--to', '2018-08-31', '--modernize', '--write'], tree.root)
    expect(tree.read('a.yaml')).toBe(template('2018-08-31').replace('network_id', 'network'))
    await inProcess(['upgrade', '--to', '2018-08-31', '--modernize', '--idioms', '--write'], tree.root)
    expect(tree.read('a.yaml')).toBe(written('2018-08-31').replace('network_id', 'network'))
  })

  it('writes no function that the version does not have', async () => {
    const tree = temporaryTree({ 'a.yaml': template('2016-10-14') })
    await inProcess(['upgrade', '--to', '2016-10-14', '--idioms', '--write'], tree.root)
    expect(tree.read('a.yaml')).toContain('{yaql: {expression: $.data.a + $.data.b')
    expect(tree.read('a.yaml')).toContain('{if: [here, ')
  })
})
