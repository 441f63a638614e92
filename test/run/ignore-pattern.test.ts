import { spawnSync } from 'node:child_process'
import { randomFrom } from '../../bin/fuzz-mutants.mjs'
import { type EntryKind, ignoreRules, ignoresBelow } from '../../src/run/ignore-pattern.ts'
import { found } from './found.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

const one = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T

const PIECES = [
  'a',
  'b',
  'ab',
  '*',
  '**',
  '***',
  '?',
  '[ab]',
  '[!a]',
  '[^b]',
  '[a-c]',
  '[]a]',
  '[a',
  '[[:alpha:]]',
]
const MORE = [
  '[[:nope:]]',
  '[a-]',
  '[\\]]',
  '[c-a]',
  '\\*',
  '\\a',
  '\\',
  '/',
  '/',
  '/',
  '//',
  '.',
  ' ',
  '\\ ',
  '#',
  '-',
]

/** A pattern, mostly one that matches some paths. */
function randomPattern(random: () => number): string {
  const pieces = Array.from({ length: 1 + Math.floor(random() * 5) }, () => one([...PIECES, ...MORE], random))
  return `${random() < 0.1 ? '!' : ''}${random() < 0.2 ? '/' : ''}${pieces.join('')}${random() < 0.15 ? '/' : ''}`
}

const NAMES = ['a', 'b', 'ab', 'aab', 'abc', '.a', '*', 'a b', 'a ', ']', 'c', '-', '\\', '#']

/** The paths of a tree that one line of an ignore file excludes, as git says. */
function ignoredByGit(root: string, paths: readonly string[], pattern: string): readonly string[] {
  const args = [
    '-c',
    `core.excludesFile=${root}/../none`,
    'check-ignore',
    '-z',
    '-v',
    '-n',
    '--no-index',
    '--stdin',
  ]
  const { stdout } = spawnSync('git', args, { cwd: root, input: paths.join('\0'), encoding: 'utf8' })
  const fields = stdout.split('\0')
  // Source, line, pattern and path of each; one that is taken back is listed with its `!`.
  return paths.filter((_, index) => fields[index * 4 + 2] !== '' && !pattern.startsWith('!'))
}

it('reads patterns as git does', () => {
  const random = randomFrom(42)
  const tree = temporaryTree({ 'tree/.gitignore': '' })
  const root = `${tree.root}/tree`
  spawnSync('git', ['init', '-q'], { cwd: root })
  const paths = [
    ...new Set(
      Array.from({ length: 60 }, () =>
        Array.from({ length: 1 + Math.floor(random() * 3) }, () => one(NAMES, random)).join('/'),
      ),
    ),
  ]
  for (let round = 0; round < 500; round++) {
    const pattern = randomPattern(random)
    // A slash in a class separates names here; for git it is in the class.
    if (/\[.*\//.test(pattern)) continue
    tree.write('tree/.gitignore', `${pattern}\n`)
    const rules = ignoreRules([pattern])
    // None of them is there, so that git takes each for a file.
    const ignored = paths.filter((path) => ignoresBelow(rules, path, 'file'))
    expect({ pattern, ignored }).toEqual({ pattern, ignored: ignoredByGit(root, paths, pattern) })
  }
}, 60_000)

it.each<[pattern: string, path: string, kind: EntryKind, decided: string | undefined]>([
  ['out/', 'out', 'directory', 'ignored'],
  ['out/', 'out', 'file', undefined],
  ['!out', 'out', 'file', 'taken'],
  ['a/**', 'a', 'directory', undefined],
  ['a/**', 'a/b/c', 'file', 'ignored'],
  ['**/a', 'a', 'file', 'ignored'],
  ['a/**/b', 'a/b', 'file', 'ignored'],
  ['a/*', 'a/b/c', 'file', undefined],
  ['/', 'a', 'directory', undefined],
  ['', 'a', 'file', undefined],
])('%j of %j, a %s: %s', (pattern, path, kind, decided) => {
  expect(ignoreRules([pattern]).decide(path, kind)).toBe(decided)
})

describe('lines that were made to take for ever', () => {
  const long = 'a'.repeat(250)
  it.each([
    ['stars in a name', `${'*a'.repeat(60)}b`],
    ['stars in a path', `/${'*a'.repeat(30)}b/${'*a'.repeat(30)}b`],
    ['classes', `${'*[ab]'.repeat(60)}c`],
    ['any names', `${'**/*a*a*a*a/'.repeat(40)}b`],
    ['a long line', `${'*a'.repeat(500_000)}b`],
  ])('%s', (_, pattern) => {
    const rules = ignoreRules([pattern])
    const path = Array.from({ length: 15 }, () => long).join('/')
    const begun = process.cpuUsage()
    for (let i = 0; i < 100; i++) expect(rules.decide(path, 'file')).toBeUndefined()
    const { user, system } = process.cpuUsage(begun)
    expect((user + system) / 1e6).toBeLessThan(2)
  })

  it('over nested directories', async () => {
    const way = Array.from({ length: 60 }, () => 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa').join('/')
    const tree = temporaryTree({ '.gitignore': `${'*a'.repeat(20)}b\n`, [`${way}/x.yaml`]: '' })
    const begun = process.cpuUsage()
    expect(await found(tree, ['.'])).toEqual(['.gitignore', `${way}/x.yaml`])
    const { user, system } = process.cpuUsage(begun)
    expect((user + system) / 1e6).toBeLessThan(2)
  })
})
