import { openArchive, readMembers } from '../../../src/runner/archive/archive.ts'
import { rewrittenArchive } from '../../../src/runner/archive/write-archive.ts'
import { realFileSystem } from '../../../src/runner/file-system.ts'
import { removeTemporaryTrees, temporaryTree } from '../temporary-tree.ts'
import { type ZipMember, zipOf } from './zip.ts'

afterEach(removeTemporaryTrees)

const open = async (bytes: Uint8Array) => {
  const path = temporaryTree().write('a.zip', bytes)
  return openArchive('a.zip', path, realFileSystem)
}

const good: readonly ZipMember[] = [
  { name: 'z.yaml', content: 'one: 1\n', method: 'deflate', hasDescriptor: true },
  { name: 'docs/', mode: 0o040755 },
  { name: 'docs/ä.txt', content: 'two', flags: 0x800, comment: 'a remark' },
  { name: Buffer.from([0x8e, 0x2e, 0x79]), content: 'old', extra: Buffer.from([0x55, 0x54, 1, 0, 7]) },
]

async function opened(members: readonly ZipMember[], around = {}) {
  const archive = await open(zipOf(members, around))
  if ('problem' in archive) throw new Error(archive.problem.message)
  return archive
}

async function problemOf(bytes: Uint8Array): Promise<string> {
  const archive = await open(bytes)
  if ('problem' in archive) return `${archive.problem.code}: ${archive.problem.message}`
  const contents = readMembers(archive)
  return 'problem' in contents ? `${contents.problem.code}: ${contents.problem.message}` : 'none'
}

describe('an archive', () => {
  it('gives its members in their order, with names as they are encoded', async () => {
    const archive = await opened(good)
    expect(archive.members.map(({ name }) => name)).toEqual(['z.yaml', 'docs/', 'docs/ä.txt', 'Ä.y'])
    const contents = readMembers(archive)
    if ('problem' in contents) throw new Error(contents.problem.message)
    expect([...contents.values()].map((one) => Buffer.from(one).toString())).toEqual([
      'one: 1\n',
      'two',
      'old',
    ])
  })

  it('takes separators of Windows, and names that begin with a point', async () => {
    const { members } = await opened([{ name: 'a\\b.yaml' }, { name: './c.yaml' }])
    expect(members.map(({ name }) => name)).toEqual(['a/b.yaml', 'c.yaml'])
  })

  const refused: readonly (readonly [string, string, readonly ZipMember[]])[] = [
    ['a name that leads upwards', 'archive-unsafe: the name "../x" leads', [{ name: '../x' }]],
    ['the same in the middle', 'archive-unsafe: the name "a/../../x" leads', [{ name: 'a/../../x' }]],
    ['the same with other separators', 'archive-unsafe: the name "../x" leads', [{ name: '..\\x' }]],
    ['an absolute name', 'archive-unsafe: the name "/etc/x" leads', [{ name: '/etc/x' }]],
    ['a drive', 'archive-unsafe: the name "c:/x" leads', [{ name: 'c:/x' }]],
    ['an empty name', 'archive-unsafe: the name "" is that of no file', [{ name: '' }]],
    ['a link', 'archive-unsafe: "x" is a symbolic link', [{ name: 'x', content: '/etc', mode: 0o120777 }]],
    ['a device', 'archive-unsafe: "x" is no regular file', [{ name: 'x', mode: 0o020644 }]],
    [
      'encryption',
      'archive-encrypted: "x" is encrypted',
      [{ name: 'x', content: 'x'.repeat(12), flags: 1, claims: { size: 0 } }],
    ],
    ['strong encryption', 'archive-encrypted: is encrypted', [{ name: 'x', flags: 0x41 }]],
    ['two members of one name', 'archive-duplicate: "x" is there twice', [{ name: 'x' }, { name: './x' }]],
    ['a file that is a directory', 'archive-duplicate: "x" is both', [{ name: 'x' }, { name: 'x/y' }]],
    [
      'another name in its header',
      'archive-duplicate: "y" has another name',
      [{ name: 'x', claims: { name: 'y' } }],
    ],
    ['another method', 'archive-not-read: "x" is compressed by method 12', [{ name: 'x', method: 12 }]],
    [
      'a wrong checksum',
      'archive-not-read: "x" is damaged: its checksum differs',
      [{ name: 'x', content: 'a', claims: { crc: 1 } }],
    ],
    [
      'more than it says',
      'archive-not-read: "x" is larger than the archive says',
      [{ name: 'x', content: 'a'.repeat(100_000), method: 'deflate', claims: { size: 10 } }],
    ],
    [
      'members that share their data',
      'archive-',
      [
        { name: 'x', content: 'a' },
        { name: 'x', content: 'a', claims: { offset: 0, name: 'y' } },
      ],
    ],
  ]
  it.each(refused)('is refused for %s', async (_, message, members) => {
    expect(await problemOf(zipOf(members))).toContain(message)
  })

  it('is refused when it would fill the memory', async () => {
    const content = Buffer.alloc(16 * 1024 * 1024)
    const members = Array.from({ length: 17 }, (_, index) => ({
      name: `${index}`,
      content,
      method: 'deflate' as const,
    }))
    expect(await problemOf(zipOf(members))).toBe('archive-too-large: holds more than 256 MB in small files')
    const many = zipOf(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}` })))
    expect(await problemOf(many)).toBe('archive-too-large: has 10001 members, more than 10000')
  })

  it('is refused when it is none, or cut off', async () => {
    expect(await problemOf(Buffer.from('PK\u0003\u0004'))).toMatch(
      /^archive-not-read: cannot be read as a zip/,
    )
    const whole = zipOf(good)
    for (let length = 0; length < whole.length; length += 7)
      expect(await problemOf(whole.subarray(0, length))).toMatch(/^archive-not-read: /)
  })
})

describe('a rewritten archive', () => {
  const now = new Date(2025, 0, 2, 3, 4, 6)

  it('is the old one when nothing changed', async () => {
    const archive = await opened(good)
    expect(rewrittenArchive(archive, [], now)).toBe(archive.bytes)
  })

  it('copies what did not change, byte for byte, in its order', async () => {
    const archive = await opened(good, { prefix: '#!stub\n', comment: 'of the vendor' })
    const [first, , third] = archive.members
    const made = rewrittenArchive(
      archive,
      [
        { member: third, name: 'docs/ä.txt', content: Buffer.from('changed') },
        { member: undefined, name: 'ö.env', content: Buffer.from('parameters: {}\n') },
      ],
      now,
    )
    const again = await open(made)
    if ('problem' in again) throw new Error(again.problem.message)
    expect(again.members.map(({ name }) => name)).toEqual(['z.yaml', 'docs/', 'docs/ä.txt', 'Ä.y', 'ö.env'])
    expect(again.comment.toString()).toBe('of the vendor')
    const raw = ({ bytes }: typeof archive, { span }: { span: { start: number; end: number } }) =>
      bytes.subarray(span.start, span.end).toString('hex')
    for (const index of [0, 1, 3]) {
      const [old, copy] = [archive.members[index], again.members[index]]
      if (old === undefined || copy === undefined) throw new Error('a member is missing')
      expect(raw(again, copy)).toBe(raw(archive, old))
      const { relativeOffsetOfLocalHeader: _old, ...before } = old.entry
      const { relativeOffsetOfLocalHeader: _new, ...after } = copy.entry
      expect(after).toEqual(before)
    }
    const beginning = archive.bytes.subarray(0, first?.span.end)
    expect(beginning.equals(made.subarray(0, first?.span.end))).toBe(true)
    const contents = readMembers(again)
    if ('problem' in contents) throw new Error(contents.problem.message)
    expect([...contents.values()].map((one) => Buffer.from(one).toString())).toEqual([
      'one: 1\n',
      'changed',
      'old',
      'parameters: {}\n',
    ])
    const time = again.members[2]?.entry.getLastModDate({ timezone: 'local', forceDosFormat: true })
    expect(time).toEqual(now)
  })

  it('gives a renamed member its new name in its old turn', async () => {
    const archive = await opened(good)
    const [first] = archive.members
    const made = rewrittenArchive(
      archive,
      [{ member: first, name: 'ü.yaml', content: Buffer.from('x') }],
      now,
    )
    const again = await open(made)
    if ('problem' in again) throw new Error(again.problem.message)
    expect(again.members.map(({ name }) => name)).toEqual(['ü.yaml', 'docs/', 'docs/ä.txt', 'Ä.y'])
  })
})
