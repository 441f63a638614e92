/** Before all the others stand the file that is to be taken next, and how many have been passed on in their order. */
const NEXT = 0
const PASSED = 1
const SEATS = 2
const IDLE = -1
/** No run has so many files. */
const ALL = 1 << 30

/** Files that may be taken before the first of them is passed on: their outcomes wait in memory. */
const AHEAD = 512
/** A thread that waits looks up after this time (ms), whatever it is told. */
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
