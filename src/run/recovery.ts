/** Finishes or takes back what a run had begun to write that was killed. */

import { basename } from 'node:path'
import { messageOf } from '../engine/findings/finding.ts'
import { sha256 } from '../text/document/sha256.ts'
import { directoriesOf, placeUnderNewName } from './commit.ts'
import type { Discovery } from './discovery.ts'
import type { FileSystem } from './file-system.ts'
import { errnoOf } from './file-system.ts'
import type { Journal, JournalFile, JournalGroup } from './journal.ts'
import { isAlive, isJournalName, mayBeAtWork, readJournal, takeOver } from './journal.ts'
import type { Problem } from './problem.ts'
import { unreadOutcome } from './problem.ts'
import { readRegular } from './read-file.ts'
import { flushDirectory, removeTemporary } from './temporary-file.ts'

/** What a run found, and what it may do about what earlier ones left. */
interface Leftovers {
  readonly found: Discovery
  /** Real paths of journals, and of other files of ours. */
  readonly files: readonly string[]
  /** Finds the files of the run again. */
  readonly search: () => Promise<Discovery>
  /** Called with one line on what was recovered; undefined in a run that writes nothing. */
  readonly onNotice: ((line: string) => void) | undefined
}

/**
 * Puts in order what killed runs left, in a run that writes, and takes files out of the run that some other run
 * has not done with. Files that only look like ours are reported.
 */
export async function putInOrder(leftovers: Leftovers, fs: FileSystem): Promise<Discovery> {
  const { found, files, search, onNotice } = leftovers
  const unfinished = unfinishedOf(files, fs)
  if (onNotice === undefined || unfinished.journals.length === 0) return withoutUnfinished(found, unfinished)
  const { finished, undone, problems, kept } = await recover(unfinished.journals, fs)
  if (finished + undone > 0) onNotice(lineOf(finished, undone))
  const again = await search()
  const left = unfinishedOf(
    [...files, ...again.own.map(({ realPath }) => realPath)].filter((path) => !kept.has(path)),
    fs,
  )
  return withoutUnfinished(again, {
    journals: left.journals,
    problems: new Map([...left.problems, ...problems]),
    known: new Set([...left.known, ...kept]),
  })
}

function lineOf(finished: number, undone: number): string {
  const counted = (number: number) => `${number} ${number === 1 ? 'change' : 'changes'}`
  return `an earlier run was killed while it wrote: ${counted(finished)} finished, ${counted(undone)} taken back`
}

function withoutUnfinished(found: Discovery, { problems, known }: Unfinished): Discovery {
  const failed = found.files.flatMap(({ path, realPath }) => {
    const problem = problems.get(realPath)
    return problem === undefined ? [] : [unreadOutcome(path, 'failed', problem)]
  })
  const reported = found.own
    .filter(({ realPath }) => !known.has(realPath))
    .map(({ path, realPath }) => unreadOutcome(path, 'skipped', problems.get(realPath) ?? strange))
  return {
    ...found,
    files: found.files.filter(({ realPath }) => !problems.has(realPath)),
    problems: [...found.problems, ...failed, ...reported],
  }
}

const strange: Problem = {
  code: 'leftover-file',
  message: 'has a name that only temporary files of hotshift have, and belongs to no run that was killed',
}

/** What is left of runs that did not come to their end. */
interface Unfinished {
  /** Of processes that are dead. */
  readonly journals: readonly Journal[]
  /** Why a file cannot be part of this run, by real path. */
  readonly problems: ReadonlyMap<string, Problem>
  /** Real paths of journals and temporary files that are accounted for. */
  readonly known: ReadonlySet<string>
}

/** Reads the journals among files. @param files real paths */
function unfinishedOf(files: Iterable<string>, fs: FileSystem): Unfinished {
  const journals: Journal[] = []
  const problems = new Map<string, Problem>()
  const known = new Set<string>()
  for (const path of new Set(files)) {
    if (!isJournalName(basename(path))) continue
    const reading = readJournal(path, fs)
    if ('journal' in reading) {
      const { journal } = reading
      const isBusy = isAlive(journal.writer, path, fs)
      const problem: Problem = isBusy ? beingWritten : toBeFinished
      for (const one of [path, ...pathsOf(journal.groups), ...journal.scratch]) known.add(one)
      for (const { source, target } of journal.groups.flat())
        for (const one of [source, target]) if (one !== undefined) problems.set(one, problem)
      if (!isBusy) journals.push(journal)
    } else if (reading.state === 'incomplete') {
      known.add(path)
      if (!mayBeAtWork(path, fs)) journals.push({ path, groups: [], scratch: [], writer: nobody })
    } else if (reading.state === 'absent') known.add(path)
    else
      problems.set(path, {
        code: 'leftover-file',
        message: `has the name of a journal of hotshift, but ${reading.why}`,
      })
  }
  return { journals, problems, known }
}

const nobody = { host: '', boot: '', pid: 1, started: '' }

const beingWritten: Problem = {
  code: 'unfinished-run',
  message: 'is being written by another run of hotshift',
}
const toBeFinished: Problem = {
  code: 'unfinished-run',
  message:
    'a run of hotshift was killed while it wrote this file; the next one with --write puts that in order',
}

/** Of the temporary files. */
function pathsOf(groups: readonly JournalGroup[]): readonly string[] {
  return groups
    .flat()
    .flatMap(({ temporary, backup }) => [temporary, ...(backup === undefined ? [] : [backup])])
}

/** What became of the changes of killed runs. */
interface Recovery {
  readonly finished: number
  readonly undone: number
  /** Why a file could not be put in order, by real path. */
  readonly problems: ReadonlyMap<string, Problem>
  /** Real paths of the journals and temporary files that such files need. */
  readonly kept: ReadonlySet<string>
}

/**
 * Completes or rolls back every change of the journals, and removes what else the killed runs left. A file that
 * somebody has edited since is preserved. If it is killed in turn, the same journals remain.
 */
async function recover(journals: readonly Journal[], fs: FileSystem): Promise<Recovery> {
  let finished = 0
  let undone = 0
  const problems = new Map<string, Problem>()
  const kept = new Set<string>()
  for (const journal of journals) {
    const own = await takeOver(journal, fs)
    if (own === undefined) continue
    for (const file of journal.scratch) removeTemporary(file, fs)
    let isDone = true
    for (const group of journal.groups) {
      const result = endGroup(group, fs)
      if (result === 'finished') finished += 1
      else if (result === 'undone') undone += 1
      else {
        isDone = false
        for (const one of [own, ...pathsOf([group])]) kept.add(one)
        for (const { source, target } of group)
          for (const one of [source, target])
            if (one !== undefined) problems.set(one, tornProblem(result.why, own))
      }
    }
    if (!isDone) continue
    const directories = journal.groups.flatMap((group) => [...directoriesOf(group)])
    await Promise.all([...new Set(directories)].map((directory) => flushExisting(directory, fs)))
    removeTemporary(own, fs)
  }
  return { finished, undone, problems, kept }
}

function tornProblem(why: string, journal: string): Problem {
  return {
    code: 'unfinished-run',
    message: `a run of hotshift was killed while it wrote this file, and it cannot be put in order: ${why}. ${journal} says what belongs together`,
  }
}

/** The directory of a new file may never have been made. */
async function flushExisting(directory: string, fs: FileSystem): Promise<void> {
  if (fs.existsSync(directory)) await flushDirectory(directory, fs)
}

type GroupEnd = 'finished' | 'undone' | { readonly why: string }

function endGroup(group: JournalGroup, fs: FileSystem): GroupEnd {
  try {
    for (const directory of directoriesOf(group)) {
      if (fs.existsSync(directory) && fs.realpathSync(directory) !== directory)
        return { why: `${directory} is a symbolic link now` }
    }
    const states = group.map((file) => stateOf(file, fs))
    const isBegun = states.some(({ target }) => target === 'after')
    if (states.every((state) => canFinish(state, isBegun))) {
      for (const state of states) finish(state, fs)
      return 'finished'
    }
    if (states.every((state) => canUndo(state, isBegun))) {
      for (const state of states) undo(state, fs)
      return 'undone'
    }
    const edited = states.find((state) => !canFinish(state, isBegun))
    return { why: `${edited?.file.target} was changed since` }
  } catch (error) {
    return { why: messageOf(error) }
  }
}

/** What stands at a path, by its content. */
type ContentState = 'before' | 'after' | 'empty' | 'other' | 'none'

interface FileState {
  readonly file: JournalFile
  readonly source: ContentState
  readonly target: ContentState
  readonly temporary: ContentState
  readonly backup: ContentState
}

function stateOf(file: JournalFile, fs: FileSystem): FileState {
  const { source, target, temporary, backup, before, after } = file
  const originals = [
    ['before', before],
    ['after', after],
  ] as const
  const results = [...originals].reverse()
  return {
    file,
    source: source === undefined ? 'none' : contentAt(source, originals, fs),
    target: contentAt(target, results, fs),
    temporary: contentAt(temporary, results, fs),
    backup: backup === undefined ? 'none' : contentAt(backup, originals, fs),
  }
}

/** @param hashes what to compare with, in this order: a file may get a new name and keep its content */
function contentAt(
  path: string,
  hashes: readonly (readonly [ContentState, string | undefined])[],
  fs: FileSystem,
): ContentState {
  let bytes: Uint8Array
  try {
    bytes = readRegular(path, fs)
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? 'none' : 'other'
  }
  const hash = sha256(bytes)
  const [content] = hashes.find(([, one]) => one === hash) ?? []
  return content ?? (bytes.length === 0 ? 'empty' : 'other')
}

/** @param isBegun whether some file of the change has got its name, so that all of them were complete */
function canFinish({ file, source, target, temporary }: FileState, isBegun: boolean): boolean {
  if (target === 'after') return true
  const isReplaced = file.source === file.target
  // An empty file keeps the new name where there are no hard links.
  const isFree = isReplaced ? target === 'before' : target === 'none' || target === 'empty'
  const isAsRead = isReplaced || file.source === undefined || source === 'before'
  if (temporary === 'after' && isFree && isAsRead) return true
  // It was at its target, and somebody has edited it since.
  const isEdited = temporary === 'none' && target === 'other' && (isReplaced || source !== 'before')
  return isBegun && isEdited
}

function canUndo({ file, source, target, temporary, backup }: FileState, isBegun: boolean): boolean {
  if (file.source === undefined || source === 'before' || backup === 'before') return true
  // None of it reached its target yet, so that an edit made since is preserved.
  return target !== 'after' && (temporary !== 'none' || !isBegun)
}

function finish({ file, source, target, temporary }: FileState, fs: FileSystem): void {
  const isReplaced = file.source === file.target
  if (temporary === 'after' && target !== 'after') {
    if (target === 'empty') fs.unlinkSync(file.target)
    if (isReplaced) fs.renameSync(file.temporary, file.target)
    else placeUnderNewName(file.temporary, file.target, fs)
  }
  if (file.source !== undefined && !isReplaced && source === 'before') fs.unlinkSync(file.source)
  removeOwn(file, fs)
}

function undo({ file, source, target, backup }: FileState, fs: FileSystem): void {
  const isReplaced = file.source === file.target
  const isDone = isReplaced ? target === 'after' : source === 'none'
  if (file.source !== undefined && file.backup !== undefined && backup === 'before' && isDone)
    fs.renameSync(file.backup, file.source)
  if (!isReplaced && (target === 'after' || target === 'empty')) fs.unlinkSync(file.target)
  removeOwn(file, fs)
}

function removeOwn({ temporary, backup }: JournalFile, fs: FileSystem): void {
  removeTemporary(temporary, fs)
  if (backup !== undefined) removeTemporary(backup, fs)
}
