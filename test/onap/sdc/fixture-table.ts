/** SDC's own test packages: what the rules that were read from it give, what its tests expect, and what hotshift says. */
import { plainData } from '../../../src/text/document/data.ts'
import { readDocument } from '../../../src/text/document/document.ts'
import { countsOf, type Files } from './packages.ts'

export interface FixtureCase {
  readonly fixture: string
  /** The codes of the family of the test, as SDC gives them. */
  readonly sdc: string
  readonly files: Files
  /** All that hotshift says. */
  readonly says: string
}

/** The cases in the source of `fixtures.yaml`. */
export function fixtureCases(source: string): readonly FixtureCase[] {
  const reading = readDocument(source)
  if ('problem' in reading || reading.document.root === undefined)
    throw new Error('fixtures.yaml is not read')
  return plainData(reading.document.root) as readonly FixtureCase[]
}

interface FixtureRow {
  readonly fixture: string
  /** Codes with how often each is given, `HOT1 HOT13×3`. */
  readonly rules: string
  readonly test: string
}

/** The rows `fixture | the rules give | the test expects` of a table. */
export function fixtureRows(table: string): readonly FixtureRow[] {
  return table.split('\n').flatMap((line) => {
    const [fixture, rules, test, ...more] = line.split(' | ')
    const isRow = more.length === 0 && test !== undefined && /^\w+\/[\w/.-]+$/.test(fixture ?? '')
    return isRow ? [{ fixture: fixture ?? '', rules: rules ?? '', test: test.replace(/ \(.*/, '') }] : []
  })
}

/** What hotshift says of a package, as far as the codes are those of a list. */
export function saidAs(files: Files, codes: string): string {
  const counts = countsOf(files)
  return codes
    .split(' ')
    .map((one) => {
      const [name = ''] = one.split('×')
      const count = counts.get(name) ?? 0
      return count > 1 ? `${name}×${count}` : count === 1 ? name : `(no ${name})`
    })
    .join(' ')
}

/** Prints each row with what hotshift says, and how many agree. */
export function printFixtures(source: string, table: string): void {
  const cases = fixtureCases(source)
  const rows = fixtureRows(table)
  const left = [...cases]
  let [agreeing, expected] = [0, 0]
  process.stdout.write("\nSDC's own test packages: fixture | hotshift | the rules give | the test expects\n")
  for (const { fixture, rules, test } of rows) {
    const at = left.findIndex((one) => one.fixture === fixture)
    const [own] = at < 0 ? [] : left.splice(at, 1)
    const says = own === undefined ? 'no package' : saidAs(own.files, rules)
    if (says === rules) agreeing += 1
    if (own !== undefined && !saidAs(own.files, test).includes('(no ')) expected += 1
    process.stdout.write(`${fixture} | ${says} | ${rules} | ${test}\n`)
  }
  const names = new Set(rows.map(({ fixture }) => fixture)).size
  process.stdout.write(
    `${rows.length} rows of ${names} fixtures: ${agreeing} as the rules give, ${expected} with all that the test expects, ${left.length} packages without a row\n`,
  )
}
