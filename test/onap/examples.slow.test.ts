import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requirementExamples } from './examples.ts'

const path = join(import.meta.dirname, '../../src/onap/facts/examples.json')

/** The fact file as it has to be: each example breaks its requirement, and what is said to repair it does. */
function examplesText(): string {
  const source =
    'Made by test/onap/examples.ts of the packages in corpus/packages and the cases in test/onap/cases: hotshift checks and repairs each of them.'
  return `${JSON.stringify({ source, examples: Object.fromEntries(requirementExamples()) }, null, 2)}\n`
}

it('has the examples that check and remediate give; UPDATE_EXAMPLES=1 writes them', () => {
  const text = examplesText()
  if (process.env.UPDATE_EXAMPLES === '1') writeFileSync(path, text)
  expect(readFileSync(path, 'utf8')).toBe(text)
})
