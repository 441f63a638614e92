import fs, { mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { RunOptions } from '../../src/run/run.ts'
import { fakeEngine } from './fake-engine.ts'
import { failing, lines, run } from './running.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

/** Acts once, when the first file has been read. */
function onceRead(act: () => void): NonNullable<RunOptions['onProgress']> {
  let isDone = false
  return (step) => {
    if (step !== 'reading' || isDone) return
    isDone = true
    act()
  }
}

describe('links that somebody planted', () => {
  const files = { 'a.json': 'rename\n', 'b.yaml': 'same -> a.json\n', 'c.yaml': 'upper\n' }

  it('under names that an older version would use lead nowhere, and are findings', async () => {
    const outside = temporaryTree({ passwd: 'root\n' })
    const tree = temporaryTree(files)
    const names = Array.from({ length: 20 }, (_, i) => `.hotshift-${process.pid}-${i + 1}.tmp`)
    for (const name of names) symlinkSync(join(outside.root, 'passwd'), join(tree.root, name))
    const result = await lines(tree, { fileSystem: failing('linkSync', 'EPERM') })
    expect(outside.read('passwd')).toBe('root\n')
    expect(result).toEqual([
      ...[...names].sort().map((name) => `${name} skipped leftover-file`),
      'a.json -> a.yaml changed',
      'b.yaml changed',
      'c.yaml changed',
    ])
    expect(tree.list()).toEqual([...[...names].sort(), 'a.yaml', 'b.yaml', 'c.yaml'])
  })

  it('under the very name of a new file is not written through', async () => {
    const outside = temporaryTree({ passwd: 'root\n' })
    const tree = temporaryTree({ 'a.json': 'rename\n' })
    const linkSync: typeof fs.linkSync = (_from, to) => {
      symlinkSync(join(outside.root, 'passwd'), to)
      throw Object.assign(new Error('EPERM: no way'), { code: 'EPERM' })
    }
    expect(await lines(tree, { fileSystem: { ...fs, linkSync } })).toEqual(['a.json failed target-exists'])
    expect(outside.read('passwd')).toBe('root\n')
    expect(tree.read('a.json')).toBe('rename\n')
  })

  it('in the place of a file that was read are not followed', async () => {
    const outside = temporaryTree({ 'a.yaml': 'upper\n' })
    const tree = temporaryTree({ 'a.yaml': 'upper\n' })
    const onProgress = onceRead(() => {
      fs.rmSync(join(tree.root, 'a.yaml'))
      symlinkSync(join(outside.root, 'a.yaml'), join(tree.root, 'a.yaml'))
    })
    expect(await lines(tree, { onProgress })).toEqual(['a.yaml failed changed-on-disk'])
    expect(outside.read('a.yaml')).toBe('upper\n')
  })

  it('in the place of a directory are not followed', async () => {
    const outside = temporaryTree({ 'a.yaml': 'upper\n' })
    const tree = temporaryTree({ 'd/a.yaml': 'upper\n' })
    const onProgress = onceRead(() => {
      fs.rmSync(join(tree.root, 'd'), { recursive: true })
      symlinkSync(outside.root, join(tree.root, 'd'))
    })
    expect(await lines(tree, { onProgress })).toEqual(['d/a.yaml failed changed-on-disk'])
    expect(outside.list()).toEqual(['a.yaml'])
    expect(outside.read('a.yaml')).toBe('upper\n')
  })

  it.each(['write', 'dry-run'] as const)('take no new file to where they lead: %s', async (mode) => {
    const outside = temporaryTree()
    const tree = temporaryTree({ 'a.yaml': 'same\n' })
    symlinkSync(outside.root, join(tree.root, 'env'))
    const engine = {
      ...fakeEngine,
      runTogether: (inputs: Parameters<NonNullable<typeof fakeEngine.runTogether>>[0]) => [
        ...inputs.map(fakeEngine.run),
        {
          path: 'env/new.env',
          kind: 'environment',
          status: 'changed' as const,
          isNew: true as const,
          proof: 'none' as const,
          transforms: [],
          findings: [],
          after: 'new\n',
        },
      ],
    }
    const report = await run({ engine, paths: ['a.yaml'], cwd: tree.root, mode })
    expect(report.files.map(({ path, status }) => [path, status])).toEqual([
      ['a.yaml', 'unchanged'],
      ['env/new.env', 'blocked'],
    ])
    expect(report.files[1]?.findings).toMatchObject([{ code: 'link-in-target', severity: 'error' }])
    expect(outside.list()).toEqual([])
  })

  it('that were given themselves are followed to where new files belong', async () => {
    const real = temporaryTree({ 'x.json': 'rename\n' })
    const tree = temporaryTree()
    symlinkSync(real.root, join(tree.root, 'link'))
    expect(await lines(tree, { paths: ['link'] })).toEqual(['link/x.json -> link/x.yaml changed'])
    expect(real.list()).toEqual(['x.yaml'])
  })
})

it('keeps reports out of the reach of links', async () => {
  const { openOutputFile } = await import('../../src/apps/cli/output/output-file.ts')
  const tree = temporaryTree({ outside: 'diff --git \n' })
  mkdirSync(join(tree.root, 'd'))
  symlinkSync('../outside', join(tree.root, 'd/p.patch'))
  const file = openOutputFile(
    { option: 'patch', path: 'd/p.patch', kind: 'patch', start: 'diff --git ' },
    tree.root,
  )
  file.append('diff --git new\n')
  file.finish()
  expect(tree.read('outside')).toBe('diff --git \n')
  expect(readFileSync(join(realpathSync(tree.root), 'd/p.patch'), 'utf8')).toBe('diff --git new\n')
  expect(tree.list()).toEqual(['d/p.patch', 'outside'])
})
