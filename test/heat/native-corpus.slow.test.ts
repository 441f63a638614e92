/** Real templates that use only types of Heat's, made native: what comes out, to hotshift and to Heat itself. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import { createEngine } from '../../src/engine/engine.ts'
import { codesThat } from '../../src/engine/findings/catalogue.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { resourceTypeFacts } from '../../src/heat/resource-types.ts'
import { transforms } from '../../transforms/registry.ts'
import { filesBelow, hasSharedCorpus, sharedCorpus } from '../engine/corpus-files.ts'
import { hasHeatFor, python } from './installed.ts'

const hasHeat = hasHeatFor('asking Heat about native templates')
const withCorpus = hasSharedCorpus && hasHeat ? describe : describe.skip

const folder = mkdtempSync(join(tmpdir(), 'hotshift-native-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Types of AWS that stand in a text. */
function awsTypes(text: string): readonly string[] {
  const found = text.matchAll(/\bType"?\s*:\s*["']?(AWS::[A-Za-z0-9:]+)/gi)
  return [...new Set([...found].map(([, type]) => type ?? ''))]
}

function native(accept: readonly string[]) {
  const engine = createEngine({
    chain: 'migrate-natively',
    to: '2018-08-31',
    accept,
    partial: false,
    registry: transforms,
  })
  return (path: string, bytes: Uint8Array) => {
    return engine.run({ path, bytes }) as FileOutcome
  }
}

/** What hotshift finds wrong in a template, by code, place left out. */
function errorsIn(path: string, text: string): readonly string[] {
  const made = createChecker({ readFile: () => undefined }).run({ path, bytes: Buffer.from(text) })
  const findings = (made as FileOutcome).findings
  return findings.flatMap(({ code, severity }) => (severity === 'error' ? [code] : [])).sort()
}

/** What Heat's own validation of the template's language says, by path. */
function askHeat(paths: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const run = spawnSync(python, [join(import.meta.dirname, 'native_validate.py'), ...paths], {
    encoding: 'utf8',
  })
  expect([run.status, run.stderr]).toEqual([0, ''])
  return JSON.parse(run.stdout) as Readonly<Record<string, readonly string[]>>
}

withCorpus('real templates with types of Heat alone', () => {
  const templates = (hasSharedCorpus ? filesBelow(sharedCorpus) : [])
    .filter((path) => path.startsWith('cfn-'))
    .map((path) => ({ path, bytes: readFileSync(join(sharedCorpus, path)) }))
    .filter(({ bytes }) => {
      const types = awsTypes(bytes.toString('utf8'))
      return types.length > 0 && types.every((type) => resourceTypeFacts(type) !== undefined)
    })
  const losses = [...codesThat('native loss')]
  const run = native([...losses, 'availability-zones'])
  const outcomes = templates.map(({ path, bytes }) => ({ path, bytes, outcome: run(path, bytes) }))
  const changed = outcomes.filter(({ outcome }) => outcome.status === 'changed')

  it('become native, or say why not', () => {
    const status = (wanted: string) => outcomes.filter(({ outcome }) => outcome.status === wanted)
    const proofs = (wanted: string) => changed.filter(({ outcome }) => outcome.proof === wanted).length
    console.log(
      `${templates.length} templates: ${changed.length} changed (${proofs('corresponds')} corresponding, ${proofs('equal')} equal), ${status('blocked').length} blocked`,
    )
    expect(changed.length).toBeGreaterThan(20)
    expect(status('failed').map(({ path }) => path)).toEqual([])
    expect(changed.filter(({ outcome }) => !['corresponds', 'equal'].includes(outcome.proof))).toEqual([])
    for (const { outcome } of status('blocked')) {
      const codes = outcome.findings.map(({ code }) => code)
      expect(codes).not.toContain('meaning-differs')
      expect(codes).not.toContain('meaning-unproved')
    }
  })

  it('have nothing wrong in them that was not wrong before, or are called not deployable', () => {
    const called = changed.filter(({ outcome }) => outcome.undeployable?.isNew === true)
    expect(called.map(({ path }) => path.split('/').at(-1))).toEqual([
      'fn-foreach-s3-outputs.json',
      'Autoscaling.template',
      'AutoScalingMultiAZSample.template',
      'fn-foreach-s3-outputs.yaml',
    ])
    for (const { path, bytes, outcome } of changed) {
      if (outcome.undeployable?.isNew === true) continue
      const before = errorsIn(path, bytes.toString('utf8'))
      const after = errorsIn('native.yaml', outcome.after ?? '')
      expect([path, after.filter((code) => !before.includes(code))]).toEqual([path, []])
    }
  })

  it('are taken by Heat as far as what they were made of', () => {
    const pairs = changed.map(({ path, bytes, outcome }) => {
      const [before, after] = [join(folder, 'before', path), join(folder, 'after', path)]
      for (const [name, text] of [
        [before, bytes],
        [after, outcome.after ?? ''],
      ] as const) {
        mkdirSync(dirname(name), { recursive: true })
        writeFileSync(name, text)
      }
      return { path, before, after }
    })
    const errors = askHeat(pairs.flatMap(({ before, after }) => [before, after]))
    const worse = pairs.filter(
      ({ before, after }) => (errors[before] ?? []).length === 0 && (errors[after] ?? []).length > 0,
    )
    console.log(
      `Heat takes ${pairs.filter(({ after }) => errors[after]?.length === 0).length} of ${pairs.length} results, and ${pairs.filter(({ before }) => errors[before]?.length === 0).length} of the originals`,
    )
    expect(worse.map(({ path, after }) => [path, errors[after]])).toEqual([])
  })
})
