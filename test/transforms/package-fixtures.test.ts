import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FileInput } from '../../src/engine/engine-contract.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { createPackageEngine } from '../../src/engine/package-engine.ts'
import type { PackageTransform } from '../../src/engine/package-transform.ts'
import { packageTransforms } from '../../transforms/package-registry.ts'
import { obligatoryCases } from './fixture-cases.ts'
import { type ExpectedPackageFinding, packageCases } from './package-cases.ts'

const root = join(__dirname, '../../transforms')

function run(transform: PackageTransform, files: readonly FileInput[]): readonly FileOutcome[] {
  return createPackageEngine({ transforms: [transform] }).runTogether?.(files) ?? []
}

function textsOf(outcomes: readonly FileOutcome[]): ReadonlyMap<string, string> {
  const changed = outcomes.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after] as const]))
  return new Map(changed.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function findingsOf(outcomes: readonly FileOutcome[]): readonly ExpectedPackageFinding[] {
  return outcomes.flatMap(({ path, findings }) =>
    findings.map(({ code, severity, line, column }) => ({ path, code, severity, line, column })),
  )
}

describe.each([...packageTransforms])('%s', (id, transform) => {
  const cases = packageCases(root, id)

  it('shows the obligatory cases, and has a README', () => {
    const names = cases.map((one) => one.name)
    expect(obligatoryCases.filter((name) => !names.includes(name))).toEqual([])
    expect(existsSync(join(root, id, 'README.md'))).toBe(true)
  })

  it('has obligatory cases that show what they are named after', () => {
    const named = (name: string) => cases.find((one) => one.name === name)
    const inputOf = (name: string) => [...(named(name)?.input.values() ?? [])].map(String)
    expect(named('change')?.expected.size).toBeGreaterThan(0)
    expect(named('no-op')?.expected.size).toBe(0)
    expect(named('no-op')?.findings).toEqual([])
    expect(named('comments')?.expected.size).toBeGreaterThan(0)
    expect(inputOf('comments').join('')).toMatch(/#/)
    expect(named('crlf')?.expected.size).toBeGreaterThan(0)
    for (const text of inputOf('crlf')) expect(text).toMatch(/^(?:[^\r\n]*\r\n)+[^\r\n]*$/)
  })

  for (const one of cases) {
    it(`case ${one.name}`, () => {
      const files = [...one.input].map(([path, bytes]) => ({ path, bytes }))
      const outcomes = run(transform, files)
      const after = textsOf(outcomes)
      expect(Object.fromEntries(after)).toEqual(Object.fromEntries(one.expected))
      expect(findingsOf(outcomes)).toEqual(one.findings)
      expect(outcomes.filter(({ status }) => status === 'failed')).toEqual([])
      for (const { path, isNew } of outcomes)
        expect([path, isNew === true]).toEqual([path, !one.input.has(path)])
      const paths = [...new Set([...one.input.keys(), ...after.keys()])]
      const again = run(
        transform,
        paths.map((path) => ({ path, bytes: Buffer.from(after.get(path) ?? one.input.get(path) ?? '') })),
      )
      expect(Object.fromEntries(textsOf(again))).toEqual({})
    })
  }
})
