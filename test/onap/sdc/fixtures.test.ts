import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainData } from '../../../src/document/data.ts'
import { readDocument } from '../../../src/document/document.ts'
import { countsOf, type Files, saidOf } from './packages.ts'

interface Case {
  readonly fixture: string
  readonly sdc: string
  readonly files: Files
  readonly says: string
}

const reading = readDocument(readFileSync(join(import.meta.dirname, 'fixtures.yaml'), 'utf8'))
if ('problem' in reading || reading.document.root === undefined) throw new Error('fixtures.yaml is not read')
const cases = plainData(reading.document.root) as readonly Case[]

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
})
