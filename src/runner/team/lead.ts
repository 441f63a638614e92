import { failed } from '../../engine/defect.ts'
import type { Engine } from '../../engine/engine-contract.ts'
import type { SoleOutcome } from '../../engine/outcome.ts'
import type { FileSystem } from '../file-system.ts'
import { runFile } from '../run-file.ts'
import type { FoundFile } from '../walk.ts'
import type { WorkOrder, WorkReport } from './member.ts'
import { WorkShare } from './work-share.ts'

/** Another thread that takes part. */
export interface Member {
  /** Resolves when the thread has ended; with the reason when it did not end by itself. */
  readonly ended: Promise<string | undefined>
}

/** Who may help with the files of a run. */
export interface Team {
  /** Threads at most, the calling one included; at least 1. */
  readonly threads: number
  /** How long the run must have taken, and may still be expected to take, before threads are started (ms). */
  readonly patience: number
  /** Loads what it takes to start threads, which most runs do without. */
  load(): Promise<StartMember>
}

/** Starts a thread that does what `takePart` does with an engine like the leader's. */
export type StartMember = (order: WorkOrder, onReport: (outcomes: WorkReport) => void) => Member

/** Files after which the leader looks for messages. */
const TURN = 8

/**
 * Takes files through the engine, with the help of more threads when that pays: the
 * leader begins alone and calls the others once it has seen that the rest will take
 * longer than they need to start. Who does a file makes no difference to its outcome.
 * A thread that dies fails the file that it died of; whatever else it took along is
 * done again.
 *
 * @returns outcomes in the order of the files
 */
export async function runAsTeam(
  files: readonly FoundFile[],
  engine: Engine,
  fs: FileSystem,
  team: Team,
  onDone: (done: number) => void,
): Promise<readonly SoleOutcome[]> {
  const share = WorkShare.begin(team.threads)
  const outcomes = new Map<number, SoleOutcome>()
  const put = (index: number, outcome: SoleOutcome) => {
    outcomes.set(index, outcome)
    onDone(outcomes.size)
  }
  const onReport = (report: WorkReport) => {
    for (const [index, outcome] of report) put(index, outcome)
  }
  let members: readonly Member[] | undefined
  const begin = performance.now()
  const runHere = (file: FoundFile, index: number) => put(index, runFile(file, engine, fs))
  for (let count = 1; ; count++) {
    const index = share.take(0, files.length)
    const file = index === undefined ? undefined : files[index]
    if (index === undefined || file === undefined) break
    runHere(file, index)
    if (members === undefined && pays(performance.now() - begin, count, files.length, team)) {
      members = await call(files, share, team, onReport)
    }
    if (members !== undefined && count % TURN === 0) await nextTurn()
  }
  const ends = await Promise.all((members ?? []).map(({ ended }) => ended))
  ends.forEach((reason, i) => {
    const index = share.at(1 + i)
    const file = index === undefined ? undefined : files[index]
    if (reason === undefined || index === undefined || file === undefined || outcomes.has(index)) return
    put(index, failed(file.path, new Error(`the thread that worked on it died: ${reason}`), 'unread'))
  })
  files.forEach((file, index) => {
    if (!outcomes.has(index)) runHere(file, index)
  })
  return files.flatMap((_, index) => outcomes.get(index) ?? [])
}

/** Whether the rest, at the pace so far, is worth the start of threads. */
function pays(elapsed: number, done: number, total: number, { threads, patience }: Team): boolean {
  return threads > 1 && elapsed >= patience && (elapsed / done) * (total - done) >= patience
}

async function call(
  files: readonly FoundFile[],
  share: WorkShare,
  team: Team,
  onReport: (report: WorkReport) => void,
): Promise<readonly Member[]> {
  const start = await team.load()
  const members: Member[] = []
  for (let seat = 1; seat < team.threads; seat++) {
    try {
      members.push(start({ files, memory: share.memory, seat }, onReport))
    } catch {
      // A system that gives no more threads; the others do the work.
      break
    }
  }
  return members
}

/** Lets messages of other threads in. */
function nextTurn(): Promise<void> {
  return new Promise((resume) => setImmediate(resume))
}
