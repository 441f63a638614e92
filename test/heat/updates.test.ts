/** What `diff` says of updates of small stacks, held against a Heat that makes them. */

import { join } from 'node:path'
import { hasHeatFor } from './installed.ts'
import { happened, mistakes, planned } from './updates/judge.ts'
import { generatedUpdates, type Json, type Update } from './updates/stacks.ts'

const withHeat = hasHeatFor('what diff says of updates') ? describe : describe.skip

withHeat('what diff says of forty updates', () => {
  it('is what happens: nothing else that is certain, and nothing untold that is replaced or deleted', () => {
    const { judged, found, counts } = mistakes(generatedUpdates(3, 4), 40)
    expect(judged).toBeGreaterThanOrEqual(30)
    expect(counts.get('right')).toBeGreaterThan(100)
    expect(found).toEqual([])
  })
})

withHeat('what keeps a server from being replaced', () => {
  const server = (properties: { readonly [key: string]: Json }) => ({
    files: {
      't.yaml': {
        heat_template_version: '2018-08-31',
        resources: {
          s: {
            type: 'OS::Nova::Server',
            properties: { flavor: 'f', image: 'i', networks: [{ network: 'n' }], ...properties },
          },
        },
      },
    },
    parameters: {},
  })
  const changes: readonly { readonly [key: string]: Json }[] = [
    { user_data: 'a' },
    { image: 'j', image_update_policy: 'REPLACE' },
    { flavor: 'g', flavor_update_policy: 'REPLACE' },
  ]

  it('does so', () => {
    const updates = changes.flatMap((change, index): readonly Update[] => {
      const update = { name: String(index), before: server({}), after: server(change) }
      const [policy = '', value = ''] = planned(update).resources[0]?.remedy?.split(': ') ?? []
      return [update, { ...update, after: server({ ...change, [policy]: value }) }]
    })
    const logs = happened(updates, join(__dirname, 'updating.py')).map(({ log = [] }) =>
      log.map(([action]) => action),
    )
    expect(logs).toEqual(changes.flatMap(() => [['create', 'delete'], ['update']]))
  })
})
