import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixtureCases, fixtureRows, saidAs } from './fixture-table.ts'
import { countsOf, saidOf } from './packages.ts'

const cases = fixtureCases(readFileSync(join(import.meta.dirname, 'fixtures.yaml'), 'utf8'))

describe("packages like those of SDC's own tests", () => {
  test('there is one for each test that expects a finding; one of them does so of two validators', () => {
    expect(new Set(cases.map(({ fixture }) => fixture)).size).toBe(90)
    expect(cases).toHaveLength(91)
  })

  test.each(cases)('$fixture', ({ sdc, files, says }) => {
    const counts = countsOf(files)
    for (const one of sdc.split(' ')) {
      const [name = '', count = '1'] = one.split('×')
      expect(`${name} ${counts.get(name) ?? 0}`).toBe(`${name} ${count}`)
    }
    expect(`${saidOf(files).join('\n')}\n`).toBe(says)
  })

  test('are compared with a table by what is given of the codes in it', () => {
    const rows = fixtureRows(
      'fixture | the rules give\n```\nheat/a/neg | HOT1 HOT13×2 | HOT1 (1 in the file)\n',
    )
    expect(rows).toEqual([{ fixture: 'heat/a/neg', rules: 'HOT1 HOT13×2', test: 'HOT1' }])
    const files =
      cases.find(({ fixture }) => fixture === 'contrail/collidesindifferentheatfiles')?.files ?? {}
    expect(saidAs(files, 'CTL2 CTL3 HOT1')).toBe('CTL2 CTL3×2 (no HOT1)')
  })
})
