/** Zip archives that packages are shipped in: their members, read in memory. */
import { posix } from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import yauzl, { type Entry } from 'yauzl'
import { messageOf } from '../../engine/findings/finding.ts'
import { isNameOfGit } from '../boundary.ts'
import type { FileSystem } from '../file-system.ts'
import { type Problem, systemMessage } from '../problem.ts'
import { openRegular } from '../read-file.ts'

/** One member, with where it stands in the bytes of its archive. */
export interface ArchiveMember {
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
  readonly members: readonly ArchiveMember[]
  /** Where the central directory begins. */
  readonly directoryStart: number
  readonly comment: Buffer
}

/** An archive of a run. */
export interface OpenArchive {
  readonly archive: Archive
  /** Its members by their paths in reports, those left out of the run included. */
  readonly byPath: ReadonlyMap<string, ArchiveMember>
  /** Paths of members that are no files of the run; nothing may come up there. */
  readonly leftOut: readonly string[]
}

const MEGABYTE = 1024 * 1024

/** Far more than packages of templates have; what is larger may be made to fill the memory. */
const limits = {
  archive: 256 * MEGABYTE,
  members: 10_000,
  member: 2048 * MEGABYTE,
  text: 16 * MEGABYTE,
  texts: 256 * MEGABYTE,
  /** Archives that unpack to more than this are checked against `ratio`: templates do not compress as much as a bomb. */
  unpacked: 16 * MEGABYTE,
  ratio: 100,
}

/** Why an archive is not taken apart. */
class ArchiveRefusal extends Error {
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
      throw new ArchiveRefusal(
        'archive-too-large',
        `has ${zip.entryCount} members, more than ${limits.members}`,
      )
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    refuseOtherLists(bytes, Number(zip.readEntryCursor), comment)
    return {
      path,
      realPath,
      bytes,
      members: membersOf(entries, bytes, directoryStart),
      directoryStart,
      comment,
    }
  } catch (error) {
    if (error instanceof ArchiveRefusal) return { problem: error.problem }
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
        throw new ArchiveRefusal('archive-too-large', `has more than ${limits.archive / MEGABYTE} MB`)
      return fs.readFileSync(fd)
    } finally {
      fs.closeSync(fd)
    }
  } catch (error) {
    if (error instanceof ArchiveRefusal) throw error
    throw new ArchiveRefusal('unreadable-file', `cannot be read: ${systemMessage(error)}`)
  }
}

const END_RECORD = Buffer.from('PK\u0005\u0006')
const END_LENGTH = 22
const ZIP64_END_RECORD = Buffer.from('PK\u0006\u0006')
/** Before the length of the record for large archives, and of the record that says where that one is. */
const ZIP64_START = 12
const ZIP64_LOCATOR_LENGTH = 20

/**
 * The list of members ends where the end of the archive begins, and the archive with that: programs that read on, or look
 * for the end from the front, would find other members else.
 * @throws ArchiveRefusal
 */
function refuseOtherLists(bytes: Buffer, listEnd: number, comment: Buffer): void {
  const stands = (record: Buffer, at: number) => bytes.subarray(at, at + record.length).equals(record)
  const isLarge = stands(ZIP64_END_RECORD, listEnd) && listEnd + ZIP64_START <= bytes.length
  const end = isLarge
    ? listEnd + ZIP64_START + Number(bytes.readBigUInt64LE(listEnd + 4)) + ZIP64_LOCATOR_LENGTH
    : listEnd
  if (!stands(END_RECORD, end) || end + END_LENGTH + comment.length !== bytes.length)
    throw new ArchiveRefusal('archive-unsafe', 'has something between its list of members and its end')
  if (comment.includes(END_RECORD))
    throw new ArchiveRefusal('archive-unsafe', 'has another end in its comment')
}

/** @throws ArchiveRefusal */
function membersOf(
  entries: readonly Entry[],
  bytes: Buffer,
  directoryStart: number,
): readonly ArchiveMember[] {
  const named = entries.map((entry) => ({ name: safeName(entry), entry }))
  for (const { name, entry } of named) refuseSpecial(name, entry)
  refuseDuplicates(entries.map(plainName))
  refuseDuplicates(named.map(({ name }) => name))
  const starts = [...named.map(({ entry }) => entry.relativeOffsetOfLocalHeader), directoryStart].sort(
    (a, b) => a - b,
  )
  if (starts[0] !== 0 && bytes.subarray(0, LOCAL_SIGNATURE.length).equals(LOCAL_SIGNATURE))
    throw new ArchiveRefusal('archive-unsafe', 'begins with a member that is not listed')
  return named.map(({ name, entry }) => {
    const start = entry.relativeOffsetOfLocalHeader
    const end = starts[starts.lastIndexOf(start) + 1] ?? 0
    return { name, entry, span: { start, data: dataStart(name, entry, bytes, end), end } }
  })
}

/** The name by the extra field for names in Unicode, which not all programs read; the plain one is as safe. */
function safeName(entry: Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  plainName(entry)
  return checkedName(yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false))
}

/** The name as programs have it that know no extra field. */
function plainName({ generalPurposeBitFlag, fileNameRaw }: Entry): string {
  // The code page of old archives shows control characters as pictures.
  refuseControls(fileNameRaw.toString('latin1').replaceAll(/[\x80-\xff]/g, '?'))
  return checkedName(yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, [], false))
}

/** @throws ArchiveRefusal for a name that does something to a terminal, or is two lines of a report */
function refuseControls(written: string): void {
  if (/\p{Cc}/u.test(written))
    throw new ArchiveRefusal('archive-unsafe', `the name "${written}" has control characters in it`)
}

/** @throws ArchiveRefusal for a name that leads out of the archive, too */
function checkedName(written: string): string {
  if (yauzl.validateFileName(written) !== null)
    throw new ArchiveRefusal('archive-unsafe', `the name "${written}" leads out of the archive`)
  refuseControls(written)
  const name = posix.normalize(written)
  if (written === '' || name === '.' || name === './')
    throw new ArchiveRefusal('archive-unsafe', `the name "${written}" is that of no file`)
  const steps = name.split('/').filter((step) => step !== '')
  if (steps.some(isNameOfGit))
    throw new ArchiveRefusal(
      'archive-unsafe',
      `"${name}" is a file of git, which could run code where it is unpacked`,
    )
  const odd = steps.map(oddOnWindows).find((one) => one !== undefined)
  if (odd !== undefined) throw new ArchiveRefusal('archive-unsafe', `"${name}": ${odd}`)
  return name
}

/** What Windows makes of a name that it does not take as it is; undefined for all others. */
function oddOnWindows(step: string): string | undefined {
  const [device] = step.split('.')
  if (/^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\..*)?$/i.test(step))
    return `Windows reserves the name "${device}" for a device`
  if (/[. ]$/.test(step)) return `Windows drops the last character of "${step}"`
  return step.includes(':') ? `Windows takes what precedes ":" in "${step}" for a drive or a file` : undefined
}

const UNIX_FORMAT = 0o170000
const regular: ReadonlySet<number> = new Set([0, 0o100000, 0o040000])

/** @throws ArchiveRefusal for links, devices, and what is encrypted or compressed in a way that only some programs read */
function refuseSpecial(name: string, entry: Entry): void {
  const format = (entry.externalFileAttributes >>> 16) & UNIX_FORMAT
  if (format === 0o120000) throw new ArchiveRefusal('archive-unsafe', `"${name}" is a symbolic link`)
  if (!regular.has(format)) throw new ArchiveRefusal('archive-unsafe', `"${name}" is not a regular file`)
  if (Math.max(entry.compressedSize, entry.uncompressedSize) > limits.member)
    throw new ArchiveRefusal('archive-too-large', `"${name}" has more than ${limits.member / MEGABYTE} MB`)
  if (entry.isEncrypted()) throw new ArchiveRefusal('archive-encrypted', `"${name}" is encrypted`)
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    const message = `"${name}" is compressed by method ${entry.compressionMethod}; only deflate is read`
    throw new ArchiveRefusal('archive-not-read', message)
  }
}

/** What Windows and macOS take for one name. */
function keyOnDisk(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** @throws ArchiveRefusal where two members have one name, or one has the name of another one's directory */
function refuseDuplicates(names: readonly string[]): void {
  const files = new Map<string, string>()
  const directories = new Set<string>()
  for (const name of names) {
    const isDirectory = name.endsWith('/')
    const key = keyOnDisk(name)
    const other = files.get(key)
    if (other === name) throw new ArchiveRefusal('archive-duplicate', `"${name}" is there twice`)
    if (other !== undefined)
      throw new ArchiveRefusal(
        'archive-duplicate',
        `"${other}" and "${name}" are one file on disks that ignore case`,
      )
    if (!isDirectory) files.set(key, name)
    const parts = key.split('/').slice(0, -1)
    parts.forEach((_, index) => {
      directories.add(parts.slice(0, index + 1).join('/'))
    })
  }
  const [, both] = [...files].find(([key]) => directories.has(key)) ?? []
  if (both !== undefined)
    throw new ArchiveRefusal('archive-duplicate', `"${both}" is both a file and a directory`)
}

const LOCAL_HEADER = 0x04034b50
const LOCAL_LENGTH = 30
const LOCAL_SIGNATURE = Buffer.from('PK\u0003\u0004')
/** Bits of the flags: encrypted; size and checksum follow the data. */
const ENCRYPTED = 0x1
const HAS_DESCRIPTOR = 0x8

/** Where the data of a member begins. @throws ArchiveRefusal where its header disagrees, or runs into another member */
function dataStart(name: string, entry: Entry, bytes: Buffer, end: number): number {
  const start = entry.relativeOffsetOfLocalHeader
  const isHeader = start + LOCAL_LENGTH <= bytes.length && bytes.readUInt32LE(start) === LOCAL_HEADER
  if (!isHeader) throw new ArchiveRefusal('archive-not-read', `"${name}" is not where the directory says`)
  const nameEnd = start + LOCAL_LENGTH + bytes.readUInt16LE(start + 26)
  const data = nameEnd + bytes.readUInt16LE(start + 28)
  const local = bytes.subarray(start + LOCAL_LENGTH, nameEnd)
  if (!local.equals(entry.fileNameRaw))
    throw new ArchiveRefusal('archive-duplicate', `"${name}" has another name in its own header`)
  if (data + entry.compressedSize > end)
    throw new ArchiveRefusal('archive-unsafe', `"${name}" overlaps with another member`)
  if (bytes.subarray(data + entry.compressedSize, end).includes(LOCAL_SIGNATURE))
    throw new ArchiveRefusal('archive-unsafe', `"${name}" is followed by a member that is not listed`)
  refuseOtherHeader(name, entry, bytes.subarray(start, start + LOCAL_LENGTH))
  return data
}

/** @throws ArchiveRefusal where a program that reads from the beginning would find something else */
function refuseOtherHeader(name: string, entry: Entry, header: Buffer): void {
  const flags = header.readUInt16LE(6)
  const says = (offset: number) => header.readUInt32LE(offset)
  const isLate = (flags & HAS_DESCRIPTOR) !== 0
  // The sizes of large members stand in an extra field.
  const isSize = (size: number, own: number) => own === size || own === 0xffffffff
  const isSame =
    header.readUInt16LE(8) === entry.compressionMethod &&
    (flags & ENCRYPTED) === (entry.generalPurposeBitFlag & ENCRYPTED) &&
    (isLate ||
      (says(14) === entry.crc32 &&
        isSize(entry.compressedSize, says(18)) &&
        isSize(entry.uncompressedSize, says(22))))
  if (!isSame) throw new ArchiveRefusal('archive-unsafe', `"${name}" has another form in its own header`)
}

/** What the members hold that may be templates; large ones are left out. */
export function readMembers(
  archive: Archive,
): ReadonlyMap<ArchiveMember, Uint8Array> | { readonly problem: Problem } {
  const found = new Map<ArchiveMember, Uint8Array>()
  let total = 0
  let packed = 0
  for (const member of archive.members) {
    if (member.name.endsWith('/') || isLargeMember(member)) continue
    total += member.entry.uncompressedSize
    packed += member.entry.compressedSize
    if (total > limits.unpacked && total > packed * limits.ratio) {
      const message = `unpacks to more than ${limits.ratio} times its size`
      return { problem: { code: 'archive-too-large', message } }
    }
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
export function isLargeMember({ entry }: ArchiveMember): boolean {
  return entry.uncompressedSize > limits.text
}

/** The content of a member, checked against what the archive says of it. */
export function readMember(
  { bytes }: Archive,
  { name, entry, span }: ArchiveMember,
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
