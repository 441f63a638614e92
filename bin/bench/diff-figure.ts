import { unifiedDiff } from '../../src/run/diff/unified-diff.ts'
import type { Figure } from './figure.ts'
import { cpuTime } from './measure.ts'

const LINES = 5000

/** The diff of a file in which every line changes, the first time it is asked for: a run makes it once. */
export function diffFigure(): Figure {
  const lines = (word: string) =>
    Array.from({ length: LINES }, (_, i) => `  ${word}_${i}: ${(i * 7919) % 1000}\n`).join('')
  const change = { path: 'a.yaml', before: lines('before'), after: lines('after') }
  const value = cpuTime(() => {
    if (unifiedDiff(change).length < change.before.length) throw new Error('the diff misses lines')
  })
  return { name: 'diff of 5,000 rewritten lines', value, target: 100, unit: 'ms', note: 'first call' }
}
