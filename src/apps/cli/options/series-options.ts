import fs from 'node:fs'
import { join, resolve } from 'node:path'
import { mailStart } from '../../../run/plan/mail-start.ts'
import { systemMessage } from '../../../run/problem.ts'
import { openRegular } from '../../../run/read-file.ts'
import { isTemporaryName } from '../../../run/temporary-file.ts'
import type { Arguments } from '../command.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'

/** Whether the changes of a command line are wanted as a series. */
export function wantsSeries(args: Arguments): boolean {
  return args.has('commit') || args.value('patches') !== undefined
}

/** Whether each transform's share of a change is to be known. */
export function wantsSteps(args: Arguments): boolean {
  return (
    args.has('interactive') ||
    args.has('commit') ||
    ['only', 'except'].some((name) => args.values(name).some((value) => /^\s*transform:/.test(value))) ||
    ['plan', 'decisions', 'patches'].some((name) => args.value(name) !== undefined)
  )
}

/** For runs of which one file takes the values of hidden parameters. @throws UsageError for `--commit` */
export function refuseCommit(args: Arguments): void {
  if (args.has('commit'))
    throw new UsageError('--hidden-into and --commit cannot be combined', [
      'git would keep the values for everybody who can read the repository',
    ])
}

/** @throws UsageError for a folder of `--patches` that holds something */
export function checkSeriesFolder(args: Arguments, { cwd }: World): void {
  const folder = args.value('patches')
  if (folder === undefined) return
  const target = resolve(cwd, folder)
  const entries = fs.existsSync(target) ? namesIn(target, folder) : []
  // What a run that was killed left there must not keep the next one from its work.
  const others = entries.filter((name) => !isOurs(join(target, name)) && !isTemporaryName(name))
  if (others.length > 0)
    throw new UsageError(`--patches ${folder}: the folder holds other files`, [
      'name a new or an empty folder',
    ])
}

function namesIn(target: string, folder: string): readonly string[] {
  try {
    return fs.readdirSync(target)
  } catch (error) {
    throw new UsageError(`--patches ${folder}: ${systemMessage(error)}`)
  }
}

/** A patch of an earlier series may give way to a new one; a link or a pipe is none. */
export function isOurs(path: string): boolean {
  return /\d{4}-[^/]*\.patch$/.test(path) && headOf(path, mailStart.length) === mailStart
}

function headOf(path: string, length: number): string | undefined {
  let fd: number | undefined
  try {
    fd = openRegular(path, fs)
    const head = Buffer.alloc(length)
    return head.toString('latin1', 0, fs.readSync(fd, head))
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) fs.closeSync(fd)
  }
}
