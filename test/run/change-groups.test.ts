import fs, { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../src/engine/engine-contract.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { fakeEngine } from './fake-engine.ts'
import { failing, lines, run } from './running.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

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
        (fakeEngine.followRenames?.(outcomes, readText) ?? []).map((outcome) => {
          if (outcome.path !== 'b.yaml') return outcome
          const { after: _after, newPath: _newPath, isNew: _isNew, ...rest } = outcome
          return { ...rest, status: 'blocked' } as FileOutcome
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
