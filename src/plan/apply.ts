/** Makes what a plan says, as the run would have made it. */

import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { topicOf } from '../engine/catalogue.ts'
import type { ChangedOutcome, FileOutcome } from '../engine/outcome.ts'
import { blockBrokenGroups } from '../runner/conflicts.ts'
import type { FileSystem } from '../runner/file-system.ts'
import { type Problem, systemMessage, withdraw } from '../runner/problem.ts'
import { readRegular } from '../runner/read-file.ts'
import { type ConcludeOptions, conclude, inOrder } from '../runner/run.ts'
import type { RunReport } from '../runner/run-report.ts'
import { isTemporaryName } from '../runner/temporary-file.ts'
import type { FoundFile } from '../runner/walk.ts'
import { realLocation } from '../runner/write.ts'
import { sha256 } from './planned-file.ts'

export interface ApplyOptions extends Omit<ConcludeOptions, 'engine' | 'fileSystem'> {
  readonly fileSystem: FileSystem
  /** Whether files outside of the working directory may be changed. */
  readonly reach: 'inside' | 'anywhere'
}

/** A report, and how many files were as they are to be already. */
export interface Applied {
  readonly report: RunReport
  readonly done: number
}

/** Makes the changes of outcomes whose files are what they were; the others are blocked with what belongs to them. */
export async function applyOutcomes(
  outcomes: readonly FileOutcome[],
  options: ApplyOptions,
): Promise<Applied> {
  const { cwd, fileSystem: fs, mode, onNotice, copyTo } = options
  const changed = outcomes.filter((one): one is ChangedOutcome => one.status === 'changed')
  const refused = refusedOf(changed, options)
  // What may not be changed is not looked into either: it may be all of the disk.
  const allowed = changed.filter((one) => !refused.has(one))
  const there = allowed.filter(({ path }) => fs.existsSync(resolve(cwd, path))).map(({ path }) => path)
  const around = there.length > 0 ? there : [...new Set(allowed.map(({ path }) => dirname(path)))].slice(0, 1)
  const notice = onNotice === undefined ? {} : { onNotice }
  const found = await inOrder(
    { paths: around.filter((path) => fs.existsSync(resolve(cwd, path))), cwd, mode, ...notice },
    fs,
  )
  const ready = new Map<string, FileOutcome>()
  let done = 0
  for (const outcome of changed) {
    const state = refused.get(outcome) ?? stateOf(outcome, options)
    if (state === 'done') done++
    ready.set(outcome.path, inState(outcome, state))
  }
  for (const problem of found.problems) if (ready.has(problem.path)) ready.set(problem.path, problem)
  const withdrawn = outcomes.map((one) => ready.get(one.path) ?? one)
  const intended = blockBrokenGroups(withdrawn, outcomes)
  const paths = intended.map(({ path }) => path)
  return {
    report: await conclude(
      {
        outcomes: intended,
        files: copyTo === undefined ? found.files : filesOf(intended, options),
        archives: [],
        paths,
      },
      { ...options, engine: {} },
    ),
    done,
  }
}

/** The files that a copy is made of, unchanged ones too; links that were not followed are none of them. */
function filesOf(
  outcomes: readonly FileOutcome[],
  { cwd, fileSystem: fs }: ApplyOptions,
): readonly FoundFile[] {
  return outcomes.flatMap(({ path, isNew, findings }) => {
    const absolute = resolve(cwd, path)
    const isFile = fs.statSync(absolute, { throwIfNoEntry: false })?.isFile() === true
    if (isNew === true || !isFile || findings.some((one) => topicOf(one) === 'link')) return []
    return [{ path, realPath: fs.realpathSync(absolute) }]
  })
}

type State = 'planned' | 'done' | Problem

/** How the file on disk relates to the change. */
function stateOf(outcome: ChangedOutcome, options: ApplyOptions): State {
  const { path, newPath = path, isNew, before, after } = outcome
  const { cwd, fileSystem: fs } = options
  try {
    const now = hashAt(resolve(cwd, path), fs)
    const target = newPath === path ? now : hashAt(resolve(cwd, newPath), fs)
    const planned = sha256(after)
    if (isNew === true) return now === planned ? 'done' : 'planned'
    if (before !== undefined && now === sha256(before)) return 'planned'
    if (target === planned && (newPath === path || now === undefined)) return 'done'
    const message = now === undefined ? 'is no longer there' : 'has changed since the plan was made'
    return { code: 'plan-outdated', message }
  } catch (error) {
    return { code: 'unreadable-file', message: `cannot be read: ${systemMessage(error)}` }
  }
}

function inState(outcome: ChangedOutcome, state: State): FileOutcome {
  if (state === 'planned') return outcome
  if (state !== 'done') return withdraw(outcome, 'blocked', state)
  const { path, kind, findings, before } = outcome
  return {
    path,
    kind,
    status: 'unchanged',
    proof: 'none',
    transforms: [],
    findings,
    ...(before === undefined ? {} : { before }),
  }
}

/** Changes of what a plan may not change. */
function refusedOf(
  changed: readonly ChangedOutcome[],
  options: ApplyOptions,
): ReadonlyMap<ChangedOutcome, Problem> {
  const refused = new Map<ChangedOutcome, Problem>()
  for (const outcome of changed) {
    const problem = refusal(outcome, options)
    if (problem !== undefined) refused.set(outcome, problem)
  }
  return refused
}

function refusal({ path, newPath = path }: ChangedOutcome, options: ApplyOptions): Problem | undefined {
  const code = 'plan-leads-outside'
  try {
    if ([path, newPath].some(isOfGit)) return { code, message: 'belongs to git, which may run it' }
    // The next run would read it for what a killed one left behind.
    if ([path, newPath].some((one) => isTemporaryName(basename(one))))
      return { code, message: 'has a name that only files of hotshift have' }
    if (options.reach === 'anywhere' || ![path, newPath].some((one) => leadsOutside(one, options)))
      return undefined
    return { code, message: 'lies outside of the working directory' }
  } catch (error) {
    return { code: 'unreadable-file', message: `cannot be read: ${systemMessage(error)}` }
  }
}

/** By any of the names that disks take for `.git`, as `git apply` sees it. */
function isOfGit(path: string): boolean {
  return path.split(/[/\\]/).some((part) => /^(?:\.git|git~1)[. ]*$/i.test(part))
}

/** By its name, or by the links in it. */
function leadsOutside(path: string, { cwd, fileSystem: fs }: ApplyOptions): boolean {
  const isOutside = (from: string, to: string) => {
    const below = relative(from, to)
    return isAbsolute(below) || below.split(sep, 1)[0] === '..'
  }
  const absolute = resolve(cwd, path)
  if (isOutside(cwd, absolute)) return true
  // Of a file that is not there the directory, which may be a link as well.
  const real = fs.existsSync(absolute) ? fs.realpathSync(absolute) : realLocation(absolute, fs)
  return isOutside(fs.realpathSync(cwd), real)
}

/** The hash of a file, through links as the run read it; undefined where there is none. */
function hashAt(path: string, fs: FileSystem): string | undefined {
  return fs.existsSync(path) ? sha256(readRegular(fs.realpathSync(path), fs)) : undefined
}
