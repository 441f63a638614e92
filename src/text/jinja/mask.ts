/** A source with a word instead of every tag: YAML that any reader takes, of which the tags can be put back. */
import type { Hidden } from './branches.ts'
import { type Piece, piecesOf, type TagProblem } from './tags.ts'

export interface Masked {
  readonly text: string
  /** The tags of a result put back instead of their words. */
  restored(result: string): string
  /** Why the tags of a result are not those of the source, as the end of a sentence; undefined where they are. */
  lost(result: string): string | undefined
  /** Whether a stretch of the masked source is the word of a tag, perhaps in quotes. */
  isTag(start: number, end: number): boolean
  /** The offset in the source that an offset in the masked source is about. */
  originOf(offset: number): number
}

/** What stands for a piece of the source, whole lines or a part of one. */
interface Hole {
  readonly start: number
  readonly end: number
  readonly word: string
  /** What is written in the masked source. */
  readonly shown: string
  readonly isComment: boolean
}

/**
 * Outputs become words, which are part of a string or a whole one. Lines of nothing but statements and comments become
 * comments of YAML, as far to the right as the next line: so they belong to what follows, in a block scalar, too.
 *
 * @param ends whether the last tag of a block belongs to what is inside, so that nothing is added before it
 * @param hidden branches that are part of the comment of their tags
 */
export function masked(
  source: string,
  hidden: readonly Hidden[] = [],
  ends: Ends = 'with what follows',
): Masked | TagProblem {
  const pieces = piecesOf(source)
  if ('why' in pieces) return pieces
  const words = new Words(source)
  const holes: Hole[] = []
  for (const run of runsOf(source, pieces, hidden)) {
    const word = words.next()
    const isInside =
      ends === 'with what is inside' && run.isEnd === true && !isBehindBlockScalar(source, run.start)
    if (isInside)
      holes.push({ ...run, start: lastEnd(source, run.start), word, shown: ` #${word}`, isComment: true })
    else if (run.isWhole)
      holes.push({ ...run, word, shown: `${indentation(source, run)}#${word}`, isComment: true })
    else holes.push({ ...run, word, shown: word, isComment: false })
  }
  return maskedBy(source, holes)
}

function maskedBy(source: string, holes: readonly Hole[]): Masked {
  const written: string[] = []
  const starts: { readonly at: number; readonly hole: Hole }[] = []
  let [from, length] = [0, 0]
  for (const hole of holes) {
    written.push(source.slice(from, hole.start), hole.shown)
    length += hole.start - from
    starts.push({ at: length, hole })
    length += hole.shown.length
    from = hole.end
  }
  written.push(source.slice(from))
  const byWord = new Map(holes.map((hole) => [hole.word, hole]))
  const anyWord = (result: string) =>
    [...result.matchAll(/J[0-9]+Q+/g)].flatMap(([word]) => byWord.get(word) ?? [])
  const text = written.join('')
  return {
    text,
    restored: (result) =>
      result.replace(/([ \t]*#)?(J[0-9]+Q+)/g, (whole, comment: string | undefined, word: string) => {
        const hole = byWord.get(word)
        if (hole === undefined) return whole
        const tag = source.slice(hole.start, hole.end)
        return hole.isComment ? tag : `${comment ?? ''}${tag}`
      }),
    lost: (result) => movedTag(source, holes, anyWord(result)),
    isTag: (start, end) => byWord.has(text.slice(start, end).replace(/^["']|["']$/g, '')),
    originOf: (offset) => {
      const last = starts.findLast(({ at }) => at <= offset)
      if (last === undefined) return offset
      const behind = offset - last.at - last.hole.shown.length
      return behind < 0 ? tagStart(source, last.hole.start) : last.hole.end + behind
    },
  }
}

/** Which statement does not stand any more where it did among the others. */
function movedTag(source: string, holes: readonly Hole[], found: readonly Hole[]): string | undefined {
  const statements = (some: readonly Hole[]) =>
    some.filter(({ start }) => source.startsWith('{%', tagStart(source, start)))
  const [own, left] = [statements(holes), statements(found)]
  const at = own.findIndex((hole, index) => left[index] !== hole)
  if (at === -1 && own.length === left.length) return undefined
  return own[at] === undefined
    ? 'a tag is there twice'
    : `the tag ${source.slice(own[at].start, own[at].end).trim()} would move`
}

/** Where the first tag begins of a hole that may begin with white space. */
function tagStart(source: string, start: number): number {
  return start + (/^\s*/.exec(source.slice(start, start + 200))?.[0].length ?? 0)
}

/** Words that the source does not have. */
class Words {
  readonly #end: string
  #count = 0

  constructor(source: string) {
    let end = 'Q'
    while (new RegExp(`J[0-9]+${end}`).test(source)) end += 'Q'
    this.#end = end
  }

  next(): string {
    this.#count += 1
    return `J${this.#count}${this.#end}`
  }
}

interface Run {
  readonly start: number
  readonly end: number
  /** Whether there is nothing but statements and comments on its lines; then it begins and ends with them. */
  readonly isWhole: boolean
  /** Whether the last of them ends a block. */
  readonly isEnd?: boolean
}

export type Ends = 'with what is inside' | 'with what follows'

/** Each tag on its own, but for those that fill whole lines together. */
function runsOf(source: string, pieces: readonly Piece[], hidden: readonly Hidden[]): readonly Run[] {
  const runs: Run[] = []
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index] as Piece
    if (piece.kind === 'text') continue
    const whole = wholeLines(source, pieces, index, hidden)
    runs.push(whole?.run ?? { start: piece.start, end: piece.end, isWhole: false })
    index = whole?.last ?? index
  }
  return runs
}

function wholeLines(
  source: string,
  pieces: readonly Piece[],
  first: number,
  hidden: readonly Hidden[],
): { readonly run: Run; readonly last: number } | undefined {
  const lineStart = source.lastIndexOf('\n', (pieces[first] as Piece).start - 1) + 1
  if (source.slice(lineStart, (pieces[first] as Piece).start).trim() !== '') return undefined
  let last = first
  for (let index = first; ; index += 1) {
    const piece = pieces[index]
    if (piece === undefined) break
    if (hidden.some(({ start, end }) => start <= piece.start && piece.end <= end)) continue
    if (piece.kind === 'output') return undefined
    if (piece.kind !== 'text') {
      last = index
      continue
    }
    const lineBreak = piece.content.indexOf('\n')
    const isLast = index === pieces.length - 1
    const rest = lineBreak === -1 ? piece.content : piece.content.slice(0, lineBreak)
    if (rest.trim() !== '') return undefined
    if (lineBreak !== -1 || isLast) break
  }
  const { end, content } = pieces[last] as Piece
  return { run: { start: lineStart, end, isWhole: true, isEnd: /^end/.test(content) }, last }
}

/** As wide as the next line that has something else than tags, or as the tag itself if that is wider. */
function indentation(source: string, { start, end }: Run): string {
  const own = indentAt(source, start)
  for (let at = source.indexOf('\n', end); at !== -1; at = source.indexOf('\n', at + 1)) {
    const indent = indentAt(source, at + 1)
    if (nothingButTag.test(source.slice(at + 1 + indent.length, at + 3 + indent.length))) continue
    return indent.length > own.length ? indent : own
  }
  return own
}

const nothingButTag = /^[\r\n]|^$|\{[%#]/
const blockScalar = /(?:^|[\s:-])[|>][-+0-9]{0,2}[ \t\r]*(?:#.*)?$/

/** Whether the last line before a tag that has something else is part of a block scalar. */
function isBehindBlockScalar(source: string, start: number): boolean {
  let width = Number.POSITIVE_INFINITY
  for (let end = start - 1; end > 0 && width > 0; ) {
    const at = source.lastIndexOf('\n', end - 1) + 1
    const line = source.slice(at, end)
    const indent = indentAt(source, at).length
    end = at - 1
    if (nothingButTag.test(line.slice(indent, indent + 2)) || indent >= width) continue
    if (blockScalar.test(line)) return true
    width = indent
  }
  return false
}

/** Where the last line ends before a line that is not blank. */
function lastEnd(source: string, lineStart: number): number {
  return source.slice(0, lineStart).trimEnd().length
}

function indentAt(source: string, lineStart: number): string {
  let at = lineStart
  while (source.charAt(at) === ' ') at += 1
  return source.slice(lineStart, at)
}
