import { execFileSync } from 'node:child_process'
import fs, { chmodSync, lstatSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../src/engine/engine-contract.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import type { RunOptions } from '../../src/runner/run.ts'
import { run } from '../../src/runner/run.ts'
import { fakeEngine } from './fake-engine.ts'
import type { TemporaryTree } from './temporary-tree.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

/** Runs on the whole tree; gives `path status [code]` lines of the report. */
async function lines(tree: TemporaryTree, options: Partial<RunOptions> = {}): Promise<string[]> {
  const report = await run({ engine: fakeEngine, paths: ['.'], cwd: tree.root, mode: 'write', ...options })
  return report.files.map(({ path, newPath, status, findings }) =>
    [
      path,
      ...(newPath === undefined ? [] : ['->', newPath]),
      status,
      ...findings.map(({ code }) => code),
    ].join(' '),
  )
}

/** A disk on which one call fails; `when` looks at the first argument. */
function failing(
  name: 'writeSync' | 'unlinkSync' | 'openSync' | 'renameSync' | 'linkSync' | 'readFileSync',
  code: string,
  when: (argument: string) => boolean = () => true,
): typeof fs {
  const original = fs[name] as (...args: unknown[]) => unknown
  const replacement = (...args: unknown[]) => {
    if (when(String(args[0])))
      throw Object.assign(new Error(`${code}: no way, ${name} '${args[0]}'`), { code })
    return original(...args)
  }
  return { ...fs, [name]: replacement } as unknown as typeof fs
}

describe('buckets', () => {
  const files = {
    'a.yaml': 'upper\n',
    'b.yaml': 'same\n',
    'c.txt': 'hello\n',
    'd.yaml': 'block\n',
    'e.yaml': 'crash\n',
    'f.json': 'rename\n',
  }

  it('every file is in exactly one, whatever happens to the others', async () => {
    const report = await run({
      engine: fakeEngine,
      paths: ['.', 'gone'],
      cwd: temporaryTree(files).root,
      mode: 'dry-run',
    })
    expect(report.totals).toEqual({ changed: 2, unchanged: 1, skipped: 1, blocked: 1, failed: 2 })
    expect(report.files.map(({ path, status, reason }) => [path, status, reason])).toEqual([
      ['a.yaml', 'changed', undefined],
      ['b.yaml', 'unchanged', undefined],
      ['c.txt', 'skipped', 'not a template'],
      ['d.yaml', 'blocked', 'Fn::Foo is unknown'],
      ['e.yaml', 'failed', 'hotshift failed on this file: boom'],
      ['f.json', 'changed', undefined],
      ['gone', 'failed', 'no such file or directory'],
    ])
  })

  it('the dry run reports the same and writes nothing', async () => {
    const tree = temporaryTree(files)
    const dry = await lines(tree, { mode: 'dry-run' })
    expect(tree.list().map((path) => [path, tree.read(path)])).toEqual(Object.entries(files))
    expect(await lines(tree)).toEqual(dry)
    expect(tree.list()).toEqual(['a.yaml', 'b.yaml', 'c.txt', 'd.yaml', 'e.yaml', 'f.yaml'])
    expect([tree.read('a.yaml'), tree.read('f.yaml'), tree.read('d.yaml')]).toEqual([
      'UPPER\n',
      'RENAME\n',
      'block\n',
    ])
  })

  it('outcomes are handed on in order with their texts, the report has none', async () => {
    const seen: FileOutcome[] = []
    const tree = temporaryTree({ 'b.yaml': 'upper\n', 'a.yaml': 'same\n' })
    const report = await run({
      engine: fakeEngine,
      paths: ['.'],
      cwd: tree.root,
      mode: 'dry-run',
      onOutcome: (outcome) => void seen.push(outcome),
    })
    expect(seen.map(({ path, before, after }) => [path, before, after])).toEqual([
      ['a.yaml', undefined, undefined],
      ['b.yaml', 'upper\n', 'UPPER\n'],
    ])
    expect(JSON.stringify(report)).not.toMatch('UPPER')
  })

  it('progress counts files', async () => {
    const steps: string[] = []
    const tree = temporaryTree({ 'a.yaml': 'upper\n', 'b.yaml': 'same\n' })
    await lines(tree, { onProgress: (step, done, total) => steps.push(`${step} ${done}/${total}`) })
    expect(steps).toEqual(['reading 1/2', 'reading 2/2', 'writing 1/1'])
  })

  it.each([
    ['file-lost', () => []],
    ['file-counted-twice', (outcomes: readonly FileOutcome[]) => [...outcomes, ...outcomes]],
  ])('a sum that does not add up is a defect: %s', async (code, followRenames) => {
    const tree = temporaryTree({ 'a.json': 'rename\n' })
    const running = lines(tree, { engine: { ...fakeEngine, followRenames }, mode: 'dry-run' })
    await expect(running).rejects.toMatchObject({ name: 'Defect', code })
  })

  it.each<[string, Partial<FileOutcome>]>([
    ['outcome-of-another-file', { path: 'other' }],
    ['result-without-change', { status: 'unchanged' }],
    ['change-without-difference', { after: 'upper\n' }],
  ])('an outcome that contradicts itself fails the file: %s', async (code, fields) => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n' })
    const engine: Engine = { ...fakeEngine, run: (input) => ({ ...fakeEngine.run(input), ...fields }) }
    const report = await run({ engine, paths: ['.'], cwd: tree.root, mode: 'write' })
    expect(report.files[0]).toMatchObject({ path: 'a.yaml', status: 'failed' })
    expect(report.files[0]?.reason).toContain(code)
    expect(tree.read('a.yaml')).toBe('upper\n')
  })
})

describe('reading', () => {
  it('a file that cannot be read fails alone', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n', 'b.yaml': 'upper\n' })
    const fileSystem = failing('openSync', 'EACCES', (path) => path.endsWith('a.yaml'))
    expect(await lines(tree, { fileSystem, mode: 'dry-run' })).toEqual([
      'a.yaml failed unreadable-file',
      'b.yaml changed',
    ])
  })

  it('a large binary file is not read', async () => {
    const tree = temporaryTree({ 'a.yaml': 'same\n' })
    execFileSync('truncate', ['-s', '3G', join(tree.root, 'disk.img')])
    expect(await lines(tree)).toEqual(['a.yaml unchanged', 'disk.img skipped file-too-large'])
  })

  it('a large text file is read', async () => {
    const tree = temporaryTree({ 'a.yaml': `upper\n${'x'.repeat(20_000_000)}` })
    expect(await lines(tree)).toEqual(['a.yaml changed'])
  })
})

describe('names that are taken', () => {
  it('by a file on disk, in the run or not', async () => {
    const tree = temporaryTree({ 'd/a.json': 'rename\n', 'd/a.yaml': 'same\n' })
    expect(await lines(tree)).toEqual(['d/a.json blocked target-exists', 'd/a.yaml unchanged'])
    expect(await lines(tree, { paths: ['d/a.json'] })).toEqual(['d/a.json blocked target-exists'])
    expect([tree.read('d/a.json'), tree.read('d/a.yaml')]).toEqual(['rename\n', 'same\n'])
  })

  it('by a broken link or a directory', async () => {
    const tree = temporaryTree({ 'a.json': 'rename\n', 'b.json': 'rename\n', 'b.yaml/x': '' })
    symlinkSync('gone', join(tree.root, 'a.yaml'))
    expect(await lines(tree, { paths: ['a.json', 'b.json'] })).toEqual([
      'a.json blocked target-exists',
      'b.json blocked target-exists',
    ])
  })

  it('by another result of the run', async () => {
    const tree = temporaryTree({ 'a.json': 'rename\n', 'a.template': 'rename\n', 'b.json': 'rename\n' })
    expect(await lines(tree)).toEqual([
      'a.json blocked target-exists',
      'a.template blocked target-exists',
      'b.json -> b.yaml changed',
    ])
    expect(tree.list()).toEqual(['a.json', 'a.template', 'b.yaml'])
  })

  it('but for case or the encoding of an accent', async () => {
    const tree = temporaryTree({
      'A.yaml': 'same\n',
      'a.json': 'rename\n',
      'caf\u00e9.json': 'rename\n',
      'cafe\u0301.yaml': 'same\n',
    })
    expect(await lines(tree)).toEqual([
      'A.yaml unchanged',
      'a.json blocked target-exists',
      'cafe\u0301.yaml unchanged',
      'caf\u00e9.json blocked target-exists',
    ])
  })

  it('says so at the first line, with the name', async () => {
    const tree = temporaryTree({ 'a.json': 'rename\n', 'a.yaml': 'same\n' })
    const report = await run({ engine: fakeEngine, paths: ['.'], cwd: tree.root, mode: 'dry-run' })
    expect(report.files[0]?.findings).toEqual([
      {
        code: 'target-exists',
        severity: 'error',
        message: 'the result belongs into a.yaml, which exists already',
        line: 1,
        column: 1,
      },
    ])
  })
})

describe('writing', () => {
  it('keeps the mode, also under a new name', async () => {
    const tree = temporaryTree({ 'a.sh': 'upper\n', 'b.json': 'rename\n' })
    chmodSync(join(tree.root, 'a.sh'), 0o751)
    chmodSync(join(tree.root, 'b.json'), 0o600)
    await lines(tree)
    expect(statSync(join(tree.root, 'a.sh')).mode & 0o7777).toBe(0o751)
    expect(statSync(join(tree.root, 'b.yaml')).mode & 0o7777).toBe(0o600)
  })

  it('keeps the owner where it may', async () => {
    if (process.getuid?.() !== 0) return
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
    let asked = 0
    const interruption = {
      begin: () => void calls.push('begin'),
      end: () => void calls.push('end'),
      isRequested: () => asked++ > 0,
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
    expect(calls).toEqual(['begin', 'end'])
  })
})

describe('changes of several files', () => {
  const files = {
    'a.json': 'rename\n',
    'b.yaml': 'same -> a.json\n',
    'c.yaml': 'upper\n',
    'd.yaml': 'same -> a.json\n',
  }

  it('are written together', async () => {
    const tree = temporaryTree(files)
    expect(await lines(tree)).toEqual([
      'a.json -> a.yaml changed',
      'b.yaml changed',
      'c.yaml changed',
      'd.yaml changed',
    ])
    expect(tree.list().map((path) => [path, tree.read(path)])).toEqual([
      ['a.yaml', 'RENAME\n'],
      ['b.yaml', 'same -> a.yaml\n'],
      ['c.yaml', 'UPPER\n'],
      ['d.yaml', 'same -> a.yaml\n'],
    ])
  })

  const untouched = [
    ['a.json', 'rename\n'],
    ['b.yaml', 'same -> a.json\n'],
    ['c.yaml', 'UPPER\n'],
    ['d.yaml', 'same -> a.json\n'],
  ]

  it.each<[string, string, (argument: string) => boolean]>([
    ['renameSync', 'd.yaml', (path) => path.includes('never')],
    ['unlinkSync', 'a.json', (path) => path.endsWith('a.json')],
  ])('or not at all: %s fails', async (name, culprit, when) => {
    const tree = temporaryTree(files)
    const fileSystem =
      name === 'unlinkSync'
        ? failing('unlinkSync', 'EIO', when)
        : ({
            ...fs,
            renameSync: (from: string, to: string) => {
              if (to.endsWith(culprit)) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
              fs.renameSync(from, to)
            },
          } as typeof fs)
    const result = await lines(tree, { fileSystem })
    expect(result).toContain(`${culprit} failed write-failed`)
    expect(result.filter((line) => line.endsWith('failed change-incomplete'))).toHaveLength(2)
    expect(result).toContain('c.yaml changed')
    expect(tree.list().map((path) => [path, tree.read(path)])).toEqual(untouched)
  })

  it('or not at all: one of them is read-only', async () => {
    const tree = temporaryTree(files)
    chmodSync(join(tree.root, 'd.yaml'), 0o444)
    expect(await lines(tree)).toEqual([
      'a.json failed change-incomplete',
      'b.yaml failed change-incomplete',
      'c.yaml changed',
      'd.yaml failed read-only-file',
    ])
    expect(tree.list().map((path) => [path, tree.read(path)])).toEqual(untouched)
  })

  it('are put back without hard links too', async () => {
    const tree = temporaryTree(files)
    const fileSystem = {
      ...failing('linkSync', 'EPERM'),
      renameSync: ((from: string, to: string) => {
        if (to.endsWith('d.yaml')) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
        fs.renameSync(from, to)
      }) as typeof fs.renameSync,
    }
    await lines(tree, { fileSystem })
    expect(tree.list().map((path) => [path, tree.read(path)])).toEqual(untouched)
  })

  it('say so when they cannot be put back, and keep the originals', async () => {
    const tree = temporaryTree(files)
    let broken = false
    const renameSync = ((from: string, to: string) => {
      broken ||= to.endsWith('d.yaml')
      if (broken)
        throw Object.assign(new Error(`EIO: i/o error, rename '${from}' -> '${to}'`), { code: 'EIO' })
      fs.renameSync(from, to)
    }) as typeof fs.renameSync
    const report = await run({
      engine: fakeEngine,
      paths: ['a.json', 'b.yaml', 'd.yaml'],
      cwd: tree.root,
      mode: 'write',
      fileSystem: { ...fs, renameSync },
    })
    expect(report.totals.failed).toBe(3)
    expect(report.files[2]?.reason).toMatch(/not everything could be put back: EIO: .*\.tmp/)
    const kept = tree.list().filter((path) => path.endsWith('.tmp'))
    expect(kept.map(tree.read)).toEqual(expect.arrayContaining(['rename\n', 'same -> a.json\n']))
  })

  it('are blocked as a whole when the engine takes one of them back', async () => {
    const tree = temporaryTree(files)
    const engine: Engine = {
      ...fakeEngine,
      followRenames: (outcomes, readText) =>
        fakeEngine.followRenames(outcomes, readText).map((outcome) => {
          if (outcome.path !== 'b.yaml') return outcome
          const { after: _after, ...rest } = outcome
          return { ...rest, status: 'blocked' }
        }),
    }
    expect(await lines(tree, { engine })).toEqual([
      'a.json blocked change-incomplete',
      'b.yaml blocked',
      'c.yaml changed',
      'd.yaml blocked change-incomplete',
    ])
  })

  it('do not follow a rename that is blocked', async () => {
    const tree = temporaryTree({ ...files, 'a.yaml': 'same\n' })
    expect(await lines(tree)).toEqual([
      'a.json blocked target-exists',
      'a.yaml unchanged',
      'b.yaml unchanged',
      'c.yaml changed',
      'd.yaml unchanged',
    ])
  })

  it('may be very many', async () => {
    const names = Array.from({ length: 90 }, (_, i) => `${i + 10}.yaml`)
    const tree = temporaryTree({
      'a.json': 'rename\n',
      ...Object.fromEntries(names.map((name) => [name, '-> a.json\n'])),
    })
    await lines(tree)
    expect(new Set(names.map(tree.read))).toEqual(new Set(['-> a.yaml\n']))
    expect(tree.list()).toHaveLength(91)
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
