import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startThread, type ThreadData } from '../../src/cli/thread-team.ts'
import { realFileSystem } from '../../src/runner/file-system.ts'
import { type Member, runAsTeam, type StartMember, type Team } from '../../src/runner/team/lead.ts'
import { takePart, type WorkOrder, type WorkReport } from '../../src/runner/team/member.ts'
import { WorkShare } from '../../src/runner/team/work-share.ts'
import type { FoundFile } from '../../src/runner/walk.ts'
import { fakeEngine } from './fake-engine.ts'
import { failing } from './running.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

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
function inThread(order: WorkOrder, onReport: (report: WorkReport) => void): Member {
  const ended = new Promise<string | undefined>((resolve) => {
    setImmediate(() => {
      takePart(order, fakeEngine, onReport)
      resolve(undefined)
    })
  })
  return { ended }
}

const teamOf = (start: StartMember, threads = 3): Team => ({ threads, patience: 0, load: async () => start })

/** `path status` of all outcomes. */
async function outcomes(files: readonly FoundFile[], team: Team, onDone: (done: number) => void = () => {}) {
  const all = await runAsTeam(files, fakeEngine, realFileSystem, team, onDone)
  return all.map(({ path, status }) => `${path} ${status}`)
}

const alone: Team = teamOf(() => {
  throw new Error('nobody is to be called')
}, 1)

describe('a team', () => {
  it('gives what one thread alone gives, in the order of the files', async () => {
    const files = many()
    const seats: number[] = []
    const team = teamOf((order, onReport) => {
      seats.push(order.seat)
      return inThread(order, onReport)
    })
    const full = await runAsTeam(files, fakeEngine, realFileSystem, team, () => {})
    expect(seats).toEqual([1, 2])
    expect(full).toEqual(await runAsTeam(files, fakeEngine, realFileSystem, alone, () => {}))
    expect(full.slice(0, 4).map(({ path, status }) => [path, status])).toEqual([
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

  it('counts every file once', async () => {
    const counts: number[] = []
    await outcomes(many(), teamOf(inThread), (done) => counts.push(done))
    expect(counts).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
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
    const order = { files, memory: WorkShare.begin(2).memory, seat: 1 }
    takePart(order, fakeEngine, (report) => seen.push(...report.map(([index]) => index)))
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
    const order = { files, memory: WorkShare.begin(2).memory, seat: 1 }
    takePart(
      order,
      fakeEngine,
      (report) => reports.push(report),
      failing('openSync', 'EACCES', (path) => path.endsWith('a.yaml')),
    )
    expect(reports.flat().map(([index, { status }]) => [index, status])).toEqual([
      [0, 'failed'],
      [1, 'unchanged'],
    ])
  })
})

describe('a thread that dies', () => {
  const entry = join(import.meta.dirname, 'threads/dying.cjs')
  const boundary = { given: ['/'], cwd: '/', reach: 'inside' } as const
  const recipe = { command: 'check', version: undefined, besides: [], boundary } as const

  /** The leader does the first file; the thread takes the second. */
  const dying: Team = teamOf((order, onReport) => {
    const data: ThreadData = { command: 'check', recipe, order }
    const member = startThread(data, onReport, entry)
    // Nothing is left for the leader to take before the thread is there.
    const { memory, seat } = order
    while (WorkShare.join(memory).at(seat) === undefined) {
      Atomics.wait(new Int32Array(memory), 1 + seat, -1, 10)
    }
    return member
  }, 2)

  it.each([
    ['error.yaml', 'the thread that worked on it died: bang'],
    ['exit.yaml', 'the thread that worked on it died: exit code 7'],
  ])('fails the file that it died of, and no other: %s', async (name, why) => {
    expect(existsSync(entry)).toBe(true)
    const files = found({ 'a.yaml': 'same\n', [name]: 'same\n', 'z.yaml': 'upper\n' })
    const all = await runAsTeam(files, fakeEngine, realFileSystem, dying, () => {})
    expect(all.map(({ path, status, reason }) => [path, status, reason])).toEqual([
      ['a.yaml', 'unchanged', undefined],
      [name, 'failed', `internal error: ${why}`],
      ['z.yaml', 'changed', undefined],
    ])
  })
})
