/** Which transforms run for whom: every member of a chain is listed, and nothing lossy runs unasked. */
import type { RegisteredTransform } from '../../src/engine/presets.ts'
import { presetTransforms } from '../../src/engine/presets.ts'
import { chains } from '../../transforms/chains.ts'
import { registryOf, transforms } from '../../transforms/registry.ts'

/** What runs for somebody who types `migrate`, `migrate --to cfn-yaml`, `upgrade` or `nativize` and nothing else. */
const byDefault: ReadonlyMap<string, readonly RegisteredTransform[]> = new Map([
  ['migrate', presetTransforms('migrate', 'hot', transforms)],
  ['migrate --to cfn-yaml', presetTransforms('migrate', 'cfn-yaml', transforms)],
  ['upgrade', presetTransforms('upgrade', 'hot', transforms)],
  ['nativize', presetTransforms('nativize', 'hot', transforms)],
])

/** What it gives up is asked for by `--accept`, or it preserves the meaning together with the rest of the chain. */
const asksFirst = new Set(['meaning unless accepted', 'meaning of the chain', 'meaning'])

/** Returns the template as it is without `--map`. */
const onlyWithMap = new Set(['os/cloud-names'])

it.each([...byDefault])('%s runs nothing lossy that nobody asked for', (chain, members) => {
  const unasked = members
    .filter(({ id, safety, keeps }) => {
      const preserved = keeps ?? (safety === 'lossy' ? 'nothing' : 'meaning')
      return (
        (safety === 'lossy' && !asksFirst.has(preserved)) || (preserved === 'nothing' && !onlyWithMap.has(id))
      )
    })
    .map(
      ({ id }) =>
        `${id} is lossy and runs in "${chain}": give its row in transforms/chains.ts an onRequest, or let it ask by accepts() and say keeps: 'meaning unless accepted'`,
    )
  expect(unasked).toEqual([])
})

it('lists each member once, and only transforms that there are', () => {
  const [first] = chains
  if (first === undefined) throw new Error('no chain has a member')
  expect(() => registryOf([first, first])).toThrow(`chains.ts lists "${first.id}" twice`)
  expect(() => registryOf([{ ...first, id: 'hot/none' }])).toThrow('which registry.ts does not have')
})

it('runs nothing that is in the registry alone', () => {
  const stray: RegisteredTransform = {
    id: 'hot/stray',
    title: 'Stray',
    description: 'Stray.',
    references: [],
    safety: 'lossy',
    keeps: 'nothing',
    appliesTo: () => true,
    run: (template) => template,
  }
  const registry = registryOf(chains, { ...Object.fromEntries(transforms), 'hot/stray': stray })
  expect([...registry.keys()]).toContain('hot/stray')
  const presets = ['migrate', 'scripts', 'migrate-natively', 'nativize', 'upgrade', 'modernize'] as const
  const run = presets.flatMap((preset) => presetTransforms(preset, 'hot', registry).map(({ id }) => id))
  expect(run).not.toContain('hot/stray')
})
