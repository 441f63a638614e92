/** What is opened for reading under a name that somebody may have given to something else. */
import { execFileSync } from 'node:child_process'
import fs, { constants, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { openRegular, readInput } from '../../src/run/read-file.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

const onUnix = process.platform === 'win32' ? describe.skip : describe

/** Opens what would wait for a writer, were it opened as a file is: such a call fails instead. */
const impatient = {
  ...fs,
  openSync: ((path: string, flags: number) => {
    if ((flags & constants.O_NONBLOCK) === 0) throw new Error('waits for a writer')
    return fs.openSync(path, flags)
  }) as typeof fs.openSync,
}

/** How many files this process has open; undefined where the system does not say. */
const opened = () => (fs.existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : undefined)

onUnix('a regular file alone is opened', () => {
  it.each<[string, (tree: TemporaryTree, path: string) => unknown, string | RegExp]>([
    ['a pipe', (_, path) => execFileSync('mkfifo', [path]), 'not a regular file'],
    ['a folder', (_, path) => mkdirSync(path), 'not a regular file'],
    ['a link to a file', (tree, path) => symlinkSync(join(tree.root, 'a.yaml'), path), /ELOOP/],
    ['a link to a device', (_, path) => symlinkSync('/dev/zero', path), /ELOOP/],
    ['a link to itself', (_, path) => symlinkSync(path, path), /ELOOP/],
  ])('and not %s', (_, plant, message) => {
    const tree = temporaryTree({ 'a.yaml': 'x' })
    const path = join(tree.root, 'planted')
    plant(tree, path)
    const before = opened()
    expect(() => openRegular(path, impatient)).toThrow(message)
    expect(opened()).toBe(before)
    expect(readInput(path, impatient)).toMatchObject({
      status: 'failed',
      problem: { code: 'unreadable-file' },
    })
  })

  it('and not a device', () => {
    expect(() => openRegular('/dev/null', impatient)).toThrow('not a regular file')
  })

  it('and is read', () => {
    const tree = temporaryTree({ 'a.yaml': 'x' })
    const fd = openRegular(join(tree.root, 'a.yaml'), impatient)
    expect(readFileSync(fd, 'utf8')).toBe('x')
    fs.closeSync(fd)
  })
})
