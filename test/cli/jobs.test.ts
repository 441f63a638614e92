import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadChecker, loadEngine } from '../../src/apps/cli/load-engine.ts'
import { automaticThreads, teamFor, threadTeam } from '../../src/apps/cli/options/jobs.ts'
import { threadStarter } from '../../src/apps/cli/thread-team.ts'
import { realFileSystem } from '../../src/run/file-system.ts'
import type { WorkReport } from '../../src/run/team/member.ts'
import { SharedFiles, WorkShare } from '../../src/run/team/work-share.ts'
import { fakeEngine } from '../run/fake-engine.ts'
import { run } from '../run/running.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { args, testWorld } from './test-world.ts'

afterEach(removeTemporaryTrees)

const options = { chain: 'migrate', to: '2018-08-31', accept: [], partial: false } as const
const { createEngine: _fake, ...world } = testWorld('/')

describe('--jobs', () => {
  it.each(['0', '-1', '2.5', 'many', '257', ''])('%s is a usage error', async (jobs) => {
    const engine = await loadEngine(options, world)
    expect(() => teamFor(args({ jobs }), engine, world)).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: `--jobs ${jobs}: not a number of threads`,
        hints: ['give a number from 1 to 256, or auto'],
      }),
    )
  })

  it.each([
    [1, 1],
    [2, 1],
    [4, 3],
    [64, 3],
  ])('auto on %d processors is %d', (processors, threads) => {
    expect(automaticThreads(processors)).toBe(threads)
  })

  it('is the number of threads', async () => {
    const engine = await loadEngine(options, world)
    expect(teamFor(args({ jobs: '3' }), engine, world)).toMatchObject({ threads: 3 })
    expect(teamFor(args({ jobs: '1' }), engine, world)).toBeUndefined()
  })

  it('does not matter where others could not do the same', async () => {
    const engine = await loadEngine(options, world)
    const four = args({ jobs: '4' })
    expect(teamFor(four, fakeEngine, world)).toBeUndefined()
    expect(teamFor(four, { ...engine, runTogether: () => [] }, world)).toBeUndefined()
    expect(teamFor(four, engine, { ...world, fileSystem: { ...realFileSystem } })).toBeUndefined()
    expect(
      teamFor(
        four,
        await loadChecker(
          {},
          { given: ['.'], cwd: world.cwd, reach: 'inside' },
          { besides: [], environments: [], together: [] },
          world,
        ),
        world,
      ),
    ).toMatchObject({ threads: 4 })
  })
})

describe('threads', () => {
  const volume = readFileSync(join(import.meta.dirname, '../../docs/examples/volume.yaml'), 'utf8')
  const blocked = readFileSync(join(import.meta.dirname, '../../docs/examples/blocked.yaml'), 'utf8')
  const texts = [volume, blocked, 'no template\n', '{"AWSTemplateFormatVersion": "2010-09-09"}\n']

  it('make the engine of the command for themselves', async () => {
    const tree = temporaryTree({ 'a.template': volume, 'b.template': blocked, 'c.txt': 'no template\n' })
    const files = tree.list().map((path) => ({ path, realPath: join(tree.root, path) }))
    const { memory } = WorkShare.begin(2, files.length)
    const reports: WorkReport[] = []
    const member = threadStarter({ command: 'migrate', options, cwd: tree.root })(
      { files: SharedFiles.of(files).memory, memory, seats: 2, seat: 1 },
      (report) => reports.push(report),
    )
    expect(await member.ended).toBeUndefined()
    expect(reports.flat().map(([index, one]) => [index, one?.path, one?.status])).toEqual([
      [0, 'a.template', 'changed'],
      [1, 'b.template', 'blocked'],
      [2, 'c.txt', 'skipped'],
    ])
  })

  // Several threads that each take some of the files; which ones is chance.
  it('come to the same outcomes as one', async () => {
    const files = Array.from({ length: 200 }, (_, i) => [`${i}/${i % 4}.template`, texts[i % 4] ?? ''])
    const tree = temporaryTree(Object.fromEntries(files))
    const engine = await loadEngine(options, world)
    const ran = (threads: number) =>
      run({
        engine,
        paths: ['.'],
        cwd: tree.root,
        mode: 'dry-run',
        team:
          threads === 1 ? undefined : threadTeam({ command: 'migrate', options, cwd: tree.root }, threads, 0),
      })
    const withoutTimes = ({ files, totals }: Awaited<ReturnType<typeof ran>>) => ({
      files: files.map(({ proofMilliseconds: _time, ...rest }) => rest),
      totals,
    })
    const alone = withoutTimes(await ran(1))
    expect(alone.totals).toEqual({ changed: 100, unchanged: 0, skipped: 50, blocked: 50, failed: 0 })
    expect(withoutTimes(await ran(3))).toEqual(alone)
  })
})
