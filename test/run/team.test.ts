import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startThread, type ThreadData } from '../../src/apps/cli/thread-team.ts'
import type { FileOutcome, SoleOutcome } from '../../src/engine/outcome.ts'
import { realFileSystem } from '../../src/run/file-system.ts'
import { run } from '../../src/run/run.ts'
import { runAsTeam, type StartMember, type Team, type TeamMember } from '../../src/run/team/lead.ts'
import { takePart, type WorkOrder, type WorkReport } from '../../src/run/team/member.ts'
import { SharedFiles, WorkShare } from '../../src/run/team/work-share.ts'
import type { FoundFile } from '../../src/run/walk.ts'
import type { FileInput } from '../../src/stack/load.ts'
import { fakeEngine } from './fake-engine.ts'
import { failing } from './running.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

function orderOf(files: readonly FoundFile[]): WorkOrder {
  const { memory } = WorkShare.begin(2, files.length)
  return { files: SharedFiles.of(files).memory, memory, seats: 2, seat: 1 }
}

/** Files in a tree of their own, by name. */
function found(files: Readonly<Record<string, string>>): FoundFile[] {
  const tree = temporaryTree(files)
  return Object.keys(files).map((path) => ({ path, realPath: join(tree.root, path) }))
}

const many = () => {
  const texts = ['upper\n', 'same\n', 'block\n', 'crash\n']
  return found(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}.yaml`, texts[i % 4] ?? ''])))
}

/** A member in this very thread, which takes part as soon as the leader looks up. */
function inThread(order: WorkOrder, onReport: (report: WorkReport) => void): TeamMember {
  const ended = new Promise<string | undefined>((resolve) => {
    setImmediate(() => {
      takePart(order, fakeEngine, onReport)
      resolve(undefined)
    })
  })
  return { ended }
}

const teamOf = (start: StartMember, threads = 3): Team => ({ threads, patience: 0, load: async () => start })

async function full(files: readonly FoundFile[], team: Team): Promise<SoleOutcome[]> {
  const all: SoleOutcome[] = []
  for await (const outcome of runAsTeam(files, fakeEngine, realFileSystem, team)) all.push(outcome)
  return all
}

/** `path status` of all outcomes. */
async function outcomes(files: readonly FoundFile[], team: Team) {
  const all = await full(files, team)
  return all.map(({ path, status }) => `${path} ${status}`)
}

const alone: Team = teamOf(() => {
  throw new Error('nobody is to be called')
}, 1)

test('a run ends when its threads have ended', async () => {
  const { root } = temporaryTree(
    Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}.yaml`, 'same\n'])),
  )
  const paths = Array.from({ length: 40 }, (_, i) => `${i}.yaml`)
  let open = 0
  // What a thread stores at its end takes a while, and no outcome waits for it.
  const team = teamOf((order, onReport) => {
    open++
    const { ended } = inThread(order, onReport)
    return {
      ended: ended
        .then((reason) => new Promise<string | undefined>((resolve) => setTimeout(() => resolve(reason), 20)))
        .finally(() => open--),
    }
  })
  await run({ engine: fakeEngine, team, paths, cwd: root, mode: 'check' })
  expect(open).toBe(0)
})

test('threads take the files of no set, and the sets are run together', async () => {
  const paths = Array.from({ length: 40 }, (_, i) => `${10 + i}.yaml`)
  const { root } = temporaryTree(Object.fromEntries(paths.map((path) => [path, 'upper\n'])))
  const together: string[] = []
  const byThreads: string[] = []
  const engine = {
    ...fakeEngine,
    runTogether: (inputs: readonly FileInput[]) => {
      together.push(...inputs.map(({ path }) => path))
      return inputs.map((input) => fakeEngine.run(input) as FileOutcome)
    },
    partition: () => [['12.yaml', '31.yaml']],
    runsAlone: true as const,
  }
  const team = teamOf((order, onReport) =>
    inThread(order, (report) => {
      byThreads.push(...report.flatMap(([, outcome]) => outcome?.path ?? []))
      onReport(report)
    }),
  )
  const outcomesOf = async (one: typeof engine | typeof fakeEngine) => {
    const seen: string[] = []
    const onOutcome = ({ path, status }: FileOutcome) => void seen.push(`${path} ${status}`)
    await run({ engine: one, team, paths, cwd: root, mode: 'check', onOutcome })
    return seen
  }
  const all = await outcomesOf(engine)
  expect(all).toHaveLength(40)
  expect(together).toEqual(['12.yaml', '31.yaml'])
  expect(byThreads.length).toBeGreaterThan(0)
  expect(byThreads.filter((path) => together.includes(path))).toEqual([])
  expect(all.toSorted()).toEqual((await outcomesOf(fakeEngine)).toSorted())
})

describe('a team', () => {
  it('gives what one thread alone gives, in the order of the files', async () => {
    const files = many()
    const seats: number[] = []
    const team = teamOf((order, onReport) => {
      seats.push(order.seat)
      return inThread(order, onReport)
    })
    const all = await full(files, team)
    expect(seats).toEqual([1, 2])
    expect(all).toEqual(await full(files, alone))
    expect(all.slice(0, 4).map(({ path, status }) => [path, status])).toEqual([
      ['0.yaml', 'changed'],
      ['1.yaml', 'unchanged'],
      ['2.yaml', 'blocked'],
      ['3.yaml', 'failed'],
    ])
  })

  it('is not called before its time', async () => {
    const team = teamOf(() => {
      throw new Error('too early')
    })
    expect(await outcomes(many(), { ...team, patience: Number.POSITIVE_INFINITY })).toHaveLength(100)
  })

  it('does no more than it is asked for', async () => {
    const files = many()
    const done: string[] = []
    const engine = {
      ...fakeEngine,
      run: (input: FileInput) => {
        done.push(input.path)
        return fakeEngine.run(input)
      },
    }
    for await (const { path } of runAsTeam(files, engine, realFileSystem, alone)) if (path === '9.yaml') break
    expect(done).toHaveLength(10)
  })

  it('has its members wait for whoever takes the outcomes', () => {
    const share = WorkShare.begin(2, 2000)
    while (!share.isAhead) share.take(1)
    const ahead = share.takenBy(1).length
    expect(ahead).toBeLessThan(1000)
    share.pass(10)
    expect(share.isAhead).toBe(false)
    while (!share.isAhead) share.take(0)
    expect([share.takenBy(1).length, share.takenBy(0).length]).toEqual([ahead, 10])
    share.stop()
    expect([share.isAhead, share.take(1)]).toEqual([false, undefined])
  })

  it('does without members that cannot be started', async () => {
    const team = teamOf(() => {
      throw new Error('EAGAIN')
    })
    expect(await outcomes(many(), team)).toEqual(await outcomes(many(), alone))
  })

  it('leaves large files to its leader', async () => {
    const files = found({ 'a.yaml': 'same\n', 'b.yaml': `same\n${'x'.repeat(2 << 20)}`, 'c.yaml': 'same\n' })
    const seen: number[] = []
    const order = orderOf(files)
    takePart(order, fakeEngine, (report) =>
      seen.push(...report.flatMap(([index, outcome]) => (outcome === undefined ? [] : [index]))),
    )
    expect(seen).toEqual([0, 2])
    expect(await outcomes(files, teamOf(inThread))).toEqual([
      'a.yaml unchanged',
      'b.yaml unchanged',
      'c.yaml unchanged',
    ])
  })

  it('a file that a member cannot read fails alone', () => {
    const files = found({ 'a.yaml': 'same\n', 'b.yaml': 'same\n' })
    const reports: WorkReport[] = []
    const order = orderOf(files)
    takePart(
      order,
      fakeEngine,
      (report) => reports.push(report),
      failing('openSync', 'EACCES', (path) => path.endsWith('a.yaml')),
    )
    expect(reports.flat().map(([index, outcome]) => [index, outcome?.status])).toEqual([
      [0, 'failed'],
      [1, 'unchanged'],
    ])
  })
})

describe('files that threads share', () => {
  it.each([[[]], [['a']], [['a', 'b/\u00e4\u{1f600}.yaml', '../c']]])('are the same for all: %j', (paths) => {
    const files = paths.map((path) => ({ path, realPath: `/home/\u00fc/${path}` }))
    const shared = new SharedFiles(SharedFiles.of(files).memory)
    expect(files.map((_file, index) => shared.at(index))).toEqual(files)
    expect(shared.at(files.length)).toBeUndefined()
  })
})

describe('a thread that dies', () => {
  const entry = join(import.meta.dirname, 'threads/dying.cjs')
  const boundary = { given: ['/'], cwd: '/', reach: 'inside' } as const
  const recipe = {
    command: 'check',
    version: undefined,
    besides: [],
    environments: [],
    together: [],
    boundary,
  } as const

  /** The leader does the first file; the thread takes the second. */
  const dying: Team = teamOf((order, onReport) => {
    const data: ThreadData = { command: 'check', recipe, order, flagsOfRun: [] }
    const member = startThread(data, onReport, entry)
    // Nothing is left for the leader to take before the thread is there.
    const { memory, seats, seat } = order
    while (WorkShare.join(memory, seats).at(seat) === undefined) {
      Atomics.wait(new Int32Array(memory, 0, 2 + seats), 2 + seat, -1, 10)
    }
    return member
  }, 2)

  it.each([
    ['error.yaml', 'the thread that worked on it died: bang'],
    ['exit.yaml', 'the thread that worked on it died: exit code 7'],
  ])('fails the file that it died of, and no other: %s', async (name, why) => {
    expect(existsSync(entry)).toBe(true)
    const files = found({ 'a.yaml': 'same\n', [name]: 'same\n', 'z.yaml': 'upper\n' })
    const all = await full(files, dying)
    expect(all.map(({ path, status, reason }) => [path, status, reason])).toEqual([
      ['a.yaml', 'unchanged', undefined],
      [name, 'failed', `internal error: ${why}`],
      ['z.yaml', 'changed', undefined],
    ])
  })
})
