/** Lines that are read again at the end of a run: what exceeds a megabyte stands in a temporary file until then. */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Characters that remain in memory; a run may have seven reports, and six of them spill. */
const IN_MEMORY = 1 << 20
/** Bytes that are read at a time. */
const PIECE = 1 << 18

/** A string: itself, or its position in a file. */
type Piece = string | { readonly start: number; readonly bytes: number }

/** A temporary file for strings, from which they are read again. */
class Shelf {
  #fd: number | undefined
  #bytes = 0
  /** For whatever is read next: V8 collects the memory of buffers late, for it is not its own. */
  #scratch = Buffer.alloc(0)

  /** Where there is no room on the disk for temporary files, memory has to do. */
  put(text: string): Piece {
    try {
      this.#fd ??= openNameless()
      const bytes = fs.writeSync(this.#fd, text, this.#bytes)
      if (bytes !== Buffer.byteLength(text)) return text
      const start = this.#bytes
      this.#bytes += bytes
      return { start, bytes }
    } catch {
      return text
    }
  }

  get(piece: Piece): string {
    if (typeof piece === 'string') return piece
    if (this.#scratch.length < piece.bytes) this.#scratch = Buffer.alloc(piece.bytes * 2)
    const bytes = this.#scratch.subarray(0, piece.bytes)
    this.read(bytes, piece.start)
    return bytes.toString('utf8')
  }

  /** Fills a buffer with what stands at a position. */
  read(into: Uint8Array, position: number): void {
    for (let done = 0; done < into.length; ) {
      const read = fs.readSync(this.#fd ?? -1, into, done, into.length - done, position + done)
      if (read === 0) throw new Error('a temporary file of hotshift was cut short')
      done += read
    }
  }

  /** Gives the disk back what it holds. */
  discard(): void {
    if (this.#fd !== undefined) fs.closeSync(this.#fd)
    this.#fd = undefined
  }
}

/** Characters of values that remain in memory. */
const VALUES_IN_MEMORY = 1 << 23

/**
 * Values that JSON can express and that are asked for again, by their numbers from 0: what exceeds some megabytes stands in a
 * temporary file. Of each of those, two numbers remain in memory.
 */
export class Store<Value extends object> {
  readonly #limit: number
  readonly #shelf = new Shelf()
  readonly #first: Value[] = []
  readonly #starts: number[] = []
  readonly #bytes: number[] = []
  /** Those for which there was no room on the disk. */
  readonly #texts = new Map<number, string>()
  #characters = 0

  /** @param limit for tests */
  constructor(limit = VALUES_IN_MEMORY) {
    this.#limit = limit
  }

  /**
   * Takes a value, and gives its number.
   * @param characters how many the value has, about
   */
  put(value: Value, characters: number): number {
    this.#characters += characters
    if (this.#characters <= this.#limit) return this.#first.push(value) - 1
    const piece = this.#shelf.put(JSON.stringify(value))
    const number = this.#first.length + this.#starts.length
    const { start, bytes } = typeof piece === 'string' ? { start: 0, bytes: 0 } : piece
    if (typeof piece === 'string') this.#texts.set(number, piece)
    this.#starts.push(start)
    this.#bytes.push(bytes)
    return number
  }

  get(number: number): Value {
    const first = this.#first[number]
    if (first !== undefined) return first
    const at = number - this.#first.length
    const start = this.#starts[at] ?? 0
    const piece = this.#texts.get(number) ?? { start, bytes: this.#bytes[at] ?? 0 }
    return JSON.parse(this.#shelf.get(piece)) as Value
  }

  /** Gives the disk back what it holds. */
  discard(): void {
    this.#shelf.discard()
  }
}

/** Holds lines in the order in which they came; a line has no line break in it. */
export class Spill {
  length = 0
  readonly #limit: number
  #lines: string[] = []
  #characters = 0
  readonly #pieces: Piece[] = []
  readonly #shelf = new Shelf()

  /** @param limit for tests */
  constructor(limit = IN_MEMORY) {
    this.#limit = limit
  }

  add(line: string): void {
    this.length++
    this.#lines.push(line)
    this.#characters += line.length + 1
    if (this.#characters < this.#limit) return
    this.#pieces.push(this.#shelf.put(`${this.#lines.join('\n')}\n`))
    this.#lines = []
    this.#characters = 0
  }

  *[Symbol.iterator](): Generator<string> {
    for (const piece of this.#pieces) {
      if (typeof piece === 'string') yield* piece.slice(0, -1).split('\n')
      else yield* this.#linesAt(piece.start, piece.bytes)
    }
    yield* this.#lines
  }

  /** Gives the disk back what it holds. */
  discard(): void {
    this.#shelf.discard()
    this.#pieces.length = 0
    this.#lines = []
    this.length = 0
  }

  *#linesAt(start: number, bytes: number): Generator<string> {
    const decoder = new TextDecoder()
    // A line may be as long as the file: it is put together once, when its end is found.
    let open: string[] = []
    for (let done = 0; done < bytes; ) {
      const piece = Buffer.alloc(Math.min(PIECE, bytes - done))
      this.#shelf.read(piece, start + done)
      done += piece.length
      const [first = '', ...others] = decoder.decode(piece, { stream: true }).split('\n')
      open.push(first)
      if (others.length === 0) continue
      yield open.join('')
      open = [others.pop() ?? '']
      yield* others
    }
  }
}

/** A file without a name: whatever ends the program, nothing of it is left. */
export function openNameless(): number {
  const path = join(tmpdir(), `hotshift-${randomUUID()}`)
  const fd = fs.openSync(path, 'wx+', 0o600)
  fs.unlinkSync(path)
  return fd
}
