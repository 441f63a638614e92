import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { stringify } from 'yaml'
import { catalogue, type FindingCode } from '../../src/engine/findings/catalogue.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { hasHeat } from '../heat/installed.ts'
import { changesOneLine, engineTo } from './corpus-run.ts'
import { upgradable } from './generated-hot.ts'
import { askHeat, type Pair } from './heat.ts'

const folder = mkdtempSync(join(tmpdir(), 'hotshift-generated-'))
afterAll(() => rmSync(folder, { recursive: true }))

const seed = 20240614
const samples = fc.sample(upgradable, { seed, numRuns: 500 })

describe(`generated HOT templates (seed ${seed})`, () => {
  const runs = samples.map(({ template, to }, index) => {
    const isJson = index % 10 === 9
    const yaml = stringify(template, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false })
    const text = isJson
      ? JSON.stringify(template, null, 2)
      : index % 7 === 6
        ? yaml.replaceAll('\n', '\r\n')
        : yaml
    const path = join(folder, `${index}.${isJson ? 'json' : 'yaml'}`)
    const outcome = engineTo(to).run({ path, bytes: Buffer.from(text) })
    return { to, path, text, outcome }
  })
  const changed = runs.filter(({ outcome }) => outcome.status === 'changed')

  it('are changed and proved to mean the same, or blocked for a reason that is not a defect', () => {
    const isClear = ({ status, proof, findings }: FileOutcome) =>
      status === 'changed' ? proof === 'equal' : status === 'blocked' && findings.every(isNoDefect)
    const wrong = runs.filter(({ outcome }) => !isClear(outcome))
    expect(wrong.map(({ to, text, outcome }) => ({ to, text, reason: outcome.reason }))).toEqual([])
    expect(changed.length).toBeGreaterThan(runs.length / 2)
  })

  it('change in one line where only the version had to change, and not again', () => {
    for (const { to, path, text, outcome } of changed) {
      const { after = '', transforms } = outcome
      const isShort = transforms.every(({ id }) => id === 'hot/target-version')
      if (isShort) expect({ text, isOneLine: changesOneLine(text, after) }).toEqual({ text, isOneLine: true })
      expect(engineTo(to).run({ path, bytes: Buffer.from(after) }).status).toBe('unchanged')
    }
  })

  const withHeat = hasHeat ? it : it.skip
  withHeat('mean the same to Heat', () => {
    const pairs = changed.map(({ path, text, outcome }): Pair => {
      const result = path.replace(/(?=\.\w+$)/, '-after')
      writeFileSync(path, text)
      writeFileSync(result, outcome.after ?? '')
      return [path, result]
    })
    const verdicts = askHeat(pairs)
    const wrong = verdicts.filter(({ verdict }) => verdict !== 'equal' && verdict !== 'before-invalid')
    expect(wrong).toEqual([])
    expect(verdicts.filter(({ verdict }) => verdict === 'equal').length).toBeGreaterThan(pairs.length / 2)
  })
})

/** Differing meaning is found by the proof before anything is written, but is a defect of ours here. */
function isNoDefect({ code }: { readonly code: string }): boolean {
  return code in catalogue && !defects.has(code as FindingCode)
}

const defects: ReadonlySet<FindingCode> = new Set([
  'meaning-differs',
  'meaning-unproved',
  'output-differs',
  'internal-error',
])
