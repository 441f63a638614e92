/** `hotshift fleet`: what an upgrade of the cloud changes for a repository. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const files = {
  'a/pool.yaml': `heat_template_version: 2018-08-31
resources:
  pool: {type: OS::Neutron::LBaaS::Pool, properties: {protocol: HTTP, listener: l, lb_algorithm: ROUND_ROBIN}}
  share: {type: OS::Manila::Share, properties: {share_protocol: NFS, size: 1}}
outputs: {where: {value: {get_attr: [share, export_locations]}}}
`,
  'b.yaml': 'heat_template_version: 2018-08-31\nresources: {n: {type: OS::Neutron::Net}}\n',
  'live.json': JSON.stringify([
    { resource_name: 'p', resource_type: 'OS::Neutron::LBaaS::Pool', stack_name: 'web' },
    { resource_name: 'n', resource_type: 'OS::Neutron::Net', stack_name: 'web' },
  ]),
}
interface FleetRow {
  readonly effect: string
  readonly about: string
  readonly note?: string
  readonly live: readonly string[]
  readonly locations: readonly [{ line: number; column: number; resource: string; isMember?: true }]
}
const run = (line: string) => inProcess(line.split(' '), temporaryTree(files).root)

describe('hotshift fleet', () => {
  it('says the totals first, then what breaks, with its locations', async () => {
    expect(await run('fleet --from 2023.1 --to 2025.1 . --live live.json')).toEqual({
      status: 1,
      stderr: '',
      stdout: `2023.1 → 2025.1: 2 changes (1 breaking, 1 different, 0 deprecated) in 1 of 2 templates

breaks  OS::Neutron::LBaaS::Pool is a placeholder: Heat no longer creates, updates or deletes anything for it
  since Heat 22.0.0
  instead: OS::Octavia::Pool
  rewritten by: hotshift upgrade --modernize --accept neutron-lbaas
  live: web/p
  a/pool.yaml:3:16  pool

different  OS::Manila::Share.export_locations is a list, where it was the text of one
  since Heat 24.0.0 (release note story-2011146)
  a/pool.yaml:5:26  share
`,
    })
  })

  it('looks into groups, at metrics and at constraints, and finds the live resources by their names', async () => {
    const tree = temporaryTree({
      't.yaml': `heat_template_version: 2018-08-31
parameters: {type: {type: string, constraints: [{custom_constraint: heat.resource_type}]}}
resources:
  servers:
    type: OS::Heat::ResourceGroup
    properties:
      resource_def: {type: OS::Nova::Server, properties: {image: i, flavor: f, personality: {a: b}}}
  busy: {type: OS::Aodh::GnocchiResourcesAlarm, properties: {metric: cpu_util}}
`,
      'live.json': JSON.stringify([
        { resource_name: '0', resource_type: 'OS::Nova::Server', stack_name: 'web-servers-abcdefghijkl' },
        { resource_name: 'other', resource_type: 'OS::Nova::Server', stack_name: 'web' },
        { resource_name: 'busy', resource_type: 'OS::Aodh::GnocchiResourcesAlarm', stack_name: 'web' },
        { resource_name: 'idle', resource_type: 'OS::Aodh::GnocchiResourcesAlarm', stack_name: 'web' },
      ]),
    })
    const line = 'fleet --from pike --to train --live live.json --format json'
    const { status, stdout } = await inProcess(line.split(' '), tree.root)
    const rows = JSON.parse(stdout).changes.map(
      ({ effect, about, note, live, locations: [{ line: at, column, resource, isMember }] }: FleetRow) => [
        effect,
        about,
        note,
        live,
        [at, column, resource, isMember],
      ],
    )
    expect([status, rows]).toEqual([
      1,
      [
        [
          'breaks',
          'OS::Aodh::GnocchiResourcesAlarm.metric',
          undefined,
          ['web/busy'],
          [8, 70, 'busy', undefined],
        ],
        [
          'breaks',
          'heat.resource_type',
          'remove-heat-resourcetype-constraint',
          [],
          [2, 69, 'type', undefined],
        ],
        [
          'deprecated',
          'OS::Nova::Server.personality',
          'deprecate_personality_property',
          ['web-servers-abcdefghijkl/0'],
          [7, 93, 'servers', true],
        ],
      ],
    ])
  })

  it('ends with 0 where nothing breaks', async () => {
    const { status, stdout } = await run('fleet --from 2023.1 --to 2025.1 b.yaml')
    expect([status, stdout]).toEqual([
      0,
      '2023.1 → 2025.1: 0 changes (0 breaking, 0 different, 0 deprecated) in 0 of 1 template\n',
    ])
    expect((await run('fleet --from 2024.1 --to 2025.1')).status).toBe(0)
  })

  it('writes JSON, CSV, Markdown and HTML', async () => {
    const of = async (format: string) =>
      (await run(`fleet --from 2023.1 --to 2025.1 --format ${format}`)).stdout
    expect(JSON.parse(await of('json'))).toMatchObject({
      from: { release: '2023.1', heat: '20.0.0' },
      totals: { templates: 2, concerned: 1, breaks: 1, changes: 1, deprecated: 0 },
      changes: [{ about: 'OS::Neutron::LBaaS::Pool', locations: [{ path: 'a/pool.yaml', line: 3 }] }, {}],
    })
    expect((await of('csv')).split('\r\n').slice(0, 2)).toEqual([
      'path,line,column,resource,effect,about,says,Heat,release note,instead,command,live',
      expect.stringContaining('a/pool.yaml,3,16,pool,breaks,OS::Neutron::LBaaS::Pool,'),
    ])
    expect(await of('markdown')).toMatch(/^# hotshift fleet\n\n2023\.1 → 2025\.1: 2 changes/)
    const html = await of('html')
    expect(html).toMatch(/^<!doctype html>/)
    expect(html).not.toMatch(/src=|href="http/)
  })

  it('writes files too, each in the format of its name, and none over another file', async () => {
    const { root } = temporaryTree(files)
    const line = 'fleet --from 2023.1 --to 2025.1 a --output up.md --output up.csv --output up.txt --output'
    const { status, stdout } = await inProcess([...line.split(' '), 'up.json'], root)
    const written = (name: string) => readFileSync(join(root, name), 'utf8')
    expect([status, written('up.txt')]).toEqual([1, stdout])
    expect(written('up.md')).toMatch(/^# hotshift fleet\n/)
    expect(written('up.csv')).toMatch(/^path,line,column,/)
    expect(JSON.parse(written('up.json'))).toMatchObject({ from: { release: '2023.1' } })
    const again = await inProcess([...line.split(' '), 'up.json'], root)
    expect([again.status, again.stderr]).toEqual([1, ''])
    const over = await inProcess([...line.split(' '), 'b.yaml'], root)
    expect([over.status, over.stderr]).toEqual([64, expect.stringContaining('not a report as text')])
    expect(written('b.yaml')).toBe(files['b.yaml'])
  })

  it.each([
    ['fleet', '--from is missing'],
    ['fleet --from 2023.1', '--to is missing'],
    ['fleet --from 2025.1 --to 2023.1', 'the second must be the newer one'],
    ['fleet --from 2023.1 --to 2025', '--to 2025: no such release'],
    ['fleet --from 2023.1 --to 2025.1 --live b.yaml', '--live b.yaml'],
  ])('refuses %s', async (line, message) => {
    const { status, stderr } = await run(line)
    expect([status, stderr]).toEqual([64, expect.stringContaining(message)])
  })
})
