/** What git sees of the environment: nothing that leads it elsewhere, contradicts hotshift, or has it print more. */
import { spawnSync } from 'node:child_process'
import fs, { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { committedFile, filesSince } from '../../src/run/git.ts'
import { hotshift } from '../cli/hotshift.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

const template = 'heat_template_version: 2016-10-14\nresources: {r: {type: OS::Heat::None}}\n'
const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b']

function repository(files: Readonly<Record<string, string>>) {
  const tree = temporaryTree(files)
  for (const words of [
    ['init', '-q', '.'],
    ['add', '-A'],
    ['commit', '-qm', 'a'],
  ])
    expect(spawnSync('git', [...identity, ...words], { cwd: tree.root }).status).toBe(0)
  return tree
}

const who = {
  GIT_AUTHOR_NAME: 'Somebody',
  GIT_AUTHOR_EMAIL: 's@example.com',
  GIT_COMMITTER_NAME: 'Somebody',
  GIT_COMMITTER_EMAIL: 's@example.com',
}

it('commits whatever variables of git are set, by whom the environment says', () => {
  const tree = repository({ 'a.yaml': template })
  const odd = {
    GIT_TRACE: '1',
    GIT_TRACE2: '1',
    GIT_TRACE_SETUP: '1',
    GIT_ICASE_PATHSPECS: '1',
    GIT_NOGLOB_PATHSPECS: '1',
    GIT_GLOB_PATHSPECS: '1',
    GIT_DIR: '/nowhere',
    GIT_WORK_TREE: '/nowhere',
    GIT_INDEX_FILE: '/nowhere/index',
    GIT_EXTERNAL_DIFF: 'false',
    GIT_DIFF_OPTS: '--unified=0',
    GIT_PAGER: 'false',
    GIT_DEFAULT_HASH: 'sha256',
    GIT_ATTR_SOURCE: 'nothing',
    GIT_QUARANTINE_PATH: '/nowhere',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.hooksPath',
    GIT_CONFIG_VALUE_0: '/nowhere',
  }
  const { status, stderr } = hotshift(['upgrade', '--to', 'rocky', '--commit', 'a.yaml'], tree.root, {
    ...odd,
    ...who,
  })
  expect([status, stderr.includes('trace')]).toEqual([0, false])
  const log = spawnSync('git', ['log', '--format=%an'], { cwd: tree.root, encoding: 'utf8' }).stdout
  expect(log.split('\n')[0]).toBe('Somebody')
})

it('lists files since a commit with the same', () => {
  const tree = repository({ 'a.yaml': template })
  tree.write('b.yaml', template)
  process.env.GIT_ICASE_PATHSPECS = '1'
  process.env.GIT_TRACE = '1'
  try {
    expect(filesSince('HEAD', tree.root)).toEqual([join(tree.root, 'b.yaml')])
  } finally {
    delete process.env.GIT_ICASE_PATHSPECS
    delete process.env.GIT_TRACE
  }
})

it('a file of the last commit is one of the repository, which is asked before anything else', () => {
  const tree = repository({ 'x/a.yaml': 'a', 'b.yaml': 'b' })
  const outside = temporaryTree({ 'c.yaml': 'c' })
  symlinkSync(outside.root, join(tree.root, 'way'))
  writeFileSync(join(tree.root, 'b.yaml'), 'changed')
  const asked = new Set<string>()
  const noting = new Proxy(fs, {
    get: (target, name: keyof typeof fs) => {
      const own = target[name]
      if (typeof own !== 'function') return own
      return (...args: unknown[]) => {
        asked.add(String(args[0]))
        return Reflect.apply(own, target, args)
      }
    },
  })
  const beside = join(tree.root, 'x/a.yaml')
  const read = (path: string) => committedFile(path, beside, noting)?.toString()
  expect([read(beside), read(join(tree.root, 'b.yaml'))]).toEqual(['a', 'b'])
  for (const path of ['//host/share/x.yaml', join(outside.root, 'c.yaml'), join(tree.root, 'way/c.yaml')])
    expect(read(path)).toBeUndefined()
  expect([...asked].filter((path) => path.startsWith('//') || path.startsWith(outside.root))).toEqual([])
})
