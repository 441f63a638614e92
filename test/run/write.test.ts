import { execFileSync } from 'node:child_process'
import fs, { chmodSync, lstatSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Phase, RunOptions } from '../../src/run/run.ts'
import { fakeEngine } from './fake-engine.ts'
import { failing, lines, run } from './running.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

describe('writing', () => {
  it('keeps the mode, also under a new name', async () => {
    const tree = temporaryTree({ 'a.sh': 'upper\n', 'b.json': 'rename\n' })
    chmodSync(join(tree.root, 'a.sh'), 0o751)
    chmodSync(join(tree.root, 'b.json'), 0o600)
    await lines(tree)
    expect(statSync(join(tree.root, 'a.sh')).mode & 0o7777).toBe(0o751)
    expect(statSync(join(tree.root, 'b.yaml')).mode & 0o7777).toBe(0o600)
  })

  const asRoot = process.getuid?.() === 0 ? it : it.skip

  asRoot('keeps the owner where it may', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n' })
    fs.chownSync(join(tree.root, 'a.yaml'), 1234, 2345)
    await lines(tree)
    expect(statSync(join(tree.root, 'a.yaml'))).toMatchObject({ uid: 1234, gid: 2345 })
  })

  it('goes through a link that was given, and keeps it', async () => {
    const tree = temporaryTree({ 'real/x.yaml': 'upper\n' })
    symlinkSync('real/x.yaml', join(tree.root, 'link.yaml'))
    expect(await lines(tree, { paths: ['link.yaml'] })).toEqual(['link.yaml changed'])
    expect(tree.read('real/x.yaml')).toBe('UPPER\n')
    expect(readlinkSync(join(tree.root, 'link.yaml'))).toBe('real/x.yaml')
  })

  it('does not rename what was given as a link', async () => {
    const tree = temporaryTree({ 'real/x.json': 'rename\n' })
    symlinkSync('real/x.json', join(tree.root, 'link.json'))
    expect(await lines(tree, { paths: ['link.json'] })).toEqual(['link.json blocked rename-through-link'])
    expect(tree.list()).toEqual(['link.json', 'real/x.json'])
  })

  it('leaves a read-only file alone, even for root', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n', 'b.json': 'rename\n', 'c.yaml': 'upper\n' })
    chmodSync(join(tree.root, 'a.yaml'), 0o444)
    chmodSync(join(tree.root, 'b.json'), 0o444)
    expect(await lines(tree)).toEqual([
      'a.yaml failed read-only-file',
      'b.json failed read-only-file',
      'c.yaml changed',
    ])
    expect(tree.list().map(tree.read)).toEqual(['upper\n', 'rename\n', 'UPPER\n'])
  })

  it.each([
    ['disk-full', failing('writeSync', 'ENOSPC')],
    ['disk-full', failing('writeSync', 'EDQUOT')],
    ['read-only-directory', failing('openSync', 'EACCES', (path) => path.endsWith('.tmp'))],
    ['read-only-directory', failing('openSync', 'EROFS', (path) => path.endsWith('.tmp'))],
    ['write-failed', failing('renameSync', 'EIO')],
  ])('a failing disk is %s; the original is intact and nothing is left over', async (code, fileSystem) => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n', 'b.yaml': 'same\n' })
    expect(await lines(tree, { fileSystem })).toEqual([`a.yaml failed ${code}`, 'b.yaml unchanged'])
    expect(tree.list().map((path) => [path, tree.read(path)])).toEqual([
      ['a.yaml', 'upper\n'],
      ['b.yaml', 'same\n'],
    ])
  })

  it('a disk that fills up while flushing', async () => {
    const fileSystem = {
      ...fs,
      fsync: ((_fd: number, done: (error: Error) => void) =>
        done(
          Object.assign(new Error('ENOSPC: no space left on device, fsync'), { code: 'ENOSPC' }),
        )) as unknown as typeof fs.fsync,
    }
    const tree = temporaryTree({ 'a.json': 'rename\n' })
    const report = await run({ engine: fakeEngine, paths: ['.'], cwd: tree.root, mode: 'write', fileSystem })
    expect(report.files[0]).toMatchObject({
      status: 'failed',
      reason: 'cannot be written: no space left on device',
      findings: [{ code: 'disk-full', severity: 'error', line: 1, column: 1 }],
    })
    expect(report.files[0]).not.toHaveProperty('newPath')
    expect(tree.list()).toEqual(['a.json'])
  })

  it('short writes are continued', async () => {
    const writeSync = ((fd: number, bytes: Uint8Array, offset: number) =>
      fs.writeSync(fd, bytes, offset, 1)) as typeof fs.writeSync
    const tree = temporaryTree({ 'a.yaml': 'upper\u00e9\u{1F600}\n' })
    await lines(tree, { fileSystem: { ...fs, writeSync } })
    expect(tree.read('a.yaml')).toBe('UPPER\u00c9\u{1F600}\n')
  })

  it('does not touch a file that another program has changed since', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n', 'b.yaml': 'upper\n' })
    const onProgress: RunOptions['onProgress'] = (step, done) => {
      if (step === 'reading' && done === 2) tree.write('a.yaml', 'other\n')
    }
    expect(await lines(tree, { onProgress })).toEqual(['a.yaml failed changed-on-disk', 'b.yaml changed'])
    expect(tree.read('a.yaml')).toBe('other\n')
    expect(tree.list()).toEqual(['a.yaml', 'b.yaml'])
  })

  it('does not bring back a file that has gone since', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n' })
    const onProgress: RunOptions['onProgress'] = (step) => {
      if (step === 'reading') fs.unlinkSync(join(tree.root, 'a.yaml'))
    }
    expect(await lines(tree, { onProgress })).toEqual(['a.yaml failed changed-on-disk'])
    expect(tree.list()).toEqual([])
  })

  it('does not overwrite a name that was taken in the meantime', async () => {
    const tree = temporaryTree({ 'a.json': 'rename\n' })
    const linkSync: typeof fs.linkSync = (from, to) => {
      tree.write('a.yaml', 'mine\n')
      fs.linkSync(from, to)
    }
    expect(await lines(tree, { fileSystem: { ...fs, linkSync } })).toEqual(['a.json failed target-exists'])
    expect(tree.list().map(tree.read)).toEqual(['rename\n', 'mine\n'])
  })

  it('renames where there are no hard links', async () => {
    const tree = temporaryTree({ 'a.json': 'rename\n' })
    expect(await lines(tree, { fileSystem: failing('linkSync', 'EPERM') })).toEqual([
      'a.json -> a.yaml changed',
    ])
    expect(tree.list()).toEqual(['a.yaml'])
  })

  it('takes the new file away when the old one cannot be', async () => {
    const tree = temporaryTree({ 'a.json': 'rename\n' })
    const fileSystem = failing('unlinkSync', 'EPERM', (path) => path.endsWith('a.json'))
    expect(await lines(tree, { fileSystem })).toEqual(['a.json failed read-only-directory'])
    expect(tree.list().map((path) => [path, tree.read(path)])).toEqual([['a.json', 'rename\n']])
  })

  it('writes many files', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `${String(i).padStart(3, '0')}.yaml`)
    const tree = temporaryTree(Object.fromEntries(names.map((name) => [name, 'upper\n'])))
    expect(await lines(tree)).toEqual(names.map((name) => `${name} changed`))
    expect(tree.list()).toEqual(names)
    expect(new Set(names.map(tree.read))).toEqual(new Set(['UPPER\n']))
  })

  it('stops between files when interrupted, and says what is left', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `${i + 10}.yaml`)
    const tree = temporaryTree(Object.fromEntries(names.map((name) => [name, 'upper\n'])))
    const calls: string[] = []
    const interruption = {
      begin: (phase: Phase) => void calls.push(`begin ${phase}`),
      end: (phase: Phase) => void calls.push(`end ${phase}`),
      isRequested: () => names.filter((name) => tree.read(name) === 'UPPER\n').length >= 32,
    }
    const report = await run({
      engine: fakeEngine,
      paths: ['.'],
      cwd: tree.root,
      mode: 'write',
      interruption,
    })
    expect(report.totals).toMatchObject({ changed: 32, failed: 8 })
    expect(report.files[32]?.findings[0]?.code).toBe('interrupted')
    expect(names.map(tree.read).filter((text) => text === 'UPPER\n')).toHaveLength(32)
    expect(calls).toEqual(['begin run', 'begin writing', 'end writing', 'end run'])
  })
})

it('a temporary file system that is really full', async () => {
  const tree = temporaryTree()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', tree.root], { stdio: 'ignore' })
  } catch {
    return // Only root may mount.
  }
  try {
    tree.write('a.yaml', `upper\n${'x'.repeat(40_000)}`)
    expect(await lines(tree)).toEqual(['a.yaml failed disk-full'])
    expect(tree.list()).toEqual(['a.yaml'])
    expect(lstatSync(join(tree.root, 'a.yaml')).size).toBe(40_006)
    expect(tree.read('a.yaml')).toMatch(/^upper\nx+$/)
  } finally {
    execFileSync('umount', [tree.root])
  }
})
