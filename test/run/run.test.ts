import { execFileSync } from 'node:child_process'
import { linkSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../src/engine/engine-contract.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { fakeEngine } from './fake-engine.ts'
import { failing, lines, run } from './running.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

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
      ['e.yaml', 'failed', 'internal error: boom'],
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
    expect(steps).toEqual([
      ...['finding 1/undefined', 'finding 2/undefined', 'preparing 1/2', 'preparing 2/2'],
      ...['reading 1/2', 'reading 2/2', 'writing 1/1'],
    ])
  })

  it.each([
    ['file-lost', () => []],
    ['file-counted-twice', (outcomes: readonly FileOutcome[]) => [...outcomes, ...outcomes]],
  ])('a sum that does not add up is a defect: %s', async (code, followRenames) => {
    const tree = temporaryTree({ 'a.json': 'rename\n' })
    const running = lines(tree, { engine: { ...fakeEngine, followRenames }, mode: 'dry-run' })
    await expect(running).rejects.toMatchObject({ name: 'Defect', code })
  })

  it('a defect while names are followed fails the files that get new ones', async () => {
    const tree = temporaryTree({ 'a.json': 'rename\n', 'b.yaml': 'upper\n' })
    const followRenames = () => {
      throw new Error('boom')
    }
    const engine = { ...fakeEngine, followRenames }
    const report = await run({ engine, paths: ['.'], cwd: tree.root, mode: 'write' })
    expect(report.files.map(({ path, status, reason }) => [path, status, reason])).toEqual([
      ['a.json', 'failed', 'internal error: references could not follow the new name: boom'],
      ['b.yaml', 'changed', undefined],
    ])
    expect(tree.list().map(tree.read)).toEqual(['rename\n', 'UPPER\n'])
  })

  it.each<[string, Partial<FileOutcome>]>([
    ['outcome-of-another-file', { path: 'other' }],
    ['result-without-change', { status: 'unchanged' }],
    ['change-without-difference', { after: 'upper\n' }],
  ])('an outcome that contradicts itself fails the file: %s', async (code, fields) => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n' })
    const engine: Engine = {
      ...fakeEngine,
      run: (input) => ({ ...fakeEngine.run(input), ...fields }) as FileOutcome,
    }
    const report = await run({ engine, paths: ['.'], cwd: tree.root, mode: 'write' })
    expect(report.files[0]).toMatchObject({ path: 'a.yaml', status: 'failed' })
    expect(report.files[0]?.reason).toContain(code)
    expect(tree.read('a.yaml')).toBe('upper\n')
  })
})

describe('a file with several names', () => {
  it('is replaced under the one that is given, with a warning in the dry run too', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n', 'c.yaml': 'same\n' })
    linkSync(join(tree.root, 'a.yaml'), join(tree.root, 'b.copy'))
    linkSync(join(tree.root, 'c.yaml'), join(tree.root, 'd.copy'))
    const paths = ['a.yaml', 'c.yaml']
    const told = ['a.yaml changed hard-link', 'c.yaml unchanged']
    expect(await lines(tree, { paths, mode: 'dry-run' })).toEqual(told)
    expect(await lines(tree, { paths })).toEqual(told)
    expect([tree.read('a.yaml'), tree.read('b.copy')]).toEqual(['UPPER\n', 'upper\n'])
  })

  it('is replaced under each name that is given', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n' })
    linkSync(join(tree.root, 'a.yaml'), join(tree.root, 'b.yaml'))
    expect(await lines(tree)).toEqual(['a.yaml changed hard-link', 'b.yaml changed hard-link'])
    expect([tree.read('a.yaml'), tree.read('b.yaml')]).toEqual(['UPPER\n', 'UPPER\n'])
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
    expect(await lines(tree)).toEqual(['a.yaml unchanged', 'disk.img skipped binary-file'])
  })

  it('a large text file is read', async () => {
    const tree = temporaryTree({ 'a.yaml': `upper\n${'x'.repeat(20_000_000)}` })
    expect(await lines(tree)).toEqual(['a.yaml changed'])
  })
})
