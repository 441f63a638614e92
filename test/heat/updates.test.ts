/** What `diff` says of updates of small stacks, held against a Heat that makes them, which is started once. */
import { join } from 'node:path'
import { hasHeatFor } from './installed.ts'
import { type Happened, happened, mistakes, planned } from './updates/judge.ts'
import { type Json, someUpdates, type Update, type Version } from './updates/stacks.ts'

const withHeat = hasHeatFor('what diff says of updates') ? describe : describe.skip

const forty = someUpdates(40, 3, 4)

const stack = (
  resources: { readonly [key: string]: Json },
  zone = 'z',
  parameters: Version['parameters'] = {},
): Version => ({
  files: {
    't.yaml': {
      heat_template_version: '2018-08-31',
      parameters: { zone: { type: 'string', default: zone } },
      resources: { n: { type: 'OS::Heat::None' }, ...resources },
    },
  },
  parameters,
})

const server = (properties: { readonly [key: string]: Json }): Version =>
  stack({
    s: {
      type: 'OS::Nova::Server',
      properties: { flavor: 'f', image: 'i', networks: [{ network: 'n' }], ...properties },
    },
  })

/** Each with an update by the remedy that `diff` names. */
const replacedServers = [
  { user_data: 'a' },
  { image: 'j', image_update_policy: 'REPLACE' },
  { flavor: 'g', flavor_update_policy: 'REPLACE' },
].flatMap((change): readonly Update[] => {
  const update = { name: JSON.stringify(change), before: server({}), after: server(change) }
  const [policy = '', value = ''] = planned(update).resources[0]?.remedy?.split(': ') ?? []
  return [update, { ...update, after: server({ ...change, [policy]: value }) }]
})

const volume = {
  type: 'OS::Cinder::Volume',
  properties: { size: 1, availability_zone: { get_param: 'zone' } },
}
const volumes: readonly Update[] = [
  { name: 'another default', before: stack({ v: volume }), after: stack({ v: volume }, 'y') },
  {
    name: 'the old one passed',
    before: stack({ v: volume }),
    after: stack({ v: volume }, 'y', { zone: 'z' }),
  },
  { name: 'lost', before: stack({ v: volume }, 'y', { zone: 'z' }), after: stack({ v: volume }, 'y') },
  {
    name: 'kept',
    before: stack({ v: volume }, 'y', { zone: 'z' }),
    after: stack({ v: volume }, 'y'),
    existing: true,
  },
  { name: 'deleted', before: stack({ v: volume }), after: stack({}) },
  { name: 'retained', before: stack({ v: { ...volume, deletion_policy: 'Retain' } }), after: stack({}) },
  {
    name: 'under another name',
    before: stack({ v: { ...volume, deletion_policy: 'Retain' } }),
    after: stack({ w: { ...volume, external_id: 'id1' } }),
  },
]

let answers: readonly Happened[] = []

/** The answers about some of the updates. */
function answersAbout(updates: readonly Update[]): readonly Happened[] {
  const first = all.indexOf(updates[0] as Update)
  return answers.slice(first, first + updates.length)
}

const all = [...forty, ...replacedServers, ...volumes]

withHeat('what diff says of updates', () => {
  beforeAll(() => {
    answers = happened(all, join(__dirname, 'updating.py'))
  }, 300_000)

  it('is what happens: nothing else that is certain, and nothing untold that is replaced or deleted', () => {
    const { judged, found, counts } = mistakes(forty, answersAbout(forty))
    expect(judged).toBeGreaterThanOrEqual(30)
    expect(counts.get('right')).toBeGreaterThan(100)
    expect(found).toEqual([])
  })

  it('keeps a server from being replaced, which is created before the old one is deleted', () => {
    const logs = answersAbout(replacedServers).map(({ log = [] }) => log.map(([action]) => action))
    expect(logs).toEqual([0, 1, 2].flatMap(() => [['create', 'delete'], ['update']]))
  })

  it('keeps a volume', () => {
    const remedies = volumes.map((update) => planned(update).resources.map(({ remedy }) => remedy))
    const retain = 'deletion_policy: retain, in an update before this one'
    expect(remedies.slice(0, 6)).toEqual([
      ['--parameter zone=z'],
      [],
      ['--existing'],
      [],
      [retain],
      [undefined],
    ])
    const replaced = [
      ['create', 'v'],
      ['delete', 'v', []],
    ]
    expect(answersAbout(volumes).map(({ log }) => log)).toEqual([
      replaced,
      [],
      replaced,
      [],
      [['delete', 'v', []]],
      [['delete', 'v', ['retained']]],
      [
        ['delete', 'v', ['retained']],
        ['adopt', 'w'],
        ['check', 'w'],
      ],
    ])
  })
})
