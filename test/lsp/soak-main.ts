/** `npm run soak -- [edits | minutes, as in 120m]`: prints the memory of the server on its way, and fails if it grows. */
import { join } from 'node:path'
import { type SoakLength, soak } from './soak.ts'

async function main([root = '.', length = '100000']: readonly string[]): Promise<void> {
  const { samples } = await soak(lengthOf(length), join(root, 'bin/hotshift.cjs'), (sample) => {
    process.stdout.write(`${sample.edits} edits, ${sample.minutes.toFixed(1)} min: ${sample.memory} kB\n`)
  })
  const middle = samples[Math.floor(samples.length / 2) - 1]?.memory ?? 0
  const growth = (samples.at(-1)?.memory ?? 0) / middle
  process.stdout.write(`at the end ${growth.toFixed(2)} of what it was half-way\n`)
  if (!(growth < 1.25)) process.exitCode = 1
}

function lengthOf(written: string): SoakLength {
  const [, count, isTime] = /^([1-9]\d*)(m?)$/.exec(written) ?? []
  if (count === undefined)
    throw new Error(`not a number of edits or minutes: ${written} (as in 100000 or 120m)`)
  return isTime ? { minutes: Number(count) } : { edits: Number(count) }
}

void main(process.argv.slice(2))
