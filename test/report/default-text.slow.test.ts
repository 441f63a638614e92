import { compared } from './compared-text.ts'

describe('the default text of a run', () => {
  it.each(['migrate', 'upgrade --to latest'])('%s leaves out no error and no warning', async (command) => {
    const { error, warning, files } = await compared(command, ['corpus'])
    expect(files).toBeGreaterThan(100)
    expect({ error, warning }).toEqual({ error: [], warning: [] })
  })
})
