/** The file that a run writes before it takes the place of another: new, and nobody else's. */
import { linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { realFileSystem } from '../../src/run/file-system.ts'
import { createFile } from '../../src/run/temporary-file.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

it.each([
  ['a link to a file', (path: string, other: string) => symlinkSync(other, path)],
  ['a link to nothing', (path: string) => symlinkSync('nowhere', path)],
  ['a second name of a file', (path: string, other: string) => linkSync(other, path)],
  ['a file', (path: string) => writeFileSync(path, 'kept')],
])('is not opened where there is %s already', (_, plant) => {
  const tree = temporaryTree({ other: 'kept' })
  const path = join(tree.root, 'new')
  plant(path, join(tree.root, 'other'))
  expect(() => createFile(path, 0o600, realFileSystem)).toThrow(expect.objectContaining({ code: 'EEXIST' }))
  expect(readFileSync(join(tree.root, 'other'), 'utf8')).toBe('kept')
})
