/** Changes as a series: of patches in a folder, or of commits. */
import fs from 'node:fs'
import { join, resolve } from 'node:path'
import type { FileOutcome } from '../engine/outcome.ts'
import { type Mail, mailName, mailText } from '../plan/mailbox.ts'
import { type Stage, type StageTopic, seriesOf } from '../plan/series.ts'
import { quantity } from '../report/counts.ts'
import { realFileSystem } from '../runner/file-system.ts'
import { byRepository, GitFailure, git } from '../runner/git.ts'
import { type Problem, systemMessage } from '../runner/problem.ts'
import { writeFiles } from '../runner/write-files.ts'
import type { Arguments } from './command.ts'
import { loadPackageTransforms, loadTransforms } from './load-engine.ts'
import { OutputFailure } from './output-failure.ts'
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
  try {
    fs.mkdirSync(target, { recursive: true })
    // Looked at again: whatever has come up there since is left alone.
    for (const path of fs.readdirSync(target).map((name) => join(target, name)))
      if (isOurs(path)) fs.unlinkSync(path)
    for (const [index, mail] of mails.entries())
      fs.writeFileSync(
        join(target, mailName(mail, index + 1)),
        mailText(mail, index + 1, mails.length, sender),
        { flag: 'wx' },
      )
  } catch (error) {
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
    if (topic === 'new names') return 'Rename JSON templates that become YAML'
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
 * Writes the series stage by stage, and commits each; stops at the first that cannot be.
 *
 * @throws UsageError where there is no repository
 */
export async function commitSeries(outcomes: readonly FileOutcome[], world: World): Promise<Committed> {
  const fileSystem = world.fileSystem ?? realFileSystem
  const stages = seriesOf(outcomes)
  const titles = await titlesOfTransforms()
  const isInside = (path: string) => byRepository([path], world.cwd, fileSystem).size > 0
  const homeless = stages.flatMap(({ changes }) => changes).find(({ path }) => !isInside(path))
  if (homeless !== undefined) throw new UsageError(`--commit: ${homeless.path} is in no repository of git`)
  let commits = 0
  for (const [index, stage] of stages.entries()) {
    const problems = await writeFiles(stage.changes, groupsOf(outcomes), { cwd: world.cwd, fileSystem })
    if (problems.size > 0)
      return {
        line: `${quantity(commits, 'commit')} made, then a file could not be written`,
        problems: new Map([...stoppedAt(index, stages), ...problems]),
      }
    const { subject, body } = messageOf(stage, titles)
    const paths = stage.changes.flatMap(({ path, newPath = path }) => [...new Set([path, newPath])])
    try {
      for (const [root, files] of byRepository(paths, world.cwd, fileSystem)) {
        const names = files.map(([, name]) => name)
        git(['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'], root, names.join('\0'))
        git(
          [
            'commit',
            '--quiet',
            '--only',
            '-m',
            subject,
            '-m',
            body,
            '--pathspec-from-file=-',
            '--pathspec-file-nul',
          ],
          root,
          names.join('\0'),
        )
        commits++
      }
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error
      throw new OutputFailure(
        `--commit: ${quantity(commits, 'commit')} made; the next one, "${subject}", is written and was not taken: ${error.message}`,
      )
    }
  }
  return { line: `${quantity(commits, 'commit')} made`, problems: new Map() }
}

/** Why the files of a stage that failed, and of those after it, are not as planned. */
function stoppedAt(failed: number, stages: readonly Stage[]): ReadonlyMap<string, Problem> {
  const problems = new Map<string, Problem>()
  const add = (some: readonly Stage[], message: string) => {
    for (const { path, newPath = path } of some.flatMap(({ changes }) => changes))
      for (const one of [path, newPath]) problems.set(one, { code: 'change-incomplete', message })
  }
  add(stages.slice(failed + 1), 'was not written, because the series of commits stopped before')
  const before = new Set(stages.slice(0, failed).flatMap(({ changes }) => changes.map(({ path }) => path)))
  add(
    stages.slice(failed, failed + 1),
    'was written and not committed, because another file could not be written',
  )
  for (const [path, problem] of problems)
    if (before.has(path))
      problems.set(path, {
        ...problem,
        message: `${problem.message}; an earlier part of its change is committed`,
      })
  return problems
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
