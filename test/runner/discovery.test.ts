import { execFileSync } from 'node:child_process'
import fs, { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { discover } from '../../src/runner/discovery.ts'
import type { FileSystem } from '../../src/runner/file-system.ts'
import type { TemporaryTree } from './temporary-tree.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

/** Paths found, then problems as `status code path: message`. */
async function found(
  tree: TemporaryTree,
  paths: readonly string[],
  options: { cwd?: string; ignore?: readonly string[]; fileSystem?: FileSystem } = {},
): Promise<string[]> {
  const { files, problems } = await discover(paths, { cwd: tree.root, ...options })
  return [
    ...files.map(({ path }) => path),
    ...problems.map(
      ({ status, path, reason, findings }) => `${status} ${findings[0]?.code} ${path}: ${reason}`,
    ),
  ]
}

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

  it('passes over temporary files that a killed run left behind', async () => {
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

describe('ignore files', () => {
  it('hold for their directory and below, inner ones win', async () => {
    const tree = temporaryTree({
      '.gitignore': '*.json\n/only-top.yaml\nout/\n',
      'a/.gitignore': '!keep.json\n',
      'a/keep.json': '',
      'a/drop.json': '',
      'a/only-top.yaml': '',
      'only-top.yaml': '',
      'a/out/x.yaml': '',
    })
    expect(await found(tree, ['.'])).toEqual(['.gitignore', 'a/.gitignore', 'a/keep.json', 'a/only-top.yaml'])
  })

  it('are read from the root of the repository', async () => {
    const tree = temporaryTree({
      '.gitignore': '*.json\n',
      'repo/.gitignore': 'skip.yaml\n',
      'repo/a/skip.yaml': '',
      'repo/a/x.json': '',
    })
    mkdirSync(join(tree.root, 'repo/.git'))
    const cwd = join(tree.root, 'repo/a')
    expect(await found(tree, ['.'], { cwd })).toEqual(['x.json'])
  })

  it('can be taken back by .hotshiftignore, which works alike', async () => {
    const tree = temporaryTree({
      '.gitignore': 'gen/*\n',
      '.hotshiftignore': '!gen/x.yaml\nold\n',
      'gen/x.yaml': '',
      'gen/y.yaml': '',
      'old/z.yaml': '',
    })
    expect(await found(tree, ['*', '.'])).toEqual(['.gitignore', '.hotshiftignore', 'gen/x.yaml'])
  })

  it('let an inner file take back a directory that an outer one ignores', async () => {
    const tree = temporaryTree({
      '.gitignore': 'build\n',
      'a/.gitignore': '!build\n',
      'a/build/x.yaml': '',
      'b/build/x.yaml': '',
    })
    expect(await found(tree, ['a', 'b'])).toEqual(['a/.gitignore', 'a/build/x.yaml'])
  })

  it('do not hold for what is given explicitly', async () => {
    const tree = temporaryTree({
      '.gitignore': 'out\n*.json\n',
      'out/x.yaml': '',
      'out/y.json': '',
      'z.json': '',
    })
    expect(await found(tree, ['z.json', 'out'])).toEqual(['out/x.yaml', 'z.json'])
  })

  it('agree with git', async () => {
    const tree = temporaryTree({
      '.gitignore':
        '# comment\n\\#odd\n*.log\n!keep.log\ndeep/**/x\n/a/*.yaml\n!/a/b.yaml\nspace \\ \n[cd].json\n',
      'a/.gitignore': 'sub/\n',
      '#odd': '',
      'x.log': '',
      'keep.log': '',
      'deep/1/2/x': '',
      'deep/y': '',
      'a/a.yaml': '',
      'a/b.yaml': '',
      'a/sub/file': '',
      'sub/file': '',
      'c.json': '',
      'e.json': '',
      'E.LOG': '',
      'space  ': '',
    })
    const git = (...args: string[]) => execFileSync('git', args, { cwd: tree.root, encoding: 'utf8' })
    git('init', '-q')
    const listed = git('ls-files', '-z', '--others', '--exclude-standard').split('\0').filter(Boolean).sort()
    expect(await found(tree, ['.'])).toEqual(listed)
  })
})

describe('--ignore', () => {
  it('leaves out files, directories and patterns, explicitly named ones too', async () => {
    const tree = temporaryTree({
      'a/x.json': '',
      'a/x.yaml': '',
      'old/y.yaml': '',
      'b/old/z.yaml': '',
      'w.json': '',
    })
    expect(await found(tree, ['.', 'w.json'], { ignore: ['*.json', '/old'] })).toEqual([
      'a/x.yaml',
      'b/old/z.yaml',
    ])
    expect(await found(tree, ['.'], { ignore: ['./a/**', `${tree.root}/b/`, '**/*.json'] })).toEqual([
      'old/y.yaml',
    ])
  })

  it('applies outside of the working directory too', async () => {
    const tree = temporaryTree({ 'in/a': '', 'out/b.json': '', 'out/c.yaml': '' })
    expect(await found(tree, ['../out'], { cwd: join(tree.root, 'in'), ignore: ['*.json'] })).toEqual([
      '../out/c.yaml',
    ])
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

  it('an empty directory holds nothing', async () => {
    const tree = temporaryTree({ 'd/x': '' })
    rmSync(join(tree.root, 'd/x'))
    expect(await found(tree, ['.'])).toEqual([])
  })
})
