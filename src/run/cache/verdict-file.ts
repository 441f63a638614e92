/**
 * Files of verdicts: outcomes of files, each with what it took of others. A first line says for which build and options
 * they hold; each further one is a part that several have asked in common (`p`), or a verdict (`v`). The last one is the hash
 * of all others, keyed where the user has a secret: a file that is not as it was written says nothing.
 */
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import type { FileOutcome } from '../../engine/outcome.ts'
import type { Asked, Summary } from '../../stack/questions.ts'

/** What stands behind a key. */
export interface CachedVerdict {
  readonly asked: Asked
  /** Made when it is asked for. */
  readonly outcome: () => FileOutcome
}

/** The outcome as it stands in a line, and the last day of which it is known that a run used it. */
interface StoredOutcome {
  readonly outcome: string
  readonly day: number
}

/** What `Asked` is in a line: others by the numbers of their lines. */
type AskedData = readonly [
  own: readonly (readonly [question: string, answer: string])[],
  parts: readonly number[],
  summaries: readonly (readonly [question: string, answer: string, from: number])[],
]

/** Days since 1970. */
export function today(): number {
  return Math.floor(Date.now() / (24 * 3600 * 1000))
}

/** The key of what a file of a run holds: it is the same in whatever folder the run is. */
export function keyOf(path: string, bytes: Uint8Array): string {
  return createHash('sha256').update(path).update('\0').update(bytes).digest('hex')
}

function lineOf(...fields: readonly string[]): string {
  return `${fields.join('\t')}\n`
}

/** What becomes the last line, of all before it. @param secret whoever does not know it cannot write such files */
export function sealing(secret: string | undefined): Hash | Hmac {
  return secret === undefined ? createHash('sha256') : createHmac('sha256', secret)
}

/** The last line. */
export function sealOf(digest: string): string {
  return `s ${digest}\n`
}

const [TAB, LINE_END, VERDICT] = [9, 10, 118]
const SEAL_LENGTH = sealOf('0'.repeat(64)).length

export function headerOf(identity: string): string {
  return `hotshift verdicts 1 ${createHash('sha256').update(identity).digest('hex')}\n`
}

/** Makes the lines of a file, each part before the first that refers to it. */
export class VerdictLines {
  readonly #numbers = new Map<Asked, number>()

  /** @param outcome without its source */
  of(key: string, outcome: FileOutcome, asked: Asked): string {
    return this.ofText(key, asked, { outcome: JSON.stringify(written(outcome)), day: today() })
  }

  ofText(key: string, asked: Asked, { outcome, day }: StoredOutcome): string {
    const lines: string[] = []
    const data = JSON.stringify(this.#dataOf(asked, lines))
    lines.push(lineOf(`v ${key}`, data, outcome, String(day)))
    return lines.join('')
  }

  #dataOf(asked: Asked, lines: string[]): AskedData {
    return [
      [...asked.own],
      [...asked.parts].map((part) => this.#numberOf(part, lines)),
      [...asked.summaries].map(([question, { answer, from }]) => [
        question,
        answer,
        this.#numberOf(from, lines),
      ]),
    ]
  }

  /** Parts may lie deeper in one another than functions can call themselves. */
  #numberOf(asked: Asked, lines: string[]): number {
    const open = [asked]
    for (let one = open.at(-1); one !== undefined; one = open.at(-1)) {
      const inner = this.#numbers.has(one) ? [] : this.#unnumberedIn(one)
      if (inner.length > 0) {
        open.push(...inner)
        continue
      }
      open.pop()
      if (this.#numbers.has(one)) continue
      const number = this.#numbers.size
      const data = this.#dataOf(one, lines)
      this.#numbers.set(one, number)
      lines.push(lineOf('p', JSON.stringify(data)))
    }
    return this.#numbers.get(asked) ?? 0
  }

  #unnumberedIn({ parts, summaries }: Asked): readonly Asked[] {
    return [...parts, ...[...summaries.values()].map(({ from }) => from)].filter(
      (one) => !this.#numbers.has(one),
    )
  }
}

interface ByteRange {
  readonly start: number
  readonly end: number
}

/** The verdicts of one file, each read when it is asked for. */
export class VerdictFile {
  readonly name: string
  readonly #bytes: Buffer
  readonly #parts: ByteRange[] = []
  readonly #known: (Asked | undefined)[] = []
  readonly #verdicts = new Map<string, ByteRange>()

  private constructor(name: string, bytes: Buffer, start: number) {
    this.name = name
    this.#bytes = bytes
    const last = bytes.length - SEAL_LENGTH
    for (let at = start; at < last; ) {
      const end = bytes.indexOf(LINE_END, at)
      const tab = bytes.indexOf(TAB, at)
      const fields = { start: tab + 1, end }
      if (bytes[at] === VERDICT) this.#verdicts.set(bytes.toString('latin1', at + 2, tab), fields)
      else this.#parts.push(fields)
      at = end + 1
    }
  }

  /** @returns undefined where the file is of another build, for other options, not as it was written, or not sealed by ours */
  static of(
    name: string,
    bytes: Buffer,
    { header, secret }: { readonly header: string; readonly secret: string | undefined },
  ): VerdictFile | undefined {
    if (bytes.toString('latin1', 0, header.length) !== header) return undefined
    const end = Math.max(header.length, bytes.length - SEAL_LENGTH)
    const digest = sealing(secret).update(bytes.subarray(0, end)).digest('hex')
    if (bytes.toString('latin1', end) !== sealOf(digest)) return undefined
    return new VerdictFile(name, bytes, header.length)
  }

  get keys(): Iterable<string> {
    return this.#verdicts.keys()
  }

  find(key: string): CachedVerdict | undefined {
    const at = this.#verdicts.get(key)
    if (at === undefined) return undefined
    const [asked, { end }] = this.#askedAt(at)
    return asked === undefined
      ? undefined
      : { asked, outcome: () => read(this.#field({ start: end + 1, end: at.end })) }
  }

  stored(key: string): StoredOutcome | undefined {
    const at = this.#verdicts.get(key)
    if (at === undefined) return undefined
    const [, outcome = '', day] = this.#bytes.toString('utf8', at.start, at.end).split('\t')
    return { outcome, day: Number(day) }
  }

  /** The first field of a range. */
  #field({ start, end }: ByteRange): string {
    return this.#bytes.toString('utf8', start, this.#endOfField({ start, end }))
  }

  #endOfField({ start, end }: ByteRange): number {
    const tab = this.#bytes.indexOf(TAB, start)
    return tab === -1 || tab > end ? end : tab
  }

  #askedAt(at: ByteRange): readonly [asked: Asked | undefined, of: ByteRange] {
    const field = { start: at.start, end: this.#endOfField(at) }
    return [this.#askedIn(this.#field(field)), field]
  }

  #askedIn(json: string): Asked | undefined {
    const [own, parts, summaries] = JSON.parse(json) as AskedData
    const found = { own: new Map(own), parts: new Set<Asked>(), summaries: new Map<string, Summary>() }
    for (const number of parts) {
      const part = this.#part(number)
      if (part === undefined) return undefined
      found.parts.add(part)
    }
    for (const [question, answer, number] of summaries) {
      const from = this.#part(number)
      if (from === undefined) return undefined
      found.summaries.set(question, { answer, from })
    }
    return { ...found, isUnsettled: false }
  }

  /** Each stands behind those that it refers to, so that going up from the first one no function calls itself deeply. */
  #part(number: number): Asked | undefined {
    for (let next = this.#known.length; next <= number; next++) {
      const at = this.#parts[next]
      if (at === undefined) return undefined
      this.#known.push(this.#askedIn(this.#field(at)))
    }
    return this.#known[number]
  }
}

/** An outcome for JSON. */
function written({ sourceLines, before: _before, ...outcome }: FileOutcome): unknown {
  return sourceLines === undefined ? outcome : { ...outcome, sourceLines: [...sourceLines] }
}

function read(json: string): FileOutcome {
  const { sourceLines, ...outcome } = JSON.parse(json)
  return sourceLines === undefined ? outcome : { ...outcome, sourceLines: new Map(sourceLines) }
}
