/** What Heat says of the examples, and how they are made: UPDATE_EXAMPLES=1 writes them, which takes minutes. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import facts from '../../src/rules/onap/facts/examples.json' with { type: 'json' }
import type { RequirementExample } from '../../src/rules/onap/facts/facts.ts'
import { hasHeatFor, python } from '../heat/installed.ts'
import { requirementExamples } from './examples.ts'

const source =
  'Made by test/onap/examples.ts of the packages in corpus/packages and the cases in test/onap/cases: hotshift checks and repairs each of them.'

if (process.env.UPDATE_EXAMPLES === '1')
  it('writes the examples', () => {
    const text = JSON.stringify({ source, examples: Object.fromEntries(requirementExamples()) }, null, 2)
    writeFileSync(join(import.meta.dirname, '../../src/rules/onap/facts/examples.json'), `${text}\n`)
  })

const heat = hasHeatFor('asking Heat')

;(heat ? it : it.skip)('are packages that Heat loads, once they are corrected', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-heat-'))
  try {
    const templates = Object.entries(
      facts.examples as unknown as Readonly<Record<string, RequirementExample>>,
    ).flatMap(([id, { before, after, removed = [] }]) => {
      const texts = { ...before, ...after }
      for (const path of removed) delete texts[path]
      // Heat itself has no types of Contrail.
      if (Object.values(texts).some((text) => text.includes('OS::ContrailV2'))) return []
      for (const [path, text] of Object.entries(texts)) {
        mkdirSync(dirname(join(folder, id, path)), { recursive: true })
        writeFileSync(join(folder, id, path), `${text}\n`)
      }
      return Object.keys(after)
        .filter((path) => /\.ya?ml$/.test(path))
        .map((path) => join(folder, id, path))
    })
    const compare = join(__dirname, '../heat/compare.py')
    const { stdout } = spawnSync(python, [compare, '--check', ...templates], { encoding: 'utf8' })
    const verdicts = [...stdout.matchAll(/^(accepted|refused) +(\S+)/gm)]
    expect(verdicts).toHaveLength(templates.length)
    expect(templates.length).toBeGreaterThan(100)
    expect(
      verdicts.flatMap(([, verdict, path = '']) =>
        verdict === 'refused' ? [path.slice(folder.length)] : [],
      ),
    ).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
