import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { found } from './found.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

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
    expect(await found(tree, ['a', 'b'])).toEqual([
      'a/.gitignore',
      'a/build/x.yaml',
      'failed empty-directory b: no files to process in this directory',
    ])
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
