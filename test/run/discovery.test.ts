import { execFileSync } from 'node:child_process'
import fs, { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { discover } from '../../src/run/discovery.ts'
import { found } from './found.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

describe('directories', () => {
  it('gives all files below, sorted by path, hidden ones too', async () => {
    const tree = temporaryTree({ 'b/z.yaml': '', 'b.yaml': '', 'a/c/d.json': '', '.hidden/x': '', 'a-b': '' })
    expect(await found(tree, ['.'])).toEqual(['.hidden/x', 'a-b', 'a/c/d.json', 'b.yaml', 'b/z.yaml'])
  })

  it('never enters .git and node_modules, unless they are given', async () => {
    const tree = temporaryTree({ '.git/config': '', 'a/node_modules/m/x.yaml': '', 'a/y.yaml': '' })
    expect(await found(tree, ['.'])).toEqual(['a/y.yaml'])
    expect(await found(tree, ['a/node_modules'])).toEqual(['a/node_modules/m/x.yaml'])
  })

  it('names files outside of the working directory relative to it', async () => {
    const tree = temporaryTree({ 'in/a.yaml': '', 'out/b.yaml': '' })
    const cwd = join(tree.root, 'in')
    expect(await found(tree, ['.', '../out', join(tree.root, 'in/a.yaml')], { cwd })).toEqual([
      '../out/b.yaml',
      'a.yaml',
    ])
  })

  it('takes a file once, however often it is given', async () => {
    const tree = temporaryTree({ 'a/b/x.yaml': '' })
    expect(await found(tree, ['a/b/x.yaml', 'a/b', 'a', '**/*.yaml'])).toEqual(['a/b/x.yaml'])
  })

  it('reports a directory without read permission and goes on', async () => {
    const tree = temporaryTree({ 'locked/x.yaml': '', 'open/y.yaml': '' })
    const fileSystem = {
      ...fs,
      readdirSync: ((path: string, options: object) => {
        if (path.endsWith('/locked'))
          throw Object.assign(new Error(`EACCES: permission denied, scandir '${path}'`), { code: 'EACCES' })
        return fs.readdirSync(path, options)
      }) as typeof fs.readdirSync,
    }
    const problem = 'failed unreadable-directory locked: cannot be read: permission denied'
    expect(await found(tree, ['.'], { fileSystem })).toEqual(['open/y.yaml', problem])
    expect(await found(tree, ['**/*.yaml'], { fileSystem })).toEqual(['open/y.yaml', problem])
  })

  it('takes files with names of its own for no templates', async () => {
    const tree = temporaryTree({ '.hotshift-123-4.tmp': '', 'a.yaml': '' })
    expect(await found(tree, ['.'])).toEqual(['a.yaml'])
  })
})

describe('missing paths', () => {
  it('are problems of their own', async () => {
    const tree = temporaryTree({ 'a.yaml': '' })
    expect(await found(tree, ['a.yaml', 'gone.yaml', 'a.yaml/b', 'no/*.json'])).toEqual([
      'a.yaml',
      'failed path-not-found a.yaml/b: no such file or directory',
      'failed path-not-found gone.yaml: no such file or directory',
      'failed glob-without-match no/*.json: no file matches no/*.json',
    ])
  })
})

describe('globs', () => {
  it('match files, hidden ones too', async () => {
    const tree = temporaryTree({
      'a/x.json': '',
      'a/.y.json': '',
      'a/z.yaml': '',
      'b/x.json': '',
      'a/s.json/t': '',
    })
    expect(await found(tree, ['a/*.json'])).toEqual(['a/.y.json', 'a/x.json'])
    expect(await found(tree, ['{a,b}/x.json', '../*/b/x.json'])).toEqual(['a/x.json', 'b/x.json'])
  })

  it('take an existing name literally', async () => {
    const tree = temporaryTree({ 'a[1].yaml': '', 'a1.yaml': '' })
    expect(await found(tree, ['a[1].yaml'])).toEqual(['a[1].yaml'])
  })

  it('respect ignore files below their fixed part', async () => {
    const tree = temporaryTree({
      '.gitignore': 'build\n*.tmp.yaml\n',
      'build/x.yaml': '',
      'a/y.yaml': '',
      'a/z.tmp.yaml': '',
    })
    expect(await found(tree, ['**/*.yaml'])).toEqual(['a/y.yaml'])
    expect(await found(tree, ['build/*.yaml'])).toEqual(['build/x.yaml'])
    expect(await found(tree, [join(tree.root, '*/*.yaml')])).toEqual(['a/y.yaml'])
  })
})

describe('symbolic links', () => {
  it('inside the given paths add nothing when their target is there too', async () => {
    const tree = temporaryTree({ 'a/x.yaml': '', 'b/y.yaml': '' })
    symlinkSync('x.yaml', join(tree.root, 'a/0-first.yaml'))
    symlinkSync('../b', join(tree.root, 'a/to-b'))
    symlinkSync('..', join(tree.root, 'a/up'))
    expect(await found(tree, ['.'])).toEqual(['a/x.yaml', 'b/y.yaml'])
  })

  it('out of the given paths are not followed', async () => {
    const tree = temporaryTree({ 'a/x.yaml': '', 'b/y.yaml': '' })
    symlinkSync('../b/y.yaml', join(tree.root, 'a/link.yaml'))
    symlinkSync('../b', join(tree.root, 'a/to-b'))
    const problems = [
      'skipped link-not-followed a/link.yaml: links to ../b/y.yaml, which is not part of this run',
      'skipped link-not-followed a/to-b: links to ../b, which is not part of this run',
    ]
    expect(await found(tree, ['a'])).toEqual(['a/x.yaml', ...problems])
    expect(await found(tree, ['a/*'])).toEqual(['a/x.yaml', ...problems])
    expect(await found(tree, ['a', 'b/y.yaml'])).toEqual(['a/x.yaml', 'b/y.yaml', problems[1]])
  })

  it('are followed when given', async () => {
    const tree = temporaryTree({ 'real/x.yaml': '' })
    symlinkSync('real', join(tree.root, 'dir'))
    symlinkSync('real/x.yaml', join(tree.root, 'file'))
    expect(await found(tree, ['dir'])).toEqual(['dir/x.yaml'])
    const { files } = await discover(['file', 'dir'], { cwd: tree.root })
    expect(files).toEqual([{ path: 'file', realPath: join(tree.root, 'real/x.yaml') }])
  })

  it('that are broken or go in circles are reported', async () => {
    const tree = temporaryTree({ 'd/a.yaml': '' })
    symlinkSync('gone', join(tree.root, 'd/broken'))
    symlinkSync('loop', join(tree.root, 'd/loop'))
    expect(await found(tree, ['.'])).toEqual([
      'd/a.yaml',
      'skipped broken-link d/broken: is a link whose target is missing',
      'skipped broken-link d/loop: is a link that leads back to itself',
    ])
    expect(await found(tree, ['d/broken', 'd/loop'])).toEqual([
      'failed broken-link d/broken: is a link whose target is missing',
      'failed broken-link d/loop: is a link that leads back to itself',
    ])
  })
})

describe('odd files', () => {
  it('pipes are reported and not opened', async () => {
    const tree = temporaryTree({ 'a.yaml': '' })
    execFileSync('mkfifo', [join(tree.root, 'pipe')])
    expect(await found(tree, ['.'])).toEqual([
      'a.yaml',
      'skipped special-file pipe: is a named pipe, not a regular file',
    ])
    expect(await found(tree, ['pipe'])).toEqual(['failed special-file pipe: is not a regular file'])
  })

  it('names that are not UTF-8 are reported; a replacement character in a name is fine', async () => {
    const tree = temporaryTree({ 'odd-\uFFFD.yaml': '' })
    try {
      writeFileSync(
        Buffer.concat([Buffer.from(`${tree.root}/latin-`), Buffer.from([0xe9]), Buffer.from('.yaml')]),
        '',
      )
    } catch {
      return // This file system only takes UTF-8.
    }
    expect(await found(tree, ['.'])).toEqual([
      'odd-\uFFFD.yaml',
      'skipped undecodable-name latin-\uFFFD.yaml: the file name is not UTF-8',
    ])
  })

  it('an empty directory is a mistake', async () => {
    const tree = temporaryTree({ 'd/x': '' })
    rmSync(join(tree.root, 'd/x'))
    expect(await found(tree, ['.'])).toEqual([
      'failed empty-directory .: no files to process in this directory',
    ])
  })
})
