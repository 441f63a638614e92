import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync } from 'node:fs'
import { join } from 'node:path'
import { rewrite } from '../../src/apps/cli/rewrite.ts'
import type { Engine } from '../../src/engine/engine-contract.ts'
import type { ChangedOutcome, FileOutcome } from '../../src/engine/outcome.ts'
import { args, testWorld } from '../cli/test-world.ts'
import { fakeEngine } from './fake-engine.ts'
import { failing, lines, run } from './running.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

/** Like the fake engine; a file that begins with `split` becomes upper case and gets a new `.env` beside it. */
const packageEngine: Engine & Required<Pick<Engine, 'runTogether'>> = {
  ...fakeEngine,
  run: () => {
    throw new Error('never asked')
  },
  runTogether: (inputs) =>
    inputs.flatMap((input) => {
      const { path } = input
      const before = new TextDecoder().decode(input.bytes)
      if (!before.startsWith('split')) return [fakeEngine.run(input)]
      const base = { kind: 'fake', status: 'changed', proof: 'none', findings: [], group: path } as const
      const transforms = [{ id: 'fake/split', changes: 1 }]
      return [
        { ...base, path, before, after: before.toUpperCase(), transforms },
        { ...base, path: path.replace('yaml', 'env'), isNew: true, after: `of: ${path}\n`, transforms },
      ]
    }),
}

const together = { engine: packageEngine }
const contents = (tree: ReturnType<typeof temporaryTree>) =>
  tree.list().map((path) => `${path}: ${tree.read(path)}`)

const files = { 'a.yaml': 'split\n', 'b.yaml': 'same\n', 'c.txt': 'hello\n' }

describe('an engine that takes all files at once', () => {
  it('is asked once, and may create files', async () => {
    const tree = temporaryTree(files)
    expect(await lines(tree, together)).toEqual([
      'a.env changed',
      'a.yaml changed',
      'b.yaml unchanged',
      'c.txt skipped',
    ])
    expect(contents(tree)).toEqual([
      'a.env: of: a.yaml\n',
      'a.yaml: SPLIT\n',
      'b.yaml: same\n',
      'c.txt: hello\n',
    ])
  })

  it('counts what it creates, and writes nothing in the dry run', async () => {
    const tree = temporaryTree(files)
    const report = await run({ ...together, paths: ['.'], cwd: tree.root, mode: 'dry-run' })
    expect(report.totals).toEqual({ changed: 2, unchanged: 1, skipped: 1, blocked: 0, failed: 0 })
    expect(report.files[0]).toMatchObject({ path: 'a.env', isNew: true, status: 'changed' })
    expect(contents(tree)).toEqual(['a.yaml: split\n', 'b.yaml: same\n', 'c.txt: hello\n'])
  })

  it('a file that cannot be read fails alone', async () => {
    const tree = temporaryTree(files)
    const fileSystem = failing('openSync', 'EACCES', (path) => path.endsWith('b.yaml'))
    expect(await lines(tree, { ...together, fileSystem, mode: 'dry-run' })).toEqual([
      'a.env changed',
      'a.yaml changed',
      'b.yaml failed unreadable-file',
      'c.txt skipped',
    ])
  })

  it('gets what is not a string too, read when it is asked for', async () => {
    const tree = temporaryTree(files)
    tree.write('image.png', Buffer.from([0x89, 0x50, 0, 1, 2]))
    const reads: string[] = []
    const seen: string[] = []
    const fileSystem = failing('openSync', 'EACCES', (path) => {
      reads.push(path.slice(tree.root.length + 1))
      return false
    })
    const engine: Engine = {
      ...packageEngine,
      runTogether: (inputs) => {
        reads.length = 0
        for (const { path, bytes } of inputs) seen.push(`${path} ${bytes.length}`)
        return packageEngine.runTogether(inputs)
      },
    }
    await lines(tree, { engine, fileSystem, mode: 'dry-run' })
    expect(seen).toEqual(['a.yaml 6', 'b.yaml 5', 'c.txt 6', 'image.png 5'])
    expect(new Set(reads)).toEqual(new Set(['image.png']))
  })

  it('warns about a file with several names', async () => {
    const tree = temporaryTree(files)
    linkSync(join(tree.root, 'a.yaml'), join(tree.root, 'z.txt'))
    expect(await lines(tree, { ...together, paths: ['a.yaml'] })).toEqual([
      'a.env changed',
      'a.yaml changed hard-link',
    ])
  })

  it('fails all files when it throws', async () => {
    const tree = temporaryTree(files)
    const runTogether = () => {
      throw new Error('boom')
    }
    const report = await run({
      engine: { ...packageEngine, runTogether },
      paths: ['.', 'gone'],
      cwd: tree.root,
      mode: 'write',
    })
    expect(report.files.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
      'a.yaml: internal error: boom',
      'b.yaml: internal error: boom',
      'c.txt: internal error: boom',
      'gone: no such file or directory',
    ])
    expect(report.totals.failed).toBe(4)
  })

  const extra = (fields: Partial<ChangedOutcome>): FileOutcome => ({
    path: 'new.env',
    kind: 'fake',
    status: 'changed',
    isNew: true,
    proof: 'none',
    transforms: [],
    findings: [],
    after: 'x',
    ...fields,
  })
  it.each<[string, (outcomes: readonly FileOutcome[]) => readonly FileOutcome[]]>([
    ['file-lost', (outcomes) => outcomes.slice(1)],
    ['outcome-of-another-file', (outcomes) => [...outcomes, ...outcomes]],
    ['file-created-twice', (outcomes) => [...outcomes, extra({}), extra({})]],
    ['file-created-twice', (outcomes) => [...outcomes, extra({ path: 'b.yaml' })]],
    ['new-file-with-text', (outcomes) => [...outcomes, extra({ before: 'y' })]],
    ['new-file-with-new-name', (outcomes) => [...outcomes, extra({ newPath: 'y' })]],
  ])('outcomes that contradict themselves fail all files: %s', async (code, twist) => {
    const tree = temporaryTree(files)
    const engine: Engine = {
      ...packageEngine,
      runTogether: (inputs) => twist(packageEngine.runTogether(inputs)),
    }
    const report = await run({ engine, paths: ['.'], cwd: tree.root, mode: 'write' })
    expect(report.totals.failed).toBe(3)
    expect(report.files[0]?.reason).toContain(`${code}: `)
    expect(contents(tree)).toEqual(['a.yaml: split\n', 'b.yaml: same\n', 'c.txt: hello\n'])
  })
})

describe('a file that is to be created', () => {
  const blocked = [
    'a.env blocked target-exists',
    'a.yaml blocked change-incomplete',
    'b.yaml unchanged',
    'c.txt skipped',
  ]

  it('never takes the place of another, and what belongs to it is not made either', async () => {
    const tree = temporaryTree({ ...files, 'a.env': 'mine\n' })
    expect(await lines(tree, { ...together, ignore: ['*.env'] })).toEqual(blocked)
    expect(tree.read('a.yaml')).toBe('split\n')
    expect(tree.read('a.env')).toBe('mine\n')
  })

  it('nor one that differs only in case', async () => {
    const tree = temporaryTree({ ...files, 'A.env': 'same\n' })
    expect(await lines(tree, together)).toEqual(['A.env unchanged', ...blocked])
  })

  it('nor one that could not be read', async () => {
    const tree = temporaryTree({ ...files, 'a.env': 'same\n' })
    const fileSystem = failing('openSync', 'EACCES', (path) => path.endsWith('a.env'))
    expect(await lines(tree, { ...together, fileSystem })).toEqual([
      'a.env failed unreadable-file',
      'a.yaml blocked change-incomplete',
      'b.yaml unchanged',
      'c.txt skipped',
    ])
  })

  it('is gone again when the other file cannot be written', async () => {
    const tree = temporaryTree(files)
    const fileSystem = failing('unlinkSync', 'EIO', () => false)
    const renameSync = (from: string, to: string) => {
      if (to.endsWith('a.yaml')) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
      fileSystem.renameSync(from, to)
    }
    expect(
      await lines(tree, { ...together, fileSystem: { ...fileSystem, renameSync } as typeof fileSystem }),
    ).toEqual([
      'a.env failed change-incomplete',
      'a.yaml failed write-failed',
      'b.yaml unchanged',
      'c.txt skipped',
    ])
    expect(contents(tree)).toEqual(['a.yaml: split\n', 'b.yaml: same\n', 'c.txt: hello\n'])
  })

  it('is not made when the other file is read-only', async () => {
    const tree = temporaryTree(files)
    chmodSync(join(tree.root, 'a.yaml'), 0o444)
    expect(await lines(tree, together)).toContain('a.env failed change-incomplete')
    expect(tree.list()).toEqual(['a.yaml', 'b.yaml', 'c.txt'])
  })

  it('takes back repairs that are reported, when it cannot be made', async () => {
    const tree = temporaryTree({ ...files, 'a.env': 'mine\n' })
    const repaired = {
      code: 'R-90526',
      severity: 'info',
      message: 'moved',
      line: 1,
      column: 1,
      requirement: { keyword: 'MUST NOT', repair: 'safe', isRepaired: true },
    } as const
    const engine: Engine = {
      ...packageEngine,
      runTogether: (inputs) =>
        packageEngine
          .runTogether(inputs)
          .map((one) => (one.status === 'changed' ? { ...one, findings: [repaired] } : one)),
    }
    const options = { engine, paths: ['.'], cwd: tree.root, mode: 'dry-run', ignore: ['*.env'] } as const
    const { files: outcomes } = await run(options)
    expect(outcomes.map(({ findings }) => findings[0]?.requirement)).toEqual([
      { keyword: 'MUST NOT', repair: 'safe' },
      { keyword: 'MUST NOT', repair: 'safe' },
      undefined,
      undefined,
    ])
  })
})

describe('new files in reports', () => {
  const start = async (options: Parameters<typeof args>[0], tree = temporaryTree(files)) => {
    const world = testWorld(tree.root)
    await rewrite(args(options), packageEngine, world)
    return { tree, out: world.text('out'), err: world.text('err') }
  }

  it('the diff makes them', async () => {
    const { out, err } = await start({})
    expect(out).toBe(
      [
        'diff --git a/a.env b/a.env',
        'new file mode 100644',
        '--- /dev/null',
        '+++ b/a.env',
        '@@ -0,0 +1 @@',
        '+of: a.yaml',
        'diff --git a/a.yaml b/a.yaml',
        '--- a/a.yaml',
        '+++ b/a.yaml',
        '@@ -1 +1 @@',
        '-split',
        '+SPLIT',
        '',
      ].join('\n'),
    )
    expect(err).toContain('created    a.env  1 change by 1 transform\n')
    expect(err).toContain('  changed    2  1 created\n')
  })

  it('a patch makes them too', async () => {
    const { tree } = await start({ patch: 'my.patch' })
    execFileSync('git', ['init', '-q'], { cwd: tree.root })
    execFileSync('git', ['apply', 'my.patch'], { cwd: tree.root })
    expect([tree.read('a.env'), tree.read('a.yaml')]).toEqual(['of: a.yaml\n', 'SPLIT\n'])
  })

  it('JSON marks them', async () => {
    const { out } = await start({ format: 'json' })
    expect(JSON.parse(out).files[0]).toEqual({
      path: 'a.env',
      isNew: true,
      kind: 'fake',
      status: 'changed',
      proof: 'none',
      transforms: ['fake/split'],
      changes: { 'fake/split': 1 },
      group: 'a.yaml',
      findings: [],
    })
  })
})
