import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { heatMessageIds, heatSaid } from '../../src/apps/cli/explain/heat-said.ts'

/** What Heat said when it was run, by the id of the message. */
const measured = JSON.parse(readFileSync(join(__dirname, 'heat-messages.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>

/** What a message that says more explains. */
const instead: Readonly<Record<string, string>> = { 'python-type': 'resources-list' }

it.each(Object.entries(measured))('%s', (id, messages) => {
  expect(heatMessageIds()).toContain(id)
  const ids = expect.arrayContaining([instead[id] ?? id])
  for (const one of messages) expect([one, heatSaid(one)?.ids]).toEqual([one, ids])
})

describe('what is wrapped around a message', () => {
  it.each([
    ['Property error: : resources.s.properties: Unknown Property flavour', 'resources.s.properties'],
    ['ERROR: Property error: resources.s.properties: Unknown Property flavour', 'resources.s.properties'],
    ['Property error : s: Unknown Property flavour', 's'],
    ['Failed to validate: Failed to validate: resources[0]: Unknown Property flavour', 'resources[0]'],
    ['\u001b[31mUnknown Property flavour\u001b[0m\r\n', undefined],
  ])('%j', (text, path) => {
    const said = heatSaid(text)
    expect(said?.ids).toContain('unknown-property')
    expect([said?.path, said?.message]).toEqual([path, 'Unknown Property flavour'])
  })

  it('becomes the words of today', () => {
    expect(heatSaid('Unknown resource Type : OS::No::Such')?.ids).toEqual(['type-not-found'])
  })
})

it('knows nothing of other words', () => {
  expect(heatSaid('the weather will be fine')).toBeUndefined()
})

it('takes text of any length', () => {
  for (const text of [
    'a '.repeat(1e6),
    'Error: '.repeat(1e5),
    `${'('.repeat(1e5)}HTTP`,
    `Property error: ${'x.'.repeat(1e5)}`,
  ])
    heatSaid(text)
  expect(heatSaid(`Unknown Property flavour${' '.repeat(1e6)}`)?.ids).toContain('unknown-property')
})
