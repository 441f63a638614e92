/** Messages as people paste them into public reports: in what Heat and clients wrap around them, with their line breaks. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { heatMessageIds, heatSaid } from '../../src/apps/cli/explain/heat-said.ts'

const pasted = JSON.parse(readFileSync(join(__dirname, 'pasted-messages.json'), 'utf8')) as readonly {
  readonly id: string
  readonly said: string
}[]

it.each(pasted)('$id: $said', ({ id, said }) => {
  expect(heatMessageIds()).toContain(id)
  // What is said first is about the message itself, not about what is wrapped around it.
  expect(heatSaid(said)?.ids[0]).toBe(id)
})
