import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fuzz } from '../../bin/fuzz.mjs'

it('takes damaged templates through every command', async () => {
  const keep = mkdtempSync(join(tmpdir(), 'hotshift-kept-'))
  const { inputs, wrong } = await fuzz({ seed: 7, count: 1000, seconds: 120, keep })
  expect(wrong).toEqual([])
  expect(inputs).toBeGreaterThan(0)
  rmSync(keep, { recursive: true })
})
