import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checksOf } from '../../src/apps/testing/tester.ts'
import { packageTransforms } from '../../transforms/package-registry.ts'
import { transforms } from '../../transforms/registry.ts'
import { fixtureRuns, transformFolders } from './fixture-runs.ts'

const root = join(__dirname, '../..')

/** What every transform shows at least; STYLE asks for the first three, the last is data that only resembles. */
const obligatoryCases = ['change', 'no-op', 'comments', 'look-alike']

describe('every transform', () => {
  it('has a folder of its own, and every folder is registered', () => {
    expect(transformFolders(root)).toEqual([...transforms.keys(), ...packageTransforms.keys()].sort())
  })
})

describe.each(fixtureRuns(root))('$id', ({ id, fixtures, run }) => {
  if (id.includes('/')) {
    const named = (name: string) => fixtures.find((one) => one.name === name)

    it('shows the obligatory cases, and has a README', () => {
      expect(obligatoryCases.filter((name) => named(name) === undefined)).toEqual([])
      expect(existsSync(join(root, 'transforms', id, 'README.md'))).toBe(true)
    })

    it('has obligatory cases that show what they are named after', () => {
      expect(named('change')?.expected.size).toBeGreaterThan(0)
      expect(named('no-op')).toMatchObject({ expected: new Map(), findings: [] })
      expect(named('comments')?.expected.size).toBeGreaterThan(0)
      expect([...(named('comments')?.input.values() ?? [])].join('')).toMatch(/#|\/\//)
    })
  }

  it.each(fixtures.map((one) => [one.name, one] as const))('case %s', (_, one) => {
    const checks = [...checksOf(one, run)]
    // One comparison of all: thousands of single ones take time of their own.
    expect(checks.map(({ name, actual }) => ({ [name]: actual }))).toEqual(
      checks.map(({ name, expected }) => ({ [name]: expected })),
    )
  })
})
