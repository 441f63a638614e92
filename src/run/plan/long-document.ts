/** JSON documents with one long list: the list is read an entry at a time, so that its length does not matter for memory. */

import type { FileSystem } from '../file-system.ts'
import { DocumentProblem } from './document.ts'
import { type JsonMistake, jsonMistake } from './json-mistake.ts'

/** Bytes that are read at a time. */
const PIECE = 1 << 18
/** V8 holds no longer string than 512 MB. */
const MEGABYTES = 500
const LARGEST = MEGABYTES * 1024 * 1024

/** What a document is read from, any part of it at any time. */
export interface Source {
  readonly size: number
  /** Fills a buffer from a position on; gives the number of bytes. */
  read(into: Uint8Array, position: number): number
}

/** An open regular file. */
export function fileSource(fd: number, fs: FileSystem): Source {
  const { size, mtimeMs } = fs.fstatSync(fd)
  return {
    size,
    read(into, position) {
      const now = fs.fstatSync(fd)
      // What was checked before must be what is used now.
      if (now.size !== size || now.mtimeMs !== mtimeMs)
        throw new DocumentProblem('has changed while it was read')
      return fs.readSync(fd, into, 0, into.length, position)
    },
  }
}

/** The entries of one list of a JSON document, and all else of it. */
export class LongDocument {
  /** The rest of the document, whose list is empty; undefined members and kinds of values are the reader's to check. */
  readonly rest: unknown
  readonly #source: Source
  readonly #what: string
  /** Of each entry the first byte and the one behind the last. */
  readonly #extents: readonly number[]

  /**
   * Finds the entries. The whole document is checked to be JSON but for what is in them.
   *
   * @param list the name of the member of the document that is the list
   * @param what such a document is, for messages
   * @throws DocumentProblem for what is no JSON
   */
  constructor(source: Source, list: string, what: string) {
    this.#source = source
    this.#what = what
    const scan = new Scan(list)
    for (const [piece, position] of piecesOf(source)) scan.take(piece, position)
    scan.end(source.size)
    this.#extents = scan.extents
    const rest = this.#orProblem(() => JSON.parse(scan.rest))
    this.rest = this.#withEmptyList(rest, list)
  }

  get length(): number {
    return this.#extents.length / 2
  }

  /** @throws DocumentProblem for what is no JSON */
  entry(index: number): unknown {
    const { [index * 2]: start = 0, [index * 2 + 1]: end = 0 } = this.#extents
    if (end - start > LARGEST) throw new DocumentProblem(`has an entry of more than ${MEGABYTES} MB`)
    const text = textAt(this.#source, start, end)
    return this.#orProblem(() => JSON.parse(text))
  }

  /** The list was replaced by as many zeros as it has entries. */
  #withEmptyList(rest: unknown, list: string): unknown {
    const isObject = typeof rest === 'object' && rest !== null && Object.hasOwn(rest, list)
    const value = isObject ? (rest as Record<string, unknown>)[list] : undefined
    if (!Array.isArray(value)) return rest
    if (value.length !== this.length)
      throw new DocumentProblem(`is not a ${this.#what}: ${list} stands in it twice`)
    return { ...(rest as object), [list]: [] }
  }

  #orProblem<Value>(parse: () => Value): Value {
    try {
      return parse()
    } catch (error) {
      const { message, ...location } = this.#mistakeInAll() ?? { message: String(error) }
      throw new DocumentProblem(
        `is not a ${this.#what}: ${message}`,
        'line' in location ? location : undefined,
      )
    }
  }

  /** What is wrong, with its position in the document; of a part of it nobody would know where that stands. */
  #mistakeInAll(): JsonMistake | undefined {
    if (this.#source.size > LARGEST) return undefined
    const text = textAt(this.#source, 0, this.#source.size).replace(/^\ufeff/, '')
    try {
      JSON.parse(text)
    } catch (error) {
      return jsonMistake(text, error)
    }
    return undefined
  }
}

function* piecesOf(source: Source): Generator<readonly [Uint8Array, number]> {
  const buffer = Buffer.alloc(PIECE)
  for (let position = 0; position < source.size; ) {
    const length = source.read(buffer, position)
    if (length === 0) return
    yield [buffer.subarray(0, length), position]
    position += length
  }
}

function textAt(source: Source, start: number, end: number): string {
  const bytes = Buffer.alloc(end - start)
  let length = 0
  while (length < bytes.length) {
    const read = source.read(bytes.subarray(length), start + length)
    if (read === 0) break
    length += read
  }
  return decoder.decode(bytes.subarray(0, length))
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [0x5b, 0x5d, 0x7b, 0x7d]
const ENTRY = Buffer.from('0')
/** The name of a list is shorter. */
const LONGEST_NAME = 100

/** Goes through the bytes of a document and notes where the entries of its list stand. Whether it is JSON, nobody knows yet. */
class Scan {
  /** Of each entry the first byte and the one behind the last. */
  readonly extents: number[] = []
  readonly #list: string
  readonly #rest: Uint8Array[] = []
  #restLength = 0
  /** What is still to be added to the rest: most parts are a byte or two. */
  readonly #open = Buffer.alloc(PIECE)
  #openLength = 0
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** The start of the last string of the document itself, which may be the name of a member. */
  #name: number[] = []
  #isInList = false
  #isInEntry = false

  constructor(list: string) {
    this.#list = list
  }

  /** The document with a zero for each entry. */
  get rest(): string {
    this.#flush()
    return Buffer.concat(this.#rest, this.#restLength)
      .toString('utf8')
      .replace(/^\ufeff/, '')
  }

  take(piece: Uint8Array, position: number): void {
    let from = 0
    for (let index = 0; index < piece.length; index++) {
      if (this.#isInString) {
        index = this.#string(piece, index)
        continue
      }
      const byte = piece[index] as number
      const isOfList = this.#isInList && this.#depth === 2
      if (isOfList && this.#isInEntry && (byte === COMMA || byte === CLOSE_LIST)) {
        this.#isInEntry = false
        this.extents.push(position + index)
        from = index
      } else if (isOfList && !this.#isInEntry && !isBetween(byte)) {
        this.#keep(piece.subarray(from, index))
        this.#keep(ENTRY)
        this.#isInEntry = true
        this.extents.push(position + index)
      }
      this.#note(byte)
    }
    if (!this.#isInEntry) this.#keep(piece.subarray(from))
  }

  end(size: number): void {
    if (this.#isInEntry) this.extents.push(size)
  }

  #note(byte: number): void {
    if (byte === QUOTE) {
      this.#isInString = true
      this.#name = []
    } else if (byte === OPEN_LIST || byte === OPEN_MAP) {
      if (this.#depth === 1) this.#isInList = byte === OPEN_LIST && this.#isNamed()
      this.#depth++
    } else if (byte === CLOSE_LIST || byte === CLOSE_MAP) this.#depth--
  }

  /** Goes on in a string; gives the index of its last byte, or of the last one that there is. */
  #string(piece: Uint8Array, start: number): number {
    const isName = this.#depth === 1
    for (let index = start; index < piece.length; index++) {
      const byte = piece[index] as number
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) {
        this.#isInString = false
        return index
      }
      if (isName && this.#name.length < LONGEST_NAME) this.#name.push(byte)
    }
    return piece.length
  }

  #isNamed(): boolean {
    try {
      return JSON.parse(`"${Buffer.from(this.#name).toString('utf8')}"`) === this.#list
    } catch {
      // Not the name of anything: whoever reads the rest says so.
      return false
    }
  }

  #keep(bytes: Uint8Array): void {
    if (this.#openLength + bytes.length > PIECE) this.#flush()
    this.#open.set(bytes, this.#openLength)
    this.#openLength += bytes.length
  }

  #flush(): void {
    this.#restLength += this.#openLength
    if (this.#restLength > LARGEST)
      throw new DocumentProblem(`has more than ${MEGABYTES} MB outside of its list`)
    this.#rest.push(Buffer.from(this.#open.subarray(0, this.#openLength)))
    this.#openLength = 0
  }
}

/** Blanks and commas between entries, and the end of the list. */
function isBetween(byte: number): boolean {
  return byte <= 0x20 || byte === COMMA || byte === CLOSE_LIST
}
