import { spawnSync } from 'node:child_process'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { EXECUTABLE } from './hotshift.ts'

afterEach(removeTemporaryTrees)

const template = `HeatTemplateFormatVersion: '2012-12-12'\nParameters:\n${Array.from({ length: 40 }, (_, i) => `  P${i}: {Type: Number}\n`).join('')}`

it('a dry run ends quietly when its reader has seen enough', () => {
  const tree = temporaryTree(
    Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i + 100}.yaml`, template])),
  )
  const script = '"$1" "$2" migrate 2> err.txt | head -n 1'
  const { stdout, stderr } = spawnSync('sh', ['-c', script, 'sh', process.execPath, EXECUTABLE], {
    cwd: tree.root,
    encoding: 'utf8',
  })
  expect([stdout, stderr]).toEqual(['diff --git a/100.yaml b/100.yaml\n', ''])
  const said = tree.read('err.txt').split('\n')
  // The first line says how many can be deployed, before any diff.
  expect(said[0]).toBe('of 300 CloudFormation templates: 300 can be created as they come out')
  // No word about files of which nobody saw the diff, and no summary.
  expect(said.filter((line) => line.startsWith('changed')).length).toBeLessThan(200)
  expect(said.slice(1).filter((line) => !/^changed|^$/.test(line))).toEqual([])
}, 60_000)
