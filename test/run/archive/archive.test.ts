import { randomBytes } from 'node:crypto'
import { openArchive, readMembers } from '../../../src/run/archive/archive.ts'
import { rewrittenArchive } from '../../../src/run/archive/write-archive.ts'
import { realFileSystem } from '../../../src/run/file-system.ts'
import { removeTemporaryTrees, temporaryTree } from '../temporary-tree.ts'
import { unicodePath, type ZipMember, zipOf } from './zip.ts'

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
    ...['.git/hooks/post-checkout', 'a/.GIT/config', 'git~1/x', '.git. /x'].map(
      (name) => ['a file of git', `archive-unsafe: "${name}" is a file of git`, [{ name }]] as const,
    ),
    ...(
      [
        ['con', 'Windows reserves the name "con" for a device'],
        ['a/AUX.yaml', 'Windows reserves the name "AUX" for a device'],
        ['nul.tar.gz', 'Windows reserves the name "nul" for a device'],
        ['lpt1', 'Windows reserves the name "lpt1" for a device'],
        ['COM9.txt', 'Windows reserves the name "COM9" for a device'],
        ['a./x', 'Windows drops the last character of "a."'],
        ['x ', 'Windows drops the last character of "x "'],
        ['x.yaml:y', 'Windows takes what precedes ":" in "x.yaml:y" for a drive or a file'],
      ] as const
    ).map(
      ([name, why]) =>
        [
          'a name that Windows does not take as it is',
          `archive-unsafe: "${name}": ${why}`,
          [{ name }],
        ] as const,
    ),
    [
      'names that differ in case only',
      'archive-duplicate: "a/X.yaml" and "a/x.yaml" are one file',
      [{ name: 'a/X.yaml' }, { name: 'a/x.yaml' }],
    ],
    [
      'names that differ in the form of a letter only',
      'archive-duplicate: "\u00e9" and "e\u0301" are one file',
      [
        { name: '\u00e9', flags: 0x800 },
        { name: 'e\u0301', flags: 0x800 },
      ],
    ],
    [
      'a file that is a directory in other case',
      'archive-duplicate: "X" is both',
      [{ name: 'X' }, { name: 'x/y' }],
    ],
    ['an empty name', 'archive-unsafe: the name "" is that of no file', [{ name: '' }]],
    ['a link', 'archive-unsafe: "x" is a symbolic link', [{ name: 'x', content: '/etc', mode: 0o120777 }]],
    ['a device', 'archive-unsafe: "x" is not a regular file', [{ name: 'x', mode: 0o020644 }]],
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
      'control characters in a name',
      'archive-unsafe: the name "a\x1b[2J" has control',
      [{ name: 'a\x1b[2J' }],
    ],
    ['a line break in a name', 'archive-unsafe: the name "a\nb" has control', [{ name: 'a\nb' }]],
    ['NUL in a name', 'archive-unsafe: the name "a\0.yaml" has control', [{ name: 'a\0.yaml' }]],
    [
      'C1 controls in a name',
      'archive-unsafe: the name "a\x9b2J" has control',
      [{ name: 'a\x9b2J', flags: 0x800 }],
    ],
    [
      'a name in Unicode that leads upwards',
      'archive-unsafe: the name "../x" leads',
      [{ name: 'x', extra: unicodePath('x', '../x') }],
    ],
    [
      'a plain name that leads upwards beside a safe one in Unicode',
      'archive-unsafe: the name "../x" leads',
      [{ name: '../x', extra: unicodePath('../x', 'x') }],
    ],
    [
      'two plain names that are one beside two in Unicode',
      'archive-duplicate: "x" is there twice',
      [
        { name: 'x', extra: unicodePath('x', 'y') },
        { name: 'x', extra: unicodePath('x', 'z') },
      ],
    ],
    [
      'two names in Unicode that are one',
      'archive-duplicate: "y" is there twice',
      [
        { name: 'x', extra: unicodePath('x', 'y') },
        { name: 'z', extra: unicodePath('z', 'y') },
      ],
    ],
    [
      'more than 4 GB in the field for large sizes',
      'archive-too-large: "x" has more than 2048 MB',
      [{ name: 'x', content: 'a', method: 'deflate', claims: { largeSize: 5n << 30n } }],
    ],
    [
      'more than can be counted in the field for large sizes',
      'archive-',
      [{ name: 'x', content: 'a', method: 'deflate', claims: { largeSize: (1n << 64n) - 1n } }],
    ],
    [
      'another method in its header',
      'archive-unsafe: "x" has another form in its own header',
      [{ name: 'x', content: 'a', claims: { method: 8 } }],
    ],
    [
      'encryption in its header alone',
      'archive-unsafe: "x" has another form in its own header',
      [{ name: 'x', content: 'a', flags: 1, claims: { flags: 0 } }],
    ],
    [
      'a member behind another one that is not listed',
      'archive-unsafe: "x" is followed by a member that is not listed',
      [{ name: 'x', content: 'a', behind: zipOf([{ name: 'hidden.yaml', content: 'b' }]).subarray(0, 42) }],
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

  it('is refused where other programs would find other members', async () => {
    const two = [{ name: 'a.yaml' }, { name: 'b.yaml' }]
    expect(await problemOf(zipOf(two, { count: 1 }))).toBe(
      'archive-unsafe: has something between its list of members and its end',
    )
    const first = zipOf([{ name: 'a.yaml', content: 'one' }])
    expect(await problemOf(zipOf([{ name: 'a.yaml', content: 'two' }], { prefix: first }))).toBe(
      'archive-unsafe: begins with a member that is not listed',
    )
    const other = zipOf([{ name: 'a.yaml', content: 'two' }]).subarray(-22)
    expect(await problemOf(Buffer.concat([first, other]))).toMatch(/^archive-(?:unsafe|not-read): /)
    const end = first.subarray(-22)
    const inside = Buffer.concat([end, Buffer.alloc(1)])
    expect(await problemOf(zipOf([{ name: 'a.yaml' }], { comment: inside }))).toMatch(
      /^archive-(?:unsafe|not-read): /,
    )
  })

  it('may have other data before its members, but then has to say so', async () => {
    const prefix = '#!/bin/sh\nexit\n'
    expect((await opened([{ name: 'a.yaml' }], { prefix })).members.length).toBe(1)
    expect(await problemOf(zipOf([{ name: 'a.yaml' }], { prefix, shift: prefix.length }))).toMatch(
      /^archive-not-read: "?/,
    )
  })

  it('keeps names apart that only look alike', async () => {
    const members = [
      { name: 'a.yaml', content: 'one' },
      { name: '\u0430.yaml', content: 'two', flags: 0x800 },
      { name: 'e.yaml', content: 'three', flags: 0x800 },
      { name: '\u00e9.yaml', content: 'four', flags: 0x800 },
    ]
    const archive = await opened(members)
    const contents = readMembers(archive)
    if ('problem' in contents) throw new Error(contents.problem.message)
    expect([...contents].map(([{ name }, one]) => [name, Buffer.from(one).toString()])).toEqual(
      members.map(({ name, content }) => [name, content]),
    )
    const made = rewrittenArchive(
      archive,
      [{ member: archive.members[1], name: '\u0430.yaml', content: Buffer.from('new') }],
      new Date(2025, 0, 2),
    )
    const again = await open(made)
    const after = 'problem' in again ? again : readMembers(again)
    if ('problem' in after) throw new Error(after.problem.message)
    expect([...after.values()].map((one) => Buffer.from(one).toString())).toEqual([
      'one',
      'new',
      'three',
      'four',
    ])
  })

  it('is not opened in another one', async () => {
    const inner = zipOf([{ name: '../x', content: 'a' }])
    const archive = await opened([{ name: 'inner.zip', content: inner }, { name: 'a.yaml' }])
    const contents = readMembers(archive)
    if ('problem' in contents) throw new Error(contents.problem.message)
    expect([...contents].map(([{ name }]) => name)).toEqual(['inner.zip', 'a.yaml'])
    expect(Buffer.from([...contents.values()][0] ?? []).equals(inner)).toBe(true)
  })

  it('is refused when it would fill the memory', async () => {
    const large = (count: number, noise: number) => {
      const content = Buffer.concat([randomBytes(noise), Buffer.alloc(16 * 1024 * 1024 - noise)])
      return zipOf(
        Array.from({ length: count }, (_, index) => ({
          name: `${index}`,
          content,
          method: 'deflate' as const,
        })),
      )
    }
    expect(await problemOf(large(1, 0))).toBe('none')
    expect(await problemOf(large(2, 0))).toBe('archive-too-large: unpacks to more than 100 times its size')
    expect(await problemOf(large(17, 200_000))).toBe(
      'archive-too-large: holds more than 256 MB in small files',
    )
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
