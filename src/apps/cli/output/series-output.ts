/** Changes as a series: of patches in a folder, or of commits. */

import fs from 'node:fs'
import { join, resolve } from 'node:path'
import { type FileChange, unifiedDiff } from '../../../run/diff/unified-diff.ts'
import { type FileSystem, realPathOf } from '../../../run/file-system.ts'
import { byRepository, GitFailure, git } from '../../../run/git.ts'
import { commitFiles, commitObstacle } from '../../../run/git-commit.ts'
import { mailStart } from '../../../run/plan/mail-start.ts'
import { mailName, mailParts } from '../../../run/plan/mailbox.ts'
import type { OutcomeFacts, Outcomes } from '../../../run/plan/outcomes.ts'
import { type Series, type Stage, type StageTopic, seriesOf } from '../../../run/plan/series.ts'
import { type Problem, systemMessage } from '../../../run/problem.ts'
import { type FileToWrite, writeUnits, writeUnitsOf } from '../../../run/write.ts'
import { quantity } from '../../../show/report/counts.ts'
import { oneLine } from '../../../show/report/style.ts'
import { colourDiff } from '../../../show/report/terminal.ts'
import { version } from '../../../show/report/version.ts'
import type { Arguments } from '../command.ts'
import { signalInterruption } from '../interruption.ts'
import { loadAllTransforms } from '../load-engine.ts'
import { isOurs } from '../options/series-options.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'
import { OutputFailure, writeTogether } from './output-file.ts'
import { patchPaths } from './results.ts'
import { styleOf } from './styles.ts'

/** Writes the series as patches; gives a line that says so. */
export async function writePatches(outcomes: Outcomes, args: Arguments, world: World): Promise<string> {
  const series = seriesOf(outcomes)
  try {
    return await writeSeries(series, args, world)
  } finally {
    series.discard()
  }
}

async function writeSeries({ stages }: Series, args: Arguments, world: World): Promise<string> {
  const folder = args.value('patches') ?? ''
  const target = resolve(world.cwd, folder)
  const pathOf = patchPaths(world.cwd, world.fileSystem)
  const titles = await titlesOfTransforms()
  const sender = { author: authorIn(world), date: dateIn(world), version }
  const outputs = stages.map((stage, index) => {
    const message = messageOf(stage, stage.changes.length, titles)
    const mail = { ...message, changes: { [Symbol.iterator]: () => changesIn(stage, pathOf) } }
    return {
      option: 'patches',
      path: join(folder, mailName(mail, index + 1)),
      kind: 'patch of a series',
      start: mailStart,
      parts: mailParts(mail, index + 1, stages.length, sender),
    }
  })
  try {
    fs.mkdirSync(target, { recursive: true })
    writeTogether(outputs, world.cwd, () => {
      // Looked at again: whatever has come up there since is left alone.
      for (const path of fs.readdirSync(target).map((name) => join(target, name)))
        if (isOurs(path)) fs.unlinkSync(path)
    })
  } catch (error) {
    if (error instanceof UsageError || error instanceof OutputFailure) throw error
    throw new OutputFailure(`--patches ${folder}: cannot be written: ${systemMessage(error)}`)
  }
  const names = quantity(stages.length, 'patch').replace(/hs$/, 'hes')
  return `${names} for \`git am\` ${stages.length === 1 ? 'is' : 'are'} in ${folder}`
}

/** Prints the series as diffs: the intermediate sources of `--commit` and `--patches`, which no overall diff shows. */
export async function showSteps(outcomes: Outcomes, args: Arguments, world: World): Promise<number> {
  const { out, cwd, fileSystem } = world
  const style = styleOf(out, args, world)
  const series = seriesOf(outcomes)
  try {
    const titles = await titlesOfTransforms()
    const pathOf = patchPaths(cwd, fileSystem)
    for (const [index, stage] of series.stages.entries()) {
      const { subject } = messageOf(stage, stage.changes.length, titles)
      const head = `step ${index + 1} of ${series.stages.length}: ${subject}`
      await out.write(`${index === 0 ? '' : '\n'}${style.bold(head)}\n`)
      for (const change of changesIn(stage, pathOf)) await out.write(colourDiff(unifiedDiff(change), style))
    }
    return series.stages.length
  } finally {
    series.discard()
  }
}

/** The changes of a stage under the names that a patch gives files. */
function* changesIn({ changes }: Stage, pathOf: (path: string) => string): Generator<FileChange> {
  for (const { path, newPath, ...change } of changes)
    yield {
      ...change,
      path: pathOf(path),
      ...(newPath === undefined ? {} : { newPath: pathOf(newPath) }),
    }
}

async function titlesOfTransforms(): Promise<ReadonlyMap<string, string>> {
  const all = [...(await loadAllTransforms())]
  return new Map(all.map(([id, { title }]) => [id, title]))
}

/** Subject and body of a commit. @param count of its files */
function messageOf({ topics, changes }: Stage, count: number, titles: ReadonlyMap<string, string>) {
  const nameOf = (topic: StageTopic) => {
    if (topic === 'new names')
      return isJsonToYaml(changes) ? 'Rename JSON templates that become YAML' : 'Rename files'
    if (topic === 'conversion') return 'Convert CloudFormation to HOT'
    // A plan may have anything there.
    return titles.get(topic.transform) ?? `Run ${oneLine(topic.transform)}`
  }
  const names = topics.map(nameOf)
  const ids = topics.flatMap((topic) => (typeof topic === 'string' ? [] : [oneLine(topic.transform)]))
  const [subject = ''] = names.slice(-1)
  const more = names.slice(0, -1).map((name) => `Together with: ${name}`)
  const by = `hotshift ${version}${ids.length === 0 ? '' : `, ${ids.join(', ')}`}; ${quantity(count, 'file')}.`
  return { subject, body: [...more, ...(more.length > 0 ? [''] : []), by].join('\n') }
}

function isJsonToYaml(changes: Stage['changes']): boolean {
  for (const { path, newPath = '.yaml' } of changes)
    if (newPath !== '.yaml' && (/\.ya?ml$/.test(path) || !newPath.endsWith('.yaml'))) return false
  return true
}

function authorIn({ cwd }: World): string {
  try {
    // `Name <address> seconds zone`
    return git(['var', 'GIT_AUTHOR_IDENT'], cwd, { within: 'somewhere' }).replace(/ \d+ [+-]\d+\s*$/, '')
  } catch (error) {
    if (error instanceof GitFailure) return 'hotshift <hotshift@localhost>'
    throw error
  }
}

/** The time of the build where somebody wants the same patches again (https://reproducible-builds.org/specs). */
function dateIn({ env }: World): Date {
  const { SOURCE_DATE_EPOCH: epoch } = env
  return epoch !== undefined && /^\d{1,11}$/.test(epoch) ? new Date(Number(epoch) * 1000) : new Date()
}

/** What became of the commits: a line that says so, and why files were not written. */
interface Committed {
  readonly line: string
  readonly problems: ReadonlyMap<string, Problem>
}

/**
 * Writes the series stage by stage, and commits each. What cannot be written is left out of its stage and all later
 * ones, with all that is changed together with it.
 *
 * @throws UsageError where there is no repository
 */
export function commitSeries(outcomes: Outcomes, world: World): Promise<Committed> {
  return uninterrupted(async (isStopped) => {
    const series = seriesOf(outcomes)
    try {
      return await commitStages(series, outcomes.facts, world, isStopped)
    } finally {
      series.discard()
    }
  })
}

/** So many files are in memory at a time, and those of a group. */
const PORTION = 64

async function commitStages(
  { stages }: Series,
  facts: readonly OutcomeFacts[],
  world: World,
  isStopped: () => Promise<boolean>,
): Promise<Committed> {
  const fileSystem = world.fileSystem
  const titles = await titlesOfTransforms()
  assertCommittable(facts, world, fileSystem)
  const left = new LeftOut(facts)
  let commits = 0
  for (const stage of stages) {
    const isInterrupted = await isStopped()
    const written: string[] = []
    let count = 0
    for (const portion of stage.changes.portions(PORTION)) {
      if (isInterrupted) {
        left.interrupt(portion)
        continue
      }
      const wanted = portion.filter(({ path }) => !left.has(path))
      left.add(await writeChanges(wanted, world.cwd, fileSystem))
      const changes = wanted.filter(({ path }) => !left.has(path))
      count += changes.length
      for (const { path, newPath } of changes) written.push(path, ...(newPath === undefined ? [] : [newPath]))
    }
    if (count === 0) continue
    commits += commitStage(messageOf(stage, count, titles), written, commits, world)
    left.noteCommitted(written)
  }
  const problems = left.problems()
  return { line: `${quantity(commits, 'commit')} made${left.note(problems.size)}`, problems }
}

/** Writes what a stage changes; gives the problem of every file that was not written. */
function writeChanges(
  changes: readonly FileToWrite[],
  cwd: string,
  fs: FileSystem,
): Promise<ReadonlyMap<string, Problem>> {
  const there = changes.filter(({ before }) => before !== undefined)
  const realPaths = new Map(there.map(({ path }) => [path, realPathOf(resolve(cwd, path), fs)]))
  return writeUnits(writeUnitsOf(changes, cwd, realPaths, fs), { cwd, fileSystem: fs })
}

/** @throws UsageError where git would refuse a commit */
function assertCommittable(facts: readonly OutcomeFacts[], { cwd }: World, fs: FileSystem): void {
  const paths = facts.flatMap(({ path, newPath, status }) =>
    status === 'changed' ? [path, ...(newPath === undefined ? [] : [newPath])] : [],
  )
  const repositories = byRepository(paths, cwd, fs)
  const known = new Set([...repositories.values()].flat().map(([path]) => path))
  const homeless = paths.find((path) => !known.has(path))
  if (homeless !== undefined) throw new UsageError(`--commit: ${homeless} is in no repository of git`)
  for (const [root, files] of repositories) {
    const names = files.map(([, name]) => name)
    const obstacle = commitObstacle(root, names)
    if (obstacle !== undefined) throw new UsageError(`--commit: ${obstacle}`)
  }
}

/** What is written is also committed: a signal stops before the next commit. */
async function uninterrupted(
  work: (isStopped: () => Promise<boolean>) => Promise<Committed>,
): Promise<Committed> {
  const interruption = signalInterruption()
  const phases = ['run', 'writing'] as const
  for (const phase of phases) interruption.begin(phase)
  try {
    return await work(async () => {
      // Yields to the event loop, so that pending signals are handled.
      await new Promise((resume) => setImmediate(resume))
      return interruption.isRequested()
    })
  } finally {
    for (const phase of phases) await interruption.end(phase)
  }
}

/** One commit in each repository; gives their number. @throws OutputFailure where git refuses one */
function commitStage(
  { subject, body }: ReturnType<typeof messageOf>,
  paths: readonly string[],
  before: number,
  world: World,
): number {
  let commits = 0
  try {
    for (const [root, files] of byRepository(paths, world.cwd, world.fileSystem)) {
      const names = files.map(([, name]) => name)
      commitFiles(root, names, [subject, body])
      commits++
    }
    return commits
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    throw new OutputFailure(
      `--commit: ${quantity(before + commits, 'commit')} made; the next one, "${subject}", is written but not committed, and may be staged (\`git commit\` of these files completes it, \`git restore --staged --worktree\` takes it back): ${error.message}`,
    )
  }
}

/** What a series goes on without: files that could not be written, and what is changed together with them. */
class LeftOut {
  readonly #facts: readonly OutcomeFacts[]
  /** By each path of a file that changes, the path that it had at first. */
  readonly #origins = new Map<string, string>()
  /** By the first path, the group of a file that has one. */
  readonly #groups = new Map<string, string>()
  /** By the first path, of files that could not be written themselves. */
  readonly #problems = new Map<string, Problem>()
  /** By the group that is left out, the first of its files that could not be written. */
  readonly #causes = new Map<string, string>()
  readonly #committed = new Set<string>()
  #isInterrupted = false

  constructor(facts: readonly OutcomeFacts[]) {
    this.#facts = facts.filter(({ status }) => status === 'changed')
    for (const { path, newPath = path, group } of this.#facts) {
      for (const one of [path, newPath]) this.#origins.set(one, path)
      if (group !== undefined) this.#groups.set(path, group)
    }
  }

  /** Whether a file is left out, by any of its paths. */
  has(path: string): boolean {
    const origin = this.#originOf(path)
    return this.#problems.has(origin) || this.#causes.has(this.#groups.get(origin) ?? '')
  }

  add(problems: ReadonlyMap<string, Problem>): void {
    for (const [path, problem] of problems) {
      const origin = this.#originOf(path)
      this.#problems.set(origin, problem)
      const group = this.#groups.get(origin)
      if (group !== undefined && !this.#causes.has(group)) this.#causes.set(group, path)
    }
  }

  /** Leaves out what a stage was to change: there was a signal before it. */
  interrupt(changes: readonly FileChange[]): void {
    this.#isInterrupted = true
    const message = 'was not changed in this step: the run was interrupted'
    const missing = changes.filter(({ path }) => !this.has(path))
    this.add(new Map(missing.map(({ path }) => [path, { code: 'interrupted', message }])))
  }

  noteCommitted(paths: readonly string[]): void {
    for (const path of paths) this.#committed.add(this.#originOf(path))
  }

  /** Of each file that is not as planned, by the path that it had at first. */
  problems(): ReadonlyMap<string, Problem> {
    const problems = new Map<string, Problem>()
    for (const { path, group } of this.#facts) {
      const cause = this.#causes.get(group ?? '')
      // Files of the same change may have had their turn in another stage.
      const message = `was not written, because ${cause} could not be`
      const incomplete: Problem = { code: 'change-incomplete', message }
      const problem = this.#problems.get(path) ?? (cause === undefined ? undefined : incomplete)
      if (problem === undefined) continue
      const half = `${problem.message}; an earlier part of its change is committed`
      problems.set(path, this.#committed.has(path) ? { ...problem, message: half } : problem)
    }
    return problems
  }

  /** @param count of files with problems */
  note(count: number): string {
    if (this.#isInterrupted) return '; the run was interrupted, and the same command makes the others'
    return count === 0 ? '' : `, without ${quantity(count, 'file')} that could not be written`
  }

  #originOf(path: string): string {
    return this.#origins.get(path) ?? path
  }
}
