/** Templates made at random, lifted to the next version and to the latest: the same to our proof and to Heat. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { type HotVersion, hotVersions, latestVersion } from '../../src/heat/versions.ts'
import { engineFor } from '../engine/run-text.ts'
import { hotTemplates } from './generated-hot.ts'
import { hasHeatFor, python } from './installed.ts'

const hasHeat = hasHeatFor('asking Heat about generated upgrades')

const folder = mkdtempSync(join(tmpdir(), 'hotshift-lifted-'))
afterAll(() => rmSync(folder, { recursive: true }))

const seed = 20250302
const count = 14

/** Each original with its upgrade, both in files; those that are blocked are left out. */
function lifted(from: HotVersion, to: HotVersion): (readonly [string, string])[] {
  const engine = engineFor({ chain: 'upgrade', to })
  return fc.sample(hotTemplates(from), { seed, numRuns: count }).flatMap((template, index) => {
    const text = JSON.stringify(template, null, 1)
    const path = join(folder, `${from}-${to}-${index}.json`)
    const { status, proof, reason, after } = engine.run({ path, bytes: Buffer.from(text) })
    // What is blocked has to be blocked by a transform: a rewrite that differs is a defect.
    expect({ path, status, proof, reason }).toMatchObject(
      status === 'blocked' ? { proof: 'none' } : { status: 'changed', proof: 'equal' },
    )
    if (after === undefined) return []
    writeFileSync(path, text)
    writeFileSync(`${path}.yaml`, after)
    return [[path, `${path}.yaml`] as const]
  })
}

const steps = hotVersions.slice(0, -1).flatMap((from, index) => {
  const next = hotVersions[index + 1] as HotVersion
  return next === latestVersion
    ? [[from, next] as const]
    : [[from, next] as const, [from, latestVersion] as const]
})

interface Verdict {
  readonly verdict: string
  readonly before: string
  readonly differences?: unknown
  readonly errors?: unknown
}

/** What Heat says of each pair, by the path of its original; Heat takes seconds to start, so it is asked once. */
function verdictsOn(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, Verdict> {
  const { stdout } = spawnSync(python, [join(__dirname, 'compare.py'), '--no-types', '--pairs', '-'], {
    input: JSON.stringify(pairs),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const verdicts = stdout
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Verdict] : []))
  return new Map(verdicts.map((one) => [one.before, one]))
}

describe(`templates made at random (seed ${seed})`, () => {
  const pairs = steps.map(([from, to]) => lifted(from, to))
  const verdicts = hasHeat ? verdictsOn(pairs.flat()) : undefined

  const perStep = steps.map((step, index) => [...step, pairs[index] ?? []] as const)

  it.each(perStep)('of %s are written for %s', (_from, _to, own) => {
    expect(own.length).toBeGreaterThan(count / 4)
  })

  const withHeat = hasHeat ? it.each(perStep) : it.skip.each(perStep)
  withHeat('of %s mean the same in %s', (_from, _to, own) => {
    const all = own.map(([path]) => verdicts?.get(path))
    expect(all).not.toContain(undefined)
    const wrong = all.filter((one) => one?.verdict === 'differs' || one?.verdict === 'after-invalid')
    expect(wrong.map((one) => [one?.before, one?.differences, one?.errors])).toEqual([])
  })
})
