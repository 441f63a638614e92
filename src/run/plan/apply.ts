/** Makes what a plan says, as the run would have made it. */

import { basename, dirname, resolve } from 'node:path'
import { behaves } from '../../engine/findings/catalogue.ts'
import type { ChangedOutcome, FileOutcome } from '../../engine/outcome.ts'
import { defined } from '../../text/document/records.ts'
import { sha256 } from '../../text/document/sha256.ts'
import { byPath } from '../../text/document/sorted.ts'
import { isInside, isNameOfGit } from '../boundary.ts'
import { blockBrokenGroups, nameKey } from '../conflicts.ts'
import { type FileSystem, realPathOf } from '../file-system.ts'
import { holdHeap } from '../heap.ts'
import { type Problem, systemMessage, withdraw } from '../problem.ts'
import { readRegular } from '../read-file.ts'
import { type ConcludeOptions, conclude, inOrder } from '../run.ts'
import type { RunReport } from '../run-report.ts'
import { isTemporaryName } from '../temporary-file.ts'
import { setsByKeys } from '../units.ts'
import type { FoundFile } from '../walk.ts'
import type { OutcomeFacts, Outcomes } from './outcomes.ts'

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
export async function applyOutcomes(outcomes: Outcomes, options: ApplyOptions): Promise<Applied> {
  const { cwd, fileSystem: fs, mode, onNotice, copyTo } = options
  holdHeap(outcomes.length)
  const refused = refusedOf(outcomes, options)
  // What may not be changed is not looked into either: it may be all of the disk.
  const allowed = outcomes.facts.filter(({ path, status }) => status === 'changed' && !refused.has(path))
  const there = allowed.filter(({ path }) => fs.existsSync(resolve(cwd, path))).map(({ path }) => path)
  const around = there.length > 0 ? there : [...new Set(allowed.map(({ path }) => dirname(path)))].slice(0, 1)
  const notice = onNotice === undefined ? {} : { onNotice }
  const found = await inOrder(
    { paths: around.filter((path) => fs.existsSync(resolve(cwd, path))), cwd, mode, ...notice },
    fs,
  )
  const problems = new Map(found.problems.map((one) => [one.path, one]))
  let done = 0
  const ready = (outcome: FileOutcome): FileOutcome => {
    if (outcome.status !== 'changed') return outcome
    const state = refused.get(outcome.path) ?? stateOf(outcome, options)
    if (state === 'done') done++
    return problems.get(outcome.path) ?? inState(outcome, state)
  }
  function* portions(): Generator<readonly FileOutcome[]> {
    for (const facts of portionsOf(outcomes.facts)) {
      const planned = facts.flatMap(({ path }) => outcomes.of(path) ?? [])
      yield blockBrokenGroups(planned.map(ready), planned)
    }
  }
  const report = await conclude(
    {
      portions: portions(),
      files: copyTo === undefined ? found.files : filesOf(outcomes, options),
      archives: [],
      paths: outcomes.facts.flatMap(({ path, isNew }) => (isNew === true ? [] : [path])),
    },
    { ...options, engine: {} },
  )
  return { report, done }
}

/** So many files are made at a time, and those that depend on one another in one piece. */
const PORTION = 64

/** The files in portions, those of a group in one, and those of which one gets the name that another has or gets. */
function portionsOf(facts: readonly OutcomeFacts[]): Iterable<readonly OutcomeFacts[]> {
  const sorted = [...facts].sort(byPath)
  const givesNames = facts.some(({ newPath, isNew }) => newPath !== undefined || isNew === true)
  const keysOf = ({ path, newPath, group, status }: OutcomeFacts): readonly string[] => {
    if (status !== 'changed') return []
    const names = givesNames ? [path, ...(newPath === undefined ? [] : [newPath])] : []
    return [
      ...names.map((name) => `name ${nameKey(name)}`),
      ...(group === undefined ? [] : [`group ${group}`]),
    ]
  }
  return portionsWith(setsByKeys(sorted, keysOf))
}

function* portionsWith(units: readonly (readonly OutcomeFacts[])[]): Generator<readonly OutcomeFacts[]> {
  let portion: OutcomeFacts[] = []
  for (const unit of units) {
    portion.push(...unit)
    if (portion.length < PORTION) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}

/** The files that a copy is made of, unchanged ones too; links that were not followed are none of them. */
function filesOf(outcomes: Outcomes, options: ApplyOptions): readonly FoundFile[] {
  const { cwd, fileSystem: fs } = options
  const files: FoundFile[] = []
  for (const outcome of outcomes) {
    const absolute = resolve(cwd, outcome.path)
    const isFile = fs.statSync(absolute, { throwIfNoEntry: false })?.isFile() === true
    const isThere = outcome.isNew !== true || stateOf(outcome, options) === 'done'
    if (!isFile || !isThere || outcome.findings.some((one) => behaves(one.code, 'of a link'))) continue
    files.push({ path: outcome.path, realPath: fs.realpathSync(absolute) })
  }
  return files
}

type HunkState = 'planned' | 'done' | Problem

/** How the file on disk relates to the change. */
function stateOf(outcome: ChangedOutcome, options: ApplyOptions): HunkState {
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

function inState(outcome: ChangedOutcome, state: HunkState): FileOutcome {
  if (state === 'planned') return outcome
  if (state !== 'done') return withdraw(outcome, 'blocked', state)
  const { path, kind, findings, before } = outcome
  return { path, kind, status: 'unchanged', proof: 'none', transforms: [], findings, ...defined({ before }) }
}

/** By the paths of their files, changes of what a plan may not change. */
function refusedOf(outcomes: Outcomes, options: ApplyOptions): ReadonlyMap<string, Problem> {
  const refused = new Map<string, Problem>()
  for (const facts of outcomes.facts) {
    const problem = facts.status === 'changed' ? refusal(facts, options) : undefined
    if (problem !== undefined) refused.set(facts.path, problem)
  }
  return refused
}

function refusal({ path, newPath = path }: OutcomeFacts, options: ApplyOptions): Problem | undefined {
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

function isOfGit(path: string): boolean {
  return path.split(/[/\\]/).some(isNameOfGit)
}

/** By its name, or by the links in it. */
function leadsOutside(path: string, { cwd, fileSystem: fs }: ApplyOptions): boolean {
  const absolute = resolve(cwd, path)
  // Of a file that is not there the directory, which may be a link as well.
  return !isInside(absolute, cwd) || !isInside(realPathOf(absolute, fs), fs.realpathSync(cwd))
}

/** The hash of a file, through links as the run read it; undefined where there is none. */
function hashAt(path: string, fs: FileSystem): string | undefined {
  return fs.existsSync(path) ? sha256(readRegular(fs.realpathSync(path), fs)) : undefined
}
