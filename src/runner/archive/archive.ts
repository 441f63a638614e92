/** Zip archives that packages are shipped in: their members, read in memory. */
import { posix } from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import yauzl, { type Entry } from 'yauzl'
import type { FileSystem } from '../file-system.ts'
import { messageOf, type Problem, systemMessage } from '../problem.ts'
import { openRegular } from '../read-file.ts'

/** One member, with where it stands in the bytes of its archive. */
export interface Member {
  /** Inside the archive, `/` as separator, without `.` segments; that of a directory ends in `/`. */
  readonly name: string
  readonly entry: Entry
  /** Where its local header begins, where its data does, and where the next member does. */
  readonly span: { readonly start: number; readonly data: number; readonly end: number }
}

/** An archive that is safe to take apart. */
export interface Archive {
  /** As reports name it, relative to the working directory. */
  readonly path: string
  /** Absolute, with all symbolic links resolved. */
  readonly realPath: string
  readonly bytes: Buffer
  /** In the order of the central directory, directories included. */
  readonly members: readonly Member[]
  /** Where the central directory begins. */
  readonly directoryStart: number
  readonly comment: Buffer
}

/** An archive of a run. */
export interface OpenArchive {
  readonly archive: Archive
  /** Its members by their paths in reports, those left out of the run included. */
  readonly byPath: ReadonlyMap<string, Member>
  /** Paths of members that are no files of the run; nothing may come up there. */
  readonly leftOut: readonly string[]
}

/** Whether a file name is that of an archive. */
export function isArchiveName(path: string): boolean {
  return /\.(?:zip|csar)$/i.test(path)
}

const MEGABYTE = 1024 * 1024

/** Far more than packages of templates have; what is larger may be made to fill the memory. */
const limits = {
  archive: 256 * MEGABYTE,
  members: 10_000,
  member: 2048 * MEGABYTE,
  text: 16 * MEGABYTE,
  texts: 256 * MEGABYTE,
}

/** Why an archive is not taken apart. */
class Refusal extends Error {
  readonly problem: Problem

  constructor(code: Problem['code'], message: string) {
    super(message)
    this.problem = { code, message }
  }
}

/** Reads the list of members, and refuses what could reach out of the archive or be read in two ways. */
export async function openArchive(
  path: string,
  realPath: string,
  fs: FileSystem,
): Promise<Archive | { readonly problem: Problem }> {
  try {
    const bytes = readBytes(realPath, fs)
    const zip = await yauzl.fromBufferPromise(bytes, { decodeStrings: false, lazyEntries: true })
    // The types of yauzl know neither the number nor the buffer.
    const [directoryStart, comment] = [Number(zip.readEntryCursor), Buffer.from(zip.comment)]
    if (zip.entryCount > limits.members)
      throw new Refusal('archive-too-large', `has ${zip.entryCount} members, more than ${limits.members}`)
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    return {
      path,
      realPath,
      bytes,
      members: membersOf(entries, bytes, directoryStart),
      directoryStart,
      comment,
    }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.problem }
    if (/strong encryption/.test(messageOf(error)))
      return { problem: { code: 'archive-encrypted', message: 'is encrypted' } }
    return {
      problem: { code: 'archive-not-read', message: `cannot be read as a zip archive: ${messageOf(error)}` },
    }
  }
}

function readBytes(realPath: string, fs: FileSystem): Buffer {
  try {
    const fd = openRegular(realPath, fs)
    try {
      const { size } = fs.fstatSync(fd)
      if (size > limits.archive)
        throw new Refusal('archive-too-large', `has more than ${limits.archive / MEGABYTE} MB`)
      return fs.readFileSync(fd)
    } finally {
      fs.closeSync(fd)
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('unreadable-file', `cannot be read: ${systemMessage(error)}`)
  }
}

/** @throws Refusal */
function membersOf(entries: readonly Entry[], bytes: Buffer, directoryStart: number): readonly Member[] {
  const named = entries.map((entry) => ({ name: safeName(entry), entry }))
  for (const { name, entry } of named) refuseSpecial(name, entry)
  refuseDuplicates(named.map(({ name }) => name))
  const starts = [...named.map(({ entry }) => entry.relativeOffsetOfLocalHeader), directoryStart].sort(
    (a, b) => a - b,
  )
  return named.map(({ name, entry }) => {
    const start = entry.relativeOffsetOfLocalHeader
    const end = starts[starts.lastIndexOf(start) + 1] ?? 0
    return { name, entry, span: { start, data: dataStart(name, entry, bytes, end), end } }
  })
}

/** @throws Refusal for a name that leads out of the archive */
function safeName(entry: Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  const written = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  const fault = yauzl.validateFileName(written) ?? (written.includes('\0') ? 'NUL in a name' : null)
  if (fault !== null) throw new Refusal('archive-unsafe', `the name "${written}" leads out of the archive`)
  const name = posix.normalize(written)
  if (written === '' || name === '.' || name === './')
    throw new Refusal('archive-unsafe', `the name "${written}" is that of no file`)
  return name
}

const UNIX_FORMAT = 0o170000
const regular: ReadonlySet<number> = new Set([0, 0o100000, 0o040000])

/** @throws Refusal for links, devices, and what is encrypted or compressed in a way that only some programs read */
function refuseSpecial(name: string, entry: Entry): void {
  const format = (entry.externalFileAttributes >>> 16) & UNIX_FORMAT
  if (format === 0o120000) throw new Refusal('archive-unsafe', `"${name}" is a symbolic link`)
  if (!regular.has(format)) throw new Refusal('archive-unsafe', `"${name}" is no regular file`)
  if (Math.max(entry.compressedSize, entry.uncompressedSize) > limits.member)
    throw new Refusal('archive-too-large', `"${name}" has more than ${limits.member / MEGABYTE} MB`)
  if (entry.isEncrypted()) throw new Refusal('archive-encrypted', `"${name}" is encrypted`)
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    const message = `"${name}" is compressed by method ${entry.compressionMethod}; only deflate is read`
    throw new Refusal('archive-not-read', message)
  }
}

/** @throws Refusal where two members have one name, or one has the name of another one's directory */
function refuseDuplicates(names: readonly string[]): void {
  const files = new Set<string>()
  const directories = new Set<string>()
  for (const name of names) {
    const isDirectory = name.endsWith('/')
    if (files.has(name)) throw new Refusal('archive-duplicate', `"${name}" is there twice`)
    if (!isDirectory) files.add(name)
    const parts = name.split('/').slice(0, -1)
    parts.forEach((_, index) => {
      directories.add(parts.slice(0, index + 1).join('/'))
    })
  }
  const both = [...files].find((name) => directories.has(name))
  if (both !== undefined) throw new Refusal('archive-duplicate', `"${both}" is both a file and a directory`)
}

const LOCAL_HEADER = 0x04034b50
const LOCAL_LENGTH = 30

/** Where the data of a member begins. @throws Refusal where its header disagrees, or runs into another member */
function dataStart(name: string, entry: Entry, bytes: Buffer, end: number): number {
  const start = entry.relativeOffsetOfLocalHeader
  const isHeader = start + LOCAL_LENGTH <= bytes.length && bytes.readUInt32LE(start) === LOCAL_HEADER
  if (!isHeader) throw new Refusal('archive-not-read', `"${name}" is not where the directory says`)
  const nameEnd = start + LOCAL_LENGTH + bytes.readUInt16LE(start + 26)
  const data = nameEnd + bytes.readUInt16LE(start + 28)
  const local = bytes.subarray(start + LOCAL_LENGTH, nameEnd)
  if (!local.equals(entry.fileNameRaw))
    throw new Refusal('archive-duplicate', `"${name}" has another name in its own header`)
  if (data + entry.compressedSize > end)
    throw new Refusal('archive-unsafe', `"${name}" overlaps with another member`)
  return data
}

/** What the members hold that may be templates; large ones are left out. */
export function readMembers(
  archive: Archive,
): ReadonlyMap<Member, Uint8Array> | { readonly problem: Problem } {
  const found = new Map<Member, Uint8Array>()
  let total = 0
  for (const member of archive.members) {
    if (member.name.endsWith('/') || isLargeMember(member)) continue
    total += member.entry.uncompressedSize
    if (total > limits.texts) {
      const message = `holds more than ${limits.texts / MEGABYTE} MB in small files`
      return { problem: { code: 'archive-too-large', message } }
    }
    const content = readMember(archive, member)
    if ('problem' in content) return content
    found.set(member, content)
  }
  return found
}

/** Whether a member is larger than any template, as images are. */
export function isLargeMember({ entry }: Member): boolean {
  return entry.uncompressedSize > limits.text
}

/** The content of a member, checked against what the archive says of it. */
export function readMember(
  { bytes }: Archive,
  { name, entry, span }: Member,
): Uint8Array | { readonly problem: Problem } {
  const { compressedSize, compressionMethod, uncompressedSize } = entry
  const data = bytes.subarray(span.data, span.data + compressedSize)
  const problem = (message: string) => ({
    problem: { code: 'archive-not-read', message: `"${name}" ${message}` } as const,
  })
  try {
    // One byte more than promised is enough to know that the promise is broken.
    const content =
      compressionMethod === 0 ? data : inflateRawSync(data, { maxOutputLength: uncompressedSize + 1 })
    if (content.length !== uncompressedSize) return problem('has another length than the archive says')
    return crc32(content) === entry.crc32 ? content : problem('is damaged: its checksum differs')
  } catch (error) {
    const isLonger = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return problem(isLonger ? 'is larger than the archive says' : `is damaged: ${messageOf(error)}`)
  }
}
