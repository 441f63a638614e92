/** Archives with what a run changed in them, written under new names: one that was read is never touched. */
import { basename, dirname, extname, join } from 'node:path'
import type { FileOutcome } from '../../engine/outcome.ts'
import { placeUnderNewName } from '../commit.ts'
import { type FileSystem, isArchiveName } from '../file-system.ts'
import { noteScratch } from '../journal.ts'
import { type Problem, systemMessage } from '../problem.ts'
import {
  createFile,
  flush,
  flushDirectory,
  removeTemporary,
  temporaryName,
  writeAll,
} from '../temporary-file.ts'
import { type OpenArchive, readMember } from './archive.ts'
import { type MemberChange, rewrittenArchive } from './write-archive.ts'

/** Where archives go. */
interface SaveOptions {
  /** Absolute: a new archive, or a new or empty directory for the files; undefined when none was named. */
  readonly output: string | undefined
  readonly fileSystem: FileSystem
  readonly now: () => Date
}

/**
 * Writes each archive of a run, changed or not, to where it is to go.
 * @returns the problem of every changed file that was not written, by report path, or of an archive
 */
export async function saveArchives(
  archives: readonly OpenArchive[],
  outcomes: readonly FileOutcome[],
  options: SaveOptions,
): Promise<ReadonlyMap<string, Problem>> {
  const problems = new Map<string, Problem>()
  for (const one of archives) {
    const changes = changesIn(one, outcomes)
    // Also where nothing changed: whoever named a new archive wants to go on with it.
    const problem = await saveOne(one, changes, targetOf(one, archives.length, options.output), options)
    if (problem === undefined) continue
    for (const { path } of outcomes.filter((outcome) => isIn(one, outcome) && outcome.status === 'changed'))
      problems.set(path, problem)
    if (changes.length === 0 && options.output !== undefined) problems.set(one.archive.path, problem)
  }
  return problems
}

/** Several archives share a folder, each in one of its own name. */
function targetOf({ archive }: OpenArchive, count: number, output: string | undefined): string | undefined {
  if (output === undefined || isArchiveName(output) || count === 1) return output
  return join(output, basename(archive.path, extname(archive.path)))
}

/** Whether a file is, or is to become, a member of an archive. */
export function isIn({ archive }: OpenArchive, { path }: Pick<FileOutcome, 'path'>): boolean {
  return path.startsWith(`${archive.path}/`)
}

function changesIn(one: OpenArchive, outcomes: readonly FileOutcome[]): readonly MemberChange[] {
  const inside = (path: string) => path.slice(one.archive.path.length + 1)
  return outcomes.flatMap((outcome) => {
    const { path, newPath = path, after } = outcome
    if (outcome.status !== 'changed' || after === undefined || !isIn(one, outcome)) return []
    return [{ member: one.byPath.get(path), name: inside(newPath), content: Buffer.from(after) }]
  })
}

async function saveOne(
  one: OpenArchive,
  changes: readonly MemberChange[],
  target: string | undefined,
  { fileSystem, now }: SaveOptions,
): Promise<Problem | undefined> {
  if (target === undefined) {
    if (changes.length === 0) return undefined
    const message = `was not written: ${one.archive.path} is never changed itself; name a new archive with --output`
    return { code: 'archive-not-written', message }
  }
  try {
    if (isArchiveName(target))
      await saveFile(target, rewrittenArchive(one.archive, changes, now()), 0o666, fileSystem)
    else await saveFolder(one, changes, target, fileSystem)
    return undefined
  } catch (error) {
    return { code: 'archive-not-written', message: `was not written: ${target}: ${systemMessage(error)}` }
  }
}

/** Writes a file under a temporary name and renames it when it is complete; never overwrites another one. */
async function saveFile(target: string, bytes: Uint8Array, mode: number, fs: FileSystem): Promise<void> {
  const temporary = join(dirname(target), temporaryName())
  const journal = noteScratch(temporary, fs)
  const fd = createFile(temporary, mode, fs)
  try {
    try {
      writeAll(fd, bytes, fs)
    } finally {
      await flush(fd, fs)
    }
    placeUnderNewName(temporary, target, fs)
  } finally {
    removeTemporary(temporary, fs)
    removeTemporary(journal, fs)
  }
  await flushDirectory(dirname(target), fs)
}

/** All members as files below a directory that was not there, or was empty. */
async function saveFolder(
  { archive }: OpenArchive,
  changes: readonly MemberChange[],
  target: string,
  fs: FileSystem,
): Promise<void> {
  fs.mkdirSync(target, { recursive: true })
  if (fs.readdirSync(target).length > 0) throw new Error('the folder is not empty')
  const changed = new Map(changes.map((change) => [change.member, change]))
  for (const member of archive.members) {
    if (member.name.endsWith('/')) {
      fs.mkdirSync(join(target, member.name), { recursive: true })
      continue
    }
    const change = changed.get(member)
    const content = change?.content ?? readMember(archive, member)
    if ('problem' in content) throw new Error(content.problem.message)
    const isProgram = ((member.entry.externalFileAttributes >>> 16) & 0o100) !== 0
    await saveBelow(target, change?.name ?? member.name, content, isProgram ? 0o777 : 0o666, fs)
  }
  for (const { member, name, content } of changes)
    if (member === undefined) await saveBelow(target, name, content, 0o666, fs)
}

async function saveBelow(
  target: string,
  name: string,
  content: Uint8Array,
  mode: number,
  fs: FileSystem,
): Promise<void> {
  const path = join(target, name)
  fs.mkdirSync(dirname(path), { recursive: true })
  await saveFile(path, content, mode, fs)
}
