import { execFileSync } from 'node:child_process'
import { realFileSystem } from '../../src/runner/file-system.ts'
import { uncommittedFiles } from '../../src/runner/git.ts'
import { commandLine } from '../cli/command-line.ts'
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
  it('are those of tracked files, staged or not, also with odd names', () => {
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
    expect(asked('all')).toEqual(['a b.yaml', '*.yaml', 'ü.yaml', 'staged.yaml'])
    expect(asked('unstaged')).toEqual(['a b.yaml', '*.yaml', 'ü.yaml'])
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
