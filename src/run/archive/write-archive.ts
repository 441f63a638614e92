/** A new archive out of an old one: what did not change is copied byte for byte, its compressed data included. */
import { crc32, deflateRawSync } from 'node:zlib'
import type { Archive, ArchiveMember } from './archive.ts'

/** What a run makes of a member, or a member that it adds. */
export interface MemberChange {
  /** Undefined for one that is added. */
  readonly member: ArchiveMember | undefined
  /** Inside the archive. */
  readonly name: string
  readonly content: Uint8Array
}

/** What is written of a member: its local part, and its record for the central directory. */
interface Written {
  readonly local: Uint8Array
  readonly record: Buffer
}

const DIRECTORY_RECORD = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const END_RECORD = 0x06054b50
/** Bits of the flags: sizes follow the data; the name is UTF-8. */
const HAS_DESCRIPTOR = 0x8
const IS_UTF8 = 0x800
const ZIP64 = 0x0001
/** Extra fields with times of their own, which a changed member has no more. */
const timeFields: ReadonlySet<number> = new Set([0x5455, 0x000a, 0x000d, 0x5855])

/**
 * The bytes of the new archive: the members in their order, new ones behind them.
 * @param now the time that changed and new members get
 */
export function rewrittenArchive(archive: Archive, changes: readonly MemberChange[], now: Date): Uint8Array {
  if (changes.length === 0) return archive.bytes
  const changed = new Map(changes.map((change) => [change.member, change]))
  const inPlace = [...archive.members].sort((a, b) => a.span.start - b.span.start)
  const parts: Uint8Array[] = [archive.bytes.subarray(0, inPlace[0]?.span.start ?? 0)]
  let offset = parts[0]?.length ?? 0
  const records = new Map<ArchiveMember | MemberChange, Buffer>()
  const put = (of: ArchiveMember | MemberChange, { local, record }: Written) => {
    parts.push(local)
    records.set(of, record)
    offset += local.length
  }
  for (const member of inPlace) {
    const change = changed.get(member)
    put(
      member,
      change === undefined ? copied(archive, member, offset) : remade(change, like(archive), now, offset),
    )
  }
  const added = changes.filter(({ member }) => member === undefined)
  for (const change of added) put(change, remade(change, like(archive), now, offset))
  const directory = Buffer.concat([...archive.members, ...added].flatMap((one) => records.get(one) ?? []))
  return Buffer.concat([
    ...parts,
    directory,
    endRecord(records.size, directory.length, offset, archive.comment),
  ])
}

function copied({ bytes }: Archive, { entry, span }: ArchiveMember, offset: number): Written {
  return {
    local: bytes.subarray(span.start, span.end),
    record: directoryRecord(
      {
        ...entry,
        name: entry.fileNameRaw,
        extra: without(entry.extraFieldRaw, (id) => id === ZIP64),
        remark: entry.fileCommentRaw,
      },
      offset,
    ),
  }
}

/** What a record of the central directory says. */
interface CentralRecord {
  readonly versionMadeBy: number
  readonly versionNeededToExtract: number
  readonly generalPurposeBitFlag: number
  readonly compressionMethod: number
  readonly lastModFileTime: number
  readonly lastModFileDate: number
  readonly crc32: number
  readonly compressedSize: number
  readonly uncompressedSize: number
  readonly internalFileAttributes: number
  readonly externalFileAttributes: number
  readonly name: Buffer
  readonly extra: Buffer
  readonly remark: Buffer
}

/** What new members take over: who made the archive, and the attributes of its files. */
type Model = Pick<CentralRecord, 'versionMadeBy' | 'externalFileAttributes'>

function like({ members }: Archive): Model {
  const first = members.find(({ name }) => !name.endsWith('/'))?.entry
  return first ?? { versionMadeBy: 20, externalFileAttributes: 0 }
}

/** A member with its new content: compressed as it was, and of this time. */
function remade({ member, name, content }: MemberChange, model: Model, now: Date, offset: number): Written {
  const entry = member?.entry
  const isRenamed = member === undefined || member.name !== name
  const method = entry?.compressionMethod ?? 8
  const data = method === 0 ? content : deflateRawSync(content)
  const raw = isRenamed || entry === undefined ? Buffer.from(name) : entry.fileNameRaw
  const isPlain = raw.every((byte) => byte < 0x80)
  const flags = isRenamed ? (isPlain ? 0 : IS_UTF8) : (entry?.generalPurposeBitFlag ?? 0) & IS_UTF8
  const facts: CentralRecord = {
    versionMadeBy: entry?.versionMadeBy ?? model.versionMadeBy,
    versionNeededToExtract: 20,
    generalPurposeBitFlag: flags,
    compressionMethod: method,
    ...dosTime(now),
    crc32: crc32(content),
    compressedSize: data.length,
    uncompressedSize: content.length,
    internalFileAttributes: entry?.internalFileAttributes ?? 1,
    externalFileAttributes: entry?.externalFileAttributes ?? model.externalFileAttributes,
    name: raw,
    extra: without(entry?.extraFieldRaw ?? Buffer.alloc(0), (id) => id === ZIP64 || timeFields.has(id)),
    remark: entry?.fileCommentRaw ?? Buffer.alloc(0),
  }
  return { local: Buffer.concat([localHeader(facts), data]), record: directoryRecord(facts, offset) }
}

/** Years count from 1980, seconds in pairs; local time, as other programs write it. */
function dosTime(now: Date): Pick<CentralRecord, 'lastModFileTime' | 'lastModFileDate'> {
  const year = Math.min(Math.max(now.getFullYear() - 1980, 0), 127)
  return {
    lastModFileTime: (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1),
    lastModFileDate: (year << 9) | ((now.getMonth() + 1) << 5) | now.getDate(),
  }
}

/** Extra fields without some. */
function without(extra: Buffer, isLeftOut: (id: number) => boolean): Buffer {
  const left: Buffer[] = []
  let at = 0
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (!isLeftOut(extra.readUInt16LE(at))) left.push(extra.subarray(at, end))
    at = end
  }
  return Buffer.concat([...left, extra.subarray(Math.min(at, extra.length))])
}

/** What both headers have in common, from the version to the lengths. */
function putFacts(header: Buffer, at: number, facts: CentralRecord): void {
  header.writeUInt16LE(facts.versionNeededToExtract, at)
  header.writeUInt16LE(facts.generalPurposeBitFlag, at + 2)
  header.writeUInt16LE(facts.compressionMethod, at + 4)
  header.writeUInt16LE(facts.lastModFileTime, at + 6)
  header.writeUInt16LE(facts.lastModFileDate, at + 8)
  header.writeUInt32LE(facts.crc32, at + 10)
  header.writeUInt32LE(facts.compressedSize, at + 14)
  header.writeUInt32LE(facts.uncompressedSize, at + 18)
  header.writeUInt16LE(facts.name.length, at + 22)
  header.writeUInt16LE(facts.extra.length, at + 24)
}

function localHeader(facts: CentralRecord): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL_HEADER, 0)
  putFacts(header, 4, { ...facts, generalPurposeBitFlag: facts.generalPurposeBitFlag & ~HAS_DESCRIPTOR })
  return Buffer.concat([header, facts.name, facts.extra])
}

function directoryRecord(facts: CentralRecord, offset: number): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(DIRECTORY_RECORD, 0)
  header.writeUInt16LE(facts.versionMadeBy, 4)
  putFacts(header, 6, facts)
  header.writeUInt16LE(facts.remark.length, 32)
  header.writeUInt16LE(facts.internalFileAttributes, 36)
  header.writeUInt32LE(facts.externalFileAttributes >>> 0, 38)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, facts.name, facts.extra, facts.remark])
}

function endRecord(count: number, size: number, offset: number, comment: Buffer): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(END_RECORD, 0)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(size, 12)
  record.writeUInt32LE(offset, 16)
  record.writeUInt16LE(comment.length, 20)
  return Buffer.concat([record, comment])
}
