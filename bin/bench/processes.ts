// Whole processes, as a user starts them.

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a process used, all threads included. */
export interface Usage {
  /** Wall clock, ms. */
  readonly wall: number
  /** ms. */
  readonly cpu: number
  /** The most memory it ever held, MB. */
  readonly peak: number
  /** Until it wrote the first line to standard output, and the first with a file; ms, absent where it never did. */
  readonly firstLine?: number
  readonly firstFile?: number
}

/** Exit codes that tell of findings or manual work, not of failure. */
const ENDED_WELL: readonly (number | null)[] = [0, 1, 3]

/** Runs Node with arguments, output thrown away; wall clock in ms. */
export function wallTime(args: readonly string[], cwd: string): number {
  const before = process.hrtime.bigint()
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: 'ignore' })
  const wall = Number(process.hrtime.bigint() - before) / 1e6
  if (!ENDED_WELL.includes(status)) throw new Error(`node ${args.join(' ')} ended with ${status}`)
  return wall
}

/** Runs Node with arguments and has it say at its end what it used. */
export function usageOf(args: readonly string[], cwd: string): Usage {
  const report = join(cwd, 'usage.json')
  const hook = join(cwd, 'report-usage.cjs')
  writeFileSync(
    hook,
    `const first = {}
const { write } = process.stdout
process.stdout.write = function (text, ...rest) {
  first.firstLine ??= process.uptime() * 1000
  if (first.firstFile === undefined && String(text).includes('"type":"file"')) first.firstFile = process.uptime() * 1000
  return write.call(this, text, ...rest)
}
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const usage = { ...first, cpu: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS / 1024 }
  require('node:fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify(usage))
})\n`,
  )
  const wall = wallTime(['--require', hook, ...args], cwd)
  return { ...(JSON.parse(readFileSync(report, 'utf8')) as Omit<Usage, 'wall'>), wall }
}
