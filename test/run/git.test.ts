import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { realFileSystem } from '../../src/run/file-system.ts'
import { uncommittedFiles } from '../../src/run/git.ts'
import { commandLine } from '../cli/command-line.ts'
import { EXECUTABLE, hotshift } from '../cli/hotshift.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

function git(tree: TemporaryTree, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org']
  return execFileSync('git', [...who, ...args], {
    cwd: tree.root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A repository in which everything is committed. */
function repository(files: Readonly<Record<string, string>>): TemporaryTree {
  const tree = temporaryTree(files)
  git(tree, 'init', '-q')
  git(tree, 'add', '-A')
  git(tree, 'commit', '-qm', 'first')
  return tree
}

const plain = 'heat_template_version: 2016-10-14\nresources:\n  r:\n    type: OS::Heat::None\n'
const lifted = plain.replace('2016-10-14', '2018-08-31')

describe('changes that are not committed', () => {
  it('are those of tracked files, staged or not, also with odd names, and all of untracked ones', () => {
    const names = ['same.yaml', 'a b.yaml', '*.yaml', 'ü.yaml', 'staged.yaml', 'd/gone.yaml']
    const tree = repository(Object.fromEntries(names.map((name) => [name, 'a\n'])))
    for (const name of ['a b.yaml', '*.yaml', 'ü.yaml', 'staged.yaml']) tree.write(name, 'b\n')
    git(tree, 'add', 'staged.yaml')
    tree.write('new.yaml', 'x\n')
    const asked = (counts: 'all' | 'unstaged') => [
      ...uncommittedFiles([...names, 'new.yaml', 'nowhere.yaml'], {
        cwd: tree.root,
        fs: realFileSystem,
        counts,
      }).keys(),
    ]
    expect(asked('all')).toEqual(['a b.yaml', '*.yaml', 'ü.yaml', 'staged.yaml', 'new.yaml'])
    expect(asked('unstaged')).toEqual(['a b.yaml', '*.yaml', 'ü.yaml', 'new.yaml'])
  })

  it('are the originals of a conversion, which git could not bring back', async () => {
    const old = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"R": {"Type": "OS::Heat::None"}}}\n'
    const tree = repository({ 'tracked.template': old, '.gitignore': 'ignored.template\n' })
    for (const name of ['new.template', 'ignored.template']) tree.write(name, old)
    const left = ['new.template', 'ignored.template']
    const run = 'migrate --to rocky new.template ignored.template tracked.template'
    const dry = await commandLine(tree.root, run)
    expect([dry.code, dry.err]).toEqual([0, expect.stringContaining('3 originals will be removed\n')])
    const ran = await commandLine(tree.root, `${run} --write`)
    expect(ran.code).toBe(3)
    expect(ran.err).toContain(
      'uncommitted-changes  is not tracked by git, which could not bring back the original\n',
    )
    expect(ran.err).toContain('1 original was removed\n')
    expect(left.map(tree.read)).toEqual([old, old])
    expect(tree.list().filter((path) => path.startsWith('tracked'))).toEqual(['tracked.yaml'])
    const forced = await commandLine(
      tree.root,
      `${run.replace(' tracked.template', '')} --write --allow-dirty`,
    )
    expect([forced.code, forced.err]).toEqual([0, expect.stringContaining('2 originals were removed\n')])
    expect(tree.list().filter((path) => path.endsWith('.template'))).toEqual([])
  })

  it('are none of files that a run creates', async () => {
    const { root, list } = repository({
      'a.yaml': 'heat_template_version: 2016-10-14\nparameters:\n  p: {type: string, default: a}\n',
    })
    expect((await commandLine(root, 'extract-defaults --write')).code).toBe(0)
    expect(list()).toContain('a.env')
  })

  it('are those of files that git was told not to look at, too', async () => {
    const names = ['assumed.yaml', 'skipped.yaml', 'same.yaml']
    const tree = repository(Object.fromEntries(names.map((name) => [name, plain])))
    git(tree, 'update-index', '--assume-unchanged', 'assumed.yaml', 'same.yaml')
    git(tree, 'update-index', '--skip-worktree', 'skipped.yaml')
    for (const name of ['assumed.yaml', 'skipped.yaml']) tree.write(name, `${plain}# mine\n`)
    expect((await commandLine(tree.root, 'upgrade --to rocky --write')).code).toBe(3)
    expect(names.map(tree.read)).toEqual([`${plain}# mine\n`, `${plain}# mine\n`, lifted])
  })

  it('are supposed where git cannot say', async () => {
    const tree = repository({ 'a.yaml': plain })
    tree.write('.git/HEAD', 'damaged\n')
    const { code, err } = await commandLine(tree.root, 'upgrade --to rocky --write')
    expect(code).toBe(3)
    expect(err).toContain(
      'uncommitted-changes  may have changes that are not committed, git does not say: fatal: ',
    )
    expect(tree.read('a.yaml')).toBe(plain)
    expect((await commandLine(tree.root, 'upgrade --to rocky --write --allow-dirty')).code).toBe(0)
    expect(tree.read('a.yaml')).toBe(lifted)
  })

  it('keep files from being written, with what is changed together with them', async () => {
    const tree = repository({ 'a.yaml': plain, 'b.yaml': plain })
    tree.write('b.yaml', `${plain}# mine\n`)
    const ran = await commandLine(tree.root, 'upgrade --to rocky --write')
    expect(ran.code).toBe(3)
    expect(ran.err).toContain(
      'blocked    b.yaml\n  1:1  error    uncommitted-changes  has changes that are not committed',
    )
    expect([tree.read('a.yaml'), tree.read('b.yaml')]).toEqual([lifted, `${plain}# mine\n`])
    // The first run's own change is not committed either, and there is nothing to do in it.
    expect((await commandLine(tree.root, 'upgrade --to rocky --write --allow-dirty')).code).toBe(0)
    expect(tree.read('b.yaml')).toBe(`${lifted}# mine\n`)
  })

  it('do not matter to a dry run, nor outside of a repository', async () => {
    const tree = repository({ 'a.yaml': plain })
    tree.write('a.yaml', `${plain}# mine\n`)
    expect((await commandLine(tree.root, 'upgrade --to rocky')).code).toBe(0)
    const outside = temporaryTree({ 'a.yaml': plain })
    expect((await commandLine(outside.root, 'upgrade --to rocky --write')).code).toBe(0)
  })

  it('count for a plan that is applied, too', async () => {
    const tree = repository({ 'a.yaml': plain })
    tree.write('a.yaml', `${plain}# mine\n`)
    await commandLine(tree.root, 'upgrade --to rocky --plan p.json')
    expect((await commandLine(tree.root, 'apply p.json --write')).code).toBe(3)
    expect((await commandLine(tree.root, 'apply p.json --write --allow-dirty')).code).toBe(0)
  })
})

describe('git', () => {
  /** What a hook of another repository, or a person, may have set. */
  const elsewhere = (other: TemporaryTree): readonly Readonly<Record<string, string>>[] => [
    { GIT_DIR: `${other.root}/.git`, GIT_WORK_TREE: other.root },
    { GIT_DIR: `${other.root}/.git` },
    { GIT_INDEX_FILE: `${other.root}/.git/index` },
    { GIT_OBJECT_DIRECTORY: `${other.root}/.git/objects` },
    { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.worktree', GIT_CONFIG_VALUE_0: other.root },
    { GIT_COMMON_DIR: `${other.root}/.git` },
    { GIT_NAMESPACE: 'other' },
  ]

  it('works in the repository of the files, whatever the environment names', () => {
    const other = repository({ 'b.yaml': plain })
    const before = other.list().map((name) => [name, other.read(name)])
    for (const env of elsewhere(other)) {
      const tree = repository({ 'a.yaml': plain, 'dirty.yaml': plain })
      for (const name of ['user.name', 'user.email']) git(tree, 'config', name, 'a@example.org')
      tree.write('dirty.yaml', `${plain}# mine\n`)
      const made = hotshift(['upgrade', '--no-config', '--to', 'rocky', '--commit'], tree.root, env)
      expect({ env, status: made.status, err: made.stderr }).toMatchObject({
        env,
        status: 3,
        err: expect.stringContaining('1 commit made'),
      })
      expect(tree.read('dirty.yaml')).toBe(`${plain}# mine\n`)
      expect(git(tree, 'show', '--format=', '--name-only')).toBe('a.yaml\n')
      expect(git(tree, 'status', '--porcelain')).toBe(' M dirty.yaml\n')
      tree.write('dirty.yaml', plain)
      tree.write('a.yaml', `${lifted}# more\n`)
      const { stdout } = hotshift(['check', '--since', 'HEAD', '--format', 'json'], tree.root, env)
      expect(JSON.parse(stdout).files.map(({ path }: { path: string }) => path)).toEqual(['a.yaml'])
    }
    expect(git(other, 'log', '--format=%s')).toBe('first\n')
    expect(other.list().map((name) => [name, other.read(name)])).toEqual(before)
  })

  it('knows each variable that leads it to another repository', () => {
    const tree = repository({ 'a.yaml': plain })
    const names = git(tree, 'rev-parse', '--local-env-vars').trim().split('\n')
    // A program in the place of git says what it was given.
    tree.write('bin/git', `#!/bin/sh\nenv > "${tree.root}/seen"\nexit 1\n`)
    chmodSync(join(tree.root, 'bin/git'), 0o755)
    const env = Object.fromEntries(names.map((name) => [name, 'elsewhere']))
    hotshift(['check', '--since', 'HEAD'], tree.root, {
      ...env,
      PATH: `${tree.root}/bin:${process.env.PATH}`,
    })
    const given = new Set(
      tree
        .read('seen')
        .split('\n')
        .map((line) => line.split('=')[0]),
    )
    expect(names.filter((name) => given.has(name))).toEqual([])
    expect(given).toContain('PATH')
  })

  it('is asked of the index of the commit whose hook runs', () => {
    const tree = repository({ 'a.yaml': plain, 'b.yaml': plain })
    tree.write(
      '.git/hooks/pre-commit',
      `#!/bin/sh\n"${process.execPath}" "${EXECUTABLE}" check --staged --format json > seen.json\n`,
    )
    chmodSync(join(tree.root, '.git/hooks/pre-commit'), 0o755)
    tree.write('b.yaml', `${plain}# more\n`)
    git(tree, 'commit', '--quiet', '--all', '-m', 'second')
    expect(JSON.parse(tree.read('seen.json')).files).toMatchObject([{ path: 'b.yaml' }])
  })

  it('takes a folder that only looks like a repository for none', () => {
    const tree = repository({ 'in/a.yaml': plain })
    // What a tree may have committed: a bare repository, of which git would read the configuration.
    for (const [path, text] of [
      ['HEAD', 'ref: refs/heads/master\n'],
      ['config', '[core]\n\trepositoryformatversion = 0\n\tbare = true\n'],
      ['objects/x', ''],
      ['refs/x', ''],
      ['a.yaml', plain],
    ] as const)
      tree.write(`bare/${path}`, text)
    expect(hotshift(['check', '--since', 'HEAD'], join(tree.root, 'bare'))).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('safe.bareRepository'),
    })
    // And one with a damaged `.git` is not the one around it.
    tree.write('in/.git/x', '')
    const { status, stderr } = hotshift(['upgrade', '--to', 'rocky', '--commit', '.'], join(tree.root, 'in'))
    expect({ status, stderr }).toMatchObject({
      status: expect.any(Number),
      stderr: expect.stringContaining('not a git repository'),
    })
    expect(status).not.toBe(0)
    expect(git(tree, 'log', '--format=%s')).toBe('first\n')
  })
})

describe('--since and --staged', () => {
  const onLinux = process.platform === 'linux' ? it : it.skip

  onLinux('do not pass over a changed file whose name is not UTF-8', () => {
    const tree = repository({ 'a.yaml': plain })
    const name = Buffer.concat([Buffer.from(`${tree.root}/b`), Buffer.from([0xff]), Buffer.from('.yaml')])
    writeFileSync(name, plain)
    for (const line of [['--since', 'HEAD'], ['--staged']]) {
      git(tree, 'add', '-A')
      const { status, stdout, stderr } = hotshift(['check', ...line], tree.root)
      expect({ line, isSaid: /b.*\.yaml/.test(stdout + stderr), status: status === 0 }).toEqual({
        line,
        isSaid: true,
        status: false,
      })
    }
  })
})
