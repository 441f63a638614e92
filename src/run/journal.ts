/**
 * What a run is about to write, on the disk before it begins and removed when it is done. The next run finishes or
 * rolls back what a killed run left behind, see recovery.ts and docs/decisions.
 */

import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path'
import { sha256 } from '../text/document/sha256.ts'
import { isNameOfGit } from './boundary.ts'
import type { FileSystem } from './file-system.ts'
import { errnoOf } from './file-system.ts'
import { openRegular } from './read-file.ts'
import { bytesOf, type PreparedWrite } from './staged-file.ts'
import {
  createFile,
  flush,
  flushDirectory,
  isTemporaryName,
  removeTemporary,
  writeAll,
} from './temporary-file.ts'

/** One file of a change; paths absolute, contents by their SHA-256. */
export interface JournalFile {
  readonly source?: string
  readonly target: string
  readonly temporary: string
  readonly backup?: string
  /** Of the source. */
  readonly before?: string
  readonly after: string
}

/** The files of one change: all of them are written or none. */
export type JournalGroup = readonly JournalFile[]

export interface Journal {
  readonly path: string
  readonly writer: Writer
  readonly groups: readonly JournalGroup[]
  /** Files in the making that are to go. */
  readonly scratch: readonly string[]
}

/** Which process wrote a journal, so that no other one is taken for it that has got its number. */
interface Writer {
  readonly host: string
  /** Of the system since it was started, and of the processes that see one another; empty where there are none such. */
  readonly boot: string
  readonly pid: number
  /** When the process began, in ticks since the system did; empty where the system does not say. */
  readonly started: string
}

const FORMAT = 'hotshift journal 1'

export function isJournalName(name: string): boolean {
  return isTemporaryName(name) && name.endsWith('.journal')
}

/**
 * Writes down what is about to be written, in a directory that all of it lies below, and gets it onto the disk.
 *
 * @returns the path of the journal
 * @throws what the file system says
 */
export async function openJournal(
  units: readonly (readonly PreparedWrite[])[],
  directory: string,
  fs: FileSystem,
): Promise<string> {
  const groups = units.map((unit) => unit.map(fileOf))
  return writeJournal({ groups, scratch: [] }, directory, fs)
}

/**
 * The same of a file in the making that is worth nothing unless it is complete, beside the journal. What killed runs had
 * in the making there gives way: it is no change of anything, so that dry runs may remove it.
 */
export function noteScratch(file: string, fs: FileSystem): string {
  clearScratch(dirname(file), fs)
  const { path, fd } = createJournal({ groups: [], scratch: [file] }, dirname(file), fs)
  fs.closeSync(fd)
  return path
}

function clearScratch(directory: string, fs: FileSystem): void {
  for (const name of namesIn(directory, fs).filter(isJournalName)) {
    const reading = readJournal(join(directory, name), fs)
    if (!('journal' in reading)) continue
    const { path, groups, scratch, writer } = reading.journal
    if (groups.length > 0 || isAlive(writer, path, fs)) continue
    for (const file of [...scratch, path]) removeTemporary(file, fs)
  }
}

/** None of a directory that one may write into and not read. */
function namesIn(directory: string, fs: FileSystem): readonly string[] {
  try {
    return fs.readdirSync(directory)
  } catch {
    return []
  }
}

type JournalContent = Pick<Journal, 'groups' | 'scratch'>

async function writeJournal(content: JournalContent, directory: string, fs: FileSystem): Promise<string> {
  const { path, fd } = createJournal(content, directory, fs)
  try {
    await flush(fd, fs)
    await flushDirectory(directory, fs)
    return path
  } catch (error) {
    fs.unlinkSync(path)
    throw error
  }
}

function createJournal(
  { groups, scratch }: JournalContent,
  directory: string,
  fs: FileSystem,
): { readonly path: string; readonly fd: number } {
  const writer = thisProcess()
  const random = randomBytes(16).toString('hex')
  const path = join(directory, `.hotshift-${writer.pid}-${writer.started || 0}-${random}.journal`)
  const fd = createFile(path, 0o600, fs)
  const below = (absolute: string) => relative(directory, absolute).split(sep).join('/')
  const entryOf = (file: JournalFile): object => {
    const paths = PATHS.flatMap((key) => (file[key] === undefined ? [] : [[key, below(file[key])]]))
    return { ...file, ...Object.fromEntries(paths) }
  }
  const { ino } = fs.fstatSync(fd, { bigint: true })
  const content = {
    format: FORMAT,
    inode: ino.toString(),
    writer,
    groups: groups.map((group) => group.map(entryOf)),
    scratch: scratch.map(below),
  }
  try {
    writeAll(fd, Buffer.from(`${JSON.stringify(content)}\n`, 'utf8'), fs)
    return { path, fd }
  } catch (error) {
    fs.closeSync(fd)
    fs.unlinkSync(path)
    throw error
  }
}

const PATHS = ['source', 'target', 'temporary', 'backup'] as const

function fileOf({ source, target, temporary, backup, before = '', after }: PreparedWrite): JournalFile {
  return {
    target,
    temporary,
    after: sha256(bytesOf(after)),
    ...(source === undefined ? {} : { source, before: sha256(bytesOf(before)) }),
    ...(backup === undefined ? {} : { backup }),
  }
}

/**
 * Takes over the journal of a dead process, so that nobody else does.
 *
 * @returns the path of the journal now; undefined when another process was faster
 */
export async function takeOver(journal: Journal, fs: FileSystem): Promise<string | undefined> {
  const own = await writeJournal(journal, dirname(journal.path), fs)
  try {
    fs.unlinkSync(journal.path)
    return own
  } catch (error) {
    fs.unlinkSync(own)
    if (errnoOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** What stands at the path of a journal. */
type JournalReading =
  | { readonly journal: Journal }
  /** A process was killed while it wrote it, before it began anything. */
  | { readonly state: 'incomplete' }
  /** Removed in the meantime. */
  | { readonly state: 'absent' }
  | { readonly state: 'foreign'; readonly why: string }

const LARGEST = 256 * 1024 * 1024

/**
 * Reads a journal. It is accepted only if this user wrote it in this directory: a tree may come from somebody
 * who would like to have files renamed. A file that was copied or checked out has another inode than the one
 * that it names.
 */
export function readJournal(path: string, fs: FileSystem): JournalReading {
  const rejected = (why: string): JournalReading => ({ state: 'foreign', why })
  let fd: number
  try {
    fd = openRegular(path, fs)
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? { state: 'absent' } : rejected('it is not a regular file')
  }
  try {
    const stat = fs.fstatSync(fd, { bigint: true })
    if (process.geteuid !== undefined && stat.uid !== BigInt(process.geteuid()))
      return rejected('it belongs to another user')
    if (stat.nlink !== 1n || (process.platform !== 'win32' && (stat.mode & 0o077n) !== 0n))
      return rejected('others can write to it')
    if (stat.size > LARGEST) return rejected('it is too large')
    const text = fs.readFileSync(fd, 'utf8')
    if (!text.endsWith('\n') && `{"format":"${FORMAT}"`.startsWith(text.slice(0, FORMAT.length)))
      return { state: 'incomplete' }
    return parsed(path, text, stat.ino.toString()) ?? rejected('it was not written at this location')
  } finally {
    fs.closeSync(fd)
  }
}

function parsed(path: string, text: string, inode: string): { readonly journal: Journal } | undefined {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(content) || content.format !== FORMAT || content.inode !== inode) return undefined
  const { writer, groups, scratch } = content
  if (!isWriter(writer) || !Array.isArray(groups) || !Array.isArray(scratch)) return undefined
  const files = groups.map((group: unknown) => all(group, (one) => readFile(one, path)))
  const names = all(scratch, (one) => (isPath(one) ? join(dirname(path), one) : undefined))
  const isSound = names?.every((name) => isTemporaryOf(name, path)) === true
  const complete = files.filter((group) => group !== undefined)
  if (!isSound || complete.length < files.length) return undefined
  return { journal: { path, writer, groups: complete, scratch: names } }
}

/** Every item as it is read; undefined when one cannot be. */
function all<Item>(list: unknown, read: (item: unknown) => Item | undefined): readonly Item[] | undefined {
  if (!Array.isArray(list)) return undefined
  const items = list.map(read).filter((item) => item !== undefined)
  return items.length === list.length ? items : undefined
}

function readFile(entry: unknown, journal: string): JournalFile | undefined {
  if (!isRecord(entry)) return undefined
  const { source, target, temporary, backup, before, after } = entry
  if (!isPath(target) || !isPath(temporary) || !isHash(after)) return undefined
  const absolute = (path: string) => join(dirname(journal), path)
  const file = { target: absolute(target), temporary: absolute(temporary), after }
  if (!isTemporaryOf(file.temporary, file.target)) return undefined
  if (source === undefined) return before === undefined && backup === undefined ? file : undefined
  if (!isPath(source) || !isHash(before)) return undefined
  const renamed = { ...file, source: absolute(source), before }
  if (backup === undefined) return renamed
  if (!isPath(backup) || !isTemporaryOf(absolute(backup), renamed.source)) return undefined
  return { ...renamed, backup: absolute(backup) }
}

function isTemporaryOf(path: string, file: string): boolean {
  return dirname(path) === dirname(file) && isTemporaryName(basename(path))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** Below the journal, and not among the files of git, which runs some of them. */
function isPath(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.includes('\0') || isAbsolute(value)) return false
  const steps = value.split('/')
  const isPlain = steps.every((step) => !['', '.', '..'].includes(step) && !isNameOfGit(step))
  return isPlain && normalize(value).split(sep).join('/') === value
}

function isWriter(value: unknown): value is Writer {
  if (!isRecord(value)) return false
  const { host, boot, pid, started } = value
  return [host, boot, started].every((one) => typeof one === 'string') && typeof pid === 'number' && pid > 0
}

let known: Writer | undefined

function thisProcess(): Writer {
  known ??= { host: hostname(), boot: bootOf(), pid: process.pid, started: startOf(process.pid) ?? '' }
  return known
}

/** Linux alone says which start of the system this is, and which processes see one another. */
function bootOf(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}

/** When a process began; undefined when there is none of that number, or only what is left of it (proc(5), stat). */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** A batch takes seconds to write. A process that cannot be seen from here counts as dead after this time. */
const LONGEST_SILENCE_MS = 60_000

/** Whether the process that wrote a journal may still be at work. */
export function isAlive(writer: Writer, path: string, fs: FileSystem): boolean {
  const here = thisProcess()
  if (here.boot !== '' && writer.boot === here.boot && writer.host === here.host)
    return startOf(writer.pid) === writer.started
  if (here.boot === '' && writer.boot === '' && writer.host === here.host && !hasProcess(writer.pid))
    return false
  return isRecent(path, fs)
}

/** The same of a journal that does not say more than its name. */
export function mayBeAtWork(path: string, fs: FileSystem): boolean {
  const [, pid = '0', started = '0'] = /^\.hotshift-(\d+)-(\d+)-/.exec(basename(path)) ?? []
  if (started === '0') return isRecent(path, fs)
  return startOf(Number(pid)) === started
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errnoOf(error) === 'EPERM'
  }
}

function isRecent(path: string, fs: FileSystem): boolean {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false })
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) < LONGEST_SILENCE_MS
}

/** The journals in the directories above given paths, which a run over all of them would have found. */
export function journalsAbove(paths: readonly string[], cwd: string, fs: FileSystem): readonly string[] {
  const seen = new Set<string>()
  const found: string[] = []
  for (const path of paths) {
    let directory = realDirectory(resolve(cwd, path), fs)
    while (directory !== undefined && !seen.has(directory)) {
      seen.add(directory)
      found.push(...journalsIn(directory, fs))
      directory = dirname(directory)
    }
  }
  return found
}

/** The directory itself, or the one of a file or of a pattern. */
function realDirectory(path: string, fs: FileSystem): string | undefined {
  try {
    const real = fs.realpathSync(path)
    return fs.statSync(real).isDirectory() ? real : dirname(real)
  } catch {
    return dirname(path) === path ? undefined : realDirectory(dirname(path), fs)
  }
}

function journalsIn(directory: string, fs: FileSystem): readonly string[] {
  try {
    return fs
      .readdirSync(directory)
      .filter(isJournalName)
      .map((name) => join(directory, name))
  } catch {
    // Whoever may not list a directory may not write a journal into it either.
    return []
  }
}
