/** What is on the disk before what else happens, so that a loss of power leaves what the next run can put in order. */
import fs from 'node:fs'
import { basename, join } from 'node:path'
import { openOutputFile } from '../../src/apps/cli/output/output-file.ts'
import { lines } from './running.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

/** Names of a tree as they are said in the order of calls: temporary ones by what they are for. */
function said(tree: TemporaryTree, path: unknown): string {
  if (path === tree.root) return 'the folder'
  const name = basename(String(path))
  return /^\.hotshift-.*\.(journal|tmp)$/.exec(name)?.[1] ?? name
}

/** A disk that notes what is flushed, and what gets or loses a name, in order. */
function noting(tree: TemporaryTree): { readonly disk: typeof fs; readonly calls: string[] } {
  const calls: string[] = []
  const paths = new Map<number, unknown>()
  const disk = {
    ...fs,
    openSync: (path: string, ...rest: [number, number?]) => {
      const fd = fs.openSync(path, ...rest)
      paths.set(fd, path)
      return fd
    },
    fsync: (fd: number, done: (error: NodeJS.ErrnoException | null) => void) => {
      fs.fsync(fd, (error) => {
        calls.push(`flush ${said(tree, paths.get(fd))}`)
        done(error)
      })
    },
    renameSync: (from: string, to: string) => {
      calls.push(`${said(tree, from)} becomes ${said(tree, to)}`)
      fs.renameSync(from, to)
    },
    linkSync: (from: string, to: string) => {
      calls.push(`${said(tree, from)} is also ${said(tree, to)}`)
      fs.linkSync(from, to)
    },
    unlinkSync: (path: string) => {
      calls.push(`remove ${said(tree, path)}`)
      fs.unlinkSync(path)
    },
  }
  return { calls, disk: disk as unknown as typeof fs }
}

describe('a change is on the disk, as is what leads back from it, before anything gets its name', () => {
  it.each<[string, Record<string, string>, readonly string[]]>([
    [
      'of one file',
      { 'a.yaml': 'upper\n' },
      ['flush journal', 'flush the folder', 'flush tmp', 'tmp becomes a.yaml', 'flush the folder'],
    ],
    [
      'of a name',
      { 'a.json': 'rename\n' },
      [
        'flush journal',
        'flush the folder',
        'flush tmp',
        'tmp is also a.yaml',
        'remove tmp',
        'remove a.json',
        'flush the folder',
      ],
    ],
    [
      'of two files',
      { 'a.json': 'rename\n', 'b.yaml': 'same -> a.json\n' },
      [
        'flush journal',
        'flush the folder',
        'flush tmp',
        'flush tmp',
        'a.json is also tmp',
        'b.yaml is also tmp',
        'tmp is also a.yaml',
        'remove tmp',
        'remove a.json',
        'tmp becomes b.yaml',
        'remove tmp',
        'remove tmp',
        'flush the folder',
      ],
    ],
  ])('%s', async (_, files, order) => {
    const tree = temporaryTree(files)
    const { disk, calls } = noting(tree)
    await lines(tree, { fileSystem: disk })
    expect(calls).toEqual([...order, 'remove journal'])
  })
})

it('is taken back on the disk before the journal of a killed run goes', async () => {
  const tree = temporaryTree({ 'a.json': 'rename\n' })
  const killed = {
    ...fs,
    unlinkSync: () => {
      throw new Error('killed')
    },
  } as unknown as typeof fs
  await lines(tree, { fileSystem: killed }).catch(() => undefined)
  const journal = tree.list().find((name) => name.endsWith('.journal')) ?? ''
  // Of a process that is no more.
  const text = tree.read(journal).replace(/"started":"\d+"/, '"started":"1"')
  fs.writeFileSync(join(tree.root, journal), text)
  const { disk, calls } = noting(tree)
  await lines(tree, { fileSystem: disk })
  const removed = calls.lastIndexOf('remove journal')
  expect(calls.slice(0, 3)).toEqual(['flush journal', 'flush the folder', 'remove journal'])
  expect(calls.slice(3, removed)).toContain('remove a.json')
  expect(calls[removed - 1]).toBe('flush the folder')
})

it('a report is on the disk before it gets its name', () => {
  const tree = temporaryTree({ 'r.json': '{"old": 1}' })
  const calls: string[] = []
  const [fsync, rename] = [fs.fsyncSync, fs.renameSync]
  const noted = [
    jest.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
      calls.push('flush')
      fsync(fd)
    }),
    jest.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      calls.push(`${said(tree, from)} becomes ${said(tree, to)}`)
      rename(from, to)
    }),
  ]
  try {
    const file = openOutputFile({ option: 'output', path: 'r.json', kind: 'report', start: '{' }, tree.root)
    file.append('{"new": 1}')
    file.finish()
  } finally {
    for (const one of noted) one.mockRestore()
  }
  expect(calls).toEqual(['flush', 'tmp becomes r.json'])
  expect(tree.read('r.json')).toBe('{"new": 1}')
  expect(tree.list()).toEqual(['r.json'])
})
