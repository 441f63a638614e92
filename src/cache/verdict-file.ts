/**
 * Files of verdicts: outcomes of files, each with what it took of others. A first line says for which build and options
 * they hold; each further one is a part that several have asked in common, or a verdict. A line that is not whole is none.
 */
import { createHash } from 'node:crypto'
import type { FileOutcome } from '../engine/outcome.ts'
import type { Asked, Summary } from '../workspace/questions.ts'

/** What stands behind a key. */
export interface Verdict {
  readonly asked: Asked
  /** Made when it is asked for. */
  readonly outcome: () => FileOutcome
}

/** The outcome as it stands in a line, and the last day of which it is known that a run used it. */
export interface StoredOutcome {
  readonly outcome: string
  readonly day: number
}

/** What `Asked` is in a line: others by the numbers of their lines. */
type AskedData = readonly [
  own: readonly (readonly [question: string, answer: string])[],
  parts: readonly number[],
  summaries: readonly (readonly [question: string, answer: string, from: number])[],
]

/** Lines of one kind each: `p` a part, `v` a verdict. */
const LINE = /^(?:p \d+|v [0-9a-f]{64}) [0-9a-f]{16}\t/

/** Days since 1970. */
export function today(): number {
  return Math.floor(Date.now() / (24 * 3600 * 1000))
}

/** The key of what a file of a run holds: it is the same in whatever folder the run is. */
export function keyOf(path: string, bytes: Uint8Array): string {
  return createHash('sha256').update(path).update('\0').update(bytes).digest('hex')
}

function checkOf(head: string, rest: string): string {
  return createHash('sha256').update(head).update('\0').update(rest).digest('hex').slice(0, 16)
}

function lineOf(head: string, ...fields: readonly string[]): string {
  const rest = fields.join('\t')
  return `${head} ${checkOf(head, rest)}\t${rest}\n`
}

export function headerOf(identity: string): string {
  return `hotshift verdicts 1 ${createHash('sha256').update(identity).digest('hex')}\n`
}

/** Makes the lines of a file, each part before the first that refers to it. */
export class VerdictLines {
  readonly #numbers = new Map<Asked, number>()

  /** @param outcome without its text */
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
      lines.push(lineOf(`p ${number}`, JSON.stringify(data)))
    }
    return this.#numbers.get(asked) ?? 0
  }

  #unnumberedIn({ parts, summaries }: Asked): readonly Asked[] {
    return [...parts, ...[...summaries.values()].map(({ from }) => from)].filter(
      (one) => !this.#numbers.has(one),
    )
  }
}

/** The verdicts of one file, each read when it is asked for. */
export class VerdictFile {
  readonly name: string
  readonly #bytes: Buffer
  readonly #parts = new Map<number, { readonly start: number; readonly end: number }>()
  readonly #known = new Map<number, Asked | undefined>()
  readonly #verdicts = new Map<string, { readonly start: number; readonly end: number }>()

  private constructor(name: string, bytes: Buffer, header: string) {
    this.name = name
    this.#bytes = bytes
    for (let start = header.length; start < bytes.length; ) {
      const end = bytes.indexOf(10, start)
      // What was cut off has no end.
      if (end === -1) break
      const head = bytes.toString('latin1', start, Math.min(end, start + 96))
      const space = head.indexOf(' ', 2)
      if (head[0] === 'v') this.#verdicts.set(head.slice(2, space), { start, end })
      else this.#parts.set(Number(head.slice(2, space)), { start, end })
      start = end + 1
    }
  }

  /** @returns undefined where the file is of another build, or for other options */
  static of(name: string, bytes: Buffer, header: string): VerdictFile | undefined {
    return bytes.toString('latin1', 0, header.length) === header
      ? new VerdictFile(name, bytes, header)
      : undefined
  }

  get keys(): Iterable<string> {
    return this.#verdicts.keys()
  }

  get size(): number {
    return this.#bytes.length
  }

  find(key: string): Verdict | undefined {
    const fields = this.#fieldsAt(this.#verdicts.get(key))
    const asked = fields === undefined ? undefined : this.#askedIn(fields[0])
    if (fields === undefined || asked === undefined) return undefined
    const at = this.#verdicts.get(key)
    return { asked, outcome: () => read(this.#fieldsAt(at)?.[1] ?? '') }
  }

  stored(key: string): StoredOutcome | undefined {
    const [, outcome, day] = this.#fieldsAt(this.#verdicts.get(key)) ?? []
    return outcome === undefined ? undefined : { outcome, day: Number(day) }
  }

  /** The fields of a line that is as it was written. */
  #fieldsAt(at: { readonly start: number; readonly end: number } | undefined): readonly string[] | undefined {
    if (at === undefined) return undefined
    const line = this.#bytes.toString('utf8', at.start, at.end)
    if (!LINE.test(line)) return undefined
    const tab = line.indexOf('\t')
    const [head, rest] = [line.slice(0, tab), line.slice(tab + 1)]
    const space = head.lastIndexOf(' ')
    return checkOf(head.slice(0, space), rest) === head.slice(space + 1) ? rest.split('\t') : undefined
  }

  #askedIn(json: string | undefined): Asked | undefined {
    if (json === undefined) return undefined
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
    if (!this.#parts.has(number)) return undefined
    for (let next = this.#known.size; next <= number; next++)
      this.#known.set(next, this.#askedIn(this.#fieldsAt(this.#parts.get(next))?.[0]))
    return this.#known.get(number)
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
