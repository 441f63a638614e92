/** `npm run soak -- [edits]`: prints the memory of the server on its way, and fails if it grows. */
import { join } from 'node:path'
import { soak } from './soak.ts'

async function main([root = '.', count = '100000']: readonly string[]): Promise<void> {
  const edits = Number(count)
  const { samples } = await soak(edits, join(root, 'bin/hotshift.cjs'))
  for (const [index, sample] of samples.entries())
    process.stdout.write(`${Math.round(((index + 1) * edits) / samples.length)} edits: ${sample} kB\n`)
  const middle = samples[Math.floor(samples.length / 2) - 1] ?? 0
  const growth = (samples.at(-1) ?? 0) / middle
  process.stdout.write(`after all edits ${growth.toFixed(2)} of what it was after half of them\n`)
  if (!(growth < 1.25)) process.exitCode = 1
}

void main(process.argv.slice(2))
