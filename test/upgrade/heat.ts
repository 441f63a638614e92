/** Asks Heat itself about pairs of templates. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { hasHeatFor, python } from '../heat/installed.ts'

/** Whether Heat is installed for the system's Python (Debian's python3-heat). */
export const hasHeat = hasHeatFor('asking Heat about results')

/** Paths of a template and its rewrite. */
export type Pair = readonly [before: string, after: string]

export interface Verdict {
  readonly before: string
  readonly verdict: 'equal' | 'differs' | 'before-invalid' | 'after-invalid'
  readonly differences: readonly unknown[]
}

/** @throws Error when Heat did not answer about each pair */
export function askHeat(pairs: readonly Pair[]): readonly Verdict[] {
  const compare = join(__dirname, '../heat/compare.py')
  const { stdout, stderr } = spawnSync(python, [compare, '--no-types', '--pairs', '-'], {
    input: JSON.stringify(pairs),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  // A single verdict is indented.
  const verdicts = pairs.length === 1 ? [stdout] : stdout.split('\n').filter((line) => line.startsWith('{'))
  if (verdicts.length !== pairs.length)
    throw new Error(`${verdicts.length} of ${pairs.length} compared: ${stderr}`)
  return verdicts.map((line) => JSON.parse(line) as Verdict)
}
