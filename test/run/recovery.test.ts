import { spawnSync } from 'node:child_process'
import fs, { copyFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunOptions } from '../../src/run/run.ts'
import { fakeEngine } from './fake-engine.ts'
import { lines, run } from './running.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

class Killed extends Error {}

/** A disk on which everything fails from the moment on at which one call is made, as if the process was gone. */
function killedAt(
  name: 'renameSync' | 'linkSync' | 'unlinkSync',
  when: (argument: string) => boolean,
): typeof fs {
  let isDead = false
  const guarded = (key: string, original: unknown) =>
    typeof original === 'function' && /^[a-z]+Sync$|^fsync$/.test(key)
      ? (...args: unknown[]) => {
          isDead ||= key === name && when(args.map(String).join(' '))
          if (isDead) throw new Killed()
          return original(...args)
        }
      : original
  return Object.fromEntries(
    Object.entries(fs).map(([key, one]) => [key, guarded(key, one)]),
  ) as unknown as typeof fs
}

/** A run that a process was killed in; this one still lives, so its journal is given to one that does not. */
async function killedRun(tree: TemporaryTree, fileSystem: typeof fs): Promise<void> {
  await lines(tree, { fileSystem }).catch(() => undefined)
  const { pid } = spawnSync(process.execPath, ['--version'])
  for (const name of readdirSync(tree.root).filter((one) => one.endsWith('.journal'))) {
    const text = tree.read(name).replace(/"pid":\d+/, `"pid":${pid}`)
    writeFileSync(join(tree.root, name), text)
  }
}

async function again(tree: TemporaryTree, options: Partial<RunOptions> = {}) {
  const notices: string[] = []
  const result = await lines(tree, { onNotice: (line) => notices.push(line), ...options })
  return { result, notices, files: tree.list().map((path) => [path, tree.read(path)]) }
}

const line = (finished: number, undone: number) =>
  `an earlier run was killed while it wrote: ${finished} ${finished === 1 ? 'change' : 'changes'} finished, ${undone} ${undone === 1 ? 'change' : 'changes'} taken back`

describe('a run after one that was killed', () => {
  it('ends a rename of which both files are there', async () => {
    const tree = temporaryTree({ 'a.json': 'rename\n' })
    await killedRun(
      tree,
      killedAt('unlinkSync', (path) => path.endsWith('a.json')),
    )
    expect(tree.list().filter((path) => !path.startsWith('.'))).toEqual(['a.json', 'a.yaml'])
    expect(await again(tree)).toEqual({
      result: ['a.yaml skipped'],
      notices: [line(1, 0)],
      files: [['a.yaml', 'RENAME\n']],
    })
  })

  const group = { 'a.json': 'rename\n', 'b.yaml': 'same -> a.json\n', 'd.yaml': 'same -> a.json\n' }
  const done = [
    ['a.yaml', 'RENAME\n'],
    ['b.yaml', 'same -> a.yaml\n'],
    ['d.yaml', 'same -> a.yaml\n'],
  ]

  it('ends a change of several files', async () => {
    const tree = temporaryTree(group)
    await killedRun(
      tree,
      killedAt('renameSync', (paths) => paths.endsWith('d.yaml')),
    )
    const { notices, files } = await again(tree)
    expect({ notices, files }).toEqual({ notices: [line(1, 0)], files: done })
  })

  it('takes back what can only be taken back, and does it again', async () => {
    const tree = temporaryTree(group)
    await killedRun(
      tree,
      killedAt('linkSync', (paths) => paths.includes('b.yaml')),
    )
    const staged = readdirSync(tree.root).filter((name) => name.endsWith('.tmp'))
    const incomplete = staged.find((name) => tree.read(name) === 'same -> a.yaml\n') ?? ''
    writeFileSync(join(tree.root, incomplete), 'sa')
    const { result, notices, files } = await again(tree)
    expect(result).toContain('a.json -> a.yaml changed')
    expect({ notices, files }).toEqual({ notices: [line(0, 1)], files: done })
  })

  it('keeps what somebody wrote since', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n' })
    await killedRun(
      tree,
      killedAt('renameSync', () => true),
    )
    tree.write('a.yaml', 'same, by hand\n')
    expect(await again(tree)).toEqual({
      result: ['a.yaml unchanged'],
      notices: [line(0, 1)],
      files: [['a.yaml', 'same, by hand\n']],
    })
  })

  it('takes all of it back where one file was edited before it was written', async () => {
    const tree = temporaryTree(group)
    await killedRun(
      tree,
      killedAt('renameSync', (paths) => paths.endsWith('d.yaml')),
    )
    tree.write('d.yaml', 'same, by hand\n')
    const { notices, files } = await again(tree)
    expect({ notices, files }).toEqual({
      notices: [line(0, 1)],
      files: [...done.slice(0, 2), ['d.yaml', 'same, by hand\n']],
    })
  })

  it('says what it cannot put in order, again and again, and leaves all files as they are', async () => {
    const tree = temporaryTree(group)
    await killedRun(
      tree,
      killedAt('renameSync', (paths) => paths.endsWith('d.yaml')),
    )
    tree.write('d.yaml', 'same, by hand\n')
    for (const name of tree.list().filter((one) => one.endsWith('.tmp')))
      if (tree.read(name) === 'rename\n') fs.unlinkSync(join(tree.root, name))
    const { result } = await again(tree)
    const problems = ['a.yaml', 'b.yaml', 'd.yaml'].map((path) => `${path} failed unfinished-run`)
    expect(result).toEqual(problems)
    expect((await again(tree)).result).toEqual(problems)
    expect(tree.read('d.yaml')).toBe('same, by hand\n')
    expect(tree.list().filter((path) => path.endsWith('.journal'))).toHaveLength(1)
  })

  it.each(['.', 'sub', 'sub/a.json'])('finds its journal from %s', async (path) => {
    const tree = temporaryTree({ 'sub/a.json': 'rename\n', 'z.json': 'rename\n' })
    await killedRun(
      tree,
      killedAt('unlinkSync', (one) => one.endsWith('a.json')),
    )
    expect(tree.list().filter((one) => one.endsWith('.journal'))).toHaveLength(1)
    const { notices, files } = await again(tree, { paths: [path] })
    expect({ notices, files }).toEqual({
      notices: [line(2, 0)],
      files: [
        ['sub/a.yaml', 'RENAME\n'],
        ['z.yaml', 'RENAME\n'],
      ],
    })
  })

  it('changes nothing when it is a dry run, and says what is the matter', async () => {
    const tree = temporaryTree({ 'a.json': 'rename\n', 'c.yaml': 'same\n' })
    await killedRun(
      tree,
      killedAt('unlinkSync', (path) => path.endsWith('a.json')),
    )
    const before = tree.list()
    const { result, notices } = await again(tree, { mode: 'dry-run' })
    expect(result).toEqual([
      'a.json failed unfinished-run',
      'a.yaml failed unfinished-run',
      'c.yaml unchanged',
    ])
    expect(notices).toEqual([])
    expect(tree.list()).toEqual(before)
  })

  it('removes what is left of a journal that never was complete', async () => {
    const tree = temporaryTree({ 'a.yaml': 'same\n' })
    const { pid } = spawnSync(process.execPath, ['--version'])
    const name = `.hotshift-${pid}-17-${'0'.repeat(32)}.journal`
    fs.writeFileSync(join(tree.root, name), '{"format":"hots', { mode: 0o600 })
    expect(await again(tree)).toEqual({
      result: ['a.yaml unchanged'],
      notices: [],
      files: [['a.yaml', 'same\n']],
    })
  })
})

describe('journals', () => {
  it('of a process that lives are left to it', async () => {
    const tree = temporaryTree({ 'a.json': 'rename\n', 'c.yaml': 'upper\n' })
    await lines(tree, { fileSystem: killedAt('unlinkSync', (path) => path.endsWith('a.json')) }).catch(
      () => undefined,
    )
    const { result, notices } = await again(tree)
    expect(notices).toEqual([])
    expect(result).toEqual([
      'a.json failed unfinished-run',
      'a.yaml failed unfinished-run',
      'c.yaml failed unfinished-run',
    ])
  })

  it.each([
    [
      'a copy',
      (journal: string) => {
        copyFileSync(journal, `${journal}.x`)
        renameSync(`${journal}.x`, journal)
      },
    ],
    ['one that others may write to', (journal: string) => fs.chmodSync(journal, 0o666)],
    ['one with a path out of its folder', (journal: string) => rewrite(journal, '"a.yaml"', '"../a.yaml"')],
    [
      'one of somebody else',
      (journal: string) => {
        // Only root may give files away; for all others it is one that is not theirs to write.
        if (process.geteuid?.() === 0) fs.chownSync(journal, 12_345, 12_345)
        else fs.chmodSync(journal, 0o666)
      },
    ],
    [
      'one that names strange temporary files',
      (journal: string) => rewrite(journal, /"\.hotshift[^"]*tmp"/, '"a.json"'),
    ],
  ])('from elsewhere have no effect: %s', async (_name, plant) => {
    const tree = temporaryTree({ 'a.json': 'rename\n' })
    await killedRun(
      tree,
      killedAt('unlinkSync', (path) => path.endsWith('a.json')),
    )
    const name = readdirSync(tree.root).find((one) => one.endsWith('.journal')) ?? ''
    plant(join(tree.root, name))
    const { result, notices } = await again(tree)
    expect(notices).toEqual([])
    expect(result).toContain(`${name} skipped leftover-file`)
    expect(result).toContain('a.json blocked target-exists')
    expect(tree.read('a.json')).toBe('rename\n')
  })

  const itOnLinux = process.platform === 'linux' ? it : it.skip

  itOnLinux('of a process whose number another one has now are put in order', async () => {
    const tree = temporaryTree({ 'a.json': 'rename\n' })
    await lines(tree, { fileSystem: killedAt('unlinkSync', (path) => path.endsWith('a.json')) }).catch(
      () => undefined,
    )
    const name = readdirSync(tree.root).find((one) => one.endsWith('.journal')) ?? ''
    rewrite(join(tree.root, name), '"started":"\\d+"', '"started":"1"')
    const { notices, files } = await again(tree)
    expect(notices).toEqual([line(1, 0)])
    expect(files.map(([path]) => path)).toEqual(['a.yaml'])
  })

  it('have no effect on files of git', async () => {
    const tree = temporaryTree({ 'a.json': 'rename\n', 'git/b.json': 'rename\n' })
    await killedRun(
      tree,
      killedAt('unlinkSync', (path) => path.endsWith('b.json')),
    )
    const name = readdirSync(tree.root).find((one) => one.endsWith('.journal')) ?? ''
    rewrite(join(tree.root, name), '"git/', '".git/')
    renameSync(join(tree.root, 'git'), join(tree.root, '.git'))
    const before = readdirSync(join(tree.root, '.git'))
    expect(before).toContain('b.json')
    const { notices } = await again(tree)
    expect(notices).toEqual([])
    expect(readdirSync(join(tree.root, '.git'))).toEqual(before)
  })

  it('are gone after a run, also after one with failures', async () => {
    const tree = temporaryTree({ 'a.json': 'rename\n', 'b.yaml': 'upper\n', 'c.yaml': 'upper\n' })
    fs.chmodSync(join(tree.root, 'b.yaml'), 0o444)
    await run({ engine: fakeEngine, paths: ['.'], cwd: tree.root, mode: 'write' })
    expect(tree.list()).toEqual(['a.yaml', 'b.yaml', 'c.yaml'])
  })
})

function rewrite(file: string, from: string | RegExp, to: string): void {
  writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll(new RegExp(from, 'g'), to))
}
