import { compared } from './compared-text.ts'
import { leftOut } from './places.ts'

describe('the default text of a run', () => {
  it('of a check leaves out no error, no warning and no file', async () => {
    const { error, warning, unnamed, files } = await compared('check', ['corpus'])
    expect(files).toBeGreaterThan(100)
    expect({ error, warning, unnamed }).toEqual({ error: [], warning: [], unnamed: [] })
  })

  it('is found to leave something out where it does', () => {
    const finding = { code: 'c', severity: 'error', message: 'm', line: 1, column: 2 }
    const report = JSON.stringify({
      files: [
        { path: 'a.yaml', findings: [finding, { ...finding, line: 3 }, { ...finding, message: 'n' }] },
        { path: 'b.yaml', findings: [{ ...finding, severity: 'warning' }] },
      ],
    })
    expect(leftOut('a.yaml\n  1:2  error  c  m (also at 3:2)\n', report)).toEqual({
      error: ['a.yaml:1:2 error c n'],
      warning: ['b.yaml:1:2 warning c m'],
      unnamed: ['b.yaml'],
    })
  })
})
