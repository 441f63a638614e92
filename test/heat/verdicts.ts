/** Asks Heat about pairs of an original and what hotshift made of it. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { python } from './installed.ts'

/** What Heat says of a pair. */
export interface Verdict {
  readonly before: string
  readonly verdict: 'equal' | 'differs' | 'before-invalid' | 'after-invalid'
  readonly differences: readonly { readonly kind: string; readonly path: string }[]
  readonly tolerated?: readonly { readonly kind: string; readonly path: string }[]
  readonly errors: readonly string[]
}

/**
 * Compares what was written with the originals. Those that were read as AWS reads them are compared with what they mean
 * at AWS, as far as Heat has something for it (`aws_reading.py`).
 * @param program the path of compare.py
 * @param from the folder that the paths of the outcomes begin in
 * @param target where the results are written, for Heat to read
 * @param asks whether parameters may ask for what only AWS knows
 */
export function verdicts(
  program: string,
  outcomes: readonly FileOutcome[],
  from: string,
  target: string,
  asks: 'asks' | 'asks nothing',
): readonly Verdict[] {
  const more = asks === 'asks' ? ['--asked'] : []
  const written = outcomes.filter((one) => one.after !== undefined)
  // What is renamed is known of all, however it was read.
  const pairs = written.map(({ path, newPath }) => [join(from, path), join(target, newPath ?? path)] as const)
  const ofReading = (isAws: boolean, options: readonly string[]) =>
    written.some(({ reading }) => (reading === 'aws') === isAws)
      ? compared(program, pairs, options).filter((_, index) => (written[index]?.reading === 'aws') === isAws)
      : []
  for (const one of written) writeResult(one, target)
  return [...ofReading(false, more), ...ofReading(true, [...more, '--only-aws'])]
}

function writeResult({ path, newPath, after }: FileOutcome, target: string): void {
  const result = join(target, newPath ?? path)
  mkdirSync(dirname(result), { recursive: true })
  writeFileSync(result, after ?? '')
}

function compared(
  program: string,
  pairs: readonly (readonly [before: string, after: string])[],
  options: readonly string[],
): readonly Verdict[] {
  if (pairs.length === 0) return []
  const { stdout, stderr } = spawnSync(python, [program, '--no-types', ...options, '--pairs', '-'], {
    input: JSON.stringify(pairs),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  // One pair alone is indented.
  const found = pairs.length === 1 ? [stdout] : stdout.split('\n').filter((line) => line.startsWith('{'))
  if (found.length !== pairs.length) throw new Error(`${found.length} of ${pairs.length} compared: ${stderr}`)
  return found.map((line) => JSON.parse(line) as Verdict)
}
