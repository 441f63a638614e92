import { killRuns } from './kill-runs.mjs'

it('comes to the same end when it is killed and run again', async () => {
  const { failures, ...figures } = await killRuns({ count: 40, seed: 2 })
  expect(failures).toEqual([])
  expect(figures).toMatchObject({ kills: 40, equal: 40 })
})
