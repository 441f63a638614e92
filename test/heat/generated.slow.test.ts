import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { engineFor } from '../engine/run-text.ts'
import { cfnTemplates } from './generated-templates.ts'
import { hasHeatFor, python } from './installed.ts'

const hasHeat = hasHeatFor('asking Heat about generated templates')

const folder = mkdtempSync(join(tmpdir(), 'hotshift-generated-'))
afterAll(() => rmSync(folder, { recursive: true }))

const seed = 20240501
const originals = fc
  .sample(cfnTemplates, { seed, numRuns: 300 })
  .map((template) => JSON.stringify(template, null, 1))

/** Each original with its rewrite, both in files; those that are blocked are left out. */
function rewritten(to: string): (readonly [string, string])[] {
  const engine = engineFor({ to })
  let unproved = 0
  const pairs = originals.flatMap((text, index) => {
    const path = join(folder, `${to}-${index}.json`)
    const outcome = engine.run({ path, bytes: Buffer.from(text) })
    // A rewrite that our own proof finds wrong is a defect, whatever Heat says.
    const { status, proof, reason } = outcome
    const isHeld = status === 'blocked' && proof === 'unproved'
    if (isHeld) unproved += 1
    const right = isHeld
      ? {}
      : status === 'blocked'
        ? { proof: 'none' }
        : { status: 'changed', proof: 'equal' }
    expect({ path, status, proof, reason }).toMatchObject(right)
    if (outcome.after === undefined) return []
    writeFileSync(path, text)
    writeFileSync(`${path}.yaml`, outcome.after)
    return [[path, `${path}.yaml`] as const]
  })
  // Branches of choices inside of choices by the same condition, for one, are reached by no sample.
  expect(unproved).toBeLessThanOrEqual(originals.length / 20)
  return pairs
}

const pairs = new Map<string, ReturnType<typeof rewritten>>()

describe(`generated templates (seed ${seed})`, () => {
  const targets = ['2018-08-31', 'oldest']
  const withHeat = hasHeat ? it.each(targets) : it.skip.each(targets)

  it.each(targets)('are rewritten, with proof, with --to %s', (to) => {
    const made = rewritten(to)
    pairs.set(to, made)
    expect(made.length).toBeGreaterThan(originals.length / 2)
  })

  withHeat('mean the same to both evaluators, with --to %s', (to) => {
    const made = pairs.get(to) ?? rewritten(to)
    const { stdout } = spawnSync(python, [join(__dirname, 'compare.py'), '--no-types', '--pairs', '-'], {
      input: JSON.stringify(made),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    const verdicts = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
    expect(verdicts).toHaveLength(made.length)
    const wrong = verdicts.filter(({ verdict }) => verdict === 'differs' || verdict === 'after-invalid')
    expect(wrong.map(({ before, differences, errors }) => ({ before, differences, errors }))).toEqual([])
  })
})
