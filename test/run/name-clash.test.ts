import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { blockNameClashes, RunNames } from '../../src/run/conflicts.ts'
import { realFileSystem } from '../../src/run/file-system.ts'
import { fakeEngine } from './fake-engine.ts'
import { lines, run } from './running.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

it('a name that is too long for the disk is the matter of one file', () => {
  const tree = temporaryTree({ 'a.json': '', 'b.json': '' })
  const changed = (path: string, newPath: string): FileOutcome => ({
    path,
    newPath,
    kind: 'hot',
    status: 'changed',
    proof: 'equal',
    transforms: [],
    findings: [],
    before: '',
    after: 'a: 1\n',
  })
  const outcomes = [changed('a.json', `${'a'.repeat(300)}.yaml`), changed('b.json', 'b.yaml')]
  const names = new RunNames(() => ['a.json', 'b.json'])
  const blocked = blockNameClashes(outcomes, { names, cwd: tree.root, fs: realFileSystem })
  expect(blocked.map(({ status, reason }) => [status, reason])).toEqual([
    ['blocked', 'cannot be written: name too long'],
    ['changed', undefined],
  ])
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
        message: 'the result belongs in a.yaml, which exists already',
        line: 1,
        column: 1,
      },
    ])
  })
})
