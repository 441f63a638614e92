/** Before all the others stands the file that is to be taken next. */
const NEXT = 0
const IDLE = -1

/**
 * What the threads of a run share: which file is taken next, and which one each seat
 * has before it. Everybody takes for himself, so that nobody waits for messages of a
 * thread that is busy.
 */
export class WorkShare {
  readonly memory: SharedArrayBuffer
  readonly #cells: Int32Array

  private constructor(memory: SharedArrayBuffer) {
    this.memory = memory
    this.#cells = new Int32Array(memory)
  }

  /** @param seats threads that take part, counted from 0 */
  static begin(seats: number): WorkShare {
    const share = new WorkShare(new SharedArrayBuffer((1 + seats) * Int32Array.BYTES_PER_ELEMENT))
    for (let seat = 0; seat < seats; seat++) share.rest(seat)
    return share
  }

  /** The share of another thread, by its memory. */
  static join(memory: SharedArrayBuffer): WorkShare {
    return new WorkShare(memory)
  }

  /** Takes the next file; gives its index, undefined when all of `count` are taken. */
  take(seat: number, count: number): number | undefined {
    const index = Atomics.add(this.#cells, NEXT, 1)
    if (index >= count) {
      this.rest(seat)
      return undefined
    }
    Atomics.store(this.#cells, 1 + seat, index)
    return index
  }

  /** Says that the seat has no file before it. */
  rest(seat: number): void {
    Atomics.store(this.#cells, 1 + seat, IDLE)
  }

  /** The file that a seat has before it, also when its thread is dead. */
  at(seat: number): number | undefined {
    const index = Atomics.load(this.#cells, 1 + seat)
    return index === IDLE ? undefined : index
  }
}
