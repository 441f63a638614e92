import { milliseconds } from '../../engine/clock.ts'
import { failed } from '../../engine/defect.ts'
import type { Engine } from '../../engine/engine-contract.ts'
import type { SoleOutcome } from '../../engine/outcome.ts'
import type { FileSystem } from '../file-system.ts'
import { runFile } from '../run-file.ts'
import type { FoundFile } from '../walk.ts'
import type { WorkOrder, WorkReport } from './member.ts'
import { SharedFiles, WorkShare } from './work-share.ts'

/** Another thread that takes part. */
export interface TeamMember {
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
export type StartMember = (order: WorkOrder, onReport: (outcomes: WorkReport) => void) => TeamMember

/** Files after which the leader looks for messages. */
const TURN = 8

/**
 * Takes files through the engine, with the help of more threads when that pays: the
 * leader begins alone and calls the others once it has seen that the rest will take
 * longer than they need to start. Who does a file makes no difference to its outcome.
 * A thread that dies fails the file that it died of; whatever else it took along is
 * done again. What is not asked for any more is not done.
 *
 * @returns outcomes in the order of the files; no more of them wait than a share lets one be ahead
 */
export async function* runAsTeam(
  files: readonly FoundFile[],
  engine: Engine,
  fs: FileSystem,
  team: Team,
): AsyncGenerator<SoleOutcome, undefined> {
  const lead = new Lead(files, engine, fs, team)
  try {
    for (let index = 0; index < files.length; index++) yield await lead.outcomeOf(index)
  } finally {
    await lead.end()
  }
  return undefined
}

class Lead {
  readonly #files: readonly FoundFile[]
  readonly #engine: Engine
  readonly #fs: FileSystem
  readonly #team: Team
  readonly #share: WorkShare
  /** Outcomes that nobody has asked for yet. */
  readonly #done = new Map<number, SoleOutcome>()
  /** Files that another thread took and did not do. */
  readonly #left: number[] = []
  readonly #begin = milliseconds()
  #members: readonly TeamMember[] | undefined
  #closed = 0
  #count = 0
  #asked = 0
  #wake: () => void = () => {}

  constructor(files: readonly FoundFile[], engine: Engine, fs: FileSystem, team: Team) {
    this.#files = files
    this.#engine = engine
    this.#fs = fs
    this.#team = team
    this.#share = WorkShare.begin(team.threads, files.length)
  }

  /** @param index of the file behind the one that was asked for last */
  async outcomeOf(index: number): Promise<SoleOutcome> {
    this.#asked = index
    this.#share.pass(index)
    for (;;) {
      const outcome = this.#done.get(index)
      if (outcome !== undefined) {
        this.#done.delete(index)
        return outcome
      }
      const next = this.#left.shift() ?? (this.#share.isAhead ? undefined : this.#share.take(0))
      // Nobody else is there who could have it.
      if (next === undefined && this.#closed === this.#members?.length) await this.#doHere(index)
      else if (next === undefined) await this.#message()
      else await this.#doHere(next)
    }
  }

  /** Has the others stop, and waits for them. */
  async end(): Promise<void> {
    this.#share.stop()
    await Promise.all((this.#members ?? []).map(({ ended }) => ended))
  }

  async #doHere(index: number): Promise<void> {
    const file = this.#files[index]
    if (file === undefined) return
    this.#done.set(index, runFile(file, this.#engine, this.#fs))
    this.#share.rest(0)
    this.#count++
    if (this.#members === undefined && this.#pays()) this.#members = await this.#call()
    if (this.#count % TURN === 0) await nextTurn()
  }

  /** Whether the rest, at the pace so far, is worth the start of threads. */
  #pays(): boolean {
    const { threads, patience } = this.#team
    const elapsed = milliseconds() - this.#begin
    const rest = this.#files.length - this.#count
    return threads > 1 && elapsed >= patience && (elapsed / this.#count) * rest >= patience
  }

  async #call(): Promise<readonly TeamMember[]> {
    const start = await this.#team.load()
    const members: TeamMember[] = []
    const { threads: seats } = this.#team
    const { memory: files } = SharedFiles.of(this.#files)
    for (let seat = 1; seat < seats; seat++) {
      try {
        const order = { files, memory: this.#share.memory, seats, seat }
        const member = start(order, (report) => this.#take(report))
        members.push(member)
        void member.ended.then((reason) => this.#close(seat, reason))
      } catch {
        // A system that gives no more threads; the others do the work.
        break
      }
    }
    return members
  }

  #take(report: WorkReport): void {
    for (const [index, outcome] of report) {
      if (outcome === undefined) this.#left.push(index)
      else this.#done.set(index, outcome)
    }
    this.#wake()
  }

  /** A thread is at its end: what it took and did not report is to be done, but for the file that it died of. */
  #close(seat: number, reason: string | undefined): void {
    this.#closed++
    const culprit = this.#share.at(seat)
    for (const index of this.#share.takenBy(seat)) {
      const file = this.#files[index]
      if (file === undefined || index < this.#asked || this.#done.has(index) || this.#left.includes(index))
        continue
      if (index === culprit && reason !== undefined)
        this.#done.set(
          index,
          failed(file.path, new Error(`the thread that worked on it died: ${reason}`), 'unread'),
        )
      else this.#left.push(index)
    }
    this.#wake()
  }

  #message(): Promise<void> {
    return new Promise((resume) => {
      this.#wake = resume
    })
  }
}

/** Lets messages of other threads in. */
function nextTurn(): Promise<void> {
  return new Promise((resume) => setImmediate(resume))
}
