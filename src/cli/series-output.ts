/** Changes as a series: of patches in a folder, or of commits. */
import fs from 'node:fs'
import { join, resolve } from 'node:path'
import type { FileOutcome } from '../engine/outcome.ts'
import { mailStart } from '../plan/mail-start.ts'
import { type Mail, mailName, mailText } from '../plan/mailbox.ts'
import { type Stage, type StageTopic, seriesOf } from '../plan/series.ts'
import { quantity } from '../report/counts.ts'
import { realFileSystem } from '../runner/file-system.ts'
import { byRepository, GitFailure, git } from '../runner/git.ts'
import { type Problem, systemMessage } from '../runner/problem.ts'
import { writeFiles } from '../runner/write-files.ts'
import type { Arguments } from './command.ts'
import { signalInterruption } from './interruption.ts'
import { loadPackageTransforms, loadTransforms } from './load-engine.ts'
import { OutputFailure } from './output-failure.ts'
import { writeTogether } from './output-file.ts'
import { patchPaths } from './patch-paths.ts'
import { isOurs } from './series-options.ts'
import { UsageError } from './usage-error.ts'
import { version } from './version.ts'
import type { World } from './world.ts'

/** Writes the series as patches; gives a line that says so. */
export async function writePatches(
  outcomes: readonly FileOutcome[],
  args: Arguments,
  world: World,
): Promise<string> {
  const folder = args.value('patches') ?? ''
  const target = resolve(world.cwd, folder)
  const pathOf = patchPaths(world.cwd, world.fileSystem ?? realFileSystem)
  const mails = await mailsOf(seriesOf(outcomes), pathOf)
  const sender = { author: authorIn(world), date: dateIn(world), version }
  const outputs = mails.map((mail, index) => ({
    option: 'patches',
    path: join(folder, mailName(mail, index + 1)),
    kind: 'patch of a series',
    start: mailStart,
    text: mailText(mail, index + 1, mails.length, sender),
  }))
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
  const names = quantity(mails.length, 'patch').replace(/hs$/, 'hes')
  return `${names} for \`git am\` ${mails.length === 1 ? 'is' : 'are'} in ${folder}`
}

async function mailsOf(stages: readonly Stage[], pathOf: (path: string) => string): Promise<readonly Mail[]> {
  const titles = await titlesOfTransforms()
  return stages.map((stage) => ({
    ...messageOf(stage, titles),
    changes: stage.changes.map(({ path, newPath, ...change }) => ({
      ...change,
      path: pathOf(path),
      ...(newPath === undefined ? {} : { newPath: pathOf(newPath) }),
    })),
  }))
}

async function titlesOfTransforms(): Promise<ReadonlyMap<string, string>> {
  const all = [...(await loadTransforms()), ...(await loadPackageTransforms())]
  return new Map(all.map(([id, { title }]) => [id, title]))
}

/** Subject and body of a commit. */
function messageOf({ topics, changes }: Stage, titles: ReadonlyMap<string, string>) {
  const nameOf = (topic: StageTopic) => {
    if (topic === 'new names')
      return isJsonToYaml(changes) ? 'Rename JSON templates that become YAML' : 'Rename files'
    if (topic === 'conversion') return 'Convert CloudFormation to HOT'
    return titles.get(topic.transform) ?? `Run ${topic.transform}`
  }
  const names = topics.map(nameOf)
  const ids = topics.flatMap((topic) => (typeof topic === 'string' ? [] : [topic.transform]))
  const [subject = ''] = names.slice(-1)
  const more = names.slice(0, -1).map((name) => `Together with: ${name}`)
  const by = `hotshift ${version}${ids.length === 0 ? '' : `, ${ids.join(', ')}`}; ${quantity(changes.length, 'file')}.`
  return { subject, body: [...more, ...(more.length > 0 ? [''] : []), by].join('\n') }
}

function isJsonToYaml(changes: Stage['changes']): boolean {
  const renames = changes.filter(({ newPath }) => newPath !== undefined)
  return renames.every(({ path, newPath }) => !/\.ya?ml$/.test(path) && newPath?.endsWith('.yaml'))
}

function authorIn({ cwd }: World): string {
  try {
    // `Name <address> seconds zone`
    return git(['var', 'GIT_AUTHOR_IDENT'], cwd).replace(/ \d+ [+-]\d+\s*$/, '')
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
export interface Committed {
  readonly line: string
  readonly problems: ReadonlyMap<string, Problem>
}

/**
 * Writes the series stage by stage, and commits each. What cannot be written is left out of its stage and all later
 * ones, with all that is changed together with it.
 *
 * @throws UsageError where there is no repository
 */
export function commitSeries(outcomes: readonly FileOutcome[], world: World): Promise<Committed> {
  return uninterrupted((isStopped) => commitStages(outcomes, world, isStopped))
}

async function commitStages(
  outcomes: readonly FileOutcome[],
  world: World,
  isStopped: () => Promise<boolean>,
): Promise<Committed> {
  const fileSystem = world.fileSystem ?? realFileSystem
  const stages = seriesOf(outcomes)
  const titles = await titlesOfTransforms()
  const isInside = (path: string) => byRepository([path], world.cwd, fileSystem).size > 0
  const homeless = stages.flatMap(({ changes }) => changes).find(({ path }) => !isInside(path))
  if (homeless !== undefined) throw new UsageError(`--commit: ${homeless.path} is in no repository of git`)
  const groups = groupsOf(outcomes)
  const left = new LeftOut(outcomes)
  let commits = 0
  for (const stage of stages) {
    if (await isStopped()) {
      left.interrupt(stage.changes)
      continue
    }
    const wanted = stage.changes.filter((change) => !left.has(change))
    left.add(await writeFiles(wanted, groups, { cwd: world.cwd, fileSystem }))
    const changes = wanted.filter((change) => !left.has(change))
    if (changes.length === 0) continue
    commits += commitStage(messageOf({ ...stage, changes }, titles), changes, commits, world)
    left.noteCommitted(changes)
  }
  return { line: `${quantity(commits, 'commit')} made${left.note()}`, problems: left.problems() }
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
      // Signals are told when nothing else runs.
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
  changes: Stage['changes'],
  before: number,
  world: World,
): number {
  const paths = changes.flatMap(({ path, newPath = path }) => [...new Set([path, newPath])])
  let commits = 0
  try {
    for (const [root, files] of byRepository(paths, world.cwd, world.fileSystem ?? realFileSystem)) {
      const names = files.map(([, name]) => name).join('\0')
      const listed = ['--pathspec-from-file=-', '--pathspec-file-nul']
      git(['add', '--all', ...listed], root, names, 'completed')
      const message = ['-m', subject, '-m', body]
      git(['commit', '--quiet', '--only', ...message, ...listed], root, names, 'completed')
      commits++
    }
    return commits
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    throw new OutputFailure(
      `--commit: ${quantity(before + commits, 'commit')} made; the next one, "${subject}", is written but not committed: ${error.message}`,
    )
  }
}

/** What a series goes on without: files that could not be written, and what is changed together with them. */
class LeftOut {
  /** By each path of a file, what it is changed together with: its group, or itself. */
  readonly #changes = new Map<string, string>()
  /** By the path that the file had at first. */
  readonly #problems = new Map<string, Problem>()
  readonly #origins = new Map<string, string>()
  readonly #left = new Set<string>()
  readonly #committed = new Set<string>()
  #isInterrupted = false

  constructor(outcomes: readonly FileOutcome[]) {
    for (const { path, newPath = path, group, status } of outcomes) {
      if (status !== 'changed') continue
      for (const one of [path, newPath]) {
        this.#origins.set(one, path)
        this.#changes.set(one, group === undefined ? `file ${path}` : `group ${group}`)
      }
    }
  }

  has({ path }: { readonly path: string }): boolean {
    return this.#left.has(this.#changes.get(path) ?? '')
  }

  add(problems: ReadonlyMap<string, Problem>): void {
    if (problems.size === 0) return
    /** By what is left out, the first of its files that could not be written. */
    const causes = new Map<string, string>()
    for (const [path, problem] of problems) {
      const change = this.#changes.get(path) ?? ''
      if (!causes.has(change)) causes.set(change, path)
      this.#left.add(change)
      this.#problems.set(this.#origins.get(path) ?? path, problem)
    }
    // Files of the same change may have their turn in another stage.
    for (const [path, change] of this.#changes) {
      const origin = this.#origins.get(path) ?? path
      const cause = causes.get(change)
      if (cause === undefined || this.#problems.has(origin)) continue
      const message = `was not written, because ${cause} could not be`
      this.#problems.set(origin, { code: 'change-incomplete', message })
    }
  }

  /** Leaves out what a stage was to change: there was a signal before it. */
  interrupt(changes: Stage['changes']): void {
    this.#isInterrupted = true
    const message = 'was not changed in this step: the run was interrupted'
    const missing = changes.filter((change) => !this.has(change))
    this.add(new Map(missing.map(({ path }) => [path, { code: 'interrupted', message }])))
  }

  noteCommitted(changes: Stage['changes']): void {
    for (const { path } of changes) this.#committed.add(this.#origins.get(path) ?? path)
  }

  /** Of each file that is not as planned, by the path that it had at first. */
  problems(): ReadonlyMap<string, Problem> {
    return new Map(
      [...this.#problems].map(([path, problem]) => {
        const { message } = problem
        const half = `${message}; an earlier part of its change is committed`
        return [path, this.#committed.has(path) ? { ...problem, message: half } : problem]
      }),
    )
  }

  note(): string {
    if (this.#isInterrupted) return '; the run was interrupted, and the same command makes the others'
    const { size } = this.#problems
    return size === 0 ? '' : `, without ${quantity(size, 'file')} that could not be written`
  }
}

/** The group of each file, by its path before and after. */
function groupsOf(outcomes: readonly FileOutcome[]): ReadonlyMap<string, string> {
  return new Map(
    outcomes.flatMap(({ path, newPath, group }) =>
      group === undefined
        ? []
        : [path, ...(newPath === undefined ? [] : [newPath])].map((one) => [one, group] as const),
    ),
  )
}
