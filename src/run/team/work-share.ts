import type { FoundFile } from '../walk.ts'

/** Before all the others stand the file that is to be taken next, and how many have been passed on in their order. */
const NEXT = 0
const PASSED = 1
const SEATS = 2
const IDLE = -1
/** No run has so many files. */
const ALL = 1 << 30

/** Files that may be taken before the first of them is passed on: their outcomes wait in memory. */
const AHEAD = 512
/** The longest time (ms) that a waiting thread sleeps without a notification. */
const PAUSE = 100

/**
 * What the threads of a run share: which file is taken next, who took which, and which one each seat has before it.
 * Everybody takes for himself, so that nobody waits for messages of a thread that is busy.
 */
export class WorkShare {
  readonly memory: SharedArrayBuffer
  readonly #cells: Int32Array
  /** By file, the seat that took it, and one more. */
  readonly #takers: Uint16Array

  private constructor(memory: SharedArrayBuffer, seats: number) {
    this.memory = memory
    const cells = cellsFor(seats)
    this.#cells = new Int32Array(memory, 0, cells)
    this.#takers = new Uint16Array(memory, cells * Int32Array.BYTES_PER_ELEMENT)
  }

  /** @param seats threads that take part, counted from 0 */
  static begin(seats: number, files: number): WorkShare {
    const bytes = cellsFor(seats) * Int32Array.BYTES_PER_ELEMENT + files * Uint16Array.BYTES_PER_ELEMENT
    const share = new WorkShare(new SharedArrayBuffer(bytes), seats)
    for (let seat = 0; seat < seats; seat++) share.rest(seat)
    return share
  }

  /** The share of another thread, by its memory. */
  static join(memory: SharedArrayBuffer, seats: number): WorkShare {
    return new WorkShare(memory, seats)
  }

  /** Takes the next file; gives its index, undefined when all are taken. */
  take(seat: number): number | undefined {
    const index = Atomics.add(this.#cells, NEXT, 1)
    if (index >= this.#takers.length) {
      this.rest(seat)
      return undefined
    }
    Atomics.store(this.#cells, SEATS + seat, index)
    Atomics.store(this.#takers, index, seat + 1)
    return index
  }

  /** The files that a seat took. */
  takenBy(seat: number): readonly number[] {
    const taken: number[] = []
    for (let index = 0; index < this.#takers.length; index++)
      if (Atomics.load(this.#takers, index) === seat + 1) taken.push(index)
    return taken
  }

  /** Whether all files are taken. */
  get isOver(): boolean {
    return Atomics.load(this.#cells, NEXT) >= this.#takers.length
  }

  /** Whether whoever takes a file now has to wait until others are passed on. */
  get isAhead(): boolean {
    const next = Atomics.load(this.#cells, NEXT)
    return next < this.#takers.length && next - Atomics.load(this.#cells, PASSED) >= AHEAD
  }

  /** Says how many files, in their order, nobody has to remember any more. */
  pass(count: number): void {
    Atomics.store(this.#cells, PASSED, count)
    Atomics.notify(this.#cells, PASSED)
  }

  /** Has the thread sleep as long as too many files wait to be passed on. */
  wait(): void {
    while (this.isAhead) Atomics.wait(this.#cells, PASSED, Atomics.load(this.#cells, PASSED), PAUSE)
  }

  /** Has nobody take another file. */
  stop(): void {
    Atomics.store(this.#cells, NEXT, ALL)
    Atomics.notify(this.#cells, PASSED)
  }

  /** Says that the seat has no file before it. */
  rest(seat: number): void {
    Atomics.store(this.#cells, SEATS + seat, IDLE)
  }

  /** The file that a seat has before it, also when its thread is dead. */
  at(seat: number): number | undefined {
    const index = Atomics.load(this.#cells, SEATS + seat)
    return index === IDLE ? undefined : index
  }
}

function cellsFor(seats: number): number {
  return SEATS + seats
}

/** The files of a run where all of its threads can read them. */
export interface SharedFilesMemory {
  /** The paths, one after the other, in UTF-8. */
  readonly text: SharedArrayBuffer
  /** Where each path ends: of each file that of the report, and the real one. */
  readonly ends: SharedArrayBuffer
}

/** A list of files that threads share: a copy for each of them would take 200 bytes of each file. */
export class SharedFiles {
  readonly memory: SharedFilesMemory
  readonly #text: Buffer
  readonly #ends: Uint32Array

  constructor(memory: SharedFilesMemory) {
    this.memory = memory
    this.#text = Buffer.from(memory.text)
    this.#ends = new Uint32Array(memory.ends)
  }

  static of(files: readonly FoundFile[]): SharedFiles {
    const ends = new SharedArrayBuffer(2 * files.length * Uint32Array.BYTES_PER_ELEMENT)
    const marks = new Uint32Array(ends)
    let end = 0
    for (const [index, { path, realPath }] of files.entries()) {
      end += Buffer.byteLength(path)
      marks[2 * index] = end
      end += Buffer.byteLength(realPath)
      marks[2 * index + 1] = end
    }
    const text = new SharedArrayBuffer(end)
    const bytes = Buffer.from(text)
    let start = 0
    for (const { path, realPath } of files) start += bytes.write(path + realPath, start)
    return new SharedFiles({ text, ends })
  }

  /** Undefined behind the last file. */
  at(index: number): FoundFile | undefined {
    if (2 * index >= this.#ends.length) return undefined
    return { path: this.#slice(2 * index), realPath: this.#slice(2 * index + 1) }
  }

  #slice(number: number): string {
    const start = number === 0 ? 0 : this.#ends[number - 1]
    return this.#text.toString('utf8', start, this.#ends[number])
  }
}
