/** Takes back changes that cannot be made: names that are taken, and what belongs to a change that fails. */

import { dirname, join, relative, resolve } from 'node:path'
import { type FileOutcome, outcomesOf, type SoleOutcome } from '../engine/outcome.ts'
import { sameData } from '../text/document/data.ts'
import { readDocument } from '../text/document/document.ts'
import { grow } from '../text/document/multimap.ts'
import { errnoOf, type FileSystem } from './file-system.ts'
import { type Problem, withdraw } from './problem.ts'
import { problemOfWrite } from './staged-file.ts'

/**
 * The outcomes of files that went through an engine one by one, with those of the files that they create. A change that
 * would create what another file of the run is, or creates too, is not made.
 *
 * @param isFile whether a path is that of another file of the run, or of one that it has created already
 */
export function withCreated(
  outcomes: readonly SoleOutcome[],
  isFile: (path: string) => boolean,
): readonly FileOutcome[] {
  // Hardly any change creates a file.
  if (!outcomes.some((outcome) => 'creates' in outcome)) return outcomes
  const counts = new Map<string, number>()
  const created = (outcome: SoleOutcome) => outcomesOf(outcome).slice(1)
  for (const { path } of outcomes.flatMap(created)) grow(counts, path)
  return outcomes.flatMap((outcome) => {
    const all = outcomesOf(outcome)
    const taken = created(outcome).find(({ path }) => (counts.get(path) ?? 0) > 1 || isFile(path))
    if (taken === undefined) return all
    const message = `${taken.path} is to be created, and another file of this run has the name`
    return [withdraw(all[0] ?? outcome, 'blocked', { code: 'target-exists', message })]
  })
}

/** Withdraws the change of a file from standard input if it creates further files. */
export function onlyOne(outcomes: readonly FileOutcome[]): readonly FileOutcome[] {
  const created = outcomes.find(({ isNew }) => isNew === true)
  if (created === undefined) return outcomes
  const message = `the change makes ${created.path} as well, and standard output takes one file; give the file by its path`
  return outcomes.flatMap((outcome) =>
    outcome.isNew === true
      ? []
      : outcome.status === 'changed'
        ? [withdraw(outcome, 'blocked', { code: 'change-incomplete', message })]
        : [outcome],
  )
}

/**
 * Blocks every change whose result would need a name that another file has or also
 * needs, on disk or in this run. Names that differ only in case or in the way accents
 * are encoded count as one, because on some disks they are.
 */
export function blockNameClashes(
  outcomes: readonly FileOutcome[],
  { names, cwd, fs }: RunContext,
): readonly FileOutcome[] {
  if (!outcomes.some(({ newPath, isNew }) => newPath !== undefined || isNew === true)) return outcomes
  const claims = names.with(outcomes)
  const { directories } = names
  return outcomes.map((outcome) => {
    const problem = orSaid(() => clashOf(outcome, claims, cwd, fs) ?? detourOf(outcome, directories, cwd, fs))
    if (problem === undefined) return outcome
    return withdraw(outcome, 'blocked', twinOf(outcome, outcomes) ?? problem)
  })
}

/** That the file of the name is the same template, which became the same: one of the two is enough. */
function twinOf(
  { path, newPath, after }: FileOutcome,
  outcomes: readonly FileOutcome[],
): Problem | undefined {
  const twin = outcomes.find((one) => one.path === newPath && one.path !== path)
  const source = twin?.after ?? twin?.before
  if (twin === undefined || after === undefined || source === undefined) return undefined
  const [own, other] = [after, source].map((text) => {
    const read = readDocument(text)
    return 'document' in read ? read.document.root : undefined
  })
  const isSame = own !== undefined && other !== undefined && sameData(own, other)
  return isSame
    ? { code: 'same-template', message: `"${twin.path}" is the same template: delete ${path}` }
    : undefined
}

/** The context that the results of a run have to fit into: names in use, and the disk. */
export interface RunContext {
  readonly names: RunNames
  readonly cwd: string
  readonly fs: FileSystem
}

/** Who has a name, or needs one. */
interface Claims {
  rivalOf(name: string, path: string): string | undefined
}

/** The names of all files of a run, those included that it has given so far. */
export class RunNames {
  readonly #paths: () => Iterable<string>
  #directories: ReadonlySet<string> | undefined
  #known: Claimants | undefined

  /** @param paths of the files that are there; asked for only where a name is to be given */
  constructor(paths: () => Iterable<string>) {
    this.#paths = paths
  }

  /** Those of the files that are there. */
  get directories(): ReadonlySet<string> {
    this.#directories ??= new Set([...this.#paths()].map((path) => dirname(path)))
    return this.#directories
  }

  /** Takes note of names that are given for good. */
  give(outcomes: readonly FileOutcome[]): void {
    for (const { path, newPath, isNew, status } of outcomes) {
      if (status !== 'changed') continue
      if (isNew === true) claim(this.#all(), path, path)
      else if (newPath !== undefined && nameKey(newPath) !== nameKey(path)) claim(this.#all(), newPath, path)
    }
  }

  /** Whether some file has a path, or is to have it. */
  has(path: string): boolean {
    return claimantsOf(this.#all(), path).includes(path)
  }

  /** The claims together with those of outcomes. */
  with(outcomes: readonly FileOutcome[]): Claims {
    const own: Claimants = new Map()
    for (const { path, newPath, isNew } of outcomes) {
      if (isNew === true) claim(own, path, path)
      if (newPath !== undefined && nameKey(newPath) !== nameKey(path)) claim(own, newPath, path)
    }
    const all = this.#all()
    const rivalOf = (name: string, path: string) =>
      [all, own]
        .flatMap((claims) => claimantsOf(claims, name))
        .sort()
        .find((claimant) => claimant !== path)
    return { rivalOf }
  }

  #all(): Claimants {
    if (this.#known === undefined) {
      this.#known = new Map()
      for (const path of this.#paths()) claim(this.#known, path, path)
    }
    return this.#known
  }
}

/** A name may be too long for the disk, or lie where nobody may look; that is the matter of one file. */
function orSaid(look: () => Problem | undefined): Problem | undefined {
  try {
    return look()
  } catch (error) {
    return problemOfWrite(error)
  }
}

function clashOf(outcome: FileOutcome, claims: Claims, cwd: string, fs: FileSystem): Problem | undefined {
  if (outcome.status !== 'changed') return undefined
  return outcome.isNew === true
    ? clashOfNew(outcome.path, claims, cwd, fs)
    : clashOfRename(outcome, claims, cwd, fs)
}

function clashOfNew(path: string, claims: Claims, cwd: string, fs: FileSystem): Problem | undefined {
  // Not part of the run, by an ignore file or because nobody asked for it: its content is unknown.
  if (entryAt(resolve(cwd, path), fs) !== undefined) {
    return { code: 'target-exists', message: 'is to be created, and exists already' }
  }
  const rival = claims.rivalOf(path, path)
  return rival === undefined
    ? undefined
    : { code: 'target-exists', message: `is to be created, and ${rival} claims the name too` }
}

function clashOfRename(
  { path, newPath }: FileOutcome,
  claims: Claims,
  cwd: string,
  fs: FileSystem,
): Problem | undefined {
  if (newPath === undefined || newPath === path) return undefined
  const target = entryAt(resolve(cwd, newPath), fs)
  if (target !== undefined)
    return { code: 'target-exists', message: `the result belongs in ${newPath}, which exists already` }
  const rival = claims.rivalOf(newPath, path)
  if (rival !== undefined) {
    return { code: 'target-exists', message: `the result belongs in ${newPath}, which ${rival} claims too` }
  }
  const source = entryAt(resolve(cwd, path), fs)
  if (source?.isSymbolicLink() === true) {
    return {
      code: 'rename-through-link',
      message: `the result belongs in ${newPath}, but ${path} is a symbolic link`,
    }
  }
  return undefined
}

/** What stands at a path; undefined for nothing, also behind a file such as an archive. */
function entryAt(path: string, fs: FileSystem): ReturnType<FileSystem['lstatSync']> {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR') return undefined
    throw error
  }
}

/**
 * A file must not come up at the other end of a link that nobody gave: one in a directory of the run's own files
 * stands where they do.
 */
function detourOf(
  { path, newPath = path, status, isNew }: FileOutcome,
  directories: ReadonlySet<string>,
  cwd: string,
  fs: FileSystem,
): Problem | undefined {
  const isPlaced = status === 'changed' && (isNew === true || newPath !== path)
  if (!isPlaced || directories.has(dirname(newPath))) return undefined
  const home = realDirectory(cwd, fs)
  const directory = resolve(home, dirname(newPath))
  if (realDirectory(directory, fs) === directory) return undefined
  const message = `the result belongs in ${newPath}, which lies behind a symbolic link`
  return { code: 'link-in-target', message }
}

/** The directory with all links resolved, as far as it exists. */
function realDirectory(directory: string, fs: FileSystem): string {
  try {
    return fs.realpathSync(directory)
  } catch {
    const above = dirname(directory)
    return above === directory ? directory : join(realDirectory(above, fs), relative(above, directory))
  }
}

/** Who claims a name, by its key: nearly always one, and then without an array. */
type Claimants = Map<string, string | readonly string[]>

function claim(claims: Claimants, name: string, claimant: string): void {
  const known = claimantsOf(claims, name)
  claims.set(nameKey(name), known.length === 0 ? claimant : [...known, claimant])
}

function claimantsOf(claims: Claimants, name: string): readonly string[] {
  const known = claims.get(nameKey(name)) ?? []
  return typeof known === 'string' ? [known] : known
}

/** Under which names count as one on some disks: differences in case, and in how accents are encoded. */
export function nameKey(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/**
 * Takes back changes that belong together with one that is not made.
 *
 * @param before the outcomes while they still carried their groups, in the same order
 */
export function blockBrokenGroups(
  outcomes: readonly FileOutcome[],
  before: readonly FileOutcome[],
): readonly FileOutcome[] {
  const broken = new Map<string, string>()
  outcomes.forEach((outcome, index) => {
    const group = before[index]?.group
    const isBroken = outcome.status === 'blocked' || outcome.status === 'failed'
    if (group !== undefined && isBroken) broken.set(group, outcome.path)
  })
  return blockGroups(outcomes, broken)
}

/** Blocks what belongs to a broken group. @param broken by group, the path that broke it */
export function blockGroups(
  outcomes: readonly FileOutcome[],
  broken: ReadonlyMap<string, string>,
): readonly FileOutcome[] {
  return broken.size === 0 ? outcomes : outcomes.map((outcome) => blockIfBroken(outcome, broken))
}

/** Blocks what belongs to a broken group. @param broken by group, the path that broke it */
export function blockIfBroken(outcome: FileOutcome, broken: ReadonlyMap<string, string>): FileOutcome {
  const culprit = outcome.group === undefined ? undefined : broken.get(outcome.group)
  if (culprit === undefined || outcome.status !== 'changed') return outcome
  const message = `belongs together with the change of ${culprit}, which cannot be made`
  return withdraw(outcome, 'blocked', { code: 'change-incomplete', message })
}

type ConflictingFile = Pick<FileOutcome, 'path' | 'isNew' | 'status' | 'group'>

/** Changes that are taken back, of outcomes that may not all be in memory. */
interface Withdrawal {
  readonly isConcerned: (facts: ConflictingFile) => boolean
  /** The outcome of one that is concerned, without its change. */
  readonly taken: (outcome: FileOutcome) => FileOutcome
}

/**
 * Takes back changes of files that have others which are not committed, and of what changes together with these.
 *
 * @param uncommitted gives a sentence about each such file; asked once, if at all
 */
export function withdrawalOfUncommitted(
  facts: readonly ConflictingFile[],
  uncommitted: ((paths: readonly string[]) => ReadonlyMap<string, string>) | undefined,
): Withdrawal | undefined {
  const changed = facts.filter(({ status }) => status === 'changed')
  const paths = changed.flatMap(({ path, isNew }) => (isNew === true ? [] : [path]))
  const dirty = paths.length === 0 ? undefined : uncommitted?.(paths)
  if (dirty === undefined || dirty.size === 0) return undefined
  const broken = new Map(
    changed.flatMap(({ path, group }) => (group !== undefined && dirty.has(path) ? [[group, path]] : [])),
  )
  return {
    isConcerned: ({ path, group = '', status }) =>
      status === 'changed' && (dirty.has(path) || broken.has(group)),
    taken: (outcome) => {
      const message = dirty.get(outcome.path)
      return message === undefined
        ? blockIfBroken(outcome, broken)
        : withdraw(outcome, 'blocked', { code: 'uncommitted-changes', message })
    },
  }
}
