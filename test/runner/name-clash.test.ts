import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fakeEngine } from './fake-engine.ts'
import { lines, run } from './running.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

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
