// Whole processes against one another, in turns: what the machine does besides meets all of them.

import { spawnSync } from 'node:child_process'
import { median } from './measure.ts'

/** A program with its arguments, and where it runs. */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** What comes on standard input: a file there; nothing without one. */
  readonly input?: string
  /** Exit codes besides 0 that are no failure. */
  readonly codes?: readonly number[]
}

/** Processor time of a process and all of its threads, in ms: bash can say it of any program. */
export function processorTime({ command, args, cwd, input = '/dev/null', codes = [] }: Program): number {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>&1 <"$0"'
  const line = ['-c', script, input, command, ...args]
  const { status, stderr } = spawnSync('bash', line, { cwd, encoding: 'utf8' })
  if (status === null || ![0, ...codes].includes(status))
    throw new Error(`${command} ${args.join(' ')} ended with ${status}`)
  const [user = Number.NaN, system = Number.NaN] = stderr.trim().split(' ').map(Number)
  return (user + system) * 1000
}

/** Whether a program can be run here. */
export function canRun(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** How much more one program takes than another. */
export interface Ratio {
  readonly median: number
  readonly least: number
  readonly most: number
}

/** Runs programs in turns; gives for each the ratio to the first one, round by round. */
export function ratiosTo<Name extends string>(
  base: Program,
  others: Readonly<Record<Name, Program>>,
  rounds: number,
): { readonly base: number; readonly ratios: Readonly<Record<Name, Ratio>> } {
  const names = Object.keys(others) as Name[]
  // Compiled code is stored by the first run of a version, and files come into memory.
  for (const one of [base, ...names.map((name) => others[name])]) processorTime(one)
  const bases: number[] = []
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = 0; round < rounds; round++) {
    const time = processorTime(base)
    bases.push(time)
    for (const name of names) found[name].push(processorTime(others[name]) / time)
  }
  const ratioOf = (values: readonly number[]): Ratio => ({
    median: median(values),
    least: Math.min(...values),
    most: Math.max(...values),
  })
  const ratios = Object.fromEntries(names.map((name) => [name, ratioOf(found[name])]))
  return { base: median(bases), ratios: ratios as Record<Name, Ratio> }
}
