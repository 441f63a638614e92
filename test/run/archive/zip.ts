/** Zip archives made byte by byte, the wrong ones too. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipMember {
  readonly name: string | Buffer
  readonly content?: string | Uint8Array
  /** `store` by default. */
  readonly method?: 'store' | 'deflate' | number
  readonly flags?: number
  /** Of Unix, for example 0o120777 for a link. */
  readonly mode?: number
  /** As the header says it; 8 bytes for size and checksum stand behind the data. */
  readonly hasDescriptor?: boolean
  readonly extra?: Buffer
  readonly comment?: string
  /** What the central directory says instead of the truth. */
  readonly claims?: {
    readonly size?: number
    readonly crc?: number
    readonly offset?: number
    readonly name?: string
    readonly method?: number
    readonly flags?: number
    /** Sizes beyond 4 GB, in the extra field for them. */
    readonly largeSize?: bigint
  }
  /** What stands behind the data, before the next member. */
  readonly behind?: Buffer
}

/** A member of Unicode's extra field: the name for programs that know it. */
export function unicodePath(plain: string, name: string): Buffer {
  const content = Buffer.alloc(5 + Buffer.byteLength(name))
  content.writeUInt8(1, 0)
  content.writeUInt32LE(crc32(Buffer.from(plain)), 1)
  content.write(name, 5)
  return extraField(0x7075, content)
}

function largeField(size: bigint): Buffer {
  const content = Buffer.alloc(16)
  content.writeBigUInt64LE(size, 0)
  content.writeBigUInt64LE(size, 8)
  return extraField(1, content)
}

function extraField(id: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(content.length, 2)
  return Buffer.concat([head, content])
}

/** DOS time and date: 2024-05-06 07:08:10. */
export const packed = { time: (7 << 11) | (8 << 5) | 5, date: (44 << 9) | (5 << 5) | 6 }

interface Around {
  readonly prefix?: string | Buffer
  readonly comment?: string | Buffer
  /** How many members the end says that there are. */
  readonly count?: number
  /** How far the offsets of the list are wrong. */
  readonly shift?: number
}

export function zipOf(
  members: readonly ZipMember[],
  { prefix = '', comment = '', count = members.length, shift = 0 }: Around = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from(prefix)]
  const records: Buffer[] = []
  let offset = prefix.length - shift
  for (const member of members) {
    const { local, record } = written(member, offset)
    parts.push(local)
    records.push(record)
    offset += local.length
  }
  const directory = Buffer.concat(records)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...parts, directory, end, Buffer.from(comment)])
}

function written(member: ZipMember, offset: number): { local: Buffer; record: Buffer } {
  const { method = 'store', mode = 0o100644, extra = Buffer.alloc(0), comment = '', claims = {} } = member
  const content = Buffer.from(member.content ?? '')
  const data = method === 'deflate' ? deflateRawSync(content, { level: 9 }) : content
  const number = typeof method === 'number' ? method : method === 'deflate' ? 8 : 0
  const flags = (member.flags ?? 0) | (member.hasDescriptor === true ? 8 : 0)
  const name = Buffer.from(member.name)
  const sums = Buffer.alloc(12)
  sums.writeUInt32LE(claims.crc ?? crc32(content), 0)
  sums.writeUInt32LE(data.length, 4)
  sums.writeUInt32LE(claims.size ?? content.length, 8)
  const header = (own: Buffer, counts: Buffer, said: ZipMember['claims'] = {}): Buffer => {
    const head = Buffer.alloc(10)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(said.flags ?? flags, 2)
    head.writeUInt16LE(said.method ?? number, 4)
    head.writeUInt16LE(packed.time, 6)
    head.writeUInt16LE(packed.date, 8)
    const lengths = Buffer.alloc(4)
    lengths.writeUInt16LE(own.length, 0)
    lengths.writeUInt16LE(extra.length + (said.largeSize === undefined ? 0 : 20), 2)
    return Buffer.concat([head, counts, lengths])
  }
  const isLate = member.hasDescriptor === true
  const local = Buffer.concat([
    Buffer.from('PK\u0003\u0004'),
    header(name, isLate ? Buffer.alloc(12) : sums),
    name,
    extra,
    data,
    isLate ? Buffer.concat([Buffer.from('PK\u0007\u0008'), sums]) : Buffer.alloc(0),
    member.behind ?? Buffer.alloc(0),
  ])
  const listed = Buffer.from(claims.name ?? name)
  const tail = Buffer.alloc(14)
  tail.writeUInt16LE(comment.length, 0)
  tail.writeUInt32LE((mode << 16) >>> 0, 6)
  tail.writeUInt32LE(claims.offset ?? offset, 10)
  const record = Buffer.concat([
    Buffer.from('PK\u0001\u0002\u001e\u0003', 'latin1'),
    header(listed, claims.largeSize === undefined ? sums : Buffer.alloc(12, 0xff), claims),
    tail,
    listed,
    extra,
    claims.largeSize === undefined ? Buffer.alloc(0) : largeField(claims.largeSize),
    Buffer.from(comment),
  ])
  return { local, record }
}
