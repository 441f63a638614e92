import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { threeHunks } from '../plan/changes.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'
import { commandLine } from './command-line.ts'
import { hotshift } from './hotshift.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

function git(tree: TemporaryTree, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: tree.root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** A repository in which everything is committed. */
function repository(files: Readonly<Record<string, string>>): TemporaryTree {
  const tree = temporaryTree(files)
  git(tree, 'init', '-q')
  for (const [key, value] of [
    ['user.name', 'Zoë'],
    ['user.email', 'z@example.org'],
    ['core.autocrlf', 'false'],
  ] as const)
    git(tree, 'config', key, value)
  git(tree, 'add', '-A')
  git(tree, 'commit', '-qm', 'first')
  return tree
}

const json = '{"AWSTemplateFormatVersion": "2010-09-09",\n "Resources": {"r": {"Type": "AWS::EC2::EIP"}}}\n'
const cfn = 'AWSTemplateFormatVersion: "2010-09-09"\nResources:\n  s:\n    Type: child.json\n'
const files = {
  'd/child.json': json,
  'd/parent.yaml': cfn,
  'd/crlf.yaml': cfn.replace('child.json', 'AWS::EC2::EIP').replaceAll('\n', '\r\n'),
  'd/ä b.json': json,
  'd/no-end.yaml': cfn.replace('child.json', 'AWS::EC2::EIP').trimEnd(),
}
const plain = 'heat_template_version: 2016-10-14\nresources:\n  r:\n    type: OS::Heat::None\n'

/** The files of a repository, without git's own. */
const contents = (tree: TemporaryTree) =>
  Object.fromEntries(
    tree
      .list()
      .filter((path) => path.startsWith('d/'))
      .map((path) => [path, tree.read(path)]),
  )

const subjects = (tree: TemporaryTree) => git(tree, 'log', '--format=%an %s').trim().split('\n').reverse()

describe('--patches', () => {
  it('make what --write makes, step by step, whatever lines end in', async () => {
    const [tree, written] = [repository(files), repository(files)]
    const { err } = await commandLine(tree.root, 'migrate d --patches p')
    expect(err).toContain('3 patches for `git am` are in p\n')
    expect(contents(tree)).toEqual(files)
    const patches = readdirSync(join(tree.root, 'p')).sort()
    expect(patches).toEqual([
      '0001-rename-json-templates-that-become-yaml.patch',
      '0002-write-json-as-yaml.patch',
      '0003-convert-cloudformation-to-hot.patch',
    ])
    git(tree, 'am', '-q', ...patches.map((name) => `p/${name}`))
    await commandLine(written.root, 'migrate d --write')
    expect(contents(tree)).toEqual(contents(written))
    expect(subjects(tree)).toEqual([
      'Zoë first',
      'Zoë Rename JSON templates that become YAML',
      'Zoë Write JSON as YAML',
      'Zoë Convert CloudFormation to HOT',
    ])
    const history = git(tree, 'log', '--follow', '--format=%s', '--', 'd/child.yaml')
    expect(history.trim().split('\n')).toHaveLength(4)
    // A second series takes the place of the first, and of nothing else.
    expect((await commandLine(tree.root, 'migrate d --patches p')).err).toContain('0 patches')
    tree.write('p/.hotshift-0123.tmp', '')
    expect(await commandLine(tree.root, 'migrate d --patches p')).toMatchObject({ code: 0 })
    tree.write('p/mine.txt', '')
    expect(await commandLine(tree.root, 'migrate d --patches p')).toMatchObject({ code: 64 })
  })

  it('of a plan are of what was chosen from it', async () => {
    const tree = repository({ 'd/a.yaml': plain, 'd/b.yaml': plain })
    await commandLine(tree.root, 'upgrade d --to rocky --plan p.json')
    await commandLine(tree.root, 'apply p.json --except path:b.yaml --patches p')
    git(tree, 'am', '-q', join(tree.root, 'p', readdirSync(join(tree.root, 'p'))[0] ?? ''))
    expect(contents(tree)).toEqual({
      'd/a.yaml': plain.replace('2016-10-14', '2018-08-31'),
      'd/b.yaml': plain,
    })
  })
})

describe('--commit', () => {
  it('makes the same series as commits, of nothing but its files', async () => {
    const [tree, written] = [repository(files), repository(files)]
    tree.write('other.txt', 'staged\n')
    git(tree, 'add', 'other.txt')
    const { code, err } = await commandLine(tree.root, 'migrate d --commit')
    expect({ code, said: err.includes('3 commits made\n') }).toEqual({ code: 0, said: true })
    await commandLine(written.root, 'migrate d --write')
    expect(contents(tree)).toEqual(contents(written))
    expect(subjects(tree)).toHaveLength(4)
    expect(git(tree, 'status', '--porcelain')).toBe('A  other.txt\n')
  })

  it('takes files into a commit that git does not know', async () => {
    const tree = repository({ 'a.yaml': plain })
    tree.write('new.yaml', plain)
    const { code } = await commandLine(tree.root, 'upgrade . --to rocky --commit --allow-dirty')
    expect(code).toBe(0)
    expect(git(tree, 'show', '--format=', '--name-only').trim().split('\n')).toEqual(['a.yaml', 'new.yaml'])
    expect(git(tree, 'status', '--porcelain')).toBe('')
  })

  it('takes files of any name, hidden from git status or behind a link, and nothing else that is staged', async () => {
    const names = ['*.yaml', ':(top)b.yaml', 'a\nb.yaml', 'hidden.yaml', 'sparse.yaml']
    const tree = repository(Object.fromEntries(names.map((name) => [`d/${name}`, plain])))
    git(tree, 'update-index', '--assume-unchanged', 'd/hidden.yaml')
    git(tree, 'update-index', '--skip-worktree', 'd/sparse.yaml')
    tree.write('d/x.json', json)
    git(tree, 'add', 'd/x.json')
    git(tree, 'commit', '-qm', 'second')
    for (const name of ['later.txt', 'd/[a].yaml']) tree.write(name, plain)
    git(tree, 'add', '-A')
    tree.write('.git/info/exclude', 'hidden.yaml\n')
    symlinkSync('d', join(tree.root, 'link'))
    expect((await commandLine(tree.root, 'migrate link --commit')).code).toBe(0)
    expect(subjects(tree)).toHaveLength(5)
    git(tree, 'rm', '-q', '--cached', 'd/[a].yaml')
    expect((await commandLine(tree.root, 'upgrade d --to rocky --commit --allow-dirty')).code).toBe(0)
    expect(git(tree, 'show', '--format=', '--name-only', '-z').split('\0').filter(Boolean)).toEqual(
      [...names, '[a].yaml'].map((name) => `d/${name}`).sort(),
    )
    expect(git(tree, 'status', '--porcelain')).toBe('A  later.txt\n?? link\n')
  })

  it('leaves out what else is staged before there is a commit', async () => {
    const tree = temporaryTree({ 'a.yaml': plain, 'other.txt': 'staged\n' })
    git(tree, 'init', '-q')
    for (const key of ['user.name', 'user.email']) git(tree, 'config', key, 'z')
    git(tree, 'add', 'other.txt')
    expect((await commandLine(tree.root, 'upgrade a.yaml --to rocky --commit --allow-dirty')).code).toBe(0)
    expect(git(tree, 'show', '--format=', '--name-only')).toBe('a.yaml\n')
    expect(git(tree, 'status', '--porcelain')).toBe('A  other.txt\n')
  })

  it('takes what a hook adds along', async () => {
    const tree = repository({ 'd/a.yaml': plain })
    const hook = tree.write('.git/hooks/pre-commit', '#!/bin/sh\necho 1 > made.txt; git add made.txt\n')
    chmodSync(hook, 0o755)
    await commandLine(tree.root, 'upgrade d --to rocky --commit')
    expect(git(tree, 'show', '--format=', '--name-only')).toBe('d/a.yaml\nmade.txt\n')
    expect(git(tree, 'status', '--porcelain')).toBe('')
  })

  it('writes nothing where git would refuse the commit, or make another', async () => {
    const said = async (tree: TemporaryTree) => {
      const { code, err } = await commandLine(tree.root, 'migrate d --commit')
      return { code, err, isSame: tree.read('d/a.json') === json }
    }
    const ignoring = repository({ 'd/a.json': json, '.gitignore': 'a.yaml\n' })
    expect(await said(ignoring)).toEqual({
      code: 64,
      err: 'hotshift: --commit: d/a.yaml is ignored by git\n',
      isSame: true,
    })
    for (const [name, what] of [
      ['MERGE_HEAD', 'a merge'],
      ['index.lock', 'another command of git'],
    ] as const) {
      const busy = repository({ 'd/a.json': json })
      busy.write(`.git/${name}`, git(busy, 'rev-parse', 'HEAD'))
      const err = `hotshift: --commit: ${what} is in progress in ${busy.root}\n`
      expect(await said(busy)).toEqual({ code: 64, err, isSame: true })
    }
  })

  it('takes files outside of the working directory as --write does', async () => {
    const tree = repository({ 'a.yaml': plain, 'in/b.yaml': plain })
    expect((await commandLine(join(tree.root, 'in'), 'upgrade .. --to rocky --commit')).code).toBe(0)
    expect(git(tree, 'show', '--format=', '--name-only')).toBe('a.yaml\nin/b.yaml\n')
  })

  it('says of new names whether JSON becomes YAML', async () => {
    const declared =
      'heat_template_version: 2018-08-31\ndescription: d\nparameters:\n  n: {type: string, description: d}\n'
    const value = 'resources:\n  b: {type: OS::Heat::Value, properties: {value: {get_param: n}}}\n'
    const tree = repository({
      'base.yaml': `${declared}resources:\n  a: {type: a-nested.yaml, properties: {n: {get_param: n}}}\n`,
      'a-nested.yaml': declared + value,
    })
    await commandLine(tree.root, 'remediate --profile onap --lossy --commit .')
    expect(subjects(tree)[1]).toBe('Zoë Rename files')
    expect(tree.read('base.yaml')).toContain('{type: a_nested.yaml, ')
  })

  it('goes on without a file that cannot be written, and says so', async () => {
    const tree = repository({ 'd/a.yaml': plain, 'd/b.yaml': plain, 'd/c.yaml': plain })
    chmodSync(join(tree.root, 'd/b.yaml'), 0o444)
    const { code, err, out } = await commandLine(tree.root, 'upgrade d --to rocky --commit --format json')
    expect([code, err]).toEqual([2, '1 commit made, without 1 file that could not be written\n'])
    const { files: reported, totals } = JSON.parse(out)
    expect(totals).toMatchObject({ changed: 2, failed: 1 })
    expect(reported.map(({ reason }: { readonly reason: string }) => reason)).toEqual([
      undefined,
      'is read-only',
      undefined,
    ])
    expect(git(tree, 'show', '--format=%b', '--name-only').split('\n').filter(Boolean)).toEqual([
      expect.stringMatching(/; 2 files\.$/),
      'd/a.yaml',
      'd/c.yaml',
    ])
    expect(git(tree, 'status', '--porcelain')).toBe('')
    expect(tree.read('d/b.yaml')).toBe(plain)
  })

  it('goes on without all that is changed together with such a file', async () => {
    const other = 'd/other.json'
    const tree = repository({ 'd/child.json': json, 'd/parent.yaml': cfn, [other]: json })
    chmodSync(join(tree.root, 'd/parent.yaml'), 0o444)
    const { code, err, out } = await commandLine(tree.root, 'migrate d --commit --format json')
    expect([code, err]).toEqual([2, '3 commits made, without 2 files that could not be written\n'])
    const reasons = JSON.parse(out).files.map((file: { readonly path: string; readonly reason?: string }) => [
      file.path,
      file.reason,
    ])
    expect(reasons).toEqual([
      ['d/child.json', 'was not written, because d/parent.yaml could not be'],
      [other, undefined],
      ['d/parent.yaml', 'is read-only'],
    ])
    expect(git(tree, 'status', '--porcelain')).toBe('')
    expect(contents(tree)).toMatchObject({ 'd/child.json': json, 'd/parent.yaml': cfn })
    expect(Object.keys(contents(tree))).toContain('d/other.yaml')
  })

  it('says of a file what was committed of it before it could not be written', async () => {
    const tree = repository({ 'd/child.json': json, 'd/other.json': json })
    const hook = join(tree.root, '.git/hooks/post-commit')
    tree.write('.git/hooks/post-commit', '#!/bin/sh\nchmod 444 d/child.yaml\n')
    chmodSync(hook, 0o755)
    const { code, err, out } = await commandLine(tree.root, 'migrate d --commit --format json')
    expect([code, err]).toEqual([2, '3 commits made, without 1 file that could not be written\n'])
    const [child, other] = JSON.parse(out).files
    expect(child.reason).toBe('is read-only; an earlier part of its change is committed')
    expect(other.status).toBe('changed')
    expect(tree.read('d/child.yaml')).toBe(json)
    expect(git(tree, 'status', '--porcelain')).toBe('')
  })

  it('leaves files alone that have changes which are not committed', async () => {
    const tree = repository({ 'd/a.yaml': plain, 'd/b.yaml': plain })
    tree.write('d/b.yaml', `${plain}# mine\n`)
    expect((await commandLine(tree.root, 'upgrade d --to rocky --commit')).code).toBe(3)
    expect(git(tree, 'status', '--porcelain')).toBe(' M d/b.yaml\n')
    expect(git(tree, 'show', '--stat', '--format=').split('|')[0]?.trim()).toBe('d/a.yaml')
  })

  it('says where a hook refused', async () => {
    const tree = repository({ 'd/a.yaml': plain })
    tree.write('.git/hooks/pre-commit', '#!/bin/sh\necho no >&2\nexit 1\n')
    execFileSync('chmod', ['+x', join(tree.root, '.git/hooks/pre-commit')])
    const ran = commandLine(tree.root, 'upgrade d --to rocky --commit')
    await expect(ran).rejects.toThrow(
      '--commit: 0 commits made; the next one, "Declare the heat_template_version that is asked for", is written but not committed, and may be staged (`git commit` of these files completes it, `git restore --staged --worktree` takes it back): no',
    )
    expect(git(tree, 'status', '--porcelain')).toBe('M  d/a.yaml\n')
    git(tree, 'restore', '--staged', '--worktree', 'd/a.yaml')
    expect(git(tree, 'status', '--porcelain')).toBe('')
  })

  // The parent of git, which runs the hook, is hotshift.
  const onLinux = process.platform === 'linux' ? it : it.skip
  onLinux('stops before the next commit on Ctrl-C, and goes on with it', async () => {
    const tree = repository({ 'd/a.yaml': threeHunks })
    const hook = tree.write(
      '.git/hooks/post-commit',
      '#!/bin/sh\nkill -INT $(cut -d" " -f4 /proc/$PPID/stat)\n',
    )
    chmodSync(hook, 0o755)
    const words = ['upgrade', 'd', '--to', 'rocky', '--commit']
    const first = hotshift(words, tree.root)
    expect(first.status).toBe(2)
    expect(first.stderr).toContain(
      '1 commit made; the run was interrupted, and the same command makes the others\n',
    )
    expect(first.stderr).toContain(
      'was not changed in this step: the run was interrupted; an earlier part of its change is committed',
    )
    expect([subjects(tree).length, git(tree, 'status', '--porcelain')]).toEqual([2, ''])
    rmSync(hook)
    expect(hotshift(words, tree.root).status).toBe(0)
    expect([subjects(tree).length, git(tree, 'status', '--porcelain')]).toEqual([4, ''])
  })

  it('needs a repository', async () => {
    const tree = temporaryTree({ 'a.yaml': plain })
    expect(await commandLine(tree.root, 'upgrade --to rocky --commit')).toMatchObject({
      code: 64,
      err: expect.stringContaining('a.yaml is in no repository of git'),
    })
    expect(tree.read('a.yaml')).toBe(plain)
  })
})

describe('changed files', () => {
  /** The files that a dry run looks at. */
  async function lookedAt(tree: TemporaryTree, args: readonly string[], input = '') {
    const line = ['upgrade', '--to', 'rocky', '--format', 'json', ...args]
    const { status, stdout, stderr } = await inProcess(line, tree.root, {}, input)
    if (status === 64) return stderr.split('\n')[0]
    return JSON.parse(stdout).files.map(({ path }: { readonly path: string }) => path)
  }

  it('are those since a commit, staged, or in a list; deleted ones are passed over', async () => {
    const tree = repository({
      'a.yaml': plain,
      'b.yaml': plain,
      'c.yaml': plain,
      'd.yaml': plain,
      '.hotshiftignore': 'x/\n',
    })
    expect(await lookedAt(tree, ['--since', 'HEAD'])).toEqual([])
    tree.write('a.yaml', `${plain}# more\n`)
    tree.write('x/ignored.yaml', plain)
    tree.write('ü/new.yaml', plain)
    tree.write('b.yaml', `${plain}# more\n`)
    rmSync(join(tree.root, 'd.yaml'))
    git(tree, 'add', 'b.yaml', 'd.yaml')
    expect(await lookedAt(tree, ['--since', 'HEAD'])).toEqual(['a.yaml', 'b.yaml', 'ü/new.yaml'])
    expect(await lookedAt(tree, ['--since', 'HEAD', 'ü'])).toEqual(['ü/new.yaml'])
    expect(await lookedAt(tree, ['--staged'])).toEqual(['b.yaml'])
    expect(await lookedAt(tree, ['--files-from', '-'], 'c.yaml\nd.yaml\n\nü/new.yaml\n')).toEqual([
      'c.yaml',
      'ü/new.yaml',
    ])
    expect(await lookedAt(tree, ['--files-from', '-'], 'c.yaml\0d.yaml\0')).toEqual(['c.yaml'])
    expect(await lookedAt(tree, ['--files-from', '-'])).toEqual([])
    tree.write('list', 'a.yaml\r\n')
    expect(await lookedAt(tree, ['--files-from', 'list'])).toEqual(['a.yaml'])
    expect(await lookedAt(tree, ['--since', '--staged'])).toMatch(/^hotshift: --since /)
  })

  it('are in no list that holds no names', async () => {
    const tree = repository({ 'a.yaml': plain })
    const refused = (entry: number) =>
      `hotshift: --files-from list: not a list of files: entry ${entry} is no name`
    for (const [list, entry] of [
      ['\u007fELF\0\u0002\n', 1],
      ['gone.yaml\0b\u0001\0', 2],
    ] as const) {
      tree.write('list', list)
      expect(await lookedAt(tree, ['--files-from', 'list'])).toBe(refused(entry))
    }
    // Of a list of files that are there, a deleted one may have had any name.
    tree.write('list', 'a.yaml\0b\u0001\0')
    expect(await lookedAt(tree, ['--files-from', 'list'])).toEqual(['a.yaml'])
  })

  it('are none of a commit that git does not know, or that HEAD does not come from', async () => {
    const tree = repository({ 'a.yaml': plain })
    expect(await lookedAt(tree, ['--since', 'no-such'])).toBe(
      'hotshift: --since no-such: git knows no such commit',
    )
    git(tree, 'branch', 'here')
    git(tree, 'checkout', '--quiet', '--orphan', 'other')
    git(tree, 'commit', '--quiet', '-m', 'another start')
    expect(await lookedAt(tree, ['--since', 'here'])).toMatch(
      /: --since here: it has no commit in common with HEAD/,
    )
  })
})
